/* levels.h -- classes of numbers and levels made of aspects, shared by the names of the
 * levels (features.c), the extractor (tactics.c) and the playouts
 * (mcts/playout/tactics.h).                                                   */
#ifndef KATACHI_PATTERNS_LEVELS_H
#define KATACHI_PATTERNS_LEVELS_H

#include <stdint.h>

/* Classes of numbers of stones: the least number (up to 7) and the word of each. */
#define SIZE4(X) X(1, "1") X(2, "2") X(3, "3-5") X(6, "6+")
#define SIZE5(X) X(1, "1") X(2, "2") X(3, "3") X(4, "4-6") X(7, "7+")
#define SIZE6(X) X(1, "1") X(2, "2") X(3, "3") X(4, "4") X(5, "5-6") X(7, "7+")

/* The class of each number from 0 to 7 as a hexadecimal digit, the lowest first. */
#define CLASS_DIGITS(least, word) + ((least) > 1 ? 0x11111111u << 4 * (least) : 0u)

#define CLASS_COUNT(least, word) + 1

static inline int class_of(int n, uint32_t digits)
{
    return (int)(digits >> (4 * (n < 7 ? n : 7)) & 15);
}
static inline int size4(int stones) { return class_of(stones, 0u SIZE4(CLASS_DIGITS)); }
static inline int size5(int stones) { return class_of(stones, 0u SIZE5(CLASS_DIGITS)); }
static inline int size6(int stones) { return class_of(stones, 0u SIZE6(CLASS_DIGITS)); }

/* The liberty class of a chain: 1, 2, or 3 for more; of no chain 0. */
static inline int liberty_class(int libs)
{
    return libs < 3 ? libs : 3;
}

/* Values of aspects, and levels of the groups that playouts use. */
enum {
    SAVED = 4,   /* what a capture saves */
    RESULTS = 4, /* of an extension */
    SELF_ATARI_KINDS = 3,
    CAPTURE_LEVELS = (0 SIZE5(CLASS_COUNT)) * SAVED * 2 * 2,
    EXTEND_LEVELS = (0 SIZE4(CLASS_COUNT)) * RESULTS * 2,
    SELF_ATARI_LEVELS = (0 SIZE6(CLASS_COUNT)) * SELF_ATARI_KINDS,
    ATARI_LEVELS = (0 SIZE4(CLASS_COUNT)) * 2 * 2 * 2
};

static inline int capture_level(int stones, int saved, int could_escape, int recapture)
{
    return ((size5(stones) * SAVED + saved) * 2 + could_escape) * 2 + recapture;
}
static inline int extend_level(int stones, int result, int by_last_move)
{
    return (size4(stones) * RESULTS + result) * 2 + by_last_move;
}
static inline int self_atari_level(int stones, int kind)
{
    return size6(stones) * SELF_ATARI_KINDS + kind;
}
static inline int atari_level(int stones, int ladder_works, int more_chains, int ko)
{
    return ((size4(stones) * 2 + ladder_works) * 2 + more_chains) * 2 + ko;
}

#endif
