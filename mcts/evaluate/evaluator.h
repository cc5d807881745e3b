/* evaluator.h -- one call for all that is known of a leaf: how likely its moves are, what
 * it is worth, who owns the points.
 *
 *     evaluator_create(&e, &knowledge, &settings, &err);     one for each thread
 *     evaluator_begin(e, &root, &err);                       before each search
 *     evaluator_enter(e);
 *     evaluator_evaluate(e, &line, EVALUATE_VALUE, &random, &value, &err);
 *     evaluator_leave(e);
 *
 * Rollouts, networks and their mixture look alike to the search: an evaluator is made of
 * parts (parts.h), and what they say is combined here alone.                  */
#ifndef KATACHI_MCTS_EVALUATE_EVALUATOR_H
#define KATACHI_MCTS_EVALUATE_EVALUATOR_H

#include "base/rng.h"
#include "mcts/evaluate/knowledge.h"
#include "mcts/evaluate/leaf_value.h"
#include "mcts/evaluate/line.h"

typedef struct evaluator evaluator;

/* By resolved settings, which are borrowed as the knowledge is: evaluator and prior must
 * stay as they are.  GO_ENOMEM; and as the parts.                             */
go_status evaluator_create(evaluator **out, const knowledge *k, const evaluate_settings *settings,
                           go_error *err);
void evaluator_destroy(evaluator *e); /* accepts NULL */

/* Before a search from another root. */
go_status evaluator_begin(evaluator *e, const root_position *root, go_error *err);

/* Around all evaluations of a thread in one search, or in a part of it. */
void evaluator_enter(evaluator *e);
void evaluator_leave(evaluator *e);

enum {
    EVALUATE_PRIOR = 1,      /* how likely the moves are */
    EVALUATE_VALUE = 2,      /* what the position is worth */
    EVALUATE_PREDICTION = 4  /* the same as far as no playout is needed: has_value says
                              * whether that was all                           */
};

/* Evaluates the position at the end of the line.  `wanted`: a sum of the above; *out may
 * hold more, where it costs nothing: a network that tells the value tells the prior.  An
 * error means that a network cannot be evaluated any more.                    */
go_status evaluator_evaluate(evaluator *e, const line *at, int wanted, rng *random,
                             leaf_value *out, go_error *err);

/* Does the prior come with the value? */
bool evaluator_tells_all(const evaluator *e);

/* Is the value known without a playout?  Then the root has one of its own. */
bool evaluator_predicts(const evaluator *e);

/* Are evaluations so slow that a search should check its limits after each? */
bool evaluator_is_slow(const evaluator *e);

#endif
