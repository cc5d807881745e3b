/* Networks in the search, shown with a small one of random weights: what is
 * computed, remembered, mixed and chosen does not depend on its judgement.    */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "mcts/gumbel.h"
#include "mcts/network.h"
#include "nn/random_net.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_planes.h"
#include "tests/support/needs.h"
#include "tests/support/searching.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"

static temp_dir dir;
static char net_path[400], lz_path[400], torn_path[400];
static nn_model *net_model; /* that of net_path */

static int make_nets(void **state)
{
    (void)state;
    nn_random_shape shape;
    char *bytes = NULL;
    size_t n;
    dir = temp_dir_create();
    assert_int_equal(nn_random_shape_parse("1x4", &shape, NULL), GO_OK);
    shape.seed = 5;
    FILE *f = open_memstream(&bytes, &n);
    nn_random_write(f, &shape);
    fclose(f);
    temp_dir_bytes(&dir, "net", bytes, n, net_path);
    temp_dir_bytes(&dir, "torn", bytes, n / 2, torn_path);
    free(bytes);
    assert_int_equal(nn_model_read(&net_model, net_path, NULL), GO_OK);
    bytes = tiny_lz(1, 9, &n);
    temp_dir_bytes(&dir, "lz", bytes, n, lz_path);
    free(bytes);
    return 0;
}

static int remove_nets(void **state)
{
    (void)state;
    nn_model_destroy(net_model);
    temp_dir_remove(&dir);
    return 0;
}

/* A search with the network of a file and `words`, which name no files. */
static search *search_on(const char *file, const char *backend, const char *words)
{
    search *s = NULL;
    search_settings settings;
    search_settings_default(&settings);
    set_words(&settings, "threads=1 memory=16M seed=1 early-stop=no net-cache=1M playouts=40 "
                         "playout-policy=uniform");
    set_words(&settings, words);
    settings.net = file;
    settings.backend = backend;
    assert_int_equal(search_create(&s, &settings, NULL), GO_OK);
    return s;
}

/* The small one by the yardstick. */
static search *search_with(const char *words)
{
    return search_on(net_path, "reference", words);
}

static game *some_game(const char *ruleset)
{
    game *g = game_drawn(7, ruleset, 7, BLACK, NULL);
    play_moves(g, "B D4 W C5 B E5 W D6");
    return g;
}

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

static void each_leaf_is_asked_once_for_value_and_moves(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    search *s = search_with("playouts=30");
    search_game(s, g);
    search_counts c = search_counted(s);
    assert_int_equal(c.playouts, 30);
    assert_int_equal(c.visits, 31); /* the root's own is one */
    assert_int_equal(c.net_asked, 31);
    assert_true(c.net_evaluated <= 31 && c.net_evaluated > 10);
    assert_int_equal(c.net_batches, c.net_evaluated);
    assert_close(search_counts_batch(&c), 1, 1e-12);
    assert_close(search_counts_remembered(&c), (31.0 - (double)c.net_evaluated) / 31, 1e-12);
    search_destroy(s);
    game_destroy(g);
}

