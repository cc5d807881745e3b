#include "patterns/gammas/gamma_words.h"

#include <stdio.h>
#include <stdlib.h>

#include "board/coord.h"
#include "patterns/dense.h"

const shape *gamma_shape(const gammas *g, int number)
{
    feature_id group = vocabulary_group(g->v, number);
    int place = number - g->v->first[group];
    return (int)group < SHAPE_GROUPS && place > 0 ? &g->v->shapes[group].shapes[place] : NULL;
}

static void shape_words(const vocabulary *v, const shape *s, char *out, int n)
{
    static const char *const liberties[] = {"taken since", "of 1 liberty", "of 2 liberties",
                                            "of 3 or more liberties"};
    int used = 0;
    out[0] = '\0';
    if (s->size)
        used = snprintf(out, (size_t)n, "size %d", s->size);
    if (s->mark >= 0 && used < n)
        snprintf(out + used, (size_t)(n - used), "%sstone at %d,%d %s", used ? ", " : "",
                 v->geometry->cell[s->mark].dx, v->geometry->cell[s->mark].dy,
                 liberties[s->mark_class & 3]);
}

static const char *point_name(int size, int index, char name[COORD_MAX])
{
    return coord_to_gtp(size, board_point_at(size, index), name);
}

static void write_pair(feature_id group, const char *move, const char *former, char *out, int n)
{
    snprintf(out, (size_t)n, "%s with the %s at %s", move,
             group == F_PAIR ? "last move" : "move before the last", former);
}

/* One of the up to eight pairs of points that the gamma is for. */
static void pair_words(const gammas *g, feature_id group, int number, char *out, int n)
{
    const int size = g->v->board_size;
    int former, move;
    char names[2][COORD_MAX];
    dense_pair(size, number - g->v->first[group], &former, &move);
    write_pair(group, point_name(size, move, names[0]), point_name(size, former, names[1]), out, n);
}

void gamma_words(const gammas *g, int number, char *out, int n)
{
    feature_id group = vocabulary_group(g->v, number);
    const shape *s = gamma_shape(g, number);
    if (s)
        shape_words(g->v, s, out, n);
    else if ((int)group < SHAPE_GROUPS)
        snprintf(out, (size_t)n, "no known shape");
    else if (group == F_PAIR || group == F_PAIR2)
        pair_words(g, group, number, out, n);
    else
        feature_level_name(group, number - g->v->first[group], out, n);
}

void gamma_words_at(const gammas *g, int number, const board *b, point move, char *out, int n)
{
    const feature_id group = vocabulary_group(g->v, number);
    const bool pair = group == F_PAIR || group == F_PAIR2;
    const point former = group == F_PAIR ? b->last : b->last2;
    char name[COORD_MAX], before[COORD_MAX];
    if (pair && move != PASS && former != PASS)
        write_pair(group, coord_to_gtp(b->size, move, name), coord_to_gtp(b->size, former, before),
                   out, n);
    else
        gamma_words(g, number, out, n);
}

static int by_strength(const void *a, const void *b, void *user)
{
    const gammas *g = user;
    const int i = *(const int *)a, j = *(const int *)b;
    if (g->gamma[i] != g->gamma[j])
        return g->gamma[i] > g->gamma[j] ? -1 : 1;
    return i < j ? -1 : i > j;
}

int gammas_sorted(const gammas *g, feature_id group, int *numbers)
{
    int first = g->v->first[group], end = g->v->first[(int)group + 1], n = 0;
    for (int i = first; i < end; i++)
        if (gamma_is_learnt(g, i) && ((int)group >= SHAPE_GROUPS || i > first))
            numbers[n++] = i;
    qsort_r(numbers, (size_t)n, sizeof *numbers, by_strength, (void *)g);
    return n;
}
