/* Keys of positions: what a network is shown, and what is legal, in 64 bits. */
#include <stdio.h>

#include "base/rng.h"
#include "nn/inputs/encode.h"
#include "tests/support/drawn_planes.h"
#include "tests/support/random_moves.h"
#include "tests/support/unit.h"

static uint64_t key_for(nn_family family, const nn_position *p)
{
    const nn_model m = {.family = family};
    nn_view v = nn_view_plain(p->width);
    return nn_encode_key(&m, p, &v);
}

static uint64_t key_of(const nn_position *p)
{
    return key_for(NN_KATAGO, p);
}

/* The key after some moves on an empty board. */
static uint64_t key_after(const char *rules_name, const char *moves)
{
    nn_position *p = position_on(5, 5, rules_name);
    play_all(p, moves);
    uint64_t key = key_of(p);
    nn_position_destroy(p);
    return key;
}

static void equal_inputs_have_equal_keys(void **state)
{
    static const char *const tail = " B B2 W C3 B D4 W E5 B pass";
    char one[100], two[100];
    (void)state;
    snprintf(one, sizeof one, "B A1 W A3 B A5 W C1%s", tail);
    snprintf(two, sizeof two, "B A5 W C1 B A1 W A3%s", tail);
    assert_true(key_after("chinese", one) == key_after("chinese", two));
    assert_true(key_after("chinese", one) != key_after("japanese", one));
    assert_true(key_after("chinese", one) != key_after("tromp-taylor", one));
    assert_true(key_after("chinese", "B A1 W B2 B C3") != key_after("chinese", "B C3 W B2 B A1"));
    assert_true(key_after("chinese", "B A1 W B2") !=
                key_after("chinese", "B A1 W B2 B pass W pass"));
}

/* Who has no doubling and the other, who has it less, see the same. */
static void no_doubling_has_one_key(void **state)
{
    const nn_model m = {.family = NN_KATAGO};
    nn_position *p = position_on(5, 5, "chinese");
    nn_view v = nn_view_plain(5), opposite = v, doubled = v;
    (void)state;
    opposite.doubling = -v.doubling;
    doubled.doubling = 1;
    assert_true(nn_encode_key(&m, p, &v) == nn_encode_key(&m, p, &opposite));
    assert_true(nn_encode_key(&m, p, &v) != nn_encode_key(&m, p, &doubled));
    nn_position_destroy(p);
}

/* Leela Zero's networks are shown eight boards, but what is legal may follow from older ones. */
static void keys_tell_what_is_legal(void **state)
{
    static const char *const passes = "W pass B pass W pass B pass W pass B pass W pass B pass";
    static const char *const taken = ". X O . ."
                                     "X . X O ."
                                     ". X O . ."
                                     ". . . . ."
                                     ". . . . .";
    nn_position *p = position_of(5,
                                 ". X O . ."
                                 "X O . O ."
                                 ". X O . ."
                                 ". . . . ."
                                 ". . . . .",
                                 "tromp-taylor", BLACK);
    nn_position *q = position_of(5, taken, "tromp-taylor", WHITE);
    nn_position *r = position_of(5, taken, "chinese", WHITE);
    (void)state;
    play_all(p, "B C4");
    play_all(p, passes);
    play_all(q, passes);
    play_all(r, passes);
    assert_false(nn_position_legal(p, spot(p, "B4"))); /* superko */
    assert_true(nn_position_legal(q, spot(q, "B4")));
    for (int family = NN_KATAGO; family <= NN_LEELA_ZERO; family++) {
        assert_true(key_for((nn_family)family, p) != key_for((nn_family)family, q));
        assert_true(key_for((nn_family)family, q) != key_for((nn_family)family, r)); /* suicide */
    }
    nn_position_destroy(p);
    nn_position_destroy(q);
    nn_position_destroy(r);
}

/* Along a random game with superko no two positions share a key, and a copy has
 * the same one.                                                              */
static void keys_of_a_game_differ(void **state)
{
    enum { MOVES = 120 };
    static uint64_t key[MOVES];
    rng random = rng_seed(9);
    nn_position *p = position_on(7, 7, "aga"), *q = position_on(7, 7, "aga");
    go_error err;
    (void)state;
    for (int i = 0; i < MOVES; i++) {
        point at = random_move(nn_position_board(p, 0), p->to_move, &random);
        at = nn_position_legal(p, at) ? at : PASS;
        assert_int_equal(nn_position_play(p, p->to_move, at, &err), GO_OK);
        assert_int_equal(nn_position_copy(q, p, &err), GO_OK);
        key[i] = key_of(p);
        assert_true(key_of(q) == key[i]);
        for (int k = 0; k < i; k++)
            assert_true(at == PASS || key[k] != key[i]);
    }
    nn_position_destroy(p);
    nn_position_destroy(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_inputs_have_equal_keys),
        cmocka_unit_test(no_doubling_has_one_key),
        cmocka_unit_test(keys_tell_what_is_legal),
        cmocka_unit_test(keys_of_a_game_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
