#include "mm_train/solver/mm_gauge.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
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

/* What the gammas of one group or two won, and were expected to win. */
typedef struct won {
    double wins, expected;
} won;

static won won_by(const mm_problem *problem, int g, const double *expected)
{
    return (won){group_sum(&problem->groups, g, problem->wins),
                 group_sum(&problem->groups, g, expected)};
}

static won together(won a, won b)
{
    return (won){a.wins + b.wins, a.expected + b.expected};
}

/* Is that all competitions?  Wins are whole numbers. */
static bool is_all(const mm_problem *problem, won w)
{
    const double all = (double)problem->n_competitions;
    return w.wins == all && fabs(w.expected - all) <= 1e-5 * all;
}

static void add_direction(mm_gauge *gauge, int a, int b)
{
    if (gauge->n == MM_GAUGE_MAX)
        return;
    gauge->group[gauge->n][0] = a;
    gauge->group[gauge->n++][1] = b;
}

go_status mm_gauge_find(mm_gauge *gauge, const mm_problem *problem, const double *expected,
                        go_error *err)
{
    const int n_groups = problem->groups.n_groups;
    won *by = calloc((size_t)n_groups + 1, sizeof *by); /* each once: there may be many pairs */
    if (!by)
        return go_fail(err, GO_ENOMEM, "no memory for the sums of %d features", n_groups);
    gauge->n = 0;
    for (int g = 0; g < n_groups; g++) {
        by[g] = won_by(problem, g, expected);
        if (is_all(problem, by[g]))
            add_direction(gauge, g, g);
    }
    /* a group that is in every team by itself, or in none, adds nothing as one of a pair */
    for (int a = 0; a < n_groups; a++) {
        if (by[a].expected <= 0 || is_all(problem, by[a]))
            continue;
        for (int b = a + 1; b < n_groups; b++)
            if (by[b].expected > 0 && is_all(problem, together(by[a], by[b])))
                add_direction(gauge, a, b);
    }
    free(by);
    return GO_OK;
}

void mm_gauge_check(mm_gauge *gauge, const mm_problem *problem, const double *expected)
{
    const mm_gauge old = *gauge;
    gauge->n = 0;
    for (int k = 0; k < old.n; k++) {
        const int a = old.group[k][0], b = old.group[k][1];
        won w = won_by(problem, a, expected);
        if (b != a)
            w = together(w, won_by(problem, b, expected));
        if (is_all(problem, w))
            add_direction(gauge, a, b);
    }
}

/* ---- moving along them ---- */

/* What is maximized: the log-prior of theta raised along the directions. */
typedef struct hill {
    const mm_gauge *gauge;
    const mm_groups *groups;
    double prior;
    const double *theta;
} hill;

typedef struct newton {
    int n;
    double value;
    double gradient[MM_GAUGE_MAX];
    double curvature[MM_GAUGE_MAX][MM_GAUGE_MAX]; /* minus the Hessian */
} newton;

static bool raises(const mm_gauge *gauge, int k, int g)
{
    return gauge->group[k][0] == g || gauge->group[k][1] == g;
}

static double group_shift(const mm_gauge *gauge, int g, const double *along)
{
    double shift = 0;
    for (int k = 0; k < gauge->n; k++)
        if (raises(gauge, k, g))
            shift += along[k];
    return shift;
}

/* The log-prior, its slope and its curvature. */
static void measure(newton *at, const hill *h, const double *along)
{
    const double p = h->prior;
    const int n = h->gauge->n;
    memset(at, 0, sizeof *at);
    at->n = n;
    for (int g = 0; g < h->groups->n_groups; g++) {
        double shift = group_shift(h->gauge, g, along), value = 0, slope = 0, curvature = 0;
        bool used = false;
        for (int k = 0; k < n; k++)
            used = used || raises(h->gauge, k, g);
        if (!used)
            continue;
        for (int i = h->groups->first[g]; i < h->groups->first[g + 1]; i++) {
            double s = mm_sigmoid(h->theta[i] + shift);
            value += mm_log_prior(h->theta[i] + shift, p);
            slope += p - 2.0 * p * s;
            curvature += 2.0 * p * s * (1.0 - s);
        }
        at->value += value;
        for (int k = 0; k < n; k++) {
            if (!raises(h->gauge, k, g))
                continue;
            at->gradient[k] += slope;
            for (int l = 0; l < n; l++)
                at->curvature[k][l] += raises(h->gauge, l, g) ? curvature : 0.0;
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

/* Moves from `here` by scale * step, halving the scale until the log-prior does not
 * fall.  Near the optimum rounding hides the rise; there Newton's step is taken without
 * a test.  False: the step has become too small to matter.                    */
static bool go_along(const hill *h, const double *step, double size, double *along, newton *here)
{
    newton there;
    double trial[MM_GAUGE_MAX];
    double scale = size > 2.0 ? 2.0 / size : 1.0; /* far out the prior is almost linear */
    while (size * scale >= 1e-13) {
        for (int k = 0; k < here->n; k++)
            trial[k] = along[k] + scale * step[k];
        measure(&there, h, trial);
        if (size < 1e-3 || there.value >= here->value) {
            memcpy(along, trial, (size_t)here->n * sizeof *along);
            *here = there;
            return true;
        }
        scale /= 2;
    }
    return false;
}

void mm_gauge_fix(const mm_gauge *gauge, const mm_groups *groups, double prior, double *theta)
{
    const hill h = {gauge, groups, prior, theta};
    double along[MM_GAUGE_MAX] = {0};
    newton here;
    if (gauge->n == 0)
        return;
    measure(&here, &h, along);
    for (int iteration = 0; iteration < 100; iteration++) { /* Newton's method */
        double step[MM_GAUGE_MAX] = {0}, size = 0;
        newton_step(&here, step);
        for (int k = 0; k < gauge->n; k++)
            size = fmax(size, fabs(step[k]));
        if (!go_along(&h, step, size, along, &here) || size < 1e-9)
            break;
    }
    for (int g = 0; g < groups->n_groups; g++) {
        double shift = group_shift(gauge, g, along);
        for (int i = groups->first[g]; i < groups->first[g + 1] && shift != 0.0; i++)
            theta[i] += shift;
    }
}
