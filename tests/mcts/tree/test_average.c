/* Positions with records: homes, weights, means; what stays of them when the tree is packed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/rng.h"
#include "mcts/tree/average.h"
#include "tests/support/assert_close.h"
#include "tests/support/grown_tree.h"

static const average_settings none = {0};
static const tree_spot plain_spot = {.to_move = BLACK};
static averaging plain = {.settings = &none};

static tree *new_tree(void)
{
    tree *t = malloc(sizeof *t);
    assert_int_equal(tree_create(t, TREE_MIN_BYTES, NULL), GO_OK);
    return t;
}

static void end_tree(tree *t)
{
    tree_destroy(t);
    free(t);
}

static void grow_all(tree *t, tree_node *node, int n)
{
    assert_true(grow(t, node, n, n));
}

/* An evaluation of the node's position, without anything above it. */
static tree_node *judge(tree *t, tree_node *node, double win, double weight)
{
    tree_node *home = tree_settle(t, node, &plain_spot);
    evaluation e = {.win = win, .utility = 1.5 * win, .lead = 10 * win, .weight = weight};
    assert_non_null(home);
    average_add(home, &e);
    node->visits++;
    average_update(t, home, &plain, 1);
    return home;
}

static void evaluations_of_one_position_are_averaged(void **state)
{
    (void)state;
    tree *t = new_tree();
    tree_node *home = tree_settle(t, tree_at(t, TREE_ROOT), &plain_spot);
    assert_non_null(home);
    const evaluation first = {
        .win = 0.2, .utility = 0.3, .lead = 4, .score = 2, .stdev = 10, .weight = 1};
    const evaluation second = {
        .win = 0.6, .utility = 0.7, .lead = 8, .score = 6, .stdev = 2, .weight = 3};
    average_add(home, &first);
    average_add(home, &second);
    const tree_record *r = node_record(home);
    assert_close((double)r->own_win, 0.5, 1e-6);
    assert_close(record_get(&r->own_utility), 0.6, 1e-6);
    assert_close((double)r->own_lead, 7, 1e-6);
    assert_close((double)r->own_score, 5, 1e-6);
    assert_close((double)r->own_stdev, 4, 1e-6);
    assert_close(record_get(&r->own_weight), 4, 1e-6);
    end_tree(t);
}

static void certain_evaluations_weigh_up_to_eight(void **state)
{
    (void)state;
    average_settings s = {.uncertainty = 0.25};
    assert_close(average_weight(&none, 0.3), 1, 0);
    assert_close(average_weight(&s, 0), 8, 1e-12);
    assert_close(average_weight(&s, 0.21875), 1, 1e-12); /* 0.25 / (0.21875 + 0.03125) */
    assert_close(average_weight(&s, 0.09375), 2, 1e-12);
}

static void a_node_has_one_home(void **state)
{
    (void)state;
    tree *t = new_tree();
    tree_node *root = tree_at(t, TREE_ROOT);
    assert_ptr_equal(node_home(root), root);
    assert_null(node_record(root));
    tree_node *home = tree_settle(t, root, &plain_spot);
    assert_ptr_not_equal(home, root);
    assert_ptr_equal(tree_settle(t, root, &plain_spot), home);
    assert_ptr_equal(node_home(home), home);
    assert_ptr_equal(tree_root(t), home);
    assert_ptr_equal(node_record(root), node_record(home));
    end_tree(t);
}

/* By hand: (1 * 0.5 + 2 * 0.75 + 4 * 0.125 + 4 * 0.125) / 11, since the second move was
 * visited twice.                                                              */
