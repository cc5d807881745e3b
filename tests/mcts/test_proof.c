/* Proven results in the tree, on drawn boards, and against the exact solver. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "board/coord.h"
#include "mcts/proof.h"
#include "mcts/search_parts.h"
#include "mcts/solve/solve.h"
#include "tests/support/drawn.h"
#include "tests/support/grown_tree.h"
#include "tests/support/searching.h"
#include "tests/support/unit.h"

/* ---- what is certain in a position ---- */

/* All is pass-alive: black has 12 points and white 13. */
static const char divided[] = "X . X O ."
                              "X X X O O"
                              "X X O O ."
                              "X X O O O"
                              ". X O . O";

/* The same, but as the board stands a dead stone takes 2 points from black and is one of white's.
 */
static const char with_a_dead_stone[] = ". O X O ."
                                        "X X X O O"
                                        "X X O O ."
                                        "X X O O O"
                                        ". X O . O";

/* `passes` are played first, and then it is to_move's turn. */
static colour certain(game *g, double dynamic_komi, int passes, colour to_move)
{
    root_position root;
    line l;
    root_position_set(&root, g, passes % 2 ? opponent(to_move) : to_move, 0, 1);
    root.dynamic_komi = dynamic_komi;
    line_begin(&l, &root);
    for (int i = 0; i < passes; i++)
        line_play(&l, PASS);
    const colour winner = proof_find(&l);
    game_destroy(g);
    return winner;
}

static game *drawn(const char *ruleset, double komi, const char *drawing)
{
    return game_drawn(5, ruleset, komi, BLACK, drawing);
}

static void half_a_point_is_a_win_and_a_draw_is_none(void **state)
{
    (void)state;
    for (int passes = 0; passes <= 2; passes++) {
        assert_int_equal(certain(drawn("tromp-taylor", -1.5, divided), 0, passes, WHITE), BLACK);
        assert_int_equal(certain(drawn("tromp-taylor", -1, divided), 0, passes, WHITE), EMPTY);
        assert_int_equal(certain(drawn("tromp-taylor", -0.5, divided), 0, passes, WHITE), WHITE);
    }
}

static void what_is_counted_otherwise_proves_nothing(void **state)
{
    (void)state;
    assert_int_equal(certain(drawn("chinese", 3.5, divided), 0, 0, BLACK), WHITE);
    assert_int_equal(certain(drawn("chinese", 3.5, divided), 1, 0, BLACK), EMPTY);
    game *territory = drawn("japanese", 3.5, divided), *taxed = drawn("chinese", 3.5, divided);
    game *button = drawn("chinese", 3.5, divided);
    territory->rules.tax = TAX_NONE;
    taxed->rules.tax = TAX_ALL;
    button->rules.button = true;
    assert_int_equal(certain(territory, 0, 0, BLACK), EMPTY);
    assert_int_equal(certain(taxed, 0, 0, BLACK), EMPTY);
    assert_int_equal(certain(button, 0, 0, BLACK), EMPTY);
}

static void who_can_end_the_game_before_a_capture_is_not_proven_to_lose(void **state)
{
    (void)state;
    const char *const d = with_a_dead_stone;
    assert_int_equal(certain(drawn("tromp-taylor", -2.5, d), 0, 0, WHITE), BLACK);
    assert_int_equal(certain(drawn("tromp-taylor", -2.5, d), 0, 1, WHITE), EMPTY);
    assert_int_equal(certain(drawn("tromp-taylor", -2.5, d), 0, 1, BLACK), BLACK);
    assert_int_equal(certain(drawn("tromp-taylor", -2.5, d), 0, 2, WHITE), WHITE);
    assert_int_equal(certain(drawn("chinese", -2.5, d), 0, 1, WHITE), BLACK);
    assert_int_equal(certain(drawn("chinese", -2.5, d), 0, 2, WHITE), EMPTY);
    /* it would end it if it were ahead */
    assert_int_equal(certain(drawn("tromp-taylor", -5.5, d), 0, 1, WHITE), BLACK);
}

/* ---- moves that the tree does not have ---- */

/* The marks of a node of the position that has all legal moves but `missing` others and the first
 * `settled` ones.                                                             */
