/* Players and times as they are written on the command line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mcts/clock/time_text.h"
#include "match/client/player.h"
#include "tests/support/assert_close.h"

static player parsed(const char *spec)
{
    player p;
    rules r;
    go_error err;
    assert_true(rules_by_name("chinese-ogs", &r));
    if (player_parse(&p, spec, "/usr/bin/katachi", &r, &err) != GO_OK)
        fail_msg("%s", err.message);
    return p;
}

static void refused(const char *spec, const char *wanted)
{
    player p;
    rules r;
    go_error err;
    assert_true(rules_by_name("chinese-ogs", &r));
    assert_int_equal(player_parse(&p, spec, "/usr/bin/katachi", &r, &err), GO_EINVAL);
    if (!strstr(err.message, wanted))
        fail_msg("%s: %s", spec, err.message);
}

#define STARTED "exec env XDG_CONFIG_HOME=/dev/null " /* without anybody's configuration file */

static void katachi_takes_the_options_of_its_search(void **state)
{
    (void)state;
    player p = parsed("katachi:playouts=1000,threads=1,rave=no");
    assert_string_equal(p.command, STARTED "'/usr/bin/katachi' gtp '--playouts=1000' '--threads=1' "
                                           "'--rave=no' --seed={seed}");
    assert_string_equal(p.name, "katachi:playouts=1000,threads=1,rave=no");
    p = parsed("katachi:name=ours,rave");
    assert_string_equal(p.name, "ours");
    assert_string_equal(parsed("katachi:name=a\x1b"
                               "b\xc2\x9b"
                               "c\xc2\xa0")
                            .name,
                        "abc\xc2\xa0");
    assert_non_null(strstr(p.command, "'--rave=yes'"));
    assert_string_equal(parsed("katachi").command, STARTED "'/usr/bin/katachi' gtp --seed={seed}");
    assert_null(strstr(parsed("katachi:seed=5").command, "{seed}"));
}

static void a_wrong_key_is_misuse(void **state)
{
    (void)state;
    refused("katachi:threads=1,playuots=5",
            "unknown key 'playuots' of the player katachi; did you mean 'playouts'?");
    refused("katachi:xyzzy=5", "unknown key 'xyzzy' of the player katachi; the keys are");
    refused("katachi:playouts=many", "playouts expects a whole number");
    refused("gnugo:level=99", "from 0 to 20, not '99'");
    refused("gnugo:lvl=9", "unknown key 'lvl'");
    refused("", "a player is empty");
    refused("name=x:", "a player is empty");
    refused("name=x:katachi:playouts=5", "the name of katachi is one of its keys, as in katachi:name=x");
    refused("name=x:gnugo", "as in gnugo:name=x");
    refused("name=pachi /usr/bin/pachi", "name=NAME:COMMAND");
}

/* A value cannot leave its word in the shell. */
static void values_are_quoted(void **state)
{
    (void)state;
    player p = parsed("katachi:gammas=it's; rm -rf x");
    assert_non_null(strstr(p.command, "'--gammas=it'\\''s; rm -rf x'"));
}

static void gnugo_plays_by_the_rules_of_the_match(void **state)
{
    (void)state;
    player p = parsed("gnugo:level=4");
    assert_string_equal(p.name, "GNU Go level 4");
    assert_non_null(strstr(p.command, "--level 4 --chinese-rules --positional-superko "
                                      "--seed {seed}"));
}

static void any_program_is_named_by_its_file(void **state)
{
    (void)state;
    assert_string_equal(parsed("/usr/bin/pachi -t =1000").name, "pachi");
    player p = parsed("name=strong one:/usr/bin/pachi -t =5000");
    assert_string_equal(p.name, "strong one");
    assert_string_equal(p.command, "/usr/bin/pachi -t =5000");
    assert_string_equal(parsed("katachi2 gtp").command, "katachi2 gtp");
}

static void seeds_are_filled_in(void **state)
{
    char command[PLAYER_COMMAND];
    (void)state;
    player p = parsed("prog --seed {seed} --other={seed}");
    assert_string_equal(player_command(&p, 42, command), "prog --seed 42 --other=42");
}

