/* The trunk of a KataGo network: blocks, and blocks within blocks. */
#include <stdlib.h>
#include <string.h>

#include "nn/formats/kata_read.h"

/* conv, the result added to the block's input. */
static int residual_conv(nn_builder *b, int in, int block_input)
{
    int channels;
    nn_layer layer = kata_conv(b, in, &channels);
    layer.add = block_input;
    nn_build_expect(b, block_input, channels);
    return nn_build_layer(b, &layer, channels, true);
}

static int ordinary_block(nn_builder *b, int in)
{
    int h = kata_norm_act(b, in);
    h = kata_conv_alone(b, h);
    h = kata_norm_act(b, h);
    return residual_conv(b, h, in);
}

static int pooling_block(nn_builder *b, int in)
{
    int pooled, h = kata_norm_act(b, in);
    int r = kata_conv_pooling(b, h, &pooled);
    r = kata_norm_act(b, r);
    return residual_conv(b, r, in);
}

static int plain_block(nn_builder *b, const char *kind, int in)
{
    static const struct {
        const char *kind;
        int (*read)(nn_builder *b, int in);
        int since;
    } blocks[] = {{"ordinary_block", ordinary_block, KATA_OLDEST},
                  {"gpool_block", pooling_block, KATA_OLDEST},
                  {"transformer_attention_block", kata_attention, 17},
                  {"transformer_ffn_block", kata_feed_forward, 17}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        if (strcmp(kind, blocks[i].kind) == 0 && b->model->version >= blocks[i].since) {
            nn_scan_name(b->scan, "the name of a block");
            return blocks[i].read(b, in);
        }
    }
    nn_scan_fail(b->scan, "a block of the kind \"%.40s\" is not known in version %d; the file is "
                          "damaged or of a later format, get it again or take another",
                 kind, b->model->version);
    return NN_PLANES;
}

/* ---- nesting ---- */

/* A list of blocks that is being read: the trunk, or the inside of a block. */
typedef struct open_list {
    int left;  /* blocks still to come */
    int outer; /* the tensor at the beginning of the block around it */
} open_list;

typedef struct open_lists {
    open_list *list;
    int n, room;
} open_lists;

static void push(nn_builder *b, open_lists *open, open_list list)
{
    if (open->n == open->room) {
        int room = 2 * open->room + 8;
        open_list *moved = realloc(open->list, (size_t)room * sizeof *moved);
        if (!moved) {
            nn_scan_memory(b->scan);
            return;
        }
        open->list = moved;
        open->room = room;
    }
    open->list[open->n++] = list;
}

static int blocks(nn_builder *b, int count, int x)
{
    char kind[NN_WORD_MAX];
    bool attention = false; /* the last block of the trunk was */
    open_lists open = {0};
    push(b, &open, (open_list){count, NN_NONE});
    while (b->scan->status == GO_OK && open.n > 0) {
        open_list *list = &open.list[open.n - 1];
        if (list->left == 0) {
            if (list->outer != NN_NONE)
                x = residual_conv(b, kata_norm_act(b, x), list->outer);
            open.n--;
            continue;
        }
        list->left--;
        nn_scan_word(b->scan, "the kind of a block", kind);
        if (open.n == 1) {
            /* attention and the feed-forward block after it are two in the file, and
             * one for people, as in the names of networks                          */
            b->model->blocks -= attention && strcmp(kind, "transformer_ffn_block") == 0;
            attention = strcmp(kind, "transformer_attention_block") == 0;
        }
        if (strcmp(kind, "nested_bottleneck_block") == 0) {
            nn_scan_name(b->scan, "the name of a block");
            int left = nn_scan_int(b->scan, "the number of inner blocks", 1, KATA_MAX_BLOCKS);
            push(b, &open, (open_list){left, x});
            x = kata_conv_alone(b, kata_norm_act(b, x));
        } else {
            x = plain_block(b, kind, x);
        }
    }
    free(open.list);
    return x;
}

/* ---- the whole ---- */

/* Three layers that turn who plays into a vector, added to `globals`. */
static int meta_encoder(nn_builder *b, int globals)
{
    int channels, h = NN_META;
    nn_scan_name(b->scan, "the name of the metadata encoder");
    b->model->meta = nn_scan_int(b->scan, "the size of the metadata", NN_KATA_META, NN_KATA_META);
    b->model->tensors[NN_META].channels = NN_KATA_META;
    for (int i = 0; i < 2; i++) {
        nn_layer layer = kata_matmul(b, h, &channels);
        kata_bias(b, &layer, channels);
        layer.activation = kata_activation(b);
        h = nn_build_layer(b, &layer, channels, false);
    }
    nn_layer layer = kata_matmul(b, h, &channels);
    layer.add = globals;
    nn_build_expect(b, globals, channels);
    return nn_build_layer(b, &layer, channels, false);
}

int kata_trunk(nn_builder *b)
{
    nn_scan *s = b->scan;
    int version = b->model->version, channels;
    bool has_meta = b->model->meta > 0; /* set from the header's flag */
    nn_scan_name(s, "the name of the trunk");
    b->model->blocks = nn_scan_int(s, "the number of blocks", 1, KATA_MAX_BLOCKS);
    b->model->trunk_channels = nn_scan_int(s, "the channels of the trunk", 1, KATA_MAX_CHANNELS);
    for (int i = 0; i < 4; i++) /* hints: the records have their own sizes */
        nn_scan_int(s, "a number of channels", 0, KATA_MAX_CHANNELS);
    bool rms = version >= 15 && nn_scan_int(s, "the kind of norm at the trunk's end", 0, 1);
    for (int i = 0; version >= 15 && i < 5; i++)
        nn_scan_int(s, "a flag of the trunk that is not used yet", 0, 0);
    nn_layer first = kata_conv(b, NN_PLANES, &channels);
    first.per_channel = kata_matmul_alone(b, NN_GLOBALS);
    if (has_meta)
        first.per_channel = meta_encoder(b, first.per_channel);
    nn_build_expect(b, first.per_channel, channels);
    int x = nn_build_layer(b, &first, channels, true);
    nn_build_expect(b, x, b->model->trunk_channels);
    x = blocks(b, b->model->blocks, x);
    return rms ? kata_rms_norm_act(b, x) : kata_norm_act(b, x);
}
