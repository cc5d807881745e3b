/* Leads where much of the board is settled. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "mcts/settled.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"

enum { POINTS = 100 };

/* Of `n` points of black, the others white's, by `x`. */
static double missing(int n, double x, double playouts)
{
    float ownership[POINTS];
    for (int i = 0; i < POINTS; i++)
        ownership[i] = (float)(i < n ? x : -x);
    return settled_missing(ownership, POINTS, playouts);
}

static void points_are_missing_as_the_board_closes(void **state)
{
    (void)state;
    assert_close(missing(70, 0.45, 1e9), 0, 1e-6); /* open */
    assert_close(missing(70, 0.9, 1e9), 0.1 * 40, 1e-3);
    assert_close(missing(30, 0.9, 1e9), -0.1 * 40, 1e-3);
    assert_close(missing(70, 1, 1e9), 0, 1e-6);
    double before = 0;
    for (int i = 50; i <= 66; i++) { /* more and more, but no point has two owners */
        const double more = missing(70, i / 100.0, 1e9);
        assert_true(more >= before - 1e-9 && i / 100.0 * 40 + more <= 40 + 1e-6);
        before = more;
    }
    assert_true(before > 0.15 * 40);
    assert_close(missing(70, 0.9, 0), 0, 1e-9);
    assert_true(missing(70, 0.9, 10) < 0.5 * missing(70, 0.9, 1000));
}

/* A stone of each side is dead; black has 45 points, white 36. */
static const char finished[] = ". . . X X O . . ."
                               ". . . . X O . . ."
                               ". . X . X O O . ."
                               ". . . . X O . . ."
                               ". O . . X O . X ."
                               ". . . . X O . . ."
                               ". . X X X O . . ."
                               ". . . . X O . O ."
                               ". . . . X O . . .";

static void the_lead_of_a_finished_game_is_close(void **state)
{
    (void)state;
    for (int komi = 0; komi <= 9; komi += 9)
        for (colour c = BLACK; c <= WHITE; c++) {
            search *s = search_of("playouts=600");
            game *g = game_drawn(9, "chinese", komi, c, finished);
            search_game(s, g);
            search_analysis a = whole_analysis(s);
            assert_close(colour_sign(c) * a.lead, 9 - komi, 1.5);
            search_analysis_release(&a);
            game_destroy(g);
            search_destroy(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_missing_as_the_board_closes),
        cmocka_unit_test(the_lead_of_a_finished_game_is_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
