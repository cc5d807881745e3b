/* Clocks by hand, settings as text, and whole games under every system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "mcts/clock/time_control.h"
#include "tests/support/assert_close.h"

static time_settings settings_of(const char *text)
{
    time_settings s = {0};
    go_error err = {0};
    if (time_settings_parse(&s, text, &err) != GO_OK)
        fail_msg("\"%s\": %s", text, err.message);
    return s;
}

/* ---- settings ---- */

static void plain_gtp(void **state)
{
    time_settings s;
    (void)state;
    assert_int_equal(time_settings_parse_gtp(&s, "600 0 0", NULL), GO_OK);
    assert_int_equal(s.system, TIME_ABSOLUTE);
    assert_close(s.main, 600, 0);
    assert_int_equal(time_settings_parse_gtp(&s, "600 30.5 5", NULL), GO_OK);
    assert_int_equal(s.system, TIME_CANADIAN);
    assert_close(s.period, 30.5, 0);
    assert_int_equal(s.stones, 5);
    assert_int_equal(time_settings_parse_gtp(&s, "0 1 0", NULL), GO_OK);
    assert_int_equal(s.system, TIME_NONE); /* the way of GTP 2 to say it */
    assert_int_equal(time_settings_parse_gtp(&s, "0 0 0", NULL), GO_OK);
    assert_int_equal(s.system, TIME_NONE);
}

/* What is read is written alike. */
static void kinds_and_back(void **state)
{
    static const char *const texts[] = {
        "none", "absolute 0", "absolute 2147483647", "byoyomi 600 30.25 5", "canadian 0 300 25",
        "fischer 60 2.5", "fischer-capped 60 2.5 120 -1", "fischer-capped 60 2.5 -1 30"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char again[100];
        time_settings s = settings_of(texts[i]);
        time_settings_text(&s, again, sizeof again);
        assert_string_equal(again, texts[i]);
    }
    assert_int_equal(settings_of(" ByoYomi\t10 5 3 ").periods, 3);
    assert_int_equal(settings_of("byoyomi 10 5 0").system, TIME_ABSOLUTE);
    assert_int_equal(settings_of("byoyomi 10 0 3").system, TIME_ABSOLUTE);
    assert_int_equal(settings_of("fischer-capped 60 2.5 -1 -1").system, TIME_FISCHER);
}

