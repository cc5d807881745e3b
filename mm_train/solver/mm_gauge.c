#include "mm_train/solver/mm_gauge.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "mm_train/solver/mm_prior.h"

/* ---- finding the directions ---- */

static double group_sum(const mm_groups *groups, int g, const double *values)
{
    double sum = 0;
    for (int i = groups->first[g]; i < groups->first[g + 1]; i++)
        sum += values[i];
    return sum;
}

/* Do groups a and b (a alone if a == b) sum to the number of competitions? */
static bool covers(const mm_problem *problem, int a, int b, const double *values,
                   double tolerance)
{
    double sum = group_sum(&problem->groups, a, values);
    if (b != a)
        sum += group_sum(&problem->groups, b, values);
    double all = (double)problem->n_competitions;
    return fabs(sum - all) <= tolerance * all;
}

/* Expectations may come from single precision, wins are whole numbers. */
static bool is_direction(const mm_problem *problem, int a, int b, const double *expected)
{
    return covers(problem, a, b, problem->wins, 0.0) && covers(problem, a, b, expected, 1e-5);
}

static void add_direction(mm_gauge *gauge, int a, int b)
{
    if (gauge->n == MM_GAUGE_MAX)
        return;
    gauge->group[gauge->n][0] = a;
    gauge->group[gauge->n][1] = b;
    gauge->n++;
}

/* Pairs of which one covers everything alone or is never used say nothing new. */
static void find_pairs(mm_gauge *gauge, const mm_problem *problem, const double *expected)
{
    int n_groups = problem->groups.n_groups;
    for (int a = 0; a < n_groups; a++) {
        double sum = group_sum(&problem->groups, a, expected);
        if (sum <= 0 || is_direction(problem, a, a, expected))
            continue;
        for (int b = a + 1; b < n_groups; b++) {
            if (group_sum(&problem->groups, b, expected) > 0 &&
                is_direction(problem, a, b, expected))
                add_direction(gauge, a, b);
        }
    }
}

void mm_gauge_find(mm_gauge *gauge, const mm_problem *problem, const double *expected)
{
    gauge->n = 0;
    for (int g = 0; g < problem->groups.n_groups; g++) {
        if (is_direction(problem, g, g, expected))
            add_direction(gauge, g, g);
    }
    find_pairs(gauge, problem, expected);
}

void mm_gauge_check(mm_gauge *gauge, const mm_problem *problem, const double *expected)
{
    int kept = 0;
    for (int k = 0; k < gauge->n; k++) {
        if (!is_direction(problem, gauge->group[k][0], gauge->group[k][1], expected))
            continue;
        memmove(gauge->group[kept], gauge->group[k], sizeof gauge->group[k]);
        kept++;
    }
    gauge->n = kept;
}

/* ---- moving along them ---- */

typedef struct newton {
    int n;
    double value;
    double gradient[MM_GAUGE_MAX];
    double curvature[MM_GAUGE_MAX][MM_GAUGE_MAX]; /* minus the Hessian */
} newton;

/* The log-prior of group g raised by `shift`, its slope and its curvature. */
static void measure_group(const mm_groups *groups, int g, double shift, double prior,
                          const double *theta, double out[3])
{
    out[0] = out[1] = out[2] = 0;
    for (int i = groups->first[g]; i < groups->first[g + 1]; i++) {
        double s = mm_sigmoid(theta[i] + shift);
        out[0] += mm_log_prior(theta[i] + shift, prior);
        out[1] += prior - 2.0 * prior * s;
        out[2] += 2.0 * prior * s * (1.0 - s);
    }
}

static bool raises(const mm_gauge *gauge, int k, int g)
{
    return gauge->group[k][0] == g || gauge->group[k][1] == g;
}

static double group_shift(const mm_gauge *gauge, int g, const double *along)
{
    double shift = 0;
    for (int k = 0; k < gauge->n; k++) {
        if (raises(gauge, k, g))
            shift += along[k];
    }
    return shift;
}

