/* A search from outside: repeatability, reuse, limits, analysis, restrictions. */
#include <math.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"

static int64_t root_visits(search *s)
{
    return search_counted(s).visits;
}

static search_analysis analysis_of(search *s)
{
    static const analysis_options all = {.min_moves = SEARCH_MAX_MOVES};
    search_analysis a = {0};
    assert_int_equal(search_analyze(s, &all, &a, NULL), GO_OK);
    return a;
}

/* ---- repeatability ---- */

static void one_thread_and_one_seed_give_one_tree(void **state)
{
    (void)state;
    const char *words[] = {"playouts=150", "playouts=150 rule=puct",
                           "playouts=150 noise=0.25 temperature=1", "playouts=150 ucb=tuned"};
    for (int i = 0; i < 4; i++) {
        uint64_t first = 0;
        for (int round = 0; round < 2; round++) { /* another search; the same after a clear */
            search *s = search_of(words[i]);
            game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
            for (int again = 0; again < 2; again++) {
                char a[16], b[16];
                move_found(s, g, a);
                uint64_t h = tree_signature(s);
                assert_int_equal(game_play(g, BLACK, at(&g->board, a), NULL), GO_OK);
                move_found(s, g, b);
                h ^= 3 * tree_signature(s);
                first = first ? first : h;
                assert_true(h == first);
                assert_int_equal(game_clear(g), GO_OK);
                g->komi = 7;
                search_clear(s);
            }
            game_destroy(g);
            search_destroy(s);
        }
    }
}

static void another_seed_gives_another_tree(void **state)
{
    (void)state;
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search *a = search_of("playouts=300 seed=1"), *b = search_of("playouts=300 seed=2");
    search_game(a, g);
    search_game(b, g);
    assert_true(tree_signature(a) != tree_signature(b));
    search_destroy(a);
    search_destroy(b);
    game_destroy(g);
}

/* ---- reuse ---- */

/* Visits that a search of `g` finds at the root: those after one more playout, minus it. */
static int64_t kept(search *s, const game *g, colour c)
{
    search_limits one = {.playouts = 1, .exact = true};
    assert_int_equal(search_run(s, g, c, &one, NULL), GO_OK);
    return root_visits(s) - 1;
}

static void visits_below_the_moves_played_are_kept(void **state)
{
    (void)state;
    search *s = search_of("playouts=600 rule=puct");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search_game(s, g);
    search_analysis a = analysis_of(s);
    const search_move best = a.move[0];
    assert_int_equal(a.visits, 600);
    assert_true(best.n_pv >= 3);
    game_play(g, BLACK, best.pv[0], NULL);
    assert_int_equal(kept(s, g, WHITE), best.visits);
    search_clear(s); /* and two moves later */
    game_undo(g, 1, NULL);
    search_game(s, g);
    game_play(g, BLACK, best.pv[0], NULL);
    game_play(g, WHITE, best.pv[1], NULL);
    assert_int_equal(kept(s, g, BLACK), best.pv_visits[1]);
    /* the same position keeps everything */
    assert_int_equal(kept(s, g, BLACK), best.pv_visits[1] + 1);
    search_analysis_release(&a);
    game_destroy(g);
    search_destroy(s);
}

static void searched(search *s, game *g)
{
    search_clear(s);
    search_game(s, g);
    assert_int_equal(root_visits(s), 200);
}

static void what_does_not_continue_the_game_starts_afresh(void **state)
{
    (void)state;
    search *s = search_of("playouts=200 rule=puct");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    play_moves(g, "B E5 W C3");
    searched(s, g);
    assert_int_equal(kept(s, g, WHITE), 0); /* the other side to move */

    searched(s, g);
    game_undo(g, 1, NULL);
    assert_int_equal(kept(s, g, WHITE), 0);

    play_moves(g, "W C3");
    searched(s, g);
    g->komi = 6.5;
    assert_int_equal(kept(s, g, BLACK), 0);

    searched(s, g);
    rules other;
    assert_true(rules_by_name("japanese", &other));
    game_set_rules(g, &other);
    assert_int_equal(kept(s, g, BLACK), 0);

    searched(s, g); /* colours that do not alternate */
    play_moves(g, "B G5 B G6");
    assert_int_equal(kept(s, g, WHITE), 0);

    searched(s, g); /* another line of play of the same length */
    game_undo(g, 2, NULL);
    play_moves(g, "B G6 B G5");
    assert_int_equal(kept(s, g, WHITE), 0);
    game_destroy(g);

    g = game_drawn(13, "chinese", 7, BLACK, NULL); /* another board */
    assert_int_equal(kept(s, g, BLACK), 0);
    game_destroy(g);
    search_destroy(s);
}

