/* The header of a KataGo file and the heads at its end. */
#include <stdlib.h>
#include <string.h>

#include "nn/formats/kata_read.h"

/* matmul, bias, and nothing or an activation. */
static int dense_bias(nn_builder *b, int in, bool activated)
{
    int channels;
    nn_layer layer = kata_matmul(b, in, &channels);
    kata_bias(b, &layer, channels);
    if (activated)
        layer.activation = kata_activation(b);
    return nn_build_layer(b, &layer, channels, false);
}

static void output(nn_builder *b, nn_output which, int tensor, int channels)
{
    nn_build_expect_count(b, channels, nn_build_channels(b, tensor));
    b->model->output[which] = tensor;
}

/* ---- policy ---- */

static int policy_channels(nn_builder *b)
{
    int version = b->model->version, channels = version < 12 ? 1 : version < 16 ? 2 : 4;
    nn_scan_name(b->scan, "the name of the policy head");
    if (version < 17)
        return channels;
    channels = nn_scan_int(b->scan, "the number of policies", 1, 4);
    for (int i = 0; i < 3; i++)
        nn_scan_int(b->scan, "a flag of the policy head that is not used yet", 0, 0);
    return channels;
}

static void policy_head(nn_builder *b, int trunk)
{
    int pooled, wanted = policy_channels(b);
    int p = kata_conv_pooling(b, trunk, &pooled);
    p = kata_norm_act(b, p);
    p = kata_conv_alone(b, p);
    int pass = b->model->version < 15 ? kata_matmul_alone(b, pooled) : dense_bias(b, pooled, true);
    if (b->model->version >= 15)
        pass = kata_matmul_alone(b, pass);
    b->model->policy_channels = wanted;
    output(b, NN_POLICY, p, wanted);
    output(b, NN_PASS, pass, wanted);
}

/* ---- value ---- */

static void value_head(nn_builder *b, int trunk)
{
    int scores = b->model->version < 9 ? 4 : 6;
    nn_scan_name(b->scan, "the name of the value head");
    for (int i = 0; b->model->version >= 17 && i < 3; i++)
        nn_scan_int(b->scan, "a flag of the value head that is not used yet", 0, 0);
    int v = kata_conv_alone(b, trunk);
    v = kata_norm_act(b, v);
    int h = kata_pool(b, v, NN_POOL_QUADRATIC);
    h = dense_bias(b, h, true);
    b->model->score_channels = scores;
    output(b, NN_VALUE, dense_bias(b, h, false), 3);
    output(b, NN_SCORE, dense_bias(b, h, false), scores);
    output(b, NN_OWNERSHIP, kata_conv_alone(b, v), 1);
}

void kata_heads(nn_builder *b, int trunk)
{
    policy_head(b, trunk);
    value_head(b, trunk);
}

/* ---- the header ---- */

static const nn_multipliers usual_multipliers = {20, 20, 20, 20, 40, 0.25f, 30};

static void multipliers(nn_builder *b)
{
    nn_multipliers *m = &b->model->multipliers;
    float *each[] = {&m->td_score, &m->score_mean, &m->score_stdev, &m->lead,
                     &m->variance_time, &m->value_error, &m->score_error};
    *m = usual_multipliers;
    if (b->model->version >= 13)
        for (size_t i = 0; i < sizeof each / sizeof *each; i++)
            *each[i] = nn_scan_float(b->scan, "an output multiplier");
}

/* Eight numbers from version 15 on; kata_trunk sees that there is metadata. */
static void header_flags(nn_builder *b)
{
    nn_scan *s = b->scan;
    if (b->model->version < 15)
        return;
    if (nn_scan_int(s, "the version of the metadata encoder", 0, 1))
        b->model->meta = NN_KATA_META;
    b->model->pass_alive_suicide = nn_scan_int(s, "the flag of pass-alive areas", 0, 1);
    for (int i = 0; i < 6; i++)
        nn_scan_int(s, "a flag of the header that is not used yet", 0, 0);
}

static void version(nn_builder *b)
{
    int v = nn_scan_int(b->scan, "the version of the format", 1, 1000000);
    b->model->version = v;
    if (v < KATA_OLDEST)
        nn_scan_fail(b->scan, "KataGo's format version %d is older than the versions %d to %d that "
                              "can be used; take a newer network", v, KATA_OLDEST, KATA_NEWEST);
    if (v > KATA_NEWEST)
        nn_scan_fail(b->scan, "KataGo's format version %d is newer than the versions %d to %d that "
                              "are known; take an older network or a newer katachi",
                     v, KATA_OLDEST, KATA_NEWEST);
}

static void header(nn_builder *b)
{
    char name[NN_WORD_MAX];
    nn_model *m = b->model;
    nn_scan_word(b->scan, "the name of a network", name);
    memcpy(m->name, name, sizeof m->name - 1);
    version(b);
    m->family = NN_KATAGO;
    m->planes = nn_scan_int(b->scan, "the number of input planes", NN_KATA_PLANES, NN_KATA_PLANES);
    m->globals = nn_scan_int(b->scan, "the number of global inputs", NN_KATA_GLOBALS,
                             NN_KATA_GLOBALS);
    m->tensors[NN_PLANES].channels = m->planes;
    m->tensors[NN_GLOBALS].channels = m->globals;
    multipliers(b);
    header_flags(b);
}

void nn_kata_read(nn_builder *b)
{
    header(b);
    int trunk = kata_trunk(b);
    kata_heads(b, trunk);
    nn_scan_end(b->scan);
}
