#include "mm_train/balance/balance.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "mm_train/balance/descent.h"
#include "mm_train/balance/sampler.h"

/* What one thread works with. */
typedef struct balance_worker {
    sampler *sampler;
    double *gradient; /* [gammas + 1] */
    go_error err;
} balance_worker;

typedef struct balancer {
    const balance_options *o;
    const balance_positions *p;
    gammas play;            /* what is played with: a copy, to the power of the sharpness */
    playout_gammas *tables;
    balance_worker *worker; /* [threads] */
    bool unsaved;           /* a checkpoint could not be written, as somebody was told */
} balancer;

/* ---- life ---- */

static void balancer_free(balancer *t)
{
    for (int i = 0; i < t->o->threads && t->worker; i++) {
        sampler_destroy(t->worker[i].sampler);
        free(t->worker[i].gradient);
    }
    free(t->worker);
    free(t->play.gamma);
    playout_gammas_destroy(t->tables);
}

static go_status create_worker(const balancer *t, balance_worker *w, int playouts, go_error *err)
{
    w->gradient = calloc((size_t)t->play.n + 1, sizeof *w->gradient);
    if (!w->gradient)
        return go_fail(err, GO_ENOMEM, "out of memory for balancing");
    return sampler_create(&w->sampler, t->play.v, t->p->size, playouts, t->o->nakade, err);
}

/* For up to so many playouts at a time.  To be freed after a failure, too. */
static go_status balancer_create(balancer *t, const gammas *g, const balance_positions *p,
                                 int playouts, const balance_options *o, go_error *err)
{
    *t = (balancer){.o = o, .p = p, .play = *g};
    t->play.gamma = calloc((size_t)g->n + 1, sizeof *t->play.gamma);
    t->worker = calloc((size_t)o->threads, sizeof *t->worker);
    if (!t->worker || !t->play.gamma)
        return go_fail(err, GO_ENOMEM, "out of memory for balancing");
    t->play.gamma[g->n] = 1;
    for (int i = 0; i < o->threads; i++)
        GO_TRY(create_worker(t, t->worker + i, playouts, err));
    return GO_OK;
}

/* Plays with these logarithms of gammas from now on. */
static go_status use_gammas(balancer *t, const double *logarithm, go_error *err)
{
    playout_gammas *tables;
    for (int i = 0; i < t->play.n; i++)
        t->play.gamma[i] = (float)exp(logarithm[i]);
    GO_TRY(playout_gammas_create(&tables, &t->play, t->p->size, err));
    playout_gammas_destroy(t->tables);
    t->tables = tables;
    for (int i = 0; i < t->o->threads; i++)
        GO_TRY(sampler_use(t->worker[i].sampler, tables, err));
    return GO_OK;
}

/* ---- positions on several threads ---- */

/* Works on the i-th position of a list by its own random numbers. */
typedef go_status position_work(balancer *t, int thread, int i, const balance_position *p,
                                const sampler_position *at, rng *random, void *user);

static go_status work_on(balancer *t, int thread, int i, const balance_position *p, uint64_t seed,
                         position_work *work, void *user)
{
    board b;
    rng random = rng_seed(rng_mix64(seed) + (uint64_t)i);
    GO_TRY(game_record_replay(p->record, &b, &t->worker[thread].err));
    const sampler_position at = {.board = &b, .to_move = p->to_move, .komi = p->record->komi};
    return work(t, thread, i, p, &at, &random, user);
}

/* The list is a range of numbers of positions if `list` is NULL.  Threads take fixed parts,
 * so that sums do not depend on who is fast.                                  */
static go_status each_position(balancer *t, const int *list, int n, uint64_t seed,
                               position_work *work, void *user, go_error *err)
{
    go_status *status = calloc((size_t)t->o->threads, sizeof *status);
    go_status first = status ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for balancing");
    if (!status)
        return first;
#pragma omp parallel for num_threads(t->o->threads) schedule(static, 1)
    for (int thread = 0; thread < t->o->threads; thread++)
        for (int i = thread; i < n && status[thread] == GO_OK; i += t->o->threads)
            status[thread] = work_on(t, thread, i, t->p->at + (list ? list[i] : i), seed, work,
                                     user);
    for (int thread = 0; thread < t->o->threads && first == GO_OK; thread++)
        if (status[thread] != GO_OK)
            first = go_fail(err, status[thread], "%s", t->worker[thread].err.message);
    free(status);
    return first;
}

