/* The exact move at the end of a game. */
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "board/coord.h"
#include "mcts/exact_end.h"
#include "mcts/final/final_status.h"
#include "mcts/search_parts.h"
#include "mcts/solve/solve.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/sgf/record_game.h"
#include "tests/support/drawn.h"
#include "tests/support/needs.h"
#include "tests/support/searching.h"
#include "tests/support/unit.h"

static search *counter; /* beside the spare one, which plays */

static int make_searches(void **state)
{
    counter = search_of("");
    return make_spare(state);
}

static int end_searches(void **state)
{
    search_destroy(counter);
    return end_spare(state);
}

/* Black's area less white's after two passes. */
static int points_at_the_end(const game *g)
{
    bool dead[BOARD_MAX_POINTS] = {false};
    if (g->rules.friendly_pass) {
        final_status *f = malloc(sizeof *f);
        assert_non_null(f);
        assert_int_equal(search_final_status(counter, g, true, f, NULL), GO_OK);
        memcpy(dead, f->dead, sizeof dead);
        free(f);
    }
    return score_points(&g->board, &g->rules, dead);
}

static bool value_of(const game *g, int *value)
{
    solve_result r;
    solve_options o = {.memory = 1 << 24, .threads = 1, .nodes = 400000,
                       .no_passes = g->rules.friendly_pass};
    if (game_is_over(g)) {
        *value = points_at_the_end(g);
        return true;
    }
    assert_int_equal(solve_run(g, g->to_move, &o, &r, NULL), GO_OK);
    *value = r.low;
    return r.complete && r.low == r.high;
}

/* A random position with few open points. */
static game *random_ending(int size, const char *ruleset, rng *random)
{
    game *g = game_drawn(size, ruleset, 0.5, BLACK, NULL);
    for (int i = 0; i < 4 * size * size && g->board.n_empty > 8; i++) {
        point p = board_point_at(size, (int)rng_below(random, (uint32_t)(size * size)));
        if (game_legal(g, g->to_move, p) == MOVE_OK && !board_is_eye(&g->board, p, g->to_move))
            game_play(g, g->to_move, p, NULL);
    }
    return g;
}

/* Points that the move of a search with these settings loses in a position that is worth `before`;
 * 0, with *n unchanged, if that is not known.                                  */
static int loses(const char *words, game *g, int before, int *n)
{
    search_decision d;
    int after, lost = 0, sign = colour_sign(g->to_move);
    search_anew(spare, words);
    const search_limits l = search_limits_default(search_configured(spare));
    assert_int_equal(search_run(spare, g, g->to_move, &l, NULL), GO_OK);
    search_decide(spare, &d);
    assert_int_equal(game_play(g, g->to_move, d.at, NULL), GO_OK);
    if (value_of(g, &after)) {
        lost = sign * (before - after);
        ++*n;
    }
    assert_int_equal(game_undo(g, 1, NULL), GO_OK);
    return lost;
}

static const char finished_games[] = "../shared/corpus/cgos9";

/* The k-th game without its last ten moves. */
static game *near_the_end(int k, const char *ruleset)
{
    const char *path = finished_games;
    corpus_options strict = {.strict = true};
    game_record *record;
    corpus *c;
    game *g;
    rules r;
    assert_true(rules_by_name(ruleset, &r));
    assert_int_equal(corpus_open(&c, &path, 1, &strict, NULL), GO_OK);
    assert_int_equal(corpus_take(c, path, k, &record, NULL), GO_OK);
    corpus_close(c);
    assert_int_equal(record_game_replay(&g, record, &r, 7, record->n_moves - 10, NULL, NULL),
                     GO_OK);
    game_record_destroy(record);
    return g;
}

static const char *const rulesets[] = {"tromp-taylor", "chinese"};

static void real_games_end_exactly(void **state)
{
    (void)state;
    need_slow();
    need_file(finished_games);
    for (int i = 0; i < 2; i++) {
        int n = 0, lost = 0, before;
        for (int k = 1; k <= 40; k++) {
            game *g = near_the_end(k, rulesets[i]);
            if (value_of(g, &before))
                lost += loses("playouts=20 resign=no solve=400000", g, before, &n);
            game_destroy(g);
        }
        print_message("%d endings of real games, %s\n", n, rulesets[i]);
        assert_int_equal(lost, 0);
        assert_true(n >= 10);
    }
}

static void few_playouts_and_the_solver_lose_no_point(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        rng random = rng_seed(4);
        int without = 0, with = 0, lost_without = 0, lost_with = 0, before;
        for (int k = 0; k < 18; k++) {
            game *g = random_ending(4 + k % 2, rulesets[i], &random);
            if (value_of(g, &before)) {
                lost_without += loses("playouts=20 resign=no solve=0", g, before, &without);
                lost_with += loses("playouts=20 resign=no solve=1000000", g, before, &with);
            }
            game_destroy(g);
        }
        print_message("%d endings, %d points lost without the solver\n", without, lost_without);
        assert_true(lost_without > 0);
        assert_int_equal(lost_with, 0);
        assert_true(with >= 9);
    }
}

