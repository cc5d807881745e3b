/* Proven results in the tree, on drawn boards, and against the exact solver. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "board/coord.h"
#include "mcts/proof.h"
#include "mcts/search_parts.h"
#include "mcts/solve/solve.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"
#include "tests/support/unit.h"

static const char *const rules_of_selection[] = {"rule=uct-rave ", "rule=puct ",
                                                 "rule=uct-rave threads=3 "};

/* Who is proven to win after so many playouts; *a: the analysis, to be released. */
static colour proven(const char *words, game *g, search_analysis *a, int64_t *playouts)
{
    search *s = search_of(words);
    search_limits l = search_limits_default(search_configured(s));
    assert_int_equal(search_run(s, g, g->to_move, &l, NULL), GO_OK);
    assert_int_equal(search_analyze(s, NULL, a, NULL), GO_OK);
    *playouts = search_counted(s).playouts;
    search_destroy(s);
    return a->proven;
}

/* Black passed: white, ahead as the board stands, ends the game. */
static const char finished[] = "X . X O ."
                               "X X X O O"
                               "X X O O ."
                               "X X O O O"
                               ". X O . O";

static void a_pass_that_ends_the_game_wins(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        char words[100];
        search_analysis a = {0};
        int64_t playouts;
        game *g = game_drawn(5, "tromp-taylor", 3.5, BLACK, finished);
        play_moves(g, "B pass");
        snprintf(words, sizeof words, "%splayouts=2000 early-stop=yes", rules_of_selection[i]);
        assert_int_equal(proven(words, g, &a, &playouts), WHITE);
        if (i < 2)
            assert_true(playouts < 2000);
        assert_int_equal(a.move[0].proven, WHITE);
        search_analysis_release(&a);
        game_destroy(g);
    }
}

static void dead_stones_by_agreement_prove_nothing(void **state)
{
    (void)state;
    search_analysis a = {0};
    int64_t playouts;
    game *g = game_drawn(5, "japanese", 3.5, BLACK, finished);
    play_moves(g, "B pass");
    assert_int_equal(proven("playouts=500", g, &a, &playouts), EMPTY);
    search_analysis_release(&a);
    game_destroy(g);
}

static void life_decides(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            char words[100], name[16];
            search_analysis a = {0};
            int64_t playouts;
            game *g = game_drawn(7, k ? "tromp-taylor" : "chinese", -39, BLACK, three_in_a_row);
            snprintf(words, sizeof words, "%splayouts=3000 early-stop=yes", rules_of_selection[i]);
            assert_int_equal(proven(words, g, &a, &playouts), BLACK);
            if (i < 2) /* of several threads only one looks, and it can be late */
                assert_true(playouts < 3000);
            assert_string_equal(coord_to_gtp(7, a.move[0].at, name), "C7");
            search_analysis_release(&a);
            game_destroy(g);
        }
}

/* In a tree that is kept, a move may be proven to win that is not searched any more because its
 * points have been settled: a search that ended there would play another one.  */
static void a_win_by_a_move_that_is_not_searched_ends_nothing(void **state)
{
    (void)state;
    game *g = game_drawn(7, "chinese", 7, BLACK, NULL);
    search *s = search_of("playouts=30");
    search_game(s, g);
    search_root *root = &s->root;
    tree_node *node = tree_at(&s->tree, TREE_ROOT), *child = tree_first(&s->tree, node).child;
    assert_int_equal(root->decided, EMPTY);
    assert_non_null(child);
    const point move = child ? child->move : PASS;
    if (child)
        node_prove(child, BLACK);
    root->refused[move] = true;
    proof_begin(root);
    assert_false(proof_ends_search(root));
    root->refused[move] = false;
    proof_begin(root);
    assert_true(proof_ends_search(root));
    search_destroy(s);
    game_destroy(g);
}

/* Both live, and komi decides: whatever is allowed is soon proven to lose. */
static const char shared[] = ". O . O ."
                             "O O O O O"
                             ". . . . ."
                             "X X X X X"
                             ". X . X .";

static void losing_moves_are_searched_where_nothing_else_is_allowed(void **state)
{
    const point at[] = {board_point_on(5, 0, 2), board_point_on(5, 1, 2)};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char words[100];
        search_analysis a = {0};
        game *g = game_drawn(5, "chinese", 7.5, BLACK, shared);
        snprintf(words, sizeof words, "%splayouts=1000", rules_of_selection[i]);
        search *s = search_of(words);
        search_limits l = search_limits_default(search_configured(s));
        l.allow[BLACK] = (search_allowance){.at = at, .n = 2, .depth = 1};
        assert_int_equal(search_run(s, g, BLACK, &l, NULL), GO_OK);
        assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
        assert_int_equal(a.n_moves, 2);
        assert_true(a.move[0].visits + a.move[1].visits > 900);
        search_analysis_release(&a);
        search_destroy(s);
        game_destroy(g);
    }
}

/* Whatever the tree proves, the solver finds as well. */
static void the_solver_agrees(void **state)
{
    rng random = rng_seed(1);
    int compared = 0;
    (void)state;
    for (int i = 0; i < 60; i++) {
        static const char *const rulesets[] = {"tromp-taylor", "chinese", "aga"};
        int size = 3 + i % 3;
        game *g = game_drawn(size, rulesets[i / 3 % 3], (double)rng_below(&random, 14) - 6.5, BLACK,
                             NULL);
        for (int m = 0; m < 2 * size * size && g->n_passes < 1; m++) {
            point p = board_point_at(size, (int)rng_below(&random, (uint32_t)(size * size)));
            if (game_legal(g, g->to_move, p) == MOVE_OK && !board_is_eye(&g->board, p, g->to_move))
                game_play(g, g->to_move, p, NULL);
        }
        search_analysis a = {0};
        solve_result r;
        int64_t playouts;
        solve_options o = {.memory = 1 << 22, .threads = 1, .winner_only = true, .nodes = 300000};
        char words[100];
        snprintf(words, sizeof words, "%splayouts=1500", rules_of_selection[i % 2]);
        colour winner = proven(words, g, &a, &playouts);
        assert_int_equal(solve_run(g, g->to_move, &o, &r, NULL), GO_OK);
        if (winner != EMPTY && r.complete) {
            assert_int_equal(winner, solve_winner(&r));
            compared++;
        }
        search_analysis_release(&a);
        game_destroy(g);
    }
    print_message("%d proofs compared\n", compared);
    assert_true(compared >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_that_ends_the_game_wins),
        cmocka_unit_test(dead_stones_by_agreement_prove_nothing),
        cmocka_unit_test(life_decides),
        cmocka_unit_test(a_win_by_a_move_that_is_not_searched_ends_nothing),
        cmocka_unit_test(losing_moves_are_searched_where_nothing_else_is_allowed),
        cmocka_unit_test(the_solver_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
