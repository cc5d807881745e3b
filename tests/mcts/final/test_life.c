/* Who lives at the end: dead, alive or in seki, drawn positions with known answers,
 * see tests/support/fates.h.                                                 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/drawn.h"
#include "tests/support/fates.h"

/* ---- dead and alive ---- */

static void three_in_a_row_with_a_stone_in_the_middle_is_dead(void **state)
{
    (void)state;
    expect_fates("chinese", 7, ". X . o X . ."
                               "o o o o X . ."
                               "X X X X X . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . .", 49);
}

static void a_square_four_is_dead(void **state)
{
    (void)state;
    expect_fates("japanese", 7, ". . o X . . ."
                                ". . o X . . ."
                                "o o o X . . ."
                                "X X X X . . ."
                                ". . . . . . ."
                                ". . . . . . ."
                                ". . . . . . .", 49 - 7 + 5);
}

static void a_straight_four_lives(void **state)
{
    (void)state;
    expect_fates("chinese", 7, ". . . . O X ."
                               "O O O O O X ."
                               "X X X X X X ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . .", 49 - 10 - 10);
}

static void a_bulky_five_with_its_heart_taken_is_dead(void **state)
{
    (void)state;
    expect_fates("chinese", 7, ". X . o X . ."
                               ". . o o X . ."
                               "o o o X X . ."
                               "X X X X . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . .", 49);
}

static void a_rabbity_six_with_its_heart_taken_is_dead(void **state)
{
    (void)state;
    expect_fates("chinese", 9, "o o o o o X . . ."
                               "o . . o o X . . ."
                               "o . X . o X . . ."
                               "o o . o o X . . ."
                               "o o o o o X . . ."
                               "X X X X X X . . ."
                               ". . . . . . . . ."
                               ". . . X . . . . ."
                               ". . . . . . . . .", 81);
}

static void an_eye_and_a_false_eye_are_one_eye(void **state)
{
    (void)state;
    expect_fates("chinese", 7, ". o X . . . ."
                               "o o X . . . ."
                               "o X X . . . ."
                               ". o X . . . ."
                               "o o X . . . ."
                               "X X X . . . ."
                               ". . . . . . .", 49);
}

static void one_eye_in_another_s_land_is_dead(void **state)
{
    (void)state;
    expect_fates("japanese", 9, ". . O . . . O . ."
                                ". O . O O O . O ."
                                ". . O x x x O . ."
                                ". . O x . x O . ."
                                ". . O x x x . O ."
                                ". . . O O O O . ."
                                ". . . O . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . .", -(81 - 18 + 8));
}

/* White's two eyes A9 and C9, made by chains that meet there only. */
static void two_small_eyes_live(void **state)
{
    (void)state;
    expect_fates("chinese", 7, ". O . O X . ."
                               "O O O O X . ."
                               "X X X X X . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . .", 49 - 8 - 8);
}

/* Black's ring lives on G9 and A5, no eye by shape, round a living white group. */
static void a_two_headed_dragon_lives(void **state)
{
    (void)state;
    expect_fates("chinese", 9, "X X X X X X . X O"
                               "X O O O O O X X O"
                               "X O . O . O X O O"
                               "X O O O O O X O ."
                               ". X X X X X X O ."
                               "X X O O O O O O ."
                               "O O O . . . . . ."
                               ". . . . . . . . ."
                               ". . . . . . . . .", 22 + 2 - (81 - 24));
}

static void a_snapback_takes_what_takes(void **state)
{
    (void)state;
    expect_fates("chinese", 7, "O x O . O . ."
                               "O x x x O . ."
                               "O O O O O . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . .", -49);
}

/* Three liberties against two: white is behind even if he begins. */
static void a_capturing_race_won_by_a_liberty(void **state)
{
    (void)state;
    expect_fates("chinese", 7, "X . o X . O ."
                               "X . o X . O ."
                               "X X o X . O O"
                               "X X X O O O ."
                               ". . X O . . ."
                               "X X X O O O O"
                               ". . X O . . .", 24 - 22);
}

static void a_bent_four_in_the_corner_is_dead(void **state)
{
    static const char *const bent = "O O . x O . ."
                                    "O x x x O . ."
                                    ". x O O O . ."
                                    "x x O . . . ."
                                    "O O O . . . ."
                                    ". . . . . . ."
                                    ". . . . . . .";
    (void)state;
    expect_fates("japanese", 7, bent, -(49 - 12 + 7));
    expect_fates("chinese", 7, bent, -49);
}