static void what_is_no_setting(void **state)
{
    static const struct {
        const char *text, *says;
    } wrong[] = {{"", "missing time control"},
                 {"sudden 5", "\"sudden\" is not a time control"},
                 {"absolute", "expects MAIN; got 0 numbers"},
                 {"none 5", "expects nothing; got 1 number"},
                 {"byoyomi 600 30", "expects MAIN PERIOD [PERIODS]; got 2 numbers"},
                 {"byoyomi 600 30 2.5", "not a whole number"},
                 {"byoyomi 600 30 1e30", "out of range"},
                 {"byoyomi 600 -30 2", "-30 for PERIOD is out of range"},
                 {"canadian x 30 2", "\"x\" is not a number; MAIN expects one"},
                 {"fischer nan 3", "\"nan\" is not a number"},
                 {"fischer 0x10 3", "\"0x10\" is not a number"},
                 {"fischer 1e999 3", "\"1e999\" is not a number"},
                 {"fischer-capped 60 3 50 -1", "the cap of 50 seconds is less"},
                 {"fischer 1 2 3 4 5 6 7 8 9", "too many words"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        go_error err = {0};
        time_settings s = {.system = TIME_FISCHER, .main = 17};
        assert_int_equal(time_settings_parse(&s, wrong[i].text, &err), GO_EINVAL);
        if (!strstr(err.message, wrong[i].says))
            fail_msg("\"%s\" gave \"%s\"", wrong[i].text, err.message);
        assert_close(s.main, 17, 0);
    }
    go_error err = {0};
    time_settings s;
    assert_int_equal(time_settings_parse_gtp(&s, "600 0", &err), GO_EINVAL);
    assert_int_equal(time_settings_parse_gtp(&s, "600 0 -1", &err), GO_EINVAL);
    assert_int_equal(time_settings_gtp(&s, -1, 0, 0, &err), GO_EINVAL);
    assert_int_equal(time_settings_gtp(&s, 1, 5, -1, &err), GO_EINVAL);
}

/* ---- clocks by hand ---- */

/* Plays moves of these n times and looks at the clock. */
static void after(const char *settings, const double *times, size_t n, double left, int count)
{
    time_settings s = settings_of(settings);
    time_clock c = time_clock_start(&s);
    for (size_t i = 0; i < n; i++)
        if (!time_clock_spend(&s, &c, times[i]))
            fail_msg("%s: lost by a move of %g s", settings, times[i]);
    assert_close(c.left, left, 1e-9);
    assert_int_equal(c.count, count);
}
#define AFTER(settings, left, count, ...) \
    after(settings, (const double[]){__VA_ARGS__},                             \
          sizeof((const double[]){__VA_ARGS__}) / sizeof(double), left, count)

static void clocks(void **state)
{
    (void)state;
    AFTER("absolute 100", 57.5, 0, 30, 12.5);
    AFTER("byoyomi 10 5 3", 2, 0, 8);
    AFTER("byoyomi 10 5 3", 5, 3, 8, 6);  /* 4 s in the first period, which starts anew */
    AFTER("byoyomi 10 5 3", 5, 2, 8, 8);  /* 6 s: the first period is gone */
    AFTER("byoyomi 10 5 3", 5, 1, 8, 17); /* 15 s: to the end of the third */
    AFTER("byoyomi 0 5 3", 5, 1, 5, 7, 9.9);
    AFTER("canadian 10 30 3", 26, 2, 9, 5); /* 1 s of main time, 4 of the period */
    AFTER("canadian 10 30 3", 6, 1, 9, 5, 20);
    AFTER("canadian 10 30 3", 30, 3, 9, 5, 20, 6);
    AFTER("fischer 20 5", 22, 0, 8, 0);
    AFTER("fischer-capped 20 5 23 -1", 23, 0, 1, 1);
}

static void losses(void **state)
{
    static const struct {
        const char *settings;
        double first, second;
    } lost[] = {{"absolute 100", 60, 40.01},           {"byoyomi 10 5 3", 10, 15.01},
                {"byoyomi 0 5 1", 5, 5.01},            {"canadian 0 30 3", 20, 10.01},
                {"canadian 10 30 1", 10, 30.01},       {"fischer 20 5", 20, 5.01},
                {"fischer-capped 20 5 -1 10", 1, 10.01}, {"byoyomi 0 1e-9 2", 0, 1e12}};
    (void)state;
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        time_settings s = settings_of(lost[i].settings);
        time_clock c = time_clock_start(&s);
        assert_true(time_clock_spend(&s, &c, lost[i].first));
        assert_true(time_clock_most(&s, &c) < lost[i].second);
        assert_false(time_clock_spend(&s, &c, lost[i].second));
        assert_close(c.left, 0, 0);
    }
}

/* The next move has its increment or its period. */
static void a_game_that_goes_on_after_a_loss(void **state)
{
    static const struct {
        const char *settings;
        double left;
        int count;
    } then[] = {{"byoyomi 60 5.5 3", 5.5, 1},
                {"canadian 60 25.5 7", 25.5, 7},
                {"fischer 60 2.5", 2.5, 0},
                {"fischer-capped 60 72.5 61.5 -1", 61.5, 0},
                {"absolute 60", 0, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof then / sizeof then[0]; i++) {
        const time_settings s = settings_of(then[i].settings);
        const time_clock c = time_clock_after_loss(&s);
        assert_close(c.left, then[i].left, 0);
        assert_int_equal(c.count, then[i].count);
    }
}

/* Also where the sum of main time and periods is rounded up. */
static void the_most_is_not_lost(void **state)
{
    static const char *const settings[] = {"absolute 10", "byoyomi 10 3 5", "byoyomi 10 0.5 1",
                                           "canadian 10 30 1", "canadian 10 0.3 4", "fischer 10 3"};
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        time_settings s = settings_of(settings[i]);
        for (int k = 0; k < 1000; k++) {
            time_clock c = time_clock_start(&s);
            assert_true(time_clock_spend(&s, &c, 0.00917 * k));
            assert_true(time_clock_spend(&s, &c, time_clock_most(&s, &c)));
            assert_true(c.left >= 0);
        }
    }
}

