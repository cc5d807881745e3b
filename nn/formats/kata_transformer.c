/* The two blocks of KataGo's transformers, from version 17 on. */
#include <math.h>
#include <stdlib.h>

#include "nn/formats/kata_read.h"

enum { MAX_HEADS = 1024, MAX_HEAD_CHANNELS = 4096 };

static void expect_made(nn_builder *b, int made, int wanted)
{
    if (made != wanted)
        nn_scan_damaged(b->scan, "it makes %d channels where %d are needed", made, wanted);
}

static int linear(nn_builder *b, int in, int channels, nn_activation activation)
{
    int made;
    nn_layer layer = kata_matmul(b, in, &made);
    expect_made(b, made, channels);
    layer.activation = activation;
    return nn_build_layer(b, &layer, channels, true);
}

/* ---- rotary positions ---- */

static void learned_frequencies(nn_builder *b, nn_layer *layer)
{
    nn_scan_name(b->scan, "the name of the rotary positions");
    nn_scan_int(b->scan, "the number of key heads", layer->kv_heads, layer->kv_heads);
    nn_scan_int(b->scan, "the number of pairs", layer->key_dim / 2, layer->key_dim / 2);
    nn_scan_int(b->scan, "the number of directions", 2, 2);
    layer->block = b->scan->blocks;
    layer->weights = nn_scan_block(b->scan, "the frequencies", layer->n_weights);
}

/* The first half of the pairs turns with the row, the second with the column,
 * each more slowly than the one before: theta^(-2p / D), D = key_dim / 2.     */
static void fixed_frequencies(nn_builder *b, nn_layer *layer)
{
    nn_scan_name(b->scan, "the name of the rotary positions");
    double theta = (double)nn_scan_float(b->scan, "theta");
    if (b->scan->status == GO_OK && theta < 1)
        nn_scan_damaged(b->scan, "theta is %g, but must be at least 1", theta);
    if (b->scan->status != GO_OK)
        return;
    layer->weights = calloc(layer->n_weights, sizeof *layer->weights);
    if (!layer->weights) {
        nn_scan_memory(b->scan);
        return;
    }
    int pairs = layer->key_dim / 2, half = pairs / 2;
    for (int kv = 0; kv < layer->kv_heads; kv++) {
        for (int p = 0; p < pairs; p++) {
            float *xy = &layer->weights[2 * (kv * pairs + p)];
            bool row = p < half;
            xy[row] = (float)pow(theta, -2.0 * (row ? p : p - half) / pairs);
        }
    }
}

/* The rotary positions come last, after the projection of the attention's result. */
int kata_attention(nn_builder *b, int in)
{
    nn_scan *s = b->scan;
    int made;
    nn_layer layer = nn_layer_blank(NN_ATTENTION, NN_NONE);
    layer.heads = nn_scan_int(s, "the number of heads", 1, MAX_HEADS);
    layer.kv_heads = nn_scan_int(s, "the number of key heads", 1, MAX_HEADS);
    layer.key_dim = nn_scan_int(s, "the channels of a key", 1, MAX_HEAD_CHANNELS);
    layer.value_dim = nn_scan_int(s, "the channels of a value", 1, MAX_HEAD_CHANNELS);
    nn_layer_name(&layer, s);
    bool rotary = nn_scan_int(s, "the flag of rotary positions", 0, 1);
    bool learned = nn_scan_int(s, "the flag of learned positions", 0, 1);
    if (layer.heads % layer.kv_heads)
        nn_scan_damaged(s, "%d heads cannot share %d key heads evenly", layer.heads,
                           layer.kv_heads);
    if (rotary && layer.key_dim % 2)
        nn_scan_damaged(s, "rotary positions need an even number of channels in a head, not %d",
                           layer.key_dim);
    int x = kata_transformer_norm(b, in), mixed = layer.heads * layer.value_dim;
    layer.in = linear(b, x, layer.heads * layer.key_dim, NN_IDENTITY);
    layer.in2 = linear(b, x, layer.kv_heads * layer.key_dim, NN_IDENTITY);
    layer.in3 = linear(b, x, layer.kv_heads * layer.value_dim, NN_IDENTITY);
    nn_layer project = kata_matmul_of(b, mixed, true, &made);
    expect_made(b, made, nn_build_channels(b, in));
    if (rotary)
        layer.n_weights = (size_t)layer.kv_heads * (size_t)layer.key_dim;
    if (rotary && learned)
        learned_frequencies(b, &layer);
    else if (rotary)
        fixed_frequencies(b, &layer);
    project.in = nn_build_layer(b, &layer, mixed, true);
    project.add = in;
    return nn_build_layer(b, &project, made, true);
}

int kata_feed_forward(nn_builder *b, int in)
{
    nn_scan *s = b->scan;
    int made;
    nn_build_expect(b, in, nn_scan_int(s, "the number of channels", 1, KATA_MAX_CHANNELS));
    int hidden = nn_scan_int(s, "the number of hidden channels", 1, KATA_MAX_CHANNELS);
    bool gated = nn_scan_int(s, "the flag of SwiGLU", 0, 1);
    int x = kata_transformer_norm(b, in);
    int h = linear(b, x, hidden, NN_SILU);
    if (gated) {
        nn_layer product = nn_layer_blank(NN_PRODUCT, h);
        product.in2 = linear(b, x, hidden, NN_IDENTITY);
        h = nn_build_layer(b, &product, hidden, true);
    }
    nn_layer last = kata_matmul(b, h, &made);
    last.add = in;
    expect_made(b, made, nn_build_channels(b, in));
    return nn_build_layer(b, &last, made, true);
}
