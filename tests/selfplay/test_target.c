/* The target of a search: whole parts that add up, each near its share. */
#include "selfplay/target.h"

#include <math.h>

#include "tests/support/assert_close.h"
#include "tests/support/unit.h"

/* Adds the shares [n] as a target; every part is less than 1 from its share. */
static void round_shares(const double *share, int n)
{
    played_game g = {.size = BOARD_MAX_SIZE};
    const played_move move = {.how = PLAYED_FULL};
    double part[BOARD_MAX_AREA + 1] = {0};
    unsigned sum = 0;
    assert_true(played_game_add_move(&g, &move));
    assert_true(target_add(&g, share, n));
    for (uint32_t i = 0; i < g.moves[0].n_shares; i++) {
        assert_in_range(g.shares[i].part, 1, PLAYED_WHOLE);
        sum += g.shares[i].part;
        part[g.shares[i].index] = g.shares[i].part;
    }
    assert_int_equal(sum, PLAYED_WHOLE);
    for (int i = 0; i < n; i++)
        assert_close(part[i], PLAYED_WHOLE * share[i], 1);
    played_game_free(&g);
}

/* With 416 moves and more, what rounding each share leaves over may be more than a part. */
static void equal_shares_add_up(void **state)
{
    (void)state;
    double share[BOARD_MAX_AREA + 1];
    for (int n = 1; n <= BOARD_MAX_AREA + 1; n++) {
        for (int i = 0; i < n; i++)
            share[i] = 1.0 / n;
        round_shares(share, n);
    }
}

static void small_shares_beside_a_large_one_add_up(void **state)
{
    (void)state;
    enum { N = BOARD_MAX_AREA + 1 };
    double share[N];
    for (int i = 0; i < N; i++)
        share[i] = i == 7 ? 1 - 0.3 * (N - 1) / PLAYED_WHOLE : 0.3 / PLAYED_WHOLE;
    round_shares(share, N);
}

/* Moves that were not searched and the rest of the board have no share, whatever the caller's array
 * held; the pass is the last number.                                          */
static void a_share_is_that_of_the_visits(void **state)
{
    (void)state;
    search_move moves[] = {{.at = board_point_on(3, 1, 1), .visits = 6},
                           {.at = PASS, .visits = 3},
                           {.at = board_point_on(3, 2, 0), .visits = 1},
                           {.at = board_point_on(3, 0, 0), .visits = 0}};
    const search_analysis a = {.n_moves = 4, .move = moves};
    static const double expected[10] = {[4] = 0.6, [9] = 0.3, [2] = 0.1};
    double share[10];
    for (int i = 0; i < 10; i++)
        share[i] = 0.5;
    target_of_visits(&a, 3, share);
    for (int i = 0; i < 10; i++)
        assert_close(share[i], expected[i], 1e-12);
}

/* 3/4 where the network said 1/4, and 1/4 where it said 1/2: 0.75 ln 3 - 0.25 ln 2. */
static void surprise_is_the_distance_from_the_policy(void **state)
{
    (void)state;
    static const double share[3] = {0.75, 0, 0.25}, same[3] = {0.25, 0.25, 0.5},
                        sure[3] = {0, 1, 0};
    static const float policy[3] = {0.25F, 0.25F, 0.5F}, never[3] = {0.5F, 0, 0.5F};
    assert_close(target_surprise(share, policy, 3), 0.75 * log(3) - 0.25 * log(2), 1e-12);
    assert_close(target_surprise(same, policy, 3), 0, 1e-12);
    assert_close(target_surprise(sure, never, 3), log(1e9), 1e-9); /* finite */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_shares_add_up),
        cmocka_unit_test(small_shares_beside_a_large_one_add_up),
        cmocka_unit_test(a_share_is_that_of_the_visits),
        cmocka_unit_test(surprise_is_the_distance_from_the_policy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
