#include "tests/support/slow_board.h"

static const int step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

static bool on_board(const slow_board *s, int x, int y)
{
    return x >= 0 && x < s->size && y >= 0 && y < s->size;
}

static char other(char c)
{
    return c == 'X' ? 'O' : 'X';
}

void slow_init(slow_board *s, int size, bool suicide)
{
    memset(s, 0, sizeof *s);
    memset(s->grid, '.', sizeof s->grid);
    s->size = size;
    s->suicide = suicide;
    s->mover = '.';
}

/* Marks the chain at (x, y) with 1 and its liberties with 2, up to `max` of
 * them.  Returns the number of liberties marked.                             */
static int flood(const slow_board *s, int x, int y, int max,
                 char mark[BOARD_MAX_SIZE][BOARD_MAX_SIZE])
{
    int todo[BOARD_MAX_AREA], n = 0, libs = 0;
    memset(mark, 0, BOARD_MAX_SIZE * sizeof mark[0]);
    mark[y][x] = 1;
    todo[n++] = y << 8 | x;
    while (n > 0 && libs < max) {
        int from = todo[--n];
        for (int k = 0; k < 4; k++) {
            int u = (from & 255) + step[k][0], v = (from >> 8) + step[k][1];
            if (!on_board(s, u, v) || mark[v][u])
                continue;
            if (s->grid[v][u] == '.') {
                mark[v][u] = 2;
                libs++;
            }
            if (s->grid[v][u] != s->grid[y][x])
                continue;
            mark[v][u] = 1;
            todo[n++] = v << 8 | u;
        }
    }
    return libs;
}

int slow_libs(const slow_board *s, int x, int y)
{
    char mark[BOARD_MAX_SIZE][BOARD_MAX_SIZE];
    return flood(s, x, y, BOARD_MAX_AREA, mark);
}

static bool has_liberty(const slow_board *s, int x, int y)
{
    char mark[BOARD_MAX_SIZE][BOARD_MAX_SIZE];
    return flood(s, x, y, 1, mark) > 0;
}

int slow_chain_size(const slow_board *s, int x, int y)
{
    char mark[BOARD_MAX_SIZE][BOARD_MAX_SIZE];
    int n = 0;
    flood(s, x, y, BOARD_MAX_AREA, mark);
    for (int v = 0; v < s->size; v++)
        for (int u = 0; u < s->size; u++)
            n += mark[v][u] == 1;
    return n;
}

/* Takes the chain at (x, y) off if it has no liberty. */
static void take_if_dead(slow_board *s, int x, int y)
{
    char mark[BOARD_MAX_SIZE][BOARD_MAX_SIZE], c = s->grid[y][x];
    if (has_liberty(s, x, y))
        return;
    flood(s, x, y, 1, mark);
    for (int v = 0; v < s->size; v++) {
        for (int u = 0; u < s->size; u++) {
            if (mark[v][u] != 1)
                continue;
            s->grid[v][u] = '.';
            s->captured[c == 'O']++;
        }
    }
}

/* Puts the stone, takes the opponent's chains, then the own one. */
static void put(slow_board *s, char c, int x, int y)
{
    s->grid[y][x] = c;
    for (int k = 0; k < 4; k++) {
        int u = x + step[k][0], v = y + step[k][1];
        if (on_board(s, u, v) && s->grid[v][u] == other(c))
            take_if_dead(s, u, v);
    }
}

int slow_libs_after(const slow_board *s, char c, int x, int y)
{
    slow_board after = *s;
    put(&after, c, x, y);
    return slow_libs(&after, x, y);
}

move_status slow_legal(const slow_board *s, char c, int x, int y)
{
    if (!on_board(s, x, y))
        return MOVE_OFFBOARD;
    if (s->grid[y][x] != '.')
        return MOVE_OCCUPIED;
    slow_board after = *s;
    put(&after, c, x, y);
    if (s->mover == other(c) && memcmp(after.grid, s->before, sizeof after.grid) == 0)
        return MOVE_KO;
    if (has_liberty(&after, x, y))
        return MOVE_OK;
    return s->suicide && slow_chain_size(&after, x, y) > 1 ? MOVE_OK : MOVE_SUICIDE;
}

move_status slow_play(slow_board *s, char c, int x, int y)
{
    move_status status = slow_legal(s, c, x, y);
    if (status != MOVE_OK)
        return status;
    memcpy(s->before, s->grid, sizeof s->grid);
    s->mover = c;
    put(s, c, x, y);
    take_if_dead(s, x, y);
    return MOVE_OK;
}

void slow_pass(slow_board *s)
{
    s->mover = '.';
}