static unsigned marks_of(const game *g, int n_settled, int missing)
{
    root_position root;
    line l;
    tree_node node = {0};
    bool settled[BOARD_MAX_POINTS] = {false};
    int n = 1 - missing, left_out = 0;
    root_position_set(&root, g, g->to_move, 0, 1);
    line_begin(&l, &root);
    for (int i = 0; i < l.board.n_empty; i++) {
        const point p = l.board.empty[i];
        if (board_legal(&l.board, l.to_move, p) != MOVE_OK)
            continue;
        settled[p] = left_out < n_settled;
        left_out += settled[p];
        n += !settled[p];
    }
    assert_int_equal(left_out, n_settled);
    proof_mark_gaps(&node, &l, settled, n);
    return (node_has(&node, NODE_GAPS) ? NODE_GAPS : 0u) |
           (node_has(&node, NODE_SPARES) ? NODE_SPARES : 0u);
}

static void moves_that_are_missing_are_gaps_unless_they_are_of_no_use(void **state)
{
    (void)state;
    game *g = game_drawn(5, "chinese", 7, BLACK,
                         ". X O . ."
                         "X O . O ."
                         ". X O . ."
                         ". . . . ."
                         ". . . . .");
    assert_int_equal(marks_of(g, 0, 0), 0);
    assert_int_equal(marks_of(g, 0, 1), NODE_GAPS);
    assert_int_equal(marks_of(g, 2, 0), NODE_SPARES);
    assert_int_equal(marks_of(g, 2, 1), NODE_GAPS | NODE_SPARES);
    play_moves(g, "B C4"); /* takes the ko: what was left out could be a threat */
    assert_int_equal(marks_of(g, 0, 0), 0);
    assert_int_equal(marks_of(g, 2, 0), NODE_GAPS | NODE_SPARES);
    game_destroy(g);
}

/* ---- what follows for the nodes above ---- */

enum { MOVES = 9 };

/* Black's position with nine moves, and white's after the first of them with as many. */
typedef struct two_deep {
    tree t;
    search_root root;
    line l;
    game *g;
    tree_node *path[3]; /* by the first move of both */
} two_deep;

/* The children of the root are won by white, but for the first, which is open. */
static two_deep *plant(const char *ruleset, int open)
{
    two_deep *d = calloc(1, sizeof *d);
    assert_non_null(d);
    assert_int_equal(tree_create(&d->t, TREE_MIN_BYTES, NULL), GO_OK);
    d->g = game_drawn(5, ruleset, 7, BLACK, NULL);
    d->root.tree = &d->t;
    root_position_set(&d->root.position, d->g, BLACK, 0, 1);
    d->path[0] = tree_at(&d->t, TREE_ROOT);
    for (int i = 0; i < 2; i++) {
        assert_true(grow(&d->t, d->path[i], MOVES, open));
        d->path[i + 1] = tree_child(&d->t, d->path[i], 1);
    }
    for (tree_walk w = tree_first(&d->t, d->path[0]); w.child; tree_next(&d->t, &w))
        if (w.child != d->path[1])
            node_prove(w.child, WHITE);
    line_begin(&d->l, &d->root.position);
    line_play(&d->l, PASS);
    return d;
}

/* Who has won at the root once the first move is proven; frees d. */
static colour backed_up(two_deep *d, colour first)
{
    if (first != EMPTY)
        node_prove(d->path[1], first);
    proof_back_up(&d->root, d->path, &d->l);
    const colour winner = node_winner(d->path[0]);
    tree_destroy(&d->t);
    game_destroy(d->g);
    free(d);
    return winner;
}

static void one_move_wins_and_all_have_to_lose(void **state)
{
    (void)state;
    assert_int_equal(backed_up(plant("chinese", MOVES), BLACK), BLACK);
    assert_int_equal(backed_up(plant("chinese", MOVES), WHITE), WHITE);
    assert_int_equal(backed_up(plant("chinese", MOVES), EMPTY), EMPTY);
    assert_int_equal(backed_up(plant("chinese", 8), WHITE), EMPTY); /* one has no node yet */
    two_deep *d = plant("chinese", MOVES);
    node_mark(d->path[0], NODE_GAPS);
    assert_int_equal(backed_up(d, WHITE), EMPTY);
    d = plant("chinese", MOVES);
    node_prove(d->path[0], WHITE); /* what was proven before stands */
    assert_int_equal(backed_up(d, BLACK), WHITE);
}

static void a_banned_move_is_none_unless_a_spare_one_could_allow_it(void **state)
{
    (void)state;
    two_deep *d = plant("chinese", MOVES);
    node_mark(d->path[1], NODE_BANNED);
    d->path[1] = tree_child(&d->t, d->path[0], 2);
    assert_int_equal(backed_up(d, WHITE), WHITE);
    d = plant("chinese", MOVES);
    node_mark(d->path[1], NODE_BANNED);
    node_mark(d->path[0], NODE_SPARES);
    d->path[1] = tree_child(&d->t, d->path[0], 2);
    assert_int_equal(backed_up(d, WHITE), EMPTY);
}

