/* Captures, ko, suicide, liberties and eyes on drawn boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/drawn.h"

static void a_surrounded_stone_is_captured(void **state)
{
    board *b = board_of(4, ". X . ."
                           "X O . ."
                           ". X . ."
                           ". . . .");
    (void)state;
    assert_int_equal(board_play(b, BLACK, at(b, "C3")), MOVE_OK);
    assert_true(looks_like(b, ". X . ."
                              "X . X ."
                              ". X . ."
                              ". . . ."));
    assert_int_equal(b->n_captured[WHITE], 1);
    board_destroy(b);
}

static void one_move_may_capture_several_chains(void **state)
{
    board *b = board_of(5, ". X X . ."
                           "X O O X ."
                           "X O . O X"
                           ". X O X ."
                           ". . X . .");
    (void)state;
    assert_int_equal(board_libs_after(b, BLACK, at(b, "C3"), 9), 4);
    assert_int_equal(board_play(b, BLACK, at(b, "C3")), MOVE_OK);
    assert_true(looks_like(b, ". X X . ."
                              "X . . X ."
                              "X . X . X"
                              ". X . X ."
                              ". . X . ."));
    board_destroy(b);
}

static void ko_forbids_immediate_recapture(void **state)
{
    board *b = board_of(4, ". X O ."
                           "X O . O"
                           ". X O ."
                           ". . . .");
    (void)state;
    assert_int_equal(board_play(b, BLACK, at(b, "C3")), MOVE_OK); /* takes B3 */
    assert_int_equal(board_legal(b, WHITE, at(b, "B3")), MOVE_KO);
    assert_int_equal(board_legal(b, BLACK, at(b, "B3")), MOVE_OK);
    assert_int_equal(board_play(b, WHITE, at(b, "A1")), MOVE_OK);
    assert_int_equal(board_play(b, BLACK, at(b, "D1")), MOVE_OK);
    assert_int_equal(board_play(b, WHITE, at(b, "B3")), MOVE_OK); /* now it may */
    assert_int_equal(board_legal(b, BLACK, at(b, "C3")), MOVE_KO);
    board_destroy(b);
}

static void taking_back_two_stones_is_no_ko(void **state)
{
    board *b = board_of(5, "X X O . ."
                           ". O O . ."
                           "X O . . ."
                           "X O . . ."
                           ". O . . .");
    (void)state;
    assert_int_equal(board_play(b, WHITE, at(b, "A4")), MOVE_OK); /* takes A5 B5 */
    assert_true(looks_like(b, ". . O . ."
                              "O O O . ."
                              "X O . . ."
                              "X O . . ."
                              ". O . . ."));
    assert_int_equal(b->ko, PASS);
    board_destroy(b);
}

static void suicide_only_by_option_and_never_of_one_stone(void **state)
{
    board *b = board_of(4, ". X . ."
                           "X . X X"
                           ". X X ."
                           "X . . X");
    (void)state;
    assert_int_equal(board_legal(b, WHITE, at(b, "A4")), MOVE_SUICIDE);
    b->suicide_allowed = true;
    assert_int_equal(board_legal(b, WHITE, at(b, "A4")), MOVE_SUICIDE);
    board_destroy(b);

    b = board_of(4, "O . X ."
                    "X X X ."
                    ". . . ."
                    ". . . .");
    assert_int_equal(board_legal(b, WHITE, at(b, "B4")), MOVE_SUICIDE);
    b->suicide_allowed = true;
    assert_int_equal(board_libs_after(b, WHITE, at(b, "B4"), 9), 0);
    assert_int_equal(board_play(b, WHITE, at(b, "B4")), MOVE_OK);
    assert_true(looks_like(b, ". . X ."
                              "X X X ."
                              ". . . ."
                              ". . . ."));
    assert_int_equal(b->n_captured[WHITE], 2);
    board_destroy(b);
}

static void impossible_points_are_refused(void **state)
{
    board *b = board_of(3, "X . ."
                           ". . ."
                           ". . .");
    (void)state;
    assert_int_equal(board_play(b, WHITE, at(b, "A3")), MOVE_OCCUPIED);
    assert_int_equal(board_play(b, WHITE, 1), MOVE_OFFBOARD);
    assert_int_equal(board_play(b, WHITE, 60000), MOVE_OFFBOARD);
    assert_int_equal(b->n_moves, 0);
    board_destroy(b);
}

static void liberties_after_a_move_count_joined_chains_once(void **state)
{
    board *b = board_of(5, ". . . . ."
                           ". X . X ."
                           ". . . . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    /* C5 C3 are new; A4 B5 B3 and E4 D5 D3 come with the neighbours */
    assert_int_equal(board_libs_after(b, BLACK, at(b, "C4"), 99), 8);
    assert_int_equal(board_libs_after(b, BLACK, at(b, "C4"), 3), 3);
    assert_int_equal(board_libs_after(b, WHITE, at(b, "C4"), 99), 2);
    board_destroy(b);
}

/* The eye rule of playouts: own stones or border on all four sides, and at
 * most one hostile diagonal, none on the border.                             */
static void eyes_by_shape(void **state)
{
    board *b = board_of(7, ". X . X . X ."
                           "X X X X X O O"
                           ". . X . X . X"
                           "X X X X O . ."
                           "X . X . O X O"
                           "O X . . X . X"
                           ". . . . O X .");
    (void)state;
    assert_true(board_is_eye(b, at(b, "A7"), BLACK));  /* corner, safe */
    assert_true(board_is_eye(b, at(b, "C7"), BLACK));  /* edge, safe */
    assert_false(board_is_eye(b, at(b, "A7"), WHITE)); /* not theirs */
    assert_true(board_is_eye(b, at(b, "D5"), BLACK));  /* one hostile diagonal */
    assert_false(board_is_eye(b, at(b, "F5"), BLACK)); /* white above */
    assert_false(board_is_eye(b, at(b, "B3"), WHITE));
    assert_false(board_is_eye(b, at(b, "F2"), BLACK)); /* three hostile diagonals */
    assert_false(board_is_eye(b, at(b, "E7"), BLACK)); /* edge, one hostile diagonal */
    assert_false(board_is_eye(b, at(b, "G7"), BLACK)); /* corner, white below */
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_surrounded_stone_is_captured),
        cmocka_unit_test(one_move_may_capture_several_chains),
        cmocka_unit_test(ko_forbids_immediate_recapture),
        cmocka_unit_test(taking_back_two_stones_is_no_ko),
        cmocka_unit_test(suicide_only_by_option_and_never_of_one_stone),
        cmocka_unit_test(impossible_points_are_refused),
        cmocka_unit_test(liberties_after_a_move_count_joined_chains_once),
        cmocka_unit_test(eyes_by_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
