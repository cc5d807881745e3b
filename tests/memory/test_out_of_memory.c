/* Memory that runs out: each allocation in turn fails, alone or with all that follow, on
 * several threads where there are some.  The work then ends with GO_ENOMEM and a sentence,
 * or without the memory; it never crashes, and nothing is left behind.        */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/engine.h"
#include "gtp/json/analysis.h"
#include "match/client/gtp_client.h"
#include "match/rating/strength.h"
#include "match/store/pace.h"
#include "mm_train/solver/mm_text.h"
#include "mm_train/train.h"
#include "nn/formats/model_read.h"
#include "nn/model/fold.h"
#include "nn/model/random_net.h"
#include "nn/service/queue.h"
#include "sgf_corpus/corpus.h"
#include "patterns/gammas/gamma_words.h"
#include "tests/memory/each_fails.h"
#include "tests/support/count_of.h"
#include "tests/support/fake_player.h"
#include "tests/support/gtp_talk.h"
#include "tests/support/sample_games.h"
#include "tests/support/saved_match.h"
#include "tests/support/searching.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

/* ---- training ---- */

static go_status train(void *user, go_error *err)
{
    comm *c;
    gammas *g = NULL;
    train_log log = {0};
    train_options options = {.set = feature_set_by_name("large"), .min_count = 1,
                             .solver = mm_solver_defaults(), .max_iterations = 2,
                             .data = "random", .run = {.n_threads = 3}};
    GO_TRY(comm_create(&c, err));
    go_status status = train_gammas(&g, &log, user, c, &options, err);
    free(log.fit.log_likelihood);
    gammas_destroy(g);
    comm_destroy(c);
    return status;
}

static void training(void **state)
{
    games g;
    (void)state;
    random_games(&g, 4, 12, 1);
    each_fails("training", train, &g, 60);
    games_free(&g);
}

static go_status read_text(void *user, go_error *err)
{
    mm_text text;
    mm_solver *solver = NULL;
    mm_solver_options options = mm_solver_defaults();
    FILE *in = fopen(user, "r");
    assert_non_null(in);
    go_status status = mm_text_read(in, "text", &text, err);
    fclose(in);
    if (status != GO_OK)
        return status;
    mm_teams_set_threads(text.teams, 3);
    status = mm_solver_create(mm_teams_problem(text.teams), &options, NULL, &solver, err);
    for (int i = 0; i < 3 && status == GO_OK; i++)
        status = mm_solver_step(solver, NULL, err);
    if (solver)
        mm_solver_destroy(solver);
    mm_text_free(&text);
    return status;
}

static void competitions_as_text(void **state)
{
    char path[] = "tests/fuzz/seeds/mm_text/two-features.txt";
    (void)state;
    each_fails("text of mm", read_text, path, 300);
}

static go_status read_gammas(void *user, go_error *err)
{
    gammas *g = NULL;
    go_status status = gammas_read(&g, user, err);
    gammas_destroy(g);
    return status;
}

static void gammas_files(void **state)
{
    char path[] = "tests/fuzz/seeds/gammas/both.gammas";
    (void)state;
    each_fails("gammas", read_gammas, path, 300);
}

/* ---- games ---- */

static go_status keep_game(void *user, int thread, int64_t number, const game_record *record,
                           go_error *err)
{
    (void)thread;
    (void)number;
    board b;
    char *copy = malloc((size_t)record->n_moves + 1);
    if (!copy)
        return go_fail(err, GO_ENOMEM, "out of memory for a copy");
    free(copy);
    (void)user;
    return game_record_replay(record, &b, err);
}

static go_status read_games(void *user, go_error *err)
{
    corpus *c;
    const char *input = user;
    corpus_options options = {.replay = true, .comments = true};
    GO_TRY(corpus_open(&c, &input, 1, &options, err));
    go_status status = corpus_for_each(c, 3, keep_game, NULL, err);
    corpus_close(c);
    return status;
}

static void collections(void **state)
{
    char path[] = "data/sample-9x9.sgf.gz";
    (void)state;
    each_fails("games", read_games, path, 40);
}

/* ---- networks ---- */

typedef struct net_text {
    char *bytes;
    size_t n;
    int size;
} net_text;

