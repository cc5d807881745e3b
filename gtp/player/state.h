/* state.h -- the state of an engine, and changes to its game. */
#ifndef KATACHI_GTP_PLAYER_STATE_H
#define KATACHI_GTP_PLAYER_STATE_H

#include <stdio.h>

#include "base/status.h"
#include "board/game/game.h"
#include "gtp/player/game_head.h"
#include "gtp/player/human.h"
#include "gtp/player/settings.h"
#include "gtp/text/input.h"
#include "gtp/text/notice.h"
#include "mcts/clock/time_control.h"
#include "mcts/final/final_status.h"
#include "mcts/search.h"

/* Dead stones and the score of a position. */
typedef struct gtp_final_estimate {
    final_status status;
    bool agreed;             /* see search_final_status */
    uint64_t position;       /* to which `status` belongs; 0: none */
} gtp_final_estimate;

/* Text values of parameters, which the settings only borrow. */
typedef struct gtp_text_value {
    char *name, *value;
} gtp_text_value;

typedef struct gtp_engine {
    gtp_settings settings; /* settings.search: as at the start */
    search_settings now;   /* of the search */
    gtp_text_value *texts; /* [n_texts] owned */
    int n_texts;
    search *search;
    human_net *human;        /* NULL: none */
    char human_profile[32];  /* of the players that it imitates; "": none */
    game *game;
    rules own_rules;       /* as the user or the client set them; a loaded file may bring */
    double own_komi;       /* others for its own game                                     */
    ko_rule next_ko;       /* of the next game: that of this one, unless it is a loaded one that
                            * breaks superko and therefore goes on under simple ko         */
    gtp_final_estimate final;
    search_analysis analysis; /* scratch */

    time_settings time;
    time_clock clock[3];      /* by colour */

    uint64_t position;        /* changes with every change of the game */
    uint64_t searched;        /* the `position` of the last search; 0: none, or it failed */
    colour thought_for;       /* the side for which a move has been chosen here; EMPTY: neither */
    colour ponder_for;        /* the side to ponder for; EMPTY: do not ponder */
    int prepared;             /* size of board that the search is ready for, or 0 */
    int tried;                /* board size for which idle time tried it, or 0 */

    /* the run in progress */
    gtp_input *input;
    FILE *out;
    notices people; /* and GoGui's live graphics */
    FILE *log;
    bool log_lost; /* people know that it cannot be written */
    bool quitting;
    bool streaming; /* the current command has sent its "=" itself */
    double begun;   /* when it began, clock_now() */
    double replied; /* when the last one had been answered */
    double overrun; /* seconds by which recent moves exceeded their time */
    char opponent[64];
    char opponent_rating[32];
    gtp_game_head head; /* of the game, for its record */
} gtp_engine;

/* To be called after every change of the game or its rules. */
void gtp_position_changed(gtp_engine *e);

/* Resets search and clocks for a new game. */
void gtp_new_game(gtp_engine *e);
void gtp_reset_clocks(gtp_engine *e);

/* The rules of the next game, if nobody changes them before. */
rules gtp_next_rules(const gtp_engine *e);

/* A game without stones on a board of `size`, with the next game's rules and komi. */
go_status gtp_empty_game(const gtp_engine *e, int size, game **out, go_error *err);

/* Makes `g` the engine's game, owned, and ends the old one.  The clocks go on. */
void gtp_take_game(gtp_engine *e, game *g);

/* Reads a vertex of the board, or fails with a syntax error. */
go_status gtp_need_vertex(const gtp_engine *e, const char *text, point *p, go_error *err);

/* Reads the two arguments COLOUR VERTEX. */
go_status gtp_need_move(const gtp_engine *e, char *const arg[2], colour *c, point *p,
                        go_error *err);

/* Writes a vertex: upper case, "pass". */
void gtp_write_vertex(const gtp_engine *e, point p, FILE *out);

#endif
