#include "nn/onednn/int8_tiles.h"

#include <string.h>

#include "nn/onednn/amx.h"
#include "nn/onednn/dnnl.h"
#include "nn/onednn/lanes.h"

enum {
    TILE = TILE_ROWS, /* and numbers of 32 bits in one */
    ROW = TILE_BYTES,
    BLOCK = 2 * TILE /* points and output channels at a time */
};

/* Points from line to line. */
static size_t wide(int size)
{
    return (size_t)size + 1;
}

/* Before the first point: a line, and the point before it. */
static size_t before(int size)
{
    return wide(size) + 1;
}

size_t int8_tiles_board(int size, size_t in)
{
    const size_t points = onednn_rounded_up((size_t)size * wide(size), BLOCK);
    return (2 * before(size) + points) * in + ROW;
}

size_t int8_tiles_line(int size, size_t in, int y)
{
    return (before(size) + (size_t)y * wide(size)) * in;
}

void int8_tiles_border(uint8_t *board, int size, size_t in)
{
    memset(board, 0, before(size) * in);
    for (int y = 0; y < size; y++)
        memset(board + int8_tiles_line(size, in, y) + (size_t)size * in, 0, in);
    memset(board + int8_tiles_line(size, in, size), 0, before(size) * in);
}

size_t int8_tiles_weights(size_t n)
{
    return onednn_rounded_up(n, ROW) * TILE;
}

#ifdef __x86_64__

#define WITH_TILES AMX_TARGET("amx-int8")

bool int8_tiles_available(void)
{
    return onednn_has_tiles();
}

/* 32 points from `in` on, and one panel or two, to sums[32][32].  Tiles 0 to 3 are sums, 4 and 5
 * inputs, 6 and 7 weights.                                                    */
WITH_TILES static void multiply(const uint8_t *in, const int8_tiles_shape *s, const int8_t *bytes,
                                int panels, int32_t *sums)
{
    const size_t n = (size_t)s->side * s->in, line = wide(s->size) * s->in;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int y = 0; y < s->side; y++, in += line)
        for (size_t k = 0; k < n; k += ROW, bytes += TILE * ROW) {
            _tile_loadd(4, in + k, s->in);
            _tile_loadd(5, in + k + TILE * s->in, s->in);
            _tile_loadd(6, bytes, ROW);
            _tile_dpbusd(0, 4, 6);
            _tile_dpbusd(2, 5, 6);
            if (panels == 1)
                continue;
            _tile_loadd(7, bytes + s->panel, ROW);
            _tile_dpbusd(1, 4, 7);
            _tile_dpbusd(3, 5, 7);
        }
    _tile_stored(0, sums, BLOCK * sizeof *sums);
    _tile_stored(1, sums + TILE, BLOCK * sizeof *sums);
    _tile_stored(2, sums + TILE * BLOCK, BLOCK * sizeof *sums);
    _tile_stored(3, sums + TILE * BLOCK + TILE, BLOCK * sizeof *sums);
}

#else

bool int8_tiles_available(void)
{
    return false;
}

static void multiply(const uint8_t *in, const int8_tiles_shape *s, const int8_t *bytes, int panels,
                     int32_t *sums)
{
    /* no processor of another kind has AMX */
    (void)in, (void)s, (void)bytes, (void)panels, (void)sums;
}

#endif

/* Of a block the sums of points that are on the board.  `first`: of the block, counted with
 * those between the lines.                                                    */
static void take_sums(const int32_t *block, size_t first, int panels, const int8_tiles_shape *s,
                      int32_t *sums)
{
    const size_t size = (size_t)s->size;
    size_t y = first / wide(s->size), x = first % wide(s->size);
    sums += (first - y) * s->out;
    for (int i = 0; i < BLOCK && y < size; i++, block += BLOCK) {
        if (x == size) {
            x = 0;
            y++;
            continue;
        }
        memcpy(sums, block, ROW);
        if (panels > 1)
            memcpy(sums + TILE, block + TILE, ROW);
        sums += s->out;
        x++;
    }
}

void int8_tiles_convolve(const uint8_t *board, const int8_tiles_shape *s, const int8_t *bytes,
                         int32_t *sums)
{
    _Alignas(64) int32_t block[BLOCK * BLOCK];
    const size_t points = (size_t)s->size * wide(s->size);
    const uint8_t *in = board + int8_tiles_line(s->size, s->in, 0);
    if (s->side > 1)
        in -= int8_tiles_line(s->size, s->in, 0); /* the neighbour before and above */
    amx_begin();
    for (int p = 0; p < s->panels; p += 2) /* whose weights stay in the first cache */
        for (size_t first = 0; first < points; first += BLOCK) {
            const int panels = s->panels - p > 1 ? 2 : 1;
            multiply(in + first * s->in, s, bytes + (size_t)p * s->panel, panels, block);
            take_sums(block, first, panels, s, sums + p * TILE);
        }
    amx_end();
}
