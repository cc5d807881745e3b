#include "nn_train/onednn/pass.h"

pass pass_begin(onednn_gradient *s, int lane_number, const nn_batch *b)
{
    bool whole = true;
    for (size_t i = 0; b->mask && i < (size_t)b->n * s->points; i++)
        whole = whole && b->mask[i] > 0;
    return (pass){.s = s,
                  .l = &s->lanes[lane_number],
                  .rows = b->n,
                  .mask = whole ? NULL : b->mask};
}

const float *pass_norm_scale(const pass *p, int i)
{
    return p->l->norm[i].channel ? p->l->norm[i].scale : p->s->theta + p->s->p->weights[i];
}

elements_tail pass_norm_tail(const pass *p, int i)
{
    const nn_layer *l = &p->s->m->layers[i];
    const lane_norm *n = &p->l->norm[i];
    return (elements_tail){.bias = n->channel ? n->bias
                                   : l->bias ? p->s->theta + p->s->p->bias[i] : NULL,
                           .mask = p->s->m->tensors[l->out].spatial ? p->mask : NULL,
                           .activation = l->activation};
}

conv_work pass_conv(const pass *p, int i)
{
    const nn_layer *l = &p->s->m->layers[i];
    conv_work w = {.ops = &p->s->ops[i], .memory = &p->l->conv[i], .stream = p->l->stream,
                   .rows = p->rows, .plain = p->l->plain};
    const int norm = p->s->norm_of[l->in];
    if (norm == NN_NONE)
        w.source = (elements_source){.in = value(p, l->in)};
    else
        w.source = (elements_source){.in = value(p, p->s->m->layers[norm].in),
                                     .scale = pass_norm_scale(p, norm),
                                     .tail = pass_norm_tail(p, norm)};
    return w;
}

attention_work pass_attention(const pass *p, int i)
{
    const onednn_gradient *s = p->s;
    const nn_layer *l = &s->m->layers[i];
    return (attention_work){.l = l, .half = s->half, .size = s->settings.size, .rows = p->rows,
                            .mask = p->mask, .angles = s->angles[i], .scratch = p->l->scratch,
                            .query = value(p, l->in), .key = value(p, l->in2),
                            .value = value(p, l->in3)};
}
