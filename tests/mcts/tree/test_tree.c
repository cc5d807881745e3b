/* The arena of the search tree: segments, reuse, pruning, threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/rng.h"
#include "mcts/tree/tree.h"
#include "tests/support/assert_close.h"
#include "tests/support/grown_tree.h"

static tree *new_tree(int64_t bytes)
{
    tree *t = malloc(sizeof *t);
    assert_int_equal(tree_create(t, bytes, NULL), GO_OK);
    return t;
}

static void end_tree(tree *t)
{
    tree_destroy(t);
    free(t);
}

static void visit(tree_node *node, uint32_t times)
{
    node->visits += times;
}

static void priors_keep_seven_bits(void **state)
{
    (void)state;
    float p = 1e-6f;
    for (int i = 0; i < 43; i++) { /* up to 0.8 */
        assert_close(tree_edge_prior(tree_edge_of(7, p)), p, p / 256);
        p *= 1.37f;
    }
    assert_int_equal(tree_edge_of(7, 0.5f).move, 7);
}

static void nodes_open_by_eights_in_the_order_of_the_edges(void **state)
{
    (void)state;
    tree *t = new_tree(TREE_MIN_BYTES);
    tree_node *root = tree_at(t, TREE_ROOT);
    assert_true(grow(t, root, 21, 1));
    assert_int_equal(root->n_open, 8);
    assert_int_equal(tree_open(t, root, 9), 16);
    assert_int_equal(tree_open(t, root, 3), 16);
    assert_int_equal(tree_open(t, root, 1000), 21);
    int n = 0;
    for (tree_walk w = tree_first(t, root); w.child; tree_next(t, &w)) {
        assert_int_equal(w.child->move, ++n);
        assert_ptr_equal(w.child, tree_at(t, w.id));
        assert_close(w.child->prior, 1.0 / n, 1.0 / 256);
    }
    assert_int_equal(n, 21);
    assert_int_equal(tree_child(t, root, 21)->move, 21);
    assert_null(tree_child(t, root, 22));
    end_tree(t);
}

static void a_node_without_moves_open_has_no_children(void **state)
{
    (void)state;
    tree *t = new_tree(TREE_MIN_BYTES);
    tree_node *root = tree_at(t, TREE_ROOT);
    assert_null(tree_first(t, root).child);
    assert_true(grow(t, root, 1, 0));
    assert_null(tree_first(t, root).child);
    assert_null(tree_child(t, root, 1));
    end_tree(t);
}

/* A tree three deep; everything below one grandchild stays, the rest goes. */
static void what_is_below_the_new_root_is_kept(void **state)
{
    (void)state;
    tree *t = new_tree(TREE_MIN_BYTES);
    tree_node *root = tree_at(t, TREE_ROOT);
    assert_true(grow(t, root, 30, 30));
    for (point m = 1; m <= 30; m += 7) {
        tree_node *child = tree_child(t, root, m);
        assert_true(grow(t, child, 20, 12));
        visit(child, m);
        visit(tree_child(t, child, 11), 100u + m);
    }
    tree_node *leaf = tree_child(t, tree_child(t, root, 15), 11);
    assert_true(grow(t, leaf, 9, 9));
    visit(tree_child(t, leaf, 9), 3);
    uint32_t used = t->used;

    tree_keep(t, tree_child(t, root, 15), 0);
    assert_true(t->used < used);
    assert_int_equal(t->used, TREE_ROOT + 1 + 2 + 16 + 1 + 16); /* edges, segments, twice */
    assert_int_equal(node_visits(tree_at(t, TREE_ROOT)), 15);
    leaf = tree_child(t, tree_at(t, TREE_ROOT), 11);
    assert_int_equal(node_visits(leaf), 115);
    assert_int_equal(node_visits(tree_child(t, leaf, 9)), 3);
    assert_int_equal(tree_edges(t, leaf)[8].move, 9);

    node_mark(leaf, NODE_BANNED); /* where it was a child: it has been played since */
    tree_keep(t, leaf, 0);        /* and once more */
    assert_false(node_has(tree_at(t, TREE_ROOT), NODE_BANNED));
    assert_int_equal(node_visits(tree_at(t, TREE_ROOT)), 115);
    assert_int_equal(node_visits(tree_child(t, tree_at(t, TREE_ROOT), 9)), 3);
    assert_int_equal(t->used, TREE_ROOT + 1 + 1 + 16);
    end_tree(t);
}

