/* rating.h -- the strengths of several players from their games.
 *
 * Bradley and Terry's model, the same as for gammas: black and white are teams
 * of two and one,
 *
 *     P(black wins) = g_black h / (g_black h + g_white)
 *
 * with a gamma g for each player and one, h, for the first move; a draw is half
 * a win for each.  The gammas are fitted by mm_train/solver/mm_solver.h (R. Coulom,
 * Computing Elo Ratings of Move Patterns in the Game of Go, 2007; D. Hunter, MM
 * Algorithms for Generalized Bradley-Terry Models, 2004), with a prior of half a
 * win and half a loss against gamma 1 so that one who won all has a rating too.
 *
 * Elo is 400 log10(g), the mean of all players being 0.  Intervals come from the
 * curvature of the log-likelihood at its top (Laplace): 95 % is 1.96 standard
 * deviations of the distance to the mean.                                      */
#ifndef KATACHI_MATCH_RATING_RATING_H
#define KATACHI_MATCH_RATING_RATING_H

#include <stdint.h>

#include "base/status.h"

typedef struct rated_game {
    int black, white; /* players */
    int points2;      /* twice the points of black: 0, 1, 2 */
} rated_game;

typedef struct rating {
    double elo, low, high;
} rating;

/* Fits out[n_players] and *first_move (what black's first move is worth).
 * GO_EEMPTY: no games.  GO_EINVAL: a player that is none, or one against
 * itself.  GO_ENOMEM.                                                          */
go_status ratings_fit(const rated_game *games, int64_t n, int n_players, rating *out,
                      rating *first_move, go_error *err);

#endif
