/* Training on several ranks: run alone this is one rank; test_mpi.sh runs it under mpirun as well.
 * Every rank makes all the assertions.                                       */
#include "nn_train/train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn_train/data/shared.h"
#include "nn_train/reference/reference.h"
#include "tests/support/stored_games.h"
#include "tests/support/unit.h"

static comm *ranks; /* MPI starts once in a process; set by main */

static void floats_are_added_in_pairs(void **state)
{
    (void)state;
    enum { N = 1000, MOST = 64 };
    static float all[MOST][N], own[N];
    const int size = comm_size(ranks);
    assert_true(size <= MOST);
    for (int r = 0; r < size; r++)
        for (int i = 0; i < N; i++)
            all[r][i] = sinf((float)(r * N + i)) * powf(10, (float)(i % 7));
    memcpy(own, all[comm_rank(ranks)], sizeof own);
    assert_int_equal(comm_add_floats(ranks, own, N, NULL), GO_OK);
    for (int step = 1; step < size; step *= 2)
        for (int r = 0; r + step < size; r += 2 * step)
            for (int i = 0; i < N; i++)
                all[r][i] += all[r + step][i];
    if (comm_rank(ranks) == 0)
        assert_memory_equal(own, all[0], sizeof own);
}

static void one_failure_is_known_to_all(void **state)
{
    (void)state;
    const int last = comm_size(ranks) - 1;
    go_error err = {GO_OK, ""};
    go_status mine = GO_OK;
    assert_int_equal(comm_agree(ranks, GO_OK, &err), GO_OK);
    if (comm_rank(ranks) == last)
        mine = go_fail(&err, GO_EFORMAT, "the file is torn");
    assert_int_equal(comm_agree(ranks, mine, &err), GO_EFORMAT);
    assert_int_equal(err.status, GO_EFORMAT);
    assert_non_null(strstr(err.message, "the file is torn"));
    if (last > 0)
        assert_non_null(strstr(err.message, "rank "));
}

/* ---- games ---- */

/* The first of the two games has a stone more. */
static void set_store(nn_store *s)
{
    const char *const sgf[] = {
        "(;SZ[5]RU[Chinese]KM[0.5]RE[B+R]AW[ea];B[cc];W[cd];B[dd];W[bc];B[ce];W[cb];B[db];W[bd])",
        two_games[1]};
    store_of(s, "chinese", sgf, 2);
}

static void same_array(const mapped *a, const mapped *b)
{
    assert_int_equal(a->size, b->size);
    if (a->size)
        assert_memory_equal(a->data, b->data, a->size);
}

static void games_of_rank_0_reach_all(void **state)
{
    (void)state;
    nn_store full, s = {0};
    set_store(&full);
    if (comm_rank(ranks) == 0)
        set_store(&s);
    assert_int_equal(nn_store_share(&s, NULL, ranks, NULL), GO_OK);
    assert_int_equal(s.n_games, 2);
    assert_int_equal(s.n_moves, full.n_moves);
    assert_int_equal(s.largest, 5);
    same_array(&s.moves, &full.moves);
    same_array(&s.setup, &full.setup);
    same_array(&s.owners, &full.owners);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(nn_store_game(&s, i)->at, nn_store_game(&full, i)->at);
        assert_int_equal(nn_store_game(&s, i)->knows_score, nn_store_game(&full, i)->knows_score);
    }
    nn_store_free(&s);
    nn_store_free(&full);
}

static void no_games_are_shared_too(void **state)
{
    (void)state;
    nn_store s = {0};
    assert_int_equal(nn_store_share(&s, NULL, ranks, NULL), GO_OK);
    assert_int_equal(s.n_games, 0);
}

/* ---- training ---- */

static nn_model *new_model(void)
{
    char *bytes;
    size_t n;
    nn_model *m;
    const nn_random_shape shape = {.blocks = 1, .channels = 4, .to_learn = true, .seed = 3};
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&m, bytes, n, "net", NULL), GO_OK);
    free(bytes);
    return m;
}

static nn_train_options options_for(comm *c)
{
    nn_train_options o = {.gradient = &nn_gradient_reference, .lanes = 4, .rows = 4, .threads = 1,
                          .ranks = c, .warm_up = 16, .budget = 96, .seed = 1};
    nn_train_choices_default(&o.choices);
    o.choices.optimiser.rate = 0.01;
    o.choices.average.steps = 4;
    return o;
}

/* What was reported last. */
typedef struct told {
    nn_loss_sums sums;
    drawn_counts drawn;
    int64_t positions;
} told;

