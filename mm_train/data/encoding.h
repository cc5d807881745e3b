/* encoding.h -- the bytes of a data set: how one position is written and read.
 *
 * A game is a sequence of positions, then END_OF_GAME; a position is
 *     u16  winner (bits 0-9), the side to move in bit 15 (1: white)
 *     u16  row of each kind of dense table
 *     u16  number of changes
 *     changes: u16 candidate (bits 0-9), CHANGE_ILLEGAL in bit 10, short mask in
 *              bits 11-14 for the groups of short_groups[], bit 15: a u16 mask
 *              of level groups follows, F_FIRST_LEVEL lowest; then the new gamma
 *              of each group of the mask, as its number within the group + 1, 0
 *              for none: a varying number for shape groups, 1 byte for the others
 *     for F_RESPONSE and F_FOLLOW, if there is a former move: a bit for each
 *              cell within reach (lowest first), then for each bit that is set
 *              the gamma within the group, a varying number
 * A varying number has 7 bits a byte, the lowest first; bit 7 says that more follow.
 * All is little-endian.  The file lives no longer than the process.          */
#ifndef KATACHI_MM_TRAIN_DATA_ENCODING_H
#define KATACHI_MM_TRAIN_DATA_ENCODING_H

#include <stdint.h>
#include <string.h>

#include "patterns/features.h"

enum {
    CHANGE_ILLEGAL = 1 << 10,
    CHANGE_SHORT = 11, /* first bit of the short mask */
    CHANGE_LONG = 1 << 15,
    N_SHORT = 4,
    CANDIDATE_BITS = 0x3ff,
    END_OF_GAME = 0x7fff /* in place of a winner */
};

/* The groups that change most often. */
static const uint8_t short_groups[N_SHORT] = {F_DIAMOND, F_SHAPE3, F_LIBERTIES, F_SQUEEZE};

_Static_assert(F_N_STORED - F_FIRST_LEVEL <= 16, "a u16 holds the mask of the level groups");

/* The groups of passing features and the dense row that holds their move. */
enum { N_PASSING = 2 };
static const feature_id passing_group[N_PASSING] = {F_RESPONSE, F_FOLLOW};
static const int passing_row[N_PASSING] = {ROW_LAST, ROW_LAST2};

static inline uint16_t get_u16(const uint8_t **at)
{
    uint16_t value;
    memcpy(&value, *at, 2);
    *at += 2;
    return value;
}
static inline void put_u16(uint8_t **at, unsigned value)
{
    uint16_t v = (uint16_t)value;
    memcpy(*at, &v, 2);
    *at += 2;
}

static inline uint32_t get_varying(const uint8_t **at)
{
    uint32_t value = *(*at)++;
    if (value < 128)
        return value;
    value = (value & 127) | (uint32_t)*(*at)++ << 7;
    if (value < 1 << 14)
        return value;
    value = (value & 0x3fff) | (uint32_t)*(*at)++ << 14;
    return value < 1 << 21 ? value : (value & 0x1fffff) | (uint32_t)*(*at)++ << 21;
}
static inline void put_varying(uint8_t **at, uint32_t value)
{
    while (value >= 128) {
        *(*at)++ = (uint8_t)(value | 128);
        value >>= 7;
    }
    *(*at)++ = (uint8_t)value;
}

/* The short mask of a change as a mask of groups. */
static inline uint32_t short_mask(unsigned word)
{
    uint32_t mask = 0;
    for (int i = 0; i < N_SHORT; i++)
        mask |= (uint32_t)(word >> (CHANGE_SHORT + i) & 1) << short_groups[i];
    return mask;
}

#endif