static colour begun(two_deep *d)
{
    proof_begin(&d->root);
    assert_int_equal(d->root.decided, EMPTY);
    return node_winner(d->path[0]);
}

/* A node's own proof may come from what is no move of the root. */
static void a_search_begins_with_what_the_moves_of_the_root_say(void **state)
{
    (void)state;
    two_deep *d = plant("chinese", MOVES);
    node_prove(d->path[0], BLACK);
    assert_int_equal(begun(d), EMPTY);
    assert_false(proof_ends_search(&d->root));
    node_prove(d->path[1], WHITE);
    assert_int_equal(begun(d), WHITE);
    assert_true(proof_ends_search(&d->root));
    d->root.decided = WHITE; /* searched on, for points */
    assert_false(proof_ends_search(&d->root));
    (void)backed_up(d, EMPTY);
    d = plant("chinese", MOVES);
    node_prove(d->path[1], BLACK);
    d->root.refused[1] = true;
    assert_int_equal(begun(d), EMPTY);
    d->root.refused[1] = false;
    assert_int_equal(begun(d), BLACK);
    (void)backed_up(d, EMPTY);
}

/* White wins by the second move.  Is it proven for the node in between? */
static colour in_between(const char *ruleset, bool shares)
{
    two_deep *d = plant(ruleset, MOVES);
    d->root.shares = shares;
    line_play(&d->l, 7);
    node_prove(d->path[2], WHITE);
    proof_back_up(&d->root, d->path, &d->l);
    const colour winner = node_winner(d->path[1]);
    assert_int_equal(backed_up(d, EMPTY), winner);
    return winner;
}

static void superko_keeps_shared_nodes_open(void **state)
{
    (void)state;
    assert_int_equal(in_between("tromp-taylor", false), WHITE);
    assert_int_equal(in_between("tromp-taylor", true), EMPTY);
    assert_int_equal(in_between("chinese", true), WHITE); /* a simple ko */
}

/* ---- in searches ---- */

static const char *const rules_of_selection[] = {"rule=uct-rave ", "rule=puct ",
                                                 "rule=uct-rave threads=3 "};

/* Who is proven to win after so many playouts; *a: the analysis, to be released. */
static colour proven(const char *words, game *g, search_analysis *a, int64_t *playouts)
{
    search_anew(spare, words);
    const search_limits l = search_limits_default(search_configured(spare));
    assert_int_equal(search_run(spare, g, g->to_move, &l, NULL), GO_OK);
    assert_int_equal(search_analyze(spare, NULL, a, NULL), GO_OK);
    *playouts = search_counted(spare).playouts;
    return a->proven;
}

/* Black passed: white, ahead as the board stands, ends the game. */
static void a_pass_that_ends_the_game_wins(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        char words[100];
        search_analysis a = {0};
        int64_t playouts;
        game *g = game_drawn(5, "tromp-taylor", 3.5, BLACK, divided);
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
    game *g = game_drawn(5, "japanese", 3.5, BLACK, divided);
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
        if (winner != EMPTY) {
            assert_int_equal(solve_run(g, g->to_move, &o, &r, NULL), GO_OK);
            if (r.complete)
                assert_int_equal(winner, solve_winner(&r));
            compared += r.complete;
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
        cmocka_unit_test(half_a_point_is_a_win_and_a_draw_is_none),
        cmocka_unit_test(what_is_counted_otherwise_proves_nothing),
        cmocka_unit_test(who_can_end_the_game_before_a_capture_is_not_proven_to_lose),
        cmocka_unit_test(moves_that_are_missing_are_gaps_unless_they_are_of_no_use),
        cmocka_unit_test(one_move_wins_and_all_have_to_lose),
        cmocka_unit_test(a_banned_move_is_none_unless_a_spare_one_could_allow_it),
        cmocka_unit_test(a_search_begins_with_what_the_moves_of_the_root_say),
        cmocka_unit_test(superko_keeps_shared_nodes_open),
        cmocka_unit_test(a_pass_that_ends_the_game_wins),
        cmocka_unit_test(dead_stones_by_agreement_prove_nothing),
        cmocka_unit_test(life_decides),
        cmocka_unit_test(a_win_by_a_move_that_is_not_searched_ends_nothing),
        cmocka_unit_test(losing_moves_are_searched_where_nothing_else_is_allowed),
        cmocka_unit_test(the_solver_agrees),
    };
    return cmocka_run_group_tests(tests, make_spare, end_spare);
}
