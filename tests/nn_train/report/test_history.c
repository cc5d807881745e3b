/* The curves of a training: joined as they grow, written and read again. */
#include "nn_train/report/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/assert_close.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

enum { STEP = 256 };

static learned_point nth(int i)
{
    return (learned_point){.rows = (int64_t)(i + 1) * STEP, .seconds = 0.5 * (i + 1),
                           .rate = 0.001 * i, .length = 1,
                           .sums = {.policy_rows = STEP, .policy = STEP * (5.0 - 0.0001 * i),
                                    .first = i % STEP, .value_rows = 100, .value = 60 + i % 7,
                                    .value_square = 50}};
}

static training_history *grown(int n)
{
    training_history *h = calloc(1, sizeof *h);
    for (int i = 0; i < n; i++) {
        const learned_point p = nth(i);
        history_learned(h, &p);
    }
    return h;
}

static void nothing_is_lost_as_it_grows(void **state)
{
    (void)state;
    static const int lengths[] = {1, 511, 512, 513, 3000, 20000};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const int n = lengths[k];
        training_history *h = grown(n);
        nn_loss_sums sum = {0}, expected = {0};
        for (int i = 0; i < n; i++) {
            const learned_point p = nth(i);
            nn_loss_sums_add(&expected, &p.sums);
        }
        assert_true(h->n_learned <= HISTORY_POINTS);
        assert_true(n < HISTORY_POINTS ? h->n_learned == n : h->n_learned >= HISTORY_POINTS / 2);
        for (int i = 0; i < h->n_learned; i++) {
            nn_loss_sums_add(&sum, &h->learned[i].sums);
            assert_close((double)h->learned[i].rows, sum.policy_rows, 0);
            assert_close(h->learned[i].seconds, 0.5 * sum.policy_rows / STEP, 1e-9);
        }
        assert_close(sum.policy, expected.policy, 1e-9 * expected.policy);
        assert_close(sum.first, expected.first, 1e-9 * expected.first);
        assert_close(sum.value, expected.value, 1e-9 * expected.value);
        /* all points but the last are of the same size */
        for (int i = 1; i + 1 < h->n_learned; i++)
            assert_close(h->learned[i].sums.policy_rows, h->learned[0].sums.policy_rows, 0);
        free(h);
    }
}

/* Imported rows have weights, which may be 0 all over a point. */
static void rows_count_whatever_they_weigh(void **state)
{
    (void)state;
    training_history *h = calloc(1, sizeof *h);
    for (int i = 0; i < 3 * HISTORY_POINTS; i++) {
        learned_point p = nth(i);
        p.sums.policy_rows = i % 2 ? 3 * STEP : 0;
        history_learned(h, &p);
    }
    assert_int_equal(h->n_learned, 3 * HISTORY_POINTS / 4);
    for (int i = 0; i < h->n_learned; i++) {
        assert_int_equal(history_rows(h, i), 4 * STEP);
        assert_close(h->learned[i].rate, 0.001 * (4 * i + 1.5), 1e-12); /* of four points */
    }
    free(h);
}

static tested_point tested(int64_t rows)
{
    tested_point t = {.rows = rows, .seconds = 1.25, .test = {1000, 0.4375, 2.125, {0}},
                      .known = {500, 0.5, 2, {0}}};
    for (int m = 0; m < N_OUTCOMES; m++) {
        t.test.end[m] = m == OUTCOME_LEAD ? (double)NAN : 0.5 + m;
        t.known.end[m] = 0.25 + m;
    }
    return t;
}

static void many_tests_are_thinned_out(void **state)
{
    (void)state;
    training_history *h = calloc(1, sizeof *h);
    for (int i = 0; i < 3000; i++) {
        const tested_point t = tested(i);
        history_tested(h, &t);
    }
    assert_true(h->n_tested <= HISTORY_POINTS && h->n_tested >= HISTORY_POINTS / 2);
    assert_int_equal(h->tested[h->n_tested - 1].rows, 2999);
    for (int i = 1; i < h->n_tested; i++)
        assert_true(h->tested[i].rows > h->tested[i - 1].rows);
    free(h);
}

