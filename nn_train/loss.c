#include "nn_train/loss.h"

#include <math.h>
#include <string.h>

void nn_loss_sums_add(nn_loss_sums *to, const nn_loss_sums *from)
{
    double *t = (double *)to;
    const double *f = (const double *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *t; i++)
        t[i] += f[i];
}

/* One row. */
typedef struct row {
    const nn_model *m;
    const nn_loss_weights *weights;
    const nn_rows *rows;
    size_t i, area;
    double share; /* 1 / batch size */
    nn_loss_sums *sums;
} row;

static double softplus(double z)
{
    return z > 30 ? z : log1p(exp(z));
}

static double sigmoid(double z)
{
    return 1 / (1 + exp(-z));
}

/* ---- policy ---- */

/* Logits of a policy and where their gradient goes; the pass's is one more. */
typedef struct logits {
    const float *points, *pass;
    float *d_points, *d_pass; /* or NULL */
} logits;

/* A distribution over moves: one of them or several, and a share for each empty point and the
 * pass.                                                                       */
typedef struct move_target {
    size_t move;         /* area: pass */
    const float *shares; /* [area + 1]: of several moves, instead; NULL: one */
    double rest;         /* of each empty point and the pass */
    double own;          /* of the move, or the moves, besides */
} move_target;

static double own_part(const move_target *target, size_t move)
{
    return target->shares ? target->own * (double)target->shares[move]
                          : target->move == move ? target->own : 0;
}

static bool is_empty(const row *r, size_t p)
{
    const float *planes = r->rows->planes + r->i * NN_KATA_PLANES * r->area;
    return !(planes[r->area + p] > 0) && !(planes[2 * r->area + p] > 0);
}

/* `which` of rows->shares is it, if the row has them? */
static move_target target_of(const row *r, size_t move, size_t which)
{
    const float *mask = r->rows->mask + r->i * r->area;
    double places = 1;
    for (size_t p = 0; p < r->area && r->weights->smoothing > 0; p++)
        places += mask[p] > 0 && is_empty(r, p);
    const float *shares = r->rows->shares + (2 * r->i + which) * (r->area + 1);
    return (move_target){move, r->rows->has_shares[r->i] ? shares : NULL,
                         r->weights->smoothing / places, 1 - r->weights->smoothing};
}

/* The log of the sum of all exponentials; *best is the place of the largest logit. */
static double log_sum(const row *r, const logits *z, size_t *best)
{
    const float *mask = r->rows->mask + r->i * r->area;
    double largest = (double)*z->pass, sum = 0;
    *best = r->area;
    for (size_t p = 0; p < r->area; p++)
        if (mask[p] > 0 && (double)z->points[p] > largest) {
            largest = (double)z->points[p];
            *best = p;
        }
    for (size_t p = 0; p < r->area; p++)
        sum += mask[p] > 0 ? exp((double)z->points[p] - largest) : 0;
    return log(sum + exp((double)*z->pass - largest)) + largest;
}

/* Cross-entropy of the target; its gradient times `scale`. */
static double move_loss(const row *r, const logits *z, const move_target *target, double all,
                        double scale)
{
    const float *mask = r->rows->mask + r->i * r->area;
    const double of_pass = target->rest + own_part(target, r->area);
    double loss = of_pass * (all - (double)*z->pass);
    for (size_t p = 0; p < r->area; p++) {
        const double of_point = (target->rest > 0 && is_empty(r, p) ? target->rest : 0) +
                                own_part(target, p);
        const bool counts = mask[p] > 0;
        loss += counts ? of_point * (all - (double)z->points[p]) : 0;
        if (z->d_points)
            z->d_points[p] = counts ? (float)(scale * (exp((double)z->points[p] - all) - of_point))
                                    : 0;
    }
    if (z->d_pass)
        *z->d_pass = (float)(scale * (exp((double)*z->pass - all) - of_pass));
    return loss;
}

