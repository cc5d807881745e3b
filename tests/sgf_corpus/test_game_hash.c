/* Fingerprints, duplicates and the split do not depend on the orientation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "board/symmetry.h"
#include "sgf_corpus/game_hash.h"
#include "tests/support/games.h"

/* A random game (the rules do not matter here) with passes in between. */
static game_record *random_game(rng *r, int size, int n_moves)
{
    board_move *moves = malloc((size_t)n_moves * sizeof *moves);
    for (int i = 0; i < n_moves; i++) {
        int x = (int)rng_below(r, (uint32_t)size), y = (int)rng_below(r, (uint32_t)size);
        moves[i] = (board_move){board_point_on(size, x, y), (uint8_t)(1 + i % 2)};
    }
    board_move setup[2] = {{board_point_on(size, 2, 3), BLACK},
                           {board_point_on(size, 4, 2), WHITE}};
    game_record g = {.size = size, .n_moves = n_moves, .moves = moves, .n_setup = 2,
                     .setup = setup, .first = BLACK};
    game_record *packed = game_record_pack(&g);
    free(moves);
    return packed;
}

static game_record *turned(const game_record *from, int symmetry)
{
    game_record *g = game_record_pack(from);
    for (int i = 0; i < g->n_moves; i++)
        g->moves[i].at = symmetry_point(symmetry, g->size, g->moves[i].at);
    for (int i = 0; i < g->n_setup; i++)
        g->setup[i].at = symmetry_point(symmetry, g->size, g->setup[i].at);
    return g;
}

static bool same(game_key a, game_key b)
{
    return a.high == b.high && a.low == b.low;
}

static void eight_symmetries_are_one_game(void **state)
{
    (void)state;
    static const int sizes[] = {5, 9, 13, 19, 25};
    rng r = rng_seed(1);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        game_record *g = random_game(&r, sizes[k], 120);
        dedupe *d = dedupe_create(DEDUPE_MOVES), *o = dedupe_create(DEDUPE_OPENING);
        assert_false(dedupe_has(d, g) || dedupe_has(o, g));
        for (int s = 0; s < N_SYMMETRIES; s++) {
            game_record *t = turned(g, s);
            bool seen;
            assert_true(same(game_hash(g), game_hash(t)));
            assert_true(same(game_hash_opening(g), game_hash_opening(t)));
            assert_true(game_split_place(g, 7) == game_split_place(t, 7));
            assert_int_equal(dedupe_add(d, t, &seen, NULL), GO_OK);
            assert_int_equal(seen, s > 0);
            assert_int_equal(dedupe_add(o, t, &seen, NULL), GO_OK);
            assert_int_equal(seen, s > 0);
            assert_true(dedupe_has(d, t) && dedupe_has(o, t));
            game_record_destroy(t);
        }
        dedupe_destroy(d);
        dedupe_destroy(o);
        game_record_destroy(g);
    }
}

/* Does changing the record change its fingerprint? */
static void what_makes_another_game(void **state)
{
    (void)state;
    static const char *const others[] = {
        "(;SZ[13];B[dd];W[ll];B[dl])", "(;B[dd];W[ll];B[dp])", "(;B[dd];W[ll];W[dl])",
        "(;B[dd];W[ll])",              "(;B[ll];W[dd];B[dl])", "(;AB[cc];B[dd];W[ll];B[dl])",
        "(;B[dd];B[dl];W[ll])",
    };
    game_record *g = game_of("(;B[dd];W[ll];B[dl])");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        game_record *other = game_of(others[i]);
        assert_false(same(game_hash(g), game_hash(other)));
        game_record_destroy(other);
    }
    game_record *other = game_of("(;B[dd];W[ll];B[dp])");
    assert_false(game_held_out_place(g) == game_held_out_place(other));
    game_record_destroy(other);
    /* passes and the header are no part of it */
    game_record *equal = game_of("(;PB[x]KM[7]HA[0];B[dd];W[ll];B[dl];W[];B[])");
    assert_true(same(game_hash(g), game_hash(equal)));
    assert_true(game_held_out_place(g) == game_held_out_place(equal));
    game_record_destroy(equal);
    /* nor is the order of setup stones */
    game_record *a = game_of("(;AB[aa][cc]AW[bb];B[dd])");
    game_record *b = game_of("(;AW[bb]AB[cc][aa];B[dd])");
    assert_true(same(game_hash(a), game_hash(b)));
    game_record_destroy(b);
    /* only the position counts: not stones set twice, nor those taken away again */
    b = game_of("(;AE[aa:ss]AB[aa][cc][aa]AW[ee];AE[ee]AW[bb];B[dd])");
    assert_true(same(game_hash(a), game_hash(b)));
    game_record_destroy(a);
    game_record_destroy(b);
    game_record_destroy(g);
}