static void only_the_questions_of_the_search_are_counted(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    search *s = search_with("playouts=20");
    nn_result raw;
    search_game(s, g);
    search_counts before = search_counted(s);
    assert_true(before.net_asked > 0);
    assert_int_equal(search_ask_network(s, g, WHITE, 3, &raw, NULL), GO_OK);
    assert_int_equal(search_prepare(s, 9, NULL), GO_OK); /* a network for another board */
    search_counts after = search_counted(s);
    assert_int_equal(after.net_asked, before.net_asked);
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
    assert_int_equal(search_look(s, NULL, &a, NULL), GO_OK);
    assert_int_equal(search_ask_network(s, g, BLACK, 0, &raw, NULL), GO_OK);
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

/* What the network says of the root belongs to no move. */
static void each_move_has_the_ownership_behind_it(void **state)
{
    (void)state;
    game *g = some_game("tromp-taylor");
    search *s = search_with("symmetry=none");
    search_analysis a = {0};
    nn_result raw;
    search_limits limits = {.playouts = 40, .exact = true, .moves_ownership = true};
    assert_int_equal(search_run(s, g, BLACK, &limits, NULL), GO_OK);
    assert_int_equal(search_look(s, NULL, &a, NULL), GO_OK);
    assert_int_equal(search_ask_network(s, g, BLACK, 0, &raw, NULL), GO_OK);
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
    uint64_t plain = signature_of("symmetry=none", g);
    assert_true(signature_of("symmetry=none root-average=yes", g) != plain);
    assert_true(signature_of("symmetry=average", g) != plain);
    assert_true(signature_of("symmetry=none root-temperature=3", g) != plain);
    assert_true(signature_of("symmetry=none c-puct-spread=1", g) != plain);
    game_destroy(g);
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
        assert_int_equal(search_look(s, NULL, &a, NULL), GO_OK);
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
    search *s = search_with("threads=4 net-batch=2 playouts=200");
    search_game(s, g);
    search_counts c = search_counted(s);
    assert_int_equal(c.playouts, 200);
    assert_int_equal(c.visits, 201);
    assert_true(c.net_batches <= c.net_evaluated);
    search_destroy(s);
    game_destroy(g);
}

/* ---- Gumbel ---- */

static void half_of_the_moves_drop_out_each_time(void **state)
{
    (void)state;
    /* 4 moves, 16 playouts: two for each of four, then four for each of two */
    static const int due[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    for (int i = 0; i < 16; i++)
        assert_int_equal(gumbel_visits(4, 16, i), due[i]);
    for (int i = 0; i < 9; i++)
        assert_int_equal(gumbel_visits(1, 9, i), i);
    game *g = some_game("chinese");
    static const char *const words[] = {"root=gumbel gumbel-moves=4 playouts=16",
                                        "root=gumbel gumbel-moves=4 playouts=16 gumbel-noise=1"};
    for (int k = 0; k < 2; k++) {
        search *s = search_with(words[k]);
        search_analysis a = {0};
        search_game(s, g);
        assert_int_equal(search_look(s, NULL, &a, NULL), GO_OK);
        assert_int_equal(a.n_moves, 4);
        static const int visits[4] = {6, 6, 2, 2};
        for (int i = 0; i < 4; i++)
            assert_int_equal(a.move[i].visits, visits[i]);
        search_analysis_release(&a);
        search_destroy(s);
    }
    game_destroy(g);
}

static void visits_are_a_number_of_playouts_to_halve(void **state)
{
    (void)state;
    static const struct { const char *words; bool quiet; } cases[] = {
        {"root=gumbel gumbel-moves=4 playouts=0 visits=17", true}, /* the root's own is one */
        {"root=gumbel gumbel-moves=4 playouts=0 move-time=0.05", false},
        {"playouts=0 move-time=0.05", true}};
    game *g = some_game("chinese");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        search *s = search_with(cases[i].words);
        search_analysis a = {0};
        search_game(s, g);
        assert_int_equal(search_look(s, NULL, &a, NULL), GO_OK);
        if (i == 0)
            assert_int_equal(a.move[0].visits + a.move[1].visits, 12);
        assert_int_equal(!strstr(search_notice(s), "; root=gumbel does nothing"), cases[i].quiet);
        search_analysis_release(&a);
        search_destroy(s);
    }
    game_destroy(g);
}

static void all_moves_of_the_largest_board_may_take_part(void **state)
{
    (void)state;
    search_settings s;
    search_settings_default(&s);
    assert_int_equal(search_settings_set(&s, "gumbel-moves", "626", NULL), GO_OK);
    assert_int_equal(search_settings_set(&s, "gumbel-moves", "627", NULL), GO_EINVAL);
}

/* ---- the network ---- */

static network *network_of(const nn_model *m, const char *words, const net_machine *machines)
{
    go_error err;
    network *n = NULL;
    search_settings s;
    search_settings_default(&s);
    s.backend = "reference";
    s.threads = 1;
    s.net_cache = 1 << 20;
    set_words(&s, words);
    if (network_create(&n, m, &s, 7, machines, &err) != GO_OK)
        fail_msg("%s", err.message);
    return n;
}

static nn_position *position_after(int moves)
{
    nn_position *p = position_on(7, 7, "chinese");
    for (int i = 0; i < moves; i++)
        assert_int_equal(nn_position_play(p, i % 2 ? WHITE : BLACK,
                                          board_point(nn_position_board(p, 0), i % 7, i / 7 * 2),
                                          NULL), GO_OK);
    return p;
}

static void an_answer_is_remembered(void **state)
{
    (void)state;
    network *n = network_of(net_model, "", NULL);
    network *forgetful = network_of(net_model, "net-cache=0", NULL);
    nn_position *p = position_after(3);
    nn_result a, b;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(network_ask(n, p, SYMMETRY_RANDOM, 1, i ? &b : &a, NULL), GO_OK);
        assert_int_equal(network_ask(forgetful, p, SYMMETRY_RANDOM, 1, &b, NULL), GO_OK);
    }
    assert_true(a.value == b.value && a.lead == b.lead);
    assert_memory_equal(a.policy, b.policy, 50 * sizeof *a.policy);
    assert_memory_equal(a.ownership, b.ownership, 49 * sizeof *a.ownership);
    assert_int_equal(network_counted(n).asked, 2);
    assert_int_equal(network_counted(n).evaluated, 1);
    assert_int_equal(network_counted(forgetful).evaluated, 2);
    p->komi = 6; /* another question */
    assert_int_equal(network_ask(n, p, SYMMETRY_RANDOM, 1, &b, NULL), GO_OK);
    assert_int_equal(network_counted(n).evaluated, 2);
    nn_position_destroy(p);
    network_destroy(n);
    network_destroy(forgetful);
}

