/* json.h -- what golden.c, golden_keys.c and golden_play.c share; for them
 * only.                                                                      */
#ifndef KATACHI_NN_GOLDEN_JSON_H
#define KATACHI_NN_GOLDEN_JSON_H

#include <jansson.h>

#include "nn/golden/golden.h"

struct nn_golden {
    char *path;
    json_t *root;
};

/* The names of an answer's numbers in the file. */
extern const char *const nn_golden_number_key[NN_GOLDEN_NUMBERS];

/* GO_EFORMAT if a key of position i is not of its type. */
go_status nn_golden_check_types(const nn_golden *g, size_t i, go_error *err);

/* The JSON object of position i. */
const json_t *nn_golden_entry(const nn_golden *g, size_t i);

/* A whole number, -1000 if it is not a sensible one, 0 if it is none. */
int nn_golden_int(const json_t *value);

/* The sides of its board, unchecked. */
void nn_golden_sides(const nn_golden *g, size_t i, int *width, int *height);

/* GO_EFORMAT with "file: position 3 (name): what". */
go_status nn_golden_fail(const nn_golden *g, size_t i, go_error *err, const char *what);

#endif
