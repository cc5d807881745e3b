/* What a search tells: its analysis, the moves that it may consider, the priors. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"

static void check_move(const search_move *m, const game *g, colour c)
{
    assert_true(m->winrate >= 0 && m->winrate <= 1);
    assert_true(m->lcb >= 0 && m->lcb <= m->winrate + 1e-9);
    assert_true(m->prior >= 0 && m->prior <= 1);
    assert_true(fabs(m->lead) <= 1000 && m->lead_stdev >= 0 && m->lead_stdev < 1000);
    assert_true(m->n_pv >= 1 && m->n_pv <= SEARCH_MAX_PV && m->pv[0] == m->at);
    board b;
    board_copy(&b, &g->board);
    for (int i = 0; i < m->n_pv; i++, c = opponent(c)) {
        assert_int_equal(board_play(&b, c, m->pv[i]), MOVE_OK);
        if (i)
            assert_true(m->pv_visits[i] <= m->pv_visits[i - 1]);
    }
}

static void check_analysis(const search_analysis *a, const game *g)
{
    int area = g->board.size * g->board.size;
    double prior = 0;
    int64_t visits = 0;
    for (int i = 0; i < area; i++) {
        assert_true(fabsf(a->ownership[i]) <= 1);
        assert_true(fabsf(a->criticality[i]) <= 1);
    }
    for (int i = 0; i <= area; i++)
        prior += (double)a->prior[i];
    assert_close(prior, 1, 0.1);
    assert_true(a->winrate >= 0 && a->winrate <= 1 && fabs(a->lead) < 1000);
    for (int i = 0; i < a->n_moves; i++) {
        check_move(&a->move[i], g, a->to_move);
        visits += a->move[i].visits;
    }
    assert_true(visits <= a->visits);
}

static void the_numbers_are_plausible(void **state)
{
    (void)state;
    const char *words[] = {"playouts=400", "playouts=400 rule=puct", "playouts=1", "playouts=3",
                           "playouts=100 evaluator=uniform prior=uniform",
                           "playouts=400 noise=0.5"};
    for (int i = 0; i < 6; i++) {
        search *s = search_of(words[i]);
        game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
        play_moves(g, "B E5 W C3 B G7");
        search_game(s, g);
        search_analysis a = whole_analysis(s);
        check_analysis(&a, g);
        assert_int_equal(a.to_move, WHITE);
        assert_int_equal(a.n_moves > 0, 1);
        search_analysis_release(&a);
        game_destroy(g);
        search_destroy(s);
    }
}

typedef struct watch {
    const game *g;
    search_analysis a;
    int reports;
    int64_t visits;
} watch;

static bool analyze_and_check(void *user, search *s)
{
    watch *w = user;
    assert_int_equal(search_analyze(s, NULL, &w->a, NULL), GO_OK);
    assert_true(w->a.visits >= w->visits);
    assert_true(isfinite(w->a.winrate) && isfinite(w->a.lead) && isfinite(w->a.lead_stdev));
    for (int i = 0; i < w->a.n_moves; i++)
        assert_true(isfinite(w->a.move[i].lcb) && isfinite(w->a.move[i].winrate) &&
                    w->a.move[i].n_pv >= 1);
    assert_true(search_counted(s).seconds < 60);
    w->visits = w->a.visits;
    return ++w->reports < 50;
}

static void analysis_works_while_threads_search(void **state)
{
    (void)state;
    search *s = search_of("threads=3 memory=1M");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    watch w = {.g = g};
    search_limits limits = {.report = analyze_and_check, .user = &w};
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    assert_int_equal(w.reports, 50);
    search_analysis_release(&w.a);
    game_destroy(g);
    search_destroy(s);
}

static void there_is_no_analysis_before_a_search(void **state)
{
    (void)state;
    go_error err;
    search_analysis a = {0};
    search *s = search_of("");
    assert_int_equal(search_analyze(s, NULL, &a, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "searched"));
    search_destroy(s);
}

static void the_board_shows_who_owns_it(void **state)
{
    (void)state;
    game *g = game_drawn(7, "chinese", 0.5, BLACK,
                         ". X . X O . ."
                         "X X X X O O O"
                         ". X . X O . O"
                         "X X X X O O ."
                         ". X . X O . O"
                         "X X X X O O O"
                         ". X X X O . O");
    search *s = search_of("playouts=200");
    search_game(s, g);
    search_analysis a = whole_analysis(s);
    for (int i = 0; i < 49; i++)
        assert_true(i % 7 < 4 ? a.ownership[i] > 0.9f : a.ownership[i] < -0.9f);
    assert_close(a.lead, 7 - 0.5, 0.3); /* 28 to 21 */
    assert_true(a.winrate > 0.9);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

