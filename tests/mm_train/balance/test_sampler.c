/* The gradient of playouts equals finite differences of their exact mean, computed by going
 * through all playouts with the plain policy.                                 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "board/random_playout.h"
#include "mcts/playout/nakade.h"
#include "mm_train/balance/sampler.h"
#include "patterns/gammas/policy.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/needs.h"
#include "tests/support/random_moves.h"

/* ---- the exact mean ---- */

/* How often vital points are played at once. */
static const double nakade = 0.6;

static int n_vital; /* met so far */

/* What is to be the mean: `win` for a win of black, and owner[i] for each point he owns. */
typedef struct worth {
    double win, komi;
    float owner[BOARD_MAX_AREA];
} worth;

static double worth_at(const board *b, const worth *k)
{
    const double lead = random_playout_score(b) - k->komi;
    double sum = k->win * (lead > 0 ? 1 : lead < 0 ? 0 : 0.5);
    for (int i = 0; i < b->size * b->size; i++) {
        const colour owner = random_playout_owner(b, board_point_at(b->size, i));
        sum += (double)k->owner[i] * (owner == BLACK ? 1 : owner == WHITE ? 0 : 0.5);
    }
    return sum;
}

static bool is_playable(const board *b, colour c, point at)
{
    return board_legal(b, c, at) == MOVE_OK && !board_is_eye(b, at, c);
}

/* The playable moves' probabilities; false: there are none. */
static bool choices(policy *p, const board *b, colour c, double *chance)
{
    float probability[BOARD_MAX_AREA + 1];
    double sum = 0;
    policy_start(p, b);
    policy_distribution(p, c, probability);
    for (int i = 0; i < b->n_empty; i++) {
        const point at = b->empty[i];
        chance[i] = is_playable(b, c, at) ? (double)probability[board_index(b, at)] : 0;
        sum += chance[i];
    }
    const point vital = playout_nakade(b, c);
    const bool is_vital = vital != PASS && is_playable(b, c, vital);
    for (int i = 0; i < b->n_empty; i++) {
        chance[i] *= (is_vital ? 1 - nakade : 1) / (sum > 0 ? sum : 1);
        chance[i] += is_vital && b->empty[i] == vital ? nakade : 0;
    }
    n_vital += is_vital;
    return sum > 0;
}

/* The mean over the playouts of which this is the beginning, with probability `weight`;
 * the unlikeliest are left out.                                               */
static double exact(policy *p, const board *b, colour c, int passes, int left, double weight,
                    const worth *k)
{
    double chance[BOARD_MAX_AREA], sum = 0;
    if (passes == 2 || left == 0 || weight < 1e-6)
        return worth_at(b, k);
    if (!choices(p, b, c, chance)) {
        board after = *b;
        board_play_legal(&after, c, PASS);
        return exact(p, &after, opponent(c), passes + 1, left - 1, weight, k);
    }
    for (int i = 0; i < b->n_empty; i++) {
        if (chance[i] <= 0)
            continue;
        board after = *b;
        board_play_legal(&after, c, b->empty[i]);
        sum += chance[i] * exact(p, &after, opponent(c), 0, left - 1, weight * chance[i], k);
    }
    return sum;
}

static double exact_mean(const gammas *g, const sampler_position *at, const worth *k)
{
    const int size = at->board->size;
    policy *p;
    assert_int_equal(policy_create(&p, g, size, NULL), GO_OK);
    const double mean = exact(p, at->board, at->to_move, 0, 3 * size * size, 1, k);
    policy_destroy(p);
    return mean;
}

/* The derivative by the logarithm of a gamma. */
static double exact_derivative(gammas *g, int number, const sampler_position *at, const worth *k)
{
    const double step = 0.05;
    const float gamma = g->gamma[number];
    g->gamma[number] = gamma * (float)exp(step);
    const double more = exact_mean(g, at, k);
    g->gamma[number] = gamma * (float)exp(-step);
    const double less = exact_mean(g, at, k);
    g->gamma[number] = gamma;
    return (more - less) / (2 * step);
}

/* ---- the estimate ---- */

/* Means and their standard errors over many runs. */
typedef struct estimate {
    double value, *mean, *error;
} estimate;

