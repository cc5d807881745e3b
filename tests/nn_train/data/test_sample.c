/* The order of the rows. */
#include <stdlib.h>
#include <string.h>

#include "nn_train/data/sample.h"
#include "tests/support/assert_close.h"
#include "tests/support/unit.h"

static void every_position_comes_once_an_epoch(void **state)
{
    (void)state;
    static const int64_t counts[] = {1, 2, 3, 4, 5, 16, 17, 100, 1000, 4096, 70001};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        int64_t n = counts[k];
        char *seen = calloc((size_t)n, 1);
        for (int64_t i = 0; i < n; i++) {
            int64_t to = nn_sample_permute(n, 2385, i);
            assert_in_range(to, 0, n - 1);
            assert_int_equal(seen[to], 0);
            seen[to] = 1;
        }
        free(seen);
    }
}

static void large_ranges_are_covered_too(void **state)
{
    (void)state;
    const int64_t n = (int64_t)1 << 40 | 12345;
    int64_t high = 0;
    for (int64_t i = 0; i < 1000; i++) {
        int64_t to = nn_sample_permute(n, 7, i);
        assert_true(to >= 0 && to < n);
        high += to > n / 2;
    }
    assert_in_range(high, 420, 580); /* 500, standard deviation 16 */
}

/* Neighbours in the order are no neighbours in the store, epochs differ, seeds differ. */
static void the_order_looks_random(void **state)
{
    (void)state;
    enum { N = 10000 };
    nn_sample one = {.first = 500, .count = N, .seed = 1}, two = one;
    int near = 0, same_epoch = 0, same_seed = 0;
    double product = 0;
    two.seed = 2;
    for (int i = 0; i < N; i++) {
        int64_t at = nn_sample_at(&one, i).position, next = nn_sample_at(&one, i + 1).position;
        assert_in_range(at, 500, 500 + N - 1);
        near += llabs(at - next) <= 10;
        same_epoch += nn_sample_at(&one, i + N).position == at;
        same_seed += nn_sample_at(&two, i).position == at;
        product += ((double)i - N / 2.0) * ((double)(at - 500) - N / 2.0);
    }
    assert_in_range(near, 5, 45); /* 20 would be expected of a random order */
    assert_in_range(same_epoch, 0, 8); /* 1 */
    assert_in_range(same_seed, 0, 8);
    double correlation = product / ((double)N * N * N / 12);
    assert_true(correlation > -0.04 && correlation < 0.04);
}

static void eight_epochs_show_eight_symmetries(void **state)
{
    (void)state;
    enum { N = 300 };
    nn_sample s = {.first = 0, .count = N, .seed = 9};
    unsigned char seen[N] = {0};
    int first[8] = {0};
    for (int i = 0; i < 8 * N; i++) {
        sample_row row = nn_sample_at(&s, i);
        seen[row.position] |= (unsigned char)(1 << row.symmetry);
        first[row.symmetry] += i < N;
    }
    for (int i = 0; i < N; i++)
        assert_int_equal(seen[i], 255);
    for (int i = 0; i < 8; i++) /* also within an epoch each is used */
        assert_in_range(first[i], 15, 65);
}

static void rows_can_be_asked_for_in_any_order(void **state)
{
    (void)state;
    nn_sample s = {.first = 10, .count = 777, .seed = 3, .forget = 0.2, .other_rules = 0.5,
                   .other_komi = 0.5};
    sample_row rows[2000];
    for (int i = 0; i < 2000; i++)
        rows[i] = nn_sample_at(&s, i);
    for (int i = 1999; i >= 0; i--) {
        sample_row row = nn_sample_at(&s, i);
        assert_memory_equal(&row, &rows[i], sizeof row);
    }
}

static void komi_is_changed_as_often_as_asked(void **state)
{
    (void)state;
    enum { N = 100000 };
    nn_sample s = {.first = 0, .count = N, .seed = 4, .other_komi = 0.25};
    int other = 0, little = 0, much = 0;
    double sum = 0;
    for (int i = 0; i < N; i++) {
        sample_row row = nn_sample_at(&s, i);
        assert_true(nn_sample_row_exists(&row));
        other += row.komi != 0;
        little += row.komi != 0 && abs(row.komi) <= 8; /* four points */
        much += abs(row.komi) >= 32;
        sum += row.komi;
    }
    assert_in_range(other, 23000, 25000); /* some draws are 0 */
    assert_true(little > other / 3 && much > other / 30 && much < other / 5);
    assert_close(sum / other, 0, 0.5);
    s.other_komi = 0;
    for (int i = 0; i < 100; i++)
        assert_int_equal(nn_sample_at(&s, i).komi, 0);
}

static void history_is_hidden_and_rules_are_changed_as_often_as_asked(void **state)
{
    (void)state;
    enum { N = 100000 };
    nn_sample s = {.first = 0, .count = N, .seed = 4, .forget = 0.1, .other_rules = 0.25};
    int hidden[6] = {0}, changed[1 + SAMPLE_N_RULES] = {0};
    for (int i = 0; i < N; i++) {
        sample_row row = nn_sample_at(&s, i);
        hidden[row.hidden]++;
        changed[row.rules]++;
    }
    assert_in_range(hidden[5], 9600, 10400); /* a tenth hides the last move and so all */
    assert_in_range(hidden[4], 8600, 9400);  /* 0.9 0.1 */
    assert_in_range(hidden[0], 58500, 59600); /* 0.9^5 = 0.59049 */
    assert_in_range(changed[0], 74400, 75600);
    for (int i = 1; i <= SAMPLE_N_RULES; i++)
        assert_in_range(changed[i], 5900, 6600);
    s.forget = s.other_rules = 0;
    for (int i = 0; i < 100; i++) {
        assert_int_equal(nn_sample_at(&s, i).hidden, 0);
        assert_int_equal(nn_sample_at(&s, i).rules, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_comes_once_an_epoch),
        cmocka_unit_test(large_ranges_are_covered_too),
        cmocka_unit_test(the_order_looks_random),
        cmocka_unit_test(eight_epochs_show_eight_symmetries),
        cmocka_unit_test(rows_can_be_asked_for_in_any_order),
        cmocka_unit_test(history_is_hidden_and_rules_are_changed_as_often_as_asked),
        cmocka_unit_test(komi_is_changed_as_often_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
