/* The exact move at the end of a game. */
#include <stdlib.h>

#include "base/rng.h"
#include "board/coord.h"
#include "mcts/solve/solve.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/sgf/record_game.h"
#include "tests/support/drawn.h"
#include "tests/support/needs.h"
#include "tests/support/searching.h"
#include "tests/support/unit.h"

static bool value_of(const game *g, int *value)
{
    solve_result r;
    solve_options o = {.memory = 1 << 24, .threads = 1, .nodes = 400000};
    if (game_is_over(g)) {
        *value = score_points(&g->board, &g->rules, NULL, SEKI_BY_DAME);
        return true;
    }
    assert_int_equal(solve_run(g, g->to_move, &o, &r, NULL), GO_OK);
    *value = r.low;
    return r.complete && r.low == r.high;
}

/* A random position with few open points. */
static game *random_ending(int size, rng *random)
{
    game *g = game_drawn(size, "tromp-taylor", 0.5, BLACK, NULL);
    for (int i = 0; i < 4 * size * size && g->board.n_empty > 8; i++) {
        point p = board_point_at(size, (int)rng_below(random, (uint32_t)(size * size)));
        if (game_legal(g, g->to_move, p) == MOVE_OK && !board_is_eye(&g->board, p, g->to_move))
            game_play(g, g->to_move, p, NULL);
    }
    return g;
}

/* Points that the move of a search with these settings loses; 0, with *n unchanged, if that is
 * not known.  The game is destroyed.                                           */
static int loses(const char *words, game *g, int *n)
{
    search *s = search_of(words);
    search_limits l = search_limits_default(search_configured(s));
    search_decision d;
    int before, after, lost = 0, sign = colour_sign(g->to_move);
    if (value_of(g, &before)) {
        assert_int_equal(search_run(s, g, g->to_move, &l, NULL), GO_OK);
        search_decide(s, &d);
        assert_int_equal(game_play(g, g->to_move, d.at, NULL), GO_OK);
        if (value_of(g, &after)) {
            lost = sign * (before - after);
            ++*n;
        }
    }
    search_destroy(s);
    game_destroy(g);
    return lost;
}

static int points_lost(const char *words, int *n)
{
    rng random = rng_seed(4);
    int lost = 0;
    *n = 0;
    for (int i = 0; i < 30; i++)
        lost += loses(words, random_ending(4 + i % 2, &random), n);
    return lost;
}

static const char finished_games[] = "../shared/corpus/cgos9";

/* The k-th game without its last ten moves. */
static game *near_the_end(int k)
{
    const char *path = finished_games;
    corpus_options strict = {.strict = true};
    game_record *record;
    corpus *c;
    game *g;
    rules r;
    rules_by_name("tromp-taylor", &r);
    assert_int_equal(corpus_open(&c, &path, 1, &strict, NULL), GO_OK);
    assert_int_equal(corpus_take(c, path, k, &record, NULL), GO_OK);
    corpus_close(c);
    assert_int_equal(record_game_replay(&g, record, &r, 7, record->n_moves - 10, NULL, NULL),
                     GO_OK);
    game_record_destroy(record);
    return g;
}

static void real_games_end_exactly(void **state)
{
    int n = 0, lost = 0;
    (void)state;
    need_slow();
    need_file(finished_games);
    for (int k = 1; k <= 40; k++)
        lost += loses("playouts=20 resign=no solve=400000", near_the_end(k), &n);
    print_message("%d endings of real games\n", n);
    assert_int_equal(lost, 0);
    assert_true(n >= 10);
}

static void few_playouts_and_the_solver_lose_no_point(void **state)
{
    int n, without;
    (void)state;
    int lost = points_lost("playouts=20 resign=no solve=0", &without);
    print_message("%d endings, %d points lost without the solver\n", without, lost);
    assert_true(lost > 0);
    assert_int_equal(points_lost("playouts=20 resign=no solve=1000000", &n), 0);
    assert_true(n >= 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_playouts_and_the_solver_lose_no_point),
        cmocka_unit_test(real_games_end_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
