/* Strengths of single moves: the policy's probabilities, computed without a history. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "patterns/gammas/policy.h"
#include "patterns/gammas/strength.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/random_moves.h"

typedef struct scene {
    strength_tables *tables;
    strength *s;
    policy *p;
} scene;

static scene scene_of(const gammas *g, int size)
{
    scene x;
    assert_int_equal(strength_tables_create(&x.tables, g, size, NULL), GO_OK);
    assert_int_equal(strength_create(&x.s, x.tables, NULL), GO_OK);
    assert_int_equal(policy_create(&x.p, g, size, NULL), GO_OK);
    return x;
}

static void end_scene(scene *x)
{
    policy_destroy(x->p);
    strength_destroy(x->s);
    strength_tables_destroy(x->tables);
}

/* Each move's strength over their sum against what the policy says; the policy may come
 * from a game.                                                                */
static void agrees(scene *x, const board *b, colour c)
{
    const int area = b->size * b->size;
    float expected[BOARD_MAX_AREA + 1];
    double found[BOARD_MAX_AREA + 1] = {0}, of[BOARD_MAX_AREA + 1], sum = 0;
    point moves[BOARD_MAX_AREA + 1];
    int n = 0;
    policy_distribution(x->p, c, expected);
    strength_start(x->s, b, c);
    for (int i = 0; i <= area; i++) {
        point at = board_point_at(b->size, i);
        if (board_legal(b, c, at) == MOVE_OK)
            moves[n++] = at;
    }
    strength_of_moves(x->s, moves, n, of);
    for (int i = 0; i < n; i++)
        sum += found[board_index(b, moves[i])] = of[i];
    for (int i = 0; i <= area; i++)
        assert_close(found[i] / sum, (double)expected[i], 1e-4 * (double)expected[i] + 1e-9);
}

static void along_a_game(const gammas *g, int size, int n_moves, uint64_t seed)
{
    rng random = rng_seed(seed);
    scene x = scene_of(g, size);
    board b;
    board_init(&b, size);
    policy_start(x.p, &b);
    for (int i = 0; i < n_moves; i++) {
        colour c = i & 1 ? WHITE : BLACK;
        agrees(&x, &b, c);
        point p = random_move(&b, c, &random);
        policy_play(x.p, c, p);
        board_play_legal(&b, c, p);
    }
    end_scene(&x);
}

static void as_the_policy(void **state)
{
    static const int sizes[] = {2, 5, 9, 19, 25};
    static const char *const sets[] = {"large", "fast"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        gammas *g = drawn_gammas(sets[k], 9, (uint64_t)(11 + k));
        for (int i = 0; i < 5; i++)
            along_a_game(g, sizes[i], sizes[i] > 9 ? 60 : 150, (uint64_t)(20 + i));
        gammas_destroy(g);
    }
}

/* From any position to any other, and with either side to move. */
static void without_a_history(void **state)
{
    gammas *g = drawn_gammas("large", 13, 5);
    rng random = rng_seed(6);
    scene x = scene_of(g, 13);
    (void)state;
    for (int i = 0; i < 30; i++) {
        board b = random_position(13, (int)rng_below(&random, 200), &random);
        policy_start(x.p, &b);
        agrees(&x, &b, i & 1 ? WHITE : BLACK);
    }
    end_scene(&x);
    gammas_destroy(g);
}

/* The gammas that come with the program know shapes of all sizes. */
static void with_trained_gammas(void **state)
{
    gammas *g;
    (void)state;
    assert_int_equal(gammas_read_or_find(&g, NULL, "large", 9, NULL), GO_OK);
    along_a_game(g, 9, 80, 31);
    along_a_game(g, 11, 80, 32);
    gammas_destroy(g);
}

/* The places' factor is that part of the strength which no stone around can change. */
static void the_factor_of_the_places(void **state)
{
    gammas *g = drawn_gammas("large", 19, 9);
    scene x = scene_of(g, 19);
    board b, moved;
    float place[361], other[361];
    (void)state;
    board_init(&b, 19);
    board_play_legal(&b, BLACK, board_point(&b, 3, 3));
    board_init(&moved, 19);
    board_play_legal(&moved, BLACK, board_point(&b, 2, 3));
    int far[2] = {15 * 19 + 9, 9 * 19 + 15}; /* no stone within reach, no border: equal but for
                                              * the places */
    double ratio[2];
    for (int i = 0; i < 2; i++) {
        point p = board_point_at(19, far[i]);
        strength_start(x.s, &b, WHITE);
        strength_places(x.s, place);
        strength_of_moves(x.s, &p, 1, &ratio[0]);
        strength_start(x.s, &moved, WHITE);
        strength_places(x.s, other);
        strength_of_moves(x.s, &p, 1, &ratio[1]);
        assert_true(place[far[i]] > 0);
        assert_close(ratio[0] / ratio[1], (double)place[far[i]] / (double)other[far[i]],
                     1e-4 * ratio[0] / ratio[1]);
    }
    end_scene(&x);
    gammas_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_policy),
        cmocka_unit_test(without_a_history),
        cmocka_unit_test(with_trained_gammas),
        cmocka_unit_test(the_factor_of_the_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
