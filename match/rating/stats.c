#include "match/rating/stats.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stdio.h>

#include "base/decimal.h"

interval stats_wilson(double score, double n, double z)
{
    if (n <= 0)
        return (interval){0, 1};
    double z2 = z * z, scale = 1 / (1 + z2 / n), centre = score + z2 / (2 * n);
    double half = z * sqrt(score * (1 - score) / n + z2 / (4 * n * n));
    return (interval){score <= 0 ? 0 : fmax(0, scale * (centre - half)),
                      score >= 1 ? 1 : fmin(1, scale * (centre + half))};
}

double stats_expected_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double stats_elo(double score)
{
    return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

interval stats_elo_interval(double score, double n, double z)
{
    interval w = stats_wilson(score, n, z);
    return (interval){stats_elo(w.low), stats_elo(w.high)};
}

const char *stats_elo_text(double elo, char out[16])
{
    if (isinf(elo))
        snprintf(out, 16, "%s", elo > 0 ? "won all" : "lost all");
    else
        snprintf(out, 16, "%+.0f", fabs(elo) < 0.5 ? 0.0 : elo);
    return out;
}

const char *stats_elo_range(double low, double high, char out[40])
{
    char a[16], b[16];
    if (isinf(low) && isinf(high))
        snprintf(out, 40, "unknown");
    else if (isinf(low) || isinf(high))
        snprintf(out, 40, isinf(low) ? "below %s" : "above %s",
                 stats_elo_text(isinf(low) ? high : low, a));
    else
        snprintf(out, 40, "%s .. %s", stats_elo_text(low, a), stats_elo_text(high, b));
    return out;
}

/* ---- GSPRT ---- */

typedef struct frequencies {
    int n;
    double value[STATS_MAX_OUTCOMES], p[STATS_MAX_OUTCOMES];
    double score; /* of the hypothesis */
} frequencies;

/* An outcome that has not occurred counts as so many games: it is not impossible. */
static const double unseen = 1e-3;

/* With q_i = p_i / (1 + x (v_i - s)) the distribution nearest to p with mean s:
 * sum q_i (v_i - s), which has its only zero at the right x.                    */
static double mean_excess(double x, void *data)
{
    const frequencies *f = data;
    double sum = 0;
    for (int i = 0; i < f->n; i++)
        sum += f->p[i] * (f->value[i] - f->score) / (1 + x * (f->value[i] - f->score));
    return sum;
}

/* All q_i stay positive between the two poles next to 0. */
static double solve_multiplier(frequencies *f)
{
    double low = -1 / (f->value[f->n - 1] - f->score), high = 1 / (f->score - f->value[0]);
    double margin = 1e-13 * (high - low);
    low += margin;
    high -= margin;
    if (mean_excess(low, f) <= 0 || mean_excess(high, f) >= 0)
        return 0; /* lost to rounding, which needs larger counts than a match can have */
    gsl_function function = {mean_excess, f};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    if (!solver)
        return 0;
    double x = 0;
    if (gsl_root_fsolver_set(solver, &function, low, high) == GSL_SUCCESS) {
        for (int i = 0; i < 100; i++) {
            gsl_root_fsolver_iterate(solver);
            double a = gsl_root_fsolver_x_lower(solver), b = gsl_root_fsolver_x_upper(solver);
            if (gsl_root_test_interval(a, b, 0, 1e-12) == GSL_SUCCESS)
                break;
        }
        x = gsl_root_fsolver_root(solver);
    }
    gsl_root_fsolver_free(solver);
    return x;
}

/* Mean log-likelihood of the counts under the best distribution of this score. */
static double fitted_log_likelihood(frequencies *f, double score)
{
    f->score = score;
    double x = solve_multiplier(f), sum = 0;
    for (int i = 0; i < f->n; i++)
        sum += f->p[i] * log(f->p[i] / (1 + x * (f->value[i] - score)));
    return sum;
}

double stats_llr(const double *value, const double *count, int n, double elo0, double elo1)
{
    frequencies f = {.n = n};
    double seen = 0, total = 0;
    for (int i = 0; i < n; i++) {
        f.value[i] = value[i];
        f.p[i] = fmax(count[i], unseen);
        seen += count[i];
        total += f.p[i];
    }
    if (seen <= 0)
        return 0;
    for (int i = 0; i < n; i++)
        f.p[i] /= total;
    return total * (fitted_log_likelihood(&f, stats_expected_score(elo1)) -
                    fitted_log_likelihood(&f, stats_expected_score(elo0)));
}

interval stats_llr_bounds(double alpha, double beta)
{
    return (interval){log(beta / (1 - alpha)), log((1 - beta) / alpha)};
}

go_status sprt_test_parse(const char *text, void *field, go_error *err)
{
    sprt_test *s = field;
    char *end;
    s->elo0 = decimal_scan(text, &end);
    if (end != text && *end == ',') {
        const char *second = end + 1;
        s->elo1 = decimal_scan(second, &end);
        s->on = end != second && *end == '\0' && s->elo0 < s->elo1 && fabs(s->elo0) < 2000 &&
                fabs(s->elo1) < 2000;
        if (s->on)
            return GO_OK;
    }
    return go_fail(err, GO_EINVAL, "two Elo differences, the smaller first, such as 0,30, not '%s'",
                   text);
}