static void a_file_is_read_as_it_was_written(void **state)
{
    (void)state;
    char path[400];
    training_history *h = grown(700), *back = calloc(1, sizeof *back);
    const tested_point t = tested(4096);
    temp_dir_path(&group_dir, "history.tsv", path);
    history_tested(h, &t);
    assert_int_equal(history_write(h, path, NULL), GO_OK);
    history_read(back, path);
    assert_int_equal(back->n_learned, h->n_learned);
    assert_int_equal(back->n_tested, 1);
    for (int i = 0; i < h->n_learned; i++) {
        const learned_point *a = &h->learned[i], *b = &back->learned[i];
        assert_int_equal(a->rows, b->rows);
        assert_close(b->seconds, a->seconds, 1e-3);
        assert_close(b->sums.policy, a->sums.policy, 1e-6 * a->sums.policy);
        assert_close(b->sums.first, a->sums.first, 1e-6);
        assert_close(b->sums.value_square, a->sums.value_square, 1e-6);
        assert_close(b->sums.ownership_rows, 0, 0);
    }
    assert_close(back->tested[0].test.top1, 0.4375, 0);
    assert_true(isnan(back->tested[0].test.end[OUTCOME_LEAD]));
    assert_close(back->tested[0].known.end[N_OUTCOMES - 1], 0.25 + N_OUTCOMES - 1, 0);
    for (int i = 700; i < 900; i++) { /* it grows on as before */
        const learned_point p = nth(i);
        history_learned(h, &p);
        history_learned(back, &p);
    }
    assert_int_equal(back->n_learned, h->n_learned);
    free(h);
    free(back);
}

static void a_damaged_file_is_read_up_to_the_damage(void **state)
{
    (void)state;
    char path[400];
    training_history *h = calloc(1, sizeof *h);
    history_read(h, temp_dir_path(&group_dir, "none.tsv", path));
    assert_int_equal(h->n_learned + h->n_tested, 0);
    temp_dir_text(&group_dir, "cut.tsv",
                  "# a comment\n"
                  "learned\t256\t0.5\t0.001\t1\t256\t5\t-\t-\t0\t-\t0\t-\t0.25\t-\n"
                  "learned\t512\t1\t0.001\t1\t256\t5\n"
                  "learned\t768\t1.5\t0.001\t1\t256\t5\t-\t-\t0\t-\t0\t-\t0.25\t-\n", path);
    history_read(h, path);
    assert_int_equal(h->n_learned, 1);
    assert_close(h->learned[0].sums.first, 64, 0);
    assert_close(h->learned[0].sums.policy, 1280, 0);
    temp_dir_text(&group_dir, "cut.tsv", "learned\t256\t0.5\tx\t1\t256\t5\t-\t-\t0\t-\t0\t-\t0\t-\n",
                  path);
    history_read(h, path);
    assert_int_equal(h->n_learned, 0);
    static const char *const impossible[] = {"-\t2", "1e30\t2", "255\t2", "512\t-", "-1\t2"};
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "learned\t256\t0.5\t0.001\t1\t256\t5\t-\t-\t0\t-\t0\t-\t0.25\t-\n"
                 "learned\t%s\t0.001\t1\t256\t5\t-\t-\t0\t-\t0\t-\t0.25\t-\n",
                 impossible[i]);
        temp_dir_text(&group_dir, "cut.tsv", text, path);
        history_read(h, path);
        assert_int_equal(h->n_learned, 1);
    }
    free(h);
}

static void what_came_later_is_forgotten(void **state)
{
    (void)state;
    training_history *h = grown(10);
    const tested_point early = tested(5 * STEP), late = tested(8 * STEP);
    history_tested(h, &early);
    history_tested(h, &late);
    history_cut(h, 6 * STEP);
    assert_int_equal(h->n_learned, 6);
    assert_int_equal(h->n_tested, 1);
    history_cut(h, 0);
    assert_int_equal(h->n_learned + h->n_tested, 0);
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost_as_it_grows),
        cmocka_unit_test(rows_count_whatever_they_weigh),
        cmocka_unit_test(many_tests_are_thinned_out),
        cmocka_unit_test(a_file_is_read_as_it_was_written),
        cmocka_unit_test(a_damaged_file_is_read_up_to_the_damage),
        cmocka_unit_test(what_came_later_is_forgotten),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
