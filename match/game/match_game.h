/* match_game.h -- a game between two players of a match: the conditions of all games, and
 * the course and result of one.  play.h plays it.                               */
#ifndef KATACHI_MATCH_GAME_MATCH_GAME_H
#define KATACHI_MATCH_GAME_MATCH_GAME_H

#include <jansson.h>
#include <stdint.h>

#include "board/board.h"
#include "board/game/score.h"
#include "match/client/player.h"
#include "mcts/clock/time_control.h"

/* How a game ended.  All from END_TIME on are losses of the side that did not
 * win; those from END_START on are failures of a program.                      */
#define GAME_ENDS(END)                                                                    \
    END(END_SCORE, "score")          /* two passes, counted */                            \
    END(END_LIMIT, "move limit")     /* too many moves, counted as it stands */           \
    END(END_RESIGN, "resignation")                                                        \
    END(END_TIME, "time")            /* on the clock */                                   \
    END(END_ILLEGAL, "illegal move") /* a move against the rules */                       \
    END(END_START, "no start")       /* did not start, or refused size, komi, opening */  \
    END(END_CRASH, "crash")          /* ended during the game */                          \
    END(END_HANG, "hang")            /* no answer for too long */                         \
    END(END_NONSENSE, "nonsense")    /* no answer in GTP, or no move */                   \
    END(END_REFUSED, "refusal")      /* an error for genmove or for a legal move */

#define GAME_END_ENTRY(end, name) end,
typedef enum game_end { GAME_ENDS(GAME_END_ENTRY) END_N } game_end;

/* "score", "move limit", ... */
const char *game_end_name(game_end end);

/* Who decides which stones are dead, see referee.h. */
typedef enum referee_kind {
    REFEREE_BOTH,   /* the players */
    REFEREE_ALIVE,  /* nobody: the board as it stands */
    REFEREE_PROGRAM /* a third program */
} referee_kind;

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
    referee_kind referee;
    const char *referee_command; /* as --referee has it */
} match_conditions;

typedef struct game_side {
    int player;       /* its number in the match */
    uint32_t seed;
    int moves;        /* chosen by it, the opening not counted */
    double seconds;   /* for all of them */
    double slowest;   /* the longest one */
    int64_t playouts; /* for them; -1: unknown */
} game_side;

enum { MATCH_KEYS = 600 };

typedef struct match_game {
    int64_t number;       /* from 0 */
    int64_t opening;      /* its number */
    game_side side[3];    /* by colour */
    char keys[MATCH_KEYS]; /* added to player 0 for this game (player_add_keys); "": none */
    game_end end;
    colour winner;        /* EMPTY: a draw */
    double margin;        /* black's, after END_SCORE and END_LIMIT, else 0 */
    bool disagreed;       /* see referee.h */
    bool unjudged;
    int n_moves;          /* on the record, including the opening */
    uint64_t moves_hash;  /* of these moves; 0: unknown, in older matches */
    char note[600];       /* what happened, in a sentence; "" when nothing did */
    char *sgf;            /* the record; NULL when read back from a line */
    int64_t record_end;   /* where it ends in games.sgf.gz, bytes; 0: not there */
} match_game;

void match_game_free(match_game *m);

/* Twice the points of a colour: 0, 1, 2. */
int match_points2(const match_game *m, colour c);

/* "B+3.5", "W+R", "W+T", "B+F" (forfeit), "0". */
const char *match_game_result(const match_game *m, char out[SCORE_TEXT_MAX]);

/* The object of a line of results.jsonl, written and read.  GO_EFORMAT: the sentence
 * says what is missing, or a player is not below n_players.                    */
json_t *match_game_to_json(const match_game *m, const player *players);
go_status match_game_from_json(match_game *m, const json_t *object, int n_players, go_error *err);

#endif