/* Most moves of a short search have no node yet; superko and the limits forbid some. */
static void untried_moves_fill_up(void **state)
{
    (void)state;
    const char *words[] = {"playouts=100", "playouts=100 rule=puct", "playouts=100 prior-moves=8"};
    for (int i = 0; i < 3; i++) {
        search *s = search_of(words[i]);
        game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
        const point e5 = at(&g->board, "E5");
        const search_restriction avoid = {BLACK, e5, 1};
        const search_limits limits = {.playouts = 100, .exact = true, .avoid = &avoid, .n_avoid = 1};
        const analysis_options few = {.min_moves = 30}, fewer = {.min_moves = 30, .max_moves = 7};
        assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
        search_analysis a = whole_analysis(s);
        bool seen[BOARD_MAX_POINTS] = {[PASS] = false};
        assert_int_equal(a.n_moves, 81); /* with the pass, without E5 */
        check_analysis(&a, g);
        for (int k = 0; k < a.n_moves; k++) {
            const search_move *m = &a.move[k];
            assert_false(seen[m->at] || m->at == e5);
            seen[m->at] = true;
            if (!m->visits) {
                assert_close(m->winrate, a.winrate, 1e-9);
                assert_close(m->lead, a.lead, 1e-9);
                assert_true(k == 0 || a.move[k - 1].visits || m->prior <= a.move[k - 1].prior);
            }
        }
        assert_int_equal(search_analyze(s, &few, &a, NULL), GO_OK);
        assert_int_equal(a.n_moves, 30);
        assert_int_equal(search_analyze(s, &fewer, &a, NULL), GO_OK);
        assert_int_equal(a.n_moves, 7);
        search_analysis_release(&a);
        game_destroy(g);
        search_destroy(s);
    }
}

/* ---- restrictions ---- */

static bool has_move(const search_analysis *a, point p)
{
    for (int i = 0; i < a->n_moves; i++)
        if (a->move[i].at == p)
            return true;
    return false;
}

/* Each playout follows one move, so the total ownership is the mean over the moves,
 * weighted by their visits; and black owns more of C3 after playing there.    */
static void each_move_has_its_own_ownership(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        game *g = game_drawn(5, "chinese", 0.5, BLACK, NULL);
        search *s = search_of(threads == 1 ? "playouts=2000" : "playouts=2000 threads=2");
        search_analysis a = {0};
        search_limits limits = {.playouts = 2000, .exact = true, .moves_ownership = true};
        assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
        assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
        assert_non_null(a.move_ownership);
        for (int p = 0; p < 25; p++) {
            double sum = 0;
            for (int i = 0; i < a.n_moves; i++)
                sum += (double)a.move[i].visits * (double)a.move_ownership[i * 25 + p];
            assert_close(sum / 2000, (double)a.ownership[p], 1e-4);
        }
        long c3 = tried(&a, g, "C3") - a.move;
        int at = board_index(&g->board, a.move[c3].at);
        assert_true(a.move_ownership[c3 * 25 + at] > a.ownership[at]);
        search_game(s, g); /* no longer requested */
        assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
        assert_null(a.move_ownership);
        search_analysis_release(&a);
        search_destroy(s);
        game_destroy(g);
    }
}

static void avoided_moves_are_neither_searched_nor_played(void **state)
{
    (void)state;
    search *s = search_of("rule=puct");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search_limits limits = {.playouts = 300, .exact = true};
    search_decision d;
    search_restriction avoid[20];
    for (int n = 0; n < 20; n++) { /* each time also the move just found */
        limits.avoid = avoid;
        limits.n_avoid = n;
        assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
        search_decide(s, &d);
        search_analysis a = whole_analysis(s);
        for (int i = 0; i < n; i++) {
            assert_int_not_equal(d.at, avoid[i].at);
            assert_false(has_move(&a, avoid[i].at));
        }
        avoid[n] = (search_restriction){BLACK, d.at, 1};
        search_analysis_release(&a);
    }
    game_destroy(g);
    search_destroy(s);
}

static void only_allowed_moves_are_played(void **state)
{
    (void)state;
    search *s = search_of("");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    point allow[] = {at(&g->board, "A1"), at(&g->board, "J9"), at(&g->board, "E4")};
    search_limits limits = {.playouts = 300, .exact = true};
    search_decision d;
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    limits.allow[BLACK] = (search_allowance){allow, 3, 1};
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    search_decide(s, &d);
    assert_int_equal(d.at, allow[2]); /* the only one not on the border */
    search_analysis a = whole_analysis(s);
    assert_int_equal(a.n_moves, 3);
    search_analysis_release(&a);
    game_destroy(g);
    search_destroy(s);
}