static void the_average_is_of_all_symmetries(void **state)
{
    (void)state;
    network *n = network_of(net_model, "", NULL);
    nn_position *p = position_after(4);
    nn_result all, one;
    double sum = 0;
    assert_int_equal(network_ask(n, p, SYMMETRY_AVERAGE, 1, &all, NULL), GO_OK);
    assert_int_equal(network_counted(n).evaluated, 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(network_ask_shown(n, p, i, &one, NULL), GO_OK);
        sum += one.value;
    }
    assert_close(all.value, sum / 8, 1e-9);
    assert_int_equal(network_counted(n).evaluated, 8); /* they were remembered */
    nn_position_destroy(p);
    network_destroy(n);
}

enum { N_ASKED = 24 };

static void batches_of_threads_answer_like_one_by_one(void **state)
{
    (void)state;
    network *alone = network_of(net_model, "", NULL);
    network *many = network_of(net_model, "threads=4 net-batch=4", NULL);
    nn_position *p[N_ASKED];
    nn_result a[N_ASKED], b[N_ASKED];
    int failures = 0;
    for (int i = 0; i < N_ASKED; i++) {
        p[i] = position_after(i);
        assert_int_equal(network_ask(alone, p[i], SYMMETRY_RANDOM, 1, &a[i], NULL), GO_OK);
    }
#pragma omp parallel num_threads(4) reduction(+ : failures)
    {
        network_enter(many);
#pragma omp for schedule(dynamic, 1) nowait
        for (int i = 0; i < N_ASKED; i++)
            failures += network_ask(many, p[i], SYMMETRY_RANDOM, 1, &b[i], NULL) != GO_OK;
        network_leave(many);
    }
    assert_int_equal(failures, 0);
    for (int i = 0; i < N_ASKED; i++) {
        assert_true(a[i].value == b[i].value);
        assert_memory_equal(a[i].policy, b[i].policy, sizeof a[i].policy);
        nn_position_destroy(p[i]);
    }
    assert_int_equal(network_counted(many).evaluated, N_ASKED);
    network_destroy(alone);
    network_destroy(many);
}

