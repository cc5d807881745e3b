/* Who plays: the metadata of human-style networks. */
#include <stdlib.h>
#include <string.h>

#include "nn/evaluator.h"
#include "nn/inputs/encode.h"
#include "nn/reference/reference.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_planes.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

static nn_profile profile(const char *name)
{
    nn_profile p;
    if (!nn_profile_by_name(name, &p))
        fail_msg("there is no %s", name);
    return p;
}

static void names(void **state)
{
    static const char *const wrong[] = {
        "", "rank", "rank_", "rank_10d", "rank_0d", "rank_21k", "rank_5", "rank_-3k", "rank_ 3k",
        "rank_3k ", "rank_3k_", "rank_3k_2", "rank_3k_2d_1d", "rank_3k-2d", "rank__3k", "preaz_p1", "proyear_", "proyear_1799", "proyear_2024", "proyear_1950x"};
    nn_profile p = {.black = 77};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (nn_profile_by_name(wrong[i], &p) || p.black != 77)
            fail_msg("\"%s\" is no profile", wrong[i]);
    go_error err;
    assert_int_equal(nn_profile_need("rank_5", &p, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "unknown profile 'rank_5'; use rank_9d to"));
    assert_int_equal(p.black, 77);
    assert_int_equal(nn_profile_need("rank_1d", &p, &err), GO_OK);
    assert_int_equal(p.black, 9);
    assert_int_equal(profile("rank_9d").black, 1);
    assert_int_equal(profile("rank_1d").black, 9);
    assert_int_equal(profile("rank_1k").black, 10);
    assert_int_equal(profile("preaz_20k").black, 29);
    nn_profile usual = nn_profile_default(), strongest = profile("rank_9d");
    assert_int_equal(usual.black, strongest.black);
    assert_int_equal(usual.days, strongest.days);
    assert_int_equal(usual.amateur, strongest.amateur);
    assert_int_equal(usual.recent, strongest.recent);
}

/* The days, by the calendar: 1970-06-01 is day 151, 1969-06-01 214 days before 1970. */
static void dates(void **state)
{
    (void)state;
    assert_int_equal(profile("proyear_1970").days, 151);
    assert_int_equal(profile("proyear_1969").days, -214);
    assert_int_equal(profile("proyear_2020").days, profile("rank_1d").days + 92); /* March .. May */
    assert_int_equal(profile("rank_1d").days - profile("preaz_1d").days, 3 * 365 + 182);
}

static double sum(const float *numbers, int first, int last)
{
    double s = 0;
    for (int i = first; i <= last; i++)
        s += (double)numbers[i];
    return s;
}

/* Numbers worked out by hand: ln 1260 = 7.1388670, ln 31 = 3.4339872,
 * ln 7 = 1.9459101, ln 2 = 0.6931472, ln (81 / 361) = -1.4944288.            */
static void a_player_of_five_kyu(void **state)
{
    nn_profile p = profile("rank_5k");
    float m[NN_KATA_META + 1];
    (void)state;
    m[NN_KATA_META] = 7;
    nn_profile_encode(&p, WHITE, 81, m);
    assert_close(sum(m, 0, 5), 2, 0); /* both human, nothing else */
    for (int i = 0; i < 34; i++) {
        assert_close(m[6 + i], i < 14, 0);
        assert_close(m[40 + i], i < 14, 0);
    }
    assert_close(m[74], 0.5, 0);
    assert_close(m[79], 1, 0);
    assert_close(sum(m, 75, 81), 1, 0);
    assert_close(m[82], 0.4 * (7.1388670 - 6.5), 1e-6);
    assert_close(m[83], 0.3 * (3.4339872 - 3), 1e-6);
    assert_close(m[84], 0.5 * (1.9459101 - 1.5), 1e-6);
    assert_close(m[85], 0.25 * (0.6931472 - 1.5), 1e-6);
    assert_close(m[86], 0.5 * -1.4944288, 1e-6);
    assert_close(m[151 + 2], 1, 0);
    assert_close(sum(m, 151, 191), 1, 0);
    assert_close(m[NN_KATA_META], 7, 0); /* nothing behind it */
}