static go_status read_net(void *user, go_error *err)
{
    const net_text *text = user;
    nn_model *m;
    nn_queue *q = NULL;
    const nn_backend *backends[NN_QUEUE_BACKENDS];
    GO_TRY(nn_model_parse(&m, text->bytes, text->n, "net", err));
    go_status status = nn_model_fold(m, err);
    if (status == GO_OK)
        status = nn_queue_backends(backends, "reference", err);
    nn_queue_options options = {.backends = backends, .size = text->size, .threads = 2};
    if (status == GO_OK)
        status = nn_queue_create(&q, m, &options, err);
    nn_queue_destroy(q);
    nn_model_destroy(m);
    return status;
}

static void networks(void **state)
{
    static const int versions[] = {1, 8, 11, 15, 17};
    (void)state;
    for (int i = 0; i < 5; i++) {
        net_text text = {.size = 5};
        text.bytes = i ? tiny_kata(versions[i], &text.n) : tiny_lz(1, 5, &text.n);
        each_fails("a network", read_net, &text, 150);
        free(text.bytes);
    }
}

/* ---- searches ---- */

typedef struct search_case {
    const char *words, *net, *gammas; /* the files may be NULL */
} search_case;

static go_status search_once(void *user, go_error *err)
{
    const search_case *c = user;
    search_settings settings;
    search_analysis analysis = {0};
    search *s;
    game *g = NULL;
    rules r;
    rules_by_name("chinese", &r);
    search_settings_default(&settings);
    set_words(&settings, "threads=3 playouts=20 memory=1M net-cache=64K");
    set_words(&settings, c->words);
    settings.evaluate.net.backend = "reference";
    settings.evaluate.net.file = c->net;
    settings.evaluate.gammas = c->gammas;
    GO_TRY(search_create(&s, &settings, err));
    go_status status = game_create(&g, 5, &r, err);
    search_limits limits = search_limits_default(&settings);
    for (int i = 0; i < 2 && status == GO_OK; i++) {
        limits.moves_ownership = i;
        status = search_run(s, g, BLACK, &limits, err);
    }
    if (status == GO_OK)
        status = search_analyze(s, NULL, &analysis, err);
    else if (g) /* of a search that failed there is something to analyze, or there is not */
        search_analyze(s, NULL, &analysis, NULL);
    search_analysis_release(&analysis);
    game_destroy(g);
    search_destroy(s);
    return status;
}

static void searches(void **state)
{
    char net[400];
    search_case cases[] = {
        {"prior=gammas playout-policy=uniform", NULL, "tests/fuzz/seeds/gammas/both.gammas"},
        {"prior=uniform playout-policy=gammas", NULL, NULL},
        {"rule=puct", net, NULL},
        {"evaluator=mixed playout-policy=uniform root=gumbel", net, NULL}};
    nn_random_shape small = {.blocks = 1, .channels = 4, .seed = 1};
    FILE *out = fopen(temp_dir_path(&group_dir, "net", net), "wb");
    (void)state;
    assert_non_null(out);
    nn_random_write(out, &small);
    fclose(out);
    for (int i = 0; i < 4; i++)
        each_fails(cases[i].words, search_once, &cases[i], 60);
}

/* ---- protocols: an engine that was made answers every line, or says why it ends ---- */

static go_status talk(void *user, go_error *err)
{
    char *reply = NULL;
    size_t n = 0;
    gtp_engine *e;
    gtp_settings settings = quick_settings();
    settings.search.limits.playouts = 5;
    settings.search.tree.memory = 1 << 20;
    GO_TRY(gtp_engine_create(&e, &settings, err));
    FILE *in = fmemopen(user, strlen(user), "r"), *out = open_memstream(&reply, &n);
    assert_true(in && out);
    go_status status = gtp_run(e, in, out, NULL, err);
    fclose(in);
    fclose(out);
    gtp_engine_destroy(e);
    if (status == GO_OK)
        assert_int_equal(count_of(reply, "\n\n"), count_of(user, "\n"));
    assert_null(strstr(reply, "16 million bytes"));
    free(reply);
    return status;
}

static void sessions(void **state)
{
    char text[] = "boardsize 5\nplay b c3\ngenmove w\nkata-analyze b 1 ownership true\nundo\n"
                  "set_free_handicap b2 c4\nclear_board\nfixed_handicap 2\nkata-get-params\n"
                  "kata-set-param rule puct\nkata-set-params {\"visits\":9,\"net\":\"\"}\n"
                  "kata-set-rules {\"ko\":\"SIMPLE\"}\nprintsgf\nkata-get-models\n"
                  "gogui-setup b a1 w b2\nkata-genmove_analyze b\nlist_commands\nkgs-chat x y z\n";
    (void)state;
    each_fails("a session", talk, text, 150);
}

