/* The loss: its gradient against finite differences, and rows that say nothing. */
#include "nn_train/loss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn_train/answer.h"
#include "tests/support/assert_close.h"
#include "tests/support/unit.h"

enum { SIZE = 5, AREA = SIZE * SIZE, ROWS = 3 };

typedef struct work {
    nn_model *m;
    nn_rows *rows;
    float *out[NN_N_OUTPUTS], *back[NN_N_OUTPUTS];
    double smoothing, answer, search;
} work;

/* Three rows: a whole one, a smaller board with a pass, one that tells nothing but the move. */
static void set_rows(nn_rows *r)
{
    for (int i = 0; i < ROWS * AREA; i++) {
        int side = i / AREA == 1 ? 4 : SIZE, p = i % AREA;
        r->mask[i] = p % SIZE < side && p / SIZE < side;
        r->ownership[i] = (int8_t)(r->mask[i] > 0 ? p % 3 - 1 : 0);
    }
    r->policy[0] = 7;
    r->policy[1] = AREA;
    r->policy[2] = 0;
    for (int i = 0; i < 2; i++) {
        r->value[3 * i + i] = 1;
        r->value_weight[i] = r->score_weight[i] = r->ownership_weight[i] = 1;
        r->score[i] = i ? -30.5f : 3.5f;
        r->answer[i] = (uint16_t)(i ? 8 : AREA);
        r->answer_weight[i] = 1;
    }
}

/* With a channel for the opponent's answer if wanted. */
static work begin_with(bool answers)
{
    work w = {0};
    char *bytes;
    size_t n;
    rng r = rng_seed(1);
    const nn_random_shape shape = {.blocks = 1, .channels = 4};
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&w.m, bytes, n, "net", NULL), GO_OK);
    free(bytes);
    if (answers)
        assert_int_equal(nn_answer_add(w.m, NULL), GO_OK);
    w.answer = answers ? 0.15 : 0;
    assert_int_equal(nn_rows_create(&w.rows, ROWS, SIZE, NULL), GO_OK);
    set_rows(w.rows);
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t all = ROWS * nn_output_numbers(w.m, (nn_output)o, SIZE);
        w.out[o] = calloc(all, sizeof(float));
        w.back[o] = calloc(all, sizeof(float));
        for (size_t i = 0; i < all; i++)
            w.out[o][i] = (float)(2 * rng_double(&r) - 1);
    }
    return w;
}

static work begin(void)
{
    return begin_with(false);
}

static void end(work *w)
{
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        free(w->out[o]);
        free(w->back[o]);
    }
    nn_rows_destroy(w->rows);
    nn_model_destroy(w->m);
}

static double loss(const work *w, nn_loss_sums *sums, bool back)
{
    const nn_loss_weights weights = {.policy = 1, .value = 0.3, .score = 0.02, .lead = 0.005,
                                     .ownership = 0.5, .answer = w->answer,
                                     .search = w->search, .smoothing = w->smoothing};
    *sums = (nn_loss_sums){0};
    nn_loss(w->m, &weights, w->rows, 0, ROWS, w->out, back ? w->back : NULL, NULL, sums);
    return sums->total / ROWS;
}

static void gradient_is_slope(work *made)
{
    work w = *made;
    nn_loss_sums sums;
    loss(&w, &sums, true);
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        for (size_t i = 0; i < ROWS * nn_output_numbers(w.m, (nn_output)o, SIZE); i++) {
            const float before = w.out[o][i], step = 1.0f / 256;
            w.out[o][i] = before + step;
            double more = loss(&w, &sums, false);
            w.out[o][i] = before - step;
            double less = loss(&w, &sums, false);
            w.out[o][i] = before;
            double slope = (more - less) / (2 * (double)step), told = (double)w.back[o][i];
            if (fabs(slope - told) > 2e-5 + 1e-2 * fabs(told))
                fail_msg("output %d, number %zu: slope %g, gradient %g", o, i, slope, told);
        }
}

