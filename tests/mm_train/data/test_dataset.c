/* The compressed data set against plain lists of all teams of all positions:
 * the same wins, the same likelihood, the same expectation of every gamma.   */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/rng.h"
#include "mm_train/data/dataset.h"
#include "mm_train/solver/mm_teams.h"
#include "patterns/dense.h"
#include "patterns/extract.h"
#include "tests/support/assert_close.h"
#include "tests/support/sample_games.h"

/* ---- the plain way ---- */

/* The gammas of a candidate's team, as a list; an extractor started on this very
 * board tells them.                                                          */
static int list_team(const extractor *x, const dense_tables *d, const vocabulary *v, colour c,
                     int candidate, int *out)
{
    int n = 0, n_passing, row[N_ROWS];
    const int none = vocabulary_gammas(v);
    const uint32_t *t = extractor_team(x, c, candidate);
    const passing_feature *passing = extractor_passing(x, &n_passing);
    extractor_dense(x, row);
    for (int g = 0; g < F_N_STORED; g++)
        if ((int)t[g] != none)
            out[n++] = (int)t[g];
    for (int i = 0; i < n_passing; i++)
        if (passing[i].candidate == candidate)
            out[n++] = (int)passing[i].gamma;
    for (int k = 0; k < N_ROWS; k++) {
        for (int i = 0; i < d->layers[k]; i++) {
            int gamma = (int)d->gamma[k][i][row[k] * d->width + candidate];
            if (gamma != none)
                out[n++] = gamma;
        }
    }
    return n;
}

static void add_position(mm_teams *teams, extractor *x, const dense_tables *d, const vocabulary *v,
                         const board *b, colour c, int played)
{
    int changes, winner = -1, n_teams = 0, list[F_N_GROUPS];
    extractor_start(x, b);
    extractor_update(x, c, &changes);
    for (int i = 0; i <= b->size * b->size; i++) {
        if (!extractor_legal(x, c, i))
            continue;
        int n = list_team(x, d, v, c, i, list);
        assert_int_equal(mm_teams_add(teams, list, n, NULL), GO_OK);
        if (i == played)
            winner = n_teams;
        n_teams++;
    }
    assert_int_equal(mm_teams_decide(teams, winner, NULL), GO_OK);
}

static mm_teams *plain_teams(const vocabulary *v, const games *g)
{
    mm_groups groups = {F_N_GROUPS, v->first};
    mm_teams *teams;
    extractor *x;
    dense_tables d;
    game_walk move;
    board b;
    assert_int_equal(mm_teams_create(&groups, &teams, NULL), GO_OK);
    assert_int_equal(extractor_create(&x, v, g->size, NULL), GO_OK);
    assert_int_equal(dense_tables_init(&d, v, g->size, NULL), GO_OK);
    for (int64_t game = 0; game < g->n_games; game++) {
        games_walk(g, game, &move);
        for (b = move.start; game_walk_next(&move);) {
            add_position(teams, x, &d, v, &b, move.colour, move.index);
            board_play_legal(&b, move.colour, move.at);
        }
    }
    dense_tables_free(&d);
    extractor_destroy(x);
    return teams;
}

/* ---- comparing ---- */

typedef struct result {
    double *expected, log_likelihood;
} result;

static result expect_at(const mm_problem *p, const double *theta)
{
    result r = {calloc((size_t)p->n_gammas + 1, sizeof *r.expected), 0};
    go_error err = {GO_OK, ""};
    assert_non_null(r.expected);
    if (p->expect(p->data, theta, r.expected, &r.log_likelihood, &err) != GO_OK)
        fail_msg("%s", err.message);
    return r;
}

static void close_results(const mm_problem *p, result a, result b, double relative)
{
    assert_close(a.log_likelihood, b.log_likelihood, relative * fabs(b.log_likelihood));
    for (int i = 0; i < p->n_gammas; i++)
        assert_close(a.expected[i], b.expected[i], relative * (b.expected[i] + 0.01));
    free(a.expected);
    free(b.expected);
}

static double *random_theta(int n, double spread, uint64_t seed)
{
    rng random = rng_seed(seed);
    double *theta = calloc((size_t)n + 1, sizeof *theta);
    assert_non_null(theta);
    for (int i = 0; i < n; i++)
        theta[i] = spread * (2 * rng_double(&random) - 1);
    return theta;
}

static dataset *encoded(const vocabulary *v, const games *g, int n_threads)
{
    dataset *d;
    go_error err = {GO_OK, ""};
    if (dataset_create(&d, v, g, NULL, &(games_run){.n_threads = n_threads}, &err) != GO_OK)
        fail_msg("%s", err.message);
    return d;
}

static int64_t count_teams(const mm_teams *teams, int64_t n)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += mm_teams_size(teams, i);
    return sum;
}

/* At several points, the origin first; in single precision and in double. */
static void same_sums(const mm_problem *packed, const mm_problem *plain, double relative)
{
    for (int k = 0; k < 3; k++) {
        double *theta = random_theta(plain->n_gammas, 0.8 * k, (uint64_t)k);
        close_results(plain, expect_at(packed, theta), expect_at(plain, theta), relative);
        free(theta);
    }
}

