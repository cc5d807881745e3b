/* kata_read.h -- KataGo's network files, versions 8 to 17, as text or binary.
 *
 * The format is described in doc/networks.md.  kata_records.c reads the records
 * and kata_transformer.c the transformers' blocks for kata_read.c.            */
#ifndef KATACHI_NN_FORMATS_KATA_READ_H
#define KATACHI_NN_FORMATS_KATA_READ_H

#include "nn/formats/build.h"

enum {
    KATA_OLDEST = 8,
    KATA_NEWEST = 17,
    KATA_MAX_CHANNELS = 1 << 16,
    KATA_MAX_BLOCKS = 10000
};

/* Reads a whole file into the builder; errors stick in the scanner. */
void nn_kata_read(nn_builder *b);

/* ---- records: each reads one and says what it makes ---- */

/* conv, not yet part of the model; *channels: those it makes. */
nn_layer kata_conv(nn_builder *b, int in, int *channels);

/* matmul, not yet part of the model: a 1x1 convolution when `in` is spatial. */
nn_layer kata_matmul(nn_builder *b, int in, int *channels);

/* The same before the tensor that it reads has been made: set layer.in later. */
nn_layer kata_matmul_of(nn_builder *b, int inputs, bool spatial, int *channels);

/* bn and act, one after the other, as one layer; returns its tensor. */
int kata_norm_act(nn_builder *b, int in);

/* bias, for the layer that was read before it. */
void kata_bias(nn_builder *b, nn_layer *layer, int channels);

nn_activation kata_activation(nn_builder *b);

/* The trunk's end in later versions: rmsnorm and act. */
int kata_rms_norm_act(nn_builder *b, int in);

/* The norm at the beginning of a transformer block. */
int kata_transformer_norm(nn_builder *b, int in);

/* conv, or matmul, and nothing else: returns the tensor. */
int kata_conv_alone(nn_builder *b, int in);
int kata_matmul_alone(nn_builder *b, int in);

/* Pooling takes no record. */
int kata_pool(nn_builder *b, int in, nn_pool_kind kind);

/* conv, and a second one of the same input with bn and act, which is pooled
 * (*pooled) and, through matmul, becomes a bias of the first.                */
int kata_conv_pooling(nn_builder *b, int in, int *pooled);

/* ---- blocks of transformers: each returns the tensor it ends in ---- */

int kata_attention(nn_builder *b, int in);
int kata_feed_forward(nn_builder *b, int in);

#endif
