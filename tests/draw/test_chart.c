/* Charts: what stands at an axis is what is drawn there. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/chart.h"

/* The chart of a line from `low` to `high`; the caller frees it. */
static char *drawn(double low, double high)
{
    double x[] = {0, 1}, y[] = {low, high};
    chart_line line = {.n = 2, .x = x, .y = y};
    chart c = {.x_label = "x", .y_label = "y", .n_lines = 1, .line = &line};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    chart_write(out, &c);
    fclose(out);
    return text;
}

/* The labels beside the lines across are equally far apart, in value as on paper. */
static void expect_even_labels(double low, double high)
{
    char *text = drawn(low, high);
    double label[32] = {0};
    int n = 0;
    for (const char *at = text; (at = strstr(at, "text-anchor=\"end\">")) && n < 32; n++)
        label[n] = strtod(at += strlen("text-anchor=\"end\">"), NULL);
    assert_in_range(n, 3, 12);
    for (int i = 2; i < n; i++)
        if (fabs((label[i] - label[i - 1]) - (label[1] - label[0])) > 1e-9 * (high - low))
            fail_msg("%g, %g and %g are not evenly apart", label[0], label[1], label[i]);
    assert_true(label[0] <= low && label[n - 1] >= high);
    free(text);
}

static void labels_tell_the_values(void **state)
{
    (void)state;
    expect_even_labels(-658, 1032); /* rounded to -800 .. 1200, of which 5 steps are 500 each */
    expect_even_labels(-2.5, -1.7);
    expect_even_labels(0, 1);
    expect_even_labels(-3, 996);
    for (int i = 1; i < 200; i++)
        expect_even_labels(-7.0 * i, 13.0 * i * i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(labels_tell_the_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
