/* golden_internal.h -- what golden.c and play.c share. */
#ifndef KATACHI_NN_GOLDEN_GOLDEN_INTERNAL_H
#define KATACHI_NN_GOLDEN_GOLDEN_INTERNAL_H

#include <jansson.h>

#include "nn/golden/golden.h"

struct nn_golden {
    char *path;
    json_t *root;
};

/* The JSON object of position i. */
const json_t *nn_golden_entry(const nn_golden *g, size_t i);

/* The sides of its board, unchecked. */
void nn_golden_sides(const nn_golden *g, size_t i, int *width, int *height);

/* GO_EFORMAT with "file: position 3 (name): what". */
go_status nn_golden_fail(const nn_golden *g, size_t i, go_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
