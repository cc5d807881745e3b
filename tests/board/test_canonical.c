/* Positions that differ only in the orientation of the board are one. */
#include "base/rng.h"
#include "board/canonical.h"
#include "tests/support/unit.h"

enum { SIZE = 9 };

/* Some random moves, played in a symmetry. */
static void play(board *b, uint64_t seed, int moves, int symmetry)
{
    rng r = rng_seed(seed);
    board_init(b, SIZE);
    for (int i = 0; i < moves; i++) {
        const point p = board_point_at(SIZE, (int)rng_below(&r, SIZE * SIZE));
        board_play(b, i % 2 ? WHITE : BLACK, symmetry_point(symmetry, SIZE, p));
    }
}

static void all_orientations_have_one_key_and_one_move(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        board b, turned;
        play(&b, seed, 12, 0);
        const canonical c = canonical_of(&b, BLACK);
        int alike = 0; /* symmetries of the position itself */
        for (int s = 0; s < N_SYMMETRIES; s++) {
            play(&turned, seed, 12, s);
            alike += turned.hash == b.hash;
            const canonical d = canonical_of(&turned, BLACK);
            assert_true(c.key == d.key);
            for (int i = 0; i < SIZE * SIZE; i++) {
                const point p = board_point_at(SIZE, i), q = symmetry_point(s, SIZE, p);
                assert_int_equal(canonical_move(&c, p), canonical_move(&d, q));
                assert_int_equal(canonical_move(&d, canonical_back(&d, canonical_move(&d, q))),
                                 canonical_move(&d, q));
                if (!(c.turns & (c.turns - 1))) /* no symmetry of its own: there and back */
                    assert_int_equal(canonical_back(&d, canonical_move(&c, p)), q);
            }
        }
        assert_int_equal(__builtin_popcount(c.turns), alike);
    }
}

static void other_positions_have_other_keys(void **state)
{
    board b;
    (void)state;
    play(&b, 1, 12, 0);
    const uint64_t key = canonical_of(&b, BLACK).key;
    assert_true(canonical_of(&b, WHITE).key != key);
    play(&b, 1, 11, 0);
    assert_true(canonical_of(&b, BLACK).key != key);
    play(&b, 2, 12, 0);
    assert_true(canonical_of(&b, BLACK).key != key);
}

static void the_empty_boards_of_all_sizes_differ(void **state)
{
    uint64_t key[2 * BOARD_MAX_SIZE];
    int n = 0;
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        board b;
        board_init(&b, size);
        key[n++] = canonical_of(&b, BLACK).key;
        key[n++] = canonical_of(&b, WHITE).key;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            assert_true(key[i] != key[j]);
}

static void the_empty_board_has_fifteen_first_moves(void **state)
{
    board b;
    bool seen[BOARD_MAX_POINTS] = {false};
    int n = 0;
    (void)state;
    board_init(&b, SIZE);
    const canonical c = canonical_of(&b, BLACK);
    assert_int_equal(c.turns, 0xff);
    for (int i = 0; i < SIZE * SIZE; i++) {
        const point p = canonical_move(&c, board_point_at(SIZE, i));
        n += !seen[p];
        seen[p] = true;
    }
    assert_int_equal(n, 15);
    assert_int_equal(canonical_move(&c, PASS), PASS);
    assert_int_equal(canonical_back(&c, PASS), PASS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_orientations_have_one_key_and_one_move),
        cmocka_unit_test(other_positions_have_other_keys),
        cmocka_unit_test(the_empty_boards_of_all_sizes_differ),
        cmocka_unit_test(the_empty_board_has_fifteen_first_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
