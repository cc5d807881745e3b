/* balance.h -- fits the gammas of playouts so that their mean result is right.
 *
 * Gammas learnt from moves (doc/mm.md) make each move of a playout as likely as in games. But
 * a search uses the mean result of many playouts, in which both sides err, and those errors do
 * not cancel out by themselves.  Balancing moves the gammas downhill on the mean over
 * positions of
 *
 *     1/2 (V - V*)^2  +  owner/2 mean over points (O - O*)^2
 *
 * where V and O are means over the playouts from a position (sampler.h), how often black
 * wins and owns a point, and V* and O* what a teacher says (positions.h).
 * Source: D. Silver and G. Tesauro, Monte-Carlo Simulation Balancing, 2009; S.-C. Huang,
 * R. Coulom and S.-S. Lin, Monte-Carlo Simulation Balancing in Practice, 2010, who had the
 * wins of long searches as their teacher and no owners.
 *
 * The result of a playout says little about a single move in it, the owners of all the points
 * say more: the gradient by the gammas of the first is lost in its noise where that of
 * the second is clear (doc/balance.md).
 *
 * Each step (descent.h) takes a batch of positions.  V and O come from `playouts` playouts,
 * their gradient from others, so that their product is right in the mean.     */
#ifndef KATACHI_MM_TRAIN_BALANCE_BALANCE_H
#define KATACHI_MM_TRAIN_BALANCE_BALANCE_H

#include <stdbool.h>

#include "mm_train/balance/positions.h"
#include "patterns/gammas/gammas.h"

typedef struct balance_options {
    double sharpness;   /* playouts use the gammas to this power */
    double nakade;      /* as in playout_options */
    int steps, batch;   /* positions of a step */
    int playouts;       /* from each, for V and O */
    int samples;        /* and for their gradient */
    double rate, decay; /* of descent.h */
    double owner;       /* weight of the owners */
    double held_out;    /* share of the games whose positions only measure */
    int seed, threads;  /* the same result for the same seed and number of threads */
    const char *checkpoint; /* file; NULL: none */
    double checkpoint_seconds;
    bool resume;        /* from it */
    /* false stops with GO_EINTR, after a checkpoint; may be NULL */
    bool (*progress)(void *user, const char *phase, int64_t done, int64_t total);
    /* told once when a checkpoint could not be written, without which the fit goes on; may be
     * NULL                                                                    */
    void (*on_unsaved)(void *user, const char *why);
    void *user;
} balance_options;

/* Playouts against the teacher. */
typedef struct balance_error {
    int n;              /* positions */
    double win;         /* square root of the mean of (V - V*)^2, without the noise of V */
    double owner;       /* the same for O, where it is known; 0: nowhere */
    double bias, mover; /* mean of V - V* for black and for the side to move */
    double correlation; /* of V and V* */
    double slope;       /* of V as a linear function of V*: below 1, playouts are less sure */
} balance_error;

/* Measures gammas on all positions, or on those held out, by so many playouts from each. */
go_status balance_measure(balance_error *out, const gammas *g, const balance_positions *p,
                          bool only_held_out, int playouts, const balance_options *options,
                          go_error *err);

/* Balances the gammas; g->count and g->origin stay.  On error they are as before.
 * GO_EEMPTY: there are no positions to train on; GO_EINTR; and as of descent_read. */
go_status balance_gammas(gammas *g, const balance_positions *p, const balance_options *options,
                         go_error *err);

#endif
