/* The order in which the root's moves are chosen, from numbers made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "mcts/decide.h"
#include "tests/support/searching.h"

typedef struct move_case {
    float prior;
    uint32_t visits;
    double value; /* for black, who is to move */
} move_case;

/* The moves are the points 100, 101, ..., `expected` their numbers, best first. */
static void expect_order(const char *words, const move_case *moves, int n, const int *expected)
{
    search_settings settings;
    tree t;
    tree_edge edge[8];
    tree_node *order[SEARCH_MAX_MOVES];
    search_settings_default(&settings);
    set_words(&settings, words);
    assert_int_equal(tree_create(&t, TREE_MIN_BYTES, NULL), GO_OK);
    for (int i = 0; i < n; i++)
        edge[i] = tree_edge_of((point)(100 + i), moves[i].prior);
    tree_node *node = tree_at(&t, TREE_ROOT);
    assert_true(tree_expand(&t, node, edge, n));
    assert_int_equal(tree_open(&t, node, n), n);
    for (int i = 0; i < n; i++) {
        tree_node *child = tree_child(&t, node, (point)(100 + i));
        double sum = moves[i].value * moves[i].visits * TREE_ONE;
        child->visits = moves[i].visits;
        child->value = (int64_t)sum;
        child->value_square = (int64_t)(sum * moves[i].value);
        node->visits += moves[i].visits;
        node->value += (int64_t)sum;
    }
    search_root *root = calloc(1, sizeof *root);
    assert_non_null(root);
    root->settings = &settings;
    root->tree = &t;
    root->position.to_move = BLACK;
    int found = order_of_choice(root, order);
    assert_int_equal(found, n);
    for (int i = 0; i < found; i++)
        assert_int_equal(order[i]->move, 100 + expected[i]);
    free(root);
    tree_destroy(&t);
}

#define BY_VISITS "rule=puct c-puct=0.5 c-puct-log=0 c-puct-spread=0 lcb=no "

/* With s = 0.5 sqrt(43) = 3.28 the first scores 0.6 + 0.4 s / 21 = 0.662; now the second would
 * get 0.2 s / 0.262 - 1 = 1.5 visits and the third 0.2 s / 0.112 - 1 = 4.8.    */
static void visits_that_would_not_be_given_again_do_not_count(void **state)
{
    (void)state;
    static const move_case moves[] = {{0.4f, 20, 0.6}, {0.2f, 12, 0.4}, {0.2f, 10, 0.55}};
    expect_order(BY_VISITS "retrospect=no", moves, 3, (const int[]){0, 1, 2});
    expect_order(BY_VISITS "retrospect=yes", moves, 3, (const int[]){0, 2, 1});
    expect_order("rule=uct-rave lcb=no retrospect=yes", moves, 3, (const int[]){0, 1, 2});
}

/* The move with the most visits keeps them, however bad it is. */
static void the_most_visited_move_is_the_measure(void **state)
{
    (void)state;
    static const move_case moves[] = {{0.4f, 30, 0.4}, {0.2f, 28, 0.6}};
    expect_order(BY_VISITS "retrospect=yes", moves, 2, (const int[]){0, 1});
    expect_order(BY_VISITS "retrospect=yes lcb=yes", moves, 2, (const int[]){1, 0});
}

/* Moves of 15 % of the most visits, and at least 10, are ranked by their bound. */
static void a_bound_needs_enough_visits(void **state)
{
    (void)state;
    static const move_case enough[] = {{0.4f, 300, 0.4}, {0.2f, 60, 0.6}},
                           few[] = {{0.4f, 300, 0.4}, {0.2f, 40, 0.9}};
    expect_order("rule=puct lcb=yes retrospect=no", enough, 2, (const int[]){1, 0});
    expect_order("rule=puct lcb=yes retrospect=no", few, 2, (const int[]){0, 1});
    expect_order("rule=puct lcb=no retrospect=no", enough, 2, (const int[]){0, 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visits_that_would_not_be_given_again_do_not_count),
        cmocka_unit_test(the_most_visited_move_is_the_measure),
        cmocka_unit_test(a_bound_needs_enough_visits),
    };
    return cmocka_run_group_tests_name("decide", tests, NULL, NULL);
}