/* The last ko: B7 stands in atari, neither side has played at A7. */
static void a_ko_left_over_stays_as_it_is(void **state)
{
    (void)state;
    expect_fates("chinese", 7, ". X O . O . O"
                               "X O O O O O O"
                               "X X O X X X X"
                               "X X X X . X ."
                               "X . X . X X X"
                               "X X . X . . ."
                               ". X X X . . .", 49 - 2 * 12);
}

/* D4 is no stone of a ko: what takes it has a second liberty at B4.  There is more to play for, and
 * most playouts take it.                                                      */
static void a_stone_in_atari_is_left_to_the_playouts(void **state)
{
    game *g = game_of_fates("chinese", 9,
                            ". . . . . . . . ."
                            ". . O . . . X . ."
                            ". O O X X X X X X"
                            "O . O X . X . X ."
                            "O O O X X . X X X"
                            ". . . O X X X X X"
                            "O O O X X . X . X"
                            "O . O X X X X X X"
                            ". O O X . X . X .");
    (void)state;
    assert_int_equal(estimate(g).fate[at(&g->board, "D4")], FATE_DEAD);
    game_destroy(g);
}

/* White's second eye hangs on a ko that black may take, and filling it leaves one eye. */
static void the_stone_of_a_ko_dies_with_its_group(void **state)
{
    (void)state;
    expect_fates("japanese", 5,
                 ". o X X X"
                 "o X X . X"
                 "o o X . X"
                 ". o X X X"
                 "o o o o X",
                 2 + 2 + 2 * 9);
}

/* H9 can be taken, but what takes it has no second eye. */
static void a_small_catch_does_not_save_a_larger_group(void **state)
{
    (void)state;
    expect_fates("chinese", 9,
                 ". O X X X . o X ."
                 ". O X O X X o X o"
                 ". . O O O X o o ."
                 ". O . O X . . . ."
                 ". . O X X X X X ."
                 ". . O X X o . . ."
                 ". . . O O X X X X"
                 ". . . . . O O O O"
                 ". . . . . . . . .",
                 38 - 43);
}

/* A capture that cannot be undone would leave eyes of one point each: white's
 * false eye at C9 is filled in the end, and he has one eye.                    */
static void two_eyes_one_of_them_false_on_the_edge(void **state)
{
    (void)state;
    expect_fates("chinese", 7, ". o . o X . ."
                               "o o X o X X ."
                               "X X X X . X ."
                               ". . . . X . ."
                               ". X . . . . ."
                               ". . . . . X ."
                               ". . . . . . .", 49);
}

static void a_dead_group_inside_keeps_its_wall_alive(void **state)
{
    (void)state;
    expect_fates("japanese", 9, "O O O O O O O O O"
                                "O X X X X X X X O"
                                "O X . o . . . X O"
                                "O X . o o . . X O"
                                "O X . . o . . X O"
                                "O X X X X X X X O"
                                "O O O O O O O O O"
                                ". . O . O . O . ."
                                ". . O . O . O . .", (11 + 4 + 4) - (4 + 2 + 2 + 4));
}

static void a_straight_three_of_each_side_to_move_stays(void **state)
{
    /* whoever moves first decides; the stones stay on the board or not, but all
     * of one group alike                                                      */
    game *g = game_of_fates("chinese", 7, ". . . O X . ."
                                          "O O O O X . ."
                                          "X X X X X . ."
                                          ". . . . . . ."
                                          ". . . . . . ."
                                          ". . X . . . ."
                                          ". . . . . . .");
    (void)state;
    final_status s = estimate(g);
    uint8_t fate = s.fate[at(&g->board, "D7")];
    assert_true(fate == FATE_ALIVE || fate == FATE_DEAD);
    assert_int_equal(s.fate[at(&g->board, "A6")], fate);
    assert_true(s.confidence < 0.95);
    game_destroy(g);
}

/* When white takes the dame G3, black has to connect at G5. */
static void a_point_that_must_be_filled_is_no_territory(void **state)
{
    static const char *const drawing = ". X . . . X ."
                                       "X X X X X X X"
                                       "X X X X X X ."
                                       "O O O O O O X"
                                       "O . O . O O ."
                                       "O O O O O O O"
                                       ". O . O . O .";
    (void)state;
    expect_fates("chinese", 7, drawing, (16 + 6) - (20 + 6));
    expect_fates("japanese", 7, drawing, (6 - 1) - 6);
}

