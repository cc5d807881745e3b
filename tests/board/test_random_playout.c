/* Random playouts: they end filled up, their quick count is the exact one, and
 * a thousand of them from fixed seeds are always the same.                   */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board/random_playout.h"
#include "tests/support/drawn.h"

static void a_playout_leaves_only_eyes(void **state)
{
    rng r = rng_seed(1);
    (void)state;
    for (int i = 0; i < 300; i++) {
        board b;
        int size = BOARD_MIN_SIZE + i % (BOARD_MAX_SIZE - BOARD_MIN_SIZE + 1);
        board_init(&b, size);
        int moves = random_playout(&b, i % 2 ? WHITE : BLACK, &r);
        assert_null(board_check(&b));
        assert_int_equal(b.n_moves, moves);
        if (moves == 3 * size * size)
            continue; /* a ring of kos; only the limit ends it */
        for (int k = 0; k < b.n_empty; k++)
            for (int c = BLACK; c <= WHITE; c++)
                assert_true(board_legal(&b, (colour)c, b.empty[k]) != MOVE_OK ||
                            board_is_eye(&b, b.empty[k], (colour)c));
    }
}

static void the_quick_count_is_the_area(void **state)
{
    rng r = rng_seed(2);
    int different = 0;
    (void)state;
    for (int i = 0; i < 2000; i++) {
        board b;
        board_init(&b, 2 + i % 12);
        if (random_playout(&b, BLACK, &r) < 3 * b.size * b.size)
            different += random_playout_score(&b) != area_score(&b, NULL);
    }
    assert_int_equal(different, 0);
}

static void eyes_are_not_filled(void **state)
{
    board *b = board_of(4, ". X . X"
                           "X X X X"
                           "X X X X"
                           "X . X X");
    rng r = rng_seed(3);
    (void)state;
    assert_int_equal(random_playout_move(b, BLACK, &r), PASS);
    assert_int_equal(random_playout_move(b, WHITE, &r), PASS); /* suicide */
    assert_int_equal(random_playout(b, WHITE, &r), 2);
    assert_int_equal(random_playout_score(b), 16);
    board_destroy(b);
}

/* White has six moves (A4 is suicide, D1 to D4 and C1 C2 are open), and each
 * is drawn a sixth of the time, within five standard deviations.             */
static void every_move_is_equally_likely(void **state)
{
    enum { N = 12000, MOVES = 6 };
    int count[BOARD_MAX_POINTS] = {0}, distinct = 0;
    rng r = rng_seed(4);
    board *b = board_of(4, ". X X ."
                           "X X X ."
                           "X X . ."
                           "X X . .");
    (void)state;
    for (int i = 0; i < N; i++)
        count[random_playout_move(b, WHITE, &r)]++;
    assert_int_equal(count[PASS] + count[at(b, "A4")], 0);
    for (point p = 1; p < b->n_points; p++) {
        distinct += count[p] > 0;
        assert_true(count[p] == 0 || (count[p] > N / MOVES - 205 && count[p] < N / MOVES + 205));
    }
    assert_int_equal(distinct, MOVES);
    board_destroy(b);
}

/* A signature: moves and margins of 1,000 playouts from fixed seeds.  It may
 * change only with the policy, the order of empty points or the generator.   */
static void a_thousand_playouts_are_always_the_same(void **state)
{
    static const struct {
        int size;
        long moves, margins;
    } expected[] = {{9, 110728, 2546}, {13, 219386, 1690}, {19, 456039, -1098}};
    (void)state;
    for (int k = 0; k < 3; k++) {
        long moves = 0, margins = 0;
        rng r = rng_seed((uint64_t)expected[k].size);
        for (int i = 0; i < 1000; i++) {
            board b;
            board_init(&b, expected[k].size);
            moves += random_playout(&b, BLACK, &r);
            margins += random_playout_score(&b);
        }
        assert_int_equal(moves, expected[k].moves);
        assert_int_equal(margins, expected[k].margins);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_playout_leaves_only_eyes),
        cmocka_unit_test(the_quick_count_is_the_area),
        cmocka_unit_test(eyes_are_not_filled),
        cmocka_unit_test(every_move_is_equally_likely),
        cmocka_unit_test(a_thousand_playouts_are_always_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
