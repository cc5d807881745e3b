/* The points around each point, against a count one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/rng.h"
#include "board/random_playout.h"
#include "mcts/tree/around.h"

static int counted(const board *b, int x, int y, int reach)
{
    int sum = 0;
    for (int v = 0; v < b->size; v++)
        for (int u = 0; u < b->size; u++) {
            colour owner = random_playout_owner(b, board_point(b, u, v));
            if (abs(u - x) <= reach && abs(v - y) <= reach)
                sum += owner == BLACK ? 1 : owner == WHITE ? -1 : 0;
        }
    return sum;
}

/* Random stones: some points belong to black, some to white, some to neither. */
static void scatter(board *b, int size, rng *random)
{
    board_init(b, size);
    for (int i = 0; i < size * size; i++) {
        point p = board_point_at(size, (int)rng_below(random, (uint32_t)(size * size)));
        colour c = rng_below(random, 2) ? BLACK : WHITE;
        if (board_legal(b, c, p) == MOVE_OK)
            board_play(b, c, p);
    }
}

static void the_table_tells_every_square(void **state)
{
    static const int size[] = {2, 5, 9, 19, BOARD_MAX_SIZE};
    rng random = rng_seed(3);
    (void)state;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        board b;
        around a;
        scatter(&b, size[i], &random);
        for (int reach = 0; reach <= AROUND_MAX_REACH; reach++) {
            around_set(&a, &b, reach);
            for (int y = 0; y < b.size; y++)
                for (int x = 0; x < b.size; x++)
                    assert_int_equal(around_get(&a, x, y), counted(&b, x, y, reach));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_tells_every_square),
    };
    return cmocka_run_group_tests_name("around", tests, NULL, NULL);
}
