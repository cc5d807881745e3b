#include "mcts/tree/around.h"

#include "board/random_playout.h"

void around_set(around *a, const board *end, int reach)
{
    a->size = end->size;
    a->reach = reach;
    for (int x = 0; x <= end->size; x++)
        a->sum[x] = 0;
    for (int y = 0; y < end->size; y++) {
        const int16_t *before = &a->sum[y * AROUND_WIDTH];
        int16_t *sum = &a->sum[(y + 1) * AROUND_WIDTH];
        point p = board_point(end, 0, y);
        int row = 0;
        sum[0] = 0;
        for (int x = 0; x < end->size; x++, p++) {
            colour owner = random_playout_owner(end, p);
            row += (owner == BLACK) - (owner == WHITE);
            sum[x + 1] = (int16_t)(before[x + 1] + row);
        }
    }
}
