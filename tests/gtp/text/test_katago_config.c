/* Configuration in KataGo's form, names and scales. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gtp/player/settings.h"
#include "gtp/text/katago_config.h"
#include "gtp/text/katago_names.h"
#include "gtp/text/pose.h"
#include "tests/support/assert_close.h"
#include "tests/support/temp_dir.h"

typedef struct either {
    gtp_settings gtp;
    int winrates;
} either;

static const option view_options[] = {
    OPT_CHOICE("winrates", 0, "sidetomove|black|white", NULL, offsetof(either, winrates), "view"),
    {0}};
static const option_group groups[] = {{NULL, gtp_options, 0},
                                      {NULL, search_options, offsetof(either, gtp.search)},
                                      {NULL, view_options, 0},
                                      {0}};
static const command_spec spec = {.name = "gtp", .groups = groups};

static void it_is_taken_as_far_as_it_goes(void **state)
{
    either s = {0};
    katago_config c = {.spec = &spec, .settings = &s};
    go_error err;
    (void)state;
    options_defaults(&spec, &s);
    assert_int_equal(katago_config_list(&c, "maxVisits=7,homeDataDir=/x,reportAnalysisWinratesAs="
                                            "BLACK,numSearchThreads=3", &err), GO_OK);
    assert_int_equal(s.gtp.search.limits.visits, 7);
    assert_int_equal(s.gtp.search.threads, 3);
    assert_int_equal(s.winrates, 1);
    assert_string_equal(c.ignored, "homeDataDir");
    assert_int_equal(katago_config_list(&c, "cpuctExploration=1.2,fpu-reduction=0.3,"
                                            "rootFpuReductionMax=0.1,gtp.size=5,match.size=7,"
                                            "humanSLProfile=rank_3k,analysisWideRootNoise=0.1",
                                        &err), GO_OK);
    assert_close(s.gtp.search.select.c_puct, 0.6, 1e-9); /* KataGo's scale is twice as wide */
    assert_close(s.gtp.search.select.fpu_reduction, 0.3, 1e-9);
    assert_close(s.gtp.search.select.root_fpu_reduction, 0.05, 1e-9);
    assert_close(s.gtp.wide_analysis, 0.1, 1e-9);
    assert_close(s.gtp.search.root.wide, 0, 1e-9);
    assert_string_equal(s.gtp.search.evaluate.net.profile, "rank_3k");
    assert_int_equal(s.gtp.size, 5);
    assert_string_equal(c.ignored, "homeDataDir, match.size");
    assert_int_equal(katago_config_list(&c, "maxVisits=many", &err), GO_EINVAL);
    assert_int_equal(katago_config_list(&c, "maxVisits", &err), GO_EINVAL);
    assert_int_equal(katago_config_file(&c, "/nonexistent/x.cfg", &err), GO_EIO);
    assert_non_null(strstr(err.message, "/nonexistent/x.cfg"));
    katago_config_free(&c);
}

static void a_file_has_comments_and_lines(void **state)
{
    static const char text[] = "# KataGo\n\n  rules = japanese   # of the game\n"
                               "numSearchThreads = 64\n@include other.cfg\n"
                               "allowResignation = False\nresignThreshold = -0.9\n"
                               "maxTime = 1e20\n";
    either s = {0};
    katago_config c = {.spec = &spec, .settings = &s};
    go_error err;
    char path[400];
    (void)state;
    temp_dir dir = temp_dir_create();
    temp_dir_text(&dir, "gtp.cfg", text, path);
    options_defaults(&spec, &s);
    assert_int_equal(katago_config_file(&c, path, &err), GO_OK);
    assert_string_equal(s.gtp.rules, "japanese");
    assert_false(s.gtp.search.choice.resign);
    assert_close(s.gtp.search.limits.move_time, 1e6, 0);
    assert_close(s.gtp.search.choice.resign_threshold, 0.05, 1e-9);
    assert_int_equal(s.gtp.search.threads, 0); /* made for a GPU */
    assert_string_equal(c.ignored, "numSearchThreads, @include other.cfg");
    temp_dir_text(&dir, "gtp.cfg", "\xef\xbb\xbfrules = aga\n", path); /* with a byte-order mark */
    assert_int_equal(katago_config_file(&c, path, &err), GO_OK);
    assert_string_equal(s.gtp.rules, "aga");
    temp_dir_text(&dir, "gtp.cfg",
                  "rules = \"chinese\" # quoted\nmaxTime = \"5\"\n"
                  "gammas = \"/a \\\"b\\\\ #1\"\n",
                  path);
    assert_int_equal(katago_config_file(&c, path, &err), GO_OK);
    assert_string_equal(s.gtp.rules, "chinese");
    assert_close(s.gtp.search.limits.move_time, 5, 0);
    assert_string_equal(s.gtp.search.evaluate.gammas, "/a \"b\\ #1");
    temp_dir_text(&dir, "gtp.cfg", "\nmaxTime = soon\n", path);
    assert_int_equal(katago_config_file(&c, path, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "gtp.cfg, line 2: move-time expects seconds"));
    temp_dir_remove(&dir);
    katago_config_free(&c);
}

