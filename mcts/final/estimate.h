/* estimate.h -- the fate of every chain, step by step.
 *
 * Internal to mcts/final_*.c.                                                */
#ifndef KATACHI_MCTS_FINAL_ESTIMATE_H
#define KATACHI_MCTS_FINAL_ESTIMATE_H

#include "board/game/benson.h"
#include "mcts/final/playouts.h"

/* All by chain are indexed by chain id, 1 .. board.n_chain_ids - 1. */
typedef struct final_judge {
    board board;       /* a copy, without the ko ban */
    const board *b;    /* it */
    benson benson[3];  /* [BLACK], [WHITE] */
    final_playouts playouts;
    double survival[BOARD_MAX_CHAINS]; /* share of playouts, 0 .. 1 */
    stone_fate fate[BOARD_MAX_CHAINS];
    bool settled[BOARD_MAX_CHAINS];    /* pass-alive */
    bool read[BOARD_MAX_CHAINS];       /* the fate is read out, not guessed */
    double confidence;
} final_judge;

/* Is the id in use? */
bool final_judge_is_chain(const board *b, int chain);

/* Judges the position.  The caller ends it with final_judge_destroy (accepts
 * NULL).  GO_ENOMEM.                                                          */
go_status final_judge_run(final_judge **out, const board *b, playout *p,
                          const final_status_options *options, go_error *err);
void final_judge_destroy(final_judge *j);

#endif
