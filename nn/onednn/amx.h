/* amx.h -- the tiles of AMX: eight matrices of 16 rows of 64 bytes, TILE_ROWS rows and numbers of
 * 32 bits each.  Only for processors that have them (onednn_has_tiles), which has also asked the
 * system for them.
 *
 *     amx_begin();
 *     ... the _tile_ functions of the compiler, in functions with AMX_TARGET("amx-int8") ...
 *     amx_end();
 */
#ifndef KATACHI_NN_ONEDNN_AMX_H
#define KATACHI_NN_ONEDNN_AMX_H

#include <stdint.h>

enum { TILE_ROWS = 16, TILE_BYTES = 64 /* in a row */ };

#ifdef __x86_64__
#include <immintrin.h>

#define AMX_TARGET(instructions) __attribute__((target("amx-tile," instructions)))

__attribute__((target("amx-tile"))) static inline void amx_begin(void)
{
    struct {
        uint8_t palette, start, reserved[14];
        uint16_t bytes[16];
        uint8_t rows[16];
    } c = {.palette = 1};
    for (int i = 0; i < 8; i++) {
        c.bytes[i] = TILE_BYTES;
        c.rows[i] = TILE_ROWS;
    }
    /* gcc 12 takes the instruction to read 8 of the 64 bytes, and leaves out writing the others */
    __asm__ volatile("" : : "m"(c));
    _tile_loadconfig(&c);
}

__attribute__((target("amx-tile"))) static inline void amx_end(void)
{
    _tile_release();
}

#else

static inline void amx_begin(void) {}
static inline void amx_end(void) {}

#endif

#endif