static void as_the_plain_teams(const games *g, const char *set, int min_count)
{
    vocabulary *v = harvested(g, set, min_count, 1);
    mm_teams *teams = plain_teams(v, g);
    const mm_problem *plain = mm_teams_problem(teams);
    for (int exact = 0; exact < 2; exact++) {
        dataset *d = encoded(v, g, 1);
        mm_problem packed = dataset_problem(d, exact ? dataset_expect_double
                                                     : dataset_expect_single);
        assert_int_equal(packed.n_gammas, plain->n_gammas);
        assert_int_equal(packed.n_competitions, plain->n_competitions);
        assert_int_equal(dataset_measure(d).teams, count_teams(teams, plain->n_competitions));
        for (int i = 0; i < plain->n_gammas; i++)
            assert_true(packed.wins[i] == plain->wins[i]);
        same_sums(&packed, plain, exact ? 1e-9 : 2e-5);
        dataset_destroy(d);
    }
    mm_teams_destroy(teams);
    vocabulary_destroy(v);
}

static void games_of_gnu_go(void **state)
{
    games g;
    (void)state;
    sample_games(&g, 12, false);
    as_the_plain_teams(&g, "large", 3);
    as_the_plain_teams(&g, "fast", 3);
    games_free(&g);
}

static void games_of_random_moves(void **state)
{
    static const int sizes[] = {3, 5, 7, 13};
    (void)state;
    for (int i = 0; i < 4; i++) {
        games g;
        random_games(&g, sizes[i], 6, (uint64_t)i);
        as_the_plain_teams(&g, "large", 2);
        games_free(&g);
    }
}

/* Strengths too small or too large for single precision never make the games likelier. */
static void strengths_beyond_all_numbers(void **state)
{
    games g;
    (void)state;
    sample_games(&g, 2, false);
    vocabulary *v = harvested(&g, "large", 2, 1);
    dataset *d = encoded(v, &g, 1);
    mm_problem p = dataset_problem(d, dataset_expect_single);
    double *theta = calloc((size_t)p.n_gammas, sizeof *theta);
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < p.n_gammas; i++)
            theta[i] = 200 * side;
        result r = expect_at(&p, theta);
        assert_false(r.log_likelihood >= 0);
        free(r.expected);
    }
    free(theta);
    dataset_destroy(d);
    vocabulary_destroy(v);
    games_free(&g);
}

/* ---- threads ---- */

static void the_number_of_threads_does_not_matter(void **state)
{
    games g;
    (void)state;
    sample_games(&g, 90, false);
    vocabulary *v = harvested(&g, "large", 5, 1);
    dataset *one = encoded(v, &g, 1);
    mm_problem p = dataset_problem(one, dataset_expect_single);
    double *theta = random_theta(p.n_gammas, 1, 9);
    for (int n_threads = 2; n_threads <= 3; n_threads++) {
        dataset *more = encoded(v, &g, n_threads);
        mm_problem q = dataset_problem(more, dataset_expect_single);
        for (int i = 0; i < p.n_gammas; i++)
            assert_true(p.wins[i] == q.wins[i]);
        assert_true(dataset_fingerprint(one) == dataset_fingerprint(more));
        close_results(&p, expect_at(&q, theta), expect_at(&p, theta), 2e-5);
        dataset_destroy(more);
    }
    free(theta);
    dataset_destroy(one);
    vocabulary_destroy(v);
    games_free(&g);
}

/* ---- the fingerprint ---- */

static uint64_t fingerprint_of(const games *g, const vocabulary *v)
{
    dataset *d = encoded(v, g, 1);
    uint64_t fingerprint = dataset_fingerprint(d);
    dataset_destroy(d);
    return fingerprint;
}

static void a_fingerprint_knows_the_games_but_not_their_order(void **state)
{
    games g, turned, fewer;
    (void)state;
    sample_games(&g, 20, false);
    sample_games(&turned, 20, true);
    sample_games(&fewer, 19, false);
    vocabulary *v = harvested(&g, "fast", 5, 1), *other = harvested(&g, "fast", 6, 1);
    assert_true(fingerprint_of(&g, v) == fingerprint_of(&turned, v));
    assert_true(fingerprint_of(&g, v) != fingerprint_of(&fewer, v));
    assert_true(fingerprint_of(&g, v) != fingerprint_of(&g, other));
    vocabulary_destroy(v);
    vocabulary_destroy(other);
    games_free(&g);
    games_free(&turned);
    games_free(&fewer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_gnu_go),
        cmocka_unit_test(games_of_random_moves),
        cmocka_unit_test(strengths_beyond_all_numbers),
        cmocka_unit_test(the_number_of_threads_does_not_matter),
        cmocka_unit_test(a_fingerprint_knows_the_games_but_not_their_order),
    };
    return cmocka_run_group_tests_name("dataset", tests, NULL, NULL);
}
