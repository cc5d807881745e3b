/* Statistics of predicted moves and of predicted ends, against numbers by hand. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "prediction/outcome.h"
#include "tests/support/assert_close.h"
#include "tests/support/unit.h"

/* ---- moves ---- */

static void ties_count_half(void **state)
{
    (void)state;
    const float p[] = {0.1f, 0.3f, 0.1f, 0.1f, 0, 0, 0.4f};
    assert_int_equal(prediction_rank(p, 7, 6), 1);
    assert_int_equal(prediction_rank(p, 7, 1), 2);
    assert_int_equal(prediction_rank(p, 7, 0), 4); /* two better, half of two equals */
    assert_int_equal(prediction_rank(p, 7, 4), 6); /* impossible: after all that are possible */
    assert_int_equal(prediction_rank((const float[]){0.5f, 0.5f}, 2, 1), 1); /* half of one: none */
    assert_int_equal(prediction_rank((const float[]){0, 0, 1, 0}, 4, 0), 2); /* nor of impossible */
}

static void an_impossible_move_costs_a_finite_amount(void **state)
{
    (void)state;
    assert_close(prediction_log(0.25), -1.38629436111989, 1e-12);
    assert_close(prediction_log(0), -87.3365447505531, 1e-9); /* the least float, 2^-126 */
}

static void stages_have_names(void **state)
{
    char name[24];
    (void)state;
    assert_string_equal(prediction_stage_name(prediction_stage(0), name), "1-30");
    assert_string_equal(prediction_stage_name(prediction_stage(29), name), "1-30");
    assert_string_equal(prediction_stage_name(prediction_stage(30), name), "31-60");
    assert_string_equal(prediction_stage_name(prediction_stage(329), name), "301-330");
    assert_string_equal(prediction_stage_name(prediction_stage(330), name), "331+");
    assert_string_equal(prediction_stage_name(prediction_stage(5000), name), "331+");
}

/* ---- intervals ---- */

/* 97.5 % points of Student's t with 1 and 9 degrees of freedom, from a table. */
static const double T1 = 12.7062047362, T9 = 2.2621571628;

/* One game with 2 hits of 2 moves, one with none of 2. */
static prediction_sums two_unlike_games(void)
{
    prediction_sums s = {.games = 2, .positions = 4, .games_squared = 2 * 2 + 2 * 2};
    s.at_rank[0] = 2;
    s.at_rank[PREDICTION_RANKS] = 2;
    s.products[MEASURE_TOP1] = (game_products){2 * 2 + 0, 2 * 2 + 0};
    /* log-evidence: -1 and -1 in the one, -3 and -3 in the other */
    s.sum_log = -8;
    s.products[MEASURE_LOG] = (game_products){4 + 36, -4 - 12};
    return s;
}

static void games_not_moves_are_independent(void **state)
{
    (void)state;
    prediction_sums s = two_unlike_games();
    /* m = -2; 2 / (2 - 1) * ((-2 + 4)^2 + (-6 + 4)^2) / 4^2 = 1 */
    prediction_interval log_evidence = prediction_mean(&s, MEASURE_LOG);
    assert_close(log_evidence.mean, -2, 1e-12);
    assert_close(log_evidence.low, -2 - T1, 1e-9);
    assert_close(log_evidence.high, -2 + T1, 1e-9);
    /* m = 1/2; 2 * ((2 - 1)^2 + (0 - 1)^2) / 4^2 = 1/4 = m (1 - m) / 1: the four
     * moves are worth 1, and Wilson's interval is 0.5 -+ 0.5 t / sqrt(1 + t^2)  */
    prediction_interval top = prediction_mean(&s, MEASURE_TOP1);
    assert_close(top.mean, 0.5, 1e-12);
    assert_close(top.low, 0.5 - 0.5 * T1 / sqrt(1 + T1 * T1), 1e-9);
    assert_close(top.high, 0.5 + 0.5 * T1 / sqrt(1 + T1 * T1), 1e-9);
}

