#include "board/game/position_set.h"

#include <stdlib.h>
#include <string.h>

void position_set_destroy(position_set *s)
{
    free(s->entry);
    *s = (position_set){0};
}

void position_set_clear(position_set *s)
{
    if (s->capacity)
        memset(s->entry, 0, s->capacity * sizeof *s->entry);
    s->used = 0;
}

/* The slot that holds `hash`, or the free one where it would go. */
static position_entry *slot_of(const position_set *s, uint64_t hash)
{
    size_t i = hash & (s->capacity - 1);
    while (s->entry[i].count && s->entry[i].hash != hash)
        i = (i + 1) & (s->capacity - 1);
    return &s->entry[i];
}

static go_status grow(position_set *s)
{
    position_set bigger = {.capacity = s->capacity ? 2 * s->capacity : 256};
    bigger.entry = calloc(bigger.capacity, sizeof *bigger.entry);
    if (!bigger.entry)
        return GO_ENOMEM;
    for (size_t i = 0; i < s->capacity; i++)
        if (s->entry[i].count)
            *slot_of(&bigger, s->entry[i].hash) = s->entry[i];
    bigger.used = s->used;
    free(s->entry);
    *s = bigger;
    return GO_OK;
}

go_status position_set_add(position_set *s, uint64_t hash)
{
    if (2 * (s->used + 1) > s->capacity && grow(s) != GO_OK)
        return GO_ENOMEM;
    position_entry *e = slot_of(s, hash);
    s->used += e->count == 0;
    e->hash = hash;
    e->count++;
    return GO_OK;
}

uint32_t position_set_count(const position_set *s, uint64_t hash)
{
    return s->capacity ? slot_of(s, hash)->count : 0;
}
