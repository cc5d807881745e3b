/* Weaker play: ranks as efforts, and the candidates that they see. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "board/game/score.h"
#include "mcts/rank.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"

/* ---- efforts ---- */

static void each_rank_takes_more_effort(void **state)
{
    (void)state;
    for (int size = 5; size <= 25; size++) {
        for (int network = 0; network <= 1; network++) {
            rank_effort before = rank_effort_of(RANK_LOWEST, size, network);
            for (int rank = RANK_LOWEST + 1; rank <= RANK_HIGHEST; rank++) {
                rank_effort e = rank_effort_of(rank, size, network);
                double seen = e.candidates.n > 0 ? e.candidates.n : 1000;
                double seen_before = before.candidates.n > 0 ? before.candidates.n : 1000;
                assert_true(e.candidates.temperature <= before.candidates.temperature);
                assert_true(seen >= seen_before && e.playouts >= before.playouts);
                assert_true(e.candidates.temperature < before.candidates.temperature ||
                            e.playouts > before.playouts);
                before = e;
            }
        }
    }
}

static void ranks_have_words(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        int rank;
    } known[] = {{"full", 0}, {"30k", 1}, {"12k", 19}, {"1k", 30}, {"1d", 31}, {"9d", 39}};
    static const char *const unknown[] = {"31k", "0k", "10d", "0d", "5", "k", "5kyu", ""};
    search_settings s;
    search_settings_default(&s);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[16];
        assert_int_equal(search_settings_set(&s, "rank", known[i].word, NULL), GO_OK);
        assert_int_equal(s.choice.rank, known[i].rank);
        assert_true(search_settings_get(&s, "rank", text, sizeof text));
        assert_string_equal(text, known[i].word);
        rank_name(known[i].rank, text);
        assert_string_equal(text, known[i].word);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_int_equal(search_settings_set(&s, "rank", unknown[i], NULL), GO_EINVAL);
}

/* The last one set counts. */
static void strength_is_the_rank_as_a_number(void **state)
{
    char number[8], text[8];
    search_settings s;
    (void)state;
    search_settings_default(&s);
    assert_int_equal(search_limits_default(&s).rank, RANK_FULL);
    for (int rank = RANK_LOWEST; rank <= RANK_HIGHEST; rank++) {
        snprintf(number, sizeof number, "%g", 0.5 * (rank + 1));
        assert_int_equal(search_settings_set(&s, "strength", number, NULL), GO_OK);
        assert_int_equal(search_limits_default(&s).rank, rank);
        assert_true(search_settings_get(&s, "strength", text, sizeof text));
        assert_string_equal(text, number);
    }
    assert_int_equal(search_settings_set(&s, "rank", "1k", NULL), GO_OK);
    assert_int_equal(search_limits_default(&s).rank, 30);
    assert_int_equal(search_settings_set(&s, "strength", "0", NULL), GO_OK);
    assert_int_equal(search_limits_default(&s).rank, RANK_FULL);
}

/* The searches of a rank obey the other limits as well. */
static void a_rank_bounds_the_playouts(void **state)
{
    (void)state;
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search *s = search_of("rank=1k");
    search_game(s, g);
    int64_t of_rank = search_counted(s).playouts;
    assert_int_equal(of_rank, rank_effort_of(30, 9, false).playouts);
    search_destroy(s);
    s = search_of("rank=1k playouts=20");
    search_game(s, g);
    assert_int_equal(search_counted(s).playouts, 20);
    search_destroy(s);
    game_destroy(g);
}

/* ---- candidates ---- */

/* A new tree, whose root has these moves; the first is the pass. */
static void expand_root(tree *t, const float *prior, int n_moves)
{
    tree_edge edge[8] = {{0}};
    assert_int_equal(tree_create(t, TREE_MIN_BYTES, NULL), GO_OK);
    t->n_some = TREE_SEGMENT;
    tree_clear(t);
    for (int i = 0; i < n_moves; i++)
        edge[i] = tree_edge_of((point)i, prior[i]);
    assert_true(tree_expand(t, tree_at(t, TREE_ROOT), edge, n_moves));
}

/* How often each of the moves is the only candidate of `n` draws. */
static void count_draws(const float *prior, int n_moves, double temperature, int n, int *times)
{
    tree t;
    rng random = rng_seed(17);
    const bool idle[BOARD_MAX_POINTS] = {false};
    expand_root(&t, prior, n_moves);
    memset(times, 0, (size_t)n_moves * sizeof *times);
    for (int i = 0; i < n; i++) {
        bool refused[BOARD_MAX_POINTS] = {false};
        int seen = 0;
        candidates_draw(&(candidate_settings){1, temperature}, &t, tree_at(&t, TREE_ROOT), idle,
                        refused, &random);
        for (int k = 0; k < n_moves; k++) {
            times[k] += !refused[k];
            seen += !refused[k];
        }
        assert_int_equal(seen, 1);
    }
    tree_destroy(&t);
}

