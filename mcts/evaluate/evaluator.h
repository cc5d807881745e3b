/* evaluator.h -- what a position is worth: the table behind which rollouts,
 * networks and their mixture look alike to the search.                       */
#ifndef KATACHI_MCTS_EVALUATE_EVALUATOR_H
#define KATACHI_MCTS_EVALUATE_EVALUATOR_H

#include "mcts/evaluate/knowledge.h"
#include "mcts/playout/playout.h"

/* What a network says of a position, from black's view. */
typedef struct net_opinion {
    bool known;    /* else there is none */
    double value;  /* 0 .. 1 */
    bool has_lead;
    double lead;
} net_opinion;

/* The leaf of a descent. */
typedef struct leaf {
    const board *board;
    colour to_move;
    double offset;   /* added to black's area margin: komi and all else */
    double handicap; /* dynamic komi: not in the lead, but in the value */
    net_opinion net; /* when evaluate_settings_net_values */
} leaf;

typedef struct evaluation {
    double value;              /* black's share of a win, 0 .. 1 */
    double lead;               /* black's points, komi included */
    double playout_lead;       /* the same of the playout alone */
    const board_move *moves; /* of a playout, for RAVE; NULL: there was none */
    int n_moves;
    const board *end;          /* its last position, for ownership; NULL: none */
} evaluation;

/* One evaluator for each thread. */
typedef struct evaluator_type {
    const char *name;
    go_status (*create)(void **state, const knowledge *k, go_error *err);
    void (*destroy)(void *state); /* accepts NULL */
    /* The pointers in *out are good until the next call. */
    void (*evaluate)(void *state, const leaf *at, const evaluate_settings *settings, rng *random,
                     evaluation *out);
} evaluator_type;

/* Never NULL for the ids of evaluate_settings.h. */
const evaluator_type *evaluator_by_id(int id);

/* A won game is worth 1, a lost one 0, a draw one half; a share `weight` of that
 * is given by how much is won, so that of two wins the larger is preferred.   */
double evaluator_value(double lead, double weight, int area);

#endif