/* Nobody may play C3 for three plies: it appears in the lines only after them. */
static void restrictions_hold_to_their_depth(void **state)
{
    (void)state;
    search *s = search_of("");
    game *g = game_drawn(5, "chinese", 0.5, BLACK, NULL);
    point c3 = at(&g->board, "C3");
    search_restriction avoid[] = {{BLACK, c3, 3}, {WHITE, c3, 3}};
    search_limits limits = {.playouts = 2000, .exact = true, .avoid = avoid, .n_avoid = 2};
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    search_analysis a = whole_analysis(s);
    int later = 0;
    for (int i = 0; i < a.n_moves; i++) {
        for (int k = 0; k < a.move[i].n_pv && k < 3; k++)
            assert_int_not_equal(a.move[i].pv[k], c3);
        later += a.move[i].n_pv > 3 && a.move[i].pv[3] == c3;
    }
    assert_true(later > 0);
    search_analysis_release(&a);
    game_destroy(g);
    search_destroy(s);
}

static uint32_t visits_of(search *s, const game *g, const search_limits *limits, double *winrate)
{
    assert_int_equal(search_run(s, g, BLACK, limits, NULL), GO_OK);
    search_analysis a = whole_analysis(s);
    const uint32_t visits = (uint32_t)a.visits;
    *winrate = a.winrate;
    search_analysis_release(&a);
    return visits;
}

/* What was found while White could only answer on the first line does not count afterwards. */
static void other_restrictions_begin_anew(void **state)
{
    (void)state;
    search *s = search_of("");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    point edge[] = {at(&g->board, "J1"), at(&g->board, "J2")};
    const search_limits plain = {.playouts = 300, .exact = true};
    search_limits bound = plain;
    double fresh, under, after;
    bound.allow[WHITE] = (search_allowance){edge, 2, 8};
    assert_int_equal(visits_of(s, g, &plain, &fresh), 300);
    assert_int_equal(visits_of(s, g, &bound, &under), 300);
    assert_int_equal(visits_of(s, g, &bound, &under), 600); /* the same again go on */
    assert_int_equal(visits_of(s, g, &plain, &after), 300);
    assert_true(under > fresh + 0.1);
    assert_close(after, fresh, 1e-9);
    assert_int_equal(visits_of(s, g, &bound, &under), 300);
    play_moves(g, "B E5 W J1"); /* the depth counts from here now */
    assert_int_equal(visits_of(s, g, &bound, &under), 300);
    bound.allow[WHITE].depth = 1; /* only of the root, which is Black's */
    assert_int_equal(visits_of(s, g, &plain, &after), 300);
    assert_int_equal(visits_of(s, g, &bound, &after), 600);
    game_destroy(g);
    search_destroy(s);
}

/* The visits of the only move that was allowed say nothing about the best one. */
static void a_move_that_was_analysed_alone_is_not_played(void **state)
{
    (void)state;
    search *s = search_of("");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    point corner = at(&g->board, "A1"), centre = at(&g->board, "E5");
    const search_limits plain = {.playouts = 300, .exact = true};
    search_limits bound = {.playouts = 1000, .exact = true, .allow[BLACK] = {&corner, 1, 1}};
    search_decision d;
    double winrate;
    assert_int_equal(visits_of(s, g, &bound, &winrate), 1000);
    assert_int_equal(visits_of(s, g, &plain, &winrate), 300);
    search_decide(s, &d);
    assert_int_not_equal(d.at, corner);
    bound.allow[BLACK].at = &centre;
    assert_int_equal(visits_of(s, g, &bound, &winrate), 1000); /* nor those of other moves about it */
    play_moves(g, "B E5"); /* below, all was searched: that is kept */
    assert_int_equal(search_run(s, g, WHITE, &plain, NULL), GO_OK);
    search_analysis a = whole_analysis(s);
    assert_true(a.visits >= 1290);
    search_analysis_release(&a);
    game_destroy(g);
    search_destroy(s);
}

/* Black is allowed nothing but to fill an eye: then white's answer in the other one has to be seen,
 * in that search and in the next one, which keeps the tree.                   */
