/* Balanced gammas: playouts that were spoilt come nearer to the truth again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "mm_train/balance/balance.h"
#include "mm_train/balance/sampler.h"
#include "tests/support/assert_close.h"
#include "tests/support/random_moves.h"
#include "tests/support/temp_dir.h"

enum { SIZE = 5, POSITIONS = 80 };

static gammas *shipped(void)
{
    gammas *g;
    assert_int_equal(gammas_read_or_find(&g, NULL, "fast", 9, NULL), GO_OK);
    return g;
}

/* Captures are missed and stones given away. */
static gammas *spoilt(void)
{
    gammas *g = shipped();
    const int *first = g->v->first;
    for (int i = first[F_CAPTURE]; i < first[F_CAPTURE + 1]; i++)
        g->gamma[i] *= 0.03f;
    for (int i = first[F_SELF_ATARI]; i < first[F_SELF_ATARI + 1]; i++)
        g->gamma[i] *= 30;
    return g;
}

/* Some random moves, as a record. */
static game_record *drawn_record(rng *random)
{
    board b;
    board_move moves[16];
    const int n = 4 + (int)rng_below(random, 9);
    board_init(&b, SIZE);
    for (int i = 0; i < n; i++) {
        const colour c = i & 1 ? WHITE : BLACK;
        moves[i] = (board_move){random_move(&b, c, random), (uint8_t)c};
        board_play_legal(&b, c, moves[i].at);
    }
    const game_record record = {.size = SIZE, .has_komi = true, .komi = 0.5, .first = BLACK,
                                .n_moves = n, .moves = moves};
    return game_record_pack(&record);
}

/* Positions as the shipped gammas judge them: the truth, by definition. */
static balance_positions judged_positions(void)
{
    balance_positions p = {0};
    gammas *g = shipped();
    playout_gammas *tables;
    sampler *s;
    rng draw = rng_seed(1), random = rng_seed(2);
    assert_int_equal(playout_gammas_create(&tables, g, SIZE, NULL), GO_OK);
    assert_int_equal(sampler_create(&s, g->v, SIZE, 400, 0.9, NULL), GO_OK);
    assert_int_equal(sampler_use(s, tables, NULL), GO_OK);
    for (int i = 0; i < POSITIONS; i++) {
        board b;
        sampler_means means;
        game_record *record = drawn_record(&draw);
        assert_int_equal(game_record_replay(record, &b, NULL), GO_OK);
        const sampler_position at = {&b, record->n_moves & 1 ? WHITE : BLACK, record->komi};
        sampler_run(s, &at, 400, &random, &means);
        balance_label label = {.win = means.win, .has_owner = true};
        memcpy(label.owner, means.owner, sizeof label.owner);
        assert_int_equal(balance_positions_add(&p, record, i, &label, NULL), GO_OK);
        game_record_destroy(record);
    }
    sampler_destroy(s);
    playout_gammas_destroy(tables);
    gammas_destroy(g);
    return p;
}

static balance_positions judged; /* for all tests, which leave them as they are */

static int set_up(void **state)
{
    judged = judged_positions();
    return group_dir_make(state);
}

static int tear_down(void **state)
{
    balance_positions_free(&judged);
    return group_dir_remove(state);
}

static balance_options options(void)
{
    return (balance_options){.sharpness = 1, .nakade = 0.9, .steps = 50, .batch = 12,
                             .playouts = 32, .samples = 32, .rate = 0.2, .owner = 20,
                             .held_out = 0.4, .seed = 3, .threads = 1, .checkpoint_seconds = 1e9};
}

static balance_error error_of(const gammas *g, const balance_positions *p)
{
    balance_error e;
    const balance_options o = options();
    assert_int_equal(balance_measure(&e, g, p, true, 200, &o, NULL), GO_OK);
    return e;
}

/* What becomes smaller, but for the half. */
static double objective(const balance_error *e)
{
    return e->win * e->win + options().owner * e->owner * e->owner;
}

