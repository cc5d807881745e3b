/* The page about a training, written while it learns. */
#include "nn_train/report/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn_train/reference/reference.h"
#include "tests/support/stored_games.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

static const char *const test_game = "(;SZ[5]KM[0.5]RE[W+R];B[cc];W[dd];B[cd];W[dc])";

/* A training of a small network that is watched. */
typedef struct watched {
    nn_store train, test;
    char *bytes;
    size_t n_bytes;
    nn_model *m;
    watch *w;
    watch_options o;
    double clock; /* a second for each report: the real ones are too short for looks */
    go_status looked;
    int64_t until; /* rows; 0: to the end */
} watched;

static const training_fact facts[] = {{"a <fact>", "of & value"}};
static const char *const inputs[] = {"games/"};

static void prepare(watched *t, bool resume)
{
    const nn_random_shape shape = {.blocks = 1, .channels = 8, .to_learn = true, .seed = 3};
    *t = (watched){.looked = GO_OK};
    store_of(&t->train, "chinese", two_games, 2);
    store_of(&t->test, "chinese", &test_game, 1);
    assert_int_equal(nn_random_bytes(&shape, &t->bytes, &t->n_bytes, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&t->m, t->bytes, t->n_bytes, "net", NULL), GO_OK);
    t->o = (watch_options){.folder = group_dir.path, .train = &t->train, .test = &t->test,
                           .test_name = "a test game", .inputs = inputs, .n_inputs = 1,
                           .bytes = t->bytes, .n_bytes = t->n_bytes, .batch = 8, .threads = 1,
                           .seconds = 1e9, .facts = facts, .n_facts = 1, .resume = resume};
    assert_int_equal(watch_create(&t->w, &t->o, NULL), GO_OK);
}

static void end(watched *t)
{
    watch_destroy(t->w);
    nn_model_destroy(t->m);
    free(t->bytes);
    nn_store_free(&t->train);
    nn_store_free(&t->test);
}

static bool look(void *user, const nn_train_progress *real)
{
    watched *t = user;
    nn_train_progress p = *real;
    p.seconds = t->clock += 1;
    t->looked = watch_look(t->w, &p, NULL);
    return t->looked == GO_OK && (!t->until || p.rows < t->until);
}

static nn_train_options options(void)
{
    nn_train_options o = {.gradient = &nn_gradient_reference, .lanes = 1, .rows = 8, .threads = 1,
                          .warm_up = 16, .budget = 320, .seed = 1};
    nn_train_choices_default(&o.choices);
    return o;
}

