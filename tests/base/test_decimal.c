/* Numbers as people write them: what is read, what is refused, where it ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "base/decimal.h"
#include "tests/support/assert_close.h"

static void decimals_are_read(void **state)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"7.5", 7.5}, {"-3", -3}, {"+2.25", 2.25}, {".5", 0.5}, {"-.5", -0.5},
                 {"4.", 4}, {"1e-3", 0.001}, {"2E2", 200}, {"0", 0}, {"007", 7}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x = -1;
        assert_true(decimal_read(cases[i].text, &x));
        assert_close(x, cases[i].value, 1e-15);
    }
}

static void other_notations_are_refused(void **state)
{
    static const char *const texts[] = {"", " 1", "1 ", "0x10", "0X1p3", "-0x10", "inf", "nan",
                                        "-inf", "1e999", ".", "+", "--1", "e5", "1e", "7,5", "x"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double x = 2.385;
        assert_false(decimal_read(texts[i], &x));
        assert_close(x, 2.385, 0); /* untouched */
    }
}

static void a_scan_stops_behind_the_number(void **state)
{
    const char *text = "1.5m", *hex = "-0x10", *none = "m";
    char *end;
    (void)state;
    assert_close(decimal_scan(text, &end), 1.5, 0);
    assert_ptr_equal(end, text + 3);
    assert_close(decimal_scan(hex, &end), 0, 0);
    assert_ptr_equal(end, hex + 2);
    decimal_scan(none, &end);
    assert_ptr_equal(end, none);
}

static void tenths_have_no_negative_zero(void **state)
{
    char text[20];
    (void)state;
    snprintf(text, sizeof text, "%.1f %.1f", decimal_tenths(-0.04), decimal_tenths(-0.06));
    assert_string_equal(text, "0.0 -0.1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimals_are_read),
        cmocka_unit_test(other_notations_are_refused),
        cmocka_unit_test(a_scan_stops_behind_the_number),
        cmocka_unit_test(tenths_have_no_negative_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
