/* A KataGo file as a whole: header, trunk of blocks within blocks, heads. */
#include "nn/formats/kata_read.h"

#include <stdlib.h>
#include <string.h>

/* Flags that this version of the format does not use yet. */
static void unused_flags(nn_builder *b, int n, const char *what)
{
    for (int i = 0; i < n; i++)
        nn_scan_int(b->scan, what, 0, 0);
}

/* matmul, bias and, if `activated`, an activation. */
static int dense_bias(nn_builder *b, int in, bool activated)
{
    int channels;
    nn_layer layer = kata_matmul(b, in, &channels);
    kata_bias(b, &layer, channels);
    if (activated)
        layer.activation = kata_activation(b);
    return nn_build_layer(b, &layer, channels, false);
}

/* ---- blocks ---- */

/* conv, with its result added to the block's input. */
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
    nn_scan_fail(b->scan,
                 "unknown kind of block \"%.40s\" in version %d; the file is damaged or in a newer "
                 "format, download it again or use another network",
                 kind, b->model->version);
    return NN_PLANES;
}

/* ---- nesting ---- */

/* A list of blocks that is being read: the trunk, or the inside of a block. */
typedef struct open_list {
    int left;  /* blocks still to come */
    int outer; /* input of the block around it; NN_NONE: the trunk */
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
    bool attention = false; /* the last block of the trunk was attention */
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
            /* attention and the feed-forward block after it are two in the file but
             * count as one, as in the names of networks                            */
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

/* ---- the trunk ---- */

/* Three layers that turn the metadata, who plays, into a vector, added to `globals`. */
static int meta_encoder(nn_builder *b, int globals)
{
    int channels, h = NN_META;
    nn_scan_name(b->scan, "the name of the metadata encoder");
    b->model->meta = nn_scan_int(b->scan, "the size of the metadata", NN_KATA_META, NN_KATA_META);
    b->model->tensors[NN_META].channels = NN_KATA_META;
    h = dense_bias(b, dense_bias(b, h, true), true);
    nn_layer layer = kata_matmul(b, h, &channels);
    layer.add = globals;
    nn_build_expect(b, globals, channels);
    return nn_build_layer(b, &layer, channels, false);
}

static int trunk(nn_builder *b)
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
    unused_flags(b, version >= 15 ? 5 : 0, "a flag of the trunk that is not used yet");
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

/* ---- heads ---- */

static void output(nn_builder *b, nn_output which, int tensor, int channels)
{
    nn_build_expect_count(b, channels, nn_build_channels(b, tensor));
    b->model->output[which] = tensor;
}

static void policy_head(nn_builder *b, int trunk)
{
    int version = b->model->version, wanted = version < 12 ? 1 : version < 16 ? 2 : 4, pooled;
    nn_scan_name(b->scan, "the name of the policy head");
    if (version >= 17)
        wanted = nn_scan_int(b->scan, "the number of policies", 1, 4);
    unused_flags(b, version >= 17 ? 3 : 0, "a flag of the policy head that is not used yet");
    int p = kata_conv_pooling(b, trunk, &pooled);
    p = kata_norm_act(b, p);
    p = kata_conv_alone(b, p);
    int pass = version < 15 ? pooled : dense_bias(b, pooled, true);
    pass = kata_matmul_alone(b, pass);
    b->model->policy_channels = wanted;
    output(b, NN_POLICY, p, wanted);
    output(b, NN_PASS, pass, wanted);
}

static void value_head(nn_builder *b, int trunk)
{
    int scores = b->model->version < 9 ? 4 : 6;
    nn_scan_name(b->scan, "the name of the value head");
    unused_flags(b, b->model->version >= 17 ? 3 : 0,
                 "a flag of the value head that is not used yet");
    int v = kata_conv_alone(b, trunk);
    v = kata_norm_act(b, v);
    int h = kata_pool(b, v, NN_POOL_QUADRATIC);
    h = dense_bias(b, h, true);
    b->model->score_channels = scores;
    output(b, NN_VALUE, dense_bias(b, h, false), 3);
    output(b, NN_SCORE, dense_bias(b, h, false), scores);
    output(b, NN_OWNERSHIP, kata_conv_alone(b, v), 1);
}

/* ---- the header and the whole ---- */

/* The flags exist from version 15 on; trunk reads the metadata's encoder. */
static void header(nn_builder *b)
{
    static const nn_multipliers usual = {20, 20, 20, 20, 40, 0.25f, 30};
    char name[NN_WORD_MAX];
    nn_scan *s = b->scan;
    nn_model *m = b->model;
    nn_scan_word(s, "the name of a network", name);
    memcpy(m->name, name, sizeof m->name - 1);
    int v = m->version = nn_scan_int(s, "the version of the format", 1, 1000000);
    if (v < KATA_OLDEST)
        nn_scan_fail(
            s, "KataGo's format version %d is not supported, only %d to %d; use a newer network", v,
            KATA_OLDEST, KATA_NEWEST);
    if (v > KATA_NEWEST)
        nn_scan_fail(s,
                     "KataGo's format version %d is not supported, only %d to %d; use an older "
                     "network or a newer katachi",
                     v, KATA_OLDEST, KATA_NEWEST);
    m->family = NN_KATAGO;
    m->planes = nn_scan_int(s, "the number of input planes", NN_KATA_PLANES, NN_KATA_PLANES);
    m->globals = nn_scan_int(s, "the number of global inputs", NN_KATA_GLOBALS, NN_KATA_GLOBALS);
    m->tensors[NN_PLANES].channels = m->planes;
    m->tensors[NN_GLOBALS].channels = m->globals;
    m->multipliers = usual;
    nn_multipliers *x = &m->multipliers;
    float *each[] = {&x->td_score, &x->score_mean, &x->score_stdev, &x->lead,
                     &x->variance_time, &x->value_error, &x->score_error};
    for (size_t i = 0; v >= 13 && i < sizeof each / sizeof *each; i++) {
        *each[i] = nn_scan_float(s, "an output multiplier");
        if (s->status == GO_OK && *each[i] < 0)
            nn_scan_damaged(s, "an output multiplier is %g and may not be negative",
                               (double)*each[i]);
    }
    if (v < 15)
        return;
    if (nn_scan_int(s, "the version of the metadata encoder", 0, 1))
        m->meta = NN_KATA_META;
    m->pass_alive_suicide = nn_scan_int(s, "the flag of pass-alive areas", 0, 1);
    unused_flags(b, 6, "a flag of the header that is not used yet");
}

void nn_kata_read(nn_builder *b)
{
    header(b);
    int x = trunk(b);
    policy_head(b, x);
    value_head(b, x);
    nn_scan_end(b->scan);
}
