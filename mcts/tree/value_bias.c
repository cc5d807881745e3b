#include "mcts/tree/value_bias.h"

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"

enum { WORDS = 1 << (VALUE_BIAS_BITS - 6), GROUPS = WORDS / 64 };
static const size_t entries = (size_t)1 << VALUE_BIAS_BITS;
static const double ONE = 1 << 24; /* fixed point */
static const double kept = 0.2;

go_status value_bias_create(value_bias *b, go_error *err)
{
    b->entry = calloc(entries, sizeof *b->entry);
    b->in_use = calloc(WORDS + GROUPS, sizeof *b->in_use);
    if (b->entry && b->in_use)
        return GO_OK;
    value_bias_destroy(b);
    return go_fail(err, GO_ENOMEM, "out of memory for the table of value-bias");
}

void value_bias_destroy(value_bias *b)
{
    free(b->entry);
    free(b->in_use);
    *b = (value_bias){0};
}

/* Calls `change` for each bit that is set in *bits, with the number of bits before it; bits for
 * which it returns false are cleared.                                         */
static void for_each_bit(value_bias *b, _Atomic uint64_t *bits, size_t before, double share,
                         bool (*change)(value_bias *b, size_t i, double share))
{
    uint64_t left = atomic_load_explicit(bits, memory_order_relaxed), kept_bits = left;
    for (; left; left &= left - 1) {
        const int bit = __builtin_ctzll(left);
        if (!change(b, before + (size_t)bit, share))
            kept_bits &= ~((uint64_t)1 << bit);
    }
    atomic_store_explicit(bits, kept_bits, memory_order_relaxed);
}

static bool scale_entry(value_bias *b, size_t i, double share)
{
    bias_entry *e = &b->entry[i];
    e->sum = (int64_t)llrint(share * (double)e->sum);
    e->weight = (int64_t)llrint(share * (double)e->weight);
    return e->sum || e->weight;
}

static bool scale_word(value_bias *b, size_t i, double share)
{
    for_each_bit(b, &b->in_use[i], 64 * i, share, scale_entry);
    return b->in_use[i];
}

/* Multiplies all entries by `share`.  Few are in use: only these are touched. */
static void scale(value_bias *b, double share)
{
    for (size_t i = 0; b->entry && i < GROUPS; i++)
        for_each_bit(b, &b->in_use[WORDS + i], 64 * i, share, scale_word);
}

void value_bias_clear(value_bias *b) { scale(b, 0); }

void value_bias_fade(value_bias *b) { scale(b, kept); }

/* Empty, own, opp's, off the board; stones in atari are others. */
static uint64_t look(const board *b, colour c, int x, int y)
{
    if (x < 0 || y < 0 || x >= b->size || y >= b->size)
        return 3;
    point p = board_point(b, x, y);
    if (b->at[p] == EMPTY)
        return 0;
    return (b->at[p] == c ? 1 : 2) + (board_chain_libs(b, p) == 1 ? 3u : 0);
}

uint32_t value_bias_place(const board *before, colour c, point previous, point move)
{
    if (move == PASS)
        return 0;
    int at = board_index(before, move), x = at % before->size, y = at / before->size;
    uint64_t key = rng_mix64((uint64_t)move << 32 | (uint64_t)previous << 16 | (uint64_t)c);
    uint64_t pattern = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            pattern = 7 * pattern + look(before, c, x + dx, y + dy);
    key = rng_mix64(key ^ pattern);
    key = rng_mix64(key ^ (uint64_t)before->ko);
    uint32_t place = (uint32_t)(key >> (64 - VALUE_BIAS_BITS));
    return place ? place : 1;
}

static int64_t fixed(double x)
{
    return (int64_t)llrint(x * ONE);
}

static void set_bit(_Atomic uint64_t *bits, size_t i)
{
    const uint64_t bit = (uint64_t)1 << i % 64;
    if (!(atomic_load_explicit(&bits[i / 64], memory_order_relaxed) & bit))
        atomic_fetch_or_explicit(&bits[i / 64], bit, memory_order_relaxed);
}

static void add(value_bias *b, uint32_t place, int64_t sum, int64_t weight)
{
    bias_entry *e = &b->entry[place];
    set_bit(b->in_use, place);
    set_bit(b->in_use + WORDS, place / 64);
    atomic_fetch_add_explicit(&e->sum, sum, memory_order_relaxed);
    atomic_fetch_add_explicit(&e->weight, weight, memory_order_relaxed);
}

void value_bias_change(value_bias *b, uint32_t place, double old_sum, double old_weight,
                       double new_sum, double new_weight)
{
    add(b, place, fixed(new_sum) - fixed(old_sum), fixed(new_weight) - fixed(old_weight));
}

double value_bias_get(const value_bias *b, uint32_t place)
{
    const bias_entry *e = &b->entry[place];
    double weight = (double)atomic_load_explicit(&e->weight, memory_order_relaxed);
    double sum = (double)atomic_load_explicit(&e->sum, memory_order_relaxed);
    return weight > 0.001 * ONE ? sum / weight : 0;
}

void value_bias_restore(value_bias *b, uint32_t place, double sum, double weight)
{
    add(b, place, fixed((1 - kept) * sum), fixed((1 - kept) * weight));
}