static void the_error_falls_on_positions_held_out(void **state)
{
    (void)state;
    gammas *right = shipped(), *wrong = spoilt();
    balance_options o = options();
    const balance_error none = error_of(right, &judged), before = error_of(wrong, &judged);
    assert_int_equal(balance_gammas(wrong, &judged, &o, NULL), GO_OK);
    const balance_error after = error_of(wrong, &judged);
    printf("# error %.3f, then %.3f; owners %.3f, then %.3f\n", before.win, after.win, before.owner,
           after.owner);
    assert_true(none.n > 5 && none.n < POSITIONS / 2);
    assert_true(none.win < 0.05 && none.correlation > 0.97); /* measuring finds no error */
    assert_close(none.slope, 1, 0.1);
    assert_true(before.win > 0.06);
    assert_true(objective(&after) < 0.9 * objective(&before));
    assert_true(after.owner < before.owner);
    gammas_destroy(right);
    gammas_destroy(wrong);
}

/* Twice as many positions, of which half have no owners. */
static void the_error_of_owners_is_that_of_known_ones(void **state)
{
    (void)state;
    balance_positions p = judged_positions();
    gammas *g = spoilt();
    const balance_error all = error_of(g, &p);
    for (int i = 0; i < POSITIONS; i++) {
        const balance_label label = {.win = (double)p.at[i].win};
        assert_int_equal(balance_positions_add(&p, p.at[i].record, p.at[i].game, &label, NULL),
                         GO_OK);
    }
    const balance_error half = error_of(g, &p);
    assert_int_equal(half.n, 2 * all.n);
    assert_close(half.owner, all.owner, 0.05 * all.owner);
    gammas_destroy(g);
    balance_positions_free(&p);
}

/* As when they are read from a file. */
static void gammas_stay_within_their_limits(void **state)
{
    (void)state;
    gammas *g = spoilt();
    balance_options o = options();
    o.steps = 10;
    o.rate = 10;
    assert_int_equal(balance_gammas(g, &judged, &o, NULL), GO_OK);
    for (int i = 0; i < g->n; i++)
        assert_true(g->gamma[i] == gammas_within((double)g->gamma[i]));
    gammas_destroy(g);
}

/* ---- checkpoints ---- */

static void count_warning(void *user, const char *why)
{
    assert_non_null(strstr(why, "/dev/full"));
    ++*(int *)user;
}

static void a_fit_goes_on_without_checkpoints(void **state)
{
    (void)state;
    gammas *g = spoilt();
    balance_options o = options();
    int warnings = 0;
    o.steps = 4;
    o.checkpoint = "/dev/full";
    o.checkpoint_seconds = 0;
    o.on_unsaved = count_warning;
    o.user = &warnings;
    assert_int_equal(balance_gammas(g, &judged, &o, NULL), GO_OK);
    assert_int_equal(warnings, 1);
    gammas_destroy(g);
}

/* ---- repetition ---- */

static bool stop_in_the_middle(void *user, const char *phase, int64_t done, int64_t total)
{
    (void)user, (void)total;
    return strcmp(phase, "balancing") || done != 5;
}

static void an_interrupted_fit_resumes_to_the_same_gammas(void **state)
{
    (void)state;
    gammas *once = spoilt(), *again = spoilt(), *parts = spoilt(), *before = spoilt();
    const size_t size = (size_t)once->n * sizeof *once->gamma;
    char path[400];
    balance_options o = options();
    o.steps = 8;
    assert_int_equal(balance_gammas(once, &judged, &o, NULL), GO_OK);
    assert_int_equal(balance_gammas(again, &judged, &o, NULL), GO_OK);
    assert_memory_equal(once->gamma, again->gamma, size);
    o.checkpoint = temp_dir_path(&group_dir, "some.fit", path);
    o.progress = stop_in_the_middle;
    assert_int_equal(balance_gammas(parts, &judged, &o, NULL), GO_EINTR);
    assert_memory_equal(parts->gamma, before->gamma, size);
    o.resume = true;
    o.progress = NULL;
    assert_int_equal(balance_gammas(parts, &judged, &o, NULL), GO_OK);
    assert_memory_equal(parts->gamma, once->gamma, size);
    o.rate *= 2;
    assert_int_equal(balance_gammas(parts, &judged, &o, NULL), GO_EFORMAT); /* other options */
    gammas_destroy(once);
    gammas_destroy(again);
    gammas_destroy(parts);
    gammas_destroy(before);
}