static void openings_agree_when_ends_differ(void **state)
{
    (void)state;
    rng r = rng_seed(2);
    game_record *g = random_game(&r, 19, 200), *t = turned(g, 3);
    t->n_moves = 150; /* another record of the game, cut short */
    bool seen;
    dedupe *moves = dedupe_create(DEDUPE_MOVES), *opening = dedupe_create(DEDUPE_OPENING);
    dedupe_add(moves, g, &seen, NULL);
    dedupe_add(moves, t, &seen, NULL);
    assert_false(seen);
    dedupe_add(opening, g, &seen, NULL);
    dedupe_add(opening, t, &seen, NULL);
    assert_true(seen);
    /* and when a move of the opening is wrong the signature still agrees */
    game_record *wrong = turned(g, 6);
    wrong->moves[10].at = board_point_on(19, 0, 0);
    assert_false(same(game_hash_opening(g), game_hash_opening(wrong)));
    dedupe_add(opening, wrong, &seen, NULL);
    assert_true(seen);
    dedupe_destroy(moves);
    dedupe_destroy(opening);
    game_record_destroy(wrong);
    game_record_destroy(t);
    game_record_destroy(g);
}

static void many_games_are_all_remembered(void **state)
{
    (void)state;
    enum { N = 5000 };
    dedupe *d = dedupe_create(DEDUPE_MOVES);
    for (int round = 0; round < 2; round++) {
        rng r = rng_seed(3);
        for (int i = 0; i < N; i++) {
            game_record *g = random_game(&r, 9, 20);
            bool seen;
            assert_int_equal(dedupe_add(d, g, &seen, NULL), GO_OK);
            assert_int_equal(seen, round);
            game_record_destroy(g);
        }
    }
    dedupe_destroy(d);
}

static void the_split_takes_its_share(void **state)
{
    (void)state;
    enum { N = 20000 };
    rng r = rng_seed(4);
    int tenth = 0, other_tenth = 0, both = 0;
    for (int i = 0; i < N; i++) {
        game_record *g = random_game(&r, 19, 60);
        bool a = game_split_place(g, 0) < 0.1, b = game_split_place(g, 1) < 0.1;
        tenth += a;
        other_tenth += b;
        both += a && b;
        game_record_destroy(g);
    }
    /* binomial: 2000 with standard deviation 42; 200 with 14.  Five of them. */
    assert_in_range(tenth, 2000 - 212, 2000 + 212);
    assert_in_range(other_tenth, 2000 - 212, 2000 + 212);
    assert_in_range(both, 200 - 70, 200 + 70);
}

static void the_split_is_the_same_for_ever(void **state)
{
    (void)state;
    /* stored from the first version: a change would mix old training games into
     * new test sets                                                          */
    game_record *g = game_of("(;B[pd];W[dd];B[pp];W[dp])");
    game_key k = game_hash(g);
    assert_int_equal(k.high, 0x196e36ec77c3ce33);
    assert_int_equal((uint64_t)(game_split_place(g, 0) * 1e9), 0x6d94157);
    game_record_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_symmetries_are_one_game),
        cmocka_unit_test(what_makes_another_game),
        cmocka_unit_test(openings_agree_when_ends_differ),
        cmocka_unit_test(many_games_are_all_remembered),
        cmocka_unit_test(the_split_takes_its_share),
        cmocka_unit_test(the_split_is_the_same_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