static void names_are_told_apart(void **state)
{
    (void)state;
    player p[4] = {parsed("gnugo"), parsed("gnugo"), parsed("gnugo"), parsed("gnugo:level=4")};
    players_tell_apart(p, 4);
    assert_string_equal(p[0].name, "GNU Go level 10");
    assert_string_equal(p[1].name, "GNU Go level 10 2");
    assert_string_equal(p[2].name, "GNU Go level 10 3");
    assert_string_equal(p[3].name, "GNU Go level 4");
}

/* Of 59 bytes, 56 remain: "a" and 27 characters of two bytes, and a half one. */
static void a_name_is_not_cut_within_a_character(void **state)
{
    (void)state;
#define NINE "ééééééééé"
    static const char spec[] = "name=a" NINE NINE NINE "éé:x";
    player p[2] = {parsed(spec), parsed(spec)};
    players_tell_apart(p, 2);
    assert_string_equal(p[1].name, "a" NINE NINE NINE "? 2");
}

/* ---- time ---- */

static void expect_time(const char *text, const char *wanted)
{
    time_settings t;
    char got[128];
    go_error err;
    if (time_text_parse(&t, text, &err) != GO_OK)
        fail_msg("%s: %s", text, err.message);
    time_settings_text(&t, got, sizeof got);
    assert_string_equal(got, wanted);
}

static void times_are_understood(void **state)
{
    (void)state;
    expect_time("none", "none");
    expect_time("10m", "absolute 600");
    expect_time("90", "absolute 90");
    expect_time("1.5h", "absolute 5400");
    expect_time("5m+30x3", "byoyomi 300 30 3");
    expect_time("0+30sx1", "byoyomi 0 30 1");
    expect_time("5m+2m/10", "canadian 300 120 10");
    expect_time("5m+3", "fischer 300 3");
    expect_time("10+0.1", "fischer 10 0.1");
    expect_time("byoyomi 300 30 3", "byoyomi 300 30 3");
}

static void other_times_are_refused(void **state)
{
    static const char *const wrong[] = {"", "0", "-5", "5m+", "5m+30x", "5m+30x0", "5m+30/0",
                                        "5x3", "5m+-3", "5 m", "10d", "nan", "inf", "1e9"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        time_settings t = {.main = 7};
        go_error err;
        if (time_text_parse(&t, wrong[i], &err) != GO_EINVAL || t.main < 6)
            fail_msg("'%s' was understood", wrong[i]);
        assert_non_null(strstr(err.message, "5m+30x3"));
    }
}

static void keys_can_be_added_later(void **state)
{
    (void)state;
    player p = parsed("katachi:playouts=10"), q = parsed("bash x.sh {c} {d} {c} {seed}");
    char command[PLAYER_COMMAND], value[40];
    go_error err;
    assert_int_equal(player_add_keys(&p, "ucb-c=0.3,rave=no", &err), GO_OK);
    assert_string_equal(player_command(&p, 7, command),
                        STARTED "'/usr/bin/katachi' gtp '--playouts=10' --seed=7 '--ucb-c=0.3' "
                                "'--rave=no'");
    assert_int_equal(player_add_keys(&p, "ucbc=1", &err), GO_EINVAL);
    assert_int_equal(player_add_keys(&p, "ucb-c=100", &err), GO_EINVAL);
    assert_int_equal(player_add_keys(&q, "c=0.5,d=on", &err), GO_OK);
    assert_string_equal(player_command(&q, 7, command), "bash x.sh 0.5 on 0.5 7");
    assert_int_equal(player_add_keys(&q, "e=1", &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "put {e} into its command line"));
    assert_true(player_setting(&p, "playouts", value, sizeof value));
    assert_string_equal(value, "10");
    assert_true(player_setting(&p, "ucb", value, sizeof value)); /* its default */
    assert_string_equal(value, "ucb1");
    assert_false(player_setting(&p, "ucbc", value, sizeof value));
    assert_false(player_setting(&q, "playouts", value, sizeof value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(katachi_takes_the_options_of_its_search),
        cmocka_unit_test(a_wrong_key_is_misuse),
        cmocka_unit_test(values_are_quoted),
        cmocka_unit_test(gnugo_plays_by_the_rules_of_the_match),
        cmocka_unit_test(any_program_is_named_by_its_file),
        cmocka_unit_test(seeds_are_filled_in),
        cmocka_unit_test(names_are_told_apart),
        cmocka_unit_test(a_name_is_not_cut_within_a_character),
        cmocka_unit_test(keys_can_be_added_later),
        cmocka_unit_test(times_are_understood),
        cmocka_unit_test(other_times_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