static void suicide_rules_make_no_difference_to_plain_life(void **state)
{
    (void)state;
    expect_fates("new-zealand", 7, ". O . O X . ."
                                   "O O O O X . ."
                                   "X X X X X . ."
                                   ". . . . . . ."
                                   ". . . o . . ."
                                   ". X . . . X ."
                                   ". . . . . . .", 49 - 8 - 8);
}

/* ---- seki ---- */

static void two_liberties_between_two_chains_are_a_seki(void **state)
{
    static const char *const seki = "O S . Z X . ."
                                    "O S . Z X . ."
                                    "O S S Z X X X"
                                    "O O O X X . ."
                                    ". . O X . . ."
                                    "O O O X . . ."
                                    ". . O X . . .";
    (void)state;
    expect_fates("chinese", 7, seki, 29 - 18);
    expect_fates("japanese", 7, seki, 15 - 4);
}

static void an_eye_each_and_a_liberty_between_are_a_seki(void **state)
{
    static const char *const seki = ". S . Z . Z S"
                                    "S S S Z Z Z S"
                                    "O O S S S S S"
                                    ". O O O O O O"
                                    ". . . . . . ."
                                    ". . . . . . ."
                                    ". . . . . . .";
    (void)state;
    expect_fates("japanese", 7, seki, 0 - 22);
    expect_fates("chinese", 7, seki, (11 + 1) - (13 + 1 + 22));
}

/* To take the three stones black would have to give up his own. */
static void three_stones_in_an_eye_of_five_are_a_seki(void **state)
{
    static const char *const seki = ". Z Z Z . S O"
                                    "S S S S S S O"
                                    "O O O O O O O"
                                    ". . . . . . ."
                                    ". O . . . O ."
                                    ". . . . . . ."
                                    ". . . . . . .";
    (void)state;
    expect_fates("japanese", 7, seki, -26);
    expect_fates("chinese", 7, seki, 7 - (49 - 7 - 2));
}

/* From a game of GNU Go: three black chains and two of white, a corner that
 * neither can touch.                                                          */
static void a_seki_of_many_chains(void **state)
{
    (void)state;
    expect_fates("chinese", 9, ". . . . . . X X X"
                               ". . . X X X X O X"
                               ". . . . o . X O O"
                               "X X X X . X O O ."
                               "X Z Z X X O x O ."
                               "Z Z Z Z X O . O ."
                               "S . Z X X O O . ."
                               "S Z Z Z X X X O ."
                               ". S . Z X O O O O", 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_in_a_row_with_a_stone_in_the_middle_is_dead),
        cmocka_unit_test(a_square_four_is_dead),
        cmocka_unit_test(a_straight_four_lives),
        cmocka_unit_test(a_bulky_five_with_its_heart_taken_is_dead),
        cmocka_unit_test(a_rabbity_six_with_its_heart_taken_is_dead),
        cmocka_unit_test(an_eye_and_a_false_eye_are_one_eye),
        cmocka_unit_test(one_eye_in_another_s_land_is_dead),
        cmocka_unit_test(two_small_eyes_live),
        cmocka_unit_test(a_two_headed_dragon_lives),
        cmocka_unit_test(a_snapback_takes_what_takes),
        cmocka_unit_test(a_capturing_race_won_by_a_liberty),
        cmocka_unit_test(a_bent_four_in_the_corner_is_dead),
        cmocka_unit_test(a_ko_left_over_stays_as_it_is),
        cmocka_unit_test(a_stone_in_atari_is_left_to_the_playouts),
        cmocka_unit_test(the_stone_of_a_ko_dies_with_its_group),
        cmocka_unit_test(a_small_catch_does_not_save_a_larger_group),
        cmocka_unit_test(two_eyes_one_of_them_false_on_the_edge),
        cmocka_unit_test(a_dead_group_inside_keeps_its_wall_alive),
        cmocka_unit_test(a_straight_three_of_each_side_to_move_stays),
        cmocka_unit_test(a_point_that_must_be_filled_is_no_territory),
        cmocka_unit_test(suicide_rules_make_no_difference_to_plain_life),
        cmocka_unit_test(two_liberties_between_two_chains_are_a_seki),
        cmocka_unit_test(an_eye_each_and_a_liberty_between_are_a_seki),
        cmocka_unit_test(three_stones_in_an_eye_of_five_are_a_seki),
        cmocka_unit_test(a_seki_of_many_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
