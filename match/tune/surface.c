#include "match/tune/surface.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Standard deviation of the constant and of the differences of opponents, log odds: 90 %
 * against one is as likely as 10 %.                                           */
static const double constant_spread = 2;

/* The prior of the kernel: the logarithms of spread and lengths are normal. */
static const double usual_spread = 0.5, usual_length = 0.7, usual_factor = 0.7;
static const double least_spread = 0.03, most_spread = 4, least_length = 0.15, most_length = 6;

enum { NEWTON_STEPS = 100, HALVINGS = 20 };

struct surface {
    basis_axis axis[BASIS_AXES];
    int n_axes, n_opponents;
    basis_shape shape;
    basis *basis;      /* of the shape */
    int size;          /* weights: constant, opponents but the first, products */
    double *mean;      /* [size] */
    gsl_matrix *lower; /* Cholesky factor of the precision of the weights */
    double *scratch;   /* [3 * size] */
    double evidence;   /* logarithm, with the prior of the kernel */
};

/* ---- creating ---- */

static basis_shape usual_shape(void)
{
    basis_shape shape = {.spread = usual_spread};
    for (int i = 0; i < BASIS_AXES; i++)
        shape.length[i] = usual_length;
    return shape;
}

go_status surface_create(surface **out, const basis_axis *axes, int n_axes, int n_opponents,
                         go_error *err)
{
    surface *s = *out = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a surface");
    memcpy(s->axis, axes, (size_t)n_axes * sizeof *axes);
    s->n_axes = n_axes;
    s->n_opponents = n_opponents;
    s->shape = usual_shape();
    return GO_OK;
}

static void forget_fit(surface *s)
{
    basis_destroy(s->basis);
    gsl_matrix_free(s->lower);
    free(s->mean);
    free(s->scratch);
    s->basis = NULL;
    s->lower = NULL;
    s->mean = s->scratch = NULL;
}

void surface_destroy(surface *s)
{
    if (s)
        forget_fit(s);
    free(s);
}

static go_status prepare(surface *s, go_error *err)
{
    forget_fit(s);
    GO_TRY(basis_create(&s->basis, s->axis, s->n_axes, &s->shape, err));
    s->size = s->n_opponents + basis_size(s->basis);
    size_t n = (size_t)s->size;
    s->mean = calloc(n, sizeof *s->mean);
    s->scratch = calloc(3 * n, sizeof *s->scratch);
    s->lower = gsl_matrix_alloc(n, n);
    return s->mean && s->scratch && s->lower
               ? GO_OK
               : go_fail(err, GO_ENOMEM, "out of memory for a surface");
}

/* ---- features ---- */