/* Four games of different lengths, by the formulas in cluster.h, game by game. */
static void games_of_any_length(void **state)
{
    static const double n[4] = {10, 25, 4, 40}, sum[4] = {7, 9, 1, 22}, t3 = 3.1824463053;
    cluster_sums s = {0};
    double positions = 0, total = 0, squares = 0;
    (void)state;
    for (int g = 0; g < 4; g++) {
        cluster_add_game(&s, n[g], sum[g]);
        positions += n[g];
        total += sum[g];
    }
    const double m = total / positions;
    for (int g = 0; g < 4; g++)
        squares += (sum[g] - m * n[g]) * (sum[g] - m * n[g]);
    const double variance = 4.0 / 3 * squares / (positions * positions);
    const prediction_interval mean = cluster_mean(&s), share = cluster_share(&s);
    assert_close(mean.mean, m, 1e-12);
    assert_close(mean.low, m - t3 * sqrt(variance), 1e-9);
    assert_close(mean.high, m + t3 * sqrt(variance), 1e-9);
    /* Wilson: the ends are where the mean is t deviations away */
    const double trials = m * (1 - m) / variance;
    assert_true(trials > 1 && trials < positions);
    assert_close(m - share.low, t3 * sqrt(share.low * (1 - share.low) / trials), 1e-9);
    assert_close(share.high - m, t3 * sqrt(share.high * (1 - share.high) / trials), 1e-9);
}

/* Moves one by one, in games of 3, 2 and 4 moves: their measures and intervals are those of sums
 * made by hand.                                                               */
static void games_from_their_moves(void **state)
{
    static const struct {
        int n, rank[4];
    } games[] = {{3, {1, 2, 30}}, {2, {1, 1}}, {4, {7, 1, 12, 3}}};
    static const double seconds[] = {2, 5, 3}; /* of workers at the same time */
    prediction_stats total = {0};
    cluster_sums top1 = {0}, top5 = {0}, top20 = {0}, ranks = {0}, logs = {0};
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        prediction_stats game = {.games = 1, .seconds = seconds[g]};
        double first = 0, hits = 0, hits20 = 0, sum = 0, log_sum = 0;
        for (int i = 0; i < games[g].n; i++) {
            const int rank = games[g].rank[i];
            prediction_add_move(&game, 10 * i, rank, -0.5 * rank); /* in two stages */
            first += rank == 1;
            hits += rank <= 5;
            hits20 += rank <= 20;
            sum += rank;
            log_sum -= 0.5 * rank;
        }
        prediction_close_game(&game);
        prediction_stats_add(&total, &game);
        cluster_add_game(&top1, games[g].n, first);
        cluster_add_game(&top5, games[g].n, hits);
        cluster_add_game(&top20, games[g].n, hits20);
        cluster_add_game(&ranks, games[g].n, sum);
        cluster_add_game(&logs, games[g].n, log_sum);
    }
    const prediction_sums *s = &total.all;
    assert_int_equal(total.games, 3);
    assert_close(total.seconds, 5, 0);
    assert_int_equal(s->positions, 9);
    assert_int_equal(total.stage[0].positions, 8);
    assert_int_equal(total.stage[0].games, 3);
    assert_int_equal(total.stage[1].positions, 1); /* of one game, the third */
    assert_int_equal(total.stage[1].games, 1);
    assert_close(prediction_top(s, 1), 4.0 / 9, 1e-12);
    assert_close(prediction_top(s, 5), 6.0 / 9, 1e-12);
    assert_close(prediction_mean_log(s), -0.5 * 58 / 9, 1e-12);
    const struct {
        prediction_measure measure;
        prediction_interval expected;
    } all[] = {{MEASURE_TOP1, cluster_share(&top1)},
               {MEASURE_TOP5, cluster_share(&top5)},
               {MEASURE_TOP20, cluster_share(&top20)},
               {MEASURE_RANK, cluster_mean(&ranks)},
               {MEASURE_LOG, cluster_mean(&logs)}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const prediction_interval v = prediction_mean(s, all[i].measure);
        assert_close(v.mean, all[i].expected.mean, 1e-12);
        assert_close(v.low, all[i].expected.low, 1e-9);
        assert_close(v.high, all[i].expected.high, 1e-9);
    }
}

/* The move of rank n is among the n most likely ones, and that of rank n + 1 is not. */
static void ranks_are_counted_to_the_last(void **state)
{
    static const struct {
        int n;
        prediction_measure measure;
    } tops[] = {{1, MEASURE_TOP1}, {5, MEASURE_TOP5}, {10, MEASURE_TOP10}, {20, MEASURE_TOP20}};
    prediction_stats game = {.games = 1};
    (void)state;
    for (int rank = 1; rank <= PREDICTION_RANKS + 50; rank++)
        prediction_add_move(&game, 0, rank, -1);
    prediction_close_game(&game);
    for (size_t i = 0; i < sizeof tops / sizeof *tops; i++)
        assert_close(prediction_mean(&game.all, tops[i].measure).mean, tops[i].n / 100.0, 1e-12);
    for (int n = 1; n <= PREDICTION_RANKS; n++)
        assert_close(prediction_top(&game.all, n), n / 100.0, 1e-12);
}