static void pruning_makes_leaves_of_the_seldom_visited(void **state)
{
    (void)state;
    tree *t = new_tree(TREE_MIN_BYTES);
    tree_node *root = tree_at(t, TREE_ROOT);
    assert_true(grow(t, root, 8, 8));
    for (point m = 1; m <= 8; m++) {
        visit(tree_child(t, root, m), m);
        assert_true(grow(t, tree_child(t, root, m), 8, 8));
    }
    tree_keep(t, root, 5);
    for (point m = 1; m <= 8; m++) {
        tree_node *child = tree_child(t, root, m);
        assert_int_equal(node_visits(child), m);
        assert_int_equal(child->state, m < 5 ? NODE_LEAF : NODE_READY);
        assert_int_equal(child->n_open, m < 5 ? 0 : 8);
    }
    assert_int_equal(t->used, TREE_ROOT + 1 + 9 * 5);
    end_tree(t);
}

/* Everything that can be reached, by a number for each node. */
static uint64_t contents(const tree *t, const tree_node *node)
{
    uint64_t h = rng_mix64(node->move ^ (uint64_t)node->visits << 16);
    for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w))
        h = rng_mix64(h + contents(t, w.child));
    return h;
}

static void a_random_tree_survives_packing(void **state)
{
    (void)state;
    tree *t = new_tree(8 * TREE_MIN_BYTES);
    rng random = rng_seed(4);
    tree_node *root = tree_at(t, TREE_ROOT);
    for (int i = 0; i < 3000; i++) { /* random descents that grow the tree */
        tree_node *node = root;
        visit(node, 1);
        while (node->state == NODE_READY) {
            int open = tree_open(t, node, 1 + (int)rng_below(&random, 20));
            point move = (point)(1 + rng_below(&random, (uint32_t)open));
            node = tree_child(t, node, move);
            visit(node, 1);
        }
        grow(t, node, 10 + (int)rng_below(&random, 30), 1);
    }
    for (int i = 0; i < 4; i++) {
        uint64_t before = contents(t, root);
        tree_keep(t, root, 0);
        assert_true(contents(t, root) == before);
        const tree_node *next = tree_first(t, root).child;
        before = contents(t, next);
        tree_keep(t, next, 0);
        assert_true(contents(t, root) == before);
    }
    end_tree(t);
}

static void a_full_tree_refuses_and_can_be_pruned(void **state)
{
    (void)state;
    tree *t = new_tree(TREE_MIN_BYTES);
    tree_node *root = tree_at(t, TREE_ROOT);
    assert_true((int64_t)t->capacity * TREE_UNIT <= TREE_MIN_BYTES);
    assert_true(grow(t, root, 600, 600));
    for (point m = 1; m <= 600; m++) {
        tree_node *child = tree_child(t, root, m);
        visit(child, m);
        if (!grow(t, child, 600, 600))
            break;
    }
    assert_true(tree_fullness(t) > 0.95 && t->used <= t->capacity);
    tree_node *last = tree_child(t, root, 600);
    while (grow(t, last, 600, 0)) /* what is left is too little for 38 units in the end */
        ;
    assert_int_equal(last->state, NODE_LEAF);
    assert_true(t->full);
    tree_keep(t, root, 5);
    assert_false(t->full);
    assert_true(tree_fullness(t) < 0.95);
    assert_true(grow(t, tree_child(t, root, 600), 600, 1));
    end_tree(t);
}

/* Several threads open and read one node: each edge gets exactly one node. */
static void threads_open_a_node_together(void **state)
{
    (void)state;
    tree *t = new_tree(4 * TREE_MIN_BYTES);
    for (int round = 0; round < 50; round++) {
        tree_clear(t);
        tree_node *root = tree_at(t, TREE_ROOT);
        root->state = NODE_BUSY;
        tree_edge edge[BOARD_MAX_AREA + 1];
        assert_true(tree_expand(t, root, edge, some_edges(200, edge)));
        int out_of_order = 0;
#pragma omp parallel for num_threads(4) reduction(+ : out_of_order)
        for (int i = 0; i < 800; i++) {
            tree_open(t, root, i / 4 + 1);
            int n = 0;
            for (tree_walk w = tree_first(t, root); w.child; tree_next(t, &w)) {
                out_of_order += w.child->move != ++n;
                atomic_fetch_add(&w.child->visits, 1);
            }
        }
        assert_int_equal(out_of_order, 0);
        tree_open(t, root, 200);
        assert_int_equal(root->n_open, 200);
        assert_int_equal(t->used, TREE_ROOT + 1 + 13 + 200);
        assert_true(node_visits(tree_child(t, root, 1)) >= node_visits(tree_child(t, root, 200)));
    }
    end_tree(t);
}

