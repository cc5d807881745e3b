/* The points between the sides that a playout has filled, which are nobody's territory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "mcts/evaluate/borders.h"
#include "tests/support/drawn.h"

static int filled(int size, const char *before, const char *after)
{
    board *leaf = board_of(size, before), *end = board_of(size, after);
    int n = borders_filled(leaf, end);
    board_destroy(leaf);
    board_destroy(end);
    return n;
}

static const char three_dame[] = ". X X X O O ."
                                 ". X X O O O ."
                                 ". X X X O O ."
                                 ". X X O O O ."
                                 ". X X . O O ."
                                 ". X X . O O ."
                                 ". X X . O O .";

static void dame_count_for_who_fills_them(void **state)
{
    (void)state;
    assert_int_equal(filled(7, three_dame,
                            ". X X X O O ."
                            "X X X O O O O"
                            "X X X X O O O"
                            "X X X O O O O"
                            "X X X X O O O"
                            ". X X X O O ."
                            "X X X O O O O"),
                     1);
    assert_int_equal(filled(7, three_dame,
                            ". X X X O O ."
                            "X X X O O O O"
                            "X X X X O O O"
                            "X X X O O O O"
                            "X X X O O O O"
                            ". X X O O O ."
                            "X X X O O O O"),
                     -3);
    assert_int_equal(filled(7, three_dame, three_dame), 0);
}

/* White's stone does not live to the end: what is beside it is black's territory. */
static void a_dead_stone_makes_no_border(void **state)
{
    (void)state;
    static const char before[] = ". . X O ."
                                 "O . X O ."
                                 ". . X O ."
                                 ". . X O ."
                                 ". . X O .";
    static const char after[] = ". X X O O"
                                "X X X O ."
                                ". X X O O"
                                "X X X O ."
                                "X X X O O";
    assert_int_equal(filled(5, before, after), 0);
}

/* Not black's territory, nor what white fills behind its own stones. */
static void only_points_that_touch_both_colours_count(void **state)
{
    (void)state;
    static const char before[] = ". X O ."
                                 ". X O ."
                                 ". X O O"
                                 ". X . .";
    static const char after[] = ". X O ."
                                ". X O O"
                                "X X O O"
                                "X X X O";
    assert_int_equal(filled(4, before, after), 1);
}

static void open_borders_are_left_to_the_playout(void **state)
{
    (void)state;
    static const char before[] = ". X X . O O ."
                                 ". X X O O O ."
                                 ". X X X O O ."
                                 ". X X . O O ."
                                 ". X X . O O ."
                                 ". X X . O O ."
                                 ". X X O O O .";
    static const char after[] = ". X X X O O ."
                                "X X X O O O O"
                                "X X X X O O O"
                                "X X X X O O O"
                                "X X X X O O O"
                                ". X X X O O ."
                                "X X X O O O O";
    assert_int_equal(filled(7, before, after), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dame_count_for_who_fills_them),
        cmocka_unit_test(a_dead_stone_makes_no_border),
        cmocka_unit_test(only_points_that_touch_both_colours_count),
        cmocka_unit_test(open_borders_are_left_to_the_playout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
