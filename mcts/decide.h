/* decide.h -- from the results of a search to the move that is played. */
#ifndef KATACHI_MCTS_DECIDE_H
#define KATACHI_MCTS_DECIDE_H

#include "base/rng.h"
#include "mcts/evaluate/knowledge.h"
#include "mcts/playout/playout.h"
#include "mcts/results.h"
#include "mcts/root.h"

/* Writes the root's children, best choice first: those visited and not refused, at most
 * SEARCH_MAX_MOVES.  Returns how many.                                        */
int order_of_choice(const search_root *root, tree_node **out);

/* Lower confidence bound of a child's value for the side to move. */
double order_lcb(const search_root *root, const tree_node *child);

/* Can no other move reach the visits of the best one in `left` more playouts? */
bool order_is_decided(const search_root *root, double left);

/* Does another move have about as many visits as the best one, or more? */
bool order_is_unclear(const search_root *root);

/* A side's own moves in a row below the resign threshold, the last of them if there are more. */
typedef struct hopeless_row {
    int n;
    struct {
        size_t steps;      /* of the game before the move */
        uint64_t position; /* game_situation there */
    } move[MOST_RESIGN_MOVES]; /* [n] */
} hopeless_row;

/* What is kept from move to move. */
typedef struct decider {
    playout *ending;          /* estimates the end of the game; NULL: no estimate */
    network *net;             /* and knows better; borrowed, NULL: none */
    double evaluation_seconds; /* that it takes for one position; 0: not known */
    double missing;           /* what playouts miss of black's lead (settled.h) */
    hopeless_row hopeless[3]; /* [colour] */
} decider;

/* See search_decide.
 *   random   in  for the draw by temperature
 *   planned  in  seconds given to the move, or left on its clock if they are less; 0: no limit */
void decide_move(decider *d, const search_root *root, rng *random, double planned,
                 search_decision *out);

#endif
