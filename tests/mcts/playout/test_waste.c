/* Moves that give a chain away. */
#include "mcts/playout/waste.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "board/coord.h"
#include "tests/support/drawn.h"

/* Of black's legal moves, those named ("C7 C6") are wasted, and no others. */
static void expect_wasted(const char *drawing, const char *wasted)
{
    board *b = board_of(7, drawing);
    char found[200] = "", name[COORD_MAX];
    size_t n = 0;
    for (int i = 0; i < 49; i++) {
        point p = board_point_at(7, i);
        if (b->at[p] != EMPTY || board_legal(b, BLACK, p) != MOVE_OK ||
            !playout_wastes(b, BLACK, p))
            continue;
        n += (size_t)snprintf(found + n, sizeof found - n, "%s%s", n ? " " : "",
                              coord_to_gtp(7, p, name));
    }
    assert_string_equal(found, wasted);
    board_destroy(b);
}

static void both_points_of_a_seki(void **state)
{
    (void)state;
    expect_wasted("O X . O X . ."
                  "O X . O X . ."
                  "O X X O X X X"
                  "O O O X X . ."
                  ". . O X . . ."
                  "O O O X . . ."
                  ". . O X . . .", "C7 C6");
}

/* Black in white's eye, white without another liberty: a square at C7, but four in a zigzag at A7
 * give white two eyes.                                                        */
static void a_nakade_is_no_waste(void **state)
{
    (void)state;
    expect_wasted(". X . O X . ."
                  "O X X O X . ."
                  "O O O O X . ."
                  "X X X X X . ."
                  ". . . . . . ."
                  ". . . . . . ."
                  ". . . . . . .", "A7");
    expect_wasted(". X . O X . ."
                  ". X X O X . ."
                  "O O O O X . ."
                  "X X X X X . ."
                  ". . . . . . ."
                  ". . . . . . ."
                  ". . . . . . .", "");
    expect_wasted(". X X X . O X"
                  "O O O O O O X"
                  "X X X X X X X"
                  ". . . . . . ."
                  ". . . . . . ."
                  ". . . . . . ."
                  ". . . . . . .", "A7 E7");
    expect_wasted("X X . O X . ."
                  "X O O O X . ."
                  ". O X X X . ."
                  "O O X . . . ."
                  "X X X . . . ."
                  ". . . . . . ."
                  ". . . . . . .", "");
}

/* White's other eye, or liberties outside: taking the stones is not what he lives by. */
static void a_captor_that_lives_elsewhere(void **state)
{
    (void)state;
    expect_wasted(". X . O . O X"
                  "O X X O O . X"
                  "O O O O O O X"
                  "X X X X X X X"
                  ". . . . . . ."
                  ". . . . . . ."
                  ". . . . . . .", "A7 C7");
}

static void what_takes_stones_or_has_room_is_played(void **state)
{
    (void)state;
    /* black takes the five and the one */
    expect_wasted("X X X O . O X"
                  "X X . O O O X"
                  "O O O X X X X"
                  "X X X X . . ."
                  ". . . . . . ."
                  ". . . . . . ."
                  ". . . . . . .", "");
    /* one, two or three stones may be thrown in */
    expect_wasted("X . O . . . ."
                  "X O O . . . ."
                  ". O . . . . ."
                  "O O . . . . ."
                  ". . . . . . ."
                  ". . . . . . ."
                  ". . . . . . .", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_points_of_a_seki),
        cmocka_unit_test(a_nakade_is_no_waste),
        cmocka_unit_test(a_captor_that_lives_elsewhere),
        cmocka_unit_test(what_takes_stones_or_has_room_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
