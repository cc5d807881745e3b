#include "match/rating/rating.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match/rating/stats.h"
#include "mm_train/solver/mm_prior.h"
#include "mm_train/solver/mm_solver.h"
#include "mm_train/solver/mm_teams.h"

/* In games; the fit counts half games, so it gets twice as much. */
static const double prior = 0.5;

/* The number of the gamma of the first move is n_players. */
enum { ROUNDS = 10000 };

/* ---- the fit ---- */

/* One half of a game, won by black or by white. */
static go_status add_half(mm_teams *teams, const rated_game *g, int n_players, bool black_won,
                          go_error *err)
{
    int black[] = {g->black, n_players}, white[] = {g->white};
    go_status status = mm_teams_add(teams, black, 2, err);
    if (status == GO_OK)
        status = mm_teams_add(teams, white, 1, err);
    return status == GO_OK ? mm_teams_decide(teams, black_won ? 0 : 1, err) : status;
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
    go_status status = mm_teams_create(&groups, &teams, err);
    if (status != GO_OK)
        return status;
    mm_teams_set_threads(teams, 1);
    for (int64_t i = 0; i < n && status == GO_OK; i++) {
        const rated_game *g = &games[i];
        if (g->black < 0 || g->white < 0 || g->black >= n_players || g->white >= n_players ||
            g->black == g->white || g->points2 < 0 || g->points2 > 2)
            status = go_fail(err, GO_EINVAL, "game %lld is not one of two of these players",
                             (long long)i);
        if (status == GO_OK)
            status = add_half(teams, g, n_players, g->points2 > 0, err);
        if (status == GO_OK)
            status = add_half(teams, g, n_players, g->points2 == 2, err);
    }
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

static void add_to(gsl_matrix *m, int i, int j, double x)
{
    *gsl_matrix_ptr(m, (size_t)i, (size_t)j) += x;
}

/* A game adds p (1 - p) x x', where x is +1 for black and for the first move and
 * -1 for white; the prior of a gamma adds 2 prior s (1 - s).                    */
static void fill_curvature(gsl_matrix *h, const rated_game *games, int64_t n, int n_players,
                           const double *theta)
{
    gsl_matrix_set_zero(h);
    for (int64_t k = 0; k < n; k++) {
        const int who[3] = {games[k].black, games[k].white, n_players};
        static const double x[3] = {1, -1, 1};
        double p = mm_sigmoid(theta[who[0]] - theta[who[1]] + theta[n_players]);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                add_to(h, who[i], who[j], p * (1 - p) * x[i] * x[j]);
    }
    for (int i = 0; i <= n_players; i++) {
        double s = mm_sigmoid(theta[i]);
        add_to(h, i, i, 2 * prior * s * (1 - s));
    }
}

/* The variance of the sum of direction[i] theta[i]. */
static double variance(const gsl_matrix *covariance, const gsl_vector *direction,
                       gsl_vector *scratch)
{
    double v = 0;
    gsl_blas_dsymv(CblasLower, 1, covariance, direction, 0, scratch);
    gsl_blas_ddot(direction, scratch, &v);
    return v;
}

static rating rating_of_theta(double theta, double variance_of_it)
{
    double scale = 400 / log(10), half = STATS_Z95 * sqrt(fmax(0, variance_of_it));
    return (rating){scale * theta, scale * (theta - half), scale * (theta + half)};
}

static void fill_ratings(const gsl_matrix *covariance, const double *theta, int n, gsl_vector *d,
                         gsl_vector *scratch, rating *out, rating *first_move)
{
    double mean = 0;
    for (int i = 0; i < n; i++)
        mean += theta[i] / n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= n; j++)
            gsl_vector_set(d, (size_t)j, j == n ? 0 : (i == j) - 1.0 / n);
        out[i] = rating_of_theta(theta[i] - mean, variance(covariance, d, scratch));
    }
    gsl_vector_set_zero(d);
    gsl_vector_set(d, (size_t)n, 1);
    *first_move = rating_of_theta(theta[n], variance(covariance, d, scratch));
}

/* The matrix is positive definite, thanks to the prior: no error can come of it. */
static go_status add_intervals(const rated_game *games, int64_t n, int n_players,
                               const double *theta, rating *out, rating *first_move, go_error *err)
{
    size_t size = (size_t)n_players + 1;
    gsl_matrix *h = gsl_matrix_alloc(size, size);
    gsl_vector *d = gsl_vector_alloc(size), *scratch = gsl_vector_alloc(size);
    go_status status = GO_OK;
    if (h && d && scratch) {
        fill_curvature(h, games, n, n_players, theta);
        gsl_linalg_cholesky_decomp1(h);
        gsl_linalg_cholesky_invert(h);
        fill_ratings(h, theta, n_players, d, scratch, out, first_move);
    } else {
        status = go_fail(err, GO_ENOMEM, "out of memory for the ratings");
    }
    gsl_vector_free(scratch);
    gsl_vector_free(d);
    gsl_matrix_free(h);
    return status;
}

go_status ratings_fit(const rated_game *games, int64_t n, int n_players, rating *out,
                      rating *first_move, go_error *err)
{
    if (n <= 0 || n_players < 2)
        return go_fail(err, GO_EEMPTY, "there are no games to rate players by");
    double *theta = calloc((size_t)n_players + 1, sizeof *theta);
    if (!theta)
        return go_fail(err, GO_ENOMEM, "out of memory for the ratings");
    go_status status = fit(games, n, n_players, theta, err);
    if (status == GO_OK)
        status = add_intervals(games, n, n_players, theta, out, first_move, err);
    free(theta);
    return status;
}
