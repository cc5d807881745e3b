/* search_settings.h -- all settings of the search that a user can change.
 *
 * One table, search_options, declares each of them (base/options.h): the options of
 * `katachi gtp`, the parameters of kata-set-param and the keys of
 * `katachi match --a katachi:playouts=1000,...` all come from it.             */
#ifndef KATACHI_MCTS_SEARCH_SETTINGS_H
#define KATACHI_MCTS_SEARCH_SETTINGS_H

#include "base/options.h"
#include "mcts/candidates.h"
#include "mcts/evaluate/evaluate_settings.h"
#include "mcts/tree/average.h"
#include "mcts/tree/gumbel.h"
#include "mcts/tree/edges.h"
#include "mcts/tree/select.h"

#define ROOT_RULES(X) X(ROOT_RULE, "rule") X(ROOT_GUMBEL, "gumbel")
typedef enum root_rule { ROOT_RULES(CHOICE_NUMBER) } root_rule;

/* How much is searched for a move; 0: no such limit. */
typedef struct limit_settings {
    int playouts;     /* new ones */
    int visits;       /* of the root, including those of the reused tree */
    double move_time; /* seconds */
    double lag;       /* seconds reserved for the delay of a server */
    bool early_stop, ponder;
} limit_settings;

typedef struct tree_settings {
    int64_t memory; /* bytes; 0: a quarter of the RAM, at most 4 GB */
    int expand;     /* visits before a leaf gets children; 0: search_visits_to_expand */
    bool reuse;     /* from move to move */
    bool graph;     /* equal positions are searched as one */
} tree_settings;

typedef struct root_settings {
    int rule; /* root_rule */
    gumbel_settings gumbel;
    noise_settings noise;
    double temperature;  /* priors are raised to the power 1 / temperature */
    double wide;         /* noise in the root's values: tree/select.h */
    bool symmetry;       /* one of symmetric moves stands for all */
    double dynamic_komi; /* points of komi for each handicap stone; 0: off */
} root_settings;

enum { MOST_RESIGN_MOVES = 1000 };

/* How the move is chosen from the results. */
typedef struct choice_settings {
    bool retrospect;
    bool lcb;
    double lcb_confidence;
    double temperature, temperature_moves;
    bool resign;
    double resign_threshold; /* win rate */
    double resign_lead;      /* points behind; 0: any number */
    int resign_moves;        /* own moves in a row below it */
    int solve;               /* positions to solve the end exactly; 0: do not */
    const char *book;        /* a file (book/book.h); NULL: none */
    candidate_settings candidates;
    int rank;                /* of rank.h; RANK_FULL: full strength */
} choice_settings;

/* Each group is read only by the part of the search of that name. */
typedef struct search_settings {
    int threads; /* 0: one per processor */
    int seed;    /* of playouts and draws */
    limit_settings limits;
    evaluate_settings evaluate;
    select_settings select;
    average_settings average;
    tree_settings tree;
    root_settings root;
    choice_settings choice;
} search_settings;

/* The table, ended by {0}; offsets are within search_settings. */
extern const option search_options[];

/* For the help of commands that have these options (command_spec.help): those that people use
 * first, and headings for all.                                                */
extern const option_help search_help;

/* Options of games alone: idle (command_spec.idle) in commands that analyse positions. */
extern const char *const search_options_of_games[];

/* Sets all to the defaults. */
void search_settings_default(search_settings *s);

/* A seed that nobody can foretell; never 0. */
int search_draw_seed(void);

/* Replaces every AUTO, and a c_puct and a seed of 0, by a choice.
 *   games_only  as in evaluate_settings_resolve                               */
void search_settings_resolve(search_settings *s, bool games_only);

/* After how many visits a position gets its moves, while the root has `visits`.  A short search needs
 * the depth; a long one gains more by the playouts that it saves: doc/strength.md. */
int search_visits_to_expand(const tree_settings *s, int size, uint32_t visits);

/* The table's entry of that name, or NULL. */
const option *search_option(const char *name);

/* May others than the user of the program change this setting: the client of a query, a page?
 * Not texts, of which most name files, and not what needs another tree or other threads.  False
 * for NULL.                                                                   */
bool search_option_is_open(const option *o);

/* Sets the setting of that name.  GO_END: no such setting; GO_EINVAL: a bad value. */
go_status search_settings_set(search_settings *s, const char *name, const char *value,
                              go_error *err);

/* Writes the value of a setting as text.  False: no such setting. */
bool search_settings_get(const search_settings *s, const char *name, char *out, size_t n);

#endif