/* As KataGo's example configurations write them, instead of `rules`. */
static void rules_may_be_set_one_by_one(void **state)
{
    either s = {0};
    katago_config c = {.spec = &spec, .settings = &s};
    go_error err;
    (void)state;
    options_defaults(&spec, &s);
    assert_int_equal(katago_config_list(&c, "defaultBoardSize=13,koRule=SIMPLE,scoringRule=TERRITORY,"
                                            "multiStoneSuicideLegal=false", &err), GO_OK);
    assert_int_equal(s.gtp.size, 13);
    assert_string_equal(s.gtp.rules, "koSIMPLEscoreTERRITORYtaxSEKIsui0");
    assert_int_equal(katago_config_list(&c, "taxRule=NONE,hasButton=false,whiteHandicapBonus=N-1,"
                                            "scoringRule=TERRITORY", &err), GO_OK);
    assert_string_equal(s.gtp.rules, "koSIMPLEscoreTERRITORYtaxNONEsui0whbN-1");
    assert_int_equal(katago_config_list(&c, "rules=aga,koRule=POSITIONAL", &err), GO_OK);
    assert_string_equal(s.gtp.rules, "koPOSITIONALscoreAREAtaxNONEsui0whbN-1fpok1");
    assert_string_equal(c.ignored, "");
    assert_int_equal(katago_config_list(&c, "koRule=SOMETIMES", &err), GO_EINVAL);
    assert_string_equal(err.message, 
                        "koRule: ko is SIMPLE, POSITIONAL or SITUATIONAL, not 'SOMETIMES'");
    katago_config_free(&c);
}

/* *own for a value that is right. */
static const char *ours(const char *name, const char *value, char out[KATAGO_VALUE])
{
    const char *own = NULL;
    go_error err;
    assert_int_equal(katago_value(name, value, out, &own, &err), GO_OK);
    return own;
}

static void each_of_its_names_is_one_of_our_settings(void **state)
{
    char out[KATAGO_VALUE], back[KATAGO_VALUE];
    (void)state;
    assert_string_equal(ours("playoutDoublingAdvantagePla", "BLACK", out), "black");
    assert_string_equal(ours("playoutDoublingAdvantagePla", "w", out), "white");
    for (const char *const *name = katago_names; *name; name++) {
        assert_non_null(search_option(katago_setting(*name)));
        const char *value = strcmp(*name, "resignThreshold") == 0 ? "-0.25" : "0.25";
        assert_string_equal(katago_value_of(*name, ours(*name, value, out), back), value);
    }
    assert_string_equal(katago_setting("rave"), "rave");
    assert_string_equal(ours("rave", "1e20", out), "1e20");
    assert_string_equal(ours("maxPlayouts", "1e20", out), "2e+09");
    assert_string_equal(ours("maxPlayouts", "lots", out), "lots");
    assert_string_equal(ours("maxTime", "1e20", out), "1000000");
    assert_string_equal(ours("maxTime", "1.5", out), "1.5");
}

/* Messages have its scale, not ours, and the number as it was given. */
static void ranges_are_told_on_its_scale(void **state)
{
    either s = {0};
    katago_config c = {.spec = &spec, .settings = &s};
    char out[KATAGO_VALUE];
    const char *own;
    go_error err;
    (void)state;
    options_defaults(&spec, &s);
    ours("resignThreshold", "-1", out);
    ours("resignThreshold", "0", out);
    assert_int_equal(katago_value("resignThreshold", "0.5", out, &own, &err), GO_EINVAL);
    assert_string_equal(err.message, "resignThreshold expects a number from -1 to 0, not '0.5'");
    assert_int_equal(katago_value("fpuReductionMax", "much", out, &own, &err), GO_EINVAL);
    assert_string_equal(err.message, "fpuReductionMax expects a number from 0 to 4, not 'much'");
    ours("maxVisits", "-1", out); /* its option checks */
    ours("fpu-reduction", "-1", out);
    assert_int_equal(katago_config_list(&c, "cpuctExploration=-1", &err), GO_EINVAL);
    assert_string_equal(err.message, "cpuctExploration expects a number from 0 to 200, not '-1'");
    katago_config_free(&c);
}

static void poses_know_their_commands(void **state)
{
    (void)state;
    assert_true(gtp_pose_has(GTP_POSE_KATACHI, "anything"));
    assert_true(gtp_pose_has(GTP_POSE_KATAGO, "kata-analyze"));
    assert_false(gtp_pose_has(GTP_POSE_KATAGO, "katachi-pv"));
    assert_true(gtp_pose_has(GTP_POSE_LEELAZ, "lz-analyze"));
    assert_false(gtp_pose_has(GTP_POSE_LEELAZ, "kata-analyze"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_taken_as_far_as_it_goes),
        cmocka_unit_test(a_file_has_comments_and_lines),
        cmocka_unit_test(rules_may_be_set_one_by_one),
        cmocka_unit_test(each_of_its_names_is_one_of_our_settings),
        cmocka_unit_test(ranges_are_told_on_its_scale),
        cmocka_unit_test(poses_know_their_commands),
    };
    return cmocka_run_group_tests_name("katago_config", tests, NULL, NULL);
}
