/* int8_rows_body.h -- the products of one row of a board, see int8_rows.h.  int8_rows.c includes it once
 * for each width of vectors, with
 *
 *     ROW         the function to define
 *     BLOCK, TAP  names for its inner parts
 *     TARGET      the attribute of functions with such vectors
 *     VECTOR      the type: WIDE numbers of 32 bits
 *     DOT         DOT(sum, x, w): adds the products of four bytes to each number
 *     MOST        points at a time: as many as leave the sums in registers
 *     PANELS      panels of 16 output channels at a time
 *
 * There is no guard against including it twice, on purpose.                     */

/* Adds the products of one neighbour, `dx` points to the right.  The first or the last point may
 * have none, at the edge of the board.                                        */
static inline __attribute__((always_inline)) TARGET void
TAP(VECTOR (*sum)[PANELS * 16 / WIDE], int points, int panels, int dx, bool edge, const uint8_t *in,
    const int8_row_shape *s, const int8_t *bytes)
{
    enum { PER_PANEL = 16 / WIDE };
    const int vectors = panels * PER_PANEL;
    for (size_t k = 0; k < s->in; k += 4, bytes += 64) {
        VECTOR w[PANELS * PER_PANEL];
        UNROLL
        for (int v = 0; v < vectors; v++)
            w[v] = *(const VECTOR *)(bytes + (size_t)(v / PER_PANEL) * s->panel +
                                     (size_t)(v % PER_PANEL) * sizeof(VECTOR));
        UNROLL
        for (int p = 0; p < points; p++) {
            if (edge && p == (dx < 0 ? 0 : points - 1))
                continue;
            const uint8_t *at = in + (ptrdiff_t)(p + dx) * (ptrdiff_t)s->in;
            const VECTOR x = (VECTOR){0} + *(const four_bytes *)(at + k);
            UNROLL
            for (int v = 0; v < vectors; v++)
                DOT(sum[p][v], x, w[v]);
        }
    }
}

/* `points` points of a row, the first of them `in`, and `panels` panels; constants where it is
 * called.                                                                     */
static inline __attribute__((always_inline)) TARGET void
BLOCK(int points, int panels, const int8_row_part *r, const uint8_t *in, const int8_row_shape *s,
      const int8_t *bytes, int32_t *to)
{
    enum { PER_PANEL = 16 / WIDE };
    VECTOR sum[MOST][PANELS * PER_PANEL];
    const int vectors = panels * PER_PANEL;
    UNROLL
    for (int p = 0; p < points; p++) {
        UNROLL
        for (int v = 0; v < vectors; v++)
            sum[p][v] = (VECTOR){0};
    }
    for (int y = 0; y < r->lines; y++, in += s->line, bytes += 3 * 16 * s->in) {
        if (s->beside)
            TAP(sum, points, panels, -1, r->first, in, s, bytes);
        TAP(sum, points, panels, 0, false, in, s, bytes + (s->beside ? 16 * s->in : 0));
        if (s->beside)
            TAP(sum, points, panels, 1, r->last, in, s, bytes + 2 * 16 * s->in);
    }
    UNROLL
    for (int p = 0; p < points; p++) {
        UNROLL
        for (int v = 0; v < vectors; v++)
            *(VECTOR *)(to + (size_t)p * s->out + (size_t)(v * WIDE)) = sum[p][v];
    }
}

#define CASE(n)                                                                                    \
    case n:                                                                                        \
        if (panels == 1)                                                                           \
            BLOCK(n, 1, &part, in, s, bytes, to);                                                  \
        else                                                                                       \
            BLOCK(n, PANELS, &part, in, s, bytes, to);                                             \
        break;

static TARGET void ROW(const uint8_t *in, int lines, int size, const int8_row_shape *s, int panels,
                       const int8_t *bytes, int32_t *to)
{
    for (int left = size, n; left > 0;
         left -= n, in += (size_t)n * s->in, to += (size_t)n * s->out) {
        const int parts = (left + MOST - 1) / MOST;
        n = (left + parts - 1) / parts;
        const int8_row_part part = {lines, left == size, left == n};
        switch (n) {
            CASES
        }
    }
}

#undef CASE
