#include "nn_train/data/sample.h"

#include <math.h>

#include "base/rng.h"

enum { ROUNDS = 4, HISTORY = 5 };

/* One pass of a Feistel network over numbers of 2 * bits bits. */
static uint64_t feistel(uint64_t x, int bits, uint64_t key)
{
    uint64_t mask = ((uint64_t)1 << bits) - 1, left = x >> bits, right = x & mask;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t mixed = rng_mix64(right ^ rng_mix64(key + (uint64_t)round)) & mask;
        uint64_t next = left ^ mixed;
        left = right;
        right = next;
    }
    return left << bits | right;
}

int64_t nn_sample_permute(int64_t count, uint64_t key, int64_t i)
{
    int bits = 1;
    while (((uint64_t)1 << 2 * bits) < (uint64_t)count)
        bits++;
    uint64_t x = (uint64_t)i;
    do
        x = feistel(x, bits, key);
    while (x >= (uint64_t)count);
    return (int64_t)x;
}

/* Each of the last moves is hidden with this probability, together with those before it. */
static int draw_hidden(double forget, rng *random)
{
    int shown = 0;
    while (shown < HISTORY && rng_double(random) >= forget)
        shown++;
    return HISTORY - shown;
}

bool nn_sample_row_exists(const sample_row *row)
{
    return row->symmetry >= 0 && row->symmetry < 8 && row->hidden >= 0 && row->hidden <= HISTORY &&
           row->rules >= 0 && row->rules <= SAMPLE_N_RULES && row->komi >= -SAMPLE_MOST_KOMI &&
           row->komi <= SAMPLE_MOST_KOMI;
}

/* A few points as a rule, sometimes many. */
static int draw_komi(rng *random)
{
    const double deviation = 4 << rng_below(random, 4); /* 2 to 16 points */
    const double komi = round(deviation * rng_normal(random));
    return (int)fmin(fmax(komi, -SAMPLE_MOST_KOMI), SAMPLE_MOST_KOMI);
}

sample_row nn_sample_at(const nn_sample *s, int64_t number)
{
    uint64_t epoch = (uint64_t)(number / s->count), key = rng_mix64(s->seed) + epoch;
    int64_t at = s->first + nn_sample_permute(s->count, rng_mix64(key), number % s->count);
    uint64_t hash = rng_mix64(rng_mix64(s->seed + 1) ^ (uint64_t)at);
    rng random = rng_seed(hash ^ rng_mix64(epoch));
    sample_row row = {.position = at, .symmetry = (int)((hash + epoch) % 8)};
    row.hidden = draw_hidden(s->forget, &random);
    if (rng_double(&random) < s->other_rules)
        row.rules = 1 + (int)rng_below(&random, SAMPLE_N_RULES);
    if (rng_double(&random) < s->other_komi)
        row.komi = draw_komi(&random);
    return row;
}
