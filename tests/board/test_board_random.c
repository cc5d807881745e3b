/* The board against a slow, obvious one, move by move, on random games of all
 * sizes: more than a million moves, passes, two moves of one colour in a row,
 * moves into own eyes, with and without suicide.                             */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "board/board.h"
#include "tests/support/slow_board.h"

static char letter(int c)
{
    return ".XO"[c];
}

static uint64_t hash_of_stones(const board *b)
{
    uint64_t hash = 0;
    for (point p = 0; p < b->n_points; p++)
        if (b->at[p] == BLACK || b->at[p] == WHITE)
            hash ^= board_zobrist((colour)b->at[p], p);
    return hash;
}

/* What is cheap enough to look at after every move. */
static void compare_stones(const board *b, const slow_board *s)
{
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            if (letter(b->at[board_point(b, x, y)]) != s->grid[y][x])
                fail_msg("size %d, move %d: the stones differ", b->size, b->n_moves);
    assert_int_equal(b->n_captured[BLACK], s->captured[0]);
    assert_int_equal(b->n_captured[WHITE], s->captured[1]);
    assert_int_equal(b->hash, hash_of_stones(b));
}

static void compare_empty_point(const board *b, const slow_board *s, int x, int y)
{
    point p = board_point(b, x, y);
    for (int c = BLACK; c <= WHITE; c++) {
        move_status legal = board_legal(b, (colour)c, p);
        if (legal != slow_legal(s, letter(c), x, y))
            fail_msg("size %d, move %d, %c at %d %d: legality %d differs", b->size, b->n_moves,
                     letter(c), x, y, legal);
        int libs = slow_libs_after(s, letter(c), x, y);
        assert_int_equal(board_libs_after(b, (colour)c, p, BOARD_MAX_AREA), libs);
        assert_int_equal(board_libs_after(b, (colour)c, p, 2), libs < 2 ? libs : 2);
        if (legal != MOVE_OK)
            continue;
        board after;
        board_copy(&after, b);
        board_play_legal(&after, (colour)c, p);
        assert_int_equal(board_hash_after(b, (colour)c, p), after.hash);
    }
}

static void compare_everything(const board *b, const slow_board *s)
{
    const char *wrong = board_check(b);
    if (wrong)
        fail_msg("size %d, move %d: %s", b->size, b->n_moves, wrong);
    for (int y = 0; y < b->size; y++) {
        for (int x = 0; x < b->size; x++) {
            point p = board_point(b, x, y), libs[BOARD_MAX_AREA];
            if (s->grid[y][x] == '.') {
                compare_empty_point(b, s, x, y);
                continue;
            }
            assert_int_equal(board_chain_libs(b, p), slow_libs(s, x, y));
            assert_int_equal(board_chain_size(b, p), slow_chain_size(s, x, y));
            assert_int_equal(board_libs(b, b->chain[p], libs, BOARD_MAX_AREA),
                             board_chain_libs(b, p));
            assert_int_equal(board_first_lib(b, b->chain[p]), libs[0]);
        }
    }
}

/* Both try the same random move; false when there was none in some tries. */
static bool move_both(board *b, slow_board *s, colour c, bool fills_eyes, rng *r)
{
    for (int tries = 0; tries < 30 && b->n_empty > 0; tries++) {
        point p = b->empty[rng_below(r, (uint32_t)b->n_empty)];
        if (!fills_eyes && board_is_eye(b, p, c))
            continue;
        move_status status = board_play(b, c, p);
        assert_int_equal(status, slow_play(s, letter((int)c), board_x(b, p), board_y(b, p)));
        if (status == MOVE_OK)
            return true;
    }
    return false;
}

static int play_game(int size, bool suicide, bool fills_eyes, uint64_t seed)
{
    board b;
    slow_board s;
    rng r = rng_seed(seed);
    colour c = BLACK;
    int moves = 0, full_checks = 900 / (size * size) + 1, length = 3 * size * size;
    board_init(&b, size);
    b.suicide_allowed = suicide;
    slow_init(&s, size, suicide);
    for (; moves < length; moves++) {
        if (rng_below(&r, 50) == 0 || !move_both(&b, &s, c, fills_eyes, &r)) {
            board_play(&b, c, PASS);
            slow_pass(&s);
        }
        compare_stones(&b, &s);
        if (rng_below(&r, (uint32_t)length) < (uint32_t)full_checks)
            compare_everything(&b, &s);
        if (rng_below(&r, 20) != 0)
            c = opponent(c);
    }
    return moves;
}

static void equals_the_slow_board_over_a_million_moves(void **state)
{
    int moves = 0;
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        int games = 43000 / (3 * size * size) + 1;
        for (int i = 0; i < games; i++)
            moves += play_game(size, i % 2, i / 2 % 3 == 0, 1000u * (unsigned)size + (unsigned)i);
    }
    print_message("%d random moves compared\n", moves);
    assert_true(moves > 1000000);
}

static void a_copy_plays_on_like_the_original(void **state)
{
    rng r = rng_seed(3);
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        board a, b;
        board_init(&a, size);
        memset(&b, 0xa5, sizeof b);
        for (int i = 0; i < 2 * size * size; i++) {
            colour c = i % 2 ? WHITE : BLACK;
            point p = a.n_empty ? a.empty[rng_below(&r, (uint32_t)a.n_empty)] : PASS;
            board_copy(&b, &a);
            assert_int_equal(board_play(&a, c, p), board_play(&b, c, p));
            assert_null(board_check(&b));
            assert_memory_equal(a.at, b.at, (size_t)a.n_points);
            assert_int_equal(a.ko, b.ko);
            assert_int_equal(a.hash, b.hash);
        }
    }
}

/* Stones come and go in any order, and the board is right throughout. */
static void setup_keeps_the_board_right(void **state)
{
    rng r = rng_seed(4);
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        board b;
        board_init(&b, size);
        for (int i = 0; i < 4 * size * size; i++) {
            int x = (int)rng_below(&r, (uint32_t)size), y = (int)rng_below(&r, (uint32_t)size);
            board_setup(&b, (colour)rng_below(&r, 3), board_point(&b, x, y));
            const char *wrong = board_check(&b);
            if (wrong)
                fail_msg("size %d, after %d changes: %s", size, i + 1, wrong);
        }
        assert_int_equal(b.n_moves, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_slow_board_over_a_million_moves),
        cmocka_unit_test(a_copy_plays_on_like_the_original),
        cmocka_unit_test(setup_keeps_the_board_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