/* GTP: 0 stones are main time; stones or periods are overtime. */
static void time_left_is_believed(void **state)
{
    time_settings s = settings_of("byoyomi 600 30 5"), none = settings_of("none");
    time_clock c = time_clock_start(&s), free = time_clock_start(&none);
    (void)state;
    time_clock_tell(&s, &c, 17.5, 0);
    assert_close(time_clock_most(&s, &c), 17.5 + 5 * 30, 1e-9);
    time_clock_tell(&s, &c, 30, 2);
    assert_close(time_clock_most(&s, &c), 60, 1e-9);
    time_clock_tell(&s, &c, -3, -3);
    assert_close(c.left, 0, 0);
    assert_int_equal(c.count, 0);
    assert_true(isinf(time_clock_most(&none, &free)));
    assert_true(time_clock_spend(&none, &free, 1000));
    assert_true(time_plan_move(&none, &free, 0, 19, 0).seconds == 0);
    time_clock_tell(&none, &free, 30, 5); /* the controller knows better than the settings */
    assert_true(time_plan_move(&none, &free, 0, 19, 0).seconds > 0);
    assert_true(time_clock_spend(&none, &free, 20));
    assert_close(time_clock_most(&none, &free), 10, 1e-9);
    time_clock_tell(&none, &free, 0, 0); /* says nothing */
    assert_close(time_clock_most(&none, &free), 10, 1e-9);
}

/* ---- plans ---- */

/* On 19x19 at move 60: 600 / (35 + 45) seconds. */
static void the_formula(void **state)
{
    const double least = 0.01; /* at most this is kept back for the least thinking of later moves */
    time_settings s = settings_of("absolute 600");
    time_clock c = time_clock_start(&s);
    (void)state;
    assert_close(time_plan_move(&s, &c, 60, 19, 0).seconds, 600.0 / 80, least);
    assert_close(time_plan_move(&s, &c, 105, 19, 0).seconds, 600.0 / 35, least);
    assert_close(time_plan_move(&s, &c, 300, 19, 0).seconds, 600.0 / 35, least);
    assert_true(time_plan_move(&s, &c, 60, 19, 0).max_seconds > 10);
    assert_close(time_plan_move(&s, &c, 4, 9, 0).seconds, 600 / (35 * 81 / 361.0 + 11.16 - 4), 0.1);
    /* 60 s are kept back for (0.62 * 361 - 30) moves of 60 / 193.82 s */
    assert_close(time_plan_move(&s, &c, 60, 19, 60 / 193.82).seconds, 540.0 / 80, least);
}

/* An increment shorter than the lag takes no time away. */
static void a_short_increment_is_no_loss(void **state)
{
    const time_settings without = settings_of("absolute 60"), with = settings_of("fischer 60 0.1");
    time_clock c = time_clock_start(&without), d = time_clock_start(&with);
    (void)state;
    assert_true(time_plan_move(&with, &d, 0, 19, 0.3).seconds >
                0.99 * time_plan_move(&without, &c, 0, 19, 0.3).seconds);
}

