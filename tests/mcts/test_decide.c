/* The order in which the root's moves are chosen, and the choice, from numbers made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "mcts/decide.h"
#include "tests/support/assert_close.h"
#include "tests/support/root_scene.h"
#include "tests/support/searching.h"

/* `expected` are the numbers of the n moves, best first. */
static void scene_expect(const scene *s, int n, const int *expected)
{
    tree_node *order[SEARCH_MAX_MOVES];
    assert_int_equal(order_of_choice(s->root, order), n);
    for (int i = 0; i < n; i++)
        assert_int_equal(order[i]->move, 100 + expected[i]);
}

static void expect_order(const char *words, const move_case *moves, int n, const int *expected)
{
    scene s;
    scene_begin(&s, words, moves, n);
    scene_expect(&s, n, expected);
    scene_end(&s);
}

#define BY_VISITS "rule=puct c-puct=0.5 c-puct-log=0 c-puct-spread=0 lcb=no "

/* With s = 0.5 sqrt(43) = 3.28 the first scores 0.6 + 0.4 s / 21 = 0.662; now the second would
 * get 0.2 s / 0.262 - 1 = 1.5 visits and the third 0.2 s / 0.112 - 1 = 4.8.    */
static void visits_that_would_not_be_given_again_do_not_count(void **state)
{
    (void)state;
    static const move_case moves[] = {
        {0.4f, 20, 0.6, OPEN}, {0.2f, 12, 0.4, OPEN}, {0.2f, 10, 0.55, OPEN}};
    expect_order(BY_VISITS "retrospect=no", moves, 3, (const int[]){0, 1, 2});
    expect_order(BY_VISITS "retrospect=yes", moves, 3, (const int[]){0, 2, 1});
    expect_order("rule=uct-rave lcb=no retrospect=yes", moves, 3, (const int[]){0, 1, 2});
}

/* The move with the most visits keeps them, however bad it is. */
static void the_most_visited_move_is_the_measure(void **state)
{
    (void)state;
    static const move_case moves[] = {{0.4f, 30, 0.4, OPEN}, {0.2f, 28, 0.6, OPEN}};
    expect_order(BY_VISITS "retrospect=yes", moves, 2, (const int[]){0, 1});
    expect_order(BY_VISITS "retrospect=yes lcb=yes", moves, 2, (const int[]){1, 0});
}

/* Moves of 15 % of the most visits, and at least 10, are ranked by their bound. */
static void a_bound_needs_enough_visits(void **state)
{
    (void)state;
    static const move_case enough[] = {{0.4f, 300, 0.4, OPEN}, {0.2f, 60, 0.6, OPEN}},
                           few[] = {{0.4f, 300, 0.4, OPEN}, {0.2f, 40, 0.9, OPEN}};
    expect_order("rule=puct lcb=yes retrospect=no", enough, 2, (const int[]){1, 0});
    expect_order("rule=puct lcb=yes retrospect=no", few, 2, (const int[]){0, 1});
    expect_order("rule=puct lcb=no retrospect=no", enough, 2, (const int[]){0, 1});
}

/* Nine visits say nothing yet, ten do; and a move whose visits all would not be given again has
 * no bound.                                                                   */
static void a_bound_of_sums_needs_ten_visits(void **state)
{
    (void)state;
    move_case moves[] = {{0.4f, 20, 0.1, OPEN}, {0.2f, 9, 1, OPEN}};
    expect_order("rule=puct lcb=yes retrospect=no", moves, 2, (const int[]){0, 1});
    moves[1].visits = 10;
    expect_order("rule=puct lcb=yes retrospect=no", moves, 2, (const int[]){1, 0});
}

