/* vocabulary.h -- which features exist: a feature set, the dictionaries of its
 * known shapes, and the number of each feature's gamma.
 *
 * Gammas are numbered group by group in the order of feature_id.  In a shape
 * group the first number stands for "no known shape" and the others for the
 * dictionary's entries.                                                      */
#ifndef KATACHI_PATTERNS_VOCABULARY_H
#define KATACHI_PATTERNS_VOCABULARY_H

#include "base/status.h"
#include "patterns/diamond.h"
#include "patterns/features.h"

enum {
    SHAPE_LIBS = 8, /* the cells of the 3x3 square */
    SHAPE_MAX = 8   /* the largest size of F_SHAPE3 */
};

/* A shape as data, for files and pictures. */
typedef struct shape {
    uint8_t nest;       /* its place in the nest of its group, from 0 */
    uint8_t size;       /* diamond size; 0: no stones, the mark alone */
    int16_t mark;       /* cell of the marked move, -1: none */
    uint8_t mark_class;  /* liberty class of the chain of the mark */
    uint8_t libs[SHAPE_LIBS]; /* F_SHAPE3: liberty classes of the stones on the
                               * first cells of the diamond; 0: unknown         */
    uint8_t cells[(DIAMOND_MAX_CELLS + 3) / 4]; /* 2 bits a cell, cell 0 lowest */
} shape;

/* A map from shape keys to numbers 1 .. n, in the order of addition. */
typedef struct dictionary {
    int n;
    int capacity;  /* slots, a power of two */
    struct dictionary_slot {
        uint64_t key; /* 0: free */
        uint32_t number;
    } *slot;
    shape *shapes; /* [n + 1], shapes[0] unused */
    int shapes_capacity;
} dictionary;

enum { SHAPE_GROUPS = F_FOLLOW + 1, DICTIONARY_MAX = 1 << 28 };

typedef struct vocabulary {
    feature_set set;
    int board_size;             /* trained for */
    diamond_geometry *geometry; /* owned */
    dictionary shapes[SHAPE_GROUPS];
    int first[F_N_GROUPS + 1];  /* gamma numbers of group g: first[g] .. first[g+1]-1 */
} vocabulary;

/* An empty vocabulary: no shape is known.  NULL if memory runs out. */
vocabulary *vocabulary_create(const feature_set *set, int board_size);
void vocabulary_destroy(vocabulary *v); /* accepts NULL */

/* Makes room for n shapes in all. */
go_status vocabulary_reserve(vocabulary *v, feature_id group, int n, go_error *err);

/* Adds a shape; adding it again changes nothing. */
go_status vocabulary_add(vocabulary *v, feature_id group, uint64_t key, const shape *s,
                         go_error *err);

/* Indexes shapes[1] .. shapes[n], which the caller has written into an empty dictionary
 * with room for them, by keys[1] .. keys[n]; much faster than adding them one by one.
 * Returns the first duplicate, or 0.                                          */
int vocabulary_index(vocabulary *v, feature_id group, const uint64_t *keys, int n);

/* Numbers the gammas; call it after the last addition. */
void vocabulary_number(vocabulary *v);

static inline int vocabulary_gammas(const vocabulary *v)
{
    return v->first[F_N_GROUPS];
}

/* The group of a gamma. */
feature_id vocabulary_group(const vocabulary *v, int gamma);

/* 0 when the key is not known. */
static inline uint32_t dictionary_find(const dictionary *d, uint64_t key)
{
    uint32_t mask = (uint32_t)d->capacity - 1;
    for (uint32_t i = (uint32_t)(key >> 20) & mask;; i = (i + 1) & mask) {
        if (d->slot[i].key == key)
            return d->slot[i].number;
        if (!d->slot[i].key)
            return 0;
    }
}

/* ---- shape keys ---- */

enum { DIAMOND_FIRST = 4 }; /* size of the smallest of F_DIAMOND; smaller is shape3's */

/* The nest of F_SHAPE3: the 3x3 square; with the neighbours in atari; with the liberties
 * of the neighbours; then, in larger sets, also of the diagonals; then the same within
 * larger and larger diamonds.                                                 */
enum { NEST_PLAIN, NEST_ATARI, NEST_NEIGHBOURS, NEST_DIAGONALS };

/* How many members a nest of this group has, 0 for other groups. */
int shape_nests(const feature_set *set, feature_id group);

/* The diamond size of a member; 0: the mark alone. */
static inline int shape_size(feature_id group, int nest)
{
    return group == F_SHAPE3    ? (nest < 4 ? 3 : nest)
           : group == F_DIAMOND ? nest + DIAMOND_FIRST
           : nest == 0          ? 0
                                : nest + 1;
}

/* Kinds of marks (diamond_mark): 1 .. 3 the liberties of a stone, from
 * MARK_FORMER on a former move and the liberties of its chain.               */
enum { MARK_FORMER = 8 };

/* The key of a nest member from its canonical lanes. */
static inline uint64_t shape_key(diamond_lanes lanes, feature_id group, int nest)
{
    uint64_t key = diamond_key(lanes) ^
                   ((uint64_t)((int)group * 32 + nest + 1) * 0x9e3779b97f4a7c15u);
    return key + !key;
}

/* The same from a shape as data; agrees with what the extractor computes. */
uint64_t shape_key_of(const vocabulary *v, feature_id group, const shape *s);

static inline int shape_cell(const shape *s, int i)
{
    return s->cells[i >> 2] >> (2 * (i & 3)) & 3;
}
static inline void shape_set_cell(shape *s, int i, int content)
{
    const int shift = 2 * (i & 3);
    s->cells[i >> 2] = (uint8_t)((s->cells[i >> 2] & ~(3 << shift)) | content << shift);
}

#endif
