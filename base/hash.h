/* hash.h -- a number that tells whether bytes are those of another time. */
#ifndef KATACHI_BASE_HASH_H
#define KATACHI_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u /* of nothing, or any other number */

/* The hash of what was hashed before and n more bytes.  Its high bits are weak: mix it in the end
 * (rng_mix64).  Source: FNV-1a, G. Fowler, L. C. Noll and K.-P. Vo, 1991.     */
static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

#endif
