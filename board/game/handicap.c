#include "board/game/handicap.h"

#include <stdlib.h>

int handicap_fixed_max(int size)
{
    if (size < 7 || size > BOARD_MAX_SIZE)
        return 0;
    return size % 2 == 1 && size >= 9 ? 9 : 4;
}

bool handicap_fixed(int size, int n, point *out)
{
    if (n < 2 || n > handicap_fixed_max(size))
        return false;
    int near = size < 12 ? 2 : 3, far = size - 1 - near, middle = size / 2;
    const int at[9][2] = {{near, far},    {far, near},    {near, near},
                          {far, far},     {near, middle}, {far, middle},
                          {middle, far},  {middle, near}, {middle, middle}};
    for (int i = 0; i < n; i++)
        out[i] = board_point_on(size, at[i][0], at[i][1]);
    if (n == 5 || n == 7) /* odd numbers have the centre */
        out[n - 1] = board_point_on(size, middle, middle);
    return true;
}

/* The free point farthest from the n stones, or PASS. */
static point farthest(int size, const point *stone, int n)
{
    int line = size >= 7 ? 2 : size >= 4 ? 1 : 0, best = 0;
    point found = PASS;
    for (int y = line; y < size - line; y++) {
        for (int x = line; x < size - line; x++) {
            int nearest = 2 * size * size; /* squared distance to a stone */
            for (int i = 0; i < n; i++) {
                int dx = board_x_on(size, stone[i]) - x, dy = board_y_on(size, stone[i]) - y;
                int d = dx * dx + dy * dy;
                nearest = d < nearest ? d : nearest;
            }
            if (nearest > best) {
                best = nearest;
                found = board_point_on(size, x, y);
            }
        }
    }
    return found;
}

int handicap_free(int size, int n, point *out)
{
    int fixed = n < handicap_fixed_max(size) ? n : handicap_fixed_max(size);
    int placed = handicap_fixed(size, fixed, out) ? fixed : 0;
    n = n < size * size / 4 ? n : size * size / 4;
    while (placed < n) {
        point p = farthest(size, out, placed);
        if (p == PASS)
            break;
        out[placed++] = p;
    }
    return placed;
}

int handicap_count(int black, int white, const board_move *moves, size_t n)
{
    int stones = black;
    if (white > 0)
        return 0;
    for (size_t i = 0; i < n; i++) {
        const board_move *m = &moves[i];
        stones += m->colour == BLACK && m->at != PASS;
        if (m->colour == BLACK)
            continue;
        if (i + 1 < n && m[1].colour == WHITE)
            stones = i == 0 && m->at != PASS ? 0 : black;
        else if (m->at == PASS)
            continue;
        break;
    }
    return stones > 1 ? stones : 0;
}