static void reuse_can_be_switched_off(void **state)
{
    (void)state;
    search *s = search_of("playouts=200 reuse=no");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search_game(s, g);
    assert_int_equal(kept(s, g, BLACK), 0);
    game_destroy(g);
    search_destroy(s);
}

static void moves_undone_and_played_again_keep_the_tree(void **state)
{
    (void)state;
    search *s = search_of("playouts=200");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    play_moves(g, "B E5 W C3");
    search_game(s, g);
    game_undo(g, 2, NULL);
    play_moves(g, "B E5 W C3");
    assert_int_equal(kept(s, g, BLACK), 200);
    game_destroy(g);
    search_destroy(s);
}

/* ---- limits ---- */

static void playouts_and_visits_are_counted(void **state)
{
    (void)state;
    search *s = search_of("");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search_limits limits = {.playouts = 150, .exact = true};
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    assert_int_equal(search_counted(s).playouts, 150);
    limits = (search_limits){.visits = 400, .exact = true}; /* 150 are there */
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    assert_int_equal(search_counted(s).playouts, 250);
    assert_int_equal(root_visits(s), 400);
    limits = (search_limits){.visits = 100, .exact = true}; /* at least one more */
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    assert_int_equal(root_visits(s), 401);
    game_destroy(g);
    search_destroy(s);
}

static void threads_share_the_playouts(void **state)
{
    (void)state;
    search *s = search_of("threads=3 virtual-loss=1");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search_limits limits = {.playouts = 500, .exact = true};
    for (int i = 0; i < 3; i++) {
        search_clear(s);
        assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
        assert_int_equal(search_counted(s).playouts, 500);
        search_analysis a = analysis_of(s);
        int64_t below = 0;
        for (int k = 0; k < a.n_moves; k++)
            below += a.move[k].visits;
        assert_int_equal(a.visits, 500);
        assert_true(below <= 500 && below > 450); /* some stopped at the busy root */
        search_analysis_release(&a);
    }
    game_destroy(g);
    search_destroy(s);
}

static void time_is_kept(void **state)
{
    (void)state;
    search *s = search_of("early-stop=yes threads=2");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    assert_int_equal(search_prepare(s, 9, NULL), GO_OK);
    for (int i = 0; i < 4; i++) {
        search_limits limits = {.seconds = 0.05 * i, .exact = true};
        limits.max_seconds = 2 * limits.seconds;
        limits.playouts = i ? 0 : 1;
        double began = omp_get_wtime();
        assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
        double took = omp_get_wtime() - began;
        assert_true(took >= limits.seconds * 0.999);
        /* a playout takes far less than a millisecond, but the machine may be busy */
        assert_true(took < limits.max_seconds + 0.5);
        assert_close(search_counted(s).seconds, took, 0.02 + 0.1 * took);
    }
    game_destroy(g);
    search_destroy(s);
}

static bool set_after_a_few(void *user, search *s)
{
    if (root_visits(s) > 20)
        atomic_store((atomic_bool *)user, true);
    return true;
}

static void the_stop_flag_ends_a_search_without_limits(void **state)
{
    (void)state;
    search *s = search_of("threads=2");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    atomic_bool stop = false;
    search_limits limits = {.stop = &stop, .report = set_after_a_few, .user = &stop};
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    assert_true(root_visits(s) > 20);
    game_destroy(g);
    search_destroy(s);
}

