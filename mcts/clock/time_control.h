/* time_control.h -- clocks, and how long to think about a move.
 *
 * Plain values and pure functions; nothing here reads a clock.  An engine keeps one
 * time_settings and one time_clock per colour, and does for each move of its own
 *
 *     time_plan plan = time_plan_move(&settings, &clock[c], ply, size, lag);
 *     limits.seconds = plan.seconds, limits.max_seconds = plan.max_seconds;
 *     limits.thrifty = plan.saves;
 *     ... searches, measures how long the whole command took ...
 *     time_clock_spend(&settings, &clock[c], took);
 *
 * A `time_left` command calls time_clock_tell: the controller is right.  If it never
 * sends time_left but counts a lag that the engine cannot see, add the lag to `took`;
 * Canadian time cannot be tracked then, as only the controller knows when a period began.
 * time_clock_spend also serves as a referee's clock: it tells who lost on time.
 *
 * The plan: with R seconds left and `ply` moves on the board,
 *
 *     seconds = R / (C + max(MaxPly - ply, 0)),   C = 35, MaxPly = 105 on 19x19
 *
 * (S.-C. Huang, R. Coulom, S.-S. Lin, Time Management for Monte-Carlo Tree
 * Search Applied to the Game of Go, TAAI 2010; there 80 and 160), plus what every move gets back
 * (increment, byo-yomi period).  C is scaled by the area of the board, MaxPly by the third power
 * of its size: 8 and 11 on 9x9.  Searches end early when their move is decided, so that
 * the larger numbers left a third of the time unused (doc/strength.md, "Clocks").
 * max_seconds is the limit while the best move is unclear.  Where what a move saves serves later
 * ones, a search may end when its move is only likely to be decided.           */
#ifndef KATACHI_MCTS_CLOCK_TIME_CONTROL_H
#define KATACHI_MCTS_CLOCK_TIME_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef enum time_system {
    TIME_NONE,     /* no limit */
    TIME_ABSOLUTE, /* `main` for all moves */
    TIME_BYOYOMI,  /* then `period` for each move; a longer one uses up `periods` */
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
    int count;   /* 0: main time; else stones left to play in this Canadian period, or
                  * byo-yomi periods left with the current one                  */
} time_clock;

/* ---- settings from GTP; on error (GO_EINVAL) *out is unchanged ---- */

/* `time_settings MAIN PERIOD STONES`: PERIOD 0 means absolute time; PERIOD > 0 with STONES
 * 0, no limit; otherwise Canadian.  0 0 0, which some controllers send for a game without
 * clocks, means no limit too; time_settings_parse reads no time at all, "absolute 0". */
go_status time_settings_gtp(time_settings *out, double main, double period, int stones,
                            go_error *err);

/* The arguments of time_settings as text, "600 30 5"; fractions are allowed. */
go_status time_settings_parse_gtp(time_settings *out, const char *text, go_error *err);

/* The arguments of kgs-time_settings and kata-time_settings: one of
 *     none | absolute MAIN | byoyomi MAIN PERIOD PERIODS |
 *     canadian MAIN PERIOD STONES | fischer MAIN INCREMENT |
 *     fischer-capped MAIN INCREMENT MAIN_CAP MAX_PER_MOVE  (-1: no such limit)
 * in upper or lower case.                                                     */
go_status time_settings_parse(time_settings *out, const char *text, go_error *err);

/* The same names, NULL-ended, in the order of kata-list_time_settings. */
extern const char *const time_settings_kinds[];

/* Writes the settings in that form into text[n], e.g. "byoyomi 600 30 5". */
void time_settings_text(const time_settings *s, char *text, size_t n);

/* ---- clocks ---- */

/* The clock before the first move. */
time_clock time_clock_start(const time_settings *s);

/* Takes the values of `time_left`: `seconds` (below 0 counts as 0), and as `count` 0 for
 * main time, else stones left (byo-yomi: periods left).  Without a limit in the settings
 * `seconds` are all that is left, but 0 is what controllers say that have no clock. */
void time_clock_tell(const time_settings *s, time_clock *c, double seconds, int count);

/* Counts a move of `seconds`.  False: the game is lost on time, and the clock is at 0; not
 * without a limit in the settings.                                            */
bool time_clock_spend(const time_settings *s, time_clock *c, double seconds);

/* The clock after a move that lost on time, for a game that goes on all the same, as with a
 * controller that counts otherwise or not at all: the next move has what each move gets. */
time_clock time_clock_after_loss(const time_settings *s);

/* The most a move may take without losing on time; INFINITY if no limit is known. */
double time_clock_most(const time_settings *s, const time_clock *c);

/* ---- planning ---- */

typedef struct time_plan {
    double seconds;     /* both 0: no limit is known; else both > 0 */
    double max_seconds; /* >= seconds */
    bool saves;         /* what is not used serves later moves */
} time_plan;

/* How long to think about the next move.  `ply`: moves played so far by both; `size`: of
 * the board; `lag`: the most seconds per move spent outside the search (network, start and
 * end of the search).
 *
 * While no move costs more than max_seconds + lag, the game is not lost on time.  Under
 * TIME_ABSOLUTE, and TIME_FISCHER with an increment below the lag, there must be time for
 * the lags themselves: main of at least 1.5 * area * lag is enough for games of up to 1.2
 * plies per point.                                                            */
time_plan time_plan_move(const time_settings *s, const time_clock *c, int ply, int size,
                         double lag);

#endif