/* ---- what goes wrong ---- */

static int fragile_asked;

/* A machine that is gone after two questions. */
static go_status fragile_create(void **state, const char *name, const nn_model *model,
                                const nn_settings *settings, go_error *err)
{
    (void)name, (void)err;
    net_machine own[NET_MAX_MACHINES + 1];
    assert_int_equal(net_machines(own, "reference", NULL), GO_OK);
    fragile_asked = 0;
    return own[0].create(state, "reference", model, settings, err);
}

static go_status fragile_ask(void *state, const nn_question *questions, int n, nn_result *results,
                             go_error *err)
{
    net_machine own[NET_MAX_MACHINES + 1];
    assert_int_equal(net_machines(own, "reference", NULL), GO_OK);
    if (++fragile_asked > 2)
        return go_fail(err, GO_EIO, "the plug was pulled");
    return own[0].ask(state, questions, n, results, err);
}

static void a_machine_that_fails_is_left_for_the_next(void **state)
{
    (void)state;
    net_machine own[NET_MAX_MACHINES + 1];
    assert_int_equal(net_machines(own, "reference", NULL), GO_OK);
    net_machine list[] = {{"fragile", true, fragile_create, fragile_ask, own[0].destroy},
                          own[0], {0}};
    network *n = network_of(net_model, "net-cache=0", list);
    nn_position *p = position_after(2);
    nn_result a, b;
    char notice[400];
    assert_int_equal(network_ask(n, p, SYMMETRY_NONE, 1, &a, NULL), GO_OK);
    network_notice(n, notice, sizeof notice);
    assert_non_null(strstr(notice, "fragile"));
    assert_null(strstr(notice, "plug"));
    for (int i = 0; i < 4; i++)
        assert_int_equal(network_ask(n, p, SYMMETRY_NONE, 1, &b, NULL), GO_OK);
    assert_true(a.value == b.value);
    network_notice(n, notice, sizeof notice);
    assert_non_null(strstr(notice, "computed by reference on the CPU"));
    assert_non_null(strstr(notice, "the plug was pulled"));
    network_destroy(n);
    list[1] = (net_machine){0}; /* nothing is left */
    n = network_of(net_model, "net-cache=0", list);
    go_error err = {GO_OK, ""};
    for (int i = 0; i < 3; i++)
        (void)network_ask(n, p, SYMMETRY_NONE, 1, &a, &err);
    assert_int_equal(err.status, GO_EIO);
    network_destroy(n);
    nn_position_destroy(p);
}

static void expect_failure(const char *file, const char *backend, go_status status,
                           const char *part)
{
    search *s = search_on(file, backend, "evaluator=network");
    game *g = game_drawn(7, "chinese", 7, BLACK, NULL);
    search_limits limits = {.playouts = 5};
    go_error err = {GO_OK, ""};
    assert_int_equal(search_run(s, g, BLACK, &limits, &err), status);
    if (!strstr(err.message, part))
        fail_msg("'%s' does not say '%s'", err.message, part);
    search_destroy(s);
    game_destroy(g);
}

static void a_network_that_cannot_be_used_is_named(void **state)
{
    (void)state;
    expect_failure(NULL, "reference", GO_EINVAL, "setting net");
    expect_failure(torn_path, "reference", GO_EFORMAT, torn_path);
    expect_failure(lz_path, "reference", GO_EINVAL, "9x9");
    expect_failure(net_path, "abacus", GO_EINVAL, "abacus");
    expect_failure("/no/such/net", "reference", GO_EIO, "/no/such/net");
}

