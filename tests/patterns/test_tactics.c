/* What the tactical groups say of moves that attack and defend chains, on drawn boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/tactics_said.h"

/* ---- captures ---- */

static void sizes_of_captures(void **state)
{
    board *b = board_of(7, "O X . . . . ."
                           ". . . . . . ."
                           "X X X . . . ."
                           "O O . . . . ."
                           "X X X . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, BLACK, "A6", F_CAPTURE,
         "stones: 1, saves: own chain of 2 liberties, they could escape: no, recapture: no");
    says(b, BLACK, "C4", F_CAPTURE, "stones: 2, saves: none, they could escape: no, recapture: no");
    says(b, BLACK, "D5", F_CAPTURE, "");
    board_destroy(b);
}

/* The left one saves A5, the right one nothing. */
static void two_chains_are_taken_at_once(void **state)
{
    board *b = board_of(5, "X O . O X"
                           ". X . X X"
                           ". . . . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "C5", F_CAPTURE,
         "stones: 2, saves: own stone in atari, they could escape: no, recapture: no");
    board_destroy(b);
}

/* The liberties of the black chain are C5, where it takes B5, and D4. */
static void a_capture_that_saves_a_chain(void **state)
{
    board *b = board_of(5, "X O . . ."
                           "X X X . ."
                           "O O O . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "C5", F_CAPTURE,
         "stones: 1, saves: own chain of 2 liberties, they could escape: no, recapture: no");
    board_setup(b, WHITE, at(b, "D4"));
    says(b, BLACK, "C5", F_CAPTURE,
         "stones: 1, saves: own stones in atari, they could escape: yes, recapture: no");
    board_destroy(b);
}

/* B4 touches A4 and B5, which are one chain. */
static void a_chain_met_twice_is_one(void **state)
{
    board *b = board_of(5, "O O X . ."
                           "O . . . ."
                           "X . . . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "B4", F_CAPTURE,
         "stones: 3, saves: own chain of 2 liberties, they could escape: yes, recapture: no");
    says(b, BLACK, "B4", F_CUT, "");
    says(b, WHITE, "B4", F_CONNECT, "");
    says(b, WHITE, "B4", F_EXTEND, "stones: 3-5, result: 2 liberties, atari by the last move: no");
    board_destroy(b);
}

/* White has just put a stone between three black ones; left alone it would run
 * to three liberties.                                                        */
