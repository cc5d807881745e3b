/* The settings of the search: the table, its values as text, the manual's page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/io/read_file.h"
#include "mcts/search_settings.h"
#include "tests/support/count_of.h"

static void every_setting_is_in_the_manual(void **state)
{
    char *page = NULL, row[400];
    size_t n;
    int settings = 0;
    (void)state;
    assert_int_equal(read_file("doc/search.md", 1 << 20, &page, &n, NULL), GO_OK);
    for (const option *o = search_options; o->name; o++, settings++) {
        snprintf(row, sizeof row, "\n| `%s` | %s |\n", o->name, o->sentence);
        if (!strstr(page, row))
            fail_msg("doc/search.md has no row%s", row);
    }
    assert_int_equal(count_of(page, "\n| `"), settings);
    free(page);
}

static bool is_option(const char *name)
{
    const option *o = search_options;
    while (o->name && strcmp(o->name, name) != 0)
        o++;
    return o->name != NULL;
}

static void help_names_options(void **state)
{
    (void)state;
    assert_string_equal(search_help.parts->begins, search_options->name);
    for (const char *const *name = search_help.first; *name; name++)
        assert_true(is_option(*name));
    for (const struct option_part *p = search_help.parts; p->begins; p++)
        assert_true(is_option(p->begins));
}

/* A value that was written can be read again and is the same. */
static void values_survive_as_text(void **state)
{
    (void)state;
    search_settings before, after;
    search_settings_default(&before);
    before.threads = 3;
    before.tree.memory = 77 << 20;
    before.select.rule = RULE_PUCT;
    before.select.rave = false;
    before.select.ucb_c = 0.123456;
    before.evaluate.gammas = "some file.gammas";
    search_settings_default(&after);
    char value[100][64];
    int i = 0;
    for (const option *o = search_options; o->name; o++, i++) {
        assert_true(search_settings_get(&before, o->name, value[i], sizeof value[i]));
        if (value[i][0] && search_settings_set(&after, o->name, value[i], NULL) != GO_OK)
            fail_msg("%s does not accept its own value %s", o->name, value[i]);
    }
    i = 0;
    for (const option *o = search_options; o->name; o++, i++) {
        char again[64];
        assert_true(search_settings_get(&after, o->name, again, sizeof again));
        assert_string_equal(again, value[i]);
    }
    assert_int_equal(after.select.rule, RULE_PUCT);
    assert_int_equal(after.tree.memory, 77 << 20);
    assert_false(after.select.rave);
}

static void impossible_values_are_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"playouts", "-1"},      {"playouts", "many"},         {"rule", "alphabeta"},
        {"expand", "1e99"},      {"widening-growth", "0.9"},   {"lcb-confidence", "1"},
        {"temperature", "nan"},  {"ucb-c", "inf"},             {"strength", "21"},
        {"memory", "-5"},        {"resign-threshold", "0.51"}, {"threads", "2000"},
        {"rave", "perhaps"},     {"c-puct-base", "0"},         {"score-weight", ""},
    };
    search_settings s, untouched;
    search_settings_default(&s);
    search_settings_default(&untouched);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        go_error err = {GO_OK, ""};
        if (search_settings_set(&s, bad[i][0], bad[i][1], &err) != GO_EINVAL)
            fail_msg("%s=%s was accepted", bad[i][0], bad[i][1]);
        assert_non_null(strstr(err.message, bad[i][0]));
    }
    assert_memory_equal(&s, &untouched, sizeof s);
    assert_int_equal(search_settings_set(&s, "weather", "fine", NULL), GO_END);
    char value[8];
    assert_false(search_settings_get(&s, "weather", value, sizeof value));
}

/* The defaults with one setting changed (NULL: none), resolved. */
static search_settings resolved(const char *name, const char *value)
{
    search_settings s;
    search_settings_default(&s);
    if (name)
        assert_int_equal(search_settings_set(&s, name, value, NULL), GO_OK);
    search_settings_resolve(&s, false);
    return s;
}

static void auto_depends_on_the_other_settings(void **state)
{
    (void)state;
    search_settings alone = resolved(NULL, NULL), with_net = resolved("net", "some.bin.gz");
    assert_int_equal(alone.select.rule, RULE_UCT_RAVE);
    assert_int_equal(alone.evaluate.evaluator, EVALUATOR_ROLLOUT);
    assert_int_equal(alone.evaluate.prior, PRIOR_GAMMAS);
    assert_int_equal(with_net.select.rule, RULE_PUCT);
    assert_int_equal(with_net.evaluate.evaluator, EVALUATOR_NETWORK);
    assert_int_equal(with_net.evaluate.prior, PRIOR_NETWORK);
    search_settings games = resolved(NULL, NULL);
    games.evaluate.evaluator = EVALUATOR_AUTO;
    search_settings_resolve(&games, true);
    assert_int_equal(games.evaluate.evaluator, EVALUATOR_ROLLOUT); /* it has no network */
    games.evaluate.evaluator = EVALUATOR_AUTO;
    games.evaluate.net.file = "some.bin.gz";
    search_settings_resolve(&games, true);
    assert_int_equal(games.evaluate.evaluator, EVALUATOR_MIXED);
    assert_true(alone.select.c_puct > with_net.select.c_puct && with_net.select.c_puct > 0);
    assert_true(resolved("evaluator", "mixed").select.c_puct == with_net.select.c_puct);
    assert_true(resolved("c-puct", "0.7").select.c_puct == 0.7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_setting_is_in_the_manual),
        cmocka_unit_test(help_names_options),
        cmocka_unit_test(values_survive_as_text),
        cmocka_unit_test(impossible_values_are_refused),
        cmocka_unit_test(auto_depends_on_the_other_settings),
    };
    return cmocka_run_group_tests_name("search_settings", tests, NULL, NULL);
}
