/* evaluate_settings.h -- the user's settings for evaluating positions.  The table of
 * options is in mcts/search_settings.c.                                       */
#ifndef KATACHI_MCTS_EVALUATE_EVALUATE_SETTINGS_H
#define KATACHI_MCTS_EVALUATE_EVALUATE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/choice.h"

/* AUTO: the network if there is one, else rollout and gammas. */
#define EVALUATORS(X)                                                                      \
    X(EVALUATOR_AUTO, "auto")                                                              \
    X(EVALUATOR_ROLLOUT, "rollout")                                                        \
    X(EVALUATOR_UNIFORM, "uniform")                                                        \
    X(EVALUATOR_NETWORK, "network")                                                        \
    X(EVALUATOR_MIXED, "mixed")
#define PRIORS(X)                                                                          \
    X(PRIOR_AUTO, "auto") X(PRIOR_GAMMAS, "gammas") X(PRIOR_UNIFORM, "uniform")            \
    X(PRIOR_NETWORK, "network")
#define PLAYOUT_POLICIES(X) X(PLAYOUT_GAMMAS, "gammas") X(PLAYOUT_UNIFORM, "uniform")
#define SYMMETRY_USES(X)                                                                   \
    X(SYMMETRY_RANDOM, "random") X(SYMMETRY_AVERAGE, "average") X(SYMMETRY_NONE, "none")

#define DOUBLING_SIDES(X)                                                                  \
    X(DOUBLING_MOVER, "mover") X(DOUBLING_BLACK, "black") X(DOUBLING_WHITE, "white")

typedef enum evaluator_id { EVALUATORS(CHOICE_NUMBER) } evaluator_id;
typedef enum prior_id { PRIORS(CHOICE_NUMBER) } prior_id;
typedef enum playout_policy { PLAYOUT_POLICIES(CHOICE_NUMBER) } playout_policy;
typedef enum symmetry_use { SYMMETRY_USES(CHOICE_NUMBER) } symmetry_use;
typedef enum doubling_side { DOUBLING_SIDES(CHOICE_NUMBER) } doubling_side;

typedef struct playout_settings {
    int policy;         /* playout_policy */
    const char *gammas; /* file; NULL: those that came with katachi */
    double sharpness;   /* probabilities are raised to this power */
    double nakade;      /* how often vital points are played at once, 0 .. 1 */
    bool sekis;         /* are kept, where there may be some */
} playout_settings;

typedef struct network_settings {
    const char *file;    /* NULL or "": none */
    const char *backend; /* NULL or "": the first that is available */
    const char *profile; /* of nn/inputs/profile.h; NULL or "": the default */
    int64_t cache;       /* bytes for cached answers */
    int batch;           /* positions evaluated together; 0: the backend decides */
    int symmetry;        /* symmetry_use */
    bool root_average;   /* average all symmetries at the root */
    double optimism, root_optimism; /* share of the optimistic policy, 0 .. 1 */
    double policy_temperature; /* the policy is raised to the power 1 / it */
    bool no_ownership;   /* nobody asks who owns the points; no option */
    double doubling;     /* playout doubling advantage of doubling_side */
    int doubling_side;   /* doubling_side; the mover is the side to move at the root */
} network_settings;

typedef struct evaluate_settings {
    int evaluator;       /* evaluator_id */
    int prior;           /* prior_id */
    const char *gammas;  /* file for the prior; NULL: those that came with katachi */
    double sharpness;    /* probabilities of the prior are raised to this power */
    int prior_moves;     /* moves that get a prior at first; 0: all */
    double lambda;       /* share of the playout in the value of the mixed evaluator */
    double score_weight; /* share of the value that depends on the margin */
    playout_settings playout;
    network_settings net;
} evaluate_settings;

/* Replaces every AUTO by a choice, and a mixture that has all of one part by that part.
 *   games_only  nn_model_knows_games_only of the network; false: it has not been read */
void evaluate_settings_resolve(evaluate_settings *s, bool games_only);

/* For resolved settings: does the value come from a network; from playouts, at least in part; is a
 * network needed at all?                                                      */
bool evaluate_settings_net_values(const evaluate_settings *s);
bool evaluate_settings_play_out(const evaluate_settings *s);
bool evaluate_settings_need_net(const evaluate_settings *s);

/* prior_moves, made a multiple of TREE_SEGMENT nodes. */
int evaluate_settings_prior_moves(const evaluate_settings *s);

/* Does the user name a network? */
bool evaluate_settings_have_net(const evaluate_settings *s);

#endif