static bool note(void *user, const nn_train_progress *p)
{
    *(told *)user = (told){p->sums, p->drawn->counts, p->drawn->positions};
    return true;
}

static bool power_of_two(int n)
{
    return (n & (n - 1)) == 0;
}

static void expect_same(const nn_model *a, const nn_model *b, double tolerance)
{
    for (int i = 0; i < a->n_layers; i++)
        for (size_t k = 0; k < a->layers[i].n_weights; k++)
            assert_true(fabs((double)a->layers[i].weights[k] - (double)b->layers[i].weights[k]) <=
                        tolerance);
}

static void compare_with_one(int pool, nn_norms norms)
{
    nn_store s;
    told one, many;
    set_store(&s);
    nn_model *alone = new_model(), *shared = new_model();
    nn_train_options o = options_for(NULL), p = options_for(ranks);
    o.choices.pool = p.choices.pool = pool;
    o.choices.norms = p.choices.norms = (int)norms;
    assert_int_equal(nn_train(alone, &s, &o, 96, note, &one, NULL), GO_OK);
    const go_status status = nn_train(shared, &s, &p, 96, note, &many, NULL);
    if (comm_size(ranks) > p.lanes) {
        assert_int_equal(status, GO_EINVAL);
    } else {
        const bool exact = p.lanes % comm_size(ranks) == 0 &&
                           power_of_two(p.lanes / comm_size(ranks));
        assert_int_equal(status, GO_OK);
        expect_same(alone, shared, exact ? 0 : 1e-5);
        assert_true(fabs(one.sums.total - many.sums.total) < 1e-4 * one.sums.total);
        assert_true(one.sums.policy_rows == 96 && many.sums.policy_rows == 96);
        assert_int_equal(one.drawn.rows, 96);
        assert_memory_equal(&one.drawn, &many.drawn, sizeof one.drawn);
        assert_int_equal(one.positions, many.positions);
    }
    nn_model_destroy(alone);
    nn_model_destroy(shared);
    nn_store_free(&s);
}

static void ranks_learn_what_one_learns(void **state)
{
    (void)state;
    compare_with_one(0, NN_NORMS_FIXED);
}

/* Each rank knows the losses of all. */
static void they_share_the_pool(void **state)
{
    (void)state;
    compare_with_one(24, NN_NORMS_FIXED);
}

/* What batches show is shared like gradients. */
static void they_share_statistics(void **state)
{
    (void)state;
    compare_with_one(0, NN_NORMS_RENORM);
}

/* The last rank wants to stop after 32 rows. */
static bool until(void *user, const nn_train_progress *p)
{
    *(int64_t *)user = p->rows;
    return comm_rank(ranks) < comm_size(ranks) - 1 || p->rows < 32;
}

static void an_interruption_of_one_is_one_of_all(void **state)
{
    (void)state;
    nn_store s;
    int64_t rows = 0;
    set_store(&s);
    nn_model *m = new_model();
    nn_train_options o = options_for(ranks);
    assert_int_equal(nn_train(m, &s, &o, 16, until, &rows, NULL), GO_EINTR);
    assert_int_equal(rows, 32);
    nn_model_destroy(m);
    nn_store_free(&s);
}

/* Only rank 0 writes; all know when it cannot. */
static void a_checkpoint_that_cannot_be_written_ends_all(void **state)
{
    (void)state;
    nn_store s;
    int64_t rows = 0;
    go_error err;
    set_store(&s);
    nn_model *m = new_model();
    nn_train_options o = options_for(ranks);
    o.checkpoint = "/dev/null/state";
    assert_int_equal(nn_train(m, &s, &o, 16, until, &rows, &err), GO_EIO);
    assert_non_null(strstr(err.message, "/dev/null"));
    o.resume = true;
    assert_int_equal(nn_train(m, &s, &o, 16, until, &rows, &err), GO_EIO);
    assert_non_null(strstr(err.message, "to resume from"));
    nn_model_destroy(m);
    nn_store_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_are_added_in_pairs),
        cmocka_unit_test(one_failure_is_known_to_all),
        cmocka_unit_test(games_of_rank_0_reach_all),
        cmocka_unit_test(no_games_are_shared_too),
        cmocka_unit_test(ranks_learn_what_one_learns),
        cmocka_unit_test(they_share_the_pool),
        cmocka_unit_test(they_share_statistics),
        cmocka_unit_test(an_interruption_of_one_is_one_of_all),
        cmocka_unit_test(a_checkpoint_that_cannot_be_written_ends_all),
    };
    go_error err;
    if (comm_create(&ranks, &err) != GO_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    comm_destroy(ranks);
    return failed;
}