/* Where there is no GPU, that is; nobody who did not ask for one hears of it. */
static void a_backend_asked_for_by_name_that_cannot_be_used_is_told(void **state)
{
    (void)state;
    if (nn_backend_by_name("cudnn")->available(NULL) == GO_OK) {
        print_message("the backend cudnn can be used here\n");
        skip();
    }
    search *s = search_on(net_path, "cudnn", "");
    assert_int_equal(search_prepare(s, 7, NULL), GO_OK);
    assert_non_null(strstr(search_notice(s), ", for cudnn cannot be used: "));
    assert_false(search_backend_as_asked(s));
    search_destroy(s);
    s = search_on(net_path, NULL, "");
    assert_int_equal(search_prepare(s, 7, NULL), GO_OK);
    assert_null(strstr(search_notice(s), "cudnn"));
    assert_true(search_backend_as_asked(s));
    search_destroy(s);
}

static void the_file_is_read_once_for_all_boards(void **state)
{
    (void)state;
    char path[400];
    temp_dir_path(&dir, "again", path);
    assert_int_equal(link(net_path, path), 0);
    search *s = search_on(path, "reference", "");
    assert_int_equal(search_read_net(s, NULL), GO_OK);
    assert_int_equal(remove(path), 0);
    assert_int_equal(search_prepare(s, 7, NULL), GO_OK);
    assert_int_equal(search_prepare(s, 9, NULL), GO_OK);
    search_settings other = *search_configured(s);
    other.net = net_path;
    assert_int_equal(search_configure(s, &other, NULL), GO_OK); /* it is forgotten */
    other.net = path;
    assert_int_equal(search_configure(s, &other, NULL), GO_OK);
    assert_int_equal(search_prepare(s, 9, NULL), GO_EIO);
    search_destroy(s);
}

/* ---- a real one ---- */

static void a_trained_network_knows_who_leads(void **state)
{
    (void)state;
    const char *path = "../shared/nets/b7c96h3tfrs-test5-cnorm.bin.gz";
    need_file(path);
    for (int i = 0; i < 2; i++) {
        game *g = game_drawn(9, "chinese", i ? 40.5 : -40.5, BLACK, NULL);
        search *s = search_on(path, NULL, "playouts=12");
        search_analysis a = {0};
        search_game(s, g);
        assert_int_equal(search_look(s, NULL, &a, NULL), GO_OK);
        assert_true(i ? a.winrate < 0.1 : a.winrate > 0.9);
        assert_close(a.lead, i ? -34 : 47, 10); /* komi so far out is rarely learned */
        search_analysis_release(&a);
        search_destroy(s);
        game_destroy(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_and_a_seed_give_one_tree),
        cmocka_unit_test(each_leaf_is_asked_once_for_value_and_moves),
        cmocka_unit_test(only_the_questions_of_the_search_are_counted),
        cmocka_unit_test(the_whole_analysis_comes_from_the_network),
        cmocka_unit_test(each_move_has_the_ownership_behind_it),
        cmocka_unit_test(a_mixture_of_one_part_is_that_part),
        cmocka_unit_test(any_rule_goes_with_any_evaluator_and_prior),
        cmocka_unit_test(other_settings_of_the_root_are_kept),
        cmocka_unit_test(two_passes_are_counted_by_the_rules),
        cmocka_unit_test(threads_share_tree_and_network),
        cmocka_unit_test(half_of_the_moves_drop_out_each_time),
        cmocka_unit_test(visits_are_a_number_of_playouts_to_halve),
        cmocka_unit_test(all_moves_of_the_largest_board_may_take_part),
        cmocka_unit_test(an_answer_is_remembered),
        cmocka_unit_test(the_average_is_of_all_symmetries),
        cmocka_unit_test(batches_of_threads_answer_like_one_by_one),
        cmocka_unit_test(a_machine_that_fails_is_left_for_the_next),
        cmocka_unit_test(a_network_that_cannot_be_used_is_named),
        cmocka_unit_test(a_backend_asked_for_by_name_that_cannot_be_used_is_told),
        cmocka_unit_test(the_file_is_read_once_for_all_boards),
        cmocka_unit_test(a_trained_network_knows_who_leads),
    };
    return cmocka_run_group_tests_name("network", tests, make_nets, remove_nets);
}
