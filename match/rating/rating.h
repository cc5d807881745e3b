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
 * win and half a loss against gamma 1, so that a player who won every game has a
 * finite rating.
 *
 * Elo is 400 log10(g), the mean of all players or one of them being 0.  Intervals come
 * from the curvature of the log-likelihood at its maximum (Laplace): 95 % is 1.96
 * standard deviations of the distance to that.                                 */
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

/* "The first move is worth -34 Elo (-142 .. +74)."  Returns `out`. */
const char *rating_first_move_text(const rating *first_move, char out[80]);

enum { RATING_OF_MEAN = -1 };

/* Fits out[n_players], above the player `zero` or above RATING_OF_MEAN, and *first_move (what
 * black's first move is worth).
 * GO_EEMPTY: no games.  GO_EINVAL: an unknown player, or one against itself.
 * GO_ENOMEM.                                                                   */
go_status ratings_fit(const rated_game *games, int64_t n, int n_players, int zero, rating *out,
                      rating *first_move, go_error *err);

#endif
