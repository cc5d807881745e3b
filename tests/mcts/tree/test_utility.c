/* What a search by a network prefers: wins, and points where they count. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "mcts/tree/arctan.h"
#include "mcts/tree/utility.h"
#include "mcts/tree/value_bias.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"

static const utility_settings usual = {.score = 0.1, .score_change = 0.3};

static void arctan_is_that_of_the_library(void **state)
{
    (void)state;
    for (double x = 1e-4; x < 1e6; x *= 1.01) {
        assert_close(arctan(x), atan(x), 1e-8);
        assert_close(arctan(-x), -arctan(x), 0);
    }
    assert_close(arctan(0), 0, 0);
    assert_close(arctan(INFINITY), M_PI_2, 0);
}

static void without_a_score_only_the_win_counts(void **state)
{
    (void)state;
    utility_settings nothing = {0};
    utility_view v = utility_view_of(5, 9);
    assert_close(utility_of(&nothing, &v, 0.7, 30, 5), 0.7, 0);
    assert_close(utility_of(&usual, &v, 0.7, 30, -1), 0.7, 0);
}

/* A known score: the arcus tangens itself, by hand with b = 9. */
static void a_known_score_counts_about_its_centre(void **state)
{
    (void)state;
    utility_view v = utility_view_of(10, 9);
    assert_close(v.centre, 8, 1e-12);
    assert_close(utility_view_of(-100, 9).centre, -100 + 6.75, 1e-12);
    double fixed = 0.1 * atan(12.0 / 18), moving = 0.3 * atan(4 / 6.75);
    assert_close(utility_of(&usual, &v, 1, 12, 0), 1 + (fixed + moving) / M_PI, 1e-12);
    double fair = utility_of(&usual, &(utility_view){0, 9}, 0.5, 0, 8);
    assert_close(fair, 0.5, 1e-12);
}

/* Against a sum over many steps. */
static void the_spread_is_integrated_over(void **state)
{
    (void)state;
    utility_view v = utility_view_of(-3, 9);
    utility_settings moving = {.score_change = 1};
    for (int k = 0; k < 8; k++) {
        double stdev = 0.5 * pow(1.7, k), sum = 0, weights = 0;
        for (int i = -60000; i <= 60000; i++) {
            double z = 1e-4 * i, w = exp(-z * z / 2);
            sum += w * atan((4 + z * stdev - v.centre) / 6.75);
            weights += w;
        }
        assert_close(utility_of(&moving, &v, 0, 4, stdev), sum / weights / M_PI, 1e-4);
    }
}

static void a_point_is_worth_the_slope(void **state)
{
    (void)state;
    utility_view v = utility_view_of(-3, 13);
    for (int k = -8; k <= 8; k++) {
        double score = 3.7 * k, d = 1e-4;
        double rise = utility_of(&usual, &v, 0, score + d, 0) -
                      utility_of(&usual, &v, 0, score - d, 0);
        assert_close(utility_of_point(&usual, &v, score), 2 * rise / (2 * d), 1e-6);
    }
}

static void like_positions_share_a_place(void **state)
{
    (void)state;
    board *a = board_of(9, ". . . . . . . . ."
                           ". . X . . . . . ."
                           ". . . . . . . . ."
                           ". . . O . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . X ."
                           ". . . . . . . . .");
    board *b = board_of(9, ". . . . . . . . ."
                           ". . X . . . . . ."
                           ". . . . . . . . ."
                           ". . . O . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . O . . . . . ."
                           ". . . . . . . . .");
    uint32_t place = value_bias_place(a, BLACK, at(a, "D6"), at(a, "C6"));
    assert_true(place > 0 && place < 1u << VALUE_BIAS_BITS);
    assert_int_equal(value_bias_place(b, BLACK, at(a, "D6"), at(a, "C6")), place);
    assert_int_not_equal(value_bias_place(a, WHITE, at(a, "D6"), at(a, "C6")), place);
    assert_int_not_equal(value_bias_place(a, BLACK, at(a, "C8"), at(a, "C6")), place);
    assert_int_not_equal(value_bias_place(a, BLACK, at(a, "D6"), at(a, "C5")), place);
    uint32_t corner = value_bias_place(a, BLACK, at(a, "D6"), at(a, "G2"));
    assert_int_not_equal(value_bias_place(b, BLACK, at(a, "D6"), at(a, "G2")), corner);
    assert_int_equal(value_bias_place(a, BLACK, at(a, "D6"), PASS), 0);
    board_destroy(a);
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arctan_is_that_of_the_library),
        cmocka_unit_test(without_a_score_only_the_win_counts),
        cmocka_unit_test(a_known_score_counts_about_its_centre),
        cmocka_unit_test(the_spread_is_integrated_over),
        cmocka_unit_test(a_point_is_worth_the_slope),
        cmocka_unit_test(like_positions_share_a_place),
    };
    return cmocka_run_group_tests_name("utility", tests, NULL, NULL);
}