static void the_mean_is_that_of_all_visits_by_weight(void **state)
{
    (void)state;
    tree *t = new_tree();
    tree_node *root = tree_at(t, TREE_ROOT), *home = judge(t, root, 0.5, 1);
    assert_close(node_value(root, BLACK), 0.5, 1e-6);
    grow_all(t, home, 3);
    judge(t, tree_child(t, root, 1), 0.75, 2);
    judge(t, tree_child(t, root, 2), 0.125, 4);
    judge(t, tree_child(t, root, 2), 0.125, 4);
    average_update(t, home, &plain, 1);
    double mean = 3.0 / 11;
    assert_close(node_value(home, BLACK), mean, 1e-6);
    assert_close(node_value(home, WHITE), 1 - mean, 1e-6);
    assert_close(node_utility(home, BLACK), 1.5 * mean, 1e-6);
    assert_close(node_lead(home, WHITE), -10 * mean, 1e-5);
    assert_close(node_weight(home), 11, 1e-6);
    assert_close(node_sample(home), 121.0 / (1 + 4 + 16 + 16), 1e-5);
    assert_close(node_squares(home) / node_visits(home),
                 2.25 * (0.25 + 2 * 0.5625 + 8 * 0.015625) / 11, 1e-6);
    /* the third move has no visits */
    assert_close(node_value(tree_child(t, root, 3), BLACK), 0.5, 0);
    assert_close(node_weight(tree_child(t, root, 3)), 0, 0);
    end_tree(t);
}

/* A position that two lines lead to gives each the share of its own visits. */
static void a_shared_position_counts_by_the_visits_of_the_edge(void **state)
{
    (void)state;
    tree *t = new_tree();
    tree_node *root = tree_at(t, TREE_ROOT), *home = judge(t, root, 0.5, 1);
    grow_all(t, home, 2);
    tree_node *one = tree_child(t, root, 1), *two = tree_child(t, root, 2);
    tree_node *shared = judge(t, one, 0.25, 3);
    judge(t, one, 0.25, 3);
    two->link = shared - two;
    two->linked = 1;
    assert_ptr_equal(judge(t, two, 0.25, 3), shared);
    assert_close(node_weight(shared), 9, 1e-6);
    assert_close(node_weight(one), 6, 1e-6);
    assert_close(node_weight(two), 3, 1e-6);

    tree_keep(t, tree_at(t, TREE_ROOT), 0);
    root = tree_at(t, TREE_ROOT);
    one = tree_child(t, root, 1);
    two = tree_child(t, root, 2);
    assert_ptr_equal(node_home(one), node_home(two));
    assert_close(node_weight(one), 6, 1e-6);
    assert_close(node_value(two, BLACK), 0.25, 1e-6);
    end_tree(t);
}

static void equal_keys_share_a_home(void **state)
{
    (void)state;
    tree *t = new_tree();
    tree_node *root = tree_at(t, TREE_ROOT);
    tree_spot spot = {.key = 1234, .to_move = WHITE};
    grow_all(t, judge(t, root, 0.5, 1), 4);
    assert_ptr_not_equal(tree_settle(t, tree_child(t, root, 1), &spot),
                         tree_settle(t, tree_child(t, root, 2), &spot)); /* nothing is shared */
    tree_clear(t);
    assert_int_equal(tree_share(t, NULL), GO_OK);
    root = tree_at(t, TREE_ROOT);
    grow_all(t, judge(t, root, 0.5, 1), 5);
    tree_node *home = tree_settle(t, tree_child(t, root, 4), &spot);
    grow_all(t, judge(t, tree_child(t, root, 1), 0.5, 1), 2);
    assert_ptr_equal(tree_settle(t, tree_child(t, root, 3), &spot), home);
    spot.key += t->n_known; /* the same place in the table */
    assert_ptr_not_equal(tree_settle(t, tree_child(t, root, 2), &spot), home);
    tree_keep(t, tree_child(t, root, 3), 0); /* it is the root, and found by its key */
    root = tree_at(t, TREE_ROOT);
    grow_all(t, tree_root(t), 2);
    spot.key = 1234;
    assert_ptr_equal(tree_settle(t, tree_child(t, root, 1), &spot), tree_root(t));
    spot.key += t->n_known; /* that one is forgotten */
    tree_node *other = tree_settle(t, tree_child(t, root, 2), &spot);
    assert_ptr_not_equal(other, tree_root(t));
    assert_int_equal(node_visits(other), 0);
    end_tree(t);
}

