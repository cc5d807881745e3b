#include "patterns/vocabulary.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1024 };

vocabulary *vocabulary_create(const feature_set *set, int board_size)
{
    vocabulary *v = calloc(1, sizeof *v);
    if (!v)
        return NULL;
    v->set = *set;
    v->board_size = board_size;
    v->geometry = diamond_geometry_create();
    bool ok = v->geometry != NULL;
    for (int g = 0; g < SHAPE_GROUPS; g++) {
        dictionary *d = &v->shapes[g];
        d->capacity = FIRST_CAPACITY;
        d->shapes_capacity = FIRST_CAPACITY / 2;
        d->slot = calloc((size_t)d->capacity, sizeof *d->slot);
        d->shapes = calloc((size_t)d->shapes_capacity, sizeof *d->shapes);
        ok = ok && d->slot && d->shapes;
    }
    if (!ok) {
        vocabulary_destroy(v);
        return NULL;
    }
    vocabulary_number(v);
    return v;
}

void vocabulary_destroy(vocabulary *v)
{
    if (!v)
        return;
    for (int g = 0; g < SHAPE_GROUPS; g++) {
        free(v->shapes[g].slot);
        free(v->shapes[g].shapes);
    }
    diamond_geometry_destroy(v->geometry);
    free(v);
}

/* The slot of a key, or the free one where it belongs. */
static struct dictionary_slot *slot_of(const dictionary *d, uint64_t key)
{
    uint32_t mask = (uint32_t)d->capacity - 1, i = (uint32_t)(key >> 20) & mask;
    while (d->slot[i].key && d->slot[i].key != key)
        i = (i + 1) & mask;
    return &d->slot[i];
}

go_status vocabulary_reserve(vocabulary *v, feature_id group, int n, go_error *err)
{
    dictionary *d = &v->shapes[group], bigger = *d;
    if (n < d->shapes_capacity)
        return GO_OK;
    if (n > DICTIONARY_MAX)
        return go_fail(err, GO_ENOMEM, "no room for a dictionary of %d shapes", n);
    while (bigger.capacity / 2 < n + 1) /* at most half of the slots are ever used */
        bigger.capacity *= 2;
    bigger.shapes_capacity = bigger.capacity / 2;
    bigger.slot = calloc((size_t)bigger.capacity, sizeof *bigger.slot);
    shape *shapes = realloc(d->shapes, (size_t)bigger.shapes_capacity * sizeof *shapes);
    d->shapes = bigger.shapes = shapes ? shapes : d->shapes;
    if (!bigger.slot || !shapes) {
        free(bigger.slot);
        return go_fail(err, GO_ENOMEM, "no room for a dictionary of %d shapes", n);
    }
    for (int i = 0; i < d->capacity; i++)
        if (d->slot[i].key)
            *slot_of(&bigger, d->slot[i].key) = d->slot[i];
    free(d->slot);
    *d = bigger;
    return GO_OK;
}

go_status vocabulary_add(vocabulary *v, feature_id group, uint64_t key, const shape *s,
                         go_error *err)
{
    dictionary *d = &v->shapes[group];
    GO_TRY(vocabulary_reserve(v, group, d->n + 1, err));
    struct dictionary_slot *slot = slot_of(d, key);
    if (slot->key)
        return GO_OK;
    *slot = (struct dictionary_slot){key, (uint32_t)++d->n};
    d->shapes[d->n] = *s;
    return GO_OK;
}

enum { LOOK_AHEAD = 12 }; /* slots on their way from memory while others are filled */

int vocabulary_index(vocabulary *v, feature_id group, const uint64_t *keys, int n)
{
    dictionary *d = &v->shapes[group];
    const uint32_t mask = (uint32_t)d->capacity - 1;
    for (int i = 1; i <= n; i++) {
        if (i + LOOK_AHEAD <= n)
            __builtin_prefetch(&d->slot[(uint32_t)(keys[i + LOOK_AHEAD] >> 20) & mask], 1);
        struct dictionary_slot *slot = slot_of(d, keys[i]);
        if (slot->key)
            return i;
        *slot = (struct dictionary_slot){keys[i], (uint32_t)i};
        d->n = i;
    }
    return 0;
}

void vocabulary_number(vocabulary *v)
{
    int n = 0;
    for (int g = 0; g < F_N_GROUPS; g++) {
        v->first[g] = n;
        if (!feature_used(&v->set, (feature_id)g))
            continue;
        n += g < SHAPE_GROUPS ? v->shapes[g].n + 1 : feature_levels((feature_id)g, v->board_size);
    }
    v->first[F_N_GROUPS] = n;
}

feature_id vocabulary_group(const vocabulary *v, int gamma)
{
    int g = 0;
    while (gamma >= v->first[g + 1])
        g++;
    return (feature_id)g;
}

int shape_nests(const feature_set *set, feature_id group)
{
    switch ((int)group) {
    case F_SHAPE3: return set->shape_max < 4 ? NEST_DIAGONALS : set->shape_max + 1;
    case F_DIAMOND: return set->diamond_max - DIAMOND_FIRST + 1;
    case F_RESPONSE:
    case F_FOLLOW: return set->response_max;
    default: return 0;
    }
}

uint64_t shape_key_of(const vocabulary *v, feature_id group, const shape *s)
{
    const diamond_geometry *g = v->geometry;
    diamond_lanes lanes = {0};
    if (s->size)
        lanes = diamond_of_cells(g, s->cells, s->size);
    for (int i = 0; i < SHAPE_LIBS; i++)
        if (s->libs[i])
            lanes ^= diamond_mark(g, i, s->libs[i]);
    if (s->mark >= 0)
        lanes ^= diamond_mark(g, s->mark, MARK_FORMER + s->mark_class);
    return shape_key(lanes, group, s->nest);
}
