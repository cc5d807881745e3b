/* search_settings.h -- everything about the search that a user may set.
 *
 * One table, search_options, declares each setting once (base/options.h); the
 * options of `katachi gtp`, the parameters of kata-set-param and the keys of
 * `katachi match --a katachi:playouts=1000,...` all come from it.             */
#ifndef KATACHI_MCTS_SEARCH_SETTINGS_H
#define KATACHI_MCTS_SEARCH_SETTINGS_H

#include <stdint.h>

#include "base/options.h"

/* The AUTO of each is what suits best: with a network puct, network and network,
 * without one uct-rave, rollouts and gammas (search_settings_resolve).        */
typedef enum rule_id { RULE_AUTO, RULE_UCT_RAVE, RULE_PUCT } rule_id;
typedef enum evaluator_id {
    EVALUATOR_AUTO,
    EVALUATOR_ROLLOUT,
    EVALUATOR_UNIFORM,
    EVALUATOR_NETWORK,
    EVALUATOR_MIXED
} evaluator_id;
typedef enum prior_id { PRIOR_AUTO, PRIOR_GAMMAS, PRIOR_UNIFORM, PRIOR_NETWORK } prior_id;
typedef enum root_rule { ROOT_RULE, ROOT_GUMBEL } root_rule;
typedef enum symmetry_use { SYMMETRY_RANDOM, SYMMETRY_AVERAGE, SYMMETRY_NONE } symmetry_use;
typedef enum playout_id { PLAYOUT_GAMMAS, PLAYOUT_UNIFORM } playout_id;
typedef enum rave_schedule { RAVE_MSE, RAVE_HAND } rave_schedule;
typedef enum ucb_kind { UCB_1, UCB_TUNED } ucb_kind;

typedef struct search_settings {
    /* how much is searched for a move; each 0: no such limit */
    int playouts;      /* new ones */
    int visits;        /* of the root, those of the tree reused included */
    double move_time;  /* seconds */
    int threads;       /* 0: one per processor */
    int64_t memory;    /* bytes of the tree; 0: a quarter of the RAM, at most 4 GB */
    int seed;          /* of playouts and draws */

    /* knowledge */
    const char *gammas;      /* files; NULL: those that came with katachi */
    const char *fast_gammas;
    int prior;               /* prior_id */
    int playout;             /* playout_id */
    int evaluator;           /* evaluator_id */
    double prior_sharpness, playout_sharpness; /* probabilities to this power */
    double playout_nakade;   /* how often vital points are played at once */

    /* networks */
    const char *net;         /* file; NULL or "": none */
    const char *backend;     /* NULL or "": the first that is available */
    const char *profile;     /* of nn/inputs/profile.h; NULL or "": the default */
    double lambda;           /* of the mixed evaluator: the share of the playout */
    int64_t net_cache;       /* bytes for answers to remember */
    int net_batch;           /* positions evaluated together; 0: as the backend likes */
    int symmetry;            /* symmetry_use */
    bool root_average;       /* all symmetries at the root */

    /* the rule of selection and its constants: see search_settings.c */
    int rule;                /* rule_id */
    int ucb;                 /* ucb_kind */
    double ucb_c;
    bool rave;
    int rave_schedule;
    double rave_k, rave_bias;
    bool widening;
    double widening_start, widening_growth;
    double prior_weight;     /* visits that the prior bias is worth */
    int expand;              /* visits before a leaf gets children */
    double c_puct; /* 0: what suits the evaluator */
    double c_puct_log, c_puct_base, fpu_reduction;
    double c_puct_spread;
    double root_temperature; /* of the priors of the root */
    int root;                /* root_rule */
    int gumbel_moves;
    double gumbel_noise;
    double virtual_loss;
    double noise, noise_alpha; /* Dirichlet at the root; 0: off */
    double score_weight;

    /* the choice and the behaviour in a game */
    bool lcb;
    double lcb_confidence;
    double temperature, temperature_moves;
    bool early_stop, reuse, ponder;
    bool resign;
    double resign_threshold; /* win rate */
    int resign_moves;        /* that many own moves in a row below it */
    double dynamic_komi;     /* points of komi a handicap stone is worth; 0: off */
    int strength;            /* 0: full; 1 .. 20: a beginner's partner and up */
    double lag;              /* seconds kept back for the way to the server */
} search_settings;

/* The table, ended by {0}; offsets are within search_settings. */
extern const option search_options[];

/* Sets all to the defaults. */
void search_settings_default(search_settings *s);

/* Puts what is meant in the place of every AUTO and of a c_puct of 0.  A mixture
 * with nothing of one part becomes the other.                                 */
void search_settings_resolve(search_settings *s);

/* Is a network asked for the values of positions; for anything?  Of resolved
 * settings.                                                                  */
bool search_settings_net_values(const search_settings *s);
bool search_settings_need_net(const search_settings *s);

/* The line of the table with that name, or NULL. */
const option *search_option(const char *name);

/* Sets one by name.  GO_END: no such setting; GO_EINVAL: a bad value. */
go_status search_settings_set(search_settings *s, const char *name, const char *value,
                              go_error *err);

/* Writes the value of one as text; false: no such setting. */
bool search_settings_get(const search_settings *s, const char *name, char *out, size_t n);

#endif
