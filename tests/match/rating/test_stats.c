/* Intervals, Elo, the sequential test and ratings, against values by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "match/rating/stats.h"
#include "match/rating/rating.h"
#include "tests/support/assert_close.h"

/* 29 of 34: p = 0.852941, z^2 = 3.841459;
 *   centre (p + z^2 / 68) / (1 + z^2 / 34) = 0.817112
 *   half   z sqrt(p (1 - p) / 34 + z^2 / 4624) / (1 + z^2 / 34) = 0.118393      */
static void wilson_by_hand(void **state)
{
    (void)state;
    interval w = stats_wilson(29.0 / 34, 34, STATS_Z95);
    assert_close((w.low + w.high) / 2, 0.817112, 2e-5);
    assert_close((w.high - w.low) / 2, 0.118393, 2e-5);
}

/* All of n: z^2 / (n + z^2) is the chance that is not ruled out. */
static void wilson_at_the_ends(void **state)
{
    (void)state;
    interval all = stats_wilson(1, 20, STATS_Z95), none = stats_wilson(0, 20, STATS_Z95);
    assert_close(all.high, 1, 1e-12);
    assert_close(all.low, 20 / (20 + 3.841458820694124), 1e-12);
    assert_close(none.low, 0, 1e-12);
    assert_close(none.high, 1 - all.low, 1e-12);
    interval nothing = stats_wilson(0.5, 0, STATS_Z95);
    assert_true(nothing.low == 0 && nothing.high == 1);
}

/* The true score is within the interval in 95 % of all matches, near enough. */
static void wilson_covers(void **state)
{
    enum { MATCHES = 4000, GAMES = 60 };
    (void)state;
    rng random = rng_seed(7);
    int covered = 0;
    for (int i = 0; i < MATCHES; i++) {
        int wins = 0;
        for (int k = 0; k < GAMES; k++)
            wins += rng_double(&random) < 0.8;
        interval w = stats_wilson((double)wins / GAMES, GAMES, STATS_Z95);
        covered += w.low <= 0.8 && 0.8 <= w.high;
    }
    assert_true(covered > 0.93 * MATCHES && covered < 0.97 * MATCHES);
}

static void elo_and_back(void **state)
{
    (void)state;
    assert_close(stats_elo(10.0 / 11), 400, 1e-9);
    assert_close(stats_elo(0.76), 200.24, 0.01);
    assert_close(stats_expected_score(-123.45), 1 - stats_expected_score(123.45), 1e-12);
    assert_close(stats_elo(stats_expected_score(77.5)), 77.5, 1e-9);
    assert_true(isinf(stats_elo(1)) && stats_elo(1) > 0 && stats_elo(0) < 0);
    interval e = stats_elo_interval(1, 20, STATS_Z95); /* 400 log10(20 / 3.8415) */
    assert_close(e.low, 286.62, 0.01);
    assert_true(isinf(e.high));
    char text[16], range[40];
    assert_string_equal(stats_elo_text(stats_elo(1), text), "won all");
    assert_string_equal(stats_elo_range(e.low, e.high, range), "above +287");
    e = stats_elo_interval(0, 20, STATS_Z95);
    assert_string_equal(stats_elo_text(stats_elo(0), text), "lost all");
    assert_string_equal(stats_elo_range(e.low, e.high, range), "below -287");
    assert_string_equal(stats_elo_range(-3.4, 77.5, range), "-3 .. +78");
}

static void wald_s_bounds(void **state)
{
    (void)state;
    interval b = stats_llr_bounds(0.05, 0.05);
    assert_close(b.high, 2.94443897916644, 1e-12); /* log 19 */
    assert_close(b.low, -b.high, 1e-12);
    assert_close(stats_llr_bounds(0.01, 0.1).high, 4.49980967033027, 1e-12); /* log 90 */
}