/* What was found below a node that becomes a leaf is its own from then on. */
static void a_closed_node_keeps_what_it_is_worth(void **state)
{
    (void)state;
    tree *t = new_tree();
    tree_node *root = tree_at(t, TREE_ROOT);
    grow_all(t, judge(t, root, 0.5, 1), 3);
    tree_node *home = judge(t, tree_child(t, root, 2), 0.75, 1);
    grow_all(t, home, 3);
    tree_record *r = node_record(home);
    r->win = 0.25f;
    r->utility = 0.2f;
    r->lead = -3;
    r->weight = 9;
    tree_keep(t, root, 1000);
    home = node_home(tree_child(t, root, 2));
    r = node_record(home);
    assert_int_equal(home->state, NODE_LEAF);
    assert_true(r->own_win == 0.25f && r->own_utility == 0.2f);
    assert_true(r->own_lead == -3 && r->own_weight == 9);
    end_tree(t);
}

/* A key for each child of each of the root's children. */
static uint64_t key_of(point above, point move)
{
    return rng_mix64((uint64_t)above << 16 | move);
}

/* How many of the positions have the home that was found for the same key before. */
static int found_again(tree *t, tree_node *fresh, point children, point below)
{
    int same = 0;
    for (point i = 1; i <= children; i++)
        for (point k = 1; k <= below; k++) {
            const tree_spot spot = {.key = key_of(i, k), .to_move = BLACK};
            tree_node *child = tree_child(t, tree_child(t, tree_at(t, TREE_ROOT), i), k);
            fresh->linked = 0;
            same += tree_settle(t, fresh, &spot) == node_home(child);
        }
    return same;
}

/* The table begins small.  With more homes than half its places it asks for more, and all are
 * found in the larger one.                                                     */
static void more_homes_use_more_of_the_table(void **state)
{
    (void)state;
    const point children = 200, below = 8;
    tree *t = malloc(sizeof *t);
    assert_int_equal(tree_create(t, 16 << 20, NULL), GO_OK);
    assert_int_equal(tree_share(t, NULL), GO_OK);
    const size_t small = t->n_places;
    assert_true(small < (size_t)(2 * children * below) && t->n_known > (size_t)(4 * children * below));
    tree_node *root = tree_at(t, TREE_ROOT);
    grow_all(t, tree_settle(t, root, &plain_spot), children + 1);
    tree_node *fresh = tree_child(t, root, (point)(children + 1)); /* linked to whatever is asked for */
    size_t homes = 0;
    for (point i = 1; i <= children; i++) {
        tree_node *child = tree_child(t, root, i);
        grow_all(t, tree_settle(t, child, &(tree_spot){.key = key_of(i, 0), .to_move = WHITE}),
                 below);
        for (point k = 1; k <= below; k++, homes++) {
            const tree_spot spot = {.key = key_of(i, k), .to_move = BLACK};
            tree_settle(t, tree_child(t, child, k), &spot);
        }
        if (t->crowded) {
            assert_true(2 * (homes + i) >= t->n_places);
            tree_know_more(t);
            assert_false(t->crowded);
        }
    }
    assert_true(t->n_places > small && t->n_places <= 8 * homes);
    assert_int_equal(found_again(t, fresh, children, below), children * below);
    tree_clear(t);
    assert_int_equal(t->n_places, small);
    assert_int_equal(t->n_homes, 0);
    tree_destroy(t);
    free(t);
}