static void overtime_is_used(void **state)
{
    time_settings b = settings_of("byoyomi 0 30 1"), k = settings_of("canadian 0 300 25");
    time_settings none = settings_of("none"), f = settings_of("fischer-capped 60 10 60 20");
    time_clock c = time_clock_start(&b);
    (void)state;
    assert_close(time_plan_move(&b, &c, 100, 19, 2).seconds, 28, 0.002);
    assert_close(time_plan_move(&b, &c, 100, 19, 2).max_seconds, 28, 0.002);
    time_clock_tell(&b, &c, 30, 4); /* may give one away, not the last but one */
    assert_close(time_plan_move(&b, &c, 100, 19, 2).max_seconds, 2 * 28, 1e-9);
    time_clock_tell(&b, &c, 30, 2);
    assert_close(time_plan_move(&b, &c, 100, 19, 2).max_seconds, 28, 0.002);
    time_clock_tell(&b, &c, 1, 3); /* shorter than the lag: it is lost, and the next one used */
    assert_close(time_plan_move(&b, &c, 100, 19, 2).seconds, 1 + 28, 0.002);
    assert_close(time_plan_move(&b, &c, 100, 19, 2).max_seconds, 1 + 28, 0.002);
    b = settings_of("byoyomi 600 30 3"); /* in main time a period and a share */
    c = time_clock_start(&b);
    assert_close(time_plan_move(&b, &c, 105, 19, 0).seconds, 30 + 600.0 / 35, 0.01);
    c = time_clock_start(&k);
    assert_close(time_plan_move(&k, &c, 100, 19, 1).seconds, 300.0 / 25 - 1, 1e-9);
    time_clock_tell(&k, &c, 100, 2); /* the other stone keeps half of its share */
    assert_close(time_plan_move(&k, &c, 100, 19, 1).max_seconds, 100 - 25 - 1, 0.002);
    c = time_clock_start(&f); /* the clock is full, so at least the increment */
    assert_close(time_plan_move(&f, &c, 0, 19, 0).seconds, 10 + 50 / 140.0, 0.01);
    assert_close(time_plan_move(&f, &c, 0, 19, 1).max_seconds, 2 * (9 + 50 / 140.0), 0.01);
    time_clock_tell(&f, &c, 12, 0); /* never more than three quarters of the clock */
    assert_close(time_plan_move(&f, &c, 0, 19, 0).max_seconds, 9, 0.002);
    c = time_clock_start(&none);
    assert_close(time_plan_move(&none, &c, 0, 19, 1).seconds, 0, 0);
    assert_close(time_plan_move(&none, &c, 0, 19, 1).max_seconds, 0, 0);
}

/* A period of byo-yomi starts again, however little of it was used. */
static void what_is_saved_serves_later_moves_except_in_byoyomi(void **state)
{
    static const char *const others[] = {"absolute 60", "canadian 0 30 5", "fischer 60 5",
                                         "byoyomi 60 30 3"};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const time_settings s = settings_of(others[i]);
        const time_clock c = time_clock_start(&s);
        assert_true(time_plan_move(&s, &c, 20, 19, 0).saves);
    }
    const time_settings b = settings_of("byoyomi 0 30 3");
    const time_clock c = time_clock_start(&b);
    assert_false(time_plan_move(&b, &c, 20, 19, 0).saves);
}

/* ---- whole games ---- */

typedef struct trial {
    const char *settings;
    int size;
    double lag;
    bool told;       /* the controller sends time_left, in whole seconds as most do */
    bool full_lag;   /* every move costs the whole lag, else some of it */
    int thinking;    /* 0: the planned time, 1: the longest, 2: between them by lot */
} trial;

static const char *const systems[] = {
    "absolute 600",   "absolute 60",    "absolute 3600", "byoyomi 600 30 5", "byoyomi 10 2 3",
    "byoyomi 0 3 1",  "byoyomi 5 1.5 1", "canadian 60 60 25", "canadian 0 20 10",
    "canadian 10 5 1", "fischer 60 5",  "fischer 5 2",   "fischer 300 0.05",
    "fischer-capped 30 3 30 10", "fischer-capped 3 3 -1 4"};
static const double lags[] = {0, 0.01, 0.1, 0.25, 1};

/* The promise of the header covers it. */
static bool feasible(const trial *t)
{
    time_settings s = settings_of(t->settings);
    double lags_of_game = 1.5 * t->size * t->size * t->lag;
    double rounding = t->told ? 0.2 : 0.01; /* a second of each period, at least */
    switch (s.system) {
    case TIME_ABSOLUTE:
        return s.main >= lags_of_game;
    case TIME_FISCHER:
        return s.increment > t->lag || s.main >= lags_of_game;
    case TIME_CANADIAN: /* both must agree on when a period begins */
        return (t->told || t->full_lag) && s.period > s.stones * (t->lag + rounding);
    default:
        return s.period > t->lag + 0.01;
    }
}

/* Plays one side of a game of 1.2 plies for each point; the server's clock is
 * the judge.  Returns the thinking time of all moves until `plies_counted`.   */
