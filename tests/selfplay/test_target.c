/* The target of a search: whole parts that add up, each near its share. */
#include "selfplay/target.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_shares_add_up),
        cmocka_unit_test(small_shares_beside_a_large_one_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
