/* time_control.h -- clocks, and how long to think about a move.
 *
 * Plain values and pure functions; nothing here reads a clock.  An engine keeps
 * one time_settings, one time_clock for each colour, and for its own moves does
 *
 *     time_plan plan = time_plan_move(&settings, &clock[c], ply, size, lag);
 *     limits.seconds = plan.seconds, limits.max_seconds = plan.max_seconds;
 *     ... searches, measures how long the whole command took ...
 *     time_clock_spend(&settings, &clock[c], took);
 *
 * and after a `time_left` command time_clock_tell, so that the controller is
 * believed.  For one that never sends time_left, and counts a lag that is not
 * seen here, the lag has to be added to `took`; Canadian time then cannot be
 * kept, for only the controller knows when a period began.
 * time_clock_spend is also a referee's clock: it says who lost on time.
 *
 * The plan: with R seconds left and `ply` moves on the board,
 *
 *     seconds = R / (C + max(MaxPly - ply, 0)),   C = 80, MaxPly = 160 on 19x19
 *
 * (S.-C. Huang, R. Coulom, S.-S. Lin, Time Management for Monte-Carlo Tree
 * Search Applied to the Game of Go, TAAI 2010), both scaled by the area of the
 * board; what comes back with every move (increment, byo-yomi period) is added.
 * max_seconds is what a search may take while its best move is unclear.       */
#ifndef KATACHI_MCTS_CLOCK_TIME_CONTROL_H
#define KATACHI_MCTS_CLOCK_TIME_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef enum time_system {
    TIME_NONE,     /* no limit */
    TIME_ABSOLUTE, /* `main` for all moves */
    TIME_BYOYOMI,  /* then `period` for each move; one not finished in time uses
                    * up one of the `periods`                                   */
    TIME_CANADIAN, /* then `stones` moves in every `period` */
    TIME_FISCHER   /* `main`, and `increment` more after each move */
} time_system;

typedef struct time_settings { /* all times in seconds; {0} is no limit */
    time_system system;
    double main;
    double period;
    int periods;         /* byo-yomi */
    int stones;          /* Canadian */
    double increment;    /* Fischer */
    double main_cap;     /* Fischer: the clock never shows more; 0: no cap */
    double max_per_move; /* Fischer: no move may take longer; 0: no limit */
} time_settings;

/* The clock of one colour. */
typedef struct time_clock {
    double left; /* seconds of the main time, or of the current period */
    int count;   /* 0: in main time; else Canadian: stones still to be played in
                  * this period, byo-yomi: periods left, the current one too    */
} time_clock;

/* ---- settings from GTP; on error (GO_EINVAL) *out stays as it was ---- */

/* `time_settings MAIN PERIOD STONES`: PERIOD 0 is absolute time, PERIOD > 0
 * with STONES 0 no limit, else Canadian.  0 0 0, which some controllers send
 * for a game without clocks, is no limit either.                              */
go_status time_settings_gtp(time_settings *out, double main, double period, int stones,
                            go_error *err);

/* The arguments of time_settings as text, "600 30 5"; fractions are allowed. */
go_status time_settings_parse_gtp(time_settings *out, const char *text, go_error *err);

/* The arguments of kgs-time_settings and kata-time_settings: one of
 *     none | absolute MAIN | byoyomi MAIN PERIOD PERIODS |
 *     canadian MAIN PERIOD STONES | fischer MAIN INCREMENT |
 *     fischer-capped MAIN INCREMENT MAIN_CAP MAX_PER_MOVE  (-1: no such limit)
 * Upper and lower case are alike.                                             */
go_status time_settings_parse(time_settings *out, const char *text, go_error *err);

/* The same names, NULL-ended, in the order of kata-list_time_settings. */
extern const char *const time_settings_kinds[];

/* Writes the settings in that form into text[n], e.g. "byoyomi 600 30 5". */
void time_settings_text(const time_settings *s, char *text, size_t n);

/* ---- clocks ---- */

/* The clock before the first move. */
time_clock time_clock_start(const time_settings *s);

/* `time_left` said: `seconds` (below 0 counts as 0), `count` 0 for main time,
 * else stones left (periods left with byo-yomi).  Without a limit it changes
 * nothing.                                                                    */
void time_clock_tell(const time_settings *s, time_clock *c, double seconds, int count);

/* A move took `seconds`.  False: that was too long, the game is lost on time,
 * and the clock is left at 0.                                                 */
bool time_clock_spend(const time_settings *s, time_clock *c, double seconds);

/* The most a move may take without losing on time; INFINITY without a limit. */
double time_clock_most(const time_settings *s, const time_clock *c);

/* ---- planning ---- */

typedef struct time_plan {
    double seconds;     /* both 0: no limit; else both > 0 */
    double max_seconds; /* >= seconds */
} time_plan;

/* How long to think about the next move.  `ply`: moves played so far by both;
 * `size`: of the board; `lag`: seconds for each move that pass outside of the
 * search, at most (network, start and end of the search).
 *
 * As long as no move costs more than max_seconds + lag, the game is not lost on
 * time.  Under TIME_ABSOLUTE, and under TIME_FISCHER with an increment below the
 * lag, this can only hold while there is time for the lags themselves: it does
 * for games of up to 1.2 plies for each point of the board if main is at least
 * 1.5 * area * lag.                                                           */
time_plan time_plan_move(const time_settings *s, const time_clock *c, int ply, int size,
                         double lag);

#endif
