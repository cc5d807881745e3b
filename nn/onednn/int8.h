/* int8.h -- 3x3 convolutions of 8-bit integers, and 1x1 ones between them.
 *
 * Processors with AVX512_VNNI or AVX-VNNI, and ARM processors with dot products, add up four
 * products of them for each of sixteen, eight or four numbers in one instruction, four times as
 * many as of float32; those with AMX 64 for each of 256 (int8_tiles.h).  A weight takes a byte here
 * and 100 in Winograd's form, so that far fewer are read.
 *
 * Each output channel has its own step, of which its weights are -127 .. 127.  The inputs of a
 * layer in one position are 0 .. 255 steps from the smallest (0 if none is negative), so nothing
 * is calibrated and an answer depends on its position alone.  Sums are exact; the errors are those
 * of rounding: half a step.
 *
 * Sources: Intel's description of VPDPBUSD; for rounding inputs and weights so, B. Jacob and
 * others, Quantization and Training of Neural Networks (2018).                  */
#ifndef KATACHI_NN_ONEDNN_INT8_H
#define KATACHI_NN_ONEDNN_INT8_H

#include "nn/onednn/lanes.h"

/* Can this processor do it, as far as ONEDNN_MAX_CPU_ISA allows?  */
bool int8_available(void);

/* Those whose inputs are results of layers: those of the network keep their precision, and so do
 * those of its heads, which come after the last of its 3x3 convolutions.  `index`: of the layer. */
bool int8_pays(const nn_model *model, int index);

/* The weights of a layer.  A point at the edge has fewer neighbours: there are nine kinds of
 * places, 3 y + x, where y and x are 0 at the beginning of the board, 2 at its end, 1 between. */
enum { INT8_PLACES = 9 };
typedef struct int8_weights {
    size_t in, out; /* strides */
    int places;     /* of the kernel: 9, or 1 */
    float *step;    /* [out] */
    int32_t *sum;   /* [INT8_PLACES][out] of the weights of neighbours that are on the board */
    size_t line;    /* bytes of a panel for a line of neighbours, three or one */
    size_t panel;   /* bytes of a panel */
    int8_t *bytes;  /* [out / 16], of [3 or 1] lines, of [3 or 1][in / 4][16][4] */
} int8_weights;

/* weights [out][in][places], finite.  free() ends it; NULL when memory runs out. */
int8_weights *int8_weights_create(const float *weights, int channels_in, int channels_out,
                                  int places);

/* Inputs are stored less this, because ARM's instruction multiplies signed bytes. */
#ifdef __aarch64__
enum { INT8_BELOW = 128 };
#else
enum { INT8_BELOW = 0 };
#endif

/* What 1 stands for, and the number that is stored for 0. */
typedef struct int8_scale {
    float step; /* NaN if a number is not finite */
    int32_t zero;
} int8_scale;

/* Bytes of a board of such points, with a border where tiles want one. */
size_t int8_board_bytes(int size, size_t stride);

/* [size][size][stride] numbers to bytes. */
int8_scale int8_round(const float *in, int size, size_t stride, uint8_t *board);

/* A board of w->in channels to the sums of its products, [size][size][w->out]. */
void int8_convolve(const uint8_t *board, int size, const int8_weights *w, int32_t *sums);

/* Sums to results, with the tail, in place: `out` is the memory of the sums. */
void int8_finish(const int8_weights *w, int8_scale s, const onednn_tail *t, int size, float *out);

#endif
