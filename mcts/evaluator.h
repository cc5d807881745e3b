/* evaluator.h -- what a position is worth: the table behind which rollouts,
 * networks and their mixture look alike to the search.                       */
#ifndef KATACHI_MCTS_EVALUATOR_H
#define KATACHI_MCTS_EVALUATOR_H

#include "mcts/knowledge.h"
#include "mcts/playout.h"

/* The leaf of a descent. */
typedef struct leaf {
    const board *board;
    colour to_move;
    double offset; /* added to black's area margin: komi and all else */
} leaf;

typedef struct evaluation {
    double value;              /* black's share of a win, 0 .. 1 */
    double lead;               /* black's points, komi included */
    const playout_move *moves; /* of a playout, for RAVE; NULL: there was none */
    int n_moves;
    const board *end;          /* its last position, for ownership; NULL: none */
} evaluation;

/* One evaluator for each thread. */
typedef struct evaluator_type {
    const char *name;
    go_status (*create)(void **state, const knowledge *k, go_error *err);
    void (*destroy)(void *state); /* accepts NULL */
    /* The pointers in *out are good until the next call. */
    void (*evaluate)(void *state, const leaf *at, double score_weight, rng *random,
                     evaluation *out);
} evaluator_type;

/* Never NULL for the ids of search_settings.h. */
const evaluator_type *evaluator_by_id(int id);

/* A won game is worth 1, a lost one 0, a draw one half; a share `weight` of that
 * is given by how much is won, so that of two wins the larger is preferred.   */
double evaluator_value(double lead, double weight, int area);

#endif
