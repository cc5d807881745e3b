/* net_file.h -- networks with random weights as files in memory. */
#ifndef KATACHI_TESTS_SUPPORT_NET_FILE_H
#define KATACHI_TESTS_SUPPORT_NET_FILE_H

#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "tests/support/unit.h"

typedef struct net_file {
    char *bytes; /* the test frees them */
    size_t n;
} net_file;

static inline nn_random_shape shape_of(const char *text, uint64_t seed)
{
    nn_random_shape shape;
    assert_int_equal(nn_random_shape_parse(text, &shape, NULL), GO_OK);
    shape.seed = seed;
    return shape;
}

static inline net_file random_file(const nn_random_shape *shape)
{
    net_file f;
    assert_int_equal(nn_random_bytes(shape, &f.bytes, &f.n, NULL), GO_OK);
    return f;
}

static inline nn_model *parse(const net_file *f)
{
    nn_model *m;
    assert_int_equal(nn_model_parse(&m, f->bytes, f->n, "net", NULL), GO_OK);
    return m;
}

#endif