static void measure(newton *at, const mm_gauge *gauge, const mm_groups *groups, double prior,
                    const double *theta, const double *along)
{
    memset(at, 0, sizeof *at);
    at->n = gauge->n;
    for (int g = 0; g < groups->n_groups; g++) {
        double sums[3];
        bool used = false;
        for (int k = 0; k < gauge->n; k++)
            used = used || raises(gauge, k, g);
        if (!used)
            continue;
        measure_group(groups, g, group_shift(gauge, g, along), prior, theta, sums);
        at->value += sums[0];
        for (int k = 0; k < gauge->n; k++) {
            if (!raises(gauge, k, g))
                continue;
            at->gradient[k] += sums[1];
            for (int l = 0; l < gauge->n; l++)
                at->curvature[k][l] += raises(gauge, l, g) ? sums[2] : 0.0;
        }
    }
}

/* Solves curvature * step = gradient by Cholesky's method, in place.  Directions
 * that depend on earlier ones have no pivot left and are not moved.          */
static void newton_step(newton *at, double *step)
{
    double(*l)[MM_GAUGE_MAX] = at->curvature;
    for (int j = 0; j < at->n; j++) {
        double diagonal = l[j][j], pivot = diagonal;
        for (int k = 0; k < j; k++)
            pivot -= l[j][k] * l[j][k];
        l[j][j] = pivot > 1e-10 * diagonal ? sqrt(pivot) : 0.0;
        for (int i = j + 1; i < at->n; i++) {
            double sum = l[i][j];
            for (int k = 0; k < j; k++)
                sum -= l[i][k] * l[j][k];
            l[i][j] = l[j][j] > 0 ? sum / l[j][j] : 0.0;
        }
    }
    for (int i = 0; i < at->n; i++) {
        double sum = at->gradient[i];
        for (int k = 0; k < i; k++)
            sum -= l[i][k] * step[k];
        step[i] = l[i][i] > 0 ? sum / l[i][i] : 0.0;
    }
    for (int i = at->n - 1; i >= 0; i--) {
        double sum = step[i];
        for (int k = i + 1; k < at->n; k++)
            sum -= l[k][i] * step[k];
        step[i] = l[i][i] > 0 ? sum / l[i][i] : 0.0;
    }
}

static double largest(const double *values, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(values[i]));
    return most;
}

/* Moves from `here` by scale * step, halving the scale until the log-prior does
 * not fall; close in, rounding hides the rise, and Newton's step is good without
 * a test.  False: the step has become too small to matter.                    */
static bool go_along(const mm_gauge *gauge, const mm_groups *groups, double prior,
                     const double *theta, const double *step, double size, double *along,
                     newton *here)
{
    newton there;
    double trial[MM_GAUGE_MAX];
    double scale = size > 2.0 ? 2.0 / size : 1.0; /* far out the prior is almost linear */
    while (size * scale >= 1e-13) {
        for (int k = 0; k < gauge->n; k++)
            trial[k] = along[k] + scale * step[k];
        measure(&there, gauge, groups, prior, theta, trial);
        if (size < 1e-3 || there.value >= here->value) {
            memcpy(along, trial, (size_t)gauge->n * sizeof *along);
            *here = there;
            return true;
        }
        scale /= 2;
    }
    return false;
}

/* Newton's method. */
static void climb(const mm_gauge *gauge, const mm_groups *groups, double prior,
                  const double *theta, double *along)
{
    newton here;
    measure(&here, gauge, groups, prior, theta, along);
    for (int iteration = 0; iteration < 100; iteration++) {
        double step[MM_GAUGE_MAX] = {0};
        newton_step(&here, step);
        double size = largest(step, gauge->n);
        if (!go_along(gauge, groups, prior, theta, step, size, along, &here) || size < 1e-9)
            return;
    }
}

void mm_gauge_fix(const mm_gauge *gauge, const mm_groups *groups, double prior, double *theta)
{
    double along[MM_GAUGE_MAX] = {0};
    if (gauge->n == 0)
        return;
    climb(gauge, groups, prior, theta, along);
    for (int g = 0; g < groups->n_groups; g++) {
        double shift = group_shift(gauge, g, along);
        for (int i = groups->first[g]; i < groups->first[g + 1] && shift != 0.0; i++)
            theta[i] += shift;
    }
}
