#include "nn_train/npz/kata_rows.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *type;
} arrays[KATA_ARRAYS] = {
    [KATA_BINARY] = {"binaryInputNCHWPacked", "|u1"}, [KATA_GLOBALS] = {"globalInputNC", "<f4"},
    [KATA_POLICY] = {"policyTargetsNCMove", "<i2"},   [KATA_TARGET] = {"globalTargetsNC", "<f4"},
    [KATA_SCORE] = {"scoreDistrN", "|i1"},            [KATA_VALUE] = {"valueTargetsNCHW", "|i1"}};

npz_array kata_array_of(kata_array which, int64_t n, int side)
{
    const int64_t a = (int64_t)side * side;
    const int64_t shapes[KATA_ARRAYS][NPZ_DIMENSIONS] = {
        [KATA_BINARY] = {n, NN_KATA_PLANES, (int64_t)kata_plane_bytes(side)},
        [KATA_GLOBALS] = {n, NN_KATA_GLOBALS},
        [KATA_POLICY] = {n, 2, a + 1},
        [KATA_TARGET] = {n, KATA_TARGETS},
        [KATA_SCORE] = {n, 2 * (a + KATA_SCORE_MARGIN)},
        [KATA_VALUE] = {n, KATA_PLANES_OF_TARGETS, side, side}};
    npz_array array = {.n_dimensions = 1};
    snprintf(array.name, sizeof array.name, "%s", arrays[which].name);
    snprintf(array.type, sizeof array.type, "%s", arrays[which].type);
    memcpy(array.shape, shapes[which], sizeof array.shape);
    while (array.n_dimensions < NPZ_DIMENSIONS && array.shape[array.n_dimensions] > 0)
        array.n_dimensions++;
    return array;
}

kata_array kata_array_named(const char *name)
{
    int which = 0;
    while (which < KATA_ARRAYS && strcmp(name, arrays[which].name) != 0)
        which++;
    return (kata_array)which;
}
