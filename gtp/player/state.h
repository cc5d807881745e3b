/* state.h -- what the commands of the engine share: its state, and the tables
 * in which each command stands once.
 *
 * A command is a function in a file by subject.  It writes its reply to `out`,
 * without "= " and without the end, and returns GO_OK; or it returns an error
 * whose sentence becomes the "? ..." reply.  The sentences begin with the words
 * of the GTP specification where it has some ("illegal move").               */
#ifndef KATACHI_GTP_PLAYER_STATE_H
#define KATACHI_GTP_PLAYER_STATE_H

#include <stdio.h>

#include "base/status.h"
#include "board/game/game.h"
#include "gtp/engine.h"
#include "gtp/text/input.h"
#include "gtp/text/line.h"
#include "mcts/final/final_status.h"
#include "mcts/search.h"
#include "mcts/clock/time_control.h"

typedef go_status gtp_function(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err);

typedef struct gtp_command {
    const char *name;
    gtp_function *run;
    int min_args;      /* fewer are a syntax error; more are not looked at */
    const char *usage; /* the arguments, "COLOUR VERTEX"; NULL: none */
} gtp_command;

/* The tables, ended by {0}. */
extern const gtp_command gtp_core_commands[], gtp_board_commands[], gtp_setup_commands[],
    gtp_sgf_commands[], gtp_move_commands[], gtp_time_commands[], gtp_rules_commands[],
    gtp_score_commands[], gtp_analyze_commands[], gtp_gogui_commands[], gtp_server_commands[],
    gtp_parameter_commands[], gtp_network_commands[];

/* All tables, NULL-ended. */
extern const gtp_command *const gtp_tables[];

/* The command of that name, or NULL. */
const gtp_command *gtp_find(const char *name);

/* What dead stones and the score are found with, for boards of one size. */
typedef struct gtp_judge {
    int size;                /* 0: nothing read yet */
    playout_gammas *tables;
    playout *p;
    final_status status;
    uint64_t judged;         /* the position that `status` is about; 0: none */
} gtp_judge;

/* Text values of parameters, which the settings only borrow. */
typedef struct gtp_text_value {
    char *name, *value;
} gtp_text_value;

struct gtp_engine {
    gtp_settings settings; /* settings.search: as at the start */
    search_settings now;   /* of the search */
    gtp_text_value *texts; /* [n_texts] owned */
    int n_texts;
    search *search;
    game *game;
    rules own_rules;       /* those the user or the client has set; a file that is */
    double own_komi;       /* loaded may bring others for its game, e->game's      */
    gtp_judge judge;
    search_analysis analysis; /* scratch */

    time_settings time;
    time_clock clock[3];      /* by colour */

    uint64_t position;        /* changes with every change of the game */
    uint64_t searched;        /* the `position` of the last search */
    colour ponder_for;        /* whose turn it is while we may ponder; EMPTY: nobody's */
    int prepared;             /* size of board that the search is ready for, or 0 */
    char told[SEARCH_NOTICE_MAX]; /* the notice that people were told last */
    int tried;                /* size for which that was tried in idle time, or 0 */

    /* the run in progress */
    gtp_input *input;
    FILE *out, *talk; /* talk: NULL when quiet */
    FILE *errors;     /* the same, quiet or not */
    FILE *log;
    bool quitting;
    bool streaming; /* the command at work has sent its "=" itself */
    double begun;   /* when it began, clock_now() */
    double overrun; /* seconds by which moves of late took longer than they should */
    char opponent[64];
    char opponent_rating[32];
};

/* Says something to people: one line, which begins so that no client takes it
 * for a reply.                                                               */
void gtp_talk(const gtp_engine *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* To be called after every change of the game or its rules. */
void gtp_position_changed(gtp_engine *e);

/* Back to the first moment of a game: clocks and what was thought. */
void gtp_new_game(gtp_engine *e);
void gtp_reset_clocks(gtp_engine *e);

/* A game without stones on a board of `size`, with the engine's rules and komi. */
go_status gtp_empty_game(const gtp_engine *e, int size, game **out, go_error *err);

/* Takes the game over as the engine's and ends the old one.  Clocks run on. */
void gtp_take_game(gtp_engine *e, game *g);

/* Sends "=ID" and a line end, for a command that goes on to send lines itself. */
void gtp_begin_stream(gtp_engine *e, const gtp_request *r);

/* Sends a line of such a command; false: nobody is listening any more. */
bool gtp_stream_line(gtp_engine *e, const char *line, size_t n);

/* The colour or vertex that an argument names, or a syntax error. */
go_status gtp_need_colour(const char *text, colour *c, go_error *err);
go_status gtp_need_vertex(const gtp_engine *e, const char *text, point *p, go_error *err);

/* Syntax error: what was expected, and what came instead. */
go_status gtp_syntax(go_error *err, const char *expected, const char *got);

/* Writes a vertex: upper case, "pass". */
void gtp_write_vertex(const gtp_engine *e, point p, FILE *out);

#endif
