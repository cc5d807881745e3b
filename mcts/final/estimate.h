/* estimate.h -- an estimate of the fate of every chain: pass-alive chains by Benson's
 * theorem, the others by playouts; doubtful ones are then read out.           */
#ifndef KATACHI_MCTS_FINAL_ESTIMATE_H
#define KATACHI_MCTS_FINAL_ESTIMATE_H

#include "board/game/benson.h"
#include "mcts/final/fate.h"
#include "mcts/playout/playout.h"

/* Arrays by chain are indexed by chain id, 1 .. board.n_chain_ids - 1. */
typedef struct final_estimate {
    board board;      /* a copy, without the ko ban */
    benson benson[3]; /* [BLACK], [WHITE] */
    int n_playouts;
    int32_t owned[3][BOARD_MAX_POINTS]; /* [colour][point]: playouts that gave it the point */
    double survival[BOARD_MAX_CHAINS];  /* share of playouts that left it its points */
    double surely_dead, surely_alive;   /* survival between these is in doubt */
    bool by_network;                    /* survival is a network's opinion */
    stone_fate fate[BOARD_MAX_CHAINS];
    bool settled[BOARD_MAX_CHAINS];     /* pass-alive */
    bool read[BOARD_MAX_CHAINS];        /* the fate is read out, not estimated */
    bool facing[BOARD_MAX_CHAINS];      /* without two eyes, against such chains (eyes.h) */
} final_estimate;

/* Is the id in use? */
static inline bool final_is_chain(const board *b, int chain)
{
    return b->n_members[chain] > 0 && b->chain[b->head[chain]] == chain;
}

/* Fills *e, all zero before, by up to `playouts` playouts (0: enough for the board's
 * size) in about `seconds` (0: no limit), Black and White moving first in turn.  `p` is
 * a workspace for the board's size.                                           */
void final_estimate_make(final_estimate *e, const board *position, playout *p, int playouts,
                         double seconds, uint64_t seed);

/* Replaces what the playouts say of chains that are not settled by a network's ownership
 * [n_points], -1 white .. 1 black, which is far more often right.              */
void final_estimate_believe(final_estimate *e, const float *ownership);

/* Decides doubtful chains by reading, if they lie in a small enough part of the board,
 * and finds the sekis; in life.c.  GO_ENOMEM.                                 */
go_status final_life_read(final_estimate *e, go_error *err);

/* 0 .. 1: how clear the playouts were about the least clear chain that they decide; 1
 * if all chains are settled or read out.                                      */
double final_estimate_confidence(const final_estimate *e);

#endif
