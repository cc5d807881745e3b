/* Misspelt and unfinished words: what they may have been. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#include "base/near_words.h"

static const char *const commands[] = {"train", "predict", "show", "analyze", "analysis", NULL};

static void the_nearest_word(void **state)
{
    (void)state;
    assert_string_equal(near_word("trian", commands), "train");
    assert_string_equal(near_word("perdict", commands), "predict");
    assert_null(near_word("uninstall", commands));
    static const char *const letters[] = {"a", "b", "at", NULL};
    assert_null(near_word("j", letters)); /* any letter is one wrong letter */
    assert_string_equal(near_word("b", letters), "b");
}

static void expect(const char *text, const char *const *words, int n, const char *named)
{
    char out[NEAR_TEXT];
    assert_int_equal(near_words(text, strlen(text), words, "--", out), n);
    assert_string_equal(out, named);
}

static void unfinished_words_are_all_named(void **state)
{
    (void)state;
    expect("anal", commands, 2, "--analyze or --analysis");
    expect("tr", commands, 1, "--train");
    static const char *const options[] = {"line", "move-time", "game", NULL};
    expect("time", options, 1, "--move-time"); /* rather than "line", one letter away */
    expect("zzz", commands, 0, "");
    expect("", commands, 0, "");
}

static void words_equally_near_are_all_named(void **state)
{
    static const char *const words[] = {"cap", "map", "tree", NULL};
    (void)state;
    expect("tap", words, 2, "--cap or --map");
}

static void many_words_are_counted(void **state)
{
    static const char *const words[] = {"a1", "a2", "a3", "b", "a4", "a5", "a6", "a7", NULL};
    (void)state;
    expect("a", words, 7, "--a1, --a2, --a3, --a4, --a5 or 2 others");
}

static void long_words_are_no_danger(void **state)
{
    char text[500], out[NEAR_TEXT];
    char word[300];
    memset(text, 'x', sizeof text - 1);
    memset(word, 'x', sizeof word - 1);
    text[sizeof text - 1] = word[sizeof word - 1] = '\0';
    const char *const words[] = {word, word, word, NULL};
    (void)state;
    assert_int_equal(near_words(text, 3, words, "--", out), 3);
    assert_int_equal(strlen(out), NEAR_TEXT - 1);
    assert_int_equal(near_words("y", 1, words, "--", out), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_word),
        cmocka_unit_test(unfinished_words_are_all_named),
        cmocka_unit_test(words_equally_near_are_all_named),
        cmocka_unit_test(many_words_are_counted),
        cmocka_unit_test(long_words_are_no_danger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
