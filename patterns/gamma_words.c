#include "patterns/gamma_words.h"

#include <stdio.h>
#include <stdlib.h>

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
                 liberties[s->mark_what & 3]);
}

void gamma_words(const gammas *g, int number, char *out, int n)
{
    feature_id group = vocabulary_group(g->v, number);
    const shape *s = gamma_shape(g, number);
    if (s)
        shape_words(g->v, s, out, n);
    else if ((int)group < SHAPE_GROUPS)
        snprintf(out, (size_t)n, "no known shape");
    else
        feature_level_name(group, number - g->v->first[group], out, n);
}

typedef struct ranked {
    float gamma;
    int number;
} ranked;

static int by_strength(const void *a, const void *b)
{
    const ranked *r = a, *s = b;
    if (r->gamma != s->gamma)
        return r->gamma > s->gamma ? -1 : 1;
    return r->number < s->number ? -1 : r->number > s->number;
}

int gammas_sorted(const gammas *g, feature_id group, int *numbers)
{
    int first = g->v->first[group], end = g->v->first[(int)group + 1], n = 0;
    ranked *list = calloc((size_t)(end - first) + 1, sizeof *list);
    if (!list)
        return 0;
    for (int i = first; i < end; i++)
        if (gamma_is_learnt(g, i) && ((int)group >= SHAPE_GROUPS || i > first))
            list[n++] = (ranked){g->gamma[i], i};
    qsort(list, (size_t)n, sizeof *list, by_strength);
    for (int i = 0; i < n; i++)
        numbers[i] = list[i].number;
    free(list);
    return n;
}
