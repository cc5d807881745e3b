/* parts.h -- the parts that evaluators are made of: gammas, uniform, playouts, network.
 *
 * A part has a function `prior` if it can estimate how likely the moves are, and `value`
 * if it can estimate what the position is worth; a network has both.  evaluator.c holds
 * the table of evaluators and combines their parts.                           */
#ifndef KATACHI_MCTS_EVALUATE_PARTS_H
#define KATACHI_MCTS_EVALUATE_PARTS_H

#include "base/rng.h"
#include "mcts/evaluate/knowledge.h"
#include "mcts/evaluate/leaf_value.h"
#include "mcts/evaluate/line.h"

typedef struct evaluator_part {
    bool predicts;     /* `value` needs no playout, and writes the prior if there is one */
    bool slow;         /* limits are to be checked after each evaluation */
    size_t state_size; /* bytes per thread, zeroed before create, freed after destroy */

    /* Each function may be NULL.  Knowledge and settings outlive the state, and destroy
     * follows a failed create too.  begin: before a search from another root; enter and
     * leave: before a thread's first evaluation in it and after its last.     */
    go_status (*create)(void *state, const knowledge *k, const evaluate_settings *settings,
                        go_error *err);
    void (*destroy)(void *state);
    go_status (*begin)(void *state, const root_position *root, go_error *err);
    void (*enter)(void *state);
    void (*leave)(void *state);

    /* Writes the prior (`some`: that of the likeliest moves is enough); or value, lead and
     * whatever else the part estimates.                                       */
    go_status (*prior)(void *state, const line *at, bool some, leaf_value *out, go_error *err);
    go_status (*value)(void *state, const line *at, rng *random, leaf_value *out, go_error *err);
} evaluator_part;

extern const evaluator_part part_gammas;  /* prior by the gammas of the tree */
extern const evaluator_part part_uniform; /* all legal moves equally likely, every position even */
extern const evaluator_part part_playout; /* value of one playout */
extern const evaluator_part part_network; /* prior and value by a network */

#endif
