#include "mm_train/balance/sampler.h"

#include <math.h>
#include <stdlib.h>

#include "board/random_playout.h"
#include "mcts/playout/playout.h"
#include "mm_train/balance/baseline.h"
#include "patterns/dense.h"

/* Surprises below this share of what is usual at the start are small. */
static const double SMALL = 0.5;

struct sampler {
    int size, area, most, n, capacity;
    double nakade;
    playout *playout;
    extractor *x;
    dense_tables dense;
    sampler_means means;            /* of the last run */
    baseline_playout *sample;       /* [most], of the last run */
    board_move *moves;              /* [most][capacity] */
    uint8_t *owner;                 /* [most][area] */
    baseline baseline;
    float weight[BOARD_MAX_POINTS]; /* of the moves of this moment */
};

go_status sampler_create(sampler **out, const vocabulary *v, int size, int most, double nakade,
                         go_error *err)
{
    sampler *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for balancing");
    s->size = size;
    s->area = size * size;
    s->most = most;
    s->nakade = nakade;
    s->capacity = 3 * s->area;
    s->sample = calloc((size_t)most, sizeof *s->sample);
    s->moves = calloc((size_t)most * (size_t)s->capacity, sizeof *s->moves);
    s->owner = calloc((size_t)most, (size_t)s->area);
    go_status status = s->sample && s->moves && s->owner
                           ? extractor_create(&s->x, v, size, err)
                           : go_fail(err, GO_ENOMEM, "out of memory for balancing");
    if (status == GO_OK)
        status = dense_tables_init(&s->dense, v, size, err);
    if (status == GO_OK)
        *out = s;
    else
        sampler_destroy(s);
    return status;
}

void sampler_destroy(sampler *s)
{
    if (!s)
        return;
    playout_destroy(s->playout);
    extractor_destroy(s->x);
    dense_tables_free(&s->dense);
    free(s->sample);
    free(s->moves);
    free(s->owner);
    free(s);
}

go_status sampler_use(sampler *s, const playout_gammas *g, go_error *err)
{
    playout_destroy(s->playout);
    s->playout = NULL;
    return playout_create(&s->playout, g, err);
}

/* ---- playouts ---- */

static void keep_playout(sampler *s, int i, double lead)
{
    uint8_t *owner = s->owner + (size_t)i * (size_t)s->area;
    board_move *kept = s->moves + (size_t)i * (size_t)s->capacity;
    int n;
    const board_move *moves = playout_moves(s->playout, &n);
    memcpy(kept, moves, (size_t)n * sizeof *moves);
    s->sample[i] = (baseline_playout){kept, n, lead > 0 ? 1 : lead < 0 ? 0 : 0.5, owner};
    for (int k = 0; k < s->area; k++)
        owner[k] = (uint8_t)(1 + colour_sign(random_playout_owner(playout_board(s->playout),
                                                                  board_point_at(s->size, k))));
}

static void find_means(sampler *s)
{
    int sum[BOARD_MAX_AREA] = {0};
    s->means.win = 0;
    for (int i = 0; i < s->n; i++) {
        s->means.win += s->sample[i].win / s->n;
        for (int k = 0; k < s->area; k++)
            sum[k] += s->owner[(size_t)i * (size_t)s->area + (size_t)k];
    }
    for (int k = 0; k < s->area; k++)
        s->means.owner[k] = (float)sum[k] / (float)(2 * s->n);
}

void sampler_run(sampler *s, const sampler_position *at, int n, rng *random, sampler_means *out)
{
    const playout_options options = {.nakade = s->nakade};
    s->n = n < s->most ? n : s->most;
    for (int i = 0; i < s->n; i++)
        keep_playout(s, i, playout_run(s->playout, at->board, at->to_move, &options, random) -
                               at->komi);
    find_means(s);
    *out = s->means;
}

/* ---- psi ---- */

/* Adds `amount` for each gamma of a move's team. */
static void add_team(const sampler *s, colour c, int candidate, double amount, double *gradient)
{
    int numbers[F_N_GROUPS];
    const int n = team_gammas(s->x, &s->dense, c, candidate, numbers);
    for (int i = 0; i < n; i++)
        gradient[numbers[i]] += amount;
}

