/* dataset_expect_body.h -- the passes of a fit over the compressed games.
 *
 * The body of dataset_expect_single.c and dataset_expect_double.c, which define
 * `real` and `dataset_expect`.                                                */
#include <math.h>
#include <stdlib.h>

#include "mm_train/data/dataset_state.h"
#include "mm_train/data/encoding.h"
#include "patterns/extract.h"

enum { FLUSH_GAMES = 128 }; /* after so many, the sums of the dense groups move to `expected` */

/* The present candidates of one side. */
typedef struct side_state {
    real *strength; /* [width] product of the stored gammas; 0: no candidate */
    real *waiting;  /* [width] sum of weight / E since the team last changed */
    team *gammas;    /* [area + 1] */
    uint32_t *has;   /* [area + 1] mask of groups with a gamma */
} side_state;

typedef struct worker {
    const dataset *d;
    const real *gamma;             /* [n_gammas + 1], shared; the last is 1 */
    real *const *dense;            /* [N_ROWS] shared tables of gammas */
    side_state side[2];
    real *weight, *share;          /* [width] of the present position */
    real *dense_sum[N_ROWS];    /* [rows][width] */
    double *expected;               /* [n_gammas + 1] */
    double log_sum;                 /* sum of log E */
    int n_passing;                  /* of the present position: candidates and gammas */
    uint16_t passing_at[N_PASSING * DIAMOND_MAX_CELLS];
    uint32_t passing_gamma[N_PASSING * DIAMOND_MAX_CELLS];
} worker;

/* ---- memory ---- */

static real *reals(size_t n)
{
    real *a = aligned_alloc(64, (n * sizeof *a + 63) / 64 * 64);
    if (a)
        memset(a, 0, n * sizeof *a);
    return a;
}

static bool worker_init(worker *w, const dataset *d, const real *gamma, real *const *dense)
{
    *w = (worker){.d = d, .gamma = gamma, .dense = dense};
    w->weight = reals((size_t)d->dense.width);
    w->share = reals((size_t)d->dense.width);
    w->expected = calloc((size_t)d->n_gammas + 1, sizeof *w->expected);
    bool ok = w->weight && w->share && w->expected;
    for (int k = 0; k < N_ROWS && ok; k++) {
        w->dense_sum[k] = reals((size_t)(d->dense.rows[k] * d->dense.width));
        ok = w->dense_sum[k] != NULL;
    }
    for (side_state *s = w->side; s < w->side + 2; s++) {
        s->strength = reals((size_t)d->dense.width);
        s->waiting = reals((size_t)d->dense.width);
        s->gammas = calloc((size_t)d->area + 1, sizeof *s->gammas);
        s->has = calloc((size_t)d->area + 1, sizeof *s->has);
        ok = ok && s->strength && s->waiting && s->gammas && s->has;
    }
    return ok;
}

static void worker_free(worker *w)
{
    for (int c = 0; c < 2; c++) {
        free(w->side[c].strength);
        free(w->side[c].waiting);
        free(w->side[c].gammas);
        free(w->side[c].has);
    }
    for (int k = 0; k < N_ROWS; k++)
        free(w->dense_sum[k]);
    free(w->weight);
    free(w->share);
    free(w->expected);
}

/* ---- one position ---- */

/* Adds what has gathered for a candidate to the gammas of its team. */
static inline void settle(worker *w, side_state *s, int i)
{
    real total = s->strength[i] * s->waiting[i];
    s->waiting[i] = 0;
    if (total == 0)
        return;
    for (uint32_t has = s->has[i]; has; has &= has - 1)
        w->expected[s->gammas[i][__builtin_ctz(has)]] += (double)total;
}

static inline real strength_of(const worker *w, const side_state *s, int i)
{
    real product = 1;
    for (uint32_t has = s->has[i]; has; has &= has - 1)
        product *= w->gamma[s->gammas[i][__builtin_ctz(has)]];
    return product;
}

static const uint8_t *apply_change(worker *w, side_state *s, const uint8_t *at)
{
    const vocabulary *v = w->d->v;
    unsigned word = get_u16(&at);
    int i = (int)(word & CANDIDATE_BITS);
    uint32_t mask = short_mask(word);
    if (word & CHANGE_LONG)
        mask |= (uint32_t)get_u16(&at) << F_FIRST_LEVEL;
    settle(w, s, i);
    for (; mask; mask &= mask - 1) {
        int g = __builtin_ctz(mask);
        uint32_t value = g < SHAPE_GROUPS ? get_varying(&at) : *at++;
        s->gammas[i][g] = (uint32_t)v->first[g] + value - 1;
        s->has[i] = value ? s->has[i] | 1u << g : s->has[i] & ~(1u << g);
    }
    s->strength[i] = word & CHANGE_ILLEGAL ? 0 : strength_of(w, s, i);
    return at;
}