static void estimate_free(estimate *e)
{
    test_free(e->mean);
    test_free(e->error);
}

static estimate estimated(const gammas *g, const sampler_position *at, const worth *k, int runs)
{
    enum { PLAYOUTS = 32 };
    const size_t n = (size_t)g->n + 1;
    estimate e = {0, test_calloc(n, sizeof(double)), test_calloc(n, sizeof(double))};
    double *gradient = test_calloc(n, sizeof *gradient);
    playout_gammas *tables;
    sampler *s;
    sampler_means means;
    rng random = rng_seed(7);
    assert_int_equal(playout_gammas_create(&tables, g, at->board->size, NULL), GO_OK);
    assert_int_equal(sampler_create(&s, g->v, at->board->size, PLAYOUTS, nakade, NULL), GO_OK);
    assert_int_equal(sampler_use(s, tables, NULL), GO_OK);
    for (int i = 0; i < runs; i++) {
        memset(gradient, 0, n * sizeof *gradient);
        sampler_run(s, at, PLAYOUTS, &random, &means);
        sampler_learn(s, at);
        sampler_run(s, at, PLAYOUTS, &random, &means);
        sampler_add_gradient(s, at, k->win, k->owner, &random, gradient);
        e.value += means.win / runs;
        for (size_t j = 0; j < n; j++) {
            e.mean[j] += gradient[j] / runs;
            e.error[j] += gradient[j] * gradient[j] / runs;
        }
    }
    for (size_t j = 0; j < n; j++)
        e.error[j] = sqrt(fmax(e.error[j] - e.mean[j] * e.mean[j], 0) / runs);
    sampler_destroy(s);
    playout_gammas_destroy(tables);
    test_free(gradient);
    return e;
}

/* The gamma whose derivative is known best among those not yet taken. */
static int surest(const estimate *e, int n, const bool *taken)
{
    int best = -1;
    double most = 0;
    for (int i = 0; i < n; i++) {
        const double sure = e->error[i] > 0 ? fabs(e->mean[i]) / e->error[i] : 0;
        if (sure > most && !taken[i]) {
            most = sure;
            best = i;
        }
    }
    return best;
}

static void compare(gammas *g, const sampler_position *at, const worth *k, int n_gammas)
{
    const int runs = slow_tests() ? 8000 : 1000;
    estimate e = estimated(g, at, k, runs);
    bool *taken = test_calloc((size_t)g->n, sizeof *taken);
    const worth win = {.win = 1, .komi = at->komi};
    assert_close(e.value, exact_mean(g, at, &win), 4 * 0.5 / sqrt(32.0 * runs));
    for (int i = 0; i < n_gammas; i++) {
        const int number = surest(&e, g->n, taken);
        assert_true(number >= 0);
        taken[number] = true;
        const double right = exact_derivative(g, number, at, k);
        assert_true(fabs(right) > 10 * e.error[number]); /* or nothing is shown */
        assert_close(e.mean[number], right, 4.5 * e.error[number] + 2e-3 * fabs(right));
    }
    test_free(taken);
    estimate_free(&e);
}

static void on_an_empty_2x2(void **state)
{
    (void)state;
    gammas *g = drawn_gammas("fast", 9, 3);
    board b;
    board_init(&b, 2);
    const sampler_position at = {.board = &b, .to_move = BLACK, .komi = 0.5};
    const worth k = {.win = 1, .komi = 0.5};
    compare(g, &at, &k, 6);
    gammas_destroy(g);
}

/* Owners as well, white to move, a draw, and vital points. */
static void in_the_middle_of_3x3(void **state)
{
    (void)state;
    gammas *g = drawn_gammas("fast", 9, 3);
    rng random = rng_seed(3);
    board b = random_position(3, 5, &random);
    const sampler_position at = {.board = &b, .to_move = WHITE, .komi = 3};
    const worth k = {.win = 0.5, .komi = 3, .owner = {1, -0.5f, 0, 0, 2, 0, 0.25f, 0, -1}};
    compare(g, &at, &k, 5);
    assert_true(n_vital > 1000);
    gammas_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_an_empty_2x2),
        cmocka_unit_test(in_the_middle_of_3x3),
    };
    return cmocka_run_group_tests_name("sampler", tests, NULL, NULL);
}
