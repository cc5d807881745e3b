/* Networks in the search, tested with a small one of random weights, since what is
 * computed, cached, mixed and chosen does not depend on its strength.         */
#include <math.h>
#include <stdio.h>

#include "mcts/search_parts.h"
#include "nn/evaluator.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/needs.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"
#include "tests/support/unit.h"

static uint64_t signature_of(const char *words, const game *g)
{
    search *s = search_with(words);
    search_game(s, g);
    uint64_t signature = tree_signature(s);
    search_destroy(s);
    return signature;
}

/* ---- the search ---- */

static void one_thread_and_a_seed_give_one_tree(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    assert_true(signature_of("", g) == signature_of("", g));
    assert_true(signature_of("", g) != signature_of("seed=9", g)); /* other symmetries */
    assert_true(signature_of("symmetry=none", g) == signature_of("symmetry=none seed=9", g));
    assert_true(signature_of("net-cache=0", g) == signature_of("", g));
    game_destroy(g);
}

/* A second search of the position is as the first one was, also in what it learns of the network's
 * errors. */
static void assert_repeats(const char *words, bool cleared)
{
    game *g = some_game("chinese");
    search *s = search_with(words);
    search_game(s, g);
    const uint64_t first = tree_signature(s);
    if (cleared)
        search_clear(s);
    search_game(s, g);
    assert_true(tree_signature(s) == first);
    search_destroy(s);
    game_destroy(g);
}

static void a_cleared_search_remembers_nothing(void **state)
{
    (void)state;
    assert_repeats("playouts=100", true);
    assert_repeats("visits=100", true);
}

static void nor_does_a_search_that_begins_anew(void **state)
{
    (void)state;
    assert_repeats("playouts=100 reuse=no", false);
    assert_repeats("visits=100 reuse=no", false);
}

/* However little time there is, scores have a centre and a scale from the first visit on. */
static void a_search_without_time_is_one_of_a_playout(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    search *s = search_with("playouts=0");
    const search_limits limits[] = {{.seconds = 1e-7, .exact = true}, {.playouts = 1}};
    search_analysis a[2];
    for (int i = 0; i < 2; i++) {
        search_clear(s);
        assert_int_equal(search_run(s, g, g->to_move, &limits[i], NULL), GO_OK);
        a[i] = whole_analysis(s);
    }
    assert_close(a[0].winrate, a[1].winrate, 1e-9);
    assert_close(a[0].lead, a[1].lead, 1e-9);
    assert_int_equal(a[0].visits, a[1].visits);
    for (int i = 0; i < 2; i++)
        search_analysis_release(&a[i]);
    search_destroy(s);
    game_destroy(g);
}

static void each_leaf_is_evaluated_once_for_value_and_moves(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    search *s = search_with("playouts=30");
    search_game(s, g);
    search_counts c = search_counted(s);
    assert_int_equal(c.playouts, 30);
    assert_int_equal(c.visits, 31); /* the root's own is one */
    assert_int_equal(c.net_queries, 31);
    assert_true(c.net_evaluated <= 31 && c.net_evaluated > 10);
    assert_int_equal(c.net_batches, c.net_evaluated);
    assert_close(search_counts_batch(&c), 1, 1e-12);
    assert_close(search_counts_cached(&c), (31.0 - (double)c.net_evaluated) / 31, 1e-12);
    search_destroy(s);
    game_destroy(g);
}

static void only_queries_of_the_search_are_counted(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    search *s = search_with("playouts=20");
    nn_result raw;
    search_game(s, g);
    search_counts before = search_counted(s);
    assert_true(before.net_queries > 0);
    assert_int_equal(search_evaluate_network(s, g, WHITE, 3, 0, &raw, NULL), GO_OK);
    assert_int_equal(search_prepare(s, 9, NULL), GO_OK); /* a network for another board */
    search_counts after = search_counted(s);
    assert_int_equal(after.net_queries, before.net_queries);
    assert_int_equal(after.net_evaluated, before.net_evaluated);
    assert_int_equal(after.net_batches, before.net_batches);
    search_destroy(s);
    game_destroy(g);
}