static void weigh_dense(worker *w, const int *row)
{
    const dense_tables *d = &w->d->dense;
    const int width = d->width;
    real *restrict weight = w->weight;
    bool first = true;
    for (int k = 0; k < N_ROWS; k++) {
        if (!d->rows[k])
            continue;
        const real *restrict table = w->dense[k] + (size_t)row[k] * (size_t)width;
        for (int i = 0; i < width; i++)
            weight[i] = first ? table[i] : weight[i] * table[i];
        first = false;
    }
    for (int i = 0; i < width && first; i++)
        weight[i] = 1;
}

static real sum_strengths(const worker *w, const side_state *s)
{
    const real *restrict strength = s->strength, *restrict weight = w->weight;
    real lane[16] = {0}, sum = 0;
    for (int i = 0; i < w->d->dense.width; i += 16)
        for (int j = 0; j < 16; j++)
            lane[j] += strength[i + j] * weight[i + j];
    for (int j = 0; j < 16; j++)
        sum += lane[j];
    return sum;
}

static void gather(worker *w, side_state *s, const int *row, real per_strength)
{
    const dense_tables *d = &w->d->dense;
    const int width = d->width;
    real *restrict share = w->share, *restrict waiting = s->waiting;
    const real *restrict weight = w->weight, *restrict strength = s->strength;
    for (int i = 0; i < width; i++) {
        real u = weight[i] * per_strength;
        waiting[i] += u;
        share[i] = strength[i] * u;
    }
    for (int k = 0; k < N_ROWS; k++) {
        if (!d->rows[k])
            continue;
        real *restrict sum = w->dense_sum[k] + (size_t)row[k] * (size_t)width;
        for (int i = 0; i < width; i++)
            sum[i] += share[i];
    }
}

static const uint8_t *read_passing(worker *w, feature_id group, int move, const uint8_t *at)
{
    const dataset *d = w->d;
    const uint32_t first = (uint32_t)d->v->first[group];
    const uint8_t *bits = at;
    at += d->reach_bytes;
    for (int k = 0; k < d->reach_bytes; k++) {
        for (unsigned byte = bits[k]; byte; byte &= byte - 1) {
            int cell = 8 * k + __builtin_ctz(byte);
            w->passing_at[w->n_passing] = (uint16_t)(move - d->cell_step[cell]);
            w->passing_gamma[w->n_passing++] = first + get_varying(&at);
        }
    }
    return at;
}

static const uint8_t *process_position(worker *w, const uint8_t *at)
{
    int row[N_ROWS];
    side_state *s = &w->side[get_u16(&at) >> 15];
    for (int k = 0; k < N_ROWS; k++)
        row[k] = get_u16(&at);
    int n_changes = get_u16(&at);
    for (int i = 0; i < n_changes; i++)
        at = apply_change(w, s, at);
    w->n_passing = 0;
    for (int i = 0; i < N_PASSING; i++)
        if (feature_used(&w->d->v->set, passing_group[i]) && row[passing_row[i]] != w->d->area)
            at = read_passing(w, passing_group[i], row[passing_row[i]], at);
    weigh_dense(w, row);
    for (int i = 0; i < w->n_passing; i++)
        w->weight[w->passing_at[i]] *= w->gamma[w->passing_gamma[i]];
    real all = sum_strengths(w, s);
    w->log_sum += all > 0 ? log((double)all) : (double)NAN; /* too small for a number */
    gather(w, s, row, 1 / all);
    for (int i = 0; i < w->n_passing; i++)
        w->expected[w->passing_gamma[i]] += (double)w->share[w->passing_at[i]];
    return at;
}

/* ---- games ---- */

static void process_game(worker *w, int64_t game)
{
    const uint8_t *at = w->d->bytes.data + w->d->start[game];
    for (side_state *s = w->side; s < w->side + 2; s++) {
        memset(s->strength, 0, (size_t)w->d->dense.width * sizeof *s->strength);
        memset(s->waiting, 0, (size_t)w->d->dense.width * sizeof *s->waiting);
        memset(s->has, 0, ((size_t)w->d->area + 1) * sizeof *s->has);
    }
    for (const uint8_t *next = at; get_u16(&next) != END_OF_GAME; next = at)
        at = process_position(w, at);
    for (int c = 0; c < 2; c++)
        for (int i = 0; i <= w->d->area; i++)
            settle(w, &w->side[c], i);
}