static void moves_that_cannot_be_played_are_not_listed(void **state)
{
    static const move_case moves[] = {
        {0.3f, 40, 0.5, OPEN}, {0.3f, 30, 0.5, OPEN}, {0.2f, 20, 0.5, OPEN}, {0.2f, 0, 0, OPEN}};
    scene s;
    (void)state;
    scene_begin(&s, BY_VISITS "retrospect=no", moves, 4);
    scene_expect(&s, 3, (const int[]){0, 1, 2}); /* the last has no visits */
    s.root->refused[100] = true;
    scene_expect(&s, 2, (const int[]){1, 2});
    node_mark(tree_child(&s.t, tree_root(&s.t), 101), NODE_BANNED);
    scene_expect(&s, 1, (const int[]){2});
    scene_end(&s);
}

static void proven_wins_come_first_and_proven_losses_last(void **state)
{
    static const move_case moves[] = {
        {0.3f, 40, 0.9, LOST}, {0.3f, 30, 0.5, OPEN}, {0.2f, 2, 0.1, WON}, {0.2f, 20, 0.5, OPEN}};
    (void)state;
    expect_order(BY_VISITS "retrospect=no", moves, 4, (const int[]){2, 1, 3, 0});
}

/* The moves that took part longest have the most visits; among them the score decides, not the
 * bound of the values.                                                        */
static void halving_ranks_by_visits_then_by_score(void **state)
{
    static const move_case moves[] = {{0.4f, 20, 0.9, OPEN},
                                      {0.3f, 40, 0.4, OPEN},
                                      {0.2f, 40, 0.5, OPEN},
                                      {0.1f, 40, 0.45, OPEN}};
    scene s;
    (void)state;
    scene_begin(&s, "rule=puct lcb=yes retrospect=no", moves, 4);
    gumbel *g = calloc(1, sizeof *g);
    assert_non_null(g);
    s.root->gumbel = g;
    scene_expect(&s, 4, (const int[]){2, 3, 1, 0});
    g->base[103] = 10; /* noise and prior speak for it: 90 visits of 0.05 are 4.5 */
    scene_expect(&s, 4, (const int[]){3, 2, 1, 0});
    free(g);
    scene_end(&s);
}

/* The best leads by 20 visits, which fewer playouts cannot make up for. */
static void a_lead_that_no_playouts_can_make_up_for_decides(void **state)
{
    static const move_case moves[] = {
        {0.3f, 40, 0.5, OPEN}, {0.3f, 20, 0.5, OPEN}, {0.2f, 10, 0.5, OPEN}};
    scene s;
    (void)state;
    scene_begin(&s, BY_VISITS "retrospect=no", moves, 3);
    assert_true(order_is_decided(s.root, 19));
    assert_false(order_is_decided(s.root, 20));
    s.root->refused[100] = s.root->refused[101] = true;
    assert_true(order_is_decided(s.root, 9));
    s.root->refused[102] = true; /* nothing is left to choose from */
    assert_false(order_is_decided(s.root, 0));
    scene_end(&s);
    scene_begin(&s, BY_VISITS "retrospect=no", moves, 1);
    assert_true(order_is_decided(s.root, 1000)); /* the only move */
    scene_end(&s);
}

/* A move with more than 7 visits for 10 of the best. */
static void a_rival_makes_the_choice_unclear(void **state)
{
    move_case moves[] = {{0.3f, 100, 0.5, OPEN}, {0.3f, 10, 0.5, OPEN}, {0.2f, 70, 0.5, OPEN}};
    scene s;
    (void)state;
    scene_begin(&s, BY_VISITS "retrospect=no", moves, 3);
    assert_false(order_is_unclear(s.root));
    scene_end(&s);
    moves[2].visits = 71;
    scene_begin(&s, BY_VISITS "retrospect=no", moves, 3);
    assert_true(order_is_unclear(s.root));
    scene_end(&s);
}

/* Two moves whose values are means: one of weight 4 in 4 visits, worth 0.6, the other of
 * weight 1 in one visit, worth 0.8.                                           */