/* `opponent` -1 is the mean of all. */
static void fill_features(const surface *s, const double *at, int opponent, double *out)
{
    out[0] = constant_spread;
    for (int o = 1; o < s->n_opponents; o++)
        out[o] = constant_spread * (opponent < 0 ? 1.0 / s->n_opponents : o == opponent);
    basis_values(s->basis, at, out + s->n_opponents);
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* ---- the fit: Newton's method ---- */

/* log(1 + exp(x)) */
static double soft_plus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* Log-likelihood and prior of weights; rows is [n][size]. */
static double objective(const surface *s, const surface_sample *samples, int n,
                        const double *rows, const double *weights)
{
    double sum = -0.5 * dot(weights, weights, s->size);
    for (int k = 0; k < n; k++) {
        double f = dot(&rows[(size_t)k * (size_t)s->size], weights, s->size);
        sum += samples[k].points * f - samples[k].games * soft_plus(f);
    }
    return sum;
}

/* The gradient at the mean, and minus the Hessian (its lower half) in s->lower. */
static void derive(surface *s, const surface_sample *samples, int n, const double *rows,
                   double *gradient)
{
    size_t size = (size_t)s->size;
    gsl_matrix_set_identity(s->lower);
    for (size_t i = 0; i < size; i++)
        gradient[i] = -s->mean[i];
    for (int k = 0; k < n; k++) {
        const double *row = &rows[(size_t)k * size];
        double p = 1 / (1 + exp(-dot(row, s->mean, s->size)));
        double excess = samples[k].points - samples[k].games * p;
        double curvature = samples[k].games * p * (1 - p);
        for (size_t i = 0; i < size; i++) {
            double *line = s->lower->data + i * s->lower->tda, scaled = curvature * row[i];
            gradient[i] += excess * row[i];
            for (size_t j = 0; j <= i; j++)
                line[j] += scaled * row[j];
        }
    }
}

/* Solves lower lower' x = b in place. */
static void solve(const surface *s, double *b)
{
    gsl_vector_view v = gsl_vector_view_array(b, (size_t)s->size);
    gsl_linalg_cholesky_svx(s->lower, &v.vector);
}

/* The objective is concave; a step that overshoots is halved.  Leaves the Cholesky factor
 * at the maximum in s->lower, and returns the objective there.                 */
static double climb(surface *s, const surface_sample *samples, int n, const double *rows)
{
    double *step = s->scratch, *trial = step + s->size;
    double value = objective(s, samples, n, rows, s->mean);
    for (int i = 0; i < NEWTON_STEPS; i++) {
        derive(s, samples, n, rows, step);
        gsl_linalg_cholesky_decomp1(s->lower); /* the prior makes it positive definite */
        memcpy(trial, step, (size_t)s->size * sizeof *step);
        solve(s, step);
        double gain = dot(trial, step, s->size); /* twice what the step promises */
        double better = value;
        for (int k = 0; gain > 1e-14 && k < HALVINGS; k++) {
            double part = ldexp(1, -k);
            for (int j = 0; j < s->size; j++)
                trial[j] = s->mean[j] + part * step[j];
            better = objective(s, samples, n, rows, trial);
            if (better > value)
                break;
        }
        if (better <= value)
            break;
        memcpy(s->mean, trial, (size_t)s->size * sizeof *trial);
        value = better;
    }
    return value;
}

/* The prior of the kernel, up to a constant. */
static double shape_prior(const surface *s)
{
    double z = log(s->shape.spread / usual_spread) / usual_factor, sum = -0.5 * z * z;
    for (int i = 0; i < s->n_axes; i++) {
        z = log(s->shape.length[i] / usual_length) / usual_factor;
        sum -= 0.5 * z * z;
    }
    return sum;
}

go_status surface_fit(surface *s, const surface_sample *samples, int n, go_error *err)
{
    GO_TRY(prepare(s, err));
    double *rows = calloc((size_t)n + 1, (size_t)s->size * sizeof *rows);
    if (!rows)
        return go_fail(err, GO_ENOMEM, "out of memory for a surface");
    for (int k = 0; k < n; k++)
        fill_features(s, samples[k].at, samples[k].opponent, &rows[(size_t)k * (size_t)s->size]);
    s->evidence = climb(s, samples, n, rows) + shape_prior(s);
    for (size_t i = 0; i < (size_t)s->size; i++)
        s->evidence -= log(gsl_matrix_get(s->lower, i, i));
    free(rows);
    return GO_OK;
}

/* ---- spread and lengths ---- */

/* Multiplies one number of the shape, the spread or a length; false: out of range. */
static bool vary(basis_shape *shape, int which, double factor)
{
    double *x = which == 0 ? &shape->spread : &shape->length[which - 1];
    *x *= factor;
    return which == 0 ? *x >= least_spread && *x <= most_spread
                      : *x >= least_length && *x <= most_length;
}

/* One number after the other is varied by a factor, while that makes the games likelier;
 * then by a smaller one.                                                       */
static go_status improve_shape(surface *s, const surface_sample *samples, int n, go_error *err)
{
    static const double factors[] = {2, 1.4, 1.18};
    GO_TRY(surface_fit(s, samples, n, err));
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        for (int which = 0; which <= s->n_axes; which++) {
            for (int up = 0; up < 2; up++) {
                basis_shape best = s->shape;
                double most = s->evidence;
                while (vary(&s->shape, which, up ? factors[f] : 1 / factors[f])) {
                    GO_TRY(surface_fit(s, samples, n, err));
                    if (s->evidence <= most)
                        break;
                    best = s->shape;
                    most = s->evidence;
                }
                s->shape = best;
                s->evidence = most;
            }
        }
    }
    return GO_OK;
}

/* From a smooth surface and from one with a narrow peak, since there may be two optima. */
go_status surface_learn(surface *s, const surface_sample *samples, int n, go_error *err)
{
    static const double starts[] = {1, 0.3};
    basis_shape best = usual_shape();
    double most = -INFINITY;
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
        s->shape = usual_shape();
        for (int i = 0; i < s->n_axes; i++)
            s->shape.length[i] *= starts[k];
        GO_TRY(improve_shape(s, samples, n, err));
        if (s->evidence > most) {
            best = s->shape;
            most = s->evidence;
        }
    }
    s->shape = best;
    return GO_OK;
}

const basis_shape *surface_shape(const surface *s)
{
    return &s->shape;
}

/* ---- after a fit ---- */

int surface_size(const surface *s)
{
    return s->size;
}

const double *surface_mean(const surface *s)
{
    return s->mean;
}

void surface_features(const surface *s, const double *at, double *features)
{
    fill_features(s, at, -1, features);
}

/* mean + lower^-T z with z standard normal has the covariance (lower lower^T)^-1. */
void surface_draw(surface *s, rng *random, double *weights)
{
    gsl_vector_view v = gsl_vector_view_array(weights, (size_t)s->size);
    for (int i = 0; i < s->size; i++)
        weights[i] = gsl_cdf_ugaussian_Pinv(rng_double(random) + 0x1p-54);
    gsl_blas_dtrsv(CblasLower, CblasTrans, CblasNonUnit, s->lower, &v.vector);
    for (int i = 0; i < s->size; i++)
        weights[i] += s->mean[i];
}

/* The weighted sum of the weights, with |lower^-1 row| as its deviation.  Overwrites row. */
static surface_value value_along(const surface *s, double *row)
{
    surface_value value = {.mean = dot(row, s->mean, s->size)};
    gsl_vector_view v = gsl_vector_view_array(row, (size_t)s->size);
    gsl_blas_dtrsv(CblasLower, CblasNoTrans, CblasNonUnit, s->lower, &v.vector);
    value.deviation = gsl_blas_dnrm2(&v.vector);
    return value;
}

surface_value surface_at(surface *s, const double *at)
{
    surface_features(s, at, s->scratch);
    return value_along(s, s->scratch);
}

surface_value surface_difference(surface *s, const double *at, const double *other)
{
    double *row = s->scratch, *minus = row + s->size;
    surface_features(s, at, row);
    surface_features(s, other, minus);
    for (int i = 0; i < s->size; i++)
        row[i] -= minus[i];
    return value_along(s, row);
}