/* Of the first row, won, and the last, which does not tell its result. */
static void set_searches(work *w)
{
    w->search = 0.4;
    w->rows->search[0] = 0.7f;
    w->rows->search[2] = 0.1f;
    w->rows->search_weight[0] = w->rows->search_weight[2] = 1;
}

/* The last row has three moves and two answers, and counts half. */
static void set_shares(work *w)
{
    float *moves = w->rows->shares + 2 * (size_t)(ROWS - 1) * (AREA + 1);
    float *answers = moves + AREA + 1;
    w->rows->has_shares[ROWS - 1] = true;
    w->rows->policy_weight[ROWS - 1] = w->rows->answer_weight[ROWS - 1] = 0.5f;
    moves[0] = 0.5f;
    moves[6] = moves[AREA] = 0.25f;
    answers[1] = 0.75f;
    answers[AREA] = 0.25f;
}

/* The gradient is weight (p - target) / rows. */
static void searches_count_in_the_value(void **state)
{
    (void)state;
    work w = begin();
    nn_loss_sums sums;
    float plain[9];
    loss(&w, &sums, true);
    memcpy(plain, w.back[NN_VALUE], sizeof plain);
    set_searches(&w);
    loss(&w, &sums, true);
    const float *d = w.back[NN_VALUE];
    assert_close(sums.value_rows, 2.4, 1e-9);
    assert_close((double)(d[0] - plain[0]), 0.3 * 0.4 * 0.3 / ROWS, 1e-6); /* 1 to 0.88 */
    assert_close((double)(d[1] - plain[1]), -0.3 * 0.4 * 0.3 / ROWS, 1e-6);
    for (int k = 3; k < 6; k++)
        assert_true(d[k] == plain[k]);
    assert_true(d[6] > 0 && d[7] < 0); /* towards a loss, which nothing told before */
    const float once = d[0];
    w.rows->value_weight[0] = w.rows->search_weight[0] = 4; /* more of the same target */
    loss(&w, &sums, true);
    assert_close((double)d[0], 4 * (double)once, 1e-6);
    end(&w);
}

/* One move with all of the visits is the move played; the reported loss is that of the shares. */
static void shares_of_a_search_are_the_target(void **state)
{
    (void)state;
    work w = begin();
    nn_loss_sums played, shared;
    loss(&w, &played, true);
    float plain[AREA];
    memcpy(plain, w.back[NN_POLICY], sizeof plain);
    w.rows->has_shares[0] = true;
    w.rows->shares[w.rows->policy[0]] = 1;
    loss(&w, &shared, true);
    assert_memory_equal(plain, w.back[NN_POLICY], sizeof plain);
    assert_close(shared.policy, played.policy, 1e-12);
    w.rows->shares[7] = 0.5f;
    w.rows->shares[8] = 0.5f;
    loss(&w, &shared, true);
    assert_close((double)(w.back[NN_POLICY][7] - plain[7]), 0.5 / ROWS, 1e-7);
    assert_close((double)(w.back[NN_POLICY][8] - plain[8]), -0.5 / ROWS, 1e-7);
    assert_close(shared.policy - played.policy,
                 0.5 * (double)(w.out[NN_POLICY][7] - w.out[NN_POLICY][8]), 1e-6);
    set_shares(&w);
    loss(&w, &shared, true);
    assert_close(shared.policy_rows, ROWS - 0.5, 1e-9);
    end(&w);
}

static void its_gradient_is_its_slope(void **state)
{
    (void)state;
    work w = begin();
    gradient_is_slope(&w);
    set_searches(&w);
    gradient_is_slope(&w);
    w.smoothing = 0.25;
    gradient_is_slope(&w);
    end(&w);
    w = begin_with(true);
    gradient_is_slope(&w);
    set_shares(&w);
    gradient_is_slope(&w);
    w.smoothing = 0.25;
    gradient_is_slope(&w);
    end(&w);
}

