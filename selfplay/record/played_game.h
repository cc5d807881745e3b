/* played_game.h -- a game that a network played against itself, with all that a trainer wants
 * to know of it.
 *
 * Points are numbered y * size + x, the pass size * size, as in board_index.  What a search
 * said of a position stands at the move that was played there, from the view of the side that
 * played it.                                                                  */
#ifndef KATACHI_SELFPLAY_RECORD_PLAYED_GAME_H
#define KATACHI_SELFPLAY_RECORD_PLAYED_GAME_H

#include "board/board.h"
#include "board/game/rules.h"

/* How a move was found. */
typedef enum played_how {
    PLAYED_OPENING, /* drawn from the network's policy, without a search */
    PLAYED_QUICK,   /* by a quick search: it has a value, but teaches no move */
    PLAYED_FULL     /* by a full search: it has a value and a target for the policy */
} played_how;

/* The part of a target that one move has, in 1/65535; all parts of a target add up to 65535. */
typedef struct played_share {
    uint16_t index;
    uint16_t part;
} played_share;

enum {
    PLAYED_WHOLE = 65535,
    PLAYED_MOST_POINTS = 2000 /* of a margin or a lead: more than any board and komi give */
};

typedef struct played_move {
    uint16_t index;
    uint8_t colour;
    uint8_t how;       /* played_how; the next three are 0 without a search */
    uint32_t visits;   /* of the root */
    float winrate;     /* of the root, 0 .. 1 */
    float lead;        /* in points, komi included, -PLAYED_MOST_POINTS .. PLAYED_MOST_POINTS; 0
                        * throughout if the network knows of no score */
    float surprise;    /* full searches: divergence of the target from the network's policy, nats */
    uint32_t first;    /* full searches: place in `shares` of the n_shares parts of the target */
    uint32_t n_shares;
} played_move;

typedef enum played_end {
    PLAYED_PASSES,   /* two passes */
    PLAYED_SETTLED,  /* every point belongs to somebody for good */
    PLAYED_TOO_LONG, /* stopped at the limit of moves, and counted as it stood */
    PLAYED_RESIGNED
} played_end;

enum { PLAYED_ENDS = 4, PLAYED_NAME = 64 };

typedef struct played_stone {
    uint16_t index;
    uint8_t colour;
} played_stone;

typedef struct played_game {
    int64_t number;        /* of the game in its run, from 0 */
    uint64_t seed;         /* of the run */
    char net[PLAYED_NAME]; /* what the network is called */
    uint64_t net_hash;     /* of its file */
    int size;
    double komi;           /* points for white */
    rules rules;
    colour first;          /* who moves first */

    played_end end;
    colour winner;         /* EMPTY: a draw */
    double margin;         /* black's, with komi; 0 after a resignation */
    bool counted;          /* `owner` and `margin` are known */
    bool plays_out;        /* nobody resigns in this game, so that it tells whether
                            * resigning would have been right */
    colour would_resign;   /* who resigned, or would have, first; EMPTY: nobody */
    int would_resign_at;   /* after so many moves */

    int n_setup, n_moves, n_shares;
    played_stone *setup;   /* before the first move */
    played_move *moves;
    played_share *shares;
    int setup_room, moves_room, shares_room;
    uint8_t owner[BOARD_MAX_AREA]; /* at the end: BLACK, WHITE or EMPTY */
} played_game;

/* One that is all 0 is empty.  Empties it, and keeps its memory for another game. */
void played_game_clear(played_game *g);
void played_game_free(played_game *g);

/* Appends a stone, a move, parts of the last move's target.  False: out of memory. */
bool played_game_add_stone(played_game *g, played_stone stone);
bool played_game_add_move(played_game *g, const played_move *move);
bool played_game_add_share(played_game *g, played_share share);

/* The place of the last move; there is one. */
static inline played_move *played_game_last(played_game *g) { return &g->moves[g->n_moves - 1]; }

/* Was the resignation, or that which a game played out would have had, a mistake?  False also
 * where nobody knows.                                                         */
static inline bool played_game_was_wrong(const played_game *g)
{
    return g->plays_out && g->would_resign != EMPTY && g->counted && g->winner == g->would_resign;
}

/* "two passes", "settled", "too long", "resignation". */
const char *played_end_word(played_end end);

#endif
