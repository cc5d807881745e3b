/* Text that may not be UTF-8. */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/utf8.h"
#include "tests/support/unit.h"

static void what_is_wrong_becomes_a_question_mark(void **state)
{
    (void)state;
    static const struct {
        const char *text, *mended;
    } cases[] = {
        {"", ""},
        {"plain \n text", "plain \n text"},
        {"\xc3\xa9 \xe5\x9b\xb2 \xf0\x9f\x8c\xb1", "\xc3\xa9 \xe5\x9b\xb2 \xf0\x9f\x8c\xb1"},
        {"\xff\xfemove", "??move"},
        {"cut \xe5\x9b", "cut ??"},
        {"overlong \xc0\xaf \xe0\x80\xaf", "overlong ?? ???"},
        {"surrogate \xed\xa0\x80", "surrogate ???"},
        {"too high \xf4\x90\x80\x80", "too high ????"},
        {"\xc3(", "?("},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[40];
        snprintf(text, sizeof text, "%s", cases[i].text);
        utf8_mend(text);
        assert_string_equal(text, cases[i].mended);
    }
}

static void control_characters_become_question_marks(void **state)
{
    char text[] = "a\tb\nc\x1b[2J\x7f \xc3\xa9 \xc2\x9b"
                  "2J\xc2\x80\xc2\x9f\xc2\xa0\xc2";
    (void)state;
    utf8_hide_controls(text);
    assert_string_equal(text, "a?b?c?[2J? \xc3\xa9 ??2J????\xc2\xa0\xc2");
}

static void capitals_and_small_letters_are_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
        bool is;
    } cases[] = {
        {"Honinbo Shusaku", "SHUSAKU", true},
        {"Honinbo Shusaku", "", true},
        {"", "", true},
        {"", "a", false},
        {"aab", "ab", true},
        {"Shusaku", "Shusaku 4d", false},
        {"Lü Fan", "LÜ", true},
        {"JIŘÍ ČERNÝ", "černý", true},
        {"ŠŽŁĹÅØÞŸŐ", "šžłĺåøþÿő", true},
        {"×", "÷", false}, /* U+00D7 is no letter */
        {"ĸ", "ķ", false},
        {"НИКОЛАЙ Ёж", "николай ё", true},
        {"ΑΘΗΝΑ", "αθηνα", true},
        {"Nguyễn Ơ", "NGUYỄN ơ", true},
        {"ＡＢＣ", "ｂｃ", true},
        {"王立誠", "立", true},
        {"LǙ FÁN", "lǚ f", true},
        {"ḤASAN", "ḥ", true},
        {"é", "\xc3", false}, /* half of it */
        {"a\xff", "\xff", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(utf8_contains(cases[i].text, cases[i].part), cases[i].is);
}

/* Clients read replies as UTF-8. */
static void a_long_message_is_not_cut_within_a_character(void **state)
{
    char name[3000], mended[sizeof(go_error)];
    go_error err;
    (void)state;
    for (size_t i = 0; i + 1 < sizeof name; i += 2)
        memcpy(name + i, "\xc3\xa9", 2);
    name[sizeof name - 2] = '\0';
    for (int before = 0; before < 2; before++) {
        go_fail(&err, GO_EINVAL, "%.*s'%s'", before, "x", name);
        snprintf(mended, sizeof mended, "%s", err.message);
        utf8_mend(mended);
        assert_string_equal(mended, err.message);
    }
}

static void columns_are_those_of_a_terminal(void **state)
{
    char line[40];
    (void)state;
    assert_int_equal(utf8_columns("\xe5\x9b\xb2\xc3\xa9!"), 4);           /* a Chinese character, e acute */
    assert_int_equal(utf8_columns("e\xcc\x81"), 1);                       /* e and an acute of its own */
    assert_int_equal(utf8_columns("\xf0\x9f\x90\xb1\xed\x95\x9c\xff"), 5); /* a cat, Hangul, a stray byte */
    snprintf(line, sizeof line, "%-*s|", utf8_field("\xc3\xa9", 4), "\xc3\xa9");
    assert_string_equal(line, "\xc3\xa9   |");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_becomes_a_question_mark),
        cmocka_unit_test(control_characters_become_question_marks),
        cmocka_unit_test(capitals_and_small_letters_are_the_same),
        cmocka_unit_test(a_long_message_is_not_cut_within_a_character),
        cmocka_unit_test(columns_are_those_of_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