/* Threads take other sums of the same numbers. */
static void threads_agree(void **state)
{
    (void)state;
    gammas *one = spoilt(), *three = spoilt();
    balance_options o = options();
    o.steps = 2;
    assert_int_equal(balance_gammas(one, &judged, &o, NULL), GO_OK);
    o.threads = 3;
    assert_int_equal(balance_gammas(three, &judged, &o, NULL), GO_OK);
    for (int i = 0; i < one->n; i++)
        assert_close((double)three->gamma[i] / (double)one->gamma[i], 1, 1e-4);
    gammas_destroy(one);
    gammas_destroy(three);
}

/* ---- positions as a file ---- */

static void positions_are_read_as_written(void **state)
{
    (void)state;
    balance_positions q;
    char path[400];
    temp_dir_path(&group_dir, "positions.sgf.gz", path);
    assert_int_equal(balance_positions_write(&judged, path, NULL), GO_OK);
    assert_int_equal(balance_positions_read(&q, path, false, NULL), GO_OK);
    assert_int_equal(q.n, judged.n);
    assert_int_equal(q.size, SIZE);
    for (int i = 0; i < judged.n; i++) {
        assert_true(game_record_equal(judged.at[i].record, q.at[i].record));
        assert_int_equal(judged.at[i].to_move, q.at[i].to_move);
        assert_int_equal(judged.at[i].game, q.at[i].game);
        assert_close((double)q.at[i].win, (double)judged.at[i].win, 1e-4);
        assert_memory_equal(q.at[i].owner, judged.at[i].owner, SIZE * SIZE);
    }
    balance_positions_free(&q);
}

static void expect_no_positions(const char *text, const char *sentence)
{
    balance_positions p;
    go_error err;
    char path[400];
    temp_dir_text(&group_dir, "bad.sgf", text, path);
    assert_int_equal(balance_positions_read(&p, path, false, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, sentence));
    assert_int_equal(p.n, 0);
}

static void bad_positions_are_told(void **state)
{
    (void)state;
    balance_positions p;
    char path[400];
    expect_no_positions("(;SZ[5];B[aa])", "game 1 ends without an evaluation");
    expect_no_positions("(;SZ[5];B[aa]C[black wins 1.2, leads by 3])", "without an evaluation");
    expect_no_positions("(;SZ[5];B[aa]C[black wins 0.2, leads by 3; owner AB])", "evaluation");
    expect_no_positions("(;SZ[5];B[aa]C[black wins 0.2, leads by 3])(;SZ[6];B[aa]C[black wins "
                        "0.2, leads by 3])", "game 2 is on 6x6");
    temp_dir_path(&group_dir, "none.sgf", path);
    assert_int_equal(balance_positions_read(&p, path, true, NULL), GO_OK);
    assert_int_equal(p.n, 0);
    assert_int_equal(balance_positions_read(&p, path, false, NULL), GO_EIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_falls_on_positions_held_out),
        cmocka_unit_test(the_error_of_owners_is_that_of_known_ones),
        cmocka_unit_test(gammas_stay_within_their_limits),
        cmocka_unit_test(a_fit_goes_on_without_checkpoints),
        cmocka_unit_test(an_interrupted_fit_resumes_to_the_same_gammas),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(positions_are_read_as_written),
        cmocka_unit_test(bad_positions_are_told),
    };
    return cmocka_run_group_tests_name("balance", tests, set_up, tear_down);
}