static void wilson_keeps_shares_within_0_and_1(void **state)
{
    (void)state;
    prediction_sums s = {.games = 10, .positions = 100, .games_squared = 1000};
    s.at_rank[0] = 100;
    s.products[MEASURE_TOP1] = (game_products){1000, 1000};
    prediction_interval top = prediction_mean(&s, MEASURE_TOP1);
    /* 100 of 100: n / (n + t^2) */
    assert_close(top.low, 100 / (100 + T9 * T9), 1e-9);
    assert_close(top.high, 1, 1e-12);
}

static void one_game_has_a_mean_but_no_interval(void **state)
{
    (void)state;
    prediction_stats game = {.games = 1}, s = {0};
    prediction_add_move(&game, 0, 1, -1);
    prediction_add_move(&game, 1, 2, -2);
    prediction_close_game(&game);
    prediction_stats_add(&s, &game);
    for (int m = 0; m < N_MEASURES; m++) {
        const prediction_interval v = prediction_mean(&s.all, (prediction_measure)m);
        assert_false(prediction_interval_known(&v));
    }
    assert_close(prediction_mean(&s.all, MEASURE_TOP1).mean, 0.5, 1e-12);
    assert_close(prediction_mean(&s.all, MEASURE_LOG).mean, -1.5, 1e-12);
    prediction_stats_add(&s, &game);
    const prediction_interval two = prediction_mean(&s.all, MEASURE_LOG);
    assert_true(prediction_interval_known(&two));
}

static void no_positions_give_zeros(void **state)
{
    (void)state;
    prediction_sums s = {0};
    assert_close(prediction_mean(&s, MEASURE_TOP5).mean, 0, 0);
    assert_close(prediction_mean_log(&s), 0, 0);
    assert_close(prediction_top(&s, 50), 0, 0);
}

/* ---- ends of games ---- */

static const cluster_sums *of(const outcome_stats *s, outcome_measure m)
{
    return &s->all[m];
}

static void ends_are_measured_as_the_header_says(void **state)
{
    const float told[4] = {1, 0.5f, 0, -0.5f};
    const signed char owner[4] = {1, 1, 0, 1};
    const outcome_answer a = {.knows_winner = true, .p = 0.8, .y = 0, .knows_score = true,
                              .lead = 3, .score = 2, .deviation = 4, .margin = -6.5,
                              .knows_ownership = true, .area = 4, .ownership = told,
                              .owner = owner};
    outcome_game game = {0};
    outcome_stats s = {0};
    (void)state;
    outcome_add_position(&game, 31, &a);
    outcome_add_game(&s, &game);
    assert_close(of(&s, OUTCOME_VALUE_BRIER)->sum, 0.64, 1e-12);
    assert_close(of(&s, OUTCOME_VALUE_LOG)->sum, 1.6094379124341, 1e-12); /* -log 0.2 */
    assert_close(of(&s, OUTCOME_LEAD)->sum, 9.5, 1e-12);
    /* 8.5 / 4 = 2.125; 2.125^2 / 2 + log 4 */
    assert_close(of(&s, OUTCOME_SCORE_LOG)->sum, 3.64410686111989, 1e-12);
    /* probabilities 1, 0.75, 0.5, 0.25 for 1, 1, 1/2, 1 */
    assert_close(of(&s, OUTCOME_OWNER_BRIER)->sum, (0 + 0.0625 + 0 + 0.5625) / 4, 1e-12);
    assert_close(of(&s, OUTCOME_OWNER_LOG)->sum,
                 (0.287682072451781 + 0.693147180559945 + 1.38629436111989) / 4, 1e-12);
    assert_close(s.stage[1][OUTCOME_LEAD].n, 1, 0);
    assert_close(s.stage[0][OUTCOME_LEAD].n, 0, 0);
    assert_close(s.bin[8].predicted, 0.8, 1e-12);
    assert_close(s.bin[8].observed.n, 1, 0);
}