/* The two questions to the solver share one budget. */
static void the_solver_counts_its_time(void **state)
{
    (void)state;
    search *s = search_of("playouts=20 solve=1000000");
    game *g = game_drawn(7, "chinese", 0.5, BLACK, three_in_a_row);
    exact_end e;
    double left = 100, before, none = 0, unlimited = INFINITY;
    search_game(s, g);
    assert_true(exact_end_find(&s->root, &left, &e));
    assert_true(left < 100 && left > 0);
    before = left;
    (void)exact_end_can_wait(&s->root, &left, &e);
    assert_true(left < before);
    assert_true(exact_end_find(&s->root, &unlimited, &e));
    assert_true(isinf(unlimited));
    assert_false(exact_end_find(&s->root, &none, &e));
    game_destroy(g);
    search_destroy(s);
}

/* A7 is dead: it comes off by agreement, or is taken where it would count. */
static void a_dead_stone_is_taken_where_it_counts(void **state)
{
    static const char drawing[] = "O . . X O . O"
                                  ". X . X O O O"
                                  ". . . X O . O"
                                  "X X X X O O O"
                                  "X X X X O . O"
                                  "X X X X O O O"
                                  "X X X X O O .";
    char name[16];
    (void)state;
    for (int i = 0; i < 2; i++) {
        game *g = game_drawn(7, rulesets[i], 0.5, BLACK, drawing);
        search *s = search_of("playouts=50 resign=no solve=100000");
        move_found(s, g, name);
        print_message("%s: %s\n", rulesets[i], name);
        assert_int_equal(strcmp(name, "pass") == 0, g->rules.friendly_pass);
        search_destroy(s);
        game_destroy(g);
    }
}

/* The solver finds the only move, C7, in positions that two playouts take for lost. */
static void an_exact_win_is_not_resigned(void **state)
{
    (void)state;
    int looked_lost = 0;
    for (int seed = 1; seed <= 20; seed++) {
        char words[120];
        search_analysis a = {0};
        search_decision d;
        snprintf(words, sizeof words,
                 "playouts=2 prior=uniform resign-moves=1 resign-threshold=0.5 "
                 "seed=%d",
                 seed);
        game *g = game_drawn(7, "chinese", -39, BLACK, three_in_a_row);
        play_moves(g, "B pass W B3 B pass W D3 B pass W F3 B pass W B1 B pass W D1");
        search_anew(spare, words);
        search_game(spare, g);
        search_decide(spare, &d);
        assert_int_equal(search_analyze(spare, NULL, &a, NULL), GO_OK);
        assert_int_equal(d.at, at(&g->board, "C7"));
        assert_false(d.resign);
        looked_lost += a.move[0].winrate < 0.5;
        search_analysis_release(&a);
        game_destroy(g);
    }
    assert_true(looked_lost > 0);
}

/* Black lives by C7, whatever white's pass claims, and by nothing else. */
static void the_exact_move_is_played_unless_it_is_forbidden(void **state)
{
    (void)state;
    search *s = search_of("playouts=50 resign=no");
    game *g = game_drawn(7, "chinese", -39, WHITE, three_in_a_row);
    const point c7 = at(&g->board, "C7");
    search_decision d;
    play_moves(g, "W pass");
    search_game(s, g);
    search_decide(s, &d);
    assert_int_equal(d.at, c7);
    s->root.refused[c7] = true;
    search_decide(s, &d);
    assert_int_not_equal(d.at, c7);
    game_destroy(g);
    search_destroy(s);
}

static void an_exact_draw_is_worth_a_half(void **state)
{
    (void)state;
    search *s = search_of("playouts=50 resign=no");
    game *g = game_drawn(7, "chinese", 0, BLACK, three_in_a_row);
    search_decision d;
    search_game(s, g);
    search_decide(s, &d);
    const double even = d.lead;
    for (int lead = -1; lead <= 1; lead++) {
        g->komi = even - lead;
        search_game(s, g);
        search_decide(s, &d);
        assert_true(d.lead == lead);
        assert_true(d.winrate == 0.5 * (1 + lead));
    }
    game_destroy(g);
    search_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_playouts_and_the_solver_lose_no_point),
        cmocka_unit_test(the_solver_counts_its_time),
        cmocka_unit_test(a_dead_stone_is_taken_where_it_counts),
        cmocka_unit_test(an_exact_win_is_not_resigned),
        cmocka_unit_test(the_exact_move_is_played_unless_it_is_forbidden),
        cmocka_unit_test(an_exact_draw_is_worth_a_half),
        cmocka_unit_test(real_games_end_exactly),
    };
    return cmocka_run_group_tests(tests, make_searches, end_searches);
}
