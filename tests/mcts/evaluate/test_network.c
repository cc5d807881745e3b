/* The network of a search: cached answers, symmetries, batches, and what goes wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "mcts/evaluate/network.h"
#include "nn/reference/reference.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_planes.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"
#include "tests/support/tiny_net.h"

/* ---- answers ---- */

static network *network_of(const nn_model *m, const char *words, const nn_backend *const *backends)
{
    go_error err;
    network *n = NULL;
    search_settings s;
    search_settings_default(&s);
    s.evaluate.net.backend = "reference";
    s.threads = 1;
    s.evaluate.net.cache = 1 << 20;
    set_words(&s, words);
    if (network_create(&n, m, &s.evaluate.net, s.threads, 7, backends, &err) != GO_OK)
        fail_msg("%s", err.message);
    return n;
}

static const network_question any_symmetry = {.symmetry = SYMMETRY_RANDOM, .seed = 1},
                              all_symmetries = {.symmetry = SYMMETRY_AVERAGE},
                              as_it_is = {.symmetry = SYMMETRY_NONE};

static nn_position *position_after(int moves)
{
    nn_position *p = position_on(7, 7, "chinese");
    for (int i = 0; i < moves; i++)
        assert_int_equal(nn_position_play(p, i % 2 ? WHITE : BLACK,
                                          board_point(nn_position_board(p, 0), i % 7, i / 7 * 2),
                                          NULL), GO_OK);
    return p;
}

static void an_answer_is_cached(void **state)
{
    (void)state;
    network *n = network_of(nets.model, "", NULL);
    network *uncached = network_of(nets.model, "net-cache=0", NULL);
    nn_position *p = position_after(3);
    nn_result a, b;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(network_evaluate(n, p, &any_symmetry, i ? &b : &a, NULL), GO_OK);
        assert_int_equal(network_evaluate(uncached, p, &any_symmetry, &b, NULL), GO_OK);
    }
    assert_true(a.value == b.value && a.lead == b.lead);
    assert_memory_equal(a.policy, b.policy, 50 * sizeof *a.policy);
    assert_memory_equal(a.ownership, b.ownership, 49 * sizeof *a.ownership);
    assert_int_equal(network_counted(n).queries, 2);
    assert_int_equal(network_counted(n).evaluated, 1);
    assert_int_equal(network_counted(uncached).evaluated, 2);
    p->komi = 6; /* another question */
    assert_int_equal(network_evaluate(n, p, &any_symmetry, &b, NULL), GO_OK);
    assert_int_equal(network_counted(n).evaluated, 2);
    nn_position_destroy(p);
    network_destroy(n);
    network_destroy(uncached);
}

static void the_average_is_of_all_symmetries(void **state)
{
    (void)state;
    network *n = network_of(nets.model, "", NULL);
    nn_position *p = position_after(4);
    nn_result all, one;
    double sum = 0;
    assert_int_equal(network_evaluate(n, p, &all_symmetries, &all, NULL), GO_OK);
    assert_int_equal(network_counted(n).evaluated, 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(network_evaluate_shown(n, p, i, 0, &one, NULL), GO_OK);
        sum += one.value;
    }
    assert_close(all.value, sum / 8, 1e-9);
    assert_int_equal(network_counted(n).evaluated, 8); /* they were cached */
    nn_position_destroy(p);
    network_destroy(n);
}

/* Logits are mixed, so the probabilities of half optimism are to each other as the roots of
 * the products of the two.                                                    */
