/* select.h -- the rules that select which move of a node to try next.
 *
 * uct_rave
 *     The mean of the visits and that of all playouts in which the move came
 *     later (RAVE, S. Gelly and D. Silver 2007, 2011), by the result or by the
 *     points around the move (around.h), mixed by a weight beta
 *     that falls with the visits, plus an upper confidence bound (UCB1 or
 *     UCB1-tuned, P. Auer et al. 2002) and a bonus for the prior.  Moves join by
 *     progressive widening (R. Coulom 2007) in the order of the prior.
 * puct
 *     Mean value plus c * prior * sqrt(N) / (1 + n) (AlphaGo 2016), with c
 *     growing with the logarithm of N (AlphaZero 2018), and untried moves worth a
 *     little less than their parent (first play urgency).
 *
 * At the root either can be made to look at more moves, for analysis (KataGo's wideRootNoise,
 * cpp/search/searchexplorehelpers.cpp): with w that much,
 *
 *     prior <- prior^(1 / (4 w + 1)),   value <- value + w / 2 |g| in half of all descents
 *
 * with g drawn from a normal distribution, anew for each move and descent.    */
#ifndef KATACHI_MCTS_TREE_SELECT_H
#define KATACHI_MCTS_TREE_SELECT_H

#include "base/choice.h"
#include "base/rng.h"
#include "mcts/tree/tree.h"

/* AUTO: puct if there is a network, else uct-rave. */
#define SELECT_RULES(X) X(RULE_AUTO, "auto") X(RULE_UCT_RAVE, "uct-rave") X(RULE_PUCT, "puct")
#define UCB_KINDS(X) X(UCB_1, "ucb1") X(UCB_TUNED, "tuned")
#define PUCT_COUNTS(X) X(PUCT_NODE, "node") X(PUCT_CHILDREN, "children")
#define RAVE_SCHEDULES(X) X(RAVE_MSE, "mse") X(RAVE_HAND, "hand")

typedef enum rule_id { SELECT_RULES(CHOICE_NUMBER) } rule_id;
typedef enum ucb_kind { UCB_KINDS(CHOICE_NUMBER) } ucb_kind;
typedef enum puct_count { PUCT_COUNTS(CHOICE_NUMBER) } puct_count;
typedef enum rave_schedule { RAVE_SCHEDULES(CHOICE_NUMBER) } rave_schedule;

/* Meanings and defaults are in the table of mcts/search_settings.c. */
typedef struct select_settings {
    int rule;            /* rule_id */
    double virtual_loss; /* losses counted for each visit under way */

    int ucb;             /* ucb_kind */
    double ucb_c;
    bool rave;
    int rave_schedule;   /* rave_schedule */
    double rave_k, rave_bias;
    int rave_reach; /* lines around a move; 0: results count */
    double rave_point;
    bool widening;
    double widening_start, widening_growth;
    double prior_weight; /* of the prior in uct-rave */

    double c_puct;       /* 0: chosen by the evaluator */
    double c_puct_log, c_puct_base, c_puct_spread;
    int c_puct_count;    /* puct_count */
    double fpu_reduction, root_fpu_reduction;
    double fpu_mix;      /* power of the tried prior that is the weight of the average */
} select_settings;

typedef struct select_view {
    const select_settings *settings;
    tree *t;
    tree_node *node;        /* expanded */
    colour to_move;         /* at the node */
    const bool *forbidden;  /* [BOARD_MAX_POINTS] moves to leave out; NULL: none */
    bool proven;            /* the node is proven: moves that are proven to lose take part */
    bool *wants_more;       /* becomes true if moves are wanted that are not among the known
                             * ones of a NODE_SOME; NULL: nobody asks */
    double wide;            /* noise in the values of the root's moves; 0 elsewhere */
    rng *random;            /* draws it */
} select_view;

/* The child to visit; NULL if every move is forbidden or banned, or if the tree
 * is full and no node is open.                                               */
typedef tree_node *select_rule(const select_view *v);

/* Does the rule look at what playouts add to the moves that came later in them? */
bool select_uses_rave(const select_settings *s);

/* The reach of the tree (tree.h): 0 where RAVE is not used. */
int select_rave_reach(const select_settings *s);

/* Never NULL for a rule_id. */
select_rule *select_rule_by_id(int id);

/* The weight of visits that puct would give a tried child now, if it began anew: as many as leave
 * it no less attractive than `best`.  INFINITY: it would always prefer the child. */
double select_puct_again(const select_view *v, const tree_node *best, const tree_node *child);

/* How many moves take part after `visits` of the node, at least 1: the n-th if
 *     visits >= start * growth^(n - 2)     for n >= 2.                        */
int select_width(double visits, double start, double growth);

/* Weight of RAVE, 0 .. 1, for a move with n visits and m RAVE visits at a node
 * with `visits`.                                                             */
double select_rave_weight(const select_settings *s, double visits, double n, double m);

#endif