/* Two positions in one stage, the third in another; each in a bin of its own. */
static void positions_of_a_game_are_added_up(void **state)
{
    static const struct {
        int ply, bin;
        double p, y, lead;
    } at[] = {{0, 8, 0.81, 1, 3}, {1, 6, 0.61, 1, 5}, {31, 0, 0.01, 0, -4}};
    const float told[] = {0.5f, -0.5f};
    const signed char owner[] = {-1, -1};
    outcome_game game = {0};
    outcome_stats s = {0};
    (void)state;
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i < 3; i++)
            outcome_add_position(&game, at[i].ply,
                                 &(outcome_answer){.knows_winner = true,
                                                   .p = at[i].p,
                                                   .y = at[i].y,
                                                   .knows_score = true,
                                                   .lead = at[i].lead,
                                                   .margin = 1,
                                                   .knows_ownership = true,
                                                   .area = 2,
                                                   .ownership = told,
                                                   .owner = owner});
    outcome_add_game(&s, &game);
    assert_close(of(&s, OUTCOME_VALUE_BRIER)->sum, 2 * (0.0361 + 0.1521 + 0.0001), 1e-12);
    assert_close(s.stage[0][OUTCOME_VALUE_BRIER].sum, 2 * (0.0361 + 0.1521), 1e-12);
    assert_close(s.stage[1][OUTCOME_VALUE_BRIER].sum, 2 * 0.0001, 1e-12);
    assert_close(of(&s, OUTCOME_LEAD)->sum, 2 * (2 + 4 + 5), 1e-12);
    assert_close(of(&s, OUTCOME_OWNER_BRIER)->sum, 6 * (0.5625 + 0.0625) / 2, 1e-12);
    for (int i = 0; i < 3; i++) {
        assert_close(s.bin[at[i].bin].predicted, 2 * at[i].p, 1e-12);
        assert_close(s.bin[at[i].bin].observed.n, 2, 0);
        assert_close(s.bin[at[i].bin].observed.sum, 2 * at[i].y, 0);
    }
}

static void measures_have_names_and_keys(void **state)
{
    (void)state;
    assert_string_equal(outcome_name(OUTCOME_VALUE_LOG), "winner, log-loss");
    assert_string_equal(outcome_key(OUTCOME_VALUE_LOG), "value_log_loss");
    for (int m = 0; m < N_OUTCOMES; m++)
        for (int k = 0; k < m; k++)
            assert_string_not_equal(outcome_key((outcome_measure)k),
                                    outcome_key((outcome_measure)m));
}

/* Half a point: a network that is surer of the score than that is not rewarded for it. */
static void deviations_have_a_least_value(void **state)
{
    static const double told[] = {0, 0.4, 0.5};
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const outcome_answer a = {.knows_score = true, .score = 1, .deviation = told[i]};
        outcome_game game = {0};
        outcome_stats s = {0};
        outcome_add_position(&game, 0, &a);
        outcome_add_game(&s, &game);
        /* (1 / 0.5)^2 / 2 + log 0.5 */
        assert_close(of(&s, OUTCOME_SCORE_LOG)->sum, 1.30685281944005, 1e-12);
        assert_int_equal(of(&s, OUTCOME_VALUE_BRIER)->games, 0); /* nobody knows the winner */
    }
}

static void what_is_not_known_is_not_measured(void **state)
{
    const outcome_answer a = {.knows_winner = true, .p = 1, .y = 1};
    outcome_game game = {0}, empty = {0};
    outcome_stats s = {0};
    (void)state;
    outcome_add_position(&game, 0, &a);
    outcome_add_game(&s, &game);
    outcome_add_game(&s, &empty);
    assert_int_equal(of(&s, OUTCOME_VALUE_LOG)->games, 1);
    assert_close(of(&s, OUTCOME_VALUE_LOG)->sum, 0, 1e-12);
    assert_int_equal(of(&s, OUTCOME_LEAD)->games, 0);
    assert_int_equal(of(&s, OUTCOME_OWNER_LOG)->games, 0);
    assert_close(s.bin[9].observed.n, 1, 0); /* 1 belongs to the last bin */
    assert_close(cluster_mean(of(&s, OUTCOME_LEAD)).mean, 0, 0);
}

static void a_game_is_one_trial_of_the_winner(void **state)
{
    (void)state;
    outcome_stats s = {0};
    for (int g = 0; g < 2; g++) {
        outcome_game game = {0};
        for (int ply = 0; ply < 50; ply++)
            outcome_add_position(&game, ply, &(outcome_answer){.knows_winner = true, .p = 0.5,
                                                               .y = g});
        outcome_add_game(&s, &game);
    }
    /* a hundred positions, but two games that say opposite things: worth two trials at most */
    const prediction_interval v = cluster_result_share(&s.bin[5].observed);
    assert_close(v.mean, 0.5, 1e-12);
    assert_true(v.low < 0.1 && v.high > 0.9);
}