static char *page(void)
{
    char path[400];
    char *text = calloc(1, 4 << 20);
    FILE *file = fopen(temp_dir_path(&group_dir, "index.html", path), "r");
    assert_non_null(file);
    assert_true(fread(text, 1, (4 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void expect_in(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not on the page", part);
}

static void the_page_shows_how_it_learns(void **state)
{
    (void)state;
    watched t;
    prepare(&t, false);
    const nn_train_options o = options();
    assert_int_equal(nn_train(t.m, &t.train, &o, 8, look, &t, NULL), GO_OK);
    char *text = page(); /* while it learned */
    expect_in(text, "% of the training is done");
    expect_in(text, "</html>");
    free(text);
    assert_int_equal(watch_finish(t.w, t.m, true, NULL), GO_OK);
    text = page();
    static const char *const parts[] = {
        "The training has ended", "Top-1 accuracy", "Policy loss over time", "training games",
        "test games", "Learning rate", "Rows per second", "Gradient norm before clipping",
        "(a test game)", "Calibration of the win rate", "Least expected", "Most expected",
        "Black played", "Positions learned from", "<td>5x5</td><td>320</td>", "games/", "Symmetries",
        "a &lt;fact&gt;", "of &amp; value", "</html>"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        expect_in(text, parts[i]);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf\""));
    free(text);
    end(&t);
}

/* In 40 reports of a second each it looks about every two seconds, less what looks cost. */
static void it_looks_now_and_then(void **state)
{
    (void)state;
    char path[400];
    watched t;
    prepare(&t, false);
    const nn_train_options o = options();
    assert_int_equal(nn_train(t.m, &t.train, &o, 8, look, &t, NULL), GO_OK);
    training_history *h = calloc(1, sizeof *h);
    history_read(h, temp_dir_path(&group_dir, "history.tsv", path));
    assert_true(h->n_tested >= 3 && h->n_tested <= 20);
    assert_true(h->tested[0].rows < 160);
    assert_int_equal((int)h->tested[0].test.positions, 4);
    assert_int_equal((int)h->tested[0].known.positions, 19);
    assert_true(h->tested[h->n_tested - 1].known.log_loss < h->tested[0].known.log_loss);
    free(h);
    end(&t);
}

static void the_curves_go_on_after_an_interruption(void **state)
{
    (void)state;
    char path[400], checkpoint[400];
    watched t;
    nn_train_options o = options();
    training_history *h = calloc(1, sizeof *h);
    o.checkpoint = temp_dir_path(&group_dir, "state", checkpoint);
    o.checkpoint_seconds = 1e9;
    temp_dir_path(&group_dir, "history.tsv", path);
    prepare(&t, false);
    t.until = 160;
    assert_int_equal(nn_train(t.m, &t.train, &o, 8, look, &t, NULL), GO_EINTR);
    assert_int_equal(watch_finish(t.w, t.m, false, NULL), GO_OK);
    history_read(h, path);
    assert_int_equal(h->n_learned, 20);
    const double clock = t.clock;
    const learned_point third = h->learned[2];
    end(&t);

    prepare(&t, true);
    t.clock = clock;
    o.resume = true;
    assert_int_equal(nn_train(t.m, &t.train, &o, 8, look, &t, NULL), GO_OK);
    assert_int_equal(watch_finish(t.w, t.m, true, NULL), GO_OK);
    history_read(h, path);
    assert_int_equal(h->n_learned, 40);
    assert_memory_equal(&h->learned[2], &third, sizeof third);
    for (int i = 1; i < h->n_learned; i++)
        assert_int_equal(h->learned[i].rows, h->learned[i - 1].rows + 8);
    char *text = page();
    expect_in(text, "160 rows since the training was resumed");
    free(text);
    free(h);
    end(&t);
}

/* Test games with 1,200 positions. */
static void prepare_many(watched *t)
{
    const char *games[300];
    for (int i = 0; i < 300; i++)
        games[i] = test_game;
    prepare(t, false);
    watch_destroy(t->w);
    nn_store_free(&t->test);
    store_of(&t->test, "chinese", games, 300);
}

static double last_tested(void)
{
    char path[400];
    training_history *h = calloc(1, sizeof *h);
    history_read(h, temp_dir_path(&group_dir, "history.tsv", path));
    assert_true(h->n_tested > 0);
    const double positions = h->tested[h->n_tested - 1].test.positions;
    free(h);
    return positions;
}

/* Who interrupts a training waits for its end. */
static void after_an_interruption_the_last_look_is_short(void **state)
{
    (void)state;
    watched t;
    for (int ended = 0; ended < 2; ended++) {
        prepare_many(&t);
        assert_int_equal(watch_create(&t.w, &t.o, NULL), GO_OK);
        assert_int_equal(watch_finish(t.w, t.m, ended, NULL), GO_OK);
        assert_int_equal((int)last_tested(), ended ? 1200 : 400);
        end(&t);
    }
}

static bool stop(void *user, const char *phase, int64_t done, int64_t total)
{
    (void)phase;
    (void)done;
    (void)total;
    ++*(int *)user;
    return false;
}

static void the_last_look_can_be_interrupted(void **state)
{
    (void)state;
    watched t;
    int calls = 0;
    go_error err;
    prepare_many(&t);
    t.o.progress = stop;
    t.o.user = &calls;
    assert_int_equal(watch_create(&t.w, &t.o, NULL), GO_OK);
    assert_int_equal(watch_finish(t.w, t.m, true, &err), GO_EINTR);
    assert_true(calls > 0);
    assert_non_null(strstr(err.message, "interrupted"));
    calls = 0;
    assert_int_equal(watch_finish(t.w, t.m, false, NULL), GO_OK); /* the interrupt is why it ends */
    assert_int_equal(calls, 0);
    end(&t);
}

/* The drawn positions are all of one stage, result and so on: as if the shuffle did nothing. */
static void a_broken_shuffle_is_seen(void **state)
{
    (void)state;
    int64_t drawn_rows = 10000;
    drawn_counts all = {.rows = 1000, .symmetry = {0}}, drawn = {.rows = drawn_rows};
    training_history *h = calloc(1, sizeof *h);
    all.size[9] = all.size[13] = 500;
    drawn.size[9] = drawn_rows;
    for (int i = 0; i < 8; i++)
        drawn.symmetry[i] = drawn_rows / 8;
    const training_page p = {.inputs = inputs, .n_inputs = 1, .history = h, .drawn = &drawn,
                             .all = &all, .positions = 400};
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    training_shown(out, &p);
    fclose(out);
    expect_in(text, "<td>9x9</td><td>10,000</td><td class=\"bad\">100.00 %</td><td>50.00 %</td>");
    expect_in(text, "<td>13x13</td><td>0</td><td class=\"bad\">0.00 %</td><td>50.00 %</td>");
    expect_in(text, "<td>7</td><td>1,250</td><td>12.50 %</td><td>12.50 %</td>");
    assert_null(strstr(text, "<td class=\"bad\">12.50"));
    free(text);
    free(h);
}

static void there_need_be_no_test_games(void **state)
{
    (void)state;
    watched t;
    nn_store none;
    prepare(&t, false);
    assert_int_equal(nn_store_create(&none, NULL, NULL), GO_OK);
    watch_destroy(t.w);
    t.o.test = &none;
    assert_int_equal(watch_create(&t.w, &t.o, NULL), GO_OK);
    const nn_train_options o = options();
    assert_int_equal(nn_train(t.m, &t.train, &o, 8, look, &t, NULL), GO_OK);
    assert_int_equal(watch_finish(t.w, t.m, true, NULL), GO_OK);
    char *text = page();
    expect_in(text, "Positions learned from");
    assert_null(strstr(text, "Least expected"));
    free(text);
    end(&t);
    nn_store_free(&none);
}

/* A test game on 9x9 and one on 13x13, for which there are no gammas: a comparison would be of the
 * network on both sizes with the gammas on one.                               */
static void gammas_for_some_sizes_are_not_compared(void **state)
{
    (void)state;
    static const char *const games[] = {"(;SZ[9]KM[7]RE[W+R];B[ee];W[cc])",
                                        "(;SZ[13]KM[7]RE[W+R];B[dd];W[jj])"};
    static const char named[] = "top-1 accuracy of the gammas";
    for (int n = 1; n <= 2; n++) {
        watched t;
        prepare(&t, false);
        watch_destroy(t.w);
        nn_store_free(&t.test);
        store_of(&t.test, "chinese", games, n);
        t.o.gammas = "data/fast-9x9.gammas.zst";
        assert_int_equal(watch_create(&t.w, &t.o, NULL), GO_OK);
        assert_int_equal(watch_finish(t.w, t.m, true, NULL), GO_OK);
        char *text = page();
        if ((strstr(text, named) != NULL) != (n == 1))
            fail_msg("with games on %d sizes", n);
        free(text);
        end(&t);
    }
}

static void what_cannot_be_written_is_told(void **state)
{
    (void)state;
    watched t;
    go_error err;
    watch *w;
    prepare(&t, false);
    t.o.folder = "/proc/none";
    assert_int_equal(watch_create(&w, &t.o, &err), GO_EIO);
    assert_non_null(strstr(err.message, "/proc/none"));
    t.o.folder = group_dir.path;
    t.o.gammas = "no-such.gammas";
    assert_int_equal(watch_create(&w, &t.o, &err), GO_EIO);
    assert_non_null(strstr(err.message, "no-such.gammas"));
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_shows_how_it_learns),
        cmocka_unit_test(it_looks_now_and_then),
        cmocka_unit_test(the_curves_go_on_after_an_interruption),
        cmocka_unit_test(after_an_interruption_the_last_look_is_short),
        cmocka_unit_test(the_last_look_can_be_interrupted),
        cmocka_unit_test(a_broken_shuffle_is_seen),
        cmocka_unit_test(there_need_be_no_test_games),
        cmocka_unit_test(gammas_for_some_sizes_are_not_compared),
        cmocka_unit_test(what_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
