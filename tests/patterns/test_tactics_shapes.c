/* What the tactical groups say of liberties, connections, races, eyes and kos, on drawn boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "tests/support/tactics_said.h"

/* ---- liberties ---- */

static void liberties_of_the_new_chain(void **state)
{
    board *b = board_of(7, ". . . . . . ."
                           ". . . . . . ."
                           ". . X . . . ."
                           ". . . . . . ."
                           ". . . . O . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, BLACK, "D5", F_LIBERTIES, "after: 6, change: two more");
    says(b, WHITE, "D5", F_LIBERTIES, "after: 3, change: alone");
    says(b, BLACK, "D3", F_LIBERTIES, "after: 3, change: alone");
    says(b, BLACK, "F6", F_LIBERTIES, ""); /* next to no stone */
    board_destroy(b);
}

static void filling_ones_own_liberties(void **state)
{
    board *b = board_of(5, ". . O . ."
                           "X X O . ."
                           "X X O . ."
                           "O O O . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "A5", F_LIBERTIES, "after: 1, change: loses");
    board_destroy(b);
}

static void many_liberties_are_one_class(void **state)
{
    board *b = board_of(7, ". . . . . . ."
                           ". . . . . . ."
                           ". . X X X . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, BLACK, "F5", F_LIBERTIES, "after: 7+, change: same"); /* 8 before, 10 after */
    board_destroy(b);
}

/* Three chains of 3 liberties become one of 7. */
static void a_large_gain_of_liberties(void **state)
{
    board *b = board_of(7, ". . . O . . ."
                           ". . . X . . ."
                           ". . O X O . ."
                           "O X X . X X O"
                           ". . O . O . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, BLACK, "D4", F_LIBERTIES, "after: 7+, change: at least three more");
    board_destroy(b);
}

static void squeezing(void **state)
{
    board *b = board_of(7, ". . . . . . ."
                           ". . O O . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . O . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, BLACK, "C2", F_SQUEEZE, "left: 3, stones: 1, the last move's: no");
    says(b, BLACK, "C2", F_ATARI, "");
    says(b, BLACK, "B6", F_SQUEEZE, ""); /* five are left */
    board_setup(b, BLACK, at(b, "E6"));
    says(b, BLACK, "B6", F_SQUEEZE, "left: 4, stones: 2, the last move's: no");
    assert_int_equal(board_play(b, WHITE, at(b, "F2")), MOVE_OK);
    says(b, BLACK, "F1", F_SQUEEZE, "left: 3, stones: 1, the last move's: yes");
    board_setup(b, BLACK, at(b, "B3"));
    says(b, BLACK, "D3", F_SQUEEZE, "left: 2, stones: 1, the last move's: no");
    board_destroy(b);
}

/* What F_SQUEEZE says of D4 after the move `last`. */
static void squeezes(const char *drawing, const char *last, const char *expected)
{
    board *b = board_of(7, drawing);
    b->last = at(b, last);
    says(b, BLACK, "D4", F_SQUEEZE, expected);
    board_destroy(b);
}

static void the_weakest_chain_is_squeezed(void **state)
{
    static const char *const fewer = ". . . . . . ."
                                     ". . . . . . ."
                                     ". X X . . . ."
                                     ". O O . O X ."
                                     ". . . . . . ."
                                     ". . . . . . ."
                                     ". . . . . . .";
    static const char *const larger = ". . . . . . ."
                                      ". . . . . . ."
                                      ". . . . X X ."
                                      ". . O . O O ."
                                      ". . . . . . ."
                                      ". . . . . . ."
                                      ". . . . . . .";
    static const char *const alike = ". . . . . . ."
                                     ". . . . . . ."
                                     ". . . . . . ."
                                     ". . O . O . ."
                                     ". . . . . . ."
                                     ". . . . . . ."
                                     ". . . . . . .";
    static const char *const taken = ". . . . . . ."
                                     ". . . . . . ."
                                     ". . X . . . ."
                                     ". X O . O . ."
                                     ". . X . . . ."
                                     ". . . . . . ."
                                     ". . . . . . .";
    (void)state;
    squeezes(fewer, "C4", "left: 2, stones: 1, the last move's: no");
    squeezes(fewer, "E4", "left: 2, stones: 1, the last move's: yes");
    squeezes(larger, "C4", "left: 3, stones: 2, the last move's: no");
    squeezes(larger, "F4", "left: 3, stones: 2, the last move's: yes");
    squeezes(alike, "E4", "left: 3, stones: 1, the last move's: yes");
    squeezes(alike, "A1", "left: 3, stones: 1, the last move's: no");
    squeezes(taken, "A1", "left: 3, stones: 1, the last move's: no");
}

/* ---- joining and cutting ---- */

static void connections_and_cuts(void **state)
{
    board *b = board_of(7, ". . . . . . ."
                           ". . X . . . ."
                           ". . . X . . ."
                           ". . . . O . ."
                           ". . O . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, BLACK, "C5", F_CONNECT, "chains: 2, weakest has: 4+, next has: 4+");
    says(b, WHITE, "C5", F_CUT, "chains: 2, weakest has: 4+, next has: 4+");
    says(b, BLACK, "D6", F_CONNECT, "chains: 2, weakest has: 4+, next has: 4+");
    says(b, WHITE, "C5", F_CONNECT, "");
    says(b, BLACK, "D4", F_CUT, "");
    says(b, BLACK, "C4", F_CUT, "");
    board_setup(b, WHITE, at(b, "D6")); /* takes a liberty of each black stone */
    board_setup(b, WHITE, at(b, "C7"));
    says(b, BLACK, "C5", F_CONNECT, "chains: 2, weakest has: 2, next has: 3");
    board_destroy(b);
}

static void connections_of_many_and_of_one_liberty(void **state)
{
    board *b = board_of(7, ". . . . . . ."
                           ". . . . . . ."
                           ". X X . X X ."
                           ". . . . . . ."
                           ". . O . . . ."
                           ". O X . X . ."
                           ". . O . . . .");
    (void)state;
    says(b, BLACK, "D5", F_CONNECT, "chains: 2, weakest has: 4+, next has: 4+");
    says(b, BLACK, "D2", F_CONNECT, "chains: 2, weakest has: 1, next has: 4+");
    board_setup(b, BLACK, at(b, "G7"));
    board_setup(b, BLACK, at(b, "E7"));
    board_setup(b, WHITE, at(b, "D7"));
    says(b, BLACK, "F7", F_CONNECT, "chains: 2, weakest has: 2, next has: 2");
    board_destroy(b);
}

static void three_chains_meet(void **state)
{
    board *b = board_of(5, ". . . . ."
                           ". . X . ."
                           ". X . X ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "C3", F_CONNECT, "chains: 3+, weakest has: 4+, next has: 4+");
    says(b, WHITE, "C3", F_CUT, "chains: 3+, weakest has: 4+, next has: 4+");
    board_destroy(b);
}

/* ---- semeai ---- */

static void a_race(void **state)
{
    board *b = board_of(7, ". . X O . . ."
                           ". . X O . . ."
                           ". . X O . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, BLACK, "D4", F_SEMEAI, ""); /* next to white alone */
    board_setup(b, BLACK, at(b, "C4"));
    says(b, BLACK, "D4", F_SEMEAI,
         "own liberties: 5+, hostile liberties: 4, own stones: 3+, hostile stones: 3+");
    board_setup(b, BLACK, at(b, "E7"));
    board_setup(b, BLACK, at(b, "E6"));
    says(b, BLACK, "D4", F_SEMEAI,
         "own liberties: 5+, hostile liberties: 2, own stones: 3+, hostile stones: 3+");
    says(b, WHITE, "D4", F_SEMEAI,
         "own liberties: 2, hostile liberties: 5+, own stones: 3+, hostile stones: 3+");
    board_destroy(b);
}

/* Of two own chains with two liberties each the larger one counts, wherever it lies. */
static void the_larger_of_equal_chains_counts(void **state)
{
    board *b = board_of(9, ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . O O O O O ."
                           ". . . X . X X X ."
                           ". . . O . O O O ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    (void)state;
    says(b, BLACK, "E5", F_SEMEAI,
         "own liberties: 2, hostile liberties: 5+, own stones: 3+, hostile stones: 3+");
    board_setup(b, EMPTY, at(b, "H4")); /* now the smaller one has fewer liberties */
    says(b, BLACK, "E5", F_SEMEAI,
         "own liberties: 2, hostile liberties: 5+, own stones: 1-2, hostile stones: 3+");
    board_destroy(b);
}

/* ---- eyes ---- */

static void nakade(void **state)
{
    board *b = board_of(7, ". . . X O . ."
                           "X X X X O . ."
                           "O O O O O . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, WHITE, "B7", F_EYESPACE, "of: hostile, points: 3, empty neighbours: 2");
    says(b, BLACK, "B7", F_EYESPACE, "of: own, points: 3, empty neighbours: 2");
    says(b, BLACK, "A7", F_EYESPACE, "of: own, points: 3, empty neighbours: 1");
    says(b, BLACK, "F7", F_EYESPACE, ""); /* a large region */
    board_setup(b, BLACK, at(b, "B7"));
    says(b, BLACK, "A7", F_EYESPACE, "of: own, points: 1, empty neighbours: 0");
    board_destroy(b);
}

/* A known weakness: the vital point of a cross of five touches no stone, so it has no level. */
static void the_middle_of_a_cross_is_not_seen(void **state)
{
    board *b = board_of(7, ". . X . . . ."
                           ". X . X . . ."
                           "X . . . X . ."
                           ". X . X . . ."
                           ". . X . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, WHITE, "C6", F_EYESPACE, "of: hostile, points: 5, empty neighbours: 1");
    says(b, WHITE, "C5", F_EYESPACE, "");
    board_destroy(b);
}

static void a_small_region_has_up_to_seven_points(void **state)
{
    board *seven = board_of(7, ". . . . . . ."
                               "X X X X X X X"
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . ."
                               ". . . . . . .");
    board *eight = board_of(8, ". . . . . . . ."
                               "X X X X X X X X"
                               ". . . . . . . ."
                               ". . . . . . . ."
                               ". . . . . . . ."
                               ". . . . . . . ."
                               ". . . . . . . ."
                               ". . . . . . . .");
    (void)state;
    says(seven, WHITE, "D7", F_EYESPACE, "of: hostile, points: 7, empty neighbours: 2");
    says(eight, WHITE, "D8", F_EYESPACE, "");
    board_destroy(seven);
    board_destroy(eight);
}

static void a_region_of_both_colours_is_none(void **state)
{
    board *b = board_of(5, ". . X O ."
                           "X . O O ."
                           "O O O . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, WHITE, "B5", F_EYESPACE, "");
    board_destroy(b);
}

/* ---- ko ---- */

static void filling_a_ko(void **state)
{
    board *b = board_of(5, ". X O . ."
                           "X . X O ."
                           ". X O . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "B4", F_KO, "ko: fills");
    says(b, WHITE, "B4", F_KO, "ko: takes");
    board_setup(b, EMPTY, at(b, "D4")); /* no atari, no ko */
    says(b, BLACK, "B4", F_KO, "");
    board_destroy(b);
}

static void filling_a_ko_from_the_other_side(void **state)
{
    board *b = board_of(5, ". . O X ."
                           ". O X . X"
                           ". . O X ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "D4", F_KO, "ko: fills");
    board_destroy(b);
}

/* At B4 black joins two stones; at A4 two stones take one, and white would take back both. */
static void what_is_no_ko(void **state)
{
    board *two = board_of(5, ". X O O ."
                             "X . X X O"
                             ". X O O ."
                             ". . . . ."
                             ". . . . .");
    board *joined = board_of(5, "O X . . ."
                                ". O . . ."
                                "X O . . ."
                                "O . . . ."
                                ". . . . .");
    board *open = board_of(5, "O X . . ."
                              ". . . . ."
                              ". . . . ."
                              ". . . . O"
                              ". X O X .");
    (void)state;
    says(two, BLACK, "B4", F_KO, "");
    says(joined, BLACK, "A4", F_KO, "");
    says(open, BLACK, "A4", F_KO, ""); /* takes with two liberties */
    says(open, WHITE, "A1", F_KO, ""); /* takes nothing */
    says(open, WHITE, "C2", F_KO, ""); /* extends a stone from atari */
    board_destroy(two);
    board_destroy(joined);
    board_destroy(open);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liberties_of_the_new_chain),
        cmocka_unit_test(filling_ones_own_liberties),
        cmocka_unit_test(many_liberties_are_one_class),
        cmocka_unit_test(a_large_gain_of_liberties),
        cmocka_unit_test(squeezing),
        cmocka_unit_test(the_weakest_chain_is_squeezed),
        cmocka_unit_test(connections_and_cuts),
        cmocka_unit_test(connections_of_many_and_of_one_liberty),
        cmocka_unit_test(three_chains_meet),
        cmocka_unit_test(a_race),
        cmocka_unit_test(the_larger_of_equal_chains_counts),
        cmocka_unit_test(nakade),
        cmocka_unit_test(the_middle_of_a_cross_is_not_seen),
        cmocka_unit_test(a_small_region_has_up_to_seven_points),
        cmocka_unit_test(a_region_of_both_colours_is_none),
        cmocka_unit_test(filling_a_ko),
        cmocka_unit_test(filling_a_ko_from_the_other_side),
        cmocka_unit_test(what_is_no_ko),
    };
    return cmocka_run_group_tests_name("tactics: shapes", tests, NULL, NULL);
}
