/* From priors to the moves of a node: what becomes of the pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "board/coord.h"
#include "mcts/tree/edges.h"
#include "tests/support/assert_close.h"

static const bool nothing_settled[BOARD_MAX_POINTS];

/* The edges of a position in which the pass has a prior of `pass`; of the rest the i-th of n moves
 * has a share of i.  Returns their number.                                    */
static int edges_of(const board *b, float pass, bool knows_pass, tree_edge *edge)
{
    float prior[BOARD_MAX_AREA + 1] = {0}, n = (float)b->n_empty;
    for (int i = 0; i < b->n_empty; i++)
        prior[board_index(b, b->empty[i])] = (1 - pass) * (float)(i + 1) / (n * (n + 1) / 2);
    prior[b->size * b->size] = pass;
    edge_source source = {prior, knows_pass, nothing_settled, NULL, 0, false};
    return edges_make(b, b->n_moves % 2 ? WHITE : BLACK, &source, edge);
}

static int place_of_pass(const tree_edge *edge, int n)
{
    int i = 0;
    while (i < n && edge[i].move != PASS)
        i++;
    assert_true(i < n);
    return i;
}

static double sum_of(const tree_edge *edge, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)tree_edge_prior(edge[i]);
    return sum;
}

static void a_pass_that_leads_an_opening_comes_last(void **state)
{
    (void)state;
    for (int size = 2; size <= 9; size++) {
        board b;
        tree_edge edge[BOARD_MAX_AREA + 1];
        board_init(&b, size);
        int n = edges_of(&b, 0.9f, false, edge);
        assert_true(place_of_pass(edge, n) >= n - 2); /* as likely as the least likely move */
        assert_close(tree_edge_prior(edge[n - 2]), tree_edge_prior(edge[n - 1]), 1e-9);
        assert_close(sum_of(edge, n), 1, 0.01);
    }
}

/* Where it does not, gammas and board agree well enough. */
static void another_pass_keeps_its_prior(void **state)
{
    (void)state;
    board b;
    tree_edge edge[BOARD_MAX_AREA + 1];
    board_init(&b, 9);
    int n = edges_of(&b, 0.02f, false, edge);
    assert_true(place_of_pass(edge, n) < n / 2);
    assert_close(tree_edge_prior(edge[place_of_pass(edge, n)]), 0.02, 2e-4);
}

/* Once two fifths of the board are full, it may be right. */
static void a_late_pass_gets_the_prior_of_the_best_move(void **state)
{
    (void)state;
    board b;
    tree_edge edge[BOARD_MAX_AREA + 1];
    board_init(&b, 5);
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 5; x++)
            assert_int_equal(board_play(&b, y ? WHITE : BLACK, board_point_at(5, 20 * y + x)),
                             MOVE_OK);
    int n = edges_of(&b, 0.9f, false, edge);
    assert_true(place_of_pass(edge, n) <= 1);
    assert_close(tree_edge_prior(edge[0]), tree_edge_prior(edge[1]), 0.005);
    assert_close(sum_of(edge, n), 1, 0.01);
}

static void a_network_knows_when_to_pass(void **state)
{
    (void)state;
    board b;
    tree_edge edge[BOARD_MAX_AREA + 1];
    board_init(&b, 5);
    int n = edges_of(&b, 0.9f, true, edge);
    assert_int_equal(place_of_pass(edge, n), 0);
    assert_close(tree_edge_prior(edge[0]), 0.9, 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_that_leads_an_opening_comes_last),
        cmocka_unit_test(another_pass_keeps_its_prior),
        cmocka_unit_test(a_late_pass_gets_the_prior_of_the_best_move),
        cmocka_unit_test(a_network_knows_when_to_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
