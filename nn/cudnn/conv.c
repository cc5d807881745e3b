#include "nn/cudnn/conv.h"

#include <stdlib.h>

#include "nn/cudnn/conv_graph.h"
#include "nn/cudnn/conv_product.h"

struct gpu_conv {
    bool fused;
    bool is_product; /* which of the two below */
    conv_graph graph;
    conv_product product;
};

bool gpu_conv_same(const gpu_conv_shape *a, const gpu_conv_shape *b)
{
    return a->type == b->type && a->makes == b->makes && a->repeatable == b->repeatable &&
           a->n == b->n && a->size == b->size &&
           a->in_stride == b->in_stride && a->stride == b->stride &&
           a->kernel_y == b->kernel_y && a->kernel_x == b->kernel_x &&
           a->dilation_y == b->dilation_y && a->dilation_x == b->dilation_x &&
           a->bias == b->bias && a->add == b->add && a->per_channel == b->per_channel &&
           a->activation == b->activation;
}

go_status gpu_conv_create(gpu_conv **out, gpu_math *m, const gpu_conv_shape *shape,
                          const gpu_conv_arrays *tries, go_error *err)
{
    gpu_conv *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return go_fail(err, GO_ENOMEM, "out of memory for a convolution");
    c->is_product = shape->kernel_y == 1 && shape->kernel_x == 1;
    bool linear = shape->activation == NN_IDENTITY || shape->activation == NN_RELU;
    go_status status = GO_EUNSUPPORTED;
    /* with the tail if the libraries can, else without */
    c->fused = !shape->per_channel && (!c->is_product || linear);
    for (int i = c->fused ? 0 : 1; i < 2 && status == GO_EUNSUPPORTED; i++) {
        gpu_conv_shape s = *shape;
        c->fused = i == 0;
        if (!c->fused) {
            s.bias = s.add = false;
            s.activation = NN_IDENTITY;
        }
        status = c->is_product ? conv_product_create(&c->product, m, &s, tries, err)
                               : conv_graph_create(&c->graph, m, &s, tries, err);
    }
    if (status == GO_OK)
        *out = c;
    else
        free(c);
    return status;
}

bool gpu_conv_fused(const gpu_conv *c)
{
    return c->fused;
}

go_status gpu_conv_run(const gpu_conv *c, const gpu_conv_arrays *a, go_error *err)
{
    return c->is_product ? conv_product_run(&c->product, a, err)
                         : conv_graph_run(&c->graph, a, err);
}

void gpu_conv_destroy(gpu_conv *c)
{
    if (!c)
        return;
    if (c->is_product)
        conv_product_destroy(&c->product);
    else
        conv_graph_destroy(&c->graph);
    free(c);
}