static bool goes_on(const balancer *t, const char *phase, int64_t done, int64_t total)
{
    return !t->o->progress || t->o->progress(t->o->user, phase, done, total);
}

/* Numbers of the positions that are, or are not, held out; NULL: out of memory. */
static int *list_positions(const balance_positions *p, double held_out, bool wanted, int *n)
{
    int *list = calloc((size_t)p->n + 1, sizeof *list);
    *n = 0;
    for (int i = 0; i < p->n && list; i++) {
        const uint64_t hash = rng_mix64((uint64_t)p->at[i].game);
        if (((double)(hash >> 11) * 0x1.0p-53 < held_out) == wanted)
            list[(*n)++] = i;
    }
    return list;
}

/* ---- measuring ---- */

/* What came out for one position. */
typedef struct outcome {
    double v, noise, owner; /* V, its variance, and (O - O*)^2, 0 where O* is not known */
} outcome;

typedef struct measurement {
    int playouts;
    outcome *outcome; /* [n] */
} measurement;

/* The mean of n yes or no differs from the truth by this in the mean square. */
static double noise_of(double mean, int n)
{
    return mean * (1 - mean) / (n - 1);
}

static go_status measure_position(balancer *t, int thread, int i, const balance_position *p,
                                  const sampler_position *at, rng *random, void *user)
{
    const measurement *k = user;
    const int area = t->p->size * t->p->size;
    sampler_means means;
    double owner = 0;
    sampler_run(t->worker[thread].sampler, at, k->playouts, random, &means);
    for (int j = 0; j < area && p->owner; j++) {
        const double mean = (double)means.owner[j];
        const double off = mean - (double)p->owner[j] / POSITION_OWNER;
        owner += (off * off - noise_of(mean, k->playouts)) / area;
    }
    k->outcome[i] = (outcome){means.win, noise_of(means.win, k->playouts), owner};
    return GO_OK;
}

/* Of few positions the variance of V without its noise may be too small by chance. */
static double correlation(double covariance, double var_v, double var_w)
{
    const double product = var_v * var_w;
    return product > 0 ? fmax(-1, fmin(1, covariance / sqrt(product))) : 0;
}

static balance_error summarize(const balance_positions *p, const int *list, int n,
                               const outcome *outcomes)
{
    double square = 0, v = 0, vv = 0, w = 0, ww = 0, vw = 0, owner = 0, mover = 0;
    int n_owner = 0; /* positions whose owners are known */
    for (int i = 0; i < n; i++) {
        const balance_position *at = p->at + list[i];
        const outcome *k = outcomes + i;
        const double wanted = (double)at->win, off = k->v - wanted;
        square += (off * off - k->noise) / n;
        mover += (at->to_move == BLACK ? off : -off) / n;
        owner += k->owner;
        n_owner += at->owner != NULL;
        v += k->v / n;
        vv += (k->v * k->v - k->noise) / n;
        w += wanted / n;
        ww += wanted * wanted / n;
        vw += k->v * wanted / n;
    }
    owner /= n_owner ? n_owner : 1;
    const double var_v = vv - v * v, var_w = ww - w * w, cov = vw - v * w;
    return (balance_error){.n = n, .win = sqrt(fmax(square, 0)), .owner = sqrt(fmax(owner, 0)),
                           .bias = v - w, .mover = mover, .slope = var_w > 0 ? cov / var_w : 0,
                           .correlation = correlation(cov, var_v, var_w)};
}

/* In parts, so that progress is seen. */
static go_status measure_list(balancer *t, const int *list, int n, int playouts, outcome *outcomes,
                              go_error *err)
{
    enum { PART = 64 };
    for (int i = 0; i < n; i += PART) {
        measurement k = {playouts, outcomes + i};
        GO_TRY(each_position(t, list + i, n - i < PART ? n - i : PART, (uint64_t)i,
                             measure_position, &k, err));
        if (!goes_on(t, "measuring", i < n - PART ? i + PART : n, n))
            return go_fail(err, GO_EINTR, "interrupted while measuring");
    }
    return GO_OK;
}

