#include "tests/support/drawn.h"

#include <stdio.h>
#include <stdlib.h>

#include "board/coord.h"
#include "board/game/score.h"

static void give_up(const char *why, const char *what)
{
    fprintf(stderr, "a bad drawing or name in a test: %s: %s\n", why, what);
    abort();
}

static int letter_colour(char c)
{
    return c == '.' ? EMPTY : c == 'X' || c == '#' ? BLACK : c == 'O' ? WHITE : -1;
}

board *board_of(int size, const char *drawing)
{
    board *b = malloc(sizeof *b);
    int n = 0, stones = 0;
    board_init(b, size);
    for (const char *s = drawing; *s; s++) {
        if (*s == ' ')
            continue;
        int c = letter_colour(*s);
        if (c < 0 || n == size * size)
            give_up("too many points, or a strange letter", s);
        stones += c != EMPTY;
        board_setup(b, (colour)c, board_point_at(size, n));
        n++;
    }
    if (n != size * size)
        give_up("too few points", drawing);
    if (b->n_stones[BLACK] + b->n_stones[WHITE] != stones)
        give_up("a chain has no liberty", drawing);
    return b;
}

void board_destroy(board *b)
{
    free(b);
}

point at(const board *b, const char *name)
{
    point p = PASS;
    if (!coord_from_gtp(b->size, name, &p))
        give_up("no such point", name);
    return p;
}

bool looks_like(const board *b, const char *drawing)
{
    int n = 0;
    bool same = true;
    for (const char *s = drawing; *s; s++) {
        if (*s == ' ')
            continue;
        same &= letter_colour(*s) == b->at[board_point_at(b->size, n)];
        n++;
    }
    if (same && n == b->size * b->size)
        return true;
    for (int i = 0; i < b->size * b->size; i++) {
        int c = b->at[board_point_at(b->size, i)];
        fprintf(stderr, "%c%c", ".XO"[c], (i + 1) % b->size ? ' ' : '\n');
    }
    return false;
}

int area_score(const board *b, const bool *dead)
{
    return score_points(b, &(rules){.scoring = SCORING_AREA}, dead);
}