static void means_have_bounds_from_the_first_visit_on(void **state)
{
    (void)state;
    static const tree_spot spot = {.to_move = WHITE};
    static const move_case moves[] = {{0.5f, 4, 0.6, OPEN}, {0.25f, 1, 0.8, OPEN}};
    averaging averages = {0};
    scene s;
    tree_node *child[2];
    scene_begin(&s, "score-utility=0.1 score-change=0.3", moves, 2);
    s.root->averages = &averages;
    for (int i = 0; i < 2; i++) {
        child[i] = tree_child(&s.t, tree_root(&s.t), (point)(100 + i));
        tree_node *home = tree_settle(&s.t, child[i], &spot);
        tree_record *r = node_record(child[i]);
        assert_non_null(r);
        if (!r)
            return;
        home->visits = i ? 1 : 4;
        r->weight = i ? 1 : 4;
        r->weight_square = i ? 1 : 4;
        r->utility = i ? 0.8f : 0.6f;
        r->utility_square = i ? 0.64f : 0.4f;
    }
    /* 4 visits, with the largest variance of 0.7^2 as 1 / 64 of their weight */
    assert_close(order_lcb(s.root, child[0]), 0.6 - 5 * sqrt((0.04 + 0.49 / 65) / 4.121951), 1e-5);
    /* one visit, and the same as one more: two of variance 0.49 / 2 */
    assert_close(order_lcb(s.root, child[1]), 0.8 - 5 * 0.35, 1e-5);
    tree_node *order[SEARCH_MAX_MOVES];
    assert_int_equal(order_of_choice(s.root, order), 2);
    assert_int_equal(order[0]->move, 100);
    scene_end(&s);
}

/* Ten playouts, six of them won, as squares have it: variance 0.24 * 10 / 9 + 0.25 / 10, and the
 * 97.5 % point of Student's t with 9 degrees of freedom.                      */
static void sums_have_bounds_by_student_s_t(void **state)
{
    (void)state;
    const double t9 = 2.2621571628, half = t9 * sqrt((0.24 * 10 / 9 + 0.025) / 10);
    static const move_case six_of_ten = {1, 10, 0.6, OPEN};
    scene s;
    scene_begin(&s, "lcb-confidence=0.975", &six_of_ten, 1);
    tree_node *child = tree_child(&s.t, tree_root(&s.t), 100);
    child->value_square = 6 * TREE_ONE;
    assert_close(order_lcb(s.root, child), 0.6 - half, 1e-6);
    s.root->position.to_move = WHITE;
    assert_close(order_lcb(s.root, child), 0.4 - half, 1e-6);
    child->visits = 1;
    assert_true(isinf(order_lcb(s.root, child)));
    scene_end(&s);
}

/* How often each of n moves is chosen out of 1,000 times, after `before`. */
static void count_choices(const char *words, const char *before, const move_case *moves, int n,
                          int *times)
{
    scene s;
    rng random = rng_seed(1);
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    play_moves(g, before);
    scene_begin_in(&s, g, words, moves, n);
    memset(times, 0, (size_t)n * sizeof *times);
    for (int k = 0; k < 1000; k++) {
        decider d = {0};
        search_decision out;
        decide_move(&d, s.root, &random, 0, &out);
        for (int i = 0; i < n; i++)
            times[i] += out.at == move_of(moves, i);
    }
    scene_end(&s);
    game_destroy(g);
}

#define DRAWN BY_VISITS "retrospect=no evaluator=uniform resign=no "

static void moves_are_drawn_by_visits(void **state)
{
    static const move_case moves[] = {
        {0.4f, 60, 0.5, OPEN}, {0.3f, 30, 0.5, OPEN}, {0.3f, 10, 0.5, OPEN}};
    int times[3];
    (void)state;
    count_choices(DRAWN "temperature=1", "", moves, 3, times);
    assert_in_range(times[0], 550, 650); /* three standard deviations are 46 */
    assert_in_range(times[1], 250, 350);
    assert_in_range(times[2], 70, 130);
    count_choices(DRAWN "temperature=0.5", "", moves, 3, times); /* 36 : 9 : 1 */
    assert_in_range(times[0], 740, 825);
    assert_in_range(times[2], 7, 40);
    count_choices(DRAWN "temperature=1 temperature-moves=2", "B A1 W A2", moves, 3, times);
    assert_in_range(times[0], 740, 825); /* it has halved */
    count_choices(DRAWN "temperature=0", "", moves, 3, times);
    assert_int_equal(times[0], 1000);
}

