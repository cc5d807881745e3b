/* int8_rows.h -- the products of int8.h for rows of a board, by vectors of 64 or 32 bytes (x86) or
 * 16 (ARM).  All they need of a processor is its instruction for four products at a time.   */
#ifndef KATACHI_NN_ONEDNN_INT8_ROWS_H
#define KATACHI_NN_ONEDNN_INT8_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Strides, in bytes or numbers. */
typedef struct int8_row_shape {
    size_t in;    /* from point to point of the board */
    size_t line;  /* from line to line */
    size_t out;   /* from point to point of the sums */
    size_t panel; /* from panel to panel of the weights */
    bool beside;  /* the points beside each have weights, too: three for each line */
} int8_row_shape;

/* A row of `size` points and those in `lines` lines: `in` is the first point of the first line,
 * `bytes` its weights.                                                        */
typedef void int8_row_function(const uint8_t *in, int lines, int size, const int8_row_shape *s,
                               int panels, const int8_t *bytes, int32_t *to);

/* NULL if this processor, as far as ONEDNN_MAX_CPU_ISA allows, has no such instruction.
 *   *panels  how many panels of 16 output channels it computes at a time      */
int8_row_function *int8_rows_of_processor(int *panels);

#endif
