/* A search from outside: repeatability, reuse, limits. */
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "mcts/final/final_status.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/searching.h"
#include "tests/support/temp_dir.h"

static int64_t root_visits(search *s)
{
    return search_counted(s).visits;
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
    search_analysis a = whole_analysis(s);
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

/* Bytes of the tree after a playout within so many seconds (0: no limit), and in *visits those
 * that it found.                                                              */
static int64_t bytes_kept(search *s, const game *g, double seconds, int64_t *visits)
{
    search_limits hurried = {.playouts = 1, .seconds = seconds, .exact = true};
    assert_int_equal(search_run(s, g, g->to_move, &hurried, NULL), GO_OK);
    *visits = root_visits(s) - 1;
    return search_counted(s).bytes;
}

static void a_large_tree_costs_a_share_of_the_time(void **state)
{
    (void)state;
    static const double seconds[] = {0, 100, 1e-6};
    int64_t bytes[3], visits[3], again;
    for (int i = 0; i < 3; i++) {
        search *s = search_of("playouts=2000");
        game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
        char name[16], move[20];
        snprintf(move, sizeof move, "B %s", move_found(s, g, name));
        play_moves(g, move);
        bytes[i] = bytes_kept(s, g, seconds[i], &visits[i]);
        assert_true(bytes_kept(s, g, 1e-6, &again) >= bytes[i]); /* the root stays */
        assert_int_equal(again, visits[i] + 1);
        game_destroy(g);
        search_destroy(s);
    }
    assert_int_equal(bytes[1], bytes[0]);
    assert_true(bytes[2] < bytes[0] / 4);
    assert_true(visits[0] > 200 && visits[2] == visits[0]);
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
        search_analysis a = whole_analysis(s);
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
        const double counted = search_counted(s).seconds;
        assert_true(counted >= limits.seconds * 0.999 && counted <= took);
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

static int64_t playouts_of(search *s, const game *g, bool thrifty)
{
    const search_limits limits = {.playouts = 3000, .thrifty = thrifty};
    assert_int_equal(search_run(s, g, g->to_move, &limits, NULL), GO_OK);
    return search_counted(s).playouts;
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

/* Before a lead is certain to last. */
static void thrift_saves_more(void **state)
{
    (void)state;
    game *g = game_drawn(7, "chinese", 9, BLACK, NULL);
    search *s = search_of("early-stop=yes");
    const int64_t thrifty = playouts_of(s, g, true);
    search_anew(s, "early-stop=yes");
    const int64_t certain = playouts_of(s, g, false);
    assert_true(thrifty < certain && certain < 3000);
    search_anew(s, "early-stop=no");
    assert_int_equal(playouts_of(s, g, true), 3000);
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

/* ---- gammas of several board sizes ---- */

static void write_gammas(const char *set, const char *path)
{
    gammas *g = drawn_gammas(set, 7, 5);
    assert_int_equal(gammas_write(g, path, NULL), GO_OK);
    gammas_destroy(g);
}

/* The files are gone after the first reading of each size, so it would fail a second time. */
static void a_search_that_returns_to_a_size_still_has_its_gammas(void **state)
{
    (void)state;
    const int sizes[] = {7, 9, 5};
    char large[400], fast[400];
    uint64_t first[3] = {0};
    temp_dir dir = temp_dir_create();
    write_gammas("large", temp_dir_path(&dir, "large.gammas", large));
    write_gammas("fast", temp_dir_path(&dir, "fast.gammas", fast));
    search *s = search_of("playouts=50");
    search_settings settings = *search_configured(s);
    settings.evaluate.gammas = large;
    settings.evaluate.playout.gammas = fast;
    assert_int_equal(search_configure(s, &settings, NULL), GO_OK);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3; i++) {
            game *g = game_drawn(sizes[i], "chinese", 7, BLACK, NULL);
            search_clear(s);
            search_game(s, g);
            if (round == 0)
                first[i] = tree_signature(s);
            assert_true(tree_signature(s) == first[i]);
            game_destroy(g);
        }
        if (round == 0)
            assert_true(remove(large) == 0 && remove(fast) == 0);
    }
    settings.evaluate.sharpness = 2; /* then the gammas are others */
    assert_int_equal(search_configure(s, &settings, NULL), GO_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(search_prepare(s, sizes[i], NULL), GO_EIO);
    search_destroy(s);
    assert_int_equal(temp_dir_remove(&dir), 0);
}

/* Of a search without playouts, too, whose moves get their priors with the fast gammas. */
static void an_estimate_of_the_end_changes_no_search(void **state)
{
    (void)state;
    final_status *end = malloc(sizeof *end);
    search *s = search_of("evaluator=uniform rule=puct playouts=100");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    game *other = game_drawn(7, "chinese", 7, BLACK, NULL);
    search_game(s, g);
    const uint64_t first = tree_signature(s);
    assert_int_equal(search_final_status(s, g, true, end, NULL), GO_OK);
    search_game(s, other);
    search_game(s, g);
    assert_true(tree_signature(s) == first);
    search_destroy(s);
    game_destroy(other);
    game_destroy(g);
    free(end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_and_one_seed_give_one_tree),
        cmocka_unit_test(another_seed_gives_another_tree),
        cmocka_unit_test(visits_below_the_moves_played_are_kept),
        cmocka_unit_test(a_large_tree_costs_a_share_of_the_time),
        cmocka_unit_test(what_does_not_continue_the_game_starts_afresh),
        cmocka_unit_test(reuse_can_be_switched_off),
        cmocka_unit_test(moves_undone_and_played_again_keep_the_tree),
        cmocka_unit_test(playouts_and_visits_are_counted),
        cmocka_unit_test(threads_share_the_playouts),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(the_stop_flag_ends_a_search_without_limits),
        cmocka_unit_test(early_stop_saves_playouts),
        cmocka_unit_test(thrift_saves_more),
        cmocka_unit_test(the_tree_is_pruned_when_it_is_full),
        cmocka_unit_test(a_search_that_returns_to_a_size_still_has_its_gammas),
        cmocka_unit_test(an_estimate_of_the_end_changes_no_search),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
