/* match_game.h -- one game between two GTP programs, and what became of it.
 *
 * Both programs are started for the game and ended with it, so that no game can
 * disturb another.  The board, the clock and the result are ours (game.h,
 * mcts/clock/time_control.h, referee.h); the programs only choose moves.
 *
 * What counts as a loss: being beaten, resigning, overstepping the time by more
 * than the lag allowed, an illegal move, and every failure of a program: it does
 * not start, ends, does not answer, answers what is no answer, or refuses to
 * move or to take a legal move of the other.                                   */
#ifndef KATACHI_MATCH_GAME_MATCH_GAME_H
#define KATACHI_MATCH_GAME_MATCH_GAME_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "board/game/game.h"
#include "match/game/opening.h"
#include "match/client/player.h"
#include "match/game/referee.h"
#include "mcts/clock/time_control.h"

/* How a game ended.  All from END_TIME on are losses of the side that did not
 * win; those from END_START on are failures of a program.                      */
typedef enum game_end {
    END_SCORE,    /* two passes, counted */
    END_LIMIT,    /* too many moves, counted as it stands */
    END_RESIGN,
    END_TIME,     /* on the clock */
    END_ILLEGAL,  /* a move against the rules */
    END_START,    /* it did not start, or not take size, komi or opening */
    END_CRASH,    /* it ended in the game */
    END_HANG,     /* no answer for too long */
    END_NONSENSE, /* what is no answer in GTP, or no move */
    END_REFUSED,  /* it gave an error for genmove or for a legal move */
    END_N
} game_end;

/* "score", "move limit", "resignation", "time", "illegal move", ... */
const char *game_end_name(game_end end);

/* What all games of a match have in common. */
typedef struct match_conditions {
    int size;
    double komi;
    rules rules;
    const char *rules_name;
    time_settings time;
    double lag;          /* seconds a move may come late */
    double hang_timeout; /* seconds until a silent program counts as hanging */
    int max_moves;       /* 0: three for each point */
    int referee;         /* referee_kind */
    const char *referee_command;
} match_conditions;

typedef struct game_side {
    int player;       /* its number in the match */
    uint32_t seed;
    int moves;        /* chosen by it, the opening not counted */
    double seconds;   /* for them, all together */
    double slowest;   /* the longest one */
    int64_t playouts; /* for them, -1: it does not tell */
} game_side;

typedef struct match_game {
    int64_t number;       /* from 0 */
    int64_t opening;      /* its number */
    game_side side[3];    /* by colour */
    game_end end;
    colour winner;        /* EMPTY: a draw */
    double margin;        /* black's, after END_SCORE and END_LIMIT, else 0 */
    bool disagreed;       /* see referee.h */
    bool unjudged;
    int n_moves;          /* on the record, those of the opening included */
    char note[600];       /* what happened, in a sentence; "" when nothing did */
    char *sgf;            /* the record; NULL when read back from a line */
} match_game;

/* Plays the game that number, opening and sides [player, seed] of *m describe.
 * On GO_OK *m is complete and m->sgf owned by the caller (match_game_free).
 * GO_EINTR: interrupted, the game does not count.  GO_ENOMEM, GO_EIO: a process
 * cannot be made.                                                              */
go_status match_game_play(match_game *m, const match_conditions *conditions,
                          const player *players, const opening *start, go_error *err);
void match_game_free(match_game *m);

/* "B+3.5", "W+R", "W+T", "B+F" (forfeit), "0". */
const char *match_game_result(const match_game *m, char out[SCORE_TEXT_MAX]);

/* One object for the line of results, and back.  Read: GO_EFORMAT names what is
 * missing; players are numbers below n_players.                                */
json_t *match_game_to_json(const match_game *m, const player *players);
go_status match_game_from_json(match_game *m, const json_t *object, int n_players, go_error *err);

#endif
