/* select.h -- which move of a node to try next: the rules behind one table.
 *
 * uct_rave
 *     The mean of the visits and that of all playouts in which the move came
 *     later (RAVE, S. Gelly and D. Silver 2007, 2011), mixed by a weight beta
 *     that falls with the visits, plus an upper confidence bound (UCB1 or
 *     UCB1-tuned, P. Auer et al. 2002) and a bonus for the prior.  Moves join by
 *     progressive widening (R. Coulom 2007) in the order of the prior.
 * puct
 *     Mean value plus c * prior * sqrt(N) / (1 + n) (AlphaGo 2016), with c
 *     growing with the logarithm of N (AlphaZero 2018), and untried moves worth a
 *     little less than their parent (first play urgency).                     */
#ifndef KATACHI_MCTS_TREE_SELECT_H
#define KATACHI_MCTS_TREE_SELECT_H

#include "mcts/search_settings.h"
#include "mcts/tree/tree.h"

typedef struct select_view {
    const search_settings *settings;
    tree *t;
    tree_node *node;        /* READY */
    colour to_move;         /* at the node */
    const bool *forbidden;  /* [BOARD_MAX_POINTS] moves not to be looked at; NULL: none */
} select_view;

/* The child to visit, or NULL when every move is forbidden or banned, or the
 * tree is full and no node is open.                                          */
typedef tree_node *select_rule(const select_view *v);

/* Never NULL for a rule_id. */
select_rule *select_rule_by_id(int id);

/* Moves that take part after `visits` of the node, at least 1, by
 *     visits >= start * growth^(n - 2)     for the n-th move, n >= 2.         */
int select_width(double visits, double start, double growth);

/* Weight of RAVE, 0 .. 1, for a move with n visits and m RAVE visits, at a node
 * of `visits`.                                                               */
double select_rave_weight(const search_settings *s, double visits, double n, double m);

#endif
