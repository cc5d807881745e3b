/* model.h -- a policy-value network as data: tensors and the layers between.
 *
 * A network is a list of layers in the order in which they are computed.  Each layer
 * reads tensors made by earlier layers (or the inputs) and makes one new tensor; no
 * tensor is written twice.  Residual blocks, nested blocks and heads are only that
 * wiring, so a backend knows the seven kinds of layers below but no kind of network.
 *
 * A tensor is either *spatial*, float[N][channels][size][size] for a batch of N
 * positions, or a *vector*, float[N][channels].  Tensors 0 .. 2 are the inputs
 * (nn_tensor_id).  `size` is the side of the buffer; a smaller board lies in
 * it with the rest masked: the mask is 1 on the board and 0 elsewhere, and
 * every spatial tensor is 0 where the mask is 0.  `area` below is the sum of
 * the mask.
 *
 * The result of every layer, with absent parts omitted:
 *
 *     out = mask * activation( f(in) + bias[c] + per_channel[n][c] + add )
 *
 * bias     the layer's own, one number for each channel
 * per_channel  a vector tensor, added to each point of a spatial f(in)
 * add      a tensor of the shape of f(in)
 *
 * Source of the arithmetic: the networks' own programs, KataGo and Leela Zero;
 * written down in doc/networks.md.                                            */
#ifndef KATACHI_NN_MODEL_MODEL_H
#define KATACHI_NN_MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    NN_NONE = -1,     /* no such tensor */
    NN_MAX_SIZE = 25, /* side of a board */
    /* No trained network has larger numbers: its programs compute in half precision,
     * too, which ends at 65504.  Means and variances need not fit there.  A wrong bit
     * of an exponent makes 1e18 or 1e36 of a weight.                         */
    NN_LARGEST_WEIGHT = 1000000000,
    NN_LAYER_NUMBERS = 1 << 26, /* several times what the largest networks have, against */
    NN_ALL_NUMBERS = 1 << 29,   /* files made to exhaust the memory                      */
    NN_LARGEST_ANSWER = 65504
};

typedef enum nn_tensor_id {
    NN_PLANES,  /* spatial [planes]: the position                             */
    NN_GLOBALS, /* vector [globals]: komi, rules, passes; may have 0 channels */
    NN_META,    /* vector [meta]: who plays (human-style networks); or 0 channels */
    NN_N_INPUTS
} nn_tensor_id;

typedef struct nn_tensor {
    int channels;
    bool spatial;
} nn_tensor;

typedef enum nn_activation {
    NN_IDENTITY,
    NN_RELU, /* max(x, 0) */
    NN_MISH, /* x tanh(log(1 + e^x)) */
    NN_SILU, /* x / (1 + e^-x) */
    NN_N_ACTIVATIONS
} nn_activation;

typedef enum nn_layer_kind {
    /* Cross-correlation with zero padding that keeps the size; odd kernels.
     * weights float[out channels][in channels][kernel_y][kernel_x].  A 1x1
     * convolution is a matrix product at each point.                         */
    NN_CONV,
    /* Vector times matrix, weights float[out channels][inputs].  A spatial
     * input is flattened, [channel][y][x]; it then has model.board_size.     */
    NN_DENSE,
    /* scale[c] * in: batch normalisation as two numbers for each channel (the
     * other is the bias).  weights float[channels].                          */
    NN_NORM,
    /* in / sqrt(mean(in^2) + epsilon) * scale[c].  The mean is over the channels
     * of each point or, if `whole_board`, over all channels of all points of
     * the board.  weights float[channels].                                   */
    NN_RMS_NORM,
    /* Spatial to a vector of 3 * channels, over the points of the board:
     * mean; mean * (sqrt(area) - 14) / 10; and `pool`: the largest value or
     * mean * ((sqrt(area) - 14)^2 / 100 - 1/10).                             */
    NN_POOL,
    /* Attention between the points of the board.  in, in2, in3: queries
     * [heads * key_dim], keys [kv_heads * key_dim], values [kv_heads * value_dim];
     * the result is [heads * value_dim].  Head h reads the keys and values of
     * h / (heads / kv_heads); softmax of q.k / sqrt(key_dim) over the board.
     * weights, when there are any: the rotary positions, float[kv_heads]
     * [key_dim / 2][2].  Channels 2p and 2p + 1 of a query or key at column x
     * and row y of the buffer are first turned by the angle
     * x * weights[kv][p][0] + y * weights[kv][p][1]:
     * (a, b) -> (a cos t - b sin t, a sin t + b cos t).                       */
    NN_ATTENTION,
    /* in * in2, element by element, both of one shape (SwiGLU). */
    NN_PRODUCT,
    NN_N_LAYER_KINDS
} nn_layer_kind;

typedef enum nn_pool_kind { NN_POOL_MAX, NN_POOL_QUADRATIC } nn_pool_kind;