/* Without draws it is sum log(p1/p0): 60 log(0.571463/0.5) + 40 log(0.428537/0.5). */
static void a_test_of_wins_and_losses_is_wald_s(void **state)
{
    static const double value[] = {0, 0.5, 1};
    (void)state;
    double count[] = {40, 0, 60}, p1 = stats_expected_score(50);
    double wald = 60 * log(p1 / 0.5) + 40 * log((1 - p1) / 0.5);
    assert_close(stats_llr(value, count, 3, 0, 50), wald, 1e-3);
    assert_close(stats_llr((double[]){0, 1}, (double[]){40, 60}, 2, 0, 50), wald, 1e-9);
}

/* Near equal hypotheses it goes over into n (s1 - s0) (2 m - s0 - s1) / (2 var). */
static void with_draws_it_is_nearly_normal(void **state)
{
    static const double value[] = {0, 0.5, 1};
    (void)state;
    double count[] = {220, 550, 230}, s0 = stats_expected_score(0), s1 = stats_expected_score(6);
    double mean = 0.505, variance = 0.22 * mean * mean + 0.55 * (0.5 - mean) * (0.5 - mean) +
                                    0.23 * (1 - mean) * (1 - mean);
    double normal = 1000 * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
    assert_close(stats_llr(value, count, 3, 0, 6), normal, 0.01 * fabs(normal) + 1e-4);
}

static void a_test_knows_its_signs(void **state)
{
    static const double value[] = {0, 0.25, 0.5, 0.75, 1};
    (void)state;
    double none[5] = {0}, good[5] = {1, 2, 5, 9, 8}, bad[5] = {8, 9, 5, 2, 1};
    double all[5] = {0, 0, 0, 0, 100000};
    assert_close(stats_llr(value, none, 5, 0, 50), 0, 0);
    double up = stats_llr(value, good, 5, -20, 20), down = stats_llr(value, bad, 5, -20, 20);
    assert_true(up > 0.5);
    assert_close(up, -down, 1e-9);
    assert_true(stats_llr(value, all, 5, 0, 50) > 1000);
}

/* Wald's promise: with equal strength elo1 is accepted in no more than about 5 %. */
static void a_test_is_seldom_wrong(void **state)
{
    enum { TESTS = 400 };
    static const double value[] = {0, 0.5, 1};
    (void)state;
    rng random = rng_seed(99);
    interval bounds = stats_llr_bounds(0.05, 0.05);
    int wrong = 0;
    for (int i = 0; i < TESTS; i++) {
        double count[3] = {0}, llr = 0;
        while (llr > bounds.low && llr < bounds.high) {
            count[2 * (rng_double(&random) < 0.5)]++;
            llr = stats_llr(value, count, 3, 0, 100);
        }
        wrong += llr >= bounds.high;
    }
    assert_true(wrong < 0.08 * TESTS);
}

/* ---- ratings ---- */

/* Two players, 30 : 10, colours even: with the prior of half a win and half a
 * loss each the top is where d = 2 theta solves 40 s(d) - 30 + 2 * 0.5 (s(d/2) -
 * 1/2) = 0 for each; by bisection elsewhere d = 1.078537, 187.36 Elo.           */
static void two_players_by_hand(void **state)
{
    rated_game games[40];
    rating r[2], first;
    go_error err;
    (void)state;
    for (int i = 0; i < 40; i++)
        games[i] = i % 2 ? (rated_game){1, 0, i < 30 ? 0 : 2}
                         : (rated_game){0, 1, i < 30 ? 2 : 0};
    assert_int_equal(ratings_fit(games, 40, 2, RATING_OF_MEAN, r, &first, &err), GO_OK);
    assert_close(r[0].elo, -r[1].elo, 1e-6);
    assert_close(r[0].elo - r[1].elo, 187.4, 0.5);
    assert_close(first.elo, 0, 1e-3);
    /* information of d: 40 p (1 - p) = 7.574, and 0.23 / 2 of the prior, so sd(d/2) = 0.1803 */
    assert_close(r[0].high - r[0].elo, 61.4, 0.2);
    /* of the first move: 7.574, and 0.25 of the prior */
    assert_close(first.high - first.elo, 121.7, 0.3);
    assert_close(r[0].high - r[0].elo, r[0].elo - r[0].low, 1e-9);
    const rating of_mean = r[0];
    assert_int_equal(ratings_fit(games, 40, 2, 0, r, &first, &err), GO_OK);
    assert_true(r[0].elo == 0 && r[0].low == 0 && r[0].high == 0);
    assert_close(r[1].elo, -2 * of_mean.elo, 1e-6);
    assert_close(r[1].high - r[1].elo, 2 * (of_mean.high - of_mean.elo), 1e-6);
}