/* The loss without what is spread over all moves. */
static double plain_loss(const row *r, const logits *z, const move_target *target, double all)
{
    const logits read = {z->points, z->pass, NULL, NULL};
    const move_target plain = {target->move, target->shares, 0, 1};
    return target->shares ? move_loss(r, &read, &plain, all, 0)
                          : all - (double)(target->move == r->area ? *z->pass
                                                                   : z->points[target->move]);
}

/* Channel 0 of the policy; returns the loss of the move that was played. */
static double policy(const row *r, const logits *z)
{
    const size_t played = r->rows->policy[r->i];
    const move_target target = target_of(r, played, 0);
    size_t best;
    const double all = log_sum(r, z, &best), counts = (double)r->rows->policy_weight[r->i];
    const double weight = r->weights->policy * counts;
    const double loss = move_loss(r, z, &target, all, weight * r->share);
    const double of_played = plain_loss(r, z, &target, all);
    r->sums->policy += counts * of_played;
    r->sums->policy_rows += counts;
    r->sums->first += best == played ? counts : 0;
    r->sums->total += weight * loss;
    return of_played;
}

/* The opponent's next move, in the last channel. */
static void answer(const row *r, const logits *first)
{
    const double weight = r->weights->answer * (double)r->rows->answer_weight[r->i];
    const size_t last = (size_t)r->m->policy_channels - 1, at = last * r->area;
    const logits z = {first->points + at, first->pass + last,
                      first->d_points ? first->d_points + at : NULL,
                      first->d_pass ? first->d_pass + last : NULL};
    const move_target target = target_of(r, r->rows->answer[r->i], 1);
    size_t best;
    if (!(weight > 0))
        return;
    const double loss = move_loss(r, &z, &target, log_sum(r, &z, &best), weight * r->share);
    r->sums->answer += (double)r->rows->answer_weight[r->i] * loss;
    r->sums->answer_rows += (double)r->rows->answer_weight[r->i];
    r->sums->total += weight * loss;
}

/* ---- value ---- */

/* Of the result and of a search, which counts a share, less if it is known worse than the result;
 * returns the weight.                                                         */
static double value_target(const row *r, double target[3])
{
    const float *result = r->rows->value + 3 * r->i;
    const double known = (double)r->rows->value_weight[r->i];
    const double searched = (double)r->rows->search_weight[r->i];
    const double share = known > 0 ? r->weights->search * fmin(searched / known, 1) : 1;
    const double q = (double)r->rows->search[r->i];
    for (int k = 0; k < 3; k++)
        target[k] = (1 - share) * (double)result[k];
    target[0] += share * q;
    target[1] += share * (1 - q);
    return known > 0 ? known : r->weights->search * searched;
}

static void value(const row *r, const float *z, float *d)
{
    const double largest = fmax(fmax((double)z[0], (double)z[1]), (double)z[2]);
    double target[3], p[3], sum = 0, loss = 0;
    const double weight = value_target(r, target);
    for (int k = 0; k < 3; k++)
        sum += p[k] = exp((double)z[k] - largest);
    for (int k = 0; k < 3; k++) {
        loss -= target[k] * ((double)z[k] - largest - log(sum));
        p[k] /= sum;
    }
    const double miss = p[0] - p[1] - (target[0] - target[1]);
    r->sums->value += weight * loss;
    r->sums->value_square += weight * miss * miss;
    r->sums->value_rows += weight;
    r->sums->total += r->weights->value * weight * loss;
    for (int k = 0; d && k < 3; k++)
        d[k] = (float)(r->weights->value * weight * r->share * (p[k] - target[k]));
}

/* ---- score ---- */

/* The deviation never tells more than half a point.  Below it, only a gradient that leads back is
 * passed on: else one that has become too small would stay so.                */
static const double least_deviation = 0.5;

