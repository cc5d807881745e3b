/* Counts known from the literature or from the slow board: legal positions,
 * and sequences of moves.
 *
 * Legal positions: J. Tromp, G. Farneback, "Combinatorics of Go" (2007), table 1:
 * 57 on 2x2, 12,675 on 3x3, 24,318,165 on 4x4.                               */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board/game/position_set.h"
#include "tests/support/needs.h"
#include "tests/support/slow_board.h"

/* Colourings of points i, i+1, ... that make the board legal in the end.  A
 * chain without liberties cannot get one back by more stones, so board_setup
 * takes it off at once and the colouring is dropped.                         */
static long count_legal(const board *b, int i, int stones)
{
    if (b->n_stones[BLACK] + b->n_stones[WHITE] != stones)
        return 0;
    if (i == b->size * b->size)
        return 1;
    long n = count_legal(b, i + 1, stones);
    for (int c = BLACK; c <= WHITE; c++) {
        board next;
        board_copy(&next, b);
        board_setup(&next, (colour)c, board_point_at(b->size, i));
        n += count_legal(&next, i + 1, stones + 1);
    }
    return n;
}

static long legal_positions(int size)
{
    board b;
    board_init(&b, size);
    return count_legal(&b, 0, 0);
}

static void legal_positions_are_those_of_the_literature(void **state)
{
    (void)state;
    assert_int_equal(legal_positions(2), 57);
    assert_int_equal(legal_positions(3), 12675);
}

static void legal_positions_on_4x4(void **state)
{
    (void)state;
    need_slow();
    assert_int_equal(legal_positions(4), 24318165);
}

/* Every legal position but none else can be reached by playing moves of any
 * colour (one after the other, ko ignored), and each has its own hash.       */
static void visit(board *b, position_set *seen)
{
    if (position_set_count(seen, b->hash))
        return;
    assert_int_equal(position_set_add(seen, b->hash), GO_OK);
    for (int i = 0; i < b->size * b->size; i++) {
        for (int c = BLACK; c <= WHITE; c++) {
            board next;
            board_copy(&next, b);
            next.ko = PASS;
            if (board_play(&next, (colour)c, board_point_at(b->size, i)) == MOVE_OK)
                visit(&next, seen);
        }
    }
}

static void play_reaches_all_legal_positions_of_2x2(void **state)
{
    position_set seen = {0};
    board b;
    (void)state;
    board_init(&b, 2);
    visit(&b, &seen);
    assert_int_equal(seen.used, 57);
    position_set_destroy(&seen);
}

/* A position of 3x3 as a number in base 3, and back. */
static int code_of(const board *b)
{
    int code = 0;
    for (int i = 0; i < 9; i++)
        code = 3 * code + b->at[board_point(b, i % 3, i / 3)];
    return code;
}

static void decode(board *b, int code)
{
    board_init(b, 3);
    for (int i = 8; i >= 0; i--, code /= 3)
        board_setup(b, (colour)(code % 3), board_point(b, i % 3, i / 3));
}

/* The same on 3x3, from a list, for recursion would go too deep. */
static void play_reaches_all_legal_positions_of_3x3(void **state)
{
    enum { POSITIONS = 12675 };
    static int todo[POSITIONS + 1];
    position_set seen = {0};
    int n = 0;
    board b, next;
    (void)state;
    board_init(&b, 3);
    assert_int_equal(position_set_add(&seen, b.hash), GO_OK);
    todo[n++] = code_of(&b);
    for (int done = 0; done < n && n <= POSITIONS; done++) {
        decode(&b, todo[done]);
        for (int move = 0; move < 18 && n <= POSITIONS; move++) {
            board_copy(&next, &b);
            point p = board_point(&b, move % 9 % 3, move % 9 / 3);
            if (board_play(&next, move < 9 ? BLACK : WHITE, p) != MOVE_OK ||
                position_set_count(&seen, next.hash))
                continue;
            assert_int_equal(position_set_add(&seen, next.hash), GO_OK);
            todo[n++] = code_of(&next);
        }
    }
    assert_int_equal(n, POSITIONS);
    position_set_destroy(&seen);
}

/* ---- sequences of moves ("perft"): both boards allow equally many ---- */

static long sequences(const board *b, colour c, int depth)
{
    long n = 0;
    if (depth == 0)
        return 1;
    for (int i = -1; i < b->size * b->size; i++) {
        board next;
        board_copy(&next, b);
        point p = i < 0 ? PASS : board_point_at(b->size, i);
        if (board_play(&next, c, p) == MOVE_OK)
            n += sequences(&next, opponent(c), depth - 1);
    }
    return n;
}

static long slow_sequences(const slow_board *s, char c, int depth)
{
    long n = 0;
    if (depth == 0)
        return 1;
    for (int i = -1; i < s->size * s->size; i++) {
        slow_board next = *s;
        if (i < 0)
            slow_pass(&next);
        else if (slow_play(&next, c, i % s->size, i / s->size) != MOVE_OK)
            continue;
        n += slow_sequences(&next, c == 'X' ? 'O' : 'X', depth - 1);
    }
    return n;
}

static void both_boards_allow_equally_many_sequences(void **state)
{
    static const int depth[] = {0, 0, 8, 5, 4, 3};
    (void)state;
    for (int size = 2; size <= 5; size++) {
        for (int suicide = 0; suicide <= 1; suicide++) {
            board b;
            slow_board s;
            board_init(&b, size);
            b.suicide_allowed = suicide;
            slow_init(&s, size, suicide);
            assert_int_equal(sequences(&b, BLACK, depth[size]),
                             slow_sequences(&s, 'X', depth[size]));
        }
    }
}

/* By hand: on 2x2 black has 4 points and a pass; then white has 3 or 4 points
 * and a pass, nothing being illegal yet: 4 * 4 + 5.                          */
static void two_moves_on_2x2(void **state)
{
    board b;
    (void)state;
    board_init(&b, 2);
    assert_int_equal(sequences(&b, BLACK, 1), 5);
    assert_int_equal(sequences(&b, BLACK, 2), 21);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_positions_are_those_of_the_literature),
        cmocka_unit_test(legal_positions_on_4x4),
        cmocka_unit_test(play_reaches_all_legal_positions_of_2x2),
        cmocka_unit_test(play_reaches_all_legal_positions_of_3x3),
        cmocka_unit_test(both_boards_allow_equally_many_sequences),
        cmocka_unit_test(two_moves_on_2x2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
