/* Searches of random positions on boards of all sizes under all rules: results are
 * always plausible and moves always legal.  Long with KATACHI_SLOW=1; meant for the
 * sanitizers.                                                                 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/support/needs.h"
#include "tests/support/random_moves.h"
#include "tests/support/searching.h"

static const char *const words[] = {
    "playouts=50",
    "playouts=50 rule=puct threads=2",
    "playouts=50 rule=puct evaluator=uniform noise=0.3",
    "playouts=50 prior=uniform playout-policy=uniform expand=1",
    "playouts=50 ucb=tuned rave-schedule=mse rave-reach=5 temperature=1 memory=1M threads=2",
    "playouts=50 widening=no rave=no strength=3 dynamic-komi=5",
};

static game *random_game(int size, const char *ruleset, rng *random)
{
    game *g = game_drawn(size, ruleset, (int)rng_below(random, 30) - 10 + 0.5, BLACK, NULL);
    uint32_t n = rng_below(random, (uint32_t)(2 * size * size));
    for (uint32_t i = 0; i < n && !game_is_over(g); i++) {
        point p = random_move(&g->board, g->to_move, random);
        if (game_legal(g, g->to_move, p) != MOVE_OK || (p == PASS && size > 3 && i + 3 < n))
            continue;
        assert_int_equal(game_play(g, g->to_move, p, NULL), GO_OK);
    }
    return g;
}

static void check_found(search *s, const game *g)
{
    static const analysis_options all = {.min_moves = SEARCH_MAX_MOVES};
    search_analysis a = {0};
    search_decision d;
    assert_int_equal(search_analyze(s, &all, &a, NULL), GO_OK);
    assert_true(a.n_moves >= 1 && a.visits >= 50);
    for (int i = 0; i < a.n_moves; i++) {
        const search_move *m = &a.move[i];
        assert_true(m->winrate >= 0 && m->winrate <= 1 && m->lcb >= 0 && m->lcb <= 1);
        assert_true(fabs(m->lead) < 2000 && isfinite(m->lead_stdev));
        if (m->visits)
            assert_int_equal(game_legal(g, g->to_move, m->at), MOVE_OK);
    }
    for (int i = 0; i < g->board.size * g->board.size; i++)
        assert_true(fabsf(a.ownership[i]) <= 1 && fabsf(a.criticality[i]) <= 1);
    search_decide(s, &d);
    assert_int_equal(game_legal(g, g->to_move, d.at), MOVE_OK);
    search_analysis_release(&a);
}

/* Several moves in a row, so that trees are reused. */
static void search_on(search *s, game *g)
{
    for (int i = 0; i < 3; i++) {
        search_decision d;
        search_limits limits = {.visits = 50, .exact = true};
        assert_int_equal(search_run(s, g, g->to_move, &limits, NULL), GO_OK);
        check_found(s, g);
        search_decide(s, &d);
        assert_int_equal(game_play(g, g->to_move, d.at, NULL), GO_OK);
    }
}

static void all_sizes_and_rules(void **state)
{
    int rounds = slow_tests() ? 30 : 1;
    rng random = rng_seed(11);
    (void)state;
    for (int i = 0; i < 6 * rounds; i++) {
        search *s = search_of(words[i % 6]);
        for (int k = 0; k < 8; k++) {
            int size = k < 4 ? 2 + (int)rng_below(&random, 4) : k < 7 ? 6 + 2 * (k - 4) : 13;
            if (k == 7 && i % 3 == 0)
                size = 13 + (int)rng_below(&random, 13);
            const char *ruleset = rules_name_at((int)rng_below(&random, RULES_NAMED));
            game *g = random_game(size, ruleset, &random);
            search_on(s, g);
            game_destroy(g);
        }
        search_destroy(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_sizes_and_rules)};
    return cmocka_run_group_tests_name("search_random", tests, NULL, NULL);
}