static void the_kept_part_has_its_records(void **state)
{
    (void)state;
    tree *t = new_tree();
    tree_node *root = tree_at(t, TREE_ROOT);
    grow_all(t, judge(t, root, 0.5, 1), 20);
    for (point m = 1; m <= 20; m += 3) {
        tree_node *child = tree_child(t, root, m);
        grow_all(t, judge(t, child, 0.03125 * m, 1), 12);
        judge(t, tree_child(t, child, 11), 0.015625 * m, 2);
        average_update(t, node_home(child), &plain, 1);
        child->visits++;
    }
    uint32_t used = t->used;
    tree_keep(t, tree_child(t, root, 7), 0);
    assert_true(t->used < used);
    assert_int_equal(t->used, TREE_ROOT + 1 + 2 + 1 + 16 + 2); /* home, edges, segments, home */
    assert_close(node_value(tree_root(t), BLACK), (7 * 0.03125 + 2 * 7 * 0.015625) / 3, 1e-6);
    tree_node *leaf = tree_child(t, tree_at(t, TREE_ROOT), 11);
    assert_int_equal(node_visits(leaf), 1);
    assert_close(node_value(leaf, BLACK), 7 * 0.015625, 1e-6);

    /* a position that becomes a leaf keeps what was found below it */
    double before = node_value(tree_root(t), BLACK);
    grow_all(t, node_home(leaf), 3);
    judge(t, tree_child(t, leaf, 2), 1, 2);
    average_update(t, node_home(leaf), &plain, 1);
    tree_keep(t, tree_at(t, TREE_ROOT), 100);
    leaf = tree_child(t, tree_at(t, TREE_ROOT), 11);
    assert_int_equal(node_home(leaf)->state, NODE_LEAF);
    assert_close(node_value(leaf, BLACK), (7 * 0.015625 + 1) / 2, 1e-6);
    average_update(t, tree_root(t), &plain, 1);
    assert_true(node_value(tree_root(t), BLACK) > before);
    assert_int_equal(tree_open(t, tree_root(t), 12), 12);
    end_tree(t);
}

/* A root of weight 1 with two moves of weight 4 and these utilities for black, whose turn it is. */
static tree_node *two_moves(tree *t, averaging *a, double first, double second)
{
    tree_node *root = tree_at(t, TREE_ROOT), *home = judge(t, root, 0.25, 1);
    grow_all(t, home, 2);
    judge(t, tree_child(t, root, 1), first / 1.5, 4); /* utilities are 1.5 times as large */
    judge(t, tree_child(t, root, 2), second / 1.5, 4);
    average_update(t, home, a, 1);
    return home;
}

/* Two moves of equal weight 4, with utilities 0.75 and 0.25 for black, who is to move: z is
 * half a point by the scale from -1 to 1, over 1 / sqrt(1.5 sqrt(4)) = 0.57735, so
 * P = 0.774908 and 0.225092.                                                   */
static void bad_moves_count_less(void **state)
{
    (void)state;
    average_settings s = {.discount = 0.25};
    averaging a = {.settings = &s};
    tree *t = new_tree();
    tree_node *home = two_moves(t, &a, 0.75, 0.25);
    double good = pow(0.774908 + 1e-4, 0.25), bad = pow(0.225092 + 1e-4, 0.25);
    double below = (0.75 * good + 0.25 * bad) / (good + bad);
    assert_close(node_utility(home, BLACK), (8 * below + 0.375) / 9, 1e-5);
    assert_close(node_weight(home), 9, 1e-5);
    home->move = WHITE; /* who would rather have the other one */
    average_update(t, home, &a, 1);
    assert_close(node_utility(home, BLACK), (8 * (1 - below) + 0.375) / 9, 1e-5);
    end_tree(t);
}

/* The same half a point between them where the mean is not 0 but 0.3: utilities 0.9 and 0.4. */
static void bad_is_what_is_below_the_mean(void **state)
{
    (void)state;
    average_settings s = {.discount = 0.25};
    averaging a = {.settings = &s};
    tree *t = new_tree();
    tree_node *home = two_moves(t, &a, 0.9, 0.4);
    double good = pow(0.774908 + 1e-4, 0.25), bad = pow(0.225092 + 1e-4, 0.25);
    double below = (0.9 * good + 0.4 * bad) / (good + bad);
    assert_close(node_utility(home, BLACK), (8 * below + 0.375) / 9, 1e-5);
    end_tree(t);
}

/* The second move has half the prior of the first and so may weigh as much (twice its
 * share); of the 5 beyond that 1 - exp(-0.3 / 0.15) count no more.             */