static void a_filled_eye_is_no_life(void **state)
{
    (void)state;
    static const char drawing[] = ". O . O X X ."
                                  "O O O O X X X"
                                  "O . O O X X X"
                                  "O O O O X X ."
                                  "O O O O O X X"
                                  "X X X X O X X"
                                  ". X . X O X .";
    search *s = search_of("solve=0");
    game *g = game_drawn(7, "tromp-taylor", -10, BLACK, drawing);
    const point eye = at(&g->board, "A1"), other = at(&g->board, "C1");
    const search_limits bound = {.playouts = 200, .exact = true, .allow[BLACK] = {&eye, 1, 1}};
    const search_limits plain = {.playouts = 200, .exact = true};
    search_decision d;
    assert_int_equal(search_run(s, g, BLACK, &bound, NULL), GO_OK);
    search_analysis a = whole_analysis(s);
    assert_int_equal(a.n_moves, 1);
    assert_true(a.move[0].n_pv > 1);
    assert_int_equal(a.move[0].pv[1], other);
    search_analysis_release(&a);
    play_moves(g, "B A1");
    assert_int_equal(search_run(s, g, WHITE, &plain, NULL), GO_OK);
    search_decide(s, &d);
    assert_int_equal(d.at, other);
    game_destroy(g);
    search_destroy(s);
}

/* ---- ownership of a tree that is kept ---- */

static double owned(search *s)
{
    search_analysis a = whole_analysis(s);
    double sum = 0;
    for (int i = 0; i < 81; i++)
        sum += (double)a.ownership[i];
    search_analysis_release(&a);
    return sum;
}

static int undecided(search *s)
{
    search_analysis a = whole_analysis(s);
    int n = 0;
    for (int i = 0; i < 81; i++)
        n += fabsf(a.ownership[i]) < 0.9f;
    search_analysis_release(&a);
    return n;
}

static void ownership_goes_on_with_the_tree(void **state)
{
    (void)state;
    search *s = search_of("score-weight=0");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    play_moves(g, "B E5 W C3");
    const search_limits many = {.playouts = 500, .exact = true}, one = {.playouts = 1};
    assert_int_equal(search_run(s, g, BLACK, &many, NULL), GO_OK);
    const double before = owned(s);
    assert_int_equal(search_run(s, g, BLACK, &one, NULL), GO_OK);
    assert_close(owned(s), before, 1);
    search_analysis a = whole_analysis(s);
    assert_close(a.lead, owned(s) - 7, 1e-3);
    const point best = a.move[0].at;
    search_analysis_release(&a);
    assert_int_equal(game_play(g, BLACK, best, NULL), GO_OK);
    assert_int_equal(search_run(s, g, WHITE, &one, NULL), GO_OK);
    assert_true(undecided(s) > 20); /* one playout alone decides every point */
    game_destroy(g);
    search_destroy(s);
}

/* ---- priors of some moves ---- */

/* Moves that have a prior in the analysis, and their sum. */
static int moves_with_priors(search *s, double *sum)
{
    search_analysis a = whole_analysis(s);
    int n = 0;
    *sum = 0;
    for (int i = 0; i <= 81; i++) {
        n += a.prior[i] > 0;
        *sum += (double)a.prior[i];
    }
    search_analysis_release(&a);
    return n;
}

/* A position that had some of its moves as a node has all of them as the root, and a tree
 * that keeps fewer moves is smaller.                                          */
static void the_root_knows_all_its_moves(void **state)
{
    (void)state;
    const char *words[] = {"playouts=600 prior-moves=0", "playouts=600 prior-moves=8",
                           "playouts=600 prior-moves=8 threads=3",
                           "playouts=600 prior-moves=8 rule=puct"};
    int64_t bytes[4];
    for (int i = 0; i < 4; i++) {
        search *s = search_of(words[i]);
        game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
        for (int move = 0; move < 4; move++) {
            double sum;
            char name[16];
            move_found(s, g, name);
            assert_int_equal(moves_with_priors(s, &sum), g->board.n_empty + 1);
            assert_close(sum, 1, 0.02); /* rounded each */
            assert_int_equal(game_play(g, g->to_move, at(&g->board, name), NULL), GO_OK);
            bytes[i] = search_counted(s).bytes;
        }
        game_destroy(g);
        search_destroy(s);
    }
    assert_true(bytes[1] < bytes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_plausible),
        cmocka_unit_test(analysis_works_while_threads_search),
        cmocka_unit_test(there_is_no_analysis_before_a_search),
        cmocka_unit_test(the_board_shows_who_owns_it),
        cmocka_unit_test(each_move_has_its_own_ownership),
        cmocka_unit_test(untried_moves_fill_up),
        cmocka_unit_test(avoided_moves_are_neither_searched_nor_played),
        cmocka_unit_test(only_allowed_moves_are_played),
        cmocka_unit_test(restrictions_hold_to_their_depth),
        cmocka_unit_test(other_restrictions_begin_anew),
        cmocka_unit_test(a_move_that_was_analysed_alone_is_not_played),
        cmocka_unit_test(a_filled_eye_is_no_life),
        cmocka_unit_test(ownership_goes_on_with_the_tree),
        cmocka_unit_test(the_root_knows_all_its_moves),
    };
    return cmocka_run_group_tests_name("analysis", tests, NULL, NULL);
}