/* Adds the teams of all moves by their probabilities, times `amount`. */
static void add_expected(const sampler *s, const board *b, colour c, double amount,
                         double *gradient)
{
    int row[N_ROWS], n_passing;
    const passing_feature *passing = extractor_passing(s->x, &n_passing);
    extractor_dense(s->x, row);
    for (int i = 0; i < b->n_empty; i++) {
        const point p = b->empty[i];
        if (s->weight[p] <= 0)
            continue;
        const int candidate = board_index(b, p);
        const double part = amount * (double)s->weight[p];
        const uint32_t *stored = extractor_team(s->x, c, candidate);
        for (int g = 0; g < F_N_STORED; g++)
            gradient[stored[g]] += part; /* the last of the gradient stands for none */
        for (int k = 0; k < N_ROWS; k++)
            for (int l = 0; l < s->dense.layers[k]; l++)
                gradient[s->dense.gamma[k][l][row[k] * s->dense.width + candidate]] += part;
    }
    for (int i = 0; i < n_passing; i++) {
        const point p = board_point_at(s->size, passing[i].candidate);
        if (b->at[p] == EMPTY && s->weight[p] > 0)
            gradient[passing[i].gamma] += amount * (double)s->weight[p];
    }
}

/* How much of `worth` a move of probability p = weight / sum by the gammas gets, if with
 * probability `nakade` the point `vital` is played instead.                   */
static double share_of_choice(const sampler *s, point at, point vital, double sum)
{
    if (at != vital)
        return 1;
    const double drawn = (1 - s->nakade) * (double)s->weight[at] / sum;
    return drawn > 0 ? drawn / (s->nakade + drawn) : 0;
}

/* A move's share of psi. */
static void add_choice(sampler *s, board_move move, double worth, double *gradient)
{
    const board *b = playout_board(s->playout);
    const colour c = (colour)move.colour;
    point vital;
    int n;
    const double sum = playout_follow_weights(s->playout, c, s->weight, &vital);
    if (sum <= 0)
        return;
    const double part = worth * share_of_choice(s, move.at, vital, sum);
    extractor_update(s->x, c, &n);
    add_team(s, c, board_index(b, move.at), part, gradient);
    add_expected(s, b, c, -part / sum, gradient);
}

/* ---- the gradient ---- */

void sampler_learn(sampler *s, const sampler_position *at)
{
    baseline_learn(&s->baseline, at->board, s->sample, s->n);
}

/* What is asked for, and when a surprise is small. */
typedef struct wish {
    double win;
    const float *owner; /* may be NULL */
    double small;
} wish;

static double owned_by(const sampler *s, const baseline_playout *p, const float *owner)
{
    double sum = 0;
    for (int i = 0; owner && i < s->area; i++)
        sum += (double)(owner[i] * 0.5f * (float)p->owner[i]);
    return sum;
}

/* What came out beyond what was expected on this board. */
static double surprise(const sampler *s, const board *b, const wish *k, double win, double owned)
{
    double expected;
    const double wins = baseline_expect(&s->baseline, b, k->owner, &expected);
    return k->win * (win - wins) + owned - expected;
}

/* Small surprises are left out, or else made larger, by lot: teams cost the most. */
static double by_lot(double worth, double small, rng *random)
{
    const double size = fabs(worth);
    if (size >= small)
        return worth;
    return rng_double(random) * small < size ? worth / size * small : 0;
}

static void add_playout(sampler *s, const sampler_position *at, const baseline_playout *p,
                        const wish *k, rng *random, double *gradient)
{
    const board *b = playout_board(s->playout);
    const double owned = owned_by(s, p, k->owner);
    playout_follow(s->playout, at->board);
    extractor_start(s->x, b);
    for (int i = 0; i < p->n_moves; i++) {
        const board_move move = p->moves[i];
        const double worth =
            move.at == PASS ? 0 : by_lot(surprise(s, b, k, p->win, owned), k->small, random);
        if (worth < 0 || worth > 0)
            add_choice(s, move, worth / s->n, gradient);
        playout_follow_play(s->playout, (colour)move.colour, move.at);
        extractor_play(s->x, (colour)move.colour, move.at);
    }
}

void sampler_add_gradient(sampler *s, const sampler_position *at, double win, const float *owner,
                          rng *random, double *gradient)
{
    wish k = {.win = win, .owner = owner};
    for (int i = 0; i < s->n; i++) {
        const baseline_playout *p = s->sample + i;
        k.small += SMALL * fabs(surprise(s, at->board, &k, p->win, owned_by(s, p, owner))) / s->n;
    }
    for (int i = 0; i < s->n; i++)
        add_playout(s, at, s->sample + i, &k, random, gradient);
}
