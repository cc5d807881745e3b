/* rng.h -- random numbers for playouts, shuffles and tests: fast, seeded, one
 * stream per thread.
 *
 * xoshiro256** (D. Blackman, S. Vigna, "Scrambled linear pseudorandom number
 * generators", 2018), seeded through splitmix64 as its authors advise.  The
 * state is a plain value: copy it to fork a stream, store it to resume one.  */
#ifndef KATACHI_BASE_RNG_H
#define KATACHI_BASE_RNG_H

#include <math.h>
#include <stdint.h>

typedef struct rng {
    uint64_t s[4];
} rng;

/* One splitmix64 step: mixes all 64 bits of x + a constant. */
static inline uint64_t rng_mix64(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The stream of `seed`; every seed, 0 included, is good. */
static inline rng rng_seed(uint64_t seed)
{
    rng r;
    for (int i = 0; i < 4; i++)
        r.s[i] = rng_mix64(seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
    return r;
}

static inline uint64_t rng_rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* 64 uniform bits. */
static inline uint64_t rng_next(rng *r)
{
    uint64_t result = rng_rotl(r->s[1] * 5, 7) * 9;
    uint64_t t = r->s[1] << 17;
    r->s[2] ^= r->s[0];
    r->s[3] ^= r->s[1];
    r->s[1] ^= r->s[2];
    r->s[0] ^= r->s[3];
    r->s[2] ^= t;
    r->s[3] = rng_rotl(r->s[3], 45);
    return result;
}

/* Uniform in 0 .. n-1 (n >= 1), by multiplication: the bias is below n / 2^32,
 * which no playout can notice (D. Lemire, 2019).                             */
static inline uint32_t rng_below(rng *r, uint32_t n)
{
    return (uint32_t)(((rng_next(r) >> 32) * (uint64_t)n) >> 32);
}

/* Uniform in [0, 1), 53 random bits. */
static inline double rng_double(rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1.0p-53;
}

/* Of Gumbel's distribution: the n largest of log weight + such a number are n draws by weight,
 * without replacement.                                                        */
static inline double rng_gumbel(rng *r)
{
    return -log(-log(rng_double(r) + 1e-300) + 1e-300);
}

/* Of the normal distribution with mean 0 and deviation 1 (G. E. P. Box, M. E. Muller, 1958). */
static inline double rng_normal(rng *r)
{
    const double radius = sqrt(-2 * log(1 - rng_double(r)));
    return radius * cos(6.283185307179586 * rng_double(r));
}

#endif
