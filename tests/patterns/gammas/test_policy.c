/* The policy: probabilities are the products of gammas over their sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "patterns/gammas/policy.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/random_moves.h"

/* p(move) recomputed from the lists of gammas that policy_team tells. */
static void follows_the_formula(const gammas *g, const policy *p, colour c, const float *given)
{
    const board *b = policy_board(p);
    const int area = b->size * b->size;
    double strength[BOARD_MAX_AREA + 1], sum = 0;
    for (int i = 0; i <= area; i++) {
        int numbers[F_N_GROUPS];
        point at = board_point_at(b->size, i);
        strength[i] = board_legal(b, c, at) == MOVE_OK;
        int n = strength[i] > 0 ? policy_team(p, c, i, numbers) : 0;
        for (int k = 0; k < n; k++) {
            assert_in_range(numbers[k], 0, g->n - 1);
            assert_true(k == 0 || vocabulary_group(g->v, numbers[k]) !=
                                      vocabulary_group(g->v, numbers[k - 1]));
            strength[i] *= (double)g->gamma[numbers[k]];
        }
        sum += strength[i];
    }
    for (int i = 0; i <= area; i++)
        assert_close((double)given[i], strength[i] / sum, 1e-5 * strength[i] / sum + 1e-9);
}

static void sums_to_one(const board *b, colour c, const float *probability)
{
    double sum = 0;
    for (int i = 0; i <= b->size * b->size; i++) {
        point at = board_point_at(b->size, i);
        if (board_legal(b, c, at) != MOVE_OK)
            assert_true(probability[i] == 0);
        else
            assert_true(probability[i] > 0);
        sum += (double)probability[i];
    }
    assert_close(sum, 1, 1e-5);
}

static void along_a_game(const gammas *g, int size, int n_moves, uint64_t seed)
{
    rng random = rng_seed(seed);
    float probability[BOARD_MAX_AREA + 1];
    policy *p;
    board b;
    board_init(&b, size);
    assert_int_equal(policy_create(&p, g, size, NULL), GO_OK);
    policy_start(p, &b);
    for (int i = 0; i < n_moves; i++) {
        colour c = i & 1 ? WHITE : BLACK;
        policy_distribution(p, c, probability);
        sums_to_one(policy_board(p), c, probability);
        follows_the_formula(g, p, c, probability);
        policy_play(p, c, random_move(policy_board(p), c, &random));
    }
    policy_destroy(p);
}

static void products_over_their_sum(void **state)
{
    gammas *large = drawn_gammas("large", 9, 1), *fast = drawn_gammas("fast", 9, 2);
    (void)state;
    along_a_game(large, 9, 200, 3);
    along_a_game(fast, 9, 200, 4);
    gammas_destroy(large);
    gammas_destroy(fast);
}

/* Gammas of 9x9 serve on other boards; what they learned of places on the whole
 * board says nothing there.                                                  */
static void on_boards_of_other_sizes(void **state)
{
    gammas *g = drawn_gammas("large", 9, 5);
    static const int sizes[] = {2, 5, 13, 19, 25};
    (void)state;
    for (int i = 0; i < 5; i++)
        along_a_game(g, sizes[i], 60, (uint64_t)(6 + i));
    gammas_destroy(g);
}

/* A game that starts anew forgets the one before. */
static void starting_again(void **state)
{
    gammas *g = drawn_gammas("large", 9, 7);
    rng random = rng_seed(8);
    board b = random_position(9, 50, &random);
    float first[82], again[82];
    policy *p;
    (void)state;
    assert_int_equal(policy_create(&p, g, 9, NULL), GO_OK);
    policy_start(p, &b);
    policy_distribution(p, BLACK, first);
    for (int i = 0; i < 30; i++) {
        colour c = i & 1 ? WHITE : BLACK;
        policy_play(p, c, random_move(policy_board(p), c, &random));
        policy_distribution(p, c, again);
    }
    policy_start(p, &b);
    policy_distribution(p, BLACK, again);
    assert_memory_equal(first, again, sizeof first);
    policy_destroy(p);
    gammas_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_over_their_sum),
        cmocka_unit_test(on_boards_of_other_sizes),
        cmocka_unit_test(starting_again),
    };
    return cmocka_run_group_tests_name("policy", tests, NULL, NULL);
}
