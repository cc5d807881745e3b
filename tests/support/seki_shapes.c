#include "tests/support/seki_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

const seki_shape seki_shapes[N_SEKI_SHAPES] = {
    {"two liberties in the corner", 7, 11, 11,
     "O S . Z X . ."
     "O S . Z X . ."
     "O S S Z X X X"
     "O O O X X . ."
     ". . O X . . ."
     "O O O X . . ."
     ". . O X . . ."},
    {"two liberties at the side", 9, -4, -5,
     ". . O S . Z X . ."
     ". . O S . Z X . ."
     ". . O S S Z X X X"
     "O O O O O X X . ."
     ". . O . O X . . ."
     ". . O O O X X X X"
     ". . . . O X . . ."
     "O O O O O X X X X"
     ". . . . O X . . ."},
    {"two liberties in the centre", 9, 24, 47,
     "X X X X X X X . ."
     "X Z Z Z Z Z X . ."
     "X Z . S S Z X . ."
     "X Z S S S Z X X X"
     "X Z S S . Z X . ."
     "X Z Z Z Z Z X . ."
     "X X X X X X X X X"
     ". . X . . . X . ."
     ". . X . . . X . ."},
    {"three liberties in the centre", 9, 24, 46,
     "X X X X X X X . ."
     "X Z Z Z Z Z X . ."
     "X Z . S . Z X . ."
     "X Z S S S Z X X X"
     "X Z S S . Z X . ."
     "X Z Z Z Z Z X . ."
     "X X X X X X X X X"
     ". . X . . . X . ."
     ". . X . . . X . ."},
    {"an eye each in the corner", 7, -22, -24,
     ". S . Z . Z S"
     "S S S Z Z Z S"
     "O O S S S S S"
     ". O O O O O O"
     ". . . . . . ."
     ". . . . . . ."
     ". . . . . . ."},
    {"an eye each in the centre", 9, 14, 28,
     "X X X X X X X X X"
     "X Z Z Z Z Z Z Z X"
     "X Z . S S Z Z Z X"
     "X Z S . S Z . Z X"
     "X Z S S S Z Z Z X"
     "X Z Z Z Z Z Z Z X"
     "X X X X X X X X X"
     ". . X . . . X . ."
     ". . X . . . X . ."},
    {"three stones in an eye of five", 7, -26, -33,
     ". Z Z Z . S O"
     "S S S S S S O"
     "O O O O O O O"
     ". . . . . . ."
     ". O . . . O ."
     ". . . . . . ."
     ". . . . . . ."},
    {"an eye against none", 9, 59, 81,
     "X X X X X X X . ."
     "X o o o o o X . ."
     "X o . X X o X . ."
     "X o X . X o X X X"
     "X o X X . o X . ."
     "X o o o o o X . ."
     "X X X X X X X X X"
     ". . X . . . X . ."
     ". . X . . . X . ."},
    {"a larger eye wins", 9, -4, 11,
     "X X X X X X X X X"
     "X O O O O O O O X"
     "X O . x x O O O X"
     "X O x . x O . O X"
     "X O x x x O . O X"
     "X O O O O O O O X"
     "X X X X X X X X X"
     ". . X . . . X . ."
     ". . X . . . X . ."},
    {"a race won by a liberty", 7, 3, 2,
     "X . o X . O ."
     "X . o X . O ."
     "X X o X . O O"
     "X X X O O O ."
     ". . X O . . ."
     "X X X O O O O"
     ". . X O . . ."},
    {"a bent four in the corner", 7, -44, -49,
     "O O . x O . ."
     "O x x x O . ."
     ". x O O O . ."
     "x x O . . . ."
     "O O O . . . ."
     ". . . . . . ."
     ". . . . . . ."},
    {"a square four", 7, 47, 49,
     ". . o X . . ."
     ". . o X . . ."
     "o o o X . . ."
     "X X X X . . ."
     ". . . . . . ."
     ". . . . . . ."
     ". . . . . . ."},
    {"three in a row taken", 7, 46, 49,
     ". X . o X . ."
     "o o o o X . ."
     "X X X X X . ."
     ". . . . . . ."
     ". . . . . . ."
     ". . . . . . ."
     ". . . . . . ."},
    {"a bulky five taken", 7, 46, 49,
     ". X . o X . ."
     ". . o o X . ."
     "o o o X X . ."
     "X X X X . . ."
     ". . . . . . ."
     ". . . . . . ."
     ". . . . . . ."},
    {"a false eye", 7, 47, 49,
     ". o X . . . ."
     "o o X . . . ."
     "o X X . . . ."
     ". o X . . . ."
     "o o X . . . ."
     "X X X . . . ."
     ". . . . . . ."},
    {"two eyes live", 7, 32, 33,
     ". O . O X . ."
     "O O O O X . ."
     "X X X X X . ."
     ". . . . . . ."
     ". . . . . . ."
     ". . . . . . ."
     ". . . . . . ."},
};

static char exchanged(char c)
{
    static const char from[] = "XOxoSZ", to[] = "OXoxZS";
    const char *at = strchr(from, c);
    return c && at ? to[at - from] : c;
}

void seki_shape_turned(const seki_shape *s, int symmetry, bool swap,
                       char out[2 * BOARD_MAX_AREA + 1])
{
    char cell[BOARD_MAX_AREA];
    int n = 0, last = s->size - 1;
    for (const char *d = s->drawing; *d; d++)
        if (*d != ' ')
            cell[n++] = *d;
    assert_int_equal(n, s->size * s->size);
    for (int i = 0; i < n; i++) {
        int x = i % s->size, y = i / s->size;
        int across = symmetry & 1 ? last - x : x, down = symmetry & 2 ? last - y : y;
        int from = symmetry & 4 ? across * s->size + down : down * s->size + across;
        out[2 * i] = swap ? exchanged(cell[from]) : cell[from];
        out[2 * i + 1] = ' ';
    }
    out[2 * n] = '\0';
}
