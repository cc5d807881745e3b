/* parts.h -- what evaluators are made of: whatever knows something of a position.
 *
 * A part that knows how likely the moves are has a function `prior`, one that knows what
 * the position is worth a function `value`; a network has both.  Each part is one file,
 * part_*.c; evaluator.c holds the table of evaluators and combines their parts. */
#ifndef KATACHI_MCTS_EVALUATE_PARTS_H
#define KATACHI_MCTS_EVALUATE_PARTS_H

#include "base/rng.h"
#include "mcts/evaluate/knowledge.h"
#include "mcts/evaluate/leaf_value.h"
#include "mcts/evaluate/line.h"

typedef struct evaluator_part {
    bool predicts;  /* `value` needs no playout */
    bool tells_all; /* `value` writes the prior, too */
    bool slow;      /* evaluations are few: limits are checked after each */

    /* Each of these may be NULL.  The state is that of one thread; knowledge and settings
     * outlive it.  begin: before a search from another root; enter, leave: before a
     * thread's first evaluation in it and after its last.                     */
    go_status (*create)(void **state, const knowledge *k, const evaluate_settings *settings,
                        go_error *err);
    void (*destroy)(void *state); /* accepts NULL */
    go_status (*begin)(void *state, const root_position *root, go_error *err);
    void (*enter)(void *state);
    void (*leave)(void *state);

    /* Writes the prior; or value, lead and all else that the part knows.  NULL: nothing. */
    go_status (*prior)(void *state, const line *at, leaf_value *out, go_error *err);
    go_status (*value)(void *state, const line *at, rng *random, leaf_value *out, go_error *err);
} evaluator_part;

extern const evaluator_part part_gammas;  /* prior by the gammas of the tree */
extern const evaluator_part part_uniform; /* every move as likely, every position even */
extern const evaluator_part part_playout; /* value of one playout */
extern const evaluator_part part_network; /* prior and value by a network */

#endif
