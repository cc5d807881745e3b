/* settings.h -- how a network plays against itself: every setting, declared once. */
#ifndef KATACHI_SELFPLAY_SETTINGS_H
#define KATACHI_SELFPLAY_SETTINGS_H

#include <stdint.h>

#include "base/options.h"
#include "board/game/rules.h"
#include "nn/model/backend.h"

/* How moves are chosen, and what they teach:
 *   gumbel     the best of sequential halving among moves drawn with Gumbel noise; the policy
 *              that the search improved (Danihelka and others, 2022: mcts/tree/gumbel.h)
 *   alphazero  drawn by visits, at a temperature that falls during the game, after a search
 *              with Dirichlet noise in the priors; the shares of the visits */
#define SELFPLAY_ROOTS(X) X(SELFPLAY_GUMBEL, "gumbel") X(SELFPLAY_ALPHAZERO, "alphazero")
typedef enum selfplay_root { SELFPLAY_ROOTS(CHOICE_NUMBER) } selfplay_root;

enum { SELFPLAY_MOST_SIZES = 8, SELFPLAY_MOST_RULES = 8 };

typedef struct selfplay_sizes {
    int n;
    int size[SELFPLAY_MOST_SIZES];
} selfplay_sizes;

typedef struct selfplay_rules {
    int n;
    rules rules[SELFPLAY_MOST_RULES];
} selfplay_rules;

typedef struct selfplay_settings {
    const char *net, *backend;
    int64_t net_cache;           /* bytes */
    int net_batch;               /* positions evaluated together; 0: as the backend likes */
    selfplay_sizes sizes;        /* of a game: one of them, drawn */
    selfplay_rules rules;        /* the same; two passes end a game without agreement */
    double komi, komi_spread;    /* mean and deviation; whole and half points are drawn */
    double handicap;             /* share of the games that begin with stones, and with a komi
                                  * that makes them even */
    double even;                 /* share of the games whose komi makes the position after the drawn
                                  * moves even */
    int seed;

    int root;                    /* selfplay_root */
    int visits, quick_visits;
    double full_share;           /* of the moves that get `visits` and are recorded */
    int gumbel_moves;
    double noise;                /* alphazero: share of Dirichlet noise */
    double temperature, temperature_moves; /* alphazero: at the start, and moves until it has
                                            * halved; 0: as many as the board is wide */
    double opening, opening_temperature;   /* mean number of drawn moves as a share of the points */

    double resign_threshold;     /* win rate; 0: nobody resigns */
    int resign_moves;            /* own moves in a row below it */
    double play_out;             /* share of games in which nobody resigns */
    int max_moves;               /* 0: three for each point */
} selfplay_settings;

/* The table, ended by {0}; offsets are within selfplay_settings.  `net`, `sizes`, `seed` and
 * `max_moves`, which commands have in tables of their own, and `net_batch` are not in it. */
extern const option selfplay_options[];

/* An option_parse: "9" or "9,13,19". */
go_status selfplay_sizes_parse(const char *text, void *field, go_error *err);

/* The backend of the settings, or the first available one where they name none.  GO_EINVAL: there
 * is none of that name; GO_EUNSUPPORTED: it cannot be used here.               */
go_status selfplay_backend_choose(const nn_backend **out, const selfplay_settings *s,
                                  go_error *err);

/* What options cannot see.  GO_EINVAL; and as selfplay_backend_choose. */
go_status selfplay_settings_check(const selfplay_settings *s, go_error *err);

/* GO_EINVAL: one of the options that were given means nothing to the root. */
go_status selfplay_settings_named(const selfplay_settings *s, const options_given *given,
                                  go_error *err);

/* The limit of moves on a board of that size. */
int selfplay_longest(const selfplay_settings *s, int size);

#endif