static double *logarithms(const gammas *g, double sharpness)
{
    double *result = calloc((size_t)g->n + 1, sizeof *result);
    for (int i = 0; i < g->n && result; i++)
        result[i] = sharpness * log((double)g->gamma[i]);
    return result;
}

static go_status measure(balancer *t, bool only_held_out, int playouts, balance_error *out,
                         go_error *err)
{
    int n;
    int *list = list_positions(t->p, only_held_out ? t->o->held_out : 2, true, &n);
    outcome *outcomes = calloc((size_t)t->p->n + 1, sizeof *outcomes);
    go_status status = list && outcomes ? GO_OK
                                        : go_fail(err, GO_ENOMEM, "out of memory for measuring");
    if (status == GO_OK)
        status = measure_list(t, list, n, playouts, outcomes, err);
    if (status == GO_OK)
        *out = summarize(t->p, list, n, outcomes);
    free(list);
    free(outcomes);
    return status;
}

go_status balance_measure(balance_error *out, const gammas *g, const balance_positions *p,
                          bool only_held_out, int playouts, const balance_options *options,
                          go_error *err)
{
    balancer t;
    double *start = logarithms(g, options->sharpness);
    go_status status = start ? balancer_create(&t, g, p, playouts, options, err)
                             : go_fail(err, GO_ENOMEM, "out of memory for measuring");
    if (status == GO_OK)
        status = use_gammas(&t, start, err);
    if (status == GO_OK)
        status = measure(&t, only_held_out, playouts, out, err);
    if (start)
        balancer_free(&t);
    free(start);
    return status;
}

/* ---- steps ---- */

/* Adds the gradient of one position's error. */
static go_status add_position(balancer *t, int thread, int i, const balance_position *p,
                              const sampler_position *at, rng *random, void *user)
{
    (void)i, (void)user;
    const int area = t->p->size * t->p->size;
    const bool owners = p->owner && t->o->owner > 0;
    sampler *s = t->worker[thread].sampler;
    float owner[BOARD_MAX_AREA];
    sampler_means means, others;
    sampler_run(s, at, t->o->playouts, random, &means);
    sampler_learn(s, at);
    sampler_run(s, at, t->o->samples, random, &others);
    for (int j = 0; j < area && owners; j++)
        owner[j] = (float)t->o->owner / (float)area *
                   (means.owner[j] - (float)p->owner[j] / POSITION_OWNER);
    sampler_add_gradient(s, at, means.win - (double)p->win, owners ? owner : NULL, random,
                         t->worker[thread].gradient);
    return GO_OK;
}

/* Writes the mean gradient of a batch to the first worker's. */
static go_status find_gradient(balancer *t, const int *list, int n, int step, go_error *err)
{
    const int batch = t->o->batch;
    const uint64_t seed = rng_mix64((uint64_t)t->o->seed) + (uint64_t)step;
    rng random = rng_seed(rng_mix64(seed));
    int *drawn = calloc((size_t)batch, sizeof *drawn);
    if (!drawn)
        return go_fail(err, GO_ENOMEM, "out of memory for balancing");
    for (int i = 0; i < batch; i++)
        drawn[i] = list[rng_below(&random, (uint32_t)n)];
    for (int i = 0; i < t->o->threads; i++)
        memset(t->worker[i].gradient, 0, ((size_t)t->play.n + 1) * sizeof(double));
    go_status status = each_position(t, drawn, batch, seed, add_position, NULL, err);
    free(drawn);
    double *sum = t->worker[0].gradient;
    for (int j = 0; j < t->play.n; j++) {
        for (int i = 1; i < t->o->threads; i++)
            sum[j] += t->worker[i].gradient[j];
        sum[j] /= batch;
    }
    return status;
}