static void candidates_are_drawn_by_their_priors(void **state)
{
    (void)state;
    enum { MOVES = 5, DRAWS = 20000 };
    static const float prior[MOVES] = {0.3f, 0.4f, 0.2f, 0.08f, 0.02f};
    static const double temperatures[] = {1, 2, 0.5};
    for (int k = 0; k < 3; k++) {
        int times[MOVES];
        double sum = 0;
        for (int i = 1; i < MOVES; i++)
            sum += pow((double)prior[i], 1 / temperatures[k]);
        count_draws(prior, MOVES, temperatures[k], DRAWS, times);
        assert_int_equal(times[0], 0); /* the pass, which is not drawn beside others */
        for (int i = 1; i < MOVES; i++) {
            double p = pow((double)prior[i], 1 / temperatures[k]) / sum;
            assert_true(fabs(times[i] - DRAWS * p) < 5 * sqrt(DRAWS * p * (1 - p)) + 0.01 * DRAWS * p);
        }
    }
}

/* The number of moves that a draw of `mean` candidates from four leaves. */
static int count_seen(const tree *t, double mean, rng *random)
{
    static const bool idle[BOARD_MAX_POINTS] = {false};
    bool refused[BOARD_MAX_POINTS] = {false};
    int seen = 0;
    candidates_draw(&(candidate_settings){mean, 1}, t, tree_at(t, TREE_ROOT), idle, refused,
                    random);
    for (int at = 1; at <= 4; at++)
        seen += !refused[at];
    return seen;
}

static void a_broken_number_of_candidates_is_kept_in_the_mean(void **state)
{
    (void)state;
    enum { DRAWS = 10000 };
    static const float prior[5] = {0.2f, 0.2f, 0.2f, 0.2f, 0.2f};
    tree t;
    rng random = rng_seed(11);
    expand_root(&t, prior, 5);
    int sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        const int seen = count_seen(&t, 2.25, &random);
        assert_in_range(seen, 2, 3);
        sum += seen;
        assert_int_equal(count_seen(&t, 3, &random), 3);
    }
    assert_true(fabs(sum - 2.25 * DRAWS) < 5 * sqrt(0.25 * 0.75 * DRAWS));
    assert_int_equal(count_seen(&t, 0.25, &random), 1); /* at least one */
    tree_destroy(&t);
}

