/* evaluator.h -- one call for everything the search wants to know about a leaf: how likely
 * its moves are, what it is worth, who owns the points.
 *
 *     evaluator_create(&e, &knowledge, &settings, &err);     one for each thread
 *     evaluator_begin(&e, &root, &err);                      before each search
 *     evaluator_enter(&e);
 *     evaluator_evaluate(&e, &line, EVALUATE_VALUE, &random, &value, &err);
 *     evaluator_leave(&e);
 *
 * Rollouts, networks and their mixture look alike to the search: an evaluator is made of
 * parts (parts.h), and their results are combined only here.                  */
#ifndef KATACHI_MCTS_EVALUATE_EVALUATOR_H
#define KATACHI_MCTS_EVALUATE_EVALUATOR_H

#include "base/rng.h"
#include "mcts/evaluate/knowledge.h"
#include "mcts/evaluate/leaf_value.h"
#include "mcts/evaluate/line.h"

enum { EVALUATOR_VALUES = 2 }; /* parts that a value is mixed of, at most */

/* Fields are for reading. */
typedef struct evaluator {
    const evaluate_settings *settings;
    const struct evaluator_part *part[EVALUATOR_VALUES + 1]; /* [n], first those of the value */
    void *state[EVALUATOR_VALUES + 1];
    int n, n_values;
    int prior;             /* index of the part that estimates it */
    bool prior_with_value; /* one evaluation gives both */
    bool predicts;         /* the value needs no playout: the root gets one of its own */
    bool slow;             /* a search should check its limits after each evaluation */
} evaluator;

/* For resolved settings, which are borrowed, as is the knowledge; `evaluator` and `prior`
 * must not change meanwhile.  GO_ENOMEM; and as the parts.                    */
go_status evaluator_create(evaluator *e, const knowledge *k, const evaluate_settings *settings,
                           go_error *err);
void evaluator_destroy(evaluator *e); /* one that is all zero or could not be created, too */

/* Before a search from another root. */
go_status evaluator_begin(evaluator *e, const root_position *root, go_error *err);

/* Around all evaluations of a thread in one search, or in a part of it. */
void evaluator_enter(evaluator *e);
void evaluator_leave(evaluator *e);

enum {
    EVALUATE_PRIOR = 1,     /* how likely the moves are */
    EVALUATE_VALUE = 2,     /* what the position is worth */
    EVALUATE_PREDICTION = 4,/* the value as far as no playout is needed; has_value tells
                             * whether it is complete                          */
    EVALUATE_SOME = 8       /* with EVALUATE_PRIOR: that of the likeliest moves is enough */
};

/* Evaluates the position at the end of the line.  `wanted`: a sum of the above.  *out also
 * holds what costs nothing extra, such as the prior of a network asked for the value.  An
 * error means that the network can no longer be computed.                     */
go_status evaluator_evaluate(evaluator *e, const line *at, int wanted, rng *random,
                             leaf_value *out, go_error *err);

#endif
