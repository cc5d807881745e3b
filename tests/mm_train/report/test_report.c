/* The page about a training run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mm_train/report/report.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/temp_dir.h"

static temp_dir dir;

static char *page_of(const report_input *in)
{
    char path[400];
    go_error err;
    if (report_write(in, dir.path, &err) != GO_OK)
        fail_msg("%s", err.message);
    FILE *file = fopen(temp_dir_path(&dir, "index.html", path), "r");
    assert_non_null(file);
    char *text = calloc(1, 8 << 20);
    assert_true(fread(text, 1, (8 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

/* 40 games of 50 moves, a third of them foretold. */
static prediction_stats some_stats(void)
{
    prediction_stats e = {.games = 40, .seconds = 1};
    prediction_sums s = {.games = 40, .positions = 2000, .games_squared = 100000,
                          .sum_rank = 16000, .sum_log = -5000};
    s.at_rank[0] = 700;
    s.at_rank[9] = 1300;
    for (int m = 0; m < N_MEASURES; m++)
        s.products[m] = (game_products){100000, 60000};
    e.all = e.stage[0] = e.stage[1] = s;
    return e;
}

static void the_page_has_all_its_parts(void **state)
{
    (void)state;
    gammas *g = drawn_gammas("large", 9, 11);
    prediction_stats e = some_stats();
    snprintf(g->origin.data, sizeof g->origin.data, "a<b>&c.sgf");
    double likelihood[] = {-9, -4, -3.1, -3.05, -3.04, -3.03};
    report_input in = {.g = g, .test = &e, .test_name = "held out", .seconds = 100,
                       .log_likelihood = likelihood, .n_iterations = 6};
    char *page = page_of(&in);
    static const char *const parts[] = {
        "<!DOCTYPE html>", "35.0 %", "\u22122.500", "Top-n accuracy",
        "Log-evidence by stage", "Log-likelihood of the training data", "a&lt;b&gt;&amp;c.sgf",
        "1.7 min", "Shapes: shape3", "Shapes: diamond", "Shapes: response",
        "Strongest", "Weakest", "Most often played", " shapes.</p>", "<h3>capture</h3>",
        "Takes stones <span", "<h3>last</h3>", "<h3>place</h3>", "</html>",
        /* for a board of 9x9, not of 19x19 */
        "for 50 (9\u00d79) \u22123.9", "moves 1-2<", "moves 3-4<", "moves 51+<"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strstr(page, parts[i]))
            fail_msg("the page lacks %s", parts[i]);
    /* it stands alone, and every number is one */
    static const char *const strangers[] = {"http", "<script", "nan", "inf\"", "src="};
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
        if (strstr(page, strangers[i]))
            fail_msg("the page has %s", strangers[i]);
    free(page);
    gammas_destroy(g);
}

static void gammas_alone_make_a_page_too(void **state)
{
    (void)state;
    gammas *g = drawn_gammas("fast", 5, 3);
    report_input in = {.g = g};
    char *page = page_of(&in);
    assert_null(strstr(page, "Top-n accuracy"));
    assert_non_null(strstr(page, "Shapes: shape3"));
    assert_null(strstr(page, "Shapes: diamond")); /* not in that set */
    assert_null(strstr(page, "nan"));
    free(page);
    gammas_destroy(g);
}

static void a_tiny_board_shows_the_stages_it_has(void **state)
{
    (void)state;
    gammas *g = drawn_gammas("fast", 3, 3);
    report_input in = {.g = g};
    char *page = page_of(&in);
    assert_non_null(strstr(page, "move 1<"));
    assert_non_null(strstr(page, "moves 7+<"));
    assert_null(strstr(page, "moves 2-1<"));
    free(page);
    gammas_destroy(g);
}

static void a_folder_that_cannot_be_is_named(void **state)
{
    (void)state;
    gammas *g = drawn_gammas("fast", 5, 3);
    report_input in = {.g = g};
    go_error err;
    assert_int_equal(report_write(&in, "/dev/null/report", &err), GO_EIO);
    assert_non_null(strstr(err.message, "/dev/null exists and is not a folder"));
    assert_int_equal(report_write(&in, "/dev/null", &err), GO_EIO);
    assert_non_null(strstr(err.message, "/dev/null exists and is not a folder"));
    gammas_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_has_all_its_parts),
        cmocka_unit_test(gammas_alone_make_a_page_too),
        cmocka_unit_test(a_tiny_board_shows_the_stages_it_has),
        cmocka_unit_test(a_folder_that_cannot_be_is_named),
    };
    dir = temp_dir_create();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    temp_dir_remove(&dir);
    return failed;
}