static void taking_the_last_move(void **state)
{
    board *b = board_of(5, ". . X . ."
                           ". X . . ."
                           ". . X . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    assert_int_equal(board_play(b, WHITE, at(b, "C4")), MOVE_OK);
    says(b, BLACK, "D4", F_CAPTURE,
         "stones: 1, saves: own chain of 2 liberties, they could escape: yes, recapture: yes");
    board_destroy(b);
}

/* Black takes B4; two moves later white takes back in C4 and so saves C5. */
static void taking_a_ko(void **state)
{
    board *b = board_of(5, ". X O . ."
                           "X O . O ."
                           ". X O . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "C4", F_KO, "ko: takes");
    says(b, BLACK, "C4", F_SELF_ATARI, "stones: 1, kind: capture");
    assert_int_equal(board_play(b, BLACK, at(b, "C4")), MOVE_OK);
    assert_int_equal(b->ko, at(b, "B4"));
    assert_int_equal(board_play(b, WHITE, at(b, "A1")), MOVE_OK);
    assert_int_equal(board_play(b, BLACK, at(b, "E1")), MOVE_OK);
    says(b, WHITE, "B4", F_CAPTURE,
         "stones: 1, saves: own stone in atari, they could escape: yes, recapture: no");
    says(b, WHITE, "B4", F_KO, "ko: takes");
    board_destroy(b);
}

/* A2 and B2 are both in atari: who moves takes the other.  White would then be
 * connected; black, after A1, is caught by B1.                               */
static void a_capture_that_saves_a_stone(void **state)
{
    board *b = board_of(5, ". . . . ."
                           ". X X . ."
                           "X O O . ."
                           "O X O X ."
                           ". . O . .");
    (void)state;
    says(b, WHITE, "B1", F_CAPTURE,
         "stones: 1, saves: own stone in atari, they could escape: no, recapture: no");
    says(b, BLACK, "A1", F_CAPTURE,
         "stones: 1, saves: own stone in atari, they could escape: yes, recapture: no");
    says(b, BLACK, "B1", F_EXTEND, "stones: 1, result: dies at once, atari by the last move: no");
    board_destroy(b);
}

/* ---- extensions ---- */

/* The black stone runs: on the open board to three liberties; along the border to
 * two, where a ladder waits or does not.                                     */
static void extensions_from_atari(void **state)
{
    board *b = board_of(7, ". . . . . . ."
                           ". . O . . . ."
                           ". O X . . . ."
                           ". . O . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    says(b, BLACK, "D5", F_EXTEND,
         "stones: 1, result: 3 or more liberties, atari by the last move: no");
    board_setup(b, EMPTY, at(b, "C4"));
    assert_int_equal(board_play(b, WHITE, at(b, "C4")), MOVE_OK);
    says(b, BLACK, "D5", F_EXTEND,
         "stones: 1, result: 3 or more liberties, atari by the last move: yes");
    assert_int_equal(board_play(b, WHITE, at(b, "G1")), MOVE_OK);
    says(b, BLACK, "D5", F_EXTEND,
         "stones: 1, result: 3 or more liberties, atari by the last move: no");
    board_setup(b, EMPTY, at(b, "C4")); /* no atari, nothing to extend */
    says(b, BLACK, "D5", F_EXTEND, "");
    board_destroy(b);
}

/* White has played D6 too: black runs into two liberties and a ladder, which a
 * black stone at the far end breaks.                                         */
static void extensions_into_a_ladder(void **state)
{
    board *b = board_of(9, ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . O . . . . ."
                           ". . O X . . . . ."
                           ". . O X . . . . ."
                           ". . . O . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    (void)state;
    says(b, BLACK, "E5", F_ENDANGERED, "stones: 2, liberties after: 3");
    board_setup(b, WHITE, at(b, "E4"));
    says(b, BLACK, "E5", F_ENDANGERED, "stones: 2, liberties after: 2 or fewer");
    board_setup(b, EMPTY, at(b, "E4"));
    board_setup(b, WHITE, at(b, "E6")); /* only E5 is left */
    says(b, BLACK, "E5", F_ENDANGERED, ""); /* but an extension */
    says(b, BLACK, "E5", F_EXTEND,
         "stones: 2, result: caught in a ladder, atari by the last move: no");
    assert_string_equal(tactics_said("fast", b, BLACK, at(b, "E5"), F_EXTEND),
                        "stones: 2, result: 2 liberties, atari by the last move: no");
    board_setup(b, BLACK, at(b, "G4"));
    says(b, BLACK, "E5", F_EXTEND, "stones: 2, result: 2 liberties, atari by the last move: no");
    board_destroy(b);
}

static void extensions_that_die_at_once(void **state)
{
    board *b = board_of(5, "X . . O ."
                           "O O O . ."
                           ". . . . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "B5", F_EXTEND, "stones: 1, result: dies at once, atari by the last move: no");
    says(b, BLACK, "B5", F_SELF_ATARI, "stones: 2, kind: plain");
    board_destroy(b);
}

/* ---- self-atari ---- */

static void sizes_of_self_ataris(void **state)
{
    board *b = board_of(5, ". . O . ."
                           "X X O . ."
                           "X X O . ."
                           "O O O . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "A5", F_SELF_ATARI, "stones: 5-6, kind: plain");
    says(b, BLACK, "B5", F_SELF_ATARI, "stones: 5-6, kind: plain");
    says(b, WHITE, "A5", F_SELF_ATARI, "stones: 1, kind: atari");
    says(b, WHITE, "B5", F_SELF_ATARI, ""); /* it joins the white wall */
    board_destroy(b);
}

/* A stone thrown in puts the chain around it into atari. */
static void a_throw_in(void **state)
{
    board *b = board_of(5, ". . O X ."
                           "O O O X ."
                           "X X X X ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    says(b, BLACK, "A5", F_SELF_ATARI, "stones: 1, kind: atari");
    says(b, BLACK, "A5", F_ATARI,
         "stones: 3-5, ladder works: yes, on: one chain, while a ko is on: no");
    board_destroy(b);
}

/* ---- atari ---- */

static void ataris_and_ladders(void **state)
{
    board *b = board_of(9, ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . X . . . . ."
                           ". . X O . . . . ."
                           ". . X . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    (void)state;
    /* from above (E6) white runs down to D5 and is blocked by C5; from below it
     * runs right and has three liberties                                     */
    says(b, BLACK, "E6", F_ATARI,
         "stones: 1, ladder works: yes, on: one chain, while a ko is on: no");
    assert_string_equal(tactics_said("fast", b, BLACK, at(b, "E6"), F_ATARI),
                        "stones: 1, ladder works: no, on: one chain, while a ko is on: no");
    says(b, BLACK, "D5", F_ATARI,
         "stones: 1, ladder works: no, on: one chain, while a ko is on: no");
    board_setup(b, WHITE, at(b, "F3")); /* a breaker on the path down right */
    says(b, BLACK, "E6", F_ATARI,
         "stones: 1, ladder works: no, on: one chain, while a ko is on: no");
    board_destroy(b);
}

/* On the side with three black stones the ladder works, on the other it does not. */
static void one_ladder_of_two_is_enough(void **state)
{
    board *b = board_of(7, ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . X . . . ."
                           ". X . . . . ."
                           ". X O . O X .");
    (void)state;
    says(b, BLACK, "D1", F_ATARI,
         "stones: 1, ladder works: yes, on: more chains, while a ko is on: no");
    board_destroy(b);
}

static void a_double_atari_during_a_ko(void **state)
{
    board *b = board_of(7, ". X O . . . ."
                           "X O . O . . ."
                           ". X O . . . ."
                           ". . . . X . ."
                           ". . . X O . ."
                           ". . . O . . X"
                           ". . X X . X .");
    (void)state;
    assert_non_null(strstr(tactics_said("large", b, BLACK, at(b, "E2"), F_ATARI),
                           "on: more chains, while a ko is on: no"));
    assert_int_equal(board_play(b, WHITE, at(b, "G7")), MOVE_OK);
    assert_int_equal(board_play(b, BLACK, at(b, "C6")), MOVE_OK);
    assert_int_not_equal(b->ko, PASS);
    assert_non_null(strstr(tactics_said("large", b, BLACK, at(b, "E2"), F_ATARI),
                           "on: more chains, while a ko is on: yes"));
    board_destroy(b);
}

/* ---- danger ---- */

/* The white stone would be caught by E6 (ataris_and_ladders): a move that
 * touches it now is told so.                                                 */
static void a_chain_a_ladder_threatens(void **state)
{
    board *b = board_of(9, ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . X . . . . ."
                           ". . X O . . . . ."
                           ". . X . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    (void)state;
    says(b, WHITE, "E6", F_ENDANGERED, "stones: 1, liberties after: 4+");
    says(b, WHITE, "D5", F_ENDANGERED, "stones: 1, liberties after: 3");
    assert_string_equal(tactics_said("fast", b, WHITE, at(b, "E6"), F_ENDANGERED),
                        ""); /* reads no ladders */
    board_setup(b, WHITE, at(b, "F3"));
    says(b, WHITE, "E6", F_ENDANGERED, "");
    board_destroy(b);
}

/* ---- in the open ---- */

static void a_move_without_neighbours_has_no_tactics(void **state)
{
    board *b = board_of(5, ". . . . ."
                           ". . . . ."
                           ". . . . ."
                           ". . . . ."
                           "X . . . .");
    (void)state;
    for (int id = F_FIRST_LEVEL; id < F_N_STORED; id++) {
        says(b, BLACK, "C3", (feature_id)id, "");
        says(b, BLACK, "E5", (feature_id)id, ""); /* the corner too */
    }
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_of_captures),
        cmocka_unit_test(two_chains_are_taken_at_once),
        cmocka_unit_test(a_capture_that_saves_a_chain),
        cmocka_unit_test(a_chain_met_twice_is_one),
        cmocka_unit_test(taking_the_last_move),
        cmocka_unit_test(taking_a_ko),
        cmocka_unit_test(a_capture_that_saves_a_stone),
        cmocka_unit_test(extensions_from_atari),
        cmocka_unit_test(extensions_into_a_ladder),
        cmocka_unit_test(extensions_that_die_at_once),
        cmocka_unit_test(sizes_of_self_ataris),
        cmocka_unit_test(a_throw_in),
        cmocka_unit_test(ataris_and_ladders),
        cmocka_unit_test(one_ladder_of_two_is_enough),
        cmocka_unit_test(a_double_atari_during_a_ko),
        cmocka_unit_test(a_chain_a_ladder_threatens),
        cmocka_unit_test(a_move_without_neighbours_has_no_tactics),
    };
    return cmocka_run_group_tests_name("tactics", tests, NULL, NULL);
}