/* Ten games of 20 positions, all lost: Wilson's interval of none in ten trials, not in 200. */
static void results_are_as_many_trials_as_games(void **state)
{
    (void)state;
    cluster_sums s = {0};
    for (int g = 0; g < 10; g++)
        cluster_add_game(&s, 20, 0);
    const prediction_interval v = cluster_result_share(&s);
    assert_close(v.low, 0, 1e-12);
    assert_close(v.high, T9 * T9 / (10 + T9 * T9), 1e-9);
    /* one more, of 200 positions: 400^2 / (10 * 20^2 + 200^2) trials */
    cluster_add_game(&s, 200, 0);
    const double trials = 400 * 400 / 44000.0, t10 = 2.2281388520;
    assert_close(cluster_result_share(&s).high, t10 * t10 / (trials + t10 * t10), 1e-9);
}

/* Of games that are won with one chance, 95 % of the intervals should have it in them, and had it in
 * 60 % where chances are small.                                               */
static void intervals_of_results_cover_what_they_say(void **state)
{
    (void)state;
    enum { RUNS = 2000, GAMES = 20 };
    static const double chances[] = {0.02, 0.05, 0.15, 0.5};
    for (size_t k = 0; k < sizeof chances / sizeof *chances; k++) {
        rng random = rng_seed(k);
        int covered = 0;
        for (int run = 0; run < RUNS; run++) {
            cluster_sums s = {0};
            for (int g = 0; g < GAMES; g++) {
                const double n = 1 + (double)rng_below(&random, 20);
                cluster_add_game(&s, n, rng_double(&random) < chances[k] ? n : 0);
            }
            const prediction_interval v = cluster_result_share(&s);
            covered += v.low <= chances[k] && chances[k] <= v.high;
        }
        if (covered < 0.94 * RUNS)
            fail_msg("a chance of %g was in %d of %d intervals", chances[k], covered, RUNS);
    }
}

static void sums_of_parts_are_those_of_all(void **state)
{
    (void)state;
    outcome_stats all = {0}, sum = {0}, part[2];
    memset(part, 0, sizeof part);
    for (int g = 0; g < 10; g++) {
        outcome_game game = {0};
        for (int ply = 0; ply < 40 + g; ply++)
            outcome_add_position(&game, ply,
                                 &(outcome_answer){.knows_winner = true, .p = 0.07 * g, .y = g % 2,
                                                   .knows_score = g % 3, .lead = ply, .score = g,
                                                   .deviation = 5, .margin = 2.5});
        outcome_add_game(&all, &game);
        outcome_add_game(&part[g % 2], &game);
    }
    outcome_stats_add(&sum, &part[0]);
    outcome_stats_add(&sum, &part[1]);
    for (int m = 0; m < N_OUTCOMES; m++) {
        const prediction_interval a = cluster_mean(of(&all, (outcome_measure)m)),
                                  b = cluster_mean(of(&sum, (outcome_measure)m));
        assert_close(a.mean, b.mean, 1e-12);
        assert_int_equal(prediction_interval_known(&a), prediction_interval_known(&b));
        if (prediction_interval_known(&a))
            assert_close(a.low, b.low, 1e-9);
        for (int k = 0; k < PREDICTION_STAGES; k++) {
            assert_int_equal(all.stage[k][m].games, sum.stage[k][m].games);
            assert_close(all.stage[k][m].squares, sum.stage[k][m].squares, 1e-9);
        }
    }
    for (int b = 0; b < OUTCOME_BINS; b++) {
        assert_close(all.bin[b].predicted, sum.bin[b].predicted, 1e-12);
        assert_int_equal(all.bin[b].observed.games, sum.bin[b].observed.games);
        assert_close(all.bin[b].observed.sum, sum.bin[b].observed.sum, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_count_half),
        cmocka_unit_test(an_impossible_move_costs_a_finite_amount),
        cmocka_unit_test(stages_have_names),
        cmocka_unit_test(games_not_moves_are_independent),
        cmocka_unit_test(games_of_any_length),
        cmocka_unit_test(games_from_their_moves),
        cmocka_unit_test(ranks_are_counted_to_the_last),
        cmocka_unit_test(wilson_keeps_shares_within_0_and_1),
        cmocka_unit_test(one_game_has_a_mean_but_no_interval),
        cmocka_unit_test(no_positions_give_zeros),
        cmocka_unit_test(ends_are_measured_as_the_header_says),
        cmocka_unit_test(positions_of_a_game_are_added_up),
        cmocka_unit_test(measures_have_names_and_keys),
        cmocka_unit_test(deviations_have_a_least_value),
        cmocka_unit_test(what_is_not_known_is_not_measured),
        cmocka_unit_test(a_game_is_one_trial_of_the_winner),
        cmocka_unit_test(results_are_as_many_trials_as_games),
        cmocka_unit_test(intervals_of_results_cover_what_they_say),
        cmocka_unit_test(sums_of_parts_are_those_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