static void score(const row *r, const float *z, float *d)
{
    const nn_multipliers *m = &r->m->multipliers;
    const double target = (double)r->rows->score[r->i];
    const double weight = (double)r->rows->score_weight[r->i];
    const double mean = (double)z[0] * (double)m->score_mean, lead = (double)z[2] * (double)m->lead;
    const double told = softplus((double)z[1]) * (double)m->score_stdev;
    const double deviation = fmax(told, least_deviation), miss = (mean - target) / deviation;
    const double off = lead - target, far = fabs(off) - LOSS_HUBER;
    const double huber = far > 0 ? LOSS_HUBER * (far + LOSS_HUBER / 2) : off * off / 2;
    const double density = miss * miss / 2 + log(deviation);
    const double scale = weight * r->share;
    r->sums->score += weight * density;
    r->sums->score_rows += weight;
    r->sums->total += weight * (r->weights->score * density +
                                r->weights->lead * huber / LOSS_HUBER);
    if (!d)
        return;
    memset(d, 0, (size_t)r->m->score_channels * sizeof *d);
    d[0] = (float)(scale * r->weights->score * miss / deviation * (double)m->score_mean);
    if (told > least_deviation || miss * miss > 1)
        d[1] = (float)(scale * r->weights->score * (1 - miss * miss) / deviation *
                       sigmoid((double)z[1]) * (double)m->score_stdev);
    d[2] = (float)(scale * r->weights->lead * (far > 0 ? copysign(LOSS_HUBER, off) : off) /
                   LOSS_HUBER * (double)m->lead);
}

/* ---- ownership ---- */

/* (1 + tanh z) / 2 is the sigmoid of 2 z. */
static void ownership(const row *r, const float *z, float *d)
{
    const float *mask = r->rows->mask + r->i * r->area;
    const int8_t *target = r->rows->ownership + r->i * r->area;
    const double weight = (double)r->rows->ownership_weight[r->i];
    double points = 0, loss = 0;
    for (size_t p = 0; p < r->area; p++)
        points += mask[p] > 0;
    for (size_t p = 0; p < r->area; p++) {
        const double own = 0.5 * (1 + target[p]), twice = 2 * (double)z[p];
        const bool counts = weight > 0 && mask[p] > 0;
        loss += counts ? softplus(twice) - own * twice : 0;
        if (d)
            d[p] = counts ? (float)(r->weights->ownership * weight * r->share / points * 2 *
                                    (sigmoid(twice) - own)) : 0;
    }
    r->sums->ownership += weight * loss / points;
    r->sums->ownership_rows += weight;
    r->sums->total += r->weights->ownership * weight * loss / points;
}

/* ---- a batch ---- */

static float *at(float *const out[NN_N_OUTPUTS], nn_output which, const nn_model *m, int size, int i)
{
    return out[which] + (size_t)i * nn_output_numbers(m, which, size);
}

void nn_loss(const nn_model *m, const nn_loss_weights *weights, const nn_rows *rows, int first,
             int n, float *const out[NN_N_OUTPUTS], float *const gradient[NN_N_OUTPUTS],
             float *each, nn_loss_sums *sums)
{
    const int size = rows->size;
    row r = {m, weights, rows, 0, (size_t)(size * size), 1.0 / rows->n, sums};
    for (int o = 0; gradient && o < NN_N_OUTPUTS; o++)
        memset(gradient[o], 0,
               (size_t)n * nn_output_numbers(m, (nn_output)o, size) * sizeof(float));
    for (int i = 0; i < n; i++) {
        r.i = (size_t)(first + i);
        float *d[NN_N_OUTPUTS] = {0};
        for (int o = 0; gradient && o < NN_N_OUTPUTS; o++)
            d[o] = at(gradient, (nn_output)o, m, size, i);
        const logits moves = {at(out, NN_POLICY, m, size, i), at(out, NN_PASS, m, size, i),
                              d[NN_POLICY], d[NN_PASS]};
        const double of_move = policy(&r, &moves);
        if (each)
            each[i] = (float)of_move;
        answer(&r, &moves);
        value(&r, at(out, NN_VALUE, m, size, i), d[NN_VALUE]);
        score(&r, at(out, NN_SCORE, m, size, i), d[NN_SCORE]);
        ownership(&r, at(out, NN_OWNERSHIP, m, size, i), d[NN_OWNERSHIP]);
    }
}