static void only_candidates_are_searched(void **state)
{
    (void)state;
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search *s = search_of("candidates=3 playouts=300");
    search_game(s, g);
    search_analysis a = whole_analysis(s);
    int visited = 0;
    for (int i = 0; i < a.n_moves; i++)
        visited += a.move[i].visits > 0;
    assert_in_range(visited, 1, 3);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

/* A search without a rank sees all moves again, in the same position. */
static void an_analysis_sees_all_moves(void **state)
{
    (void)state;
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    search *s = search_of("rank=20k");
    search_game(s, g);
    assert_int_equal(search_run(s, g, BLACK, &(search_limits){.playouts = 500}, NULL), GO_OK);
    search_analysis a = whole_analysis(s);
    int visited = 0;
    for (int i = 0; i < a.n_moves; i++)
        visited += a.move[i].visits > 0;
    assert_true(visited > 3);
    search_analysis_release(&a);
    search_destroy(s);
    game_destroy(g);
}

/* Nor does it go on with the tree of weaker play at the same position, which has a few moves. */
static void an_analysis_after_weaker_play_begins_anew(void **state)
{
    (void)state;
    search *s = search_of("candidates=2 early-stop=no");
    game *g = game_drawn(5, "chinese", 0.5, BLACK, NULL);
    search_limits full = search_limits_full(search_configured(s));
    search_limits own = search_limits_default(search_configured(s));
    own.playouts = full.visits = 300;
    assert_int_equal(search_run(s, g, BLACK, &own, NULL), GO_OK);
    assert_int_equal(search_run(s, g, BLACK, &full, NULL), GO_OK);
    assert_int_equal(search_counted(s).playouts, 300);
    /* below it, weaker play searches all moves */
    assert_int_equal(search_run(s, g, BLACK, &own, NULL), GO_OK);
    search_decision d;
    search_decide(s, &d);
    assert_int_equal(game_play(g, BLACK, d.at, NULL), GO_OK);
    assert_int_equal(search_run(s, g, WHITE, &full, NULL), GO_OK);
    assert_true(search_counted(s).playouts < 300);
    game_destroy(g);
    search_destroy(s);
}

/* ---- how it plays ---- */

/* Both sides live in territory that is not pass-alive, and only nonsense is left. */
static const char finished[] = "......... XX.X.X.XX .X.X.X.X. XXXXXXXXX OOOOOOOOO "
                               ".O.O.O.O. OO.O.O.OO ......... .O.....O.";

static void nonsense_is_left_unplayed(void **state)
{
    (void)state;
    static const char *const ranks[] = {"rank=30k", "rank=20k", "rank=10k", "rank=1d"};
    for (int i = 0; i < 4; i++) {
        search *s = search_of(ranks[i]);
        game *g = game_drawn(9, "japanese", 6.5, BLACK, finished);
        char name[16];
        assert_string_equal(move_found(s, g, name), "pass");
        game_destroy(g);
        search_destroy(s);
    }
}

/* What a search with that seed plays. */
static point played(search *s, const game *g, int seed)
{
    search_decision d;
    search_settings settings = *search_configured(s);
    settings.seed = seed;
    assert_int_equal(search_configure(s, &settings, NULL), GO_OK);
    search_game(s, g);
    search_decide(s, &d);
    return d.at;
}

static void weak_play_varies_and_does_not_pass_at_random(void **state)
{
    (void)state;
    search *s = search_of("rank=28k");
    game *g = game_drawn(9, "chinese", 7, BLACK, NULL);
    int different = 0;
    point first = PASS;
    for (int seed = 1; seed <= 12; seed++) {
        point at = played(s, g, seed);
        assert_int_not_equal(at, PASS);
        first = first ? first : at;
        different += at != first;
    }
    assert_true(different > 6);
    game_destroy(g);
    search_destroy(s);
}

/* Black B1 would take back C1 and repeat the position, and it is the likeliest candidate. */
static void what_superko_forbids_is_no_candidate(void **state)
{
    (void)state;
    search *s = search_of("rank=15k");
    game *g = game_drawn(9, "tromp-taylor", 7, BLACK,
                         ". O X . . . . . ."
                         ". O X . . . . . ."
                         ". O X . . . . . ."
                         ". O X . . . . . ."
                         ". O X . . . . . ."
                         ". O X . . . . . ."
                         ". O X . . . . . ."
                         "O O X . . . . . ."
                         ". X . X . . . . .");
    play_moves(g, "B A1 W C1");
    assert_int_equal(game_legal(g, BLACK, at(&g->board, "B1")), MOVE_SUPERKO);
    for (int seed = 1; seed <= 20; seed++)
        assert_int_not_equal(played(s, g, seed), PASS);
    game_destroy(g);
    search_destroy(s);
}

/* Neither an analysis nor its own last search adds to what a rank reads. */
static void a_rank_begins_anew(void **state)
{
    (void)state;
    search *s = search_of("rank=9d early-stop=no");
    game *g = game_drawn(5, "chinese", 0.5, BLACK, NULL);
    search_limits full = search_limits_full(search_configured(s));
    search_limits own = search_limits_default(search_configured(s));
    full.playouts = 500;
    own.playouts = 200;
    assert_int_equal(search_run(s, g, BLACK, &full, NULL), GO_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(search_run(s, g, BLACK, &own, NULL), GO_OK);
        assert_int_equal(search_counted(s).visits, 200);
    }
    assert_int_equal(search_run(s, g, BLACK, &full, NULL), GO_OK);
    assert_int_equal(search_counted(s).visits, 700);
    game_destroy(g);
    search_destroy(s);
}

static void seed_0_is_another_one_each_time(void **state)
{
    (void)state;
    search *a = search_of("seed=0"), *b = search_of("seed=0");
    assert_int_not_equal(search_configured(a)->seed, 0);
    assert_int_not_equal(search_configured(a)->seed, search_configured(b)->seed);
    search_destroy(a);
    search_destroy(b);
}

/* Black's margin after a game of two searches. */
static double margin_of_game(search *black, search *white, int seed)
{
    game *g = game_drawn(9, "cgos", 0, BLACK, NULL);
    while (!game_is_over(g) && g->n_steps < 200) {
        search *s = g->to_move == BLACK ? black : white;
        assert_int_equal(game_play(g, g->to_move, played(s, g, seed), NULL), GO_OK);
    }
    double margin = game_margin(g, NULL);
    game_destroy(g);
    return margin;
}

/* Nine ranks apart, which is about 600 Elo: losing four of ten has a probability below 1e-4. */
static void a_higher_rank_wins(void **state)
{
    (void)state;
    search *weak = search_of("rank=29k resign=no"), *strong = search_of("rank=20k resign=no");
    int won = 0;
    for (int seed = 1; seed <= 5; seed++) {
        won += margin_of_game(strong, weak, seed) > 0;
        won += margin_of_game(weak, strong, seed + 100) < 0;
    }
    assert_true(won > 6);
    search_destroy(weak);
    search_destroy(strong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rank_takes_more_effort),
        cmocka_unit_test(ranks_have_words),
        cmocka_unit_test(strength_is_the_rank_as_a_number),
        cmocka_unit_test(a_rank_bounds_the_playouts),
        cmocka_unit_test(candidates_are_drawn_by_their_priors),
        cmocka_unit_test(a_broken_number_of_candidates_is_kept_in_the_mean),
        cmocka_unit_test(only_candidates_are_searched),
        cmocka_unit_test(an_analysis_sees_all_moves),
        cmocka_unit_test(an_analysis_after_weaker_play_begins_anew),
        cmocka_unit_test(nonsense_is_left_unplayed),
        cmocka_unit_test(weak_play_varies_and_does_not_pass_at_random),
        cmocka_unit_test(what_superko_forbids_is_no_candidate),
        cmocka_unit_test(a_rank_begins_anew),
        cmocka_unit_test(seed_0_is_another_one_each_time),
        cmocka_unit_test(a_higher_rank_wins),
    };
    return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
