/* evaluate_settings.h -- what a user may set about the evaluation of positions.  The
 * table of options is in mcts/search_settings.c.                              */
#ifndef KATACHI_MCTS_EVALUATE_EVALUATE_SETTINGS_H
#define KATACHI_MCTS_EVALUATE_EVALUATE_SETTINGS_H

#include <stdint.h>

#include "base/options.h"

/* AUTO: network with a network, else rollout and gammas (evaluate_settings_resolve). */
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

typedef enum evaluator_id { EVALUATORS(CHOICE_NUMBER) } evaluator_id;
typedef enum prior_id { PRIORS(CHOICE_NUMBER) } prior_id;
typedef enum playout_policy { PLAYOUT_POLICIES(CHOICE_NUMBER) } playout_policy;
typedef enum symmetry_use { SYMMETRY_USES(CHOICE_NUMBER) } symmetry_use;

typedef struct playout_settings {
    int policy;         /* playout_policy */
    const char *gammas; /* file; NULL: those that came with katachi */
    double sharpness;   /* probabilities are taken to this power */
    double nakade;      /* how often vital points are played at once */
} playout_settings;

typedef struct network_settings {
    const char *file;    /* NULL or "": none */
    const char *backend; /* NULL or "": the first that is available */
    const char *profile; /* of nn/inputs/profile.h; NULL or "": the default */
    int64_t cache;       /* bytes for cached answers */
    int batch;           /* positions evaluated together; 0: as the backend likes */
    int symmetry;        /* symmetry_use */
    bool root_average;   /* all symmetries at the root */
} network_settings;

typedef struct evaluate_settings {
    int evaluator;       /* evaluator_id */
    int prior;           /* prior_id */
    const char *gammas;  /* of the prior; file, NULL: those that came with katachi */
    double sharpness;    /* of the prior: probabilities are taken to this power */
    double lambda;       /* share of the playout in the value of the mixed evaluator */
    double score_weight; /* how much of a win is its size */
    playout_settings playout;
    network_settings net;
} evaluate_settings;

/* Puts what is meant in the place of every AUTO.  A mixture with nothing of one part
 * becomes the other.                                                          */
void evaluate_settings_resolve(evaluate_settings *s);

/* Do resolved settings take the values of positions from a network; do they need one at
 * all?                                                                        */
bool evaluate_settings_net_values(const evaluate_settings *s);
bool evaluate_settings_need_net(const evaluate_settings *s);

/* Does the user name a network? */
bool evaluate_settings_have_net(const evaluate_settings *s);

#endif
