/* worker.h -- one thread of a search: descents from the root to a leaf, whose value goes
 * back up to the root.                                                        */
#ifndef KATACHI_MCTS_WORKER_H
#define KATACHI_MCTS_WORKER_H

#include "mcts/evaluate/evaluator.h"
#include "mcts/root.h"
#include "mcts/sums.h"
#include "mcts/tree/around.h"

/* Fields are for reading, except that `random` also serves between searches. */
typedef struct worker {
    const search_root *root;
    evaluator evaluator;
    rng random;
    line line;                         /* the descent */
    tree_node *path[LINE_MAX + 1];     /* its nodes, the root first */
    uint64_t key[LINE_MAX + 1];        /* of their positions: graph_key.h */
    uint8_t first[BOARD_MAX_POINTS];   /* who played there first, for RAVE */
    around around;                     /* what its last playout left around each point */
    bool forbidden[BOARD_MAX_POINTS];
    bool root_answered;                /* the network evaluated the root */
    nn_result root_answer;             /* its answer */
    thread_sums sums;
} worker;

/* A worker for searches of `root`; root and knowledge are borrowed.  GO_ENOMEM; and as
 * evaluator_create.                                                           */
go_status worker_create(worker **out, const search_root *root, const knowledge *k, go_error *err);
void worker_destroy(worker *w); /* accepts NULL */

/* Prepares a search from the present root.  `seed`: of its playouts.  GO_ENOMEM. */
go_status worker_begin(worker *w, uint64_t seed, go_error *err);

/* Gives the root its edges if it has none, and a value if that needs no playout; *outlook:
 * what that value says about the search.  Errors as evaluator_evaluate.       */
go_status worker_open_root(worker *w, search_outlook *outlook, go_error *err);

/* Adds n evaluations of the root's position to the sums, and to nothing else.  Errors as
 * evaluator_evaluate.                                                         */
go_status worker_sample(worker *w, int n, go_error *err);

/* One descent: select, expand, evaluate, back up.  Errors as evaluator_evaluate; a descent
 * that fails leaves no trace in the tree.                                     */
go_status worker_simulate(worker *w, go_error *err);

#endif
