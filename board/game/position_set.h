/* position_set.h -- how often each position of a game has occurred.
 *
 * A growing hash table from 64-bit position hashes to counts.  Two positions that
 * share a hash count as one; at 1,000 moves that happens once in 10^13 games. */
#ifndef KATACHI_BOARD_GAME_POSITION_SET_H
#define KATACHI_BOARD_GAME_POSITION_SET_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct position_entry {
    uint64_t hash;
    uint32_t count; /* 0: the slot is free */
} position_entry;

typedef struct position_set {
    size_t used, capacity; /* capacity: 0 or a power of two */
    position_entry *entry; /* [capacity], owned */
} position_set;

/* A zeroed position_set is valid and empty. */
void position_set_destroy(position_set *s); /* leaves it empty */
void position_set_clear(position_set *s);   /* keeps the memory */

/* Counts one more visit. GO_ENOMEM, with the set unchanged. */
go_status position_set_add(position_set *s, uint64_t hash);

/* Visits so far. */
uint32_t position_set_count(const position_set *s, uint64_t hash);

#endif
