/* Moves drawn from probabilities. */
#include "board/game/draw_move.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/drawn.h"
#include "tests/support/searching.h"

enum { DRAWS = 4000, N = 3 };

/* How often each move was drawn, the pass last. */
static void draw_many(const game *g, const float *probability, double power, bool passes,
                      int *drawn)
{
    rng random = rng_seed(5);
    for (int i = 0; i <= N * N; i++)
        drawn[i] = 0;
    for (int i = 0; i < DRAWS; i++)
        drawn[board_index(&g->board, game_draw_move(g, probability, power, passes, &random))]++;
}

static void moves_come_by_their_probabilities(void **state)
{
    const float probability[N * N + 1] = {[0] = 0.1f, [4] = 0.3f, [8] = 0.4f, [9] = 0.2f};
    int drawn[N * N + 1];
    game *g = game_drawn(N, "chinese", 7, BLACK, NULL);
    (void)state;
    draw_many(g, probability, 1, true, drawn);
    assert_in_range(drawn[0], 320, 480);
    assert_in_range(drawn[4], 1080, 1320);
    assert_in_range(drawn[8], 1480, 1720);
    assert_in_range(drawn[9], 700, 900);
    draw_many(g, probability, 1, false, drawn);
    assert_in_range(drawn[4], 1400, 1600); /* three in eight */
    assert_int_equal(drawn[9], 0);
    draw_many(g, probability, 2, true, drawn); /* 1 to 9 to 16 to 4 */
    assert_in_range(drawn[0], 80, 190);
    assert_in_range(drawn[8], 2000, 2270);
    assert_int_equal(drawn[1] + drawn[2] + drawn[3] + drawn[5] + drawn[6] + drawn[7], 0);
    game_destroy(g);
}

static void neither_eyes_nor_illegal_moves(void **state)
{
    const float probability[N * N + 1] = {[0] = 0.5f, [4] = 0.3f, [8] = 0.1f};
    int drawn[N * N + 1];
    game *g = game_drawn(N, "chinese", 7, BLACK, ". X ."
                                                 "X X ."
                                                 ". . .");
    (void)state;
    draw_many(g, probability, 1, true, drawn);
    assert_int_equal(drawn[8], DRAWS);
    game_destroy(g);
    g = game_drawn(N, "chinese", 7, BLACK, ". X ."
                                           "X X O"
                                           ". O .");
    draw_many(g, probability, 1, false, drawn); /* its own eye, a stone, suicide */
    assert_int_equal(drawn[9], DRAWS);
    game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_come_by_their_probabilities),
        cmocka_unit_test(neither_eyes_nor_illegal_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
