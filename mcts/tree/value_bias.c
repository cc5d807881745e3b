#include "mcts/tree/value_bias.h"

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"

static const size_t entries = (size_t)1 << VALUE_BIAS_BITS;
static const double ONE = 1 << 24; /* fixed point */
static const double kept = 0.2;

go_status value_bias_create(value_bias *b, go_error *err)
{
    b->entry = calloc(entries, sizeof *b->entry);
    b->in_use = calloc(entries / 64, sizeof *b->in_use);
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

/* Multiplies all entries by `share`.  Few are in use: only these are touched. */
static void scale(value_bias *b, double share)
{
    for (size_t word = 0; b->entry && word < entries / 64; word++) {
        uint64_t left = atomic_load_explicit(&b->in_use[word], memory_order_relaxed), used = left;
        for (; left; left &= left - 1) {
            int bit = __builtin_ctzll(left);
            bias_entry *e = &b->entry[64 * word + (size_t)bit];
            e->sum = (int64_t)llrint(share * (double)e->sum);
            e->weight = (int64_t)llrint(share * (double)e->weight);
            if (!e->sum && !e->weight)
                used &= ~((uint64_t)1 << bit);
        }
        atomic_store_explicit(&b->in_use[word], used, memory_order_relaxed);
    }
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

static void add(value_bias *b, uint32_t place, int64_t sum, int64_t weight)
{
    bias_entry *e = &b->entry[place];
    _Atomic uint64_t *word = &b->in_use[place / 64];
    uint64_t bit = (uint64_t)1 << place % 64;
    if (!(atomic_load_explicit(word, memory_order_relaxed) & bit))
        atomic_fetch_or_explicit(word, bit, memory_order_relaxed);
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
