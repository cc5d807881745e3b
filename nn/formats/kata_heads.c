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

static void policy_head(nn_builder *b, int trunk)
{
    int version = b->model->version, wanted = version < 12 ? 1 : version < 16 ? 2 : 4, pooled;
    nn_scan_name(b->scan, "the name of the policy head");
    if (version >= 17)
        wanted = nn_scan_int(b->scan, "the number of policies", 1, 4);
    for (int i = 0; version >= 17 && i < 3; i++)
        nn_scan_int(b->scan, "a flag of the policy head that is not used yet", 0, 0);
    int p = kata_conv_pooling(b, trunk, &pooled);
    p = kata_norm_act(b, p);
    p = kata_conv_alone(b, p);
    int pass = version < 15 ? pooled : dense_bias(b, pooled, true);
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

/* ---- the header ---- */

/* The flags are there from version 15 on; kata_trunk reads the metadata's encoder. */
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
        nn_scan_fail(s, "KataGo's format version %d is older than the versions %d to %d that can "
                        "be used; take a newer network", v, KATA_OLDEST, KATA_NEWEST);
    if (v > KATA_NEWEST)
        nn_scan_fail(s, "KataGo's format version %d is newer than the versions %d to %d that are "
                        "known; take an older network or a newer katachi",
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
    for (size_t i = 0; v >= 13 && i < sizeof each / sizeof *each; i++)
        *each[i] = nn_scan_float(s, "an output multiplier");
    if (v < 15)
        return;
    if (nn_scan_int(s, "the version of the metadata encoder", 0, 1))
        m->meta = NN_KATA_META;
    m->pass_alive_suicide = nn_scan_int(s, "the flag of pass-alive areas", 0, 1);
    for (int i = 0; i < 6; i++)
        nn_scan_int(s, "a flag of the header that is not used yet", 0, 0);
}

void nn_kata_read(nn_builder *b)
{
    header(b);
    int trunk = kata_trunk(b);
    policy_head(b, trunk);
    value_head(b, trunk);
    nn_scan_end(b->scan);
}
