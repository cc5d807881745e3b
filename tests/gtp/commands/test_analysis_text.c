/* The text of an analysis: its numbers, and how moves with few playouts are shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gtp/commands/analysis_text.h"
#include "tests/support/assert_close.h"

static void numbers_by_hand(void **state)
{
    search_move m = {.at = board_point_on(9, 2, 6), .visits = 12, .winrate = 0.52345, .lcb = -0.1,
                     .prior = 1, .lead = -0.0001, .lead_stdev = 9.5, .n_pv = 2,
                     .pv = {board_point_on(9, 2, 6), PASS}, .pv_visits = {12, 3}};
    search_analysis a = {.to_move = WHITE, .visits = 12, .winrate = 0.5, .n_moves = 1, .move = &m};
    analysis_extras extras = {.pv_visits = true};
    char *text = NULL;
    size_t n;
    (void)state;
    FILE *out = open_memstream(&text, &n);
    analysis_text_write(out, &a, 9, ANALYSIS_LZ, &extras);
    fclose(out);
    assert_string_equal(text, "info move C3 visits 12 winrate 5235 prior 10000 lcb 0 order 0 "
                              "pv C3 pass");
    free(text);
    out = open_memstream(&text, &n);
    analysis_text_write(out, &a, 9, ANALYSIS_KATA, &extras);
    fclose(out);
    assert_string_equal(text, "info move C3 visits 12 utility 0.046900 winrate 0.523450 "
                              "scoreMean 0.000 scoreStdev 9.500 scoreLead 0.000 prior 1.000000 "
                              "lcb 0.000000 order 0 pv C3 pass pvVisits 12 3");
    free(text);
}

static void a_copy_names_its_original(void **state)
{
    search_move m = {.at = board_point_on(9, 6, 2), .original = board_point_on(9, 2, 6),
                     .symmetry = 3, .n_pv = 1, .pv = {board_point_on(9, 6, 2)}};
    search_analysis a = {.to_move = BLACK, .n_moves = 1, .move = &m};
    char *text = NULL;
    size_t n;
    (void)state;
    FILE *out = open_memstream(&text, &n);
    analysis_text_write(out, &a, 9, ANALYSIS_KATA, &(analysis_extras){0});
    fclose(out);
    assert_non_null(strstr(text, " lcb 0.000000 isSymmetryOf C3 order 0 pv G7"));
    free(text);
    out = open_memstream(&text, &n);
    analysis_text_write(out, &a, 9, ANALYSIS_LZ, &(analysis_extras){0});
    fclose(out);
    assert_non_null(strstr(text, " lcb 0 order 0 pv G7")); /* as Leela Zero's clients expect */
    free(text);
}

/* One playout won by 40 points, in a position that is even and two points ahead: (1 + 25 * 0.5)
 * / 26 = 0.519231 and (40 + 25 * 2) / 26 = 3.461538; a hundredfold 0.9 and 12.  */
static void a_move_of_one_playout_does_not_stand_out(void **state)
{
    search_move moves[] = {{.at = board_point_on(9, 2, 6), .visits = 100, .winrate = 1, .lcb = 0.95,
                            .prior = 0.5, .lead = 14.5, .n_pv = 1},
                           {.at = board_point_on(9, 3, 6), .visits = 1, .winrate = 1, .lcb = 0.6,
                            .prior = 0.5, .lead = 40, .n_pv = 1}};
    search_analysis a = {.to_move = BLACK, .visits = 101, .winrate = 0.5, .lead = 2, .n_moves = 2,
                         .move = moves};
    evaluate_settings rollout = {.evaluator = EVALUATOR_ROLLOUT},
                      mixed = {.evaluator = EVALUATOR_MIXED, .lambda = 0.5},
                      network = {.evaluator = EVALUATOR_NETWORK};
    analysis_extras extras = {.supposed = analysis_supposed(&rollout)};
    char *text = NULL;
    size_t n;
    (void)state;
    assert_close(analysis_supposed(&rollout), 25, 1e-9);
    assert_close(analysis_supposed(&mixed), 6.25, 1e-9);
    assert_close(analysis_supposed(&network), 0, 1e-9);
    FILE *out = open_memstream(&text, &n);
    analysis_text_write(out, &a, 9, ANALYSIS_KATA, &extras);
    fclose(out);
    assert_non_null(strstr(text, "visits 100 utility 0.800000 winrate 0.900000 scoreMean 12.000 "));
    assert_non_null(strstr(text, "lcb 0.900000 order 0"));
    assert_non_null(strstr(text, "visits 1 utility 0.038462 winrate 0.519231 scoreMean 3.462 "));
    assert_non_null(strstr(text, "lcb 0.519231 order 1"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_by_hand),
        cmocka_unit_test(a_copy_names_its_original),
        cmocka_unit_test(a_move_of_one_playout_does_not_stand_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
