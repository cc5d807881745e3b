/* Text, numbers and tiles of pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "draw/markup.h"

static void text_is_escaped(void **state)
{
    (void)state;
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    markup_text(out, "a<b>&\"c\"\x01\td 吳");
    markup_text(out, "\xff \xe5<\xe5 \x90 "); /* parts of characters */
    markup_tile(out, "a < b", "%d", 5);
    fclose(out);
    assert_string_equal(text, "a&lt;b&gt;&amp;&quot;c&quot;d 吳? ?&lt;? ? "
                              "<div class=\"card tile\"><b>5</b><span>a &lt; b</span></div>\n");
    free(text);
}

static void numbers_have_commas(void **state)
{
    char text[32];
    (void)state;
    assert_string_equal(markup_number(0, text), "0");
    assert_string_equal(markup_number(999, text), "999");
    assert_string_equal(markup_number(1234567, text), "1,234,567");
    assert_string_equal(markup_number(-123456, text), "-123,456");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(numbers_have_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
