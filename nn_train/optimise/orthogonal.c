#include "nn_train/optimise/orthogonal.h"

#include <math.h>
#include <string.h>

size_t orthogonal_scratch(size_t rows, size_t columns)
{
    const size_t least = rows < columns ? rows : columns;
    return 2 * rows * columns + 6 * least * least;
}

/* out [n][m] = left^T right for left [inner][n], right [inner][m].  Eight rows and 32 columns of
 * the result at a time stay in registers.                                     */
enum { TILE_ROWS = 8, TILE_COLUMNS = 32 };

static void tile(const float *left, const float *right, size_t inner, size_t n, size_t m,
                 size_t rows, size_t columns, float *out)
{
    float sum[TILE_ROWS][TILE_COLUMNS] = {{0}};
    if (rows == TILE_ROWS && columns == TILE_COLUMNS)
        for (size_t k = 0; k < inner; k++)
            for (size_t i = 0; i < TILE_ROWS; i++)
                for (size_t j = 0; j < TILE_COLUMNS; j++)
                    sum[i][j] += left[k * n + i] * right[k * m + j];
    else
        for (size_t k = 0; k < inner; k++)
            for (size_t i = 0; i < rows; i++)
                for (size_t j = 0; j < columns; j++)
                    sum[i][j] += left[k * n + i] * right[k * m + j];
    for (size_t i = 0; i < rows; i++)
        memcpy(out + i * m, sum[i], columns * sizeof(float));
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void product(const float *left, const float *right, size_t inner, size_t n, size_t m,
                    float *out)
{
    for (size_t i = 0; i < n; i += TILE_ROWS)
        for (size_t j = 0; j < m; j += TILE_COLUMNS)
            tile(left + i, right + j, inner, n, m, least_of(TILE_ROWS, n - i),
                 least_of(TILE_COLUMNS, m - j), out + i * m + j);
}

/* The same where the result is symmetric, n = m. */
static void symmetric_product(const float *left, const float *right, size_t inner, size_t n,
                              float *out)
{
    for (size_t i = 0; i < n; i += TILE_ROWS)
        for (size_t j = i / TILE_COLUMNS * TILE_COLUMNS; j < n; j += TILE_COLUMNS)
            tile(left + i, right + j, inner, n, n, least_of(TILE_ROWS, n - i),
                 least_of(TILE_COLUMNS, n - j), out + i * n + j);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i / TILE_COLUMNS * TILE_COLUMNS; j++)
            out[i * n + j] = out[j * n + i];
}

/* In squares that stay in the processor's first cache. */
static void transpose(const float *x, size_t rows, size_t columns, float *out)
{
    enum { SQUARE = 16 };
    for (size_t i = 0; i < rows; i += SQUARE)
        for (size_t j = 0; j < columns; j += SQUARE)
            for (size_t k = j; k < least_of(j + SQUARE, columns); k++)
                for (size_t h = i; h < least_of(i + SQUARE, rows); h++)
                    out[k * rows + h] = x[h * columns + k];
}

double length_of(const float *x, size_t n)
{
    enum { PARTS = 16 };
    double part[PARTS] = {0}, sum = 0; /* additions that need not wait for each other */
    size_t i = 0;
    for (; i + PARTS <= n; i += PARTS)
        for (size_t k = 0; k < PARTS; k++)
            part[k] += (double)x[i + k] * (double)x[i + k];
    for (; i < n; i++)
        sum += (double)x[i] * (double)x[i];
    for (int k = 0; k < PARTS; k++)
        sum += part[k];
    return sqrt(sum);
}

static void shorten_to_one(float *x, size_t n)
{
    const float factor = (float)(1 / (length_of(x, n) + 1e-20));
    for (size_t i = 0; i < n; i++)
        x[i] *= factor;
}

/* The product of the five factors, [n][n], from gram = X X^T, which is changed.  All matrices are
 * symmetric, and so are their products, being polynomials in one matrix.
 *   spare  scratch  [4][n][n]                                                 */
static const float *factors(float *gram, size_t n, float *spare)
{
    enum { STEPS = 5 };
    static const float a = 3.4445f, b = -4.7750f, c = 2.0315f;
    const size_t all = n * n;
    float *square = spare, *factor = spare + all, *q = spare + 2 * all, *next = spare + 3 * all;
    for (int step = 0; step < STEPS; step++) {
        symmetric_product(gram, gram, n, n, square);
        for (size_t i = 0; i < all; i++)
            factor[i] = b * gram[i] + c * square[i] + (i % (n + 1) == 0 ? a : 0);
        if (step == 0) {
            memcpy(q, factor, all * sizeof *q);
        } else {
            symmetric_product(factor, q, n, n, next);
            float *was = q;
            q = next;
            next = was;
        }
        if (step + 1 == STEPS)
            break;
        symmetric_product(factor, gram, n, n, next);
        symmetric_product(next, factor, n, n, gram);
    }
    return q;
}

void orthogonal(float *x, size_t rows, size_t columns, float *scratch)
{
    const size_t n = least_of(rows, columns), inner = rows > columns ? rows : columns;
    float *lying = scratch, *standing = lying + n * inner; /* [n][inner], [inner][n] */
    float *gram = standing + n * inner;
    shorten_to_one(x, rows * columns);
    if (rows <= columns) {
        memcpy(lying, x, n * inner * sizeof *x);
        transpose(x, rows, columns, standing);
    } else {
        memcpy(standing, x, n * inner * sizeof *x);
        transpose(x, rows, columns, lying);
    }
    symmetric_product(standing, standing, inner, n, gram);
    const float *q = factors(gram, n, gram + n * n);
    if (rows <= columns)
        product(q, lying, n, n, inner, x);
    else
        product(lying, q, n, inner, n, x);
}
