/* Raw numbers of made-up networks and what they mean. */
#include <string.h>

#include "board/symmetry.h"
#include "nn/outputs.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_planes.h"
#include "tests/support/unit.h"

enum { SIDE = 3, POINTS = SIDE * SIDE };

/* A KataGo network of a version; its multipliers are those before version 13. */
static nn_model kata(int version, int policies, int scores)
{
    return (nn_model){.family = NN_KATAGO, .version = version, .planes = NN_KATA_PLANES,
                      .globals = NN_KATA_GLOBALS, .policy_channels = policies,
                      .score_channels = scores,
                      .multipliers = {20, 20, 20, 20, 40, 0.25f, 30}};
}

typedef struct raw {
    float policy[2 * POINTS], pass[2], value[3], score[6], ownership[POINTS];
    const float *out[NN_N_OUTPUTS];
} raw;

static void wire(raw *r)
{
    r->out[NN_POLICY] = r->policy;
    r->out[NN_PASS] = r->pass;
    r->out[NN_VALUE] = r->value;
    r->out[NN_SCORE] = r->score;
    r->out[NN_OWNERSHIP] = r->ownership;
}

static nn_result read_as(const nn_model *m, const nn_position *p, raw *r, const nn_reading *how)
{
    nn_view v = nn_view_plain(SIDE);
    nn_result result;
    wire(r);
    nn_outputs_read(m, p, &v, how, r->out, &result);
    return result;
}

/* e^x without asking the same library function that is tested for its sum */
static const double log2_ = 0.69314718055994531, log3_ = 1.0986122886681098;

static void illegal_points_get_nothing(void **state)
{
    nn_model m = kata(8, 1, 4);
    nn_position *p = position_of(3, "X . ."
                                    ". O ."
                                    ". . .", "chinese", BLACK);
    raw r = {.pass = {(float)log2_}, .policy = {50, 0, 0, 0, 50, 0, 0, 0, (float)log3_}};
    (void)state;
    nn_result result = read_as(&m, p, &r, &(nn_reading){0});
    /* six empty points of weight 1, the pass 2, the corner 3 */
    assert_close(result.policy[0] + result.policy[4], 0, 0);
    assert_close(result.policy[1], 1 / 11.0, 1e-6);
    assert_close(result.policy[8], 3 / 11.0, 1e-6);
    assert_close(result.policy[9], 2 / 11.0, 1e-6);
    result = read_as(&m, p, &r, &(nn_reading){.all_points = true});
    assert_close(result.policy[0], 0.5, 1e-6);
    nn_position_destroy(p);
}

/* Shares of e^-200 and e^-1000 are too small for a float and for a double. */
static void legal_points_get_something(void **state)
{
    nn_model m = kata(8, 1, 4);
    nn_position *p = position_on(3, 3, "chinese");
    raw r = {.pass = {-800}, .policy = {200, 0, 200, -800}};
    (void)state;
    nn_result result = read_as(&m, p, &r, &(nn_reading){0});
    for (int i = 0; i <= POINTS; i++)
        assert_true(result.policy[i] > 0);
    assert_close(result.policy[0], 0.5, 1e-6);
    nn_position_destroy(p);
}

static void optimism_goes_from_one_policy_to_the_other(void **state)
{
    nn_model m = kata(12, 2, 6);
    nn_position *p = position_on(3, 3, "chinese");
    raw r = {.pass = {0, (float)log2_}};
    (void)state;
    assert_close(read_as(&m, p, &r, &(nn_reading){.optimism = 0}).policy[9], 0.1, 1e-6);
    assert_close(read_as(&m, p, &r, &(nn_reading){.optimism = 1}).policy[9], 2 / 11.0, 1e-6);
    r.policy[POINTS + 4] = (float)log3_;
    assert_close(read_as(&m, p, &r, &(nn_reading){.optimism = 1}).policy[4], 3 / 13.0, 1e-6);
    assert_close(read_as(&m, p, &r, &(nn_reading){.optimism = 0}).policy[4], 0.1, 1e-6);
    nn_position_destroy(p);
}

