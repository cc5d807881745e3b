/* mm_method_lbfgs.c -- limited-memory BFGS, preconditioned by the MM step.
 *
 * The direction is H g by the two-loop recursion (J. Nocedal, "Updating
 * quasi-Newton matrices with limited storage", Math. Comp. 35, 1980; Nocedal &
 * Wright, Numerical Optimization, algorithm 7.4), g = a - b the gradient of the
 * objective and H an approximation of the inverse of minus its Hessian.
 *
 * Gammas are seen ten times or ten million times, so H must start from a good
 * diagonal.  MM gives one: D_i = max(a_i, b_i).  To first order D^-1 g is MM's step
 * log(a_i / b_i) in every gamma, and never more than 1; at the optimum D_i = a_i, the
 * curvature of gamma i but for the (small) chance that it meets itself.  The
 * logarithmic mean of a_i and b_i would give MM's step exactly, but it is less than
 * the curvature b_i of a gamma that still has to fall, and than that of the stored
 * pairs: rare gammas would then jump by tens of nats, and most first trials fail.  H
 * starts from tau D^-1 with tau from the newest pair, which corrects for the fact
 * that a step in all groups at once is too long.
 *
 * The pairs hold curvatures of earlier points, and in millions of competitions a few
 * rare gammas may still want tens of nats; a single one spoils the whole step.  So no
 * gamma moves more than LONGEST_STEP.
 *
 * If a direction fails, the fallback is a step of length 1/k along D^-1 g, k being
 * the most gammas in a team.  It is the mean of k single-group steps, each a part of
 * MM's own step in the same direction, so each raises the objective, which is
 * concave and so rises at least as much as the mean of them.                 */
#include <math.h>
#include <string.h>

#include "mm_train/solver/mm_method.h"
#include "mm_train/solver/mm_prior.h"

enum { MAX_TRIALS = 40 };

static const double LONGEST_STEP = 2.0; /* of one log gamma, nats */

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void add_scaled(double *to, double scale, const double *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] += scale * from[i];
}

static double *pair_s(const mm_state *state, int slot)
{
    return state->s + (size_t)slot * (size_t)state->n;
}

static double *pair_y(const mm_state *state, int slot)
{
    return state->y + (size_t)slot * (size_t)state->n;
}

/* ---- the direction ---- */

/* q becomes H_0 q with H_0 = tau D^-1. */
static void precondition(const mm_state *state, double *q)
{
    const double p = state->prior, *wins = state->problem->wins;
    const double *y = state->n_pairs ? pair_y(state, state->newest) : NULL;
    double y_dy = 0;
    for (int i = 0; i < state->n; i++) {
        double b = mm_expected_wins(state->at.theta[i], state->at.expected[i], p);
        double d = fmax(wins[i] + p, b);
        q[i] /= d;
        if (y)
            y_dy += y[i] * y[i] / d;
    }
    const double tau = y ? state->s_dot_y[state->newest] / y_dy : 1.0;
    for (int i = 0; i < state->n; i++)
        q[i] *= tau;
}

/* The slot of the pair that is `age` steps old, 0 the newest. */
static int slot_of(const mm_state *state, int age)
{
    return (state->newest - age + state->history) % state->history;
}

static void find_direction(mm_state *state)
{
    int n = state->n;
    double *q = state->direction;
    double along[64] = {0};
    memcpy(q, state->gradient, (size_t)n * sizeof *q);
    for (int age = 0; age < state->n_pairs; age++) {
        int slot = slot_of(state, age);
        along[age] = dot(pair_s(state, slot), q, n) / state->s_dot_y[slot];
        add_scaled(q, -along[age], pair_y(state, slot), n);
    }
    precondition(state, q);
    for (int age = state->n_pairs - 1; age >= 0; age--) {
        int slot = slot_of(state, age);
        double back = dot(pair_y(state, slot), q, n) / state->s_dot_y[slot];
        add_scaled(q, along[age] - back, pair_s(state, slot), n);
    }
    for (int i = 0; i < n; i++)
        q[i] = fmin(fmax(q[i], -LONGEST_STEP), LONGEST_STEP);
}

