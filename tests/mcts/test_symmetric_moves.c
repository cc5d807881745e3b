/* Moves that are images of each other, with a network: one is searched for all. */
#include <stdio.h>

#include "board/symmetry.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"
#include "tests/support/unit.h"

/* Searches the empty board of 7x7, which has 10 points that are no images of each other.
 * White may not play at D4 in the first `plies`.  Returns how many moves were visited. */
static int moves_of_the_empty_board(const char *words, int plies)
{
    game *g = game_drawn(7, "chinese", 7, BLACK, NULL);
    search *s = search_with(words);
    search_analysis a = {0};
    double priors = 0, shown = 0;
    const search_restriction avoid = {WHITE, at(&g->board, "D4"), plies};
    search_limits l = search_limits_default(search_configured(s));
    l.avoid = &avoid;
    l.n_avoid = 1;
    assert_int_equal(search_run(s, g, BLACK, &l, NULL), GO_OK);
    assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
    for (int i = 0; i < a.n_moves; i++)
        priors += a.move[i].prior;
    for (int i = 0; i <= 49; i++)
        shown += (double)a.prior[i];
    assert_close(priors, 1, 0.01);
    assert_close(shown, 1, 0.01);
    int n = a.n_moves;
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
    return n;
}

static void one_of_symmetric_moves_stands_for_all(void **state)
{
    (void)state;
    assert_int_equal(moves_of_the_empty_board("playouts=600 c-puct=50 root-symmetry=no", 0), 50);
    assert_int_equal(moves_of_the_empty_board("playouts=600 c-puct=50 root-symmetry=yes", 0), 11);
}

/* Move i of an analysis with copies: is it what was searched, turned? */
static void check_copy(const search_analysis *a, int i)
{
    const search_move *m = &a->move[i];
    int of = 0;
    while (a->move[of].at != m->original)
        of++;
    assert_true(of <= i && (of == i) == !m->symmetry);
    assert_int_equal(m->visits, a->move[of].visits);
    assert_int_equal(m->n_pv, a->move[of].n_pv);
    assert_int_equal(m->pv[0], m->at);
    for (int k = 0; k < m->n_pv; k++)
        assert_int_equal(m->pv[k], symmetry_point(m->symmetry, 7, a->move[of].pv[k]));
    for (int k = 0; k < 49; k++) {
        const point image = symmetry_point(m->symmetry, 7, board_point_at(7, k));
        assert_true(a->move_ownership[i * 49 + board_index_on(7, image)] ==
                    a->move_ownership[of * 49 + k]);
    }
}

static void copies_of_symmetric_moves_are_listed_if_wanted(void **state)
{
    (void)state;
    game *g = game_drawn(7, "chinese", 7, BLACK, NULL);
    search *s = search_with("c-puct=50");
    const search_limits limits = {.playouts = 100, .exact = true, .moves_ownership = true};
    const analysis_options all = {.min_moves = SEARCH_MAX_MOVES, .symmetric = true},
                           few = {.max_moves = 3, .symmetric = true};
    search_analysis a = {0};
    bool listed[BOARD_MAX_POINTS] = {false};
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    assert_int_equal(search_analyze(s, &all, &a, NULL), GO_OK);
    assert_int_equal(a.n_moves, 50);
    for (int i = 0; i < a.n_moves; i++) {
        const search_move *m = &a.move[i];
        assert_false(listed[m->at]);
        listed[m->at] = true;
        assert_close(m->prior, (double)a.prior[board_index(&g->board, m->at)], 1e-9);
        check_copy(&a, i);
    }
    assert_int_equal(search_analyze(s, &few, &a, NULL), GO_OK);
    assert_int_equal(a.n_moves, 3);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

/* As if each were searched. */
static void expect_priors_of_all_moves(const game *g, const char *words)
{
    static const char *const symmetry[] = {"root-symmetry=no", "root-symmetry=yes"};
    search_analysis a[2];
    for (int i = 0; i < 2; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s %s", words, symmetry[i]);
        search *s = search_with(text);
        search_game(s, g);
        a[i] = whole_analysis(s);
        search_destroy(s);
    }
    for (int i = 0; i <= 49; i++)
        assert_close(a[0].prior[i], a[1].prior[i], 0.02 * (double)a[0].prior[i] + 1e-6);
    for (int i = 0; i < 2; i++)
        search_analysis_release(&a[i]);
}

/* Also where they are not the network's own. */
static void symmetric_moves_have_the_priors_that_are_searched_by(void **state)
{
    (void)state;
    game *g = game_drawn(7, "chinese", 7, BLACK, NULL);
    expect_priors_of_all_moves(g, "prior=gammas");
    expect_priors_of_all_moves(g, "symmetry=none");
    expect_priors_of_all_moves(g, "symmetry=none policy-temperature=4");
    game_destroy(g);
}

/* A high one makes the priors of the moves that are searched almost alike. */
static void a_temperature_of_the_root_shows_in_the_priors(void **state)
{
    (void)state;
    game *g = game_drawn(7, "chinese", 7, BLACK, NULL);
    search *s = search_with("symmetry=none root-temperature=10");
    search_game(s, g);
    search_analysis a = whole_analysis(s);
    double sum = 0, centre = a.prior[24];
    for (int i = 0; i <= 49; i++)
        sum += (double)a.prior[i];
    assert_close(sum, 1, 0.02);
    assert_close(centre, 1 / 11.0, 0.03); /* of ten moves that stand for others, and the pass */
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

static void symmetric_moves_differ_if_answers_are_forbidden(void **state)
{
    (void)state;
    /* white's moves are answers: the first ply is black's */
    assert_int_equal(moves_of_the_empty_board("playouts=600 c-puct=50", 1), 11);
    assert_int_equal(moves_of_the_empty_board("playouts=600 c-puct=50", 2), 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_symmetric_moves_stands_for_all),
        cmocka_unit_test(copies_of_symmetric_moves_are_listed_if_wanted),
        cmocka_unit_test(symmetric_moves_have_the_priors_that_are_searched_by),
        cmocka_unit_test(a_temperature_of_the_root_shows_in_the_priors),
        cmocka_unit_test(symmetric_moves_differ_if_answers_are_forbidden),
    };
    return cmocka_run_group_tests_name("symmetric moves", tests, small_nets_setup,
                                       small_nets_teardown);
}