static void each_optimism_has_an_answer_of_its_own(void **state)
{
    (void)state;
    nn_model *model = tiny_model(14, 7);
    network *n = network_of(model, "", NULL);
    nn_position *p = position_after(3);
    nn_result plain, half, whole;
    const network_question ask_half = {.symmetry = SYMMETRY_NONE, .optimism = 0.5},
                           ask_whole = {.symmetry = SYMMETRY_NONE, .optimism = 1};
    for (int i = 0; i < 2; i++) { /* the second time from the cache */
        assert_int_equal(network_evaluate(n, p, &as_it_is, &plain, NULL), GO_OK);
        assert_int_equal(network_evaluate(n, p, &ask_half, &half, NULL), GO_OK);
        assert_int_equal(network_evaluate(n, p, &ask_whole, &whole, NULL), GO_OK);
        assert_int_equal(network_counted(n).evaluated, 3);
    }
    double sum = 0, root[50], differ = 0;
    for (int i = 0; i < 50; i++)
        sum += root[i] = sqrt((double)plain.policy[i] * (double)whole.policy[i]);
    for (int i = 0; i < 50; i++) {
        assert_close(half.policy[i], root[i] / sum, 1e-6);
        differ += fabs((double)(plain.policy[i] - whole.policy[i]));
    }
    assert_true(differ > 1e-3);
    assert_true(plain.value == whole.value && plain.lead == half.lead);
    nn_position_destroy(p);
    network_destroy(n);
    nn_model_destroy(model);
}

enum { N_ASKED = 24, POLICY = 7 * 7 + 1 };

static void batches_of_threads_answer_like_one_by_one(void **state)
{
    (void)state;
    network *alone = network_of(nets.model, "", NULL);
    network *many = network_of(nets.model, "threads=4 net-batch=4", NULL);
    nn_position *p[N_ASKED];
    nn_result a[N_ASKED], b[N_ASKED];
    int failures = 0;
    for (int i = 0; i < N_ASKED; i++) {
        p[i] = position_after(i);
        assert_int_equal(network_evaluate(alone, p[i], &any_symmetry, &a[i], NULL), GO_OK);
    }
#pragma omp parallel num_threads(4) reduction(+ : failures)
    {
        network_enter(many);
#pragma omp for schedule(dynamic, 1) nowait
        for (int i = 0; i < N_ASKED; i++)
            failures += network_evaluate(many, p[i], &any_symmetry, &b[i], NULL) != GO_OK;
        network_leave(many);
    }
    assert_int_equal(failures, 0);
    for (int i = 0; i < N_ASKED; i++) {
        assert_true(a[i].value == b[i].value);
        assert_memory_equal(a[i].policy, b[i].policy, POLICY * sizeof a[i].policy[0]);
        nn_position_destroy(p[i]);
    }
    assert_int_equal(network_counted(many).evaluated, N_ASKED);
    network_destroy(alone);
    network_destroy(many);
}

/* ---- what goes wrong ---- */

static int fragile_calls;

/* A backend that is gone after two evaluations. */
static go_status fragile_create(const nn_backend *self, void **state, const nn_model *model,
                                const nn_settings *settings, go_error *err)
{
    fragile_calls = 0;
    return nn_reference.create(self, state, model, settings, err);
}

static go_status fragile_evaluate(void *state, const nn_batch *batch, go_error *err)
{
    if (++fragile_calls > 2)
        return go_fail(err, GO_EIO, "the plug was pulled");
    return nn_reference.evaluate(state, batch, err);
}

static void the_next_backend_replaces_one_that_fails(void **state)
{
    (void)state;
    nn_backend fragile = nn_reference;
    fragile.name = "fragile";
    fragile.gpu = true;
    fragile.create = fragile_create;
    fragile.evaluate = fragile_evaluate;
    const nn_backend *list[] = {&fragile, &nn_reference, NULL};
    network *n = network_of(nets.model, "net-cache=0", list);
    nn_position *p = position_after(2);
    nn_result a, b;
    char notice[400];
    assert_int_equal(network_evaluate(n, p, &as_it_is, &a, NULL), GO_OK);
    network_notice(n, notice, sizeof notice);
    assert_non_null(strstr(notice, "fragile"));
    assert_null(strstr(notice, "plug"));
    for (int i = 0; i < 4; i++)
        assert_int_equal(network_evaluate(n, p, &as_it_is, &b, NULL), GO_OK);
    assert_true(a.value == b.value);
    network_notice(n, notice, sizeof notice);
    assert_non_null(strstr(notice, "computed by reference on the CPU"));
    assert_non_null(strstr(notice, "the plug was pulled"));
    network_destroy(n);
    list[1] = NULL; /* nothing is left */
    n = network_of(nets.model, "net-cache=0", list);
    go_error err = {GO_OK, ""};
    for (int i = 0; i < 3; i++)
        (void)network_evaluate(n, p, &as_it_is, &a, &err);
    assert_int_equal(err.status, GO_EIO);
    network_destroy(n);
    nn_position_destroy(p);
}