/* ---- the step along it ---- */

/* Without pairs the direction is MM's in all groups at once: divide it by the
 * number of gammas in a winning team, because they all pull at the same teams. */
static double first_length(const mm_state *state)
{
    double wins = 0;
    if (state->n_pairs > 0)
        return 1.0;
    for (int i = 0; i < state->n; i++)
        wins += state->problem->wins[i];
    return 1.0 / fmax(1.0, wins / (double)state->problem->n_competitions);
}

static double slope_at(const mm_state *state, const mm_point *point)
{
    double p = state->prior, sum = 0;
    const double *wins = state->problem->wins;
    for (int i = 0; i < state->n; i++) {
        double b = mm_expected_wins(point->theta[i], point->expected[i], p);
        sum += state->direction[i] * (wins[i] + p - b);
    }
    return sum;
}

/* Armijo's condition, or, where rounding hides the rise, a slope that has come
 * down (W. Hager, H. Zhang, SIAM J. Optim. 16, 2005).  The objective is concave,
 * so s.y > 0 needs no condition on the other side.                           */
static bool good_enough(const mm_state *state, double length, double slope, double trial_slope)
{
    double rise = state->trial.objective - state->at.objective;
    if (rise >= 1e-4 * length * slope)
        return true;
    return fabs(rise) <= mm_state_rounding(state) && fabs(trial_slope) <= 0.9 * slope;
}

/* *found: the trial point is one to move to. */
static go_status search_line(mm_state *state, double slope, bool *found, go_error *err)
{
    double length = first_length(state);
    *found = false;
    for (int trial = 0; trial < MAX_TRIALS && !*found; trial++) {
        mm_point *point = &state->trial;
        memcpy(point->theta, state->at.theta, (size_t)state->n * sizeof(double));
        add_scaled(point->theta, length, state->direction, state->n);
        mm_gauge_fix(&state->gauge, &state->problem->groups, state->prior, point->theta);
        GO_TRY(mm_state_evaluate(state, point, err));
        double trial_slope = slope_at(state, point);
        *found = good_enough(state, length, slope, trial_slope);
        /* next: where an evenly changing slope would vanish, away from the ends */
        double secant = length * slope / (slope - trial_slope);
        length = isfinite(secant) ? fmin(fmax(secant, 0.1 * length), 0.5 * length) : 0.1 * length;
    }
    return GO_OK;
}

/* ---- memory ---- */

/* Keeps the move to the trial point: s is the change of theta, y the fall of the
 * gradient.                                                                  */
static void remember(mm_state *state)
{
    int n = state->n, history = state->history;
    int slot = state->n_pairs ? (state->newest + 1) % history : 0;
    double *s = pair_s(state, slot), *y = pair_y(state, slot);
    mm_state_gradient(state, &state->trial, y);
    for (int i = 0; i < n; i++) {
        y[i] = state->gradient[i] - y[i];
        s[i] = state->trial.theta[i] - state->at.theta[i];
    }
    double s_dot_y = dot(s, y, n);
    if (!(s_dot_y > 0)) {
        state->n_pairs = 0; /* rounding; start over */
        return;
    }
    state->s_dot_y[slot] = s_dot_y;
    state->newest = slot;
    if (state->n_pairs < history)
        state->n_pairs++;
}

static go_status iterate(mm_state *state, bool *moved, go_error *err)
{
    mm_state_gradient(state, &state->at, state->gradient);
    *moved = false;
    for (int attempt = 0; attempt < 2 && !*moved; attempt++) {
        if (attempt == 1)
            state->n_pairs = state->gauge.n = 0; /* distrust all that was kept */
        find_direction(state);
        double slope = dot(state->direction, state->gradient, state->n);
        state->promised_gain = 0.5 * slope;
        if (!(slope > 0))
            continue;
        GO_TRY(search_line(state, slope, moved, err));
    }
    if (*moved) {
        remember(state);
        mm_state_accept(state);
    }
    return GO_OK;
}

const mm_method mm_method_lbfgs = {true, iterate};