/* Of all that the result depends on. */
static uint64_t fingerprint_of(const balancer *t, const descent *d)
{
    const balance_options *o = t->o;
    const double numbers[] = {o->sharpness, o->nakade, o->steps, o->batch, o->playouts, o->samples,
                              o->rate, o->decay, o->owner, o->held_out, o->seed, o->threads};
    uint64_t hash = 0, bits;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        memcpy(&bits, numbers + i, sizeof bits);
        hash = rng_mix64(hash ^ bits);
    }
    for (int i = 0; i < d->n; i++) {
        memcpy(&bits, d->start + i, sizeof bits);
        hash = rng_mix64(hash ^ bits);
    }
    for (int i = 0; i < t->p->n; i++) {
        const balance_position *p = t->p->at + i;
        hash = rng_mix64(hash ^ (uint64_t)(p->win * 1e4f) ^ (uint64_t)p->record->n_moves << 20 ^
                         (uint64_t)p->game << 32);
    }
    return hash;
}

/* Saves the state now and then.  The fit goes on without it. */
static void save_at_times(balancer *t, const descent *d, uint64_t fingerprint, double *last)
{
    const balance_options *o = t->o;
    go_error why;
    if (!o->checkpoint || clock_now() - *last < o->checkpoint_seconds)
        return;
    *last = clock_now();
    if (descent_write(d, o->checkpoint, fingerprint, &why) == GO_OK || t->unsaved)
        return;
    t->unsaved = true;
    if (o->on_unsaved)
        o->on_unsaved(o->user, why.message);
}

/* Saves the interrupted fit and says how to go on, or why that is not possible. */
static go_status save_interrupted(const balancer *t, const descent *d, uint64_t fingerprint,
                                  go_error *err)
{
    go_error why;
    go_status status = GO_OK;
    if (t->o->checkpoint)
        status = descent_write(d, t->o->checkpoint, fingerprint, &why);
    if (status != GO_OK)
        return go_fail(err, status, "interrupted, and the checkpoint could not be saved: %.800s",
                       why.message);
    return go_fail(err, GO_EINTR, "interrupted after %d of %d steps%s", d->step, d->steps,
                   t->o->checkpoint ? "; --resume continues" : "");
}

static go_status take_steps(balancer *t, descent *d, const int *list, int n, go_error *err)
{
    const uint64_t fingerprint = fingerprint_of(t, d);
    double last = clock_now();
    if (t->o->resume)
        GO_TRY(descent_read(d, t->o->checkpoint, fingerprint, err));
    while (d->step < d->steps) {
        GO_TRY(use_gammas(t, d->at, err));
        GO_TRY(find_gradient(t, list, n, d->step, err));
        descent_step(d, t->worker[0].gradient);
        if (!goes_on(t, "balancing", d->step, d->steps))
            return save_interrupted(t, d, fingerprint, err);
        save_at_times(t, d, fingerprint, &last);
    }
    return GO_OK;
}

go_status balance_gammas(gammas *g, const balance_positions *p, const balance_options *options,
                         go_error *err)
{
    const balance_options *o = options;
    balancer t = {.o = o};
    descent d = {0};
    int n = 0;
    double *start = logarithms(g, o->sharpness);
    int *list = list_positions(p, o->held_out, false, &n);
    go_status status = GO_OK;
    if (!start || !list)
        status = go_fail(err, GO_ENOMEM, "out of memory for balancing");
    else if (n == 0)
        status = go_fail(err, GO_EEMPTY, "no positions to balance on");
    if (status == GO_OK)
        status = balancer_create(&t, g, p, o->playouts > o->samples ? o->playouts : o->samples, o,
                                 err);
    if (status == GO_OK)
        status = descent_create(&d, g->n, start, o->steps, o->rate, o->decay,
                                o->sharpness * log(GAMMAS_MOST), err);
    if (status == GO_OK)
        status = take_steps(&t, &d, list, n, err);
    for (int i = 0; i < g->n && status == GO_OK; i++)
        g->gamma[i] = gammas_within(exp(d.average[i] / o->sharpness));
    descent_free(&d);
    balancer_free(&t);
    free(list);
    free(start);
    return status;
}
