/* Searching a graph: which lines lead to the same position, and what a search gains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mcts/graph_key.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"

/* ---- keys ---- */

/* The key at the end of a line of moves "C3 D3 pass ...", from an empty 9x9 board or as drawn. */
static uint64_t key_of(const char *ruleset, const char *drawing, const char *moves)
{
    game *g = game_drawn(9, ruleset, 7, BLACK, drawing);
    root_position root;
    line *l = malloc(sizeof *l);
    char text[200], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    root_position_set(&root, g, BLACK, 0, 1);
    line_begin(l, &root);
    uint64_t key = graph_key(l, 0);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        line_play(l, strcmp(word, "pass") ? at(&root.board, word) : PASS);
        key = graph_key(l, key);
    }
    free(l);
    game_destroy(g);
    return key;
}

static void the_order_of_quiet_moves_makes_no_difference(void **state)
{
    (void)state;
    uint64_t key = key_of("chinese-ogs", NULL, "C3 G7 E5 C7");
    assert_true(key == key_of("chinese-ogs", NULL, "E5 C7 C3 G7"));
    assert_true(key == key_of("chinese-ogs", NULL, "E5 G7 C3 C7"));
    assert_true(key != key_of("chinese-ogs", NULL, "C3 G7 E5"));
    assert_true(key != key_of("chinese-ogs", NULL, "C3 G7 E5 D7"));
    assert_true(key != 0);
}

static void passes_and_the_side_to_move_belong_to_a_position(void **state)
{
    (void)state;
    uint64_t key = key_of("chinese-ogs", NULL, "C3");
    assert_true(key != key_of("chinese-ogs", NULL, "C3 pass"));
    assert_true(key == key_of("chinese-ogs", NULL, "pass pass C3")); /* none are in a row */
    assert_true(key_of("chinese-ogs", NULL, "pass") != key_of("chinese-ogs", NULL, "pass pass"));
}

/* Black may take at E5.  After a capture the past counts, since the game could come back. */
static const char ko[] = ". . . . . . . . ."
                         ". . . . . . . . ."
                         ". . . . . . . . ."
                         ". . . X O . . . ."
                         ". . X O . O . . ."
                         ". . . X O . . . ."
                         ". . . . . . . . ."
                         ". . . . . . . . ."
                         ". . . . . . . . .";

static void a_ko_is_not_shared(void **state)
{
    (void)state;
    /* the ko is taken and retaken after an exchange of threats, or not taken at all */
    uint64_t fought = key_of("chinese-ogs", ko, "E5 B2 H8 G2 D5 pass");
    uint64_t quiet = key_of("chinese-ogs", ko, "H8 B2 pass G2 pass pass");
    assert_true(fought != quiet);
    /* as long as the ko stone is what was played last, its past counts */
    assert_true(key_of("chinese-ogs", ko, "H8 B2 E5") != key_of("chinese-ogs", ko, "E5 B2 H8"));
    /* ko captures that open nothing are followed by quiet moves: they are shared again */
    uint64_t straight = key_of("chinese-ogs", ko, "E5 B2 H8 G2");
    assert_true(straight == key_of("chinese-ogs", ko, "E5 G2 H8 B2"));
}

static void prisoners_belong_to_a_position_where_they_are_points(void **state)
{
    (void)state;
    /* white retakes and later captures nothing: equal stones, other prisoners */
    const char *fought = "E5 B2 H8 D5 G2 C8", *quiet = "H8 B2 G2 C8";
    assert_true(key_of("japanese", ko, fought) != key_of("japanese", ko, quiet));
    assert_true(key_of("chinese-ogs", ko, fought) == key_of("chinese-ogs", ko, quiet));
}

/* ---- searches ---- */

static search_counts counts_of(const char *words, const game *g, uint64_t *signature)
{
    search *s = search_on_net(nets.net, "reference", words);
    search_game(s, g);
    search_counts c = search_counted(s);
    if (signature)
        *signature = tree_signature(s);
    search_destroy(s);
    return c;
}

static void equal_positions_are_evaluated_once(void **state)
{
    (void)state;
    game *g = game_drawn(5, "tromp-taylor", 7, BLACK, NULL);
    uint64_t one, two;
    search_counts plain = counts_of("playouts=1500 graph=no", g, NULL);
    search_counts graph = counts_of("playouts=1500", g, &one);
    assert_int_equal(graph.playouts, 1500);
    assert_int_equal(graph.visits, 1501);
    assert_int_equal(plain.net_queries, 1501);
    assert_true(graph.net_queries < 1480);
    counts_of("playouts=1500", g, &two);
    assert_true(one == two);
    game_destroy(g);
}

/* With superko and without, on a board so small that lines go round in circles, with a tree
 * that must be pruned, by several threads, and from move to move.              */
static void a_graph_is_safe_where_positions_repeat(void **state)
{
    (void)state;
    static const char *const names[] = {"tromp-taylor", "japanese", "chinese-ogs"};
    static const char *const words[] = {
        "playouts=600 memory=1M", "playouts=600 threads=3 value-bias=0.45",
        "playouts=200 root=gumbel", "playouts=300 prior=gammas"};
    for (int r = 0; r < 3; r++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            game *g = game_drawn(3, names[r], 0.5, BLACK, NULL);
            search *s = search_on_net(nets.net, "reference", words[k]);
            for (int i = 0; i < 8 && g->n_passes < 2; i++) {
                search_decision d;
                search_game(s, g);
                search_decide(s, &d);
                assert_int_equal(game_play(g, g->to_move, d.at, NULL), GO_OK);
            }
            search_destroy(s);
            game_destroy(g);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_quiet_moves_makes_no_difference),
        cmocka_unit_test(passes_and_the_side_to_move_belong_to_a_position),
        cmocka_unit_test(a_ko_is_not_shared),
        cmocka_unit_test(prisoners_belong_to_a_position_where_they_are_points),
        cmocka_unit_test(equal_positions_are_evaluated_once),
        cmocka_unit_test(a_graph_is_safe_where_positions_repeat),
    };
    return cmocka_run_group_tests_name("graph", tests, small_nets_setup, small_nets_teardown);
}