/* Below half a point the deviation does not count, but it can grow again where it should. */
static void a_small_deviation_can_recover(void **state)
{
    (void)state;
    work w = begin();
    nn_loss_sums sums;
    const size_t channels = (size_t)w.m->score_channels;
    float *first = w.out[NN_SCORE], *second = first + channels;
    first[0] = (float)((double)w.rows->score[0] / (double)w.m->multipliers.score_mean);
    second[0] = first[0];      /* 34 points off */
    first[1] = second[1] = -5; /* 0.13 points */
    loss(&w, &sums, true);
    assert_close((double)w.back[NN_SCORE][1], 0, 0);
    assert_true(w.back[NN_SCORE][channels + 1] < 0);
    end(&w);
}

/* The answer has a channel of its own: the move's loss and gradient do not know of it. */
static void the_answer_is_apart(void **state)
{
    (void)state;
    work w = begin_with(true);
    nn_loss_sums with, without;
    loss(&w, &with, true);
    float policy[AREA], answer[AREA];
    memcpy(policy, w.back[NN_POLICY], sizeof policy);
    memcpy(answer, w.back[NN_POLICY] + AREA, sizeof answer);
    w.answer = 0;
    loss(&w, &without, true);
    assert_memory_equal(policy, w.back[NN_POLICY], sizeof policy);
    assert_close(with.policy, without.policy, 0);
    assert_close(with.total - without.total, 0.15 * with.answer, 1e-9);
    assert_true(with.answer > 0 && with.answer_rows == 2 && without.answer_rows == 0);
    for (int p = 0; p < AREA; p++) {
        assert_true(answer[p] != 0 && w.back[NN_POLICY][AREA + p] == 0);
        assert_true(w.back[NN_POLICY][(2 * ROWS - 1) * AREA + p] == 0); /* not known there */
    }
    end(&w);
}

/* With two stones on the 25 points, each empty point and the pass has a 24th of a quarter. */
static void a_smooth_target_is_spread_over_empty_points(void **state)
{
    (void)state;
    work w = begin();
    nn_loss_sums sums;
    const size_t own = AREA + 3, other = 2 * AREA + 4;
    w.rows->planes[own] = w.rows->planes[other] = 1;
    loss(&w, &sums, true);
    float plain[AREA];
    memcpy(plain, w.back[NN_POLICY], sizeof plain);
    const double policy = sums.policy;
    w.smoothing = 0.25;
    loss(&w, &sums, true);
    assert_close(sums.policy, policy, 1e-12); /* what is reported is the played move's */
    for (int p = 0; p < AREA; p++) {
        double rest = p == 3 || p == 4 ? 0 : 0.25 / 24, moved = p == 7 ? 0.25 : 0;
        assert_close((double)(w.back[NN_POLICY][p] - plain[p]), (moved - rest) / ROWS, 1e-7);
    }
    end(&w);
}

static void what_is_not_known_counts_nothing(void **state)
{
    (void)state;
    work w = begin();
    nn_loss_sums sums;
    loss(&w, &sums, true);
    assert_true(sums.policy_rows == ROWS);
    assert_true(sums.value_rows == 2 && sums.score_rows == 2 && sums.ownership_rows == 2);
    for (int k = 0; k < 3; k++)
        assert_true(w.back[NN_VALUE][3 * 2 + k] == 0);
    for (int p = 0; p < AREA; p++) {
        assert_true(w.back[NN_OWNERSHIP][2 * AREA + p] == 0);
        if (w.rows->mask[AREA + p] <= 0)
            assert_true(w.back[NN_POLICY][AREA + p] == 0 && w.back[NN_OWNERSHIP][AREA + p] == 0);
    }
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_gradient_is_its_slope),
        cmocka_unit_test(shares_of_a_search_are_the_target),
        cmocka_unit_test(searches_count_in_the_value),
        cmocka_unit_test(a_small_deviation_can_recover),
        cmocka_unit_test(the_answer_is_apart),
        cmocka_unit_test(a_smooth_target_is_spread_over_empty_points),
        cmocka_unit_test(what_is_not_known_counts_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