static go_status answer_queries(void *user, go_error *err)
{
    char *reply = NULL;
    size_t n = 0;
    json_analysis *s;
    json_defaults defaults = quick_defaults();
    defaults.settings.limits.visits = 5;
    defaults.settings.tree.memory = 1 << 20;
    GO_TRY(json_analysis_create(&s, &defaults, err));
    FILE *in = fmemopen(user, strlen(user), "r"), *out = open_memstream(&reply, &n);
    assert_true(in && out);
    go_status status = json_analysis_run(s, in, out, NULL, err);
    fclose(in);
    fclose(out);
    json_analysis_destroy(s);
    if (status == GO_OK)
        assert_true(count_of(reply, "\n") >= count_of(user, "\n"));
    assert_null(strstr(reply, "16 million bytes"));
    free(reply);
    return status;
}

static void queries(void **state)
{
    char text[] = "{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"]],\"rules\":\"chinese\",\"boardXSize\":5,"
                  "\"boardYSize\":5,\"analyzeTurns\":[0,1],\"includeOwnership\":true,"
                  "\"includePolicy\":true,\"includePVVisits\":true}\n"
                  "{\"id\":\"b\",\"action\":\"query_version\"}\n{\"id\":7}\n";
    (void)state;
    each_fails("queries", answer_queries, text, 150);
}

/* ---- lists ---- */

static void sorting_needs_no_memory(void **state)
{
    gammas *g;
    (void)state;
    assert_int_equal(gammas_read(&g, "tests/fuzz/seeds/gammas/both.gammas", NULL), GO_OK);
    int *numbers = calloc((size_t)g->n + 1, sizeof *numbers), total = 0;
    assert_non_null(numbers);
    failing_start(1, false);
    for (int group = 0; group < F_N_GROUPS; group++)
        total += gammas_sorted(g, (feature_id)group, numbers);
    failing_stop();
    assert_true(total > 0);
    free(numbers);
    gammas_destroy(g);
}

/* ---- matches ---- */

/* No lack of memory is taken for a program that hangs. */
static go_status ask_program(void *user, go_error *err)
{
    enum { SECONDS = 60 };
    gtp_client *c;
    GO_TRY(gtp_client_start(&c, user, err));
    assert_int_equal(gtp_client_ask(c, SECONDS, "name"), GTP_YES);
    assert_string_equal(gtp_client_text(c), "fake");
    gtp_client_knows(c, "undo", SECONDS);
    gtp_client_end(c, 1);
    return GO_OK;
}

static void programs(void **state)
{
    char command[] = FAKE("good");
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    each_fails("a Go program", ask_program, command, 30);
}

static go_status look_at_match(void *user, go_error *err)
{
    match_store *s;
    json_t *settings;
    player_pace pace[2];
    strength rated;
    const char *folder = user;
    GO_TRY(match_store_look(&s, folder, &settings, err));
    go_status status = match_pace_read(s, 2, pace, err);
    match_store_close(s);
    json_decref(settings);
    if (status != GO_OK)
        return status;
    status = strength_read(&rated, &folder, 1, err);
    strength_free(&rated);
    return status;
}

static void matches(void **state)
{
    static const char *const names[] = {"a", "b"}, *const specs[] = {"katachi", "gnugo"};
    static const saved_game played[] = {{0, 1, BLACK, 2, {1, 2}, "(;SZ[9];B[aa];W[bb])"},
                                        {1, 0, WHITE, 2, {2, 1}, "(;SZ[9];B[cc];W[dd])"}};
    const saved_match m = {names, specs, 2, 9, "none", played, 2};
    char folder[400];
    (void)state;
    saved_match_write(&m, temp_dir_path(&group_dir, "match", folder));
    each_fails("a match", look_at_match, folder, 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training),
        cmocka_unit_test(competitions_as_text),
        cmocka_unit_test(gammas_files),
        cmocka_unit_test(collections),
        cmocka_unit_test(networks),
        cmocka_unit_test(searches),
        cmocka_unit_test(sessions),
        cmocka_unit_test(queries),
        cmocka_unit_test(sorting_needs_no_memory),
        cmocka_unit_test(matches),
        cmocka_unit_test(programs),
    };
    return cmocka_run_group_tests_name("memory runs out", tests, group_dir_make, group_dir_remove);
}