static void flush_dense(worker *w)
{
    const dense_tables *d = &w->d->dense;
    for (int k = 0; k < N_ROWS; k++) {
        int n = d->rows[k] * d->width;
        for (int layer = 0; layer < d->layers[k]; layer++)
            for (int i = 0; i < n; i++)
                w->expected[d->gamma[k][layer][i]] += (double)w->dense_sum[k][i];
        memset(w->dense_sum[k], 0, (size_t)n * sizeof(real));
    }
}

/* ---- all games ---- */

typedef struct tables {
    real *gamma;
    real *dense[N_ROWS];
    worker *workers; /* [n_threads] */
} tables;

static void tables_free(tables *t, int n_threads)
{
    for (int k = 0; t->workers && k < n_threads; k++)
        worker_free(&t->workers[k]);
    free(t->workers);
    for (int k = 0; k < N_ROWS; k++)
        free(t->dense[k]);
    free(t->gamma);
}

static bool tables_init(tables *t, const dataset *d, const double *theta)
{
    *t = (tables){.gamma = reals((size_t)d->n_gammas + 1),
                  .workers = calloc((size_t)d->run.n_threads, sizeof *t->workers)};
    if (!t->gamma || !t->workers)
        return false;
    for (int i = 0; i < d->n_gammas; i++)
        t->gamma[i] = (real)exp(theta[i]);
    t->gamma[d->n_gammas] = 1;
    for (int k = 0; k < N_ROWS; k++) {
        int n = d->dense.rows[k] * d->dense.width;
        t->dense[k] = reals((size_t)n);
        if (!t->dense[k])
            return false;
        for (int i = 0; i < n; i++) {
            real product = 1;
            for (int layer = 0; layer < d->dense.layers[k]; layer++)
                product *= t->gamma[d->dense.gamma[k][layer][i]];
            t->dense[k][i] = product;
        }
    }
    return true;
}

/* A worker takes one run of neighbouring games, so that a given number of threads adds
 * in a fixed order.                                                          */
static void run_games(worker *w, int number, bool *stop)
{
    const dataset *d = w->d;
    const games_run *run = &d->run;
    int64_t from = d->n_games * number / run->n_threads,
            to = d->n_games * (number + 1) / run->n_threads;
    for (int64_t game = from; game < to; game++) {
        bool stopped;
#pragma omp atomic read
        stopped = *stop;
        if (stopped)
            return;
        process_game(w, game);
        if ((game - from) % FLUSH_GAMES == FLUSH_GAMES - 1) {
            flush_dense(w);
            if (number == 0 && run->progress &&
                !run->progress(run->user, NULL, game - from, to - from)) {
#pragma omp atomic write
                *stop = true;
            }
        }
    }
    flush_dense(w);
}

go_status dataset_expect(void *data, const double *theta, double *expected,
                         double *log_likelihood, go_error *err)
{
    const dataset *d = data;
    const int n_threads = d->run.n_threads;
    tables t;
    const int n_workers = tables_init(&t, d, theta) ? n_threads : 0;
    bool stop = false, failed = n_workers == 0;
#pragma omp parallel for num_threads(n_threads) schedule(static, 1)
    for (int k = 0; k < n_workers; k++) {
        if (worker_init(&t.workers[k], d, t.gamma, t.dense)) {
            run_games(&t.workers[k], k, &stop);
        } else {
#pragma omp atomic write
            failed = true;
        }
    }
    double sum = 0;
    memset(expected, 0, (size_t)d->n_gammas * sizeof *expected);
    for (int k = 0; k < n_threads && !failed; k++) {
        for (int i = 0; i < d->n_gammas; i++)
            expected[i] += t.workers[k].expected[i];
        sum += t.workers[k].log_sum;
    }
    tables_free(&t, n_threads);
    if (failed)
        return go_fail(err, GO_ENOMEM, "out of memory while fitting");
    *log_likelihood = -sum;
    for (int i = 0; i < d->n_gammas; i++)
        *log_likelihood += d->wins[i] * theta[i];
    return stop ? go_fail(err, GO_EINTR, "interrupted while fitting") : GO_OK;
}
