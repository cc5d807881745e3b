#include "match/rating/rating.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/rating/stats.h"
#include "mm_train/solver/mm_prior.h"
#include "mm_train/solver/mm_solver.h"
#include "mm_train/solver/mm_teams.h"

/* In games; the fit counts half games, so it gets twice as much. */
static const double prior = 0.5;

enum { ROUNDS = 10000 };

/* ---- the fit ---- */

/* A game counts as two halves, and a draw as one won by each.  The gamma of the first
 * move has the number n_players.                                               */
static go_status add_game(mm_teams *teams, const rated_game *g, int64_t number, int n_players,
                          go_error *err)
{
    const int black[] = {g->black, n_players};
    if (g->black < 0 || g->white < 0 || g->black >= n_players || g->white >= n_players ||
        g->black == g->white || g->points2 < 0 || g->points2 > 2)
        return go_fail(err, GO_EINVAL, "game %lld is not between two of the %d players",
                       (long long)number, n_players);
    for (int half = 0; half < 2; half++) {
        GO_TRY(mm_teams_add(teams, black, 2, err));
        GO_TRY(mm_teams_add(teams, &g->white, 1, err));
        GO_TRY(mm_teams_decide(teams, g->points2 > half ? 0 : 1, err));
    }
    return GO_OK;
}

static go_status fit(const rated_game *games, int64_t n, int n_players, double *theta,
                     go_error *err)
{
    const int first[] = {0, n_players, n_players + 1};
    const mm_groups groups = {2, first};
    mm_teams *teams;
    mm_solver *solver = NULL;
    mm_progress progress = {0};
    mm_solver_options options = mm_solver_strict();
    options.prior = 2 * prior;
    GO_TRY(mm_teams_create(&groups, &teams, err));
    mm_teams_set_threads(teams, 1);
    go_status status = GO_OK;
    for (int64_t i = 0; i < n && status == GO_OK; i++)
        status = add_game(teams, &games[i], i, n_players, err);
    if (status == GO_OK)
        status = mm_solver_create(mm_teams_problem(teams), &options, NULL, &solver, err);
    for (int i = 0; i < ROUNDS && status == GO_OK && !progress.converged; i++)
        status = mm_solver_step(solver, &progress, err);
    if (status == GO_OK)
        memcpy(theta, mm_solver_theta(solver), ((size_t)n_players + 1) * sizeof *theta);
    mm_solver_destroy(solver);
    mm_teams_destroy(teams);
    return status;
}

/* ---- the curvature ---- */

/* A game adds p (1 - p) x x', where x is +1 for black and for the first move and
 * -1 for white; the prior of a gamma adds 2 prior s (1 - s).                    */
static void fill_curvature(gsl_matrix *h, const rated_game *games, int64_t n, int n_players,
                           const double *theta)
{
    for (int64_t k = 0; k < n; k++) {
        const int who[3] = {games[k].black, games[k].white, n_players};
        static const double x[3] = {1, -1, 1};
        double p = mm_sigmoid(theta[who[0]] - theta[who[1]] + theta[n_players]);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                *gsl_matrix_ptr(h, (size_t)who[i], (size_t)who[j]) += p * (1 - p) * x[i] * x[j];
    }
    for (size_t i = 0; i <= (size_t)n_players; i++) {
        double s = mm_sigmoid(theta[i]);
        *gsl_matrix_ptr(h, i, i) += 2 * prior * s * (1 - s);
    }
}

/* The sum of direction[i] theta[i] in Elo, with the interval that its variance gives. */
static rating rating_along(double sum, const gsl_vector *direction, const gsl_matrix *covariance,
                           gsl_vector *scratch)
{
    double variance = 0, scale = 400 / log(10);
    gsl_blas_dsymv(CblasLower, 1, covariance, direction, 0, scratch);
    gsl_blas_ddot(direction, scratch, &variance);
    double half = STATS_Z95 * sqrt(fmax(0, variance));
    return (rating){scale * sum, scale * (sum - half), scale * (sum + half)};
}

/* What the player i counts in the level that is 0. */
static double share_of_zero(int i, int zero, int n_players)
{
    return zero == RATING_OF_MEAN ? 1.0 / n_players : i == zero;
}

/* The matrix is positive definite, thanks to the prior, so its inversion cannot fail. */
static go_status add_intervals(const rated_game *games, int64_t n, int n_players, int zero,
                               const double *theta, rating *out, rating *first_move, go_error *err)
{
    size_t last = (size_t)n_players;
    gsl_matrix *h = gsl_matrix_calloc(last + 1, last + 1);
    gsl_vector *d = gsl_vector_alloc(last + 1), *scratch = gsl_vector_alloc(last + 1);
    go_status status = GO_OK;
    double level = 0;
    if (!h || !d || !scratch) {
        status = go_fail(err, GO_ENOMEM, "out of memory for the ratings");
        goto done;
    }
    fill_curvature(h, games, n, n_players, theta);
    gsl_linalg_cholesky_decomp1(h);
    gsl_linalg_cholesky_invert(h);
    for (int i = 0; i < n_players; i++)
        level += theta[i] * share_of_zero(i, zero, n_players);
    for (int i = 0; i < n_players; i++) {
        gsl_vector_set_zero(d);
        for (int j = 0; j < n_players; j++)
            gsl_vector_set(d, (size_t)j, (i == j) - share_of_zero(j, zero, n_players));
        out[i] = rating_along(theta[i] - level, d, h, scratch);
    }
    gsl_vector_set_basis(d, last);
    *first_move = rating_along(theta[last], d, h, scratch);
done:
    gsl_vector_free(scratch);
    gsl_vector_free(d);
    gsl_matrix_free(h);
    return status;
}

const char *rating_first_move_text(const rating *first_move, char out[80])
{
    char elo[16], range[40];
    snprintf(out, 80, "Black's advantage is %s Elo (%s).", stats_elo_text(first_move->elo, elo),
             stats_elo_range(first_move->low, first_move->high, range));
    return out;
}

go_status ratings_fit(const rated_game *games, int64_t n, int n_players, int zero, rating *out,
                      rating *first_move, go_error *err)
{
    if (n <= 0 || n_players < 2)
        return go_fail(err, GO_EEMPTY, "no games to rate players from");
    double *theta = calloc((size_t)n_players + 1, sizeof *theta);
    if (!theta)
        return go_fail(err, GO_ENOMEM, "out of memory for the ratings");
    go_status status = fit(games, n, n_players, theta, err);
    if (status == GO_OK)
        status = add_intervals(games, n, n_players, zero, theta, out, first_move, err);
    free(theta);
    return status;
}