typedef struct nn_layer {
    nn_layer_kind kind;
    nn_activation activation;
    int in, in2, in3;     /* tensors read; in2, in3 NN_NONE where not needed */
    int out;              /* the tensor made */
    int per_channel, add; /* tensors added, or NN_NONE */
    float *weights;       /* n_weights numbers, see the kinds; NULL if none */
    size_t n_weights;
    float *bias;          /* [out channels], or NULL */
    int kernel_y, kernel_x, dilation_y, dilation_x; /* NN_CONV */
    float epsilon;                                  /* NN_RMS_NORM; NN_NORM in the file */
    bool whole_board;                               /* NN_RMS_NORM */
    nn_pool_kind pool;                              /* NN_POOL */
    int heads, kv_heads, key_dim, value_dim;        /* NN_ATTENTION */
    char name[48]; /* where in the file it came from, for messages */
    int block, bias_block; /* which blocks of numbers of its file its weights and its bias come
                            * from, from 0, or NN_NONE; of NN_NORM the first is the means', the
                            * variances' follows and, if it has_scale, the scales'.
                            * Weights without a block follow from a rule of the file  */
    bool has_scale;        /* NN_NORM, in the file */
} nn_layer;

/* The raw outputs, from the view of the side to move, before softmax, tanh and
 * multipliers.  Each is [channels][points] or [channels].                    */
typedef enum nn_output {
    NN_POLICY,    /* [policy_channels][size * size] logits of the points      */
    NN_PASS,      /* [policy_channels]: logits of passing                     */
    NN_VALUE,     /* [3] logits of win, loss, no result; or [1] before tanh   */
    NN_SCORE,     /* [2 .. 6] scores and errors; not in Leela Zero networks   */
    NN_OWNERSHIP, /* [size * size] before tanh; not in Leela Zero networks    */
    NN_N_OUTPUTS
} nn_output;

typedef enum nn_family { NN_KATAGO, NN_LEELA_ZERO } nn_family;

/* Channels of the inputs of each family: nn/inputs/encode.h. */
enum { NN_KATA_PLANES = 22, NN_KATA_GLOBALS = 19, NN_KATA_META = 192, NN_LEELA_PLANES = 18 };

/* KataGo: factors of the raw scores (in the file from version 13 on, fixed before). */
typedef struct nn_multipliers {
    float td_score, score_mean, score_stdev, lead, variance_time, value_error, score_error;
} nn_multipliers;

typedef struct nn_model {
    nn_family family;
    int version;          /* of the file format: 8 .. 17, or 1 and 2 */
    char name[128];       /* as the file calls it, printable; may be empty */
    char *file;           /* the file it was read from, or NULL */
    int board_size;       /* the only size it can play, or 0: any */
    int planes, globals, meta; /* channels of the inputs; 0: no such input */
    int policy_channels, score_channels;
    bool pass_alive_suicide;   /* KataGo's flag: area planes as if suicide were legal */
    nn_multipliers multipliers; /* KataGo */
    int blocks, trunk_channels; /* to show: a nested block counts once, as do attention
                                 * and the feed-forward block after it */
    int64_t parameters;         /* numbers in the file */
    nn_tensor *tensors;
    int n_tensors;
    nn_layer *layers;
    int n_layers;
    int output[NN_N_OUTPUTS]; /* the tensor of each, or NN_NONE */
} nn_model;

/* The name of a file without folders and endings: "b6c96" for "nets/b6c96.bin.gz". */
void nn_file_stem(const char *path, char *out, size_t size);

/* Its name, or else that of its file without folders. */
const char *nn_model_called(const nn_model *m);

/* Has it learned from the moves of games only, never from what a search saw beside them?  Then its
 * name ends in NN_GAMES_ONLY, as `katachi net train` names networks.  Such a network misjudges
 * positions that games avoid.                                                 */
#define NN_GAMES_ONLY "-games"
bool nn_model_knows_games_only(const nn_model *m);

/* Does an optimistic policy, its second, count beside the plain one?  Human-style networks have
 * one in their files too, but KataGo never uses it: they are to imitate the player described.  */
bool nn_model_has_optimism(const nn_model *m);

/* Ends a model; NULL is accepted. */
void nn_model_destroy(nn_model *m);

/* Floating-point operations of one evaluation (an addition and a multiplication
 * are two), in convolutions, matrix products and attention.                  */
double nn_model_operations(const nn_model *m, int size);

/* GO_EINVAL with a sentence when it cannot play on boards of this size. */
go_status nn_model_plays(const nn_model *m, int size, go_error *err);

/* Numbers in one position's output: 0 if the model does not have it. */
size_t nn_output_numbers(const nn_model *m, nn_output output, int size);

/* Buffers, called slots, that tensors share when they are never needed at the
 * same time.  A layer's result never shares with what it reads; outputs keep
 * theirs to the end.  Spatial tensors share with spatial ones only.          */
typedef struct nn_slots {
    int n;
    int *of;       /* [n_tensors]: the slot of each; NN_NONE for inputs */
    int *channels; /* [n]: the most channels that a slot holds */
    bool *spatial; /* [n] */
} nn_slots;

/* The caller ends it with nn_slots_destroy, also after GO_ENOMEM. */
go_status nn_slots_create(nn_slots *s, const nn_model *m);
void nn_slots_destroy(nn_slots *s); /* accepts one that is all 0 */

#endif