static int drawn_result(double elo, rng *random)
{
    return rng_double(random) < stats_expected_score(elo) ? 2 : 0;
}

/* Games drawn from known strengths give these back. */
static void known_strengths_come_back(void **state)
{
    enum { N = 4, ROUNDS = 600 };
    static const double truth[N] = {-150, -30, 40, 140};
    static rated_game games[N * N * ROUNDS];
    rating r[N], first;
    rng random = rng_seed(5);
    int64_t n = 0;
    go_error err;
    (void)state;
    for (int k = 0; k < ROUNDS; k++)
        for (int b = 0; b < N; b++)
            for (int w = 0; w < N; w++)
                if (b != w)
                    games[n++] = (rated_game){
                        b, w, drawn_result(truth[b] + 35 - truth[w], &random)};
    assert_int_equal(ratings_fit(games, n, N, RATING_OF_MEAN, r, &first, &err), GO_OK);
    for (int i = 0; i < N; i++) {
        assert_true(r[i].low < truth[i] && truth[i] < r[i].high);
        assert_true(r[i].high - r[i].low < 30);
    }
    assert_true(first.low < 35 && 35 < first.high);
}

static void one_who_won_all_has_a_rating(void **state)
{
    rated_game games[] = {{0, 1, 2}, {1, 0, 0}, {0, 1, 2}, {1, 0, 0}};
    rating r[2], first;
    go_error err;
    (void)state;
    assert_int_equal(ratings_fit(games, 4, 2, RATING_OF_MEAN, r, &first, &err), GO_OK);
    assert_true(r[0].elo > 50 && r[0].elo < 400 && isfinite(r[0].high));
    games[0].points2 = games[1].points2 = games[2].points2 = games[3].points2 = 1;
    assert_int_equal(ratings_fit(games, 4, 2, RATING_OF_MEAN, r, &first, &err), GO_OK);
    assert_close(r[0].elo, 0, 1e-3);
}

static void what_cannot_be_rated(void **state)
{
    rated_game games[] = {{0, 2, 2}, {1, 1, 0}};
    rating r[2], first;
    go_error err;
    (void)state;
    assert_int_equal(ratings_fit(games, 0, 2, RATING_OF_MEAN, r, &first, &err), GO_EEMPTY);
    assert_int_equal(ratings_fit(games, 1, 2, RATING_OF_MEAN, r, &first, &err), GO_EINVAL);
    assert_int_equal(ratings_fit(games + 1, 1, 2, RATING_OF_MEAN, r, &first, &err), GO_EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_by_hand),
        cmocka_unit_test(wilson_at_the_ends),
        cmocka_unit_test(wilson_covers),
        cmocka_unit_test(elo_and_back),
        cmocka_unit_test(wald_s_bounds),
        cmocka_unit_test(a_test_of_wins_and_losses_is_wald_s),
        cmocka_unit_test(with_draws_it_is_nearly_normal),
        cmocka_unit_test(a_test_knows_its_signs),
        cmocka_unit_test(a_test_is_seldom_wrong),
        cmocka_unit_test(two_players_by_hand),
        cmocka_unit_test(known_strengths_come_back),
        cmocka_unit_test(one_who_won_all_has_a_rating),
        cmocka_unit_test(what_cannot_be_rated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