/* The one to move first, in 6 .. 39. */
static void players_of_two_ranks(void **state)
{
    nn_profile p = profile("preaz_5k_3d");
    float m[NN_KATA_META];
    (void)state;
    assert_int_equal(p.days, profile("preaz_5k").days);
    nn_profile_encode(&p, BLACK, 361, m);
    assert_close(sum(m, 6, 39), 14, 0);
    assert_close(sum(m, 40, 73), 7, 0);
    nn_profile_encode(&p, WHITE, 361, m);
    assert_close(sum(m, 6, 39), 7, 0);
    assert_close(sum(m, 40, 73), 14, 0);
}

/* Day 151 is 4 days after a whole number of weeks; the longest period is 560000
 * days, of which 151 are an angle of 0.00169424.                             */
static void the_date_as_waves(void **state)
{
    nn_profile p = profile("proyear_1970");
    float m[NN_KATA_META];
    (void)state;
    nn_profile_encode(&p, BLACK, 361, m);
    assert_close(m[87], -0.9009689, 1e-5); /* cos(8 pi / 7) */
    assert_close(m[88], -0.4338837, 1e-5); /* sin(8 pi / 7) */
    assert_close(m[149], 1, 1e-5);
    assert_close(m[150], 0.00169424, 1e-6);
    for (int i = 87; i < 151; i += 2)
        assert_close(m[i] * m[i] + m[i + 1] * m[i + 1], 1, 1e-5);
    assert_close(m[74], 0, 0);
    assert_close(m[75], 1, 0); /* clock not known */
    assert_close(m[151 + 5], 1, 0);
    p = profile("proyear_2021");
    nn_profile_encode(&p, BLACK, 361, m);
    assert_close(m[151 + 6], 1, 0);
    assert_close(m[151 + 5], 0, 0);
}

/* A network with metadata answers differently to different profiles, and answers
 * are remembered apart.                                                      */
static void a_network_is_told(void **state)
{
    nn_settings settings = {.size = 5, .max_batch = 2, .threads = 1};
    go_error err = {0};
    nn_model *model = tiny_model(15, 0);
    nn_evaluator *evaluator = NULL;
    nn_result result[2];
    (void)state;
    if (nn_evaluator_create(&evaluator, model, &nn_reference, &settings, &err) != GO_OK)
        fail_msg("%s", err.message);
    nn_position *p = position_of(5, ". . . . ."
                                    ". X . O ."
                                    ". . . . ."
                                    ". . . . ."
                                    ". . . . .", "chinese", BLACK);
    nn_query q[2] = {{.position = p, .view = nn_view_plain(5)},
                        {.position = p, .view = nn_view_plain(5)}};
    q[1].view.profile = profile("proyear_1950");
    assert_int_equal(nn_evaluate(evaluator, q, 2, result, &err), GO_OK);
    assert_true(result[0].value != result[1].value);
    assert_true(nn_encode_key(model, p, &q[0].view) != nn_encode_key(model, p, &q[1].view));
    q[0].view.profile.white = 5;
    const uint64_t other_white = nn_encode_key(model, p, &q[0].view);
    q[0].view.profile = nn_profile_default();
    assert_true(nn_encode_key(model, p, &q[0].view) != other_white);
    model->meta = 0; /* a network without does not care */
    assert_true(nn_encode_key(model, p, &q[0].view) == nn_encode_key(model, p, &q[1].view));
    model->meta = NN_KATA_META;
    nn_position_destroy(p);
    nn_evaluator_destroy(evaluator);
    nn_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(dates),
        cmocka_unit_test(a_player_of_five_kyu),
        cmocka_unit_test(players_of_two_ranks),
        cmocka_unit_test(the_date_as_waves),
        cmocka_unit_test(a_network_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
