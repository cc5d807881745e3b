/* Groups without two eyes that face each other across a few shared points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcts/final/eyes.h"
#include "tests/support/drawn.h"

/* Do the chains of `one` and `other` face someone?  `settled`: a stone of a chain that surely
 * lives, or NULL.                                                                    */
static void expect_facing(const char *drawing, const char *settled, bool one, bool other)
{
    board *b = board_of(7, drawing);
    bool lives[BOARD_MAX_CHAINS] = {false}, facing[BOARD_MAX_CHAINS] = {false};
    if (settled)
        lives[b->chain[at(b, settled)]] = true;
    final_eyes_facing(b, NULL, lives, facing);
    assert_int_equal(facing[b->chain[at(b, "A7")]], one);
    assert_int_equal(facing[b->chain[at(b, "A3")]], other);
    board_destroy(b);
}

/* Black is below. */
static void six_shared_points_are_few_and_seven_are_room(void **state)
{
    (void)state;
    expect_facing("O O O O O O O"
                  ". . . . . . X"
                  "X X X X X X X"
                  "X X X X X X X"
                  "X X X X X X X"
                  "X X X X X X X"
                  "X X X X X X X",
                  NULL, true, true);
    expect_facing("O O O O O O O"
                  ". . . . . . ."
                  "X X X X X X X"
                  "X X X X X X X"
                  "X X X X X X X"
                  "X X X X X X X"
                  "X X X X X X X",
                  NULL, false, false);
}

static void an_eye_of_two_points_is_not_enough_and_one_of_three_is(void **state)
{
    (void)state;
    expect_facing("O O O O O O O"
                  ". . X X X X X"
                  "X X X X X X X"
                  "X X X X X X X"
                  "X . . X X X X"
                  "X X X X X X X"
                  "X X X X X X X",
                  NULL, true, true);
    expect_facing("O O O O O O O"
                  ". . X X X X X"
                  "X X X X X X X"
                  "X X X X X X X"
                  "X . . . X X X"
                  "X X X X X X X"
                  "X X X X X X X",
                  NULL, false, false);
}

/* From here on the black chain at A7 and the one at D4 are joined by what they share with white. */
static void joined_chains_have_the_eyes_of_both(void **state)
{
    (void)state;
    expect_facing("X X X O X X X"
                  ". . . O X X X"
                  "O O . O O X ."
                  "O O . X X X X"
                  "O O O O O O O"
                  "O O O O O O O"
                  "O O O O O O O",
                  NULL, true, true);
    expect_facing("X X X O X . X"
                  ". . . O X X X"
                  "O O . O O X ."
                  "O O . X X X X"
                  "O O O O O O O"
                  "O O O O O O O"
                  "O O O O O O O",
                  NULL, false, false);
}

static void joined_chains_have_the_room_of_both(void **state)
{
    (void)state;
    expect_facing("X X X O X . ."
                  ". . . O X X ."
                  "O O . O O X X"
                  "O O . X X X X"
                  "O O O O O O O"
                  "O O O O O O O"
                  "O O O O O O O",
                  NULL, false, false);
}

static void joined_chains_live_if_one_of_them_does(void **state)
{
    static const char *const drawing = "X X X O X X X"
                                       ". . . O X X X"
                                       "O O . O O X X"
                                       "O O . X X X X"
                                       "O O O O O O O"
                                       "O O O O O O O"
                                       "O O O O O O O";
    (void)state;
    expect_facing(drawing, NULL, true, true);
    expect_facing(drawing, "D4", false, false);
}

/* F7 is taken away by white's E6. */
static void a_false_eye_is_none(void **state)
{
    (void)state;
    expect_facing("X X X O X . X"
                  ". . . O O X X"
                  "O O . O O X ."
                  "O O . X X X X"
                  "O O O O O O O"
                  "O O O O O O O"
                  "O O O O O O O",
                  NULL, true, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_shared_points_are_few_and_seven_are_room),
        cmocka_unit_test(an_eye_of_two_points_is_not_enough_and_one_of_three_is),
        cmocka_unit_test(joined_chains_have_the_eyes_of_both),
        cmocka_unit_test(joined_chains_have_the_room_of_both),
        cmocka_unit_test(joined_chains_live_if_one_of_them_does),
        cmocka_unit_test(a_false_eye_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
