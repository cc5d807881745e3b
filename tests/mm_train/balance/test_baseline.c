/* What is to be expected in the middle of a playout. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "board/random_playout.h"
#include "mm_train/balance/baseline.h"
#include "tests/support/assert_close.h"
#include "tests/support/random_moves.h"

enum { SIZE = 5, AREA = SIZE * SIZE, N = 300, MOST_MOVES = 3 * AREA };

/* Random playouts from a position. */
typedef struct random_playouts {
    board from, end[N];
    board_move moves[N][MOST_MOVES];
    uint8_t owner[N][AREA];
    baseline_playout p[N];
    double win, area; /* means */
} random_playouts;

static void play_out(random_playouts *r, int i, rng *random)
{
    board *b = &r->end[i];
    int n = 0, passes = 0, area = 0;
    *b = r->from;
    for (colour c = BLACK; n < MOST_MOVES && passes < 2; c = opponent(c)) {
        const point at = random_playout_move(b, c, random);
        board_play_legal(b, c, at);
        r->moves[i][n++] = (board_move){at, (uint8_t)c};
        passes = at == PASS ? passes + 1 : 0;
    }
    for (int k = 0; k < AREA; k++) {
        const colour owner = random_playout_owner(b, board_point_at(SIZE, k));
        r->owner[i][k] = (uint8_t)(1 + colour_sign(owner));
        area += r->owner[i][k];
    }
    r->p[i] = (baseline_playout){r->moves[i], n, area > AREA, r->owner[i]};
    r->win += r->p[i].win / N;
    r->area += 0.5 * area / N;
}

static random_playouts *some_playouts(void)
{
    random_playouts *r = test_calloc(1, sizeof *r);
    rng random = rng_seed(1);
    r->from = random_position(SIZE, 6, &random);
    for (int i = 0; i < N; i++)
        play_out(r, i, &random);
    return r;
}

static void it_begins_with_the_mean_and_ends_with_the_result(void **state)
{
    (void)state;
    random_playouts *r = some_playouts();
    baseline *e = test_malloc(sizeof *e);
    float worth[AREA];
    double owned, off = 0, far = 0, spread = 0;
    for (int k = 0; k < AREA; k++)
        worth[k] = 1;
    baseline_learn(e, &r->from, r->p, N);
    const double win = baseline_expect(e, &r->from, worth, &owned);
    assert_close(win, r->win, 0.1);
    assert_close(owned, r->area, 2);
    for (int i = 0; i < N; i++) {
        int area = 0;
        for (int k = 0; k < AREA; k++)
            area += r->owner[i][k];
        off += fabs(baseline_expect(e, &r->end[i], worth, &owned) - r->p[i].win) / N;
        far += fabs(owned - 0.5 * area) / N;
        spread += fabs(r->area - 0.5 * area) / N;
    }
    assert_true(off < 0.15);
    assert_true(far < 0.75 * spread);
    test_free(e);
    test_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_begins_with_the_mean_and_ends_with_the_result),
    };
    return cmocka_run_group_tests_name("baseline", tests, NULL, NULL);
}