static void early_stop_saves_playouts(void **state)
{
    (void)state;
    /* white captures eight stones or loses */
    game *g = game_drawn(5, "chinese", 0.5, WHITE,
                         "X X X O ."
                         "X X X O O"
                         "X X . O ."
                         "O O O . O"
                         ". O . O .");
    search *s = search_of("playouts=3000 early-stop=yes"), *t = search_of("playouts=3000");
    search_game(s, g);
    search_game(t, g);
    assert_true(search_counted(s).playouts < 3000);
    assert_int_equal(search_counted(t).playouts, 3000);
    search_destroy(s);
    search_destroy(t);
    s = search_of("visits=3000 early-stop=yes");
    search_game(s, g);
    assert_true(search_counted(s).visits < 3000);
    search_destroy(s);
    game_destroy(g);
}

static void the_tree_is_pruned_when_it_is_full(void **state)
{
    (void)state;
    const char *words[] = {"memory=1M playouts=5000 threads=2 expand=1",
                           "memory=1M playouts=5000 threads=2 rule=puct evaluator=uniform expand=1",
                           "memory=1M playouts=5000 threads=1 widening=no expand=1"};
    for (int i = 0; i < 3; i++) {
        search *s = search_of(words[i]);
        game *g = game_drawn(13, "chinese", 7, BLACK, NULL);
        search_game(s, g);
        search_counts c = search_counted(s);
        assert_int_equal(c.playouts, 5000);
        assert_int_equal(c.visits, 5000);
        assert_true(c.prunings > 0);
        assert_true(c.bytes <= c.bytes_max && c.bytes_max <= 1 << 20);
        game_destroy(g);
        search_destroy(s);
    }
}

/* ---- analysis ---- */

static void check_move(const search_move *m, const game *g, colour c)
{
    assert_true(m->winrate >= 0 && m->winrate <= 1);
    assert_true(m->lcb >= 0 && m->lcb <= m->winrate + 1e-9);
    assert_true(m->prior >= 0 && m->prior <= 1);
    assert_true(fabs(m->lead) <= 1000 && m->lead_stdev >= 0 && m->lead_stdev < 1000);
    assert_true(m->rave == -1 || (m->rave >= 0 && m->rave <= 1));
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
        search_analysis a = analysis_of(s);
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
    search_analysis a = analysis_of(s);
    for (int i = 0; i < 49; i++)
        assert_true(i % 7 < 4 ? a.ownership[i] > 0.9f : a.ownership[i] < -0.9f);
    assert_close(a.lead, 7 - 0.5, 0.3); /* 28 to 21 */
    assert_true(a.winrate > 0.9);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
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
    for (int n = 0; n < 20; n++) { /* each time also the move just found, in the same tree */
        limits.avoid = avoid;
        limits.n_avoid = n;
        assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
        search_decide(s, &d);
        search_analysis a = analysis_of(s);
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
    search_analysis a = analysis_of(s);
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
    search_analysis a = analysis_of(s);
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

/* ---- priors of some moves ---- */

/* Moves that have a prior in the analysis, and their sum. */
static int moves_with_priors(search *s, double *sum)
{
    search_analysis a = analysis_of(s);
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
        cmocka_unit_test(one_thread_and_one_seed_give_one_tree),
        cmocka_unit_test(another_seed_gives_another_tree),
        cmocka_unit_test(visits_below_the_moves_played_are_kept),
        cmocka_unit_test(what_does_not_continue_the_game_starts_afresh),
        cmocka_unit_test(reuse_can_be_switched_off),
        cmocka_unit_test(moves_undone_and_played_again_keep_the_tree),
        cmocka_unit_test(playouts_and_visits_are_counted),
        cmocka_unit_test(threads_share_the_playouts),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(the_stop_flag_ends_a_search_without_limits),
        cmocka_unit_test(early_stop_saves_playouts),
        cmocka_unit_test(the_tree_is_pruned_when_it_is_full),
        cmocka_unit_test(the_numbers_are_plausible),
        cmocka_unit_test(analysis_works_while_threads_search),
        cmocka_unit_test(there_is_no_analysis_before_a_search),
        cmocka_unit_test(the_board_shows_who_owns_it),
        cmocka_unit_test(each_move_has_its_own_ownership),
        cmocka_unit_test(avoided_moves_are_neither_searched_nor_played),
        cmocka_unit_test(only_allowed_moves_are_played),
        cmocka_unit_test(restrictions_hold_to_their_depth),
        cmocka_unit_test(the_root_knows_all_its_moves),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