static void the_whole_analysis_comes_from_the_network(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    search *s = search_with("symmetry=none playouts=1");
    search_analysis a = {0};
    nn_result raw;
    search_game(s, g);
    assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
    assert_int_equal(search_evaluate_network(s, g, BLACK, 0, 0, &raw, NULL), GO_OK);
    double most = 0;
    point best = PASS;
    for (int i = 0; i < 49; i++)
        if ((double)raw.policy[i] > most) {
            most = (double)raw.policy[i];
            best = board_point(&g->board, i % 7, i / 7);
        }
    assert_int_equal(a.n_moves, 1);
    assert_int_equal(a.move[0].at, best);
    assert_close(a.move[0].prior, most, 0.01);
    double owned = 0;
    for (int i = 0; i < 49; i++)
        owned += fabs((double)a.ownership[i]);
    assert_true(owned > 0);
    assert_true(a.lead_stdev > 0);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

/* As they are listed for clients that ask for a number of moves. */
static void moves_without_visits_are_listed(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    const char *words[] = {"playouts=3", "playouts=3 rule=uct-rave", "playouts=3 evaluator=mixed"};
    for (int i = 0; i < 3; i++) {
        search *s = search_with(words[i]);
        search_game(s, g);
        search_analysis a = whole_analysis(s);
        assert_true(a.n_moves > 3);
        const search_move *last = &a.move[a.n_moves - 1];
        assert_int_equal(last->visits, 0);
        assert_close(last->winrate, a.winrate, 1e-12);
        assert_close(last->lcb, 0, 1e-12);
        assert_true(last->prior > 0);
        search_analysis_release(&a);
        search_destroy(s);
    }
    game_destroy(g);
}

/* What the small network says of the root when a search asks. */
static double value_with(const char *words, const game *g, colour c)
{
    search *s = search_with(words);
    search_limits limits = {.visits = 1, .exact = true};
    search_analysis a = {0};
    assert_int_equal(search_run(s, g, c, &limits, NULL), GO_OK);
    assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
    assert_non_null(a.raw);
    double value = a.raw ? a.raw->value : 0;
    search_analysis_release(&a);
    search_destroy(s);
    return value;
}

/* Who searches more is the mover or the side that is named, and its opponent less. */
static void the_network_is_told_who_searches_more(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    double even = value_with("symmetry=none", g, BLACK);
    double more = value_with("symmetry=none doubling-advantage=2", g, BLACK);
    double less = value_with("symmetry=none doubling-advantage=-2", g, BLACK);
    assert_true(fabs(more - even) > 1e-4 && fabs(less - more) > 1e-4);
    assert_close(value_with("symmetry=none doubling-advantage=2 doubling-side=black", g, BLACK),
                 more, 1e-9);
    assert_close(value_with("symmetry=none doubling-advantage=2 doubling-side=white", g, BLACK),
                 less, 1e-9);
    assert_close(value_with("symmetry=none doubling-advantage=-2 doubling-side=white", g, BLACK),
                 more, 1e-9);
    /* the answers are those of the network for such inputs */
    nn_position *p = NULL;
    nn_result answer;
    nn_evaluator *e = NULL;
    nn_settings settings = {.size = 7, .max_batch = 1, .threads = 1};
    assert_int_equal(nn_position_create(&p, 7, 7, &g->rules, g->komi, NULL), GO_OK);
    assert_int_equal(nn_position_of_game(p, g, BLACK, NULL), GO_OK);
    assert_int_equal(nn_evaluator_create(&e, nets.model, nn_backend_by_name("reference"), &settings,
                                         NULL), GO_OK);
    nn_query q = {.position = p, .view = nn_view_plain(7)};
    q.view.doubling = 2;
    assert_int_equal(nn_evaluate(e, &q, 1, &answer, NULL), GO_OK);
    assert_close(more, answer.value, 1e-9);
    nn_evaluator_destroy(e);
    nn_position_destroy(p);
    game_destroy(g);
}

/* A tree whose values say that black searches more is of no use for white's move. */
static void with_the_other_side_to_move_the_doubling_begins_anew(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    for (int named = 0; named < 2; named++) {
        search *s = search_with(named ? "doubling-advantage=1 doubling-side=black playouts=40"
                                      : "doubling-advantage=1 playouts=40");
        search_limits limits = {.playouts = 40, .exact = true};
        search_decision d;
        assert_int_equal(search_run(s, g, WHITE, &limits, NULL), GO_OK);
        search_decide(s, &d);
        game *next = game_drawn(7, "chinese", 7, BLACK, NULL);
        play_moves(next, "B D4 W C5 B E5 W D6");
        assert_int_equal(game_play(next, WHITE, d.at, NULL), GO_OK);
        assert_int_equal(search_run(s, next, BLACK, &limits, NULL), GO_OK);
        assert_true((search_counted(s).visits > 41) == (named == 1));
        game_destroy(next);
        search_destroy(s);
    }
    game_destroy(g);
}

/* The network's answer for the root itself belongs to no move. */
static void each_move_has_the_ownership_behind_it(void **state)
{
    (void)state;
    game *g = some_game("tromp-taylor");
    search *s = search_with("symmetry=none");
    search_analysis a = {0};
    nn_result raw;
    search_limits limits = {.playouts = 40, .exact = true, .moves_ownership = true};
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
    assert_int_equal(search_evaluate_network(s, g, BLACK, 0, 0, &raw, NULL), GO_OK);
    for (int p = 0; p < 49; p++) {
        double sum = (double)raw.ownership[p];
        for (int i = 0; i < a.n_moves; i++)
            sum += (double)a.move[i].visits * (double)a.move_ownership[i * 49 + p];
        assert_close(sum / 41, (double)a.ownership[p], 1e-4);
    }
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

/* A network that tells no ownership takes nothing from that of the playouts. */
static void playouts_alone_may_tell_the_ownership(void **state)
{
    static const char lives[] = ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                ". . . . . . . . ."
                                "X X X X X X X X X"
                                ". X . X X X X X X";
    (void)state;
    game *g = game_drawn(9, "chinese", 7, WHITE, lives);
    search *s = search_on_net(nets.lz, "reference", "evaluator=mixed playouts=20");
    search_game(s, g);
    search_analysis a = whole_analysis(s);
    for (int i = 63; i < 81; i++) /* the two rows of black */
        assert_close((double)a.ownership[i], 1, 1e-6);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

static void a_mixture_of_one_part_is_that_part(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    assert_true(signature_of("evaluator=mixed lambda=0", g) ==
                signature_of("evaluator=network", g));
    assert_true(signature_of("evaluator=mixed lambda=1", g) ==
                signature_of("evaluator=rollout", g));
    assert_true(signature_of("evaluator=mixed lambda=0.5", g) !=
                signature_of("evaluator=network", g));
    game_destroy(g);
}

static void any_rule_goes_with_any_evaluator_and_prior(void **state)
{
    (void)state;
    static const char *const ways[] = {"uct-rave", "puct"};
    static const char *const evaluators[] = {"rollout", "uniform", "network", "mixed"};
    static const char *const priors[] = {"uniform", "network"};
    static const char *const rulesets[] = {"chinese", "tromp-taylor", "japanese"};
    for (int i = 0; i < 16; i++) {
        char words[200];
        game *g = some_game(rulesets[i % 3]);
        snprintf(words, sizeof words, "rule=%s evaluator=%s prior=%s", ways[i % 2],
                 evaluators[i / 2 % 4], priors[i / 8]);
        search *s = search_with(words);
        search_game(s, g);
        assert_int_equal(search_counted(s).playouts, 40);
        search_destroy(s);
        game_destroy(g);
    }
}

static void other_settings_of_the_root_are_kept(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    static const char *const words[] = {
        "root-average=yes", "symmetry=average", "root-temperature=3", "c-puct-spread=1",
        "discount=0"};
    uint64_t plain = signature_of("symmetry=none c-puct=5 playouts=100", g);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char all[100];
        snprintf(all, sizeof all, "symmetry=none c-puct=5 playouts=100 %s", words[i]);
        assert_true(signature_of(all, g) != plain);
    }
    game_destroy(g);
}

static void a_hurried_search_leaves_the_tree_as_it_is(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    search *s = search_with("playouts=60");
    search_limits hurried = {.playouts = 1, .seconds = 1e-6, .exact = true};
    search_game(s, g);
    const double before = s->averages.view.centre;
    assert_int_equal(search_run(s, g, g->to_move, &hurried, NULL), GO_OK);
    assert_true(s->averages.view.centre == before);
    search_game(s, g);
    assert_true(s->averages.view.centre != before);
    search_destroy(s);
    game_destroy(g);
}

/* ---- networks that tell no score ---- */

static void the_score_of_such_a_network_counts_for_nothing(void **state)
{
    (void)state;
    static const char *const words[] = {
        "playouts=80 lcb=no evaluator=mixed score-weight=0 score-utility=0 score-change=0",
        "playouts=80 lcb=no evaluator=mixed score-weight=0 score-utility=0.1 score-change=0.3"};
    game *g = game_drawn(9, "chinese", -30, BLACK, NULL);
    uint64_t signature[2];
    for (int i = 0; i < 2; i++) {
        search *s = search_on_net(nets.lz, "reference", words[i]);
        search_game(s, g);
        search_game(s, g); /* now the playouts have told who leads, and by how much */
        signature[i] = tree_signature(s);
        search_destroy(s);
    }
    assert_true(signature[0] == signature[1]);
    game_destroy(g);
}

static void dynamic_komi_is_no_lead(void **state)
{
    (void)state;
    game *g = game_drawn(9, "chinese", 0.5, WHITE, NULL);
    const point stones[] = {at(&g->board, "C3"), at(&g->board, "G7"), at(&g->board, "G3")};
    search *s = search_on_net(nets.lz, "reference", "playouts=10 dynamic-komi=10");
    assert_int_equal(game_place_handicap(g, stones, 3, NULL), GO_OK);
    search_game(s, g);
    search_analysis a = whole_analysis(s);
    assert_close(a.lead, 0, 1e-12);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

static uint64_t hopeful_signature(const char *words, const game *g)
{
    search *s = search_on_net(nets.two, "reference", words);
    search_game(s, g);
    uint64_t signature = tree_signature(s);
    search_destroy(s);
    return signature;
}

static void optimism_is_for_the_tree_and_for_the_root(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    uint64_t plain = hopeful_signature("optimism=0 root-optimism=0", g),
             within = hopeful_signature("optimism=1 root-optimism=0", g),
             above = hopeful_signature("optimism=0 root-optimism=1", g);
    assert_true(plain != within && plain != above && within != above);
    assert_true(signature_of("optimism=1 root-optimism=1", g) == /* it has none */
                signature_of("optimism=0 root-optimism=0", g));
    game_destroy(g);
}

/* A node of the tree becomes the root: the network is asked anew, as about any root. */
static void a_kept_root_has_the_priors_of_a_root(void **state)
{
    (void)state;
    static const char words[] = "symmetry=none optimism=1 root-optimism=0.2 root-temperature=2";
    game *g = some_game("chinese");
    search *kept = search_on_net(nets.two, "reference", words),
           *fresh = search_on_net(nets.two, "reference", words);
    search_analysis a = {0}, b = {0};
    search_game(kept, g);
    assert_int_equal(search_analyze(kept, NULL, &a, NULL), GO_OK);
    assert_true(a.move[0].visits > 3);
    assert_int_equal(game_play(g, BLACK, a.move[0].at, NULL), GO_OK);
    search_analysis_release(&a);
    search_game(kept, g);
    search_game(fresh, g);
    assert_true(search_counted(kept).visits > search_counted(fresh).visits);
    assert_int_equal(search_analyze(kept, NULL, &a, NULL), GO_OK);
    assert_int_equal(search_analyze(fresh, NULL, &b, NULL), GO_OK);
    for (int i = 0; i < 50; i++)
        assert_close((double)a.prior[i], (double)b.prior[i], 1e-9);
    search_analysis_release(&a);
    search_analysis_release(&b);
    game_destroy(g);
    search_destroy(kept);
    search_destroy(fresh);
}

static void two_passes_are_counted_by_the_rules(void **state)
{
    (void)state;
    static const double komi[] = {0.5, 9.5};
    for (int i = 0; i < 2; i++) {
        game *g = game_drawn(7, "tromp-taylor", komi[i], WHITE, finished_7x7);
        play_moves(g, "W pass");
        search *s = search_with("playouts=200 score-weight=0");
        search_analysis a = {0};
        search_game(s, g);
        assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
        const search_move *pass = tried(&a, g, "pass");
        assert_close(pass->lead, 7 - komi[i], 0.01);
        assert_close(pass->winrate, komi[i] < 7 ? 1 : 0, 1e-6);
        search_analysis_release(&a);
        search_destroy(s);
        game_destroy(g);
    }
}

static void threads_share_tree_and_network(void **state)
{
    (void)state;
    game *g = some_game("tromp-taylor");
    static const char *const words[] = {
        "threads=4 net-batch=2 playouts=200",
        "threads=4 net-batch=2 playouts=200 graph=no value-bias=0 discount=0 prune-noise=no "
        "uncertainty=0 score-utility=0 score-change=0"};
    for (int i = 0; i < 2; i++) {
        search *s = search_with(words[i]);
        search_game(s, g);
        search_counts c = search_counted(s);
        assert_int_equal(c.playouts, 200);
        assert_int_equal(c.visits, 201);
        assert_true(c.net_batches <= c.net_evaluated);
        search_destroy(s);
    }
    game_destroy(g);
}

/* ---- a trained network ---- */

static void a_trained_network_knows_who_leads(void **state)
{
    (void)state;
    const char *path = "../shared/nets/b7c96h3tfrs-test5-cnorm.bin.gz";
    need_file(path);
    for (int i = 0; i < 2; i++) {
        game *g = game_drawn(9, "chinese", i ? 40.5 : -40.5, BLACK, NULL);
        search *s = search_on_net(path, NULL, "playouts=12");
        search_analysis a = {0};
        search_game(s, g);
        assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
        assert_true(i ? a.winrate < 0.1 : a.winrate > 0.9);
        assert_close(a.lead, i ? -34 : 47, 13); /* networks learn little from such komi */
        search_analysis_release(&a);
        search_destroy(s);
        game_destroy(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_and_a_seed_give_one_tree),
        cmocka_unit_test(a_cleared_search_remembers_nothing),
        cmocka_unit_test(nor_does_a_search_that_begins_anew),
        cmocka_unit_test(a_search_without_time_is_one_of_a_playout),
        cmocka_unit_test(each_leaf_is_evaluated_once_for_value_and_moves),
        cmocka_unit_test(only_queries_of_the_search_are_counted),
        cmocka_unit_test(the_whole_analysis_comes_from_the_network),
        cmocka_unit_test(moves_without_visits_are_listed),
        cmocka_unit_test(the_network_is_told_who_searches_more),
        cmocka_unit_test(with_the_other_side_to_move_the_doubling_begins_anew),
        cmocka_unit_test(each_move_has_the_ownership_behind_it),
        cmocka_unit_test(playouts_alone_may_tell_the_ownership),
        cmocka_unit_test(a_mixture_of_one_part_is_that_part),
        cmocka_unit_test(any_rule_goes_with_any_evaluator_and_prior),
        cmocka_unit_test(other_settings_of_the_root_are_kept),
        cmocka_unit_test(a_hurried_search_leaves_the_tree_as_it_is),
        cmocka_unit_test(the_score_of_such_a_network_counts_for_nothing),
        cmocka_unit_test(dynamic_komi_is_no_lead),
        cmocka_unit_test(optimism_is_for_the_tree_and_for_the_root),
        cmocka_unit_test(a_kept_root_has_the_priors_of_a_root),
        cmocka_unit_test(two_passes_are_counted_by_the_rules),
        cmocka_unit_test(threads_share_tree_and_network),
        cmocka_unit_test(a_trained_network_knows_who_leads),
    };
    return cmocka_run_group_tests_name("network", tests, small_nets_setup, small_nets_teardown);
}
