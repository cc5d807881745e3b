#include "nn/outputs.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static double softplus(double z)
{
    return z > 30 ? z : log1p(exp(z));
}

/* p[0 .. n-1] <- e^p, scaled to add up to 1; -INFINITY gives 0. */
static void softmax(double *p, int n)
{
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, p[i]);
    for (int i = 0; i < n; i++)
        sum += p[i] = exp(p[i] - most);
    for (int i = 0; i < n; i++)
        p[i] /= sum;
}

/* ---- policy ---- */

/* Shares are not lost to rounding: to have none means to be illegal.  This is the smallest normal
 * float, and the one as which measures of predictions count 0 (prediction/prediction.h). */
static const float least_share = FLT_MIN;

/* The logit at `i` of channels that are `stride` apart. */
static double logit(const nn_model *m, const nn_reading *how, const float *out, size_t i,
                    size_t stride)
{
    double plain = out[i];
    if (!nn_model_has_optimism(m))
        return plain;
    return plain + (out[i + stride] - plain) * how->optimism;
}

static void read_policy(const nn_model *m, const nn_position *p, const nn_view *v,
                        const nn_reading *how, const float *const *out, nn_result *result)
{
    double policy[BOARD_MAX_AREA + 1];
    bool counts[BOARD_MAX_AREA + 1];
    size_t area = (size_t)v->size * (size_t)v->size;
    const nn_steps s = nn_view_steps(m, v, p);
    int n = 0;
    for (int y = 0; y < p->height; y++) {
        point at = nn_position_point(p, n);
        for (int x = 0; x < p->width; x++, at++) {
            size_t from = (size_t)(s.first + x * s.right + y * s.down);
            counts[n] = how->all_points || nn_position_legal(p, at);
            policy[n] = counts[n] ? logit(m, how, out[NN_POLICY], from, area) : -INFINITY;
            n++;
        }
    }
    counts[n] = true;
    policy[n] = logit(m, how, out[NN_PASS], 0, 1);
    softmax(policy, n + 1);
    for (int i = 0; i <= n; i++)
        result->policy[i] = counts[i] ? fmaxf((float)policy[i], least_share) : 0;
}

/* ---- value ---- */

/* A short-term error; `factor` is that of version 9. */
static double read_error(int version, double z, double multiplier, double factor)
{
    if (version >= 14)
        return softplus(z / 2) * sqrt(multiplier);
    if (version >= 10)
        return sqrt(softplus(z) * multiplier);
    return softplus(z) * factor;
}

static void read_score(const nn_model *m, const float *raw, nn_result *r)
{
    double known = 1 - r->no_result;
    double mean = (double)raw[0] * m->multipliers.score_mean;
    double stdev = softplus(raw[1]) * m->multipliers.score_stdev;
    bool has_lead = m->score_channels > 2;
    r->has_score = true;
    r->score = mean * known;
    r->score_sq = (mean * mean + stdev * stdev) * known;
    r->lead = has_lead ? (double)raw[2] * m->multipliers.lead * known : r->score;
    if (m->score_channels < 6)
        return;
    r->time_variance = softplus(raw[3]) * m->multipliers.variance_time;
    r->value_error = read_error(m->version, raw[4], m->multipliers.value_error, 1);
    r->score_error = read_error(m->version, raw[5], m->multipliers.score_error, 10);
}

static void read_ownership(const nn_model *m, const nn_position *p, const nn_view *v,
                           const float *raw, nn_result *r)
{
    const nn_steps s = nn_view_steps(m, v, p);
    int n = 0;
    r->has_ownership = true;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            r->ownership[n++] = tanhf(raw[s.first + x * s.right + y * s.down]);
}

void nn_outputs_read(const nn_model *m, const nn_position *p, const nn_view *v,
                     const nn_reading *how, const float *const *out, nn_result *result)
{
    memset(result, 0, offsetof(nn_result, policy));
    result->time_variance = result->value_error = result->score_error = -1;
    read_policy(m, p, v, how, out, result);
    if (m->family == NN_LEELA_ZERO) {
        bool of_opponent = m->version == 2 && p->to_move == WHITE;
        result->value = tanh((double)out[NN_VALUE][0]) * (of_opponent ? -1 : 1);
        result->win = (1 + result->value) / 2;
        result->loss = 1 - result->win;
        return;
    }
    bool can_annul = p->rules.ko == KO_SIMPLE || p->rules.scoring == SCORING_TERRITORY;
    double value[3] = {out[NN_VALUE][0], out[NN_VALUE][1],
                       can_annul ? out[NN_VALUE][2] : -INFINITY};
    softmax(value, 3);
    result->win = value[0];
    result->loss = value[1];
    result->no_result = value[2];
    result->value = result->win - result->loss;
    if (m->output[NN_SCORE] != NN_NONE)
        read_score(m, out[NN_SCORE], result);
    if (m->output[NN_OWNERSHIP] != NN_NONE && !how->no_ownership)
        read_ownership(m, p, v, out[NN_OWNERSHIP], result);
}

/* ---- several ---- */

void nn_result_copy(nn_result *to, const nn_result *from, int points)
{
    memcpy(to, from, offsetof(nn_result, policy));
    memcpy(to->policy, from->policy, (size_t)(points + 1) * sizeof *to->policy);
    if (from->has_ownership)
        memcpy(to->ownership, from->ownership, (size_t)points * sizeof *to->ownership);
}

void nn_result_mean(const nn_result *results, int n, int points, nn_result *out)
{
    nn_result sum = {.has_score = results[0].has_score, .has_ownership = results[0].has_ownership};
    double share = 1.0 / n;
    for (const nn_result *r = results; r < results + n; r++) {
        sum.win += share * r->win;
        sum.loss += share * r->loss;
        sum.no_result += share * r->no_result;
        sum.value += share * r->value;
        sum.score += share * r->score;
        sum.score_sq += share * r->score_sq;
        sum.lead += share * r->lead;
        sum.time_variance += share * r->time_variance;
        sum.value_error += share * r->value_error;
        sum.score_error += share * r->score_error;
        for (int i = 0; i <= points; i++)
            sum.policy[i] += (float)share * r->policy[i];
        for (int i = 0; i < points && sum.has_ownership; i++)
            sum.ownership[i] += (float)share * r->ownership[i];
    }
    *out = sum;
}

double nn_result_score_stdev(const nn_result *r)
{
    return sqrt(fmax(0, r->score_sq - r->score * r->score));
}