static void human_style_networks_are_not_optimistic(void **state)
{
    nn_model m = kata(15, 2, 6);
    nn_position *p = position_on(3, 3, "chinese");
    raw r = {.pass = {0, (float)log2_}};
    (void)state;
    m.meta = NN_KATA_META;
    assert_close(read_as(&m, p, &r, &(nn_reading){.optimism = 1}).policy[9], 0.1, 1e-6);
    nn_position_destroy(p);
}

static void no_result_needs_rules_that_have_it(void **state)
{
    nn_model m = kata(8, 1, 4);
    raw r = {.value = {(float)log2_, 0, 0}, .score = {0.5f, 0, -0.25f, 0}};
    nn_position *p = position_on(3, 3, "chinese");
    (void)state;
    nn_result result = read_as(&m, p, &r, &(nn_reading){0});
    assert_close(result.win, 0.5, 1e-7);
    assert_close(result.no_result, 0.25, 1e-7);
    assert_close(result.value, 0.25, 1e-7);
    assert_close(result.score, 10 * 0.75, 1e-6);
    assert_close(result.lead, -5 * 0.75, 1e-6);
    double stdev = 20 * log2_; /* softplus(0) = log 2 */
    assert_close(result.score_sq, (100 + stdev * stdev) * 0.75, 1e-4);
    assert_close(result.time_variance, -1, 0);
    nn_position_destroy(p);
    p = position_on(3, 3, "tromp-taylor");
    result = read_as(&m, p, &r, &(nn_reading){0});
    assert_close(result.win, 2 / 3.0, 1e-7);
    assert_close(result.no_result, 0, 0);
    assert_close(result.score, 10, 1e-6);
    assert_close(nn_result_score_stdev(&result), stdev, 1e-4);
    nn_position_destroy(p);
}

static void errors_are_scaled_by_version(void **state)
{
    static const struct { int version; double value, score; } cases[] = {
        {9, 0.69314718, 6.9314718},           /* log 2, times 10 */
        {10, 0.41627730, 4.5600889},          /* sqrt(log 2 / 4), sqrt(30 log 2) */
        {14, 0.34657359, 3.7965235}};         /* log 2 / 2, log 2 sqrt(30) */
    nn_position *p = position_on(3, 3, "tromp-taylor");
    raw r = {.score = {0}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        nn_model m = kata(cases[i].version, 1, 6);
        nn_result result = read_as(&m, p, &r, &(nn_reading){0});
        assert_close(result.value_error, cases[i].value, 1e-6);
        assert_close(result.score_error, cases[i].score, 1e-6);
        assert_close(result.time_variance, 40 * log2_, 1e-6);
    }
    nn_position_destroy(p);
}

static void symmetries_are_undone(void **state)
{
    nn_model m = kata(8, 1, 4);
    nn_position *p = position_on(3, 3, "tromp-taylor");
    (void)state;
    for (int s = 0; s < N_SYMMETRIES; s++) {
        nn_view v = nn_view_plain(SIDE);
        nn_result result;
        raw r = {.pass = {0}};
        int x = 2, y = 1; /* where the network sees C2 */
        v.symmetry = s;
        symmetry_xy(s, SIDE, &x, &y);
        r.policy[y * SIDE + x] = (float)log2_;
        r.ownership[y * SIDE + x] = 20;
        wire(&r);
        nn_outputs_read(&m, p, &v, &(nn_reading){0}, r.out, &result);
        assert_close(result.policy[1 * SIDE + 2], 2 / 11.0, 1e-6);
        assert_close(result.ownership[1 * SIDE + 2], 1, 1e-6);
    }
    nn_position_destroy(p);
}