static void visits_that_the_prior_does_not_justify_are_left_out(void **state)
{
    (void)state;
    average_settings s = {.prune_noise = true};
    averaging a = {.settings = &s};
    tree *t = new_tree();
    tree_node *root = tree_at(t, TREE_ROOT), *home = judge(t, root, 0.5, 1);
    grow_all(t, home, 2);
    judge(t, tree_child(t, root, 1), 0.5, 3);
    judge(t, tree_child(t, root, 2), 0.4, 8);
    average_update(t, home, &a, 1);
    assert_close(node_weight(home), 1 + 3 + 8 - 5 * (1 - exp(-2)), 1e-4);
    judge(t, tree_child(t, root, 2), 0.9, 8); /* now it is the better one */
    average_update(t, home, &a, 1);
    assert_close(node_weight(home), 1 + 3 + 16, 1e-4);
    end_tree(t);
}

static void a_bias_is_taken_off_where_it_was_not_seen_yet(void **state)
{
    (void)state;
    average_settings s = {.bias = 0.5};
    averaging a = {.settings = &s};
    tree *t = new_tree();
    tree_node *root = tree_at(t, TREE_ROOT);
    assert_int_equal(value_bias_create(&a.bias, NULL), GO_OK);
    grow_all(t, judge(t, root, 0.5, 1), 2);
    tree_node *one = tree_child(t, root, 1), *two = tree_child(t, root, 2);
    tree_settle(t, one, &(tree_spot){.to_move = WHITE, .bias = 77});
    tree_settle(t, two, &(tree_spot){.to_move = WHITE, .bias = 77});
    judge(t, one, 0.5, 1); /* 0.75 */
    grow_all(t, node_home(one), 1);
    judge(t, tree_child(t, one, 1), 0.4, 3); /* 0.6 */
    average_update(t, node_home(one), &a, 1);
    assert_close(value_bias_get(&a.bias, 77), -0.15, 1e-6);
    assert_close(node_utility(one, BLACK), (0.75 - 0.075 + 3 * 0.6) / 4, 1e-6);
    judge(t, two, 0.2, 1);
    average_update(t, node_home(two), &a, 1);
    assert_close(node_utility(two, BLACK), 0.3 - 0.075, 1e-6);
    assert_close(node_value(two, BLACK), 0.2, 1e-6);

    average_update(t, node_home(one), &a, 1); /* replaces what it had added */
    assert_close(value_bias_get(&a.bias, 77), -0.15, 1e-6);
    average_review(t, &a, &a.view);
    assert_close(value_bias_get(&a.bias, 77), -0.15, 1e-6);
    double weight = (double)a.bias.entry[77].weight;
    tree_keep(t, two, 0);
    average_review(t, &a, &a.view); /* the position that knew it is gone */
    assert_close((double)a.bias.entry[77].weight, weight / 5, 2);
    assert_true(a.bias.in_use[1] == 1 << 13);
    for (int i = 0; i < 20; i++)
        value_bias_fade(&a.bias);
    assert_true(!a.bias.entry[77].weight && !a.bias.entry[77].sum && !a.bias.in_use[1]);
    value_bias_destroy(&a.bias);
    end_tree(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certain_evaluations_weigh_up_to_eight),
        cmocka_unit_test(evaluations_of_one_position_are_averaged),
        cmocka_unit_test(a_node_has_one_home),
        cmocka_unit_test(the_mean_is_that_of_all_visits_by_weight),
        cmocka_unit_test(a_shared_position_counts_by_the_visits_of_the_edge),
        cmocka_unit_test(bad_moves_count_less),
        cmocka_unit_test(bad_is_what_is_below_the_mean),
        cmocka_unit_test(visits_that_the_prior_does_not_justify_are_left_out),
        cmocka_unit_test(a_bias_is_taken_off_where_it_was_not_seen_yet),
        cmocka_unit_test(equal_keys_share_a_home),
        cmocka_unit_test(a_closed_node_keeps_what_it_is_worth),
        cmocka_unit_test(more_homes_use_more_of_the_table),
        cmocka_unit_test(the_kept_part_has_its_records),
    };
    return cmocka_run_group_tests_name("average", tests, NULL, NULL);
}