/* A pass, or a move that is known to lose, is not played for variety; it is if it is the best. */
static void some_moves_are_never_drawn_by_chance(void **state)
{
    static const move_case moves[] = {{0.3f, 40, 0.5, OPEN},
                                      {0.3f, 30, 0.5, PASSES},
                                      {0.2f, 30, 0.5, LOST},
                                      {0.2f, 20, 0.5, OPEN}},
                           pass_first[] = {{0.3f, 40, 0.5, PASSES}, {0.3f, 30, 0.5, OPEN}},
                           lost[] = {{0.3f, 40, 0.1, LOST}, {0.3f, 30, 0.1, LOST}};
    int times[4];
    (void)state;
    count_choices(DRAWN "temperature=1", "", moves, 4, times);
    assert_int_equal(times[1] + times[2], 0);
    assert_in_range(times[3], 285, 382);
    count_choices(DRAWN "temperature=1", "", pass_first, 2, times);
    assert_in_range(times[0], 523, 620);
    count_choices(DRAWN "temperature=1", "", lost, 2, times);
    assert_int_equal(times[0], 1000);
}

/* ---- resigning ---- */

#define RESIGNS DRAWN "temperature=1 resign=yes resign-threshold=0.1 resign-moves=2 "

/* A game on 9x9, from the 17th move on which a player may resign (a fifth of the points). */
static game *begun_game(void)
{
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    play_moves(g, "B A1 W B1 B C1 W D1 B E1 W F1 B G1 W H1 B J1 W A3 B B3 W C3 B D3 W E3 B F3 W G3 "
                  "B H3 W J3");
    return g;
}

/* Whichever move is drawn. */
static void the_best_move_tells_whether_to_resign(void **state)
{
    static const move_case moves[] = {{0.5f, 40, 0.05, OPEN}, {0.5f, 39, 0.5, OPEN}},
                           won = {1, 40, 0.2, WON};
    game *g = begun_game();
    scene s;
    rng random = rng_seed(1);
    search_decision out;
    int drawn = 0;
    (void)state;
    scene_begin_in(&s, g, RESIGNS "resign-moves=1", moves, 2);
    for (int i = 0; i < 20; i++) {
        decider d = {0};
        decide_move(&d, s.root, &random, 0, &out);
        assert_true(out.resign);
        drawn += out.at == move_of(moves, 1);
    }
    assert_in_range(drawn, 1, 19);
    scene_end(&s);
    scene_begin_in(&s, g, RESIGNS, &won, 1);
    decider d = {0};
    decide_move(&d, s.root, &random, 0, &out);
    assert_true(out.winrate == 1); /* it is proven, whatever a few visits have seen before */
    scene_end(&s);
    game_destroy(g);
}

/* Does black, whose only move has this value, resign? */
static bool resigns(decider *d, const char *words, const game *g, double value)
{
    const move_case move = {1, 40, value, OPEN};
    scene s;
    rng random = rng_seed(1);
    search_decision out;
    scene_begin_in(&s, g, words, &move, 1);
    decide_move(d, s.root, &random, 0, &out);
    scene_end(&s);
    return out.resign;
}