static double play(const trial *t, uint64_t seed, int plies_counted)
{
    rng random = rng_seed(seed);
    time_settings s = settings_of(t->settings);
    time_clock server = time_clock_start(&s), own = server;
    double thought = 0;
    for (int ply = 0; ply < 6 * t->size * t->size / 5; ply += 2) {
        if (t->told)
            time_clock_tell(&s, &own, floor(server.left), server.count);
        time_plan plan = time_plan_move(&s, &own, ply, t->size, t->lag);
        double wish[] = {plan.seconds, plan.max_seconds,
                         plan.seconds + rng_double(&random) * (plan.max_seconds - plan.seconds)};
        double lag = t->full_lag ? t->lag : t->lag * rng_double(&random);
        assert_true(plan.seconds > 0 && plan.max_seconds >= plan.seconds);
        if (!time_clock_spend(&s, &server, wish[t->thinking] + lag))
            fail_msg("%s on %d, lag %g, told %d, thinking %d: lost on time at ply %d", t->settings,
                     t->size, t->lag, t->told, t->thinking, ply);
        time_clock_spend(&s, &own, wish[t->thinking] + t->lag);
        thought += ply < plies_counted ? wish[t->thinking] : 0;
    }
    return thought;
}

static void never_lost_on_time(void **state)
{
    static const int sizes[] = {2, 9, 13, 19, 25};
    int played = 0, of = 0;
    (void)state;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        for (size_t j = 0; j < sizeof lags / sizeof *lags; j++)
            for (size_t k = 0; k < 5 * 12; k++, of++) {
                int kind = (int)k / 5;
                trial t = {systems[i], sizes[k % 5], lags[j], kind & 1, kind & 2, kind / 4};
                if (!feasible(&t))
                    continue;
                play(&t, 1000 * i + k, 0);
                played++;
            }
    print_message("%d of %d games could be played at their lag\n", played, of);
    assert_true(played > of / 2);
}

/* A fast game in which the real lag is another; the clock is told exactly. */
static double play_fast(const trial *t, double real_lag, int moves)
{
    time_settings s = settings_of(t->settings);
    time_clock c = time_clock_start(&s);
    double thought = 0;
    for (int i = 0; i < moves; i++) {
        time_plan plan = time_plan_move(&s, &c, 2 * i, t->size, t->lag);
        thought += plan.seconds;
        if (!time_clock_spend(&s, &c, plan.seconds + real_lag))
            fail_msg("lost on time at move %d", i + 1);
    }
    return thought;
}

/* In games of usual length (3/4 of the points) with little lag, the planned
 * times alone use most of an absolute main time, and do not run dry early.    */
static void main_time_is_used(void **state)
{
    static const int sizes[] = {9, 13, 19};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        int usual = sizes[i] * sizes[i] * 3 / 4;
        trial t = {"absolute 600", sizes[i], 0.01, true, true, 0};
        double used = play(&t, 1, usual) / 600, half = play(&t, 1, usual / 2) / 600;
        print_message("%dx%d: %.0f %% used, %.0f %% in the first half\n", sizes[i], sizes[i],
                      100 * used, 100 * half);
        assert_true(used > 0.8);
        assert_true(half > 0.5 && half < 0.85);
        t.thinking = 1; /* something is left even when every move takes its longest */
        assert_true(play(&t, 1, usual / 2) / 600 < 0.985);
    }
    /* Ten seconds, and a lag of which 0.3 s are feared and little comes. */
    trial fast = {"absolute 10", 9, 0.3, false, false, 0};
    assert_true(play_fast(&fast, 0.01, 30) > 4.8);
    assert_true(play_fast(&fast, 0.3, 28) > 0.5); /* and if it does come */
    trial b = {"byoyomi 600 10 5", 19, 0.1, true, true, 0}; /* all main time, then the periods */
    assert_true(play(&b, 1, 270) > 600 + 60 * 9);
    trial f = {"fischer 60 5", 19, 0.1, true, true, 0};
    assert_true(play(&f, 1, 270) > 0.95 * 135 * 4.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_gtp),
        cmocka_unit_test(kinds_and_back),
        cmocka_unit_test(what_is_no_setting),
        cmocka_unit_test(clocks),
        cmocka_unit_test(losses),
        cmocka_unit_test(a_game_that_goes_on_after_a_loss),
        cmocka_unit_test(the_most_is_not_lost),
        cmocka_unit_test(time_left_is_believed),
        cmocka_unit_test(the_formula),
        cmocka_unit_test(a_short_increment_is_no_loss),
        cmocka_unit_test(overtime_is_used),
        cmocka_unit_test(what_is_saved_serves_later_moves_except_in_byoyomi),
        cmocka_unit_test(never_lost_on_time),
        cmocka_unit_test(main_time_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