/* Memory is taken only as it is used, and a node_id has 32 bits. */
static void a_boundless_tree_is_cut_to_the_ids(void **state)
{
    tree t;
    (void)state;
    assert_int_equal(tree_create(&t, INT64_MAX / 2, NULL), GO_OK);
    assert_int_equal(t.capacity, UINT32_MAX - 1);
    tree_destroy(&t);
    assert_null(t.unit);
}

/* The nodes of a position get other priors and so another order; one move is dropped. */
static void renewed_edges_keep_the_nodes_of_their_moves(void **state)
{
    (void)state;
    tree *t = new_tree(TREE_MIN_BYTES);
    tree_node *root = tree_at(t, TREE_ROOT);
    tree_edge edge[BOARD_MAX_AREA + 1];
    assert_true(grow(t, root, 21, 3)); /* 8 nodes are open */
    for (point m = 1; m <= 8; m++)
        visit(tree_child(t, root, m), m * 10u);
    tree_node *child = tree_child(t, root, 4);
    assert_true(grow(t, child, 5, 5));
    visit(tree_child(t, child, 2), 77);
    child->marks = NODE_BANNED;
    for (int i = 0; i < 20; i++) /* 21, 20, .. 2 */
        edge[i] = tree_edge_of((point)(21 - i), 1.0f / (float)(i + 2));
    assert_true(tree_renew(t, root, edge, 20));
    int n = 0;
    for (tree_walk w = tree_first(t, root); w.child; tree_next(t, &w), n++) {
        assert_int_equal(w.child->move, 21 - n);
        assert_int_equal(tree_edges(t, root)[n].move, 21 - n);
        assert_close(w.child->prior, 1.0 / (n + 2), 1.0 / 256);
        assert_int_equal(node_visits(w.child), w.child->move <= 8 ? w.child->move * 10 : 0);
    }
    assert_int_equal(n, 20);
    child = tree_child(t, root, 4);
    assert_true(node_has(child, NODE_BANNED));
    assert_int_equal(node_visits(tree_child(t, child, 2)), 77);
    assert_null(tree_child(t, root, 1));
    tree_keep(t, root, 0);
    assert_int_equal(node_visits(tree_child(t, tree_child(t, tree_at(t, TREE_ROOT), 4), 2)), 77);
    assert_false(tree_renew(t, tree_at(t, TREE_ROOT), edge, 21)); /* more than it has */
    end_tree(t);
}

/* ---- sums of the points around moves ---- */

/* That of the child with that move. */
static tree_sum *around_of(tree *t, const tree_node *node, point move)
{
    for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w))
        if (w.child->move == move)
            return tree_around(t, &w);
    fail();
    return NULL;
}

static void assert_around(tree *t, const tree_node *node, point move, double n, double amount)
{
    double mean;
    assert_close(tree_sum_get(around_of(t, node, move), &mean), n, 0);
    assert_close(mean, amount, 1e-12);
}

static void sums_around_follow_their_moves(void **state)
{
    (void)state;
    tree *t = new_tree(TREE_MIN_BYTES);
    t->reach = 5;
    tree_node *root = tree_at(t, TREE_ROOT);
    tree_edge edge[BOARD_MAX_AREA + 1];
    assert_true(grow(t, root, 21, 1));
    assert_int_equal(tree_open(t, root, 21), 21);
    for (point m = 1; m <= 21; m++)
        for (point i = 0; i < m; i++)
            tree_sum_add(around_of(t, root, m), 100u + m);
    tree_node *child = tree_child(t, root, 18);
    assert_true(grow(t, child, 5, 1));
    tree_sum_add(around_of(t, child, 2), 7);
    for (point m = 1; m <= 21; m++) {
        assert_around(t, root, m, m, 100 + m);
        assert_int_equal(node_visits(tree_child(t, root, m)), 0); /* they are no node's */
    }
    for (int i = 0; i < 21; i++) /* 21, 20, .. 1 */
        edge[i] = tree_edge_of((point)(21 - i), 1.0f / (float)(i + 2));
    assert_true(tree_renew(t, root, edge, 21));
    for (point m = 1; m <= 21; m++)
        assert_around(t, root, m, m, 100 + m);
    tree_keep(t, tree_child(t, root, 18), 0);
    assert_around(t, tree_at(t, TREE_ROOT), 2, 1, 7);
    assert_around(t, tree_at(t, TREE_ROOT), 3, 0, 0);
    end_tree(t);
}

