/* Settings that are tuned: their ranges, and values as text and back. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <string.h>

#include "match/tune/setting.h"
#include "tests/support/assert_close.h"

static tune_space space_of(const char *a, const char *b, const char *c)
{
    tune_space space = {0};
    const char *texts[] = {a, b, c};
    go_error err;
    for (int i = 0; i < 3; i++)
        if (texts[i] && tune_space_add(&space, texts[i], &err) != GO_OK)
            fail_msg("%s", err.message);
    return space;
}

static void a_place_has_a_text_and_back(void **state)
{
    (void)state;
    tune_space space = space_of("ucb-c=0.1:0.6", "start=10:1000:log", "rule=hand|mse|both");
    double place[BASIS_AXES] = {0.25, 0.5, 2}, back[BASIS_AXES] = {0};
    char text[200];
    assert_string_equal(tune_space_text(&space, place, text, sizeof text),
                        "ucb-c=0.225,start=100,rule=both");
    assert_true(tune_space_place(&space, "start=100,rule=both,ucb-c=0.225", back));
    for (int i = 0; i < 3; i++)
        assert_close(back[i], place[i], 1e-12);
    assert_false(tune_space_place(&space, "ucb-c=0.225,start=100", back));       /* incomplete */
    assert_false(tune_space_place(&space, "ucb-c=0.7,start=100,rule=mse", back)); /* outside */
    assert_false(tune_space_place(&space, "ucb-c=0.2x,start=100,rule=mse", back));
    assert_false(tune_space_place(&space, "ucb-c=0.2,start=100,rule=none", back));
}

static void a_place_counts_as_what_its_text_says(void **state)
{
    (void)state;
    tune_space space = space_of("expand=1:8:int", "c=0:0.66666", "w=1:3");
    double place[BASIS_AXES] = {0.4, 1, 0.123456}, again[BASIS_AXES];
    char text[200];
    tune_space_snap(&space, place);
    assert_close(place[0], 3.0 / 7, 1e-12); /* 3.8 is played as 4 */
    assert_close(place[1], 1, 1e-12);       /* 0.6667 would be outside */
    memcpy(again, place, sizeof again);
    tune_space_snap(&space, again);
    assert_memory_equal(again, place, 3 * sizeof *place);
    assert_string_equal(tune_space_text(&space, place, text, sizeof text),
                        "expand=4,c=0.66666,w=1.247");
}

static void ends_of_the_range_are_exact(void **state)
{
    (void)state;
    tune_space space = space_of("k=0.3:300:log", NULL, NULL);
    char text[SETTING_TEXT];
    assert_string_equal(tune_setting_text(&space.at[0], 0, text), "0.3");
    assert_string_equal(tune_setting_text(&space.at[0], 1, text), "300");
    space = space_of("k=0.001:123456", NULL, NULL);
    assert_string_equal(tune_setting_text(&space.at[0], 1, text), "123456");
    assert_string_equal(tune_setting_text(&space.at[0], 0.5, text), "61730");
}

static void the_ranges_tell_two_spaces_apart(void **state)
{
    (void)state;
    tune_space space = space_of("a=0:1", "b=1:8:log:int", "c=x|y");
    char text[200];
    assert_string_equal(tune_space_ranges(&space, text, sizeof text), "a=0:1 b=1:8:log:int c=x|y");
}

static void bad_settings_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } bad[] = {{"ucb-c", "NAME=LOW:HIGH"},
               {"=0:1", "NAME=LOW:HIGH"},
               {"a=0.3", "a range such as"},
               {"a=1:0", "must go from low to high"},
               {"a=1:1", "must go from low to high"},
               {"a=0:1:log", "above 0"},
               {"a=0:1:lgo", "':log' and ':int'"},
               {"a=0.5:3:int", "whole number"},
               {"a=x|", "empty"},
               {"a=x|y|x", "twice"},
               {"a=nan:1", "a range such as"},
               {"a=0:inf", "a range such as"},
               {"a b=0:1", "without blanks"},
               {"a=1|2|3|4|5|6|7|8|9|10|11|12|13", "at most"},
               {"a=0:1:logs", "':log' and ':int'"},
               {"a=-1.7e308:1.7e308", "a range such as"},
               {"a=0:1e300:int", "whole numbers must be at most 1e+15"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tune_space space = {0};
        go_error err;
        assert_int_equal(tune_space_add(&space, bad[i].text, &err), GO_EINVAL);
        if (!strstr(err.message, bad[i].reason))
            fail_msg("'%s' does not say '%s'", err.message, bad[i].reason);
        assert_int_equal(space.n, 0);
    }
}

/* "a=1,a=1" has as many values as there are settings, but none for b. */
static void a_place_has_every_setting(void **state)
{
    (void)state;
    tune_space space = space_of("a=0:1", "b=0:1", NULL);
    double place[BASIS_AXES];
    assert_true(tune_space_place(&space, "b=0.5,c=7,a=0.5", place));
    assert_false(tune_space_place(&space, "a=0.5,a=0.5", place));
    assert_false(tune_space_place(&space, "a=0.5,b=0.5,b=2", place));
}

/* What does not fit into the text of a place is refused where it is asked for. */
static void long_names_and_words_are_refused(void **state)
{
    (void)state;
    tune_space space = {0};
    char word[61], text[300], all[SPACE_TEXT];
    go_error err;
    memset(word, 'w', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    int n = 0;
    for (; n < BASIS_AXES; n++) {
        snprintf(text, sizeof text, "%d%.44s=1%s|2%s", n, word, word, word);
        if (tune_space_add(&space, text, &err) != GO_OK)
            break;
    }
    assert_int_equal(n, space.n);
    assert_int_equal(n, 5); /* 108 characters each */
    assert_non_null(strstr(err.message, "together are too long"));
    double place[BASIS_AXES] = {1, 1, 0, 1, 1}, back[BASIS_AXES];
    assert_true(tune_space_place(&space, tune_space_text(&space, place, all, sizeof all), back));
    assert_memory_equal(place, back, 5 * sizeof *place);
}

static void the_same_setting_twice_or_too_many_are_refused(void **state)
{
    (void)state;
    tune_space space = space_of("a=0:1", NULL, NULL);
    char text[20];
    go_error err;
    assert_int_equal(tune_space_add(&space, "a=0:2", &err), GO_EINVAL);
    for (int i = 1; i < BASIS_AXES; i++) {
        snprintf(text, sizeof text, "a%d=0:1", i);
        assert_int_equal(tune_space_add(&space, text, &err), GO_OK);
    }
    assert_int_equal(tune_space_add(&space, "z=0:1", &err), GO_EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_has_a_text_and_back),
        cmocka_unit_test(a_place_counts_as_what_its_text_says),
        cmocka_unit_test(ends_of_the_range_are_exact),
        cmocka_unit_test(the_ranges_tell_two_spaces_apart),
        cmocka_unit_test(bad_settings_are_refused_with_a_reason),
        cmocka_unit_test(a_place_has_every_setting),
        cmocka_unit_test(long_names_and_words_are_refused),
        cmocka_unit_test(the_same_setting_twice_or_too_many_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