static void a_player_resigns_at_the_second_hopeless_move(void **state)
{
    decider d = {0}, later = {0};
    game *g = begun_game();
    (void)state;
    assert_false(resigns(&d, RESIGNS, g, 0.05));
    play_moves(g, "B A5 W B5");
    assert_true(resigns(&d, RESIGNS, g, 0.05));
    assert_false(resigns(&d, RESIGNS "resign=no", g, 0.05));
    assert_false(resigns(&d, RESIGNS, g, 0.15)); /* there is hope, and the count begins anew */
    play_moves(g, "B C5 W D5");
    assert_false(resigns(&d, RESIGNS, g, 0.05));
    play_moves(g, "B E5 W F5");
    assert_true(resigns(&d, RESIGNS, g, 0.05));
    g->handicap = 2; /* now from the 41st move on */
    assert_false(resigns(&d, RESIGNS, g, 0.05));
    g->handicap = 0;
    assert_int_equal(game_undo(g, 10, NULL), GO_OK); /* to the 14th move */
    assert_false(resigns(&later, RESIGNS, g, 0.05));
    play_moves(g, "B F3 W G3");
    assert_false(resigns(&later, RESIGNS, g, 0.05)); /* the second, but in the opening */
    play_moves(g, "B H3 W J3");
    assert_true(resigns(&later, RESIGNS, g, 0.05));
    game_destroy(g);
}

static void moves_taken_back_do_not_count_for_resigning(void **state)
{
    decider d = {0};
    game *g = begun_game();
    (void)state;
    assert_false(resigns(&d, RESIGNS, g, 0.05));
    assert_false(resigns(&d, RESIGNS, g, 0.05)); /* the same move again */
    play_moves(g, "B A5 W B5");
    assert_int_equal(game_undo(g, 2, NULL), GO_OK);
    assert_false(resigns(&d, RESIGNS, g, 0.05));
    assert_int_equal(game_undo(g, 2, NULL), GO_OK);
    play_moves(g, "B A7 W B7 B C7 W D7");
    assert_false(resigns(&d, RESIGNS, g, 0.05)); /* where it was hopeless is not in this game */
    play_moves(g, "B E7 W F7");
    assert_true(resigns(&d, RESIGNS, g, 0.05));
    game_destroy(g);
}

/* As many hopeless moves as a player can ask for are remembered, and no more. */
static void a_long_row_of_hopeless_moves_is_kept_at_its_end(void **state)
{
    decider d = {0};
    game *g = begun_game();
    (void)state;
    hopeless_row *row = &d.hopeless[BLACK];
    row->n = MOST_RESIGN_MOVES;
    for (int i = 0; i < row->n; i++) {
        row->move[i].steps = i < row->n - 1 ? (size_t)0 : g->n_steps - 1;
        row->move[i].position = game_situation(g, g->board.hash, g->to_move);
    }
    assert_true(resigns(&d, RESIGNS "resign-moves=1000", g, 0.05));
    assert_int_equal(row->n, MOST_RESIGN_MOVES);
    assert_int_equal(row->move[row->n - 1].steps, g->n_steps);
    assert_int_equal(row->move[row->n - 2].steps, g->n_steps - 1);
    game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visits_that_would_not_be_given_again_do_not_count),
        cmocka_unit_test(the_most_visited_move_is_the_measure),
        cmocka_unit_test(a_bound_needs_enough_visits),
        cmocka_unit_test(moves_are_drawn_by_visits),
        cmocka_unit_test(some_moves_are_never_drawn_by_chance),
        cmocka_unit_test(the_best_move_tells_whether_to_resign),
        cmocka_unit_test(a_player_resigns_at_the_second_hopeless_move),
        cmocka_unit_test(moves_taken_back_do_not_count_for_resigning),
        cmocka_unit_test(a_long_row_of_hopeless_moves_is_kept_at_its_end),
        cmocka_unit_test(a_bound_of_sums_needs_ten_visits),
        cmocka_unit_test(moves_that_cannot_be_played_are_not_listed),
        cmocka_unit_test(proven_wins_come_first_and_proven_losses_last),
        cmocka_unit_test(halving_ranks_by_visits_then_by_score),
        cmocka_unit_test(a_lead_that_no_playouts_can_make_up_for_decides),
        cmocka_unit_test(a_rival_makes_the_choice_unclear),
        cmocka_unit_test(means_have_bounds_from_the_first_visit_on),
        cmocka_unit_test(sums_have_bounds_by_student_s_t),
    };
    return cmocka_run_group_tests_name("decide", tests, NULL, NULL);
}
