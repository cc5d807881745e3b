/* What the tactical groups say of moves on drawn boards.  Levels are compared by
 * their names, so each test reads like the page of the manual.               */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "patterns/tactics.h"
#include "tests/support/drawn.h"

/* The name of the level that `group` gives the move of `own`; "" for none. */
static const char *said_by(const char *set, const board *b, colour own, const char *move,
                           feature_id group)
{
    static char name[128];
    static tactics t;
    int16_t level[TACTICS_LEVELS];
    memset(level, 0, sizeof level); /* as if left by another move */
    assert_int_equal(board_legal(b, own, at(b, move)), MOVE_OK);
    tactics_init(&t, feature_set_by_name(set));
    tactics_begin(&t, b, own);
    tactics_levels(&t, at(b, move), level);
    name[0] = '\0';
    int value = level[(int)group - F_FIRST_LEVEL];
    assert_true(value < feature_levels(group, b->size));
    if (value >= 0)
        feature_level_name(group, value, name, sizeof name);
    return name;
}

static void says(const board *b, colour own, const char *move, feature_id group,
                 const char *expected)
{
    assert_string_equal(said_by("large", b, own, move, group), expected);
}

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
    static const char *const expected =
        "stones: 2, saves: own stone in atari, they could escape: no, recapture: no";
    board *b = board_of(5, "X O . O X"
                           ". X . X X"
                           ". . . . ."
                           ". . . . ."
                           ". . . . .");
    board *mirrored = board_of(5, "X O . O X"
                                  "X X . X ."
                                  ". . . . ."
                                  ". . . . ."
                                  ". . . . .");
    (void)state;
    says(b, BLACK, "C5", F_CAPTURE, expected);
    says(mirrored, BLACK, "C5", F_CAPTURE, expected);
    board_destroy(b);
    board_destroy(mirrored);
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
    assert_string_equal(said_by("fast", b, BLACK, "E5", F_EXTEND),
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
    assert_string_equal(said_by("fast", b, BLACK, "E6", F_ATARI),
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
    static const char *const rows = ". . . . . . ."
                                    ". . . . . . ."
                                    ". . . . . . ."
                                    ". . . . . . .";
    static const char *const below[] = {". . X . . . . . X . . . . . . X O . O X .",
                                        ". . . . X . . . . . . . X . . X O . O X ."};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char drawing[120];
        snprintf(drawing, sizeof drawing, "%s%s", rows, below[i]);
        board *b = board_of(7, drawing);
        says(b, BLACK, "D1", F_ATARI,
             "stones: 1, ladder works: yes, on: more chains, while a ko is on: no");
        board_destroy(b);
    }
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
    assert_non_null(strstr(said_by("large", b, BLACK, "E2", F_ATARI),
                           "on: more chains, while a ko is on: no"));
    assert_int_equal(board_play(b, WHITE, at(b, "G7")), MOVE_OK);
    assert_int_equal(board_play(b, BLACK, at(b, "C6")), MOVE_OK);
    assert_int_not_equal(b->ko, PASS);
    assert_non_null(strstr(said_by("large", b, BLACK, "E2", F_ATARI),
                           "on: more chains, while a ko is on: yes"));
    board_destroy(b);
}

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

/* What F_SQUEEZE says of D4 after the move `last`, on the board as drawn and on its mirror image.
 */
static void squeezes(const char *drawing, const char *last, const char *expected)
{
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        board *b = board_of(7, ". . . . . . . . . . . . . . . . . . . . . . . . . "
                               ". . . . . . . . . . . . . . . . . . . . . . . .");
        board *drawn = board_of(7, drawing);
        for (int i = 0; i < 49; i++) {
            const int x = mirrored ? 6 - i % 7 : i % 7;
            const point from = board_point_at(7, i), to = board_point_on(7, x, i / 7);
            if (drawn->at[from] != EMPTY)
                board_setup(b, (colour)drawn->at[from], to);
            if (from == at(b, last))
                b->last = to;
        }
        says(b, BLACK, "D4", F_SQUEEZE, expected);
        board_destroy(drawn);
        board_destroy(b);
    }
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
    assert_string_equal(said_by("fast", b, WHITE, "E6", F_ENDANGERED), ""); /* reads no ladders */
    board_setup(b, WHITE, at(b, "F3"));
    says(b, WHITE, "E6", F_ENDANGERED, "");
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
static void equal_chains_on_a_turned_board(void **state)
{
    static const char *const expected =
        "own liberties: 2, hostile liberties: 5+, own stones: 3+, hostile stones: 3+";
    static const char *const fewer =
        "own liberties: 2, hostile liberties: 5+, own stones: 1-2, hostile stones: 3+";
    board *b = board_of(9, ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . O O O O O ."
                           ". . . X . X X X ."
                           ". . . O . O O O ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    board *mirrored = board_of(9, ". . . . . . . . ."
                                  ". . . . . . . . ."
                                  ". . . . . . . . ."
                                  ". O O O O O . . ."
                                  ". X X X . X . . ."
                                  ". O O O . O . . ."
                                  ". . . . . . . . ."
                                  ". . . . . . . . ."
                                  ". . . . . . . . .");
    (void)state;
    says(b, BLACK, "E5", F_SEMEAI, expected);
    says(mirrored, BLACK, "E5", F_SEMEAI, expected);
    board_setup(b, EMPTY, at(b, "H4")); /* now the smaller one has fewer liberties */
    board_setup(mirrored, EMPTY, at(mirrored, "B4"));
    says(b, BLACK, "E5", F_SEMEAI, fewer);
    says(mirrored, BLACK, "E5", F_SEMEAI, fewer);
    board_destroy(b);
    board_destroy(mirrored);
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
        cmocka_unit_test(a_chain_met_twice_is_one),
        cmocka_unit_test(a_capture_that_saves_a_chain),
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
        cmocka_unit_test(liberties_of_the_new_chain),
        cmocka_unit_test(filling_ones_own_liberties),
        cmocka_unit_test(many_liberties_are_one_class),
        cmocka_unit_test(a_large_gain_of_liberties),
        cmocka_unit_test(squeezing),
        cmocka_unit_test(the_weakest_chain_is_squeezed),
        cmocka_unit_test(connections_and_cuts),
        cmocka_unit_test(connections_of_many_and_of_one_liberty),
        cmocka_unit_test(three_chains_meet),
        cmocka_unit_test(a_chain_a_ladder_threatens),
        cmocka_unit_test(a_race),
        cmocka_unit_test(equal_chains_on_a_turned_board),
        cmocka_unit_test(nakade),
        cmocka_unit_test(the_middle_of_a_cross_is_not_seen),
        cmocka_unit_test(a_small_region_has_up_to_seven_points),
        cmocka_unit_test(a_region_of_both_colours_is_none),
        cmocka_unit_test(filling_a_ko),
        cmocka_unit_test(filling_a_ko_from_the_other_side),
        cmocka_unit_test(what_is_no_ko),
        cmocka_unit_test(a_move_without_neighbours_has_no_tactics),
    };
    return cmocka_run_group_tests_name("tactics", tests, NULL, NULL);
}