static void leela_zero_values(void **state)
{
    nn_model m = {.family = NN_LEELA_ZERO, .version = 1, .policy_channels = 1, .board_size = 3};
    nn_position *p = position_on(3, 3, "tromp-taylor");
    raw r = {.value = {0.54930614f}, .policy = {(float)log2_}}; /* tanh = 1/2 */
    (void)state;
    nn_position_turn(p, WHITE);
    nn_result result = read_as(&m, p, &r, &(nn_reading){0});
    assert_close(result.win, 0.75, 1e-6);
    assert_false(result.has_score || result.has_ownership);
    assert_close(result.policy[2 * SIDE], 2 / 11.0, 1e-6); /* its first point is A1 */
    m.version = 2; /* black's value */
    assert_close(read_as(&m, p, &r, &(nn_reading){0}).win, 0.25, 1e-6);
    nn_position_turn(p, BLACK);
    assert_close(read_as(&m, p, &r, &(nn_reading){0}).win, 0.75, 1e-6);
    nn_position_destroy(p);
}

static void ownership_is_read_if_somebody_asks(void **state)
{
    nn_model m = kata(8, 1, 4);
    nn_position *p = position_on(3, 3, "tromp-taylor");
    raw r = {.ownership = {20, -20}};
    nn_result copy = {0};
    (void)state;
    nn_result result = read_as(&m, p, &r, &(nn_reading){0});
    assert_true(result.has_ownership);
    nn_result_copy(&copy, &result, POINTS);
    assert_close(copy.ownership[1], -1, 1e-6);
    assert_close(copy.policy[9], result.policy[9], 0);
    assert_false(read_as(&m, p, &r, &(nn_reading){.no_ownership = true}).has_ownership);
    nn_position_destroy(p);
}

static void the_mean_of_two(void **state)
{
    nn_result both[2] = {{.win = 0.5,
                          .loss = 0.25,
                          .no_result = 0.25,
                          .value = 0.25,
                          .score = 2,
                          .score_sq = 6,
                          .lead = 3,
                          .time_variance = 1,
                          .value_error = 0.5,
                          .score_error = 4,
                          .has_score = true,
                          .has_ownership = true,
                          .policy = {0.25f, [POINTS] = 0.5f},
                          .ownership = {1}},
                         {.win = 0.75,
                          .loss = 0.25,
                          .value = 0.5,
                          .score = -4,
                          .score_sq = 18,
                          .lead = -1,
                          .time_variance = 3,
                          .value_error = 0.25,
                          .score_error = 2,
                          .has_score = true,
                          .has_ownership = true,
                          .policy = {0.75f, [POINTS] = 0.25f},
                          .ownership = {-0.5f}}};
    nn_result copy = {0};
    (void)state;
    nn_result_mean(both, 2, POINTS, both);
    nn_result_copy(&copy, both, POINTS);
    for (const nn_result *r = both; r; r = r == both ? &copy : NULL) {
        assert_close(r->win, 0.625, 1e-12);
        assert_close(r->loss, 0.25, 1e-12);
        assert_close(r->no_result, 0.125, 1e-12);
        assert_close(r->value, 0.375, 1e-12);
        assert_close(r->score, -1, 1e-12);
        assert_close(r->score_sq, 12, 1e-12);
        assert_close(r->lead, 1, 1e-12);
        assert_close(r->time_variance, 2, 1e-12);
        assert_close(r->value_error, 0.375, 1e-12);
        assert_close(r->score_error, 3, 1e-12);
        assert_true(r->has_score && r->has_ownership);
        assert_close((double)r->policy[0], 0.5, 1e-7);
        assert_close((double)r->policy[POINTS], 0.375, 1e-7);
        assert_close((double)r->ownership[0], 0.25, 1e-7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(illegal_points_get_nothing),
        cmocka_unit_test(legal_points_get_something),
        cmocka_unit_test(optimism_goes_from_one_policy_to_the_other),
        cmocka_unit_test(human_style_networks_are_not_optimistic),
        cmocka_unit_test(no_result_needs_rules_that_have_it),
        cmocka_unit_test(errors_are_scaled_by_version),
        cmocka_unit_test(symmetries_are_undone),
        cmocka_unit_test(leela_zero_values),
        cmocka_unit_test(ownership_is_read_if_somebody_asks),
        cmocka_unit_test(the_mean_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
