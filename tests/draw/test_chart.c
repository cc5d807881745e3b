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
#include "draw/heat_map.h"
#include "tests/support/count_of.h"

/* The number that follows the first `mark` in `text`. */
static double number_after(const char *text, const char *mark)
{
    char *end;
    const char *at = strstr(text, mark);
    assert_non_null(at);
    at += strlen(mark);
    const double x = strtod(at, &end);
    assert_true(end > at);
    return x;
}

/* What `how`, such as chart_write, writes; the caller frees it. */
static void write_by(void (*how)(FILE *, const chart *), const chart *c, char **text)
{
    size_t size = 0;
    FILE *out = open_memstream(text, &size);
    assert_non_null(out);
    how(out, c);
    fclose(out);
}

static void write_text(const chart *c, char **text)
{
    write_by(chart_write, c, text);
}

/* The chart of a line from `low` to `high`. */
static void draw(double low, double high, char **text)
{
    double x[] = {0, 1}, y[] = {low, high};
    const chart_line line = {.n = 2, .x = x, .y = y};
    const chart c = {.x_label = "x", .y_label = "y", .n_lines = 1, .line = &line};
    write_text(&c, text);
}

/* The labels beside the lines across are equally far apart, in value as on paper. */
static void expect_even_labels(double low, double high)
{
    char *text = NULL;
    draw(low, high, &text);
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

/* In a title, beside both axes and in the description for those who see no pictures. */
static void labels_are_plain_text(void **state)
{
    (void)state;
    double x[] = {0, 1}, y[] = {0, 1};
    const chart_line line = {.n = 2, .x = x, .y = y};
    const chart c = {.x_label = "\"x\"", .y_label = "y < 1", .n_lines = 1, .line = &line};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    chart_write_card(out, "x & y", &c);
    fclose(out);
    assert_non_null(strstr(text, "<h3>x &amp; y</h3>"));
    assert_non_null(strstr(text, ">&quot;x&quot;</text>"));
    assert_non_null(strstr(text, ">y &lt; 1</text>"));
    assert_non_null(strstr(text, "aria-label=\"y &lt; 1 against &quot;x&quot;\""));
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

/* Numbers that differ in the ninth digit are not drawn as a rise over the whole picture. */
static void flat_lines_look_flat(void **state)
{
    static const double low[] = {3.258096547, -12345.678, 50};
    static const double high[] = {3.258096553, -12345.677, 50};
    (void)state;
    for (size_t i = 0; i < sizeof low / sizeof *low; i++) {
        char *text = NULL;
        double y[2];
        draw(low[i], high[i], &text);
        const char *line = strstr(text, "<polyline");
        assert_non_null(line);
        y[0] = number_after(line, ",");
        y[1] = number_after(strchr(line, ',') + 1, ",");
        assert_true(fabs(y[0] - y[1]) < 10);
        assert_true(y[0] > 50 && y[0] < 230); /* of a plot from 12 to 254 */
        assert_null(strstr(text, "3.258")); /* round numbers beside it */
        free(text);
    }
}

/* On phones letters are 18 units high and at most 11 wide; the turned title ends at 20. */
static void labels_leave_room_for_the_title(void **state)
{
    static const double highest[] = {1, 900, 90000, 350000, 12345678, 0.00012};
    (void)state;
    for (size_t i = 0; i < sizeof highest / sizeof highest[0]; i++) {
        char *text = NULL;
        draw(0, highest[i], &text);
        for (const char *at = text; (at = strstr(at, "\" text-anchor=\"end\">")); at++) {
            const char *label = strchr(at, '>') + 1, *x = at;
            while (strncmp(x, "x=\"", 3) != 0)
                x--;
            assert_true(strtod(x + 3, NULL) - 11.0 * (double)strcspn(label, "<") >= 20);
        }
        free(text);
    }
}

/* The marks of the x axis of a chart from `low` to `high`, in units of 11 a letter. */
static void expect_marks_apart(double low, double high, bool log_x, bool fine_x)
{
    const char *const mark = "\" text-anchor=\"middle\">";
    double x[] = {low, high}, y[] = {0, 1}, from[64], to[64];
    const chart_line line = {.n = 2, .x = x, .y = y};
    const chart c = {.x_label = "", .y_label = "", .n_lines = 1, .line = &line, .log_x = log_x,
                     .fine_x = fine_x};
    char *text = NULL;
    write_text(&c, &text);
    int n = 0;
    for (const char *at = text; (at = strstr(at, mark)) && n < 64; at++) {
        const double half = 5.5 * (double)strcspn(at + strlen(mark), "<");
        const char *place = at;
        while (strncmp(place, "x=\"", 3) != 0 && strncmp(place, "<text", 5) != 0)
            place--;
        if (half <= 0 || *place == '<') /* a title */
            continue;
        from[n] = strtod(place + 3, NULL) - half;
        to[n++] = strtod(place + 3, NULL) + half;
    }
    assert_in_range(n, 1, 20);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (from[i] < to[k] && from[k] < to[i])
                fail_msg("two marks touch between %g and %g", low, high);
    free(text);
}

static void marks_do_not_touch(void **state)
{
    (void)state;
    expect_marks_apart(1, 110000, false, false); /* games of a long match */
    expect_marks_apart(1, 12345678, false, false);
    expect_marks_apart(0.0001, 0.0012, false, true);
    expect_marks_apart(10, 90000, true, false); /* four decades, each with three digits */
    expect_marks_apart(1e-9, 1e9, true, false);
    for (int i = 1; i < 400; i++) {
        expect_marks_apart(1, 13.0 * i * i, false, i % 2);
        expect_marks_apart(1e-4 * i, 7.0 * i * i, true, false);
        expect_marks_apart(1.37 * i, 1.37 * i, true, false); /* of one point, too */
        expect_marks_apart(0.0123 * i, 0.0131 * i, true, false);
    }
}

/* A band is an area without points to see; loose points have no line; fine marks have digits. */
static void bands_and_loose_points(void **state)
{
    (void)state;
    double x[] = {0.1, 0.2, 0.3}, y[] = {1, 2, 3}, low[] = {0, 1, 2}, high[] = {2, 3, 4};
    const chart_line line[] = {
        {.n = 3, .x = x, .y = y, .low = low, .high = high, .band = true},
        {.n = 2, .x = x, .y = y, .low = low, .high = high, .loose = true}};
    const chart c = {.x_label = "x", .y_label = "y", .n_lines = 2, .line = line, .fine_x = true};
    char *text = NULL;
    write_text(&c, &text);
    assert_int_equal(count_of(text, "<polygon"), 1);
    assert_int_equal(count_of(text, "<polyline"), 1);
    assert_int_equal(count_of(text, "<circle class=\"d\""), 2);
    assert_int_equal(count_of(text, "<circle class=\"h\""), 3); /* seen under the pointer only */
    assert_int_equal(count_of(text, "<title>0.2: 2 (1 .. 3)</title>"), 2);
    assert_int_equal(count_of(text, ">0.10<"), 1);
    assert_int_equal(count_of(text, ">0.30<"), 1);
    free(text);
}

/* A line and loose points with names, and a line without. */
static const double named_x[] = {1, 2}, named_y[] = {1, 2};
static const chart_line named_line[] = {
    {.n = 2, .x = named_x, .y = named_y, .name = "a<b"},
    {.n = 2, .x = named_x, .y = named_y},
    {.n = 2, .x = named_x, .y = named_y, .name = "points", .loose = true}};
static const chart named = {
    .x_label = "move", .y_label = "score", .n_lines = 3, .line = named_line};

/* A name is longer than a picture is wide: on a page it is text, which is broken. */
static void names_stand_below_the_picture(void **state)
{
    (void)state;
    char *text = NULL;
    write_text(&named, &text);
    const char *legend = strstr(text, "</svg>\n<p class=\"lg\">");
    assert_non_null(legend);
    assert_int_equal(count_of(legend, "<span"), 2);
    assert_non_null(strstr(legend, "</svg>a&lt;b</span>"));
    assert_int_equal(count_of(legend, "<circle class=\"d\""), 1);
    assert_non_null(strstr(text, "aria-label=\"score against move\""));
    free(text);
}

/* A document is nothing but a picture, so they are in it, below the axis, and it is higher. */
static void names_stand_within_a_document(void **state)
{
    (void)state;
    char *text = NULL, *page = NULL;
    write_by(chart_write_document, &named, &text);
    write_text(&named, &page);
    assert_int_equal(strncmp(text, "<svg ", 5), 0);
    assert_non_null(strstr(text, "xmlns=\"http://www.w3.org/2000/svg\""));
    assert_int_equal(count_of(text, "<p"), count_of(text, "<polyline") + count_of(text, "<path"));
    const double height = number_after(text, "viewBox=\"0 0 520 "),
                 without = number_after(page, "viewBox=\"0 0 520 ");
    double lowest = 0;
    assert_int_equal(count_of(text, ">a&lt;b</text>"), 1);
    assert_int_equal(count_of(text, ">points</text>"), 1);
    for (const char *at = text; (at = strstr(at, "<g class=\"c0\"><"));
         at++) { /* a sample, a name */
        const bool dot = strncmp(strchr(at, '>') + 1, "<circle class=\"d\"", 17) == 0;
        assert_true(dot || strncmp(strchr(at, '>') + 1, "<path class=\"l\"", 15) == 0);
        const double below = number_after(strstr(at, "<text"), "y=\"");
        assert_true(below > without && below > lowest && below + 5 < height);
        lowest = below;
    }
    assert_true(lowest > 0);
    free(text);
    free(page);
}

/* ... of an axis that has its x as a mark. */
static void a_single_point_stands_in_the_middle(void **state)
{
    const double x = 15, y = 3;
    const chart_line line = {.n = 1, .x = &x, .y = &y};
    const chart c = {.x_label = "x", .y_label = "y", .n_lines = 1, .line = &line};
    char *text = NULL;
    double left, right, at;
    (void)state;
    write_text(&c, &text);
    const char *axis = strstr(text, "<line class=\"g\""), *point = strstr(text, "<circle");
    assert_non_null(axis);
    assert_non_null(point);
    left = number_after(axis, "x1=\"");
    right = number_after(axis, "x2=\"");
    at = number_after(point, "cx=\"");
    assert_true(fabs(at - (left + right) / 2) < 1);
    assert_non_null(strstr(text, ">15</text>"));
    free(text);
}

/* A training of a few rows has no axis with fewer rows than none, nor has the first generation of a
 * run one before it.                                                          */
static void a_single_small_point_has_no_negative_axis(void **state)
{
    static const double x[] = {0.256, 0}, y = 3;
    static const char *const mark[] = {">0.5</text>", ">1.0</text>"};
    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        const chart_line line = {.n = 1, .x = &x[i], .y = &y};
        const chart c = {
            .x_label = "x", .y_label = "y", .n_lines = 1, .line = &line, .fine_x = true};
        char *text = NULL;
        write_text(&c, &text);
        assert_non_null(strstr(text, mark[i]));
        assert_null(strstr(text, ">-"));
        free(text);
    }
}

static void a_heat_map_has_a_cell_for_each_value(void **state)
{
    (void)state;
    const double value[] = {10, 20, 30, 50};
    const heat_dot dot[] = {{0.5, 0.5, 1}, {0, 1, 0}};
    const heat_map map = {{"a<b", "0", "1", "2"}, {"y", "3", "4", "5"}, 2, value, "%.0f!", 2, dot,
                          {1, 1, 1}};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    heat_map_write(out, &map);
    fclose(out);
    assert_int_equal(count_of(text, "<title>"), 4);
    assert_int_equal(count_of(text, "<title>20!"), 1);
    assert_int_equal(count_of(text, ">10!<"), 2); /* its cell, and the low end of the key */
    assert_int_equal(count_of(text, ">50!<"), 2);
    assert_int_equal(count_of(text, "<circle"), 2);
    assert_non_null(strstr(text, "role=\"img\" aria-label=\"y against a&lt;b\""));
    free(text);
}

/* Where the element stands that ends with `what`. */
static void place_of(const char *picture, const char *what, double *x, double *y)
{
    const char *at = strstr(picture, what);
    assert_non_null(at);
    while (at > picture && strncmp(at, "<text", 5) != 0 && strncmp(at, "<rect", 5) != 0)
        at--;
    *x = number_after(at, "x=\"");
    *y = number_after(at, "y=\"");
}

/* The first row is the lowest, for the cells, the marks, the dots and the cross alike. */
static void a_heat_map_has_each_thing_in_its_place(void **state)
{
    (void)state;
    static const double value[] = {10, 20, 30, 50};
    static const heat_dot dot = {0, 1, 1};
    const heat_map map = {.x = {"across", "left", "centre", "right"},
                          .y = {"up", "low", "mid", "top"},
                          .n = 2,
                          .value = value,
                          .format = "%.0f!",
                          .n_dots = 1,
                          .dot = &dot,
                          .best = {1, 0, 1}};
    char *text = NULL;
    size_t size = 0;
    double x[4], y[4];
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    heat_map_write(out, &map);
    fclose(out);
    place_of(text, "<title>10!", &x[0], &y[0]);
    place_of(text, "<title>20!", &x[1], &y[1]);
    place_of(text, "<title>30!", &x[2], &y[2]);
    const double side = x[1] - x[0], left = x[0], top = y[2], bottom = y[0] + side;
    assert_true(side > 100 && fabs(y[0] - y[2] - side) < 0.1 && fabs(y[0] - y[1]) < 0.1);
    assert_true(fabs(x[0] - x[2]) < 0.1);
    assert_true(fabs(number_after(text, "cx=\"") - left) < 0.1);
    assert_true(fabs(number_after(text, "cy=\"") - top) < 0.1);
    const char *cross = strstr(text, "class=\"x\" d=\"M"); /* it begins 6 to the left and above */
    assert_non_null(cross);
    assert_true(fabs(number_after(cross, "d=\"M") + 6 - (left + 2 * side)) < 0.1);
    const double low = strtod(strchr(strstr(cross, "d=\"M"), ' '), NULL);
    assert_true(fabs(low + 6 - bottom) < 0.1);
    place_of(text, ">left</text>", &x[0], &y[0]);
    place_of(text, ">centre</text>", &x[1], &y[1]);
    place_of(text, ">right</text>", &x[2], &y[2]);
    place_of(text, ">across</text>", &x[3], &y[3]);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(x[i] - left - i * side) < 0.1 && y[i] > bottom + 10 && y[i] < y[3] - 12);
    place_of(text, ">10!</text>", &x[3], &y[0]); /* the key is below all of them, in the picture */
    assert_true(y[0] > y[3] + 12 && y[0] < number_after(text, "viewBox=\"0 0 454 "));
    place_of(text, ">low</text>", &x[0], &y[0]);
    place_of(text, ">mid</text>", &x[1], &y[1]);
    place_of(text, ">top</text>", &x[2], &y[2]);
    for (int i = 0; i < 3; i++)
        assert_true(x[i] < left && fabs(y[i] - (bottom - i * side)) <= 10);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(labels_are_plain_text),
                                       cmocka_unit_test(labels_tell_the_values),
                                       cmocka_unit_test(labels_leave_room_for_the_title),
                                       cmocka_unit_test(flat_lines_look_flat),
                                       cmocka_unit_test(marks_do_not_touch),
                                       cmocka_unit_test(bands_and_loose_points),
                                       cmocka_unit_test(names_stand_below_the_picture),
                                       cmocka_unit_test(names_stand_within_a_document),
                                       cmocka_unit_test(a_single_point_stands_in_the_middle),
                                       cmocka_unit_test(a_single_small_point_has_no_negative_axis),
                                       cmocka_unit_test(a_heat_map_has_a_cell_for_each_value),
                                       cmocka_unit_test(a_heat_map_has_each_thing_in_its_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
