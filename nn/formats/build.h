/* build.h -- puts a model together, layer by layer; for the readers.
 *
 * Errors stick in the builder's scanner.                                      */
#ifndef KATACHI_NN_FORMATS_BUILD_H
#define KATACHI_NN_FORMATS_BUILD_H

#include "nn/model/model.h"
#include "nn/formats/scan.h"

typedef struct nn_builder {
    nn_model *model; /* built so far; NULL: memory ran out */
    nn_scan *scan;
    int tensor_room, layer_room;
} nn_builder;

/* An empty model with its three inputs, 0 channels each. */
nn_builder nn_build_start(nn_scan *s);

/* A layer with NN_NONE wherever a tensor could be. */
nn_layer nn_layer_blank(nn_layer_kind kind, int in);

/* Names it after the record that was just read. */
void nn_layer_name(nn_layer *layer, const nn_scan *s);

/* Adds the layer, which makes a new tensor of that many channels.  The weights
 * and the bias are the model's from now on, or freed on error.  Returns the new
 * tensor; after an error NN_PLANES, which always exists.                     */
int nn_build_layer(nn_builder *b, nn_layer *layer, int channels, bool spatial);

int nn_build_channels(const nn_builder *b, int tensor);

/* An error unless the tensor has `channels`, the number in the file. */
void nn_build_expect(nn_builder *b, int tensor, int channels);
void nn_build_expect_count(nn_builder *b, int arrive, int channels);

/* The model when all went well (folding is the caller's), else NULL. */
nn_model *nn_build_finish(nn_builder *b);

#endif