static void sums_end_before_they_overflow(void **state)
{
    (void)state;
    double mean;
    tree_sum sum = (uint64_t)255 * (TREE_SUM_MOST - 1) << TREE_SUM_BITS | (TREE_SUM_MOST - 1);
    tree_sum_add(&sum, 255);
    tree_sum_add(&sum, 255);
    assert_close(tree_sum_get(&sum, &mean), TREE_SUM_MOST, 0);
    assert_close(mean, 255, 1e-12);
    sum = 0;
    assert_close(tree_sum_get(&sum, &mean), 0, 0);
    assert_close(mean, 0, 0);
}

/* A node begins with 16 of its 21 moves; all come in another order and with other priors,
 * but those that are there stay where they are.                               */
static void some_edges_first(void **state)
{
    (void)state;
    tree *t = new_tree(TREE_MIN_BYTES);
    tree_node *root = tree_at(t, TREE_ROOT);
    tree_edge edge[21], others[21];
    t->n_some = 16;
    some_edges(21, edge);
    for (int i = 0; i < 21; i++)
        others[i] = tree_edge_of((point)(21 - i), 1.0f / (float)(i + 30));
    root->state = NODE_BUSY;
    assert_true(tree_expand_some(t, root, edge, 21));
    assert_true(node_is_some(root) && node_has_edges(root));
    assert_int_equal(tree_known(t, root), 16);
    assert_int_equal(root->n_edges, 21);
    assert_int_equal(tree_open(t, root, 21), 16);

    visit(tree_child(t, root, 3), 7);
    tree_keep(t, root, 0); /* packs it as it is */
    assert_true(node_is_some(root));
    assert_int_equal(tree_open(t, root, 21), 16);
    assert_true(tree_complete(t, root, others, 21));
    assert_false(node_is_some(root));
    assert_int_equal(tree_open(t, root, 21), 21);
    assert_int_equal(node_visits(tree_child(t, root, 3)), 7);
    const tree_edge *all = tree_edges(t, root);
    for (int i = 0; i < 21; i++) {
        assert_int_equal(all[i].move, i < 16 ? i + 1 : 37 - i);
        assert_int_equal(all[i].prior, others[21 - all[i].move].prior);
    }
    int n = 0;
    for (tree_walk w = tree_first(t, root); w.child; tree_next(t, &w)) {
        assert_true(w.child->prior == tree_edge_prior(all[n]));
        assert_int_equal(w.child->move, all[n++].move);
    }
    assert_int_equal(n, 21);
    assert_true(tree_complete(t, root, others, 21)); /* nothing is left to do */

    tree_clear(t);
    root->state = NODE_BUSY;
    assert_true(tree_expand_some(t, root, edge, 12)); /* fewer than 16: all at once */
    assert_false(node_is_some(root));
    assert_int_equal(tree_open(t, root, 21), 12);
    end_tree(t);
}

static void edges_are_sorted_by_prior_and_move(void **state)
{
    (void)state;
    tree_edge edge[BOARD_MAX_AREA + 1];
    rng random = rng_seed(5);
    for (int n = 1; n <= BOARD_MAX_AREA + 1; n += 12) {
        bool there[BOARD_MAX_AREA + 1] = {false};
        for (int i = 0; i < n; i++) { /* many equal priors; PASS is 0, the others in any order */
            double prior = 1.0 / (1 + (double)rng_below(&random, 20));
            edge[i] = tree_edge_of((point)((i * 7 + 3) % n), (float)prior);
        }
        if (n % 7 == 0)
            continue; /* then moves would come twice */
        tree_sort_edges(edge, n);
        for (int i = 0; i < n; i++) {
            assert_false(there[edge[i].move]);
            there[edge[i].move] = true;
            assert_true(i == 0 || edge[i - 1].prior > edge[i].prior ||
                        (edge[i - 1].prior == edge[i].prior && edge[i - 1].move < edge[i].move));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(priors_keep_seven_bits),
        cmocka_unit_test(nodes_open_by_eights_in_the_order_of_the_edges),
        cmocka_unit_test(a_node_without_moves_open_has_no_children),
        cmocka_unit_test(what_is_below_the_new_root_is_kept),
        cmocka_unit_test(pruning_makes_leaves_of_the_seldom_visited),
        cmocka_unit_test(a_random_tree_survives_packing),
        cmocka_unit_test(a_full_tree_refuses_and_can_be_pruned),
        cmocka_unit_test(threads_open_a_node_together),
        cmocka_unit_test(renewed_edges_keep_the_nodes_of_their_moves),
        cmocka_unit_test(a_boundless_tree_is_cut_to_the_ids),
        cmocka_unit_test(some_edges_first),
        cmocka_unit_test(sums_around_follow_their_moves),
        cmocka_unit_test(sums_end_before_they_overflow),
        cmocka_unit_test(edges_are_sorted_by_prior_and_move),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