static void expect_failure(const char *file, const char *backend, go_status status,
                           const char *part)
{
    search *s = search_on_net(file, backend, "evaluator=network");
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
    expect_failure(nets.torn, "reference", GO_EFORMAT, nets.torn);
    expect_failure(nets.lz, "reference", GO_EINVAL, "9x9");
    expect_failure(nets.net, "abacus", GO_EINVAL, "abacus");
    expect_failure(NULL, "abacus", GO_EINVAL, "abacus");
    expect_failure("/no/such/net", "reference", GO_EIO, "/no/such/net");
}

/* Where there is no GPU, that is; nobody who did not ask for one hears of it. */
static void a_named_backend_that_cannot_be_used_is_reported(void **state)
{
    (void)state;
    const nn_backend *gpu = nn_backend_by_name("cudnn");
    if (gpu->available(gpu, NULL) == GO_OK) {
        print_message("the backend cudnn can be used here\n");
        skip();
    }
    search *s = search_on_net(nets.net, "cudnn", "");
    assert_int_equal(search_prepare(s, 7, NULL), GO_OK);
    assert_non_null(strstr(search_notice(s), ", for cudnn cannot be used: "));
    assert_false(search_backend_as_asked(s));
    search_destroy(s);
    s = search_on_net(nets.net, NULL, "");
    assert_int_equal(search_prepare(s, 7, NULL), GO_OK);
    assert_null(strstr(search_notice(s), "cudnn"));
    assert_true(search_backend_as_asked(s));
    search_destroy(s);
}

static void the_file_is_read_once_for_all_boards(void **state)
{
    (void)state;
    char path[400];
    temp_dir_path(&nets.dir, "again", path);
    assert_int_equal(link(nets.net, path), 0);
    search *s = search_on_net(path, "reference", "");
    assert_int_equal(search_read_net(s, 0, NULL), GO_OK);
    assert_int_equal(remove(path), 0);
    assert_int_equal(search_prepare(s, 7, NULL), GO_OK);
    assert_int_equal(search_prepare(s, 9, NULL), GO_OK);
    search_settings other = *search_configured(s);
    other.evaluate.net.file = nets.net;
    assert_int_equal(search_configure(s, &other, NULL), GO_OK); /* it is forgotten */
    other.evaluate.net.file = path;
    assert_int_equal(search_configure(s, &other, NULL), GO_OK);
    assert_int_equal(search_prepare(s, 9, NULL), GO_EIO);
    search_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_cached),
        cmocka_unit_test(the_average_is_of_all_symmetries),
        cmocka_unit_test(each_optimism_has_an_answer_of_its_own),
        cmocka_unit_test(batches_of_threads_answer_like_one_by_one),
        cmocka_unit_test(the_next_backend_replaces_one_that_fails),
        cmocka_unit_test(a_network_that_cannot_be_used_is_named),
        cmocka_unit_test(a_named_backend_that_cannot_be_used_is_reported),
        cmocka_unit_test(the_file_is_read_once_for_all_boards),
    };
    return cmocka_run_group_tests_name("network", tests, small_nets_setup,
                                       small_nets_teardown);
}
