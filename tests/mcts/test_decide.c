/* The order in which the root's moves are chosen, from numbers made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include <math.h>

#include "mcts/decide.h"
#include "tests/support/assert_close.h"
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
    for (int i = 0; i < n; i++)
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

/* Two moves whose values are means: one of weight 4 in 4 visits, worth 0.6, the other of
 * weight 1 in one visit, worth 0.8.                                           */
static void means_have_bounds_from_the_first_visit_on(void **state)
{
    (void)state;
    static const tree_spot spot = {.to_move = WHITE};
    const tree_edge edge[2] = {tree_edge_of(100, 0.5f), tree_edge_of(101, 0.25f)};
    averaging averages = {0};
    search_settings settings;
    tree t;
    search_settings_default(&settings);
    set_words(&settings, "score-utility=0.1 score-change=0.3");
    assert_int_equal(tree_create(&t, TREE_MIN_BYTES, NULL), GO_OK);
    tree_node *node = tree_at(&t, TREE_ROOT), *child[2];
    assert_true(tree_expand(&t, node, edge, 2));
    tree_open(&t, node, 2);
    for (int i = 0; i < 2; i++) {
        child[i] = tree_child(&t, node, (point)(100 + i));
        tree_node *home = tree_settle(&t, child[i], &spot);
        tree_record *r = node_record(child[i]);
        assert_non_null(r);
        if (!r)
            return;
        home->visits = i ? 1 : 4;
        child[i]->visits = i ? 1 : 4;
        r->weight = i ? 1 : 4;
        r->weight_square = i ? 1 : 4;
        r->utility = i ? 0.8f : 0.6f;
        r->utility_square = i ? 0.64f : 0.4f;
    }
    search_root *root = calloc(1, sizeof *root);
    assert_non_null(root);
    root->settings = &settings;
    root->tree = &t;
    root->averages = &averages;
    root->position.to_move = BLACK;
    /* 4 visits, with the largest variance of 0.7^2 as 1 / 64 of their weight */
    assert_close(order_lcb(root, child[0]), 0.6 - 5 * sqrt((0.04 + 0.49 / 65) / 4.121951), 1e-5);
    /* one visit, and the same as one more: two of variance 0.49 / 2 */
    assert_close(order_lcb(root, child[1]), 0.8 - 5 * 0.35, 1e-5);
    tree_node *order[SEARCH_MAX_MOVES];
    assert_int_equal(order_of_choice(root, order), 2);
    assert_int_equal(order[0]->move, 100);
    free(root);
    tree_destroy(&t);
}

/* Ten playouts, six of them won, as squares have it: variance 0.24 * 10 / 9 + 0.25 / 10, and the
 * 97.5 % point of Student's t with 9 degrees of freedom.                      */
static void sums_have_bounds_by_student_s_t(void **state)
{
    (void)state;
    const double t9 = 2.2621571628, half = t9 * sqrt((0.24 * 10 / 9 + 0.025) / 10);
    const tree_edge edge = tree_edge_of(100, 1);
    search_settings settings;
    tree t;
    search_settings_default(&settings);
    set_words(&settings, "lcb-confidence=0.975");
    assert_int_equal(tree_create(&t, TREE_MIN_BYTES, NULL), GO_OK);
    tree_node *node = tree_at(&t, TREE_ROOT);
    assert_true(tree_expand(&t, node, &edge, 1));
    tree_open(&t, node, 1);
    tree_node *child = tree_child(&t, node, 100);
    search_root *root = calloc(1, sizeof *root);
    assert_non_null(root);
    root->settings = &settings;
    root->tree = &t;
    child->visits = 10;
    child->value = 6 * TREE_ONE;
    child->value_square = 6 * TREE_ONE;
    root->position.to_move = BLACK;
    assert_close(order_lcb(root, child), 0.6 - half, 1e-6);
    root->position.to_move = WHITE;
    assert_close(order_lcb(root, child), 0.4 - half, 1e-6);
    child->visits = 1;
    assert_true(isinf(order_lcb(root, child)));
    free(root);
    tree_destroy(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visits_that_would_not_be_given_again_do_not_count),
        cmocka_unit_test(the_most_visited_move_is_the_measure),
        cmocka_unit_test(a_bound_needs_enough_visits),
        cmocka_unit_test(means_have_bounds_from_the_first_visit_on),
        cmocka_unit_test(sums_have_bounds_by_student_s_t),
    };
    return cmocka_run_group_tests_name("decide", tests, NULL, NULL);
}
