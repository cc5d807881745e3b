#include "patterns/dense.h"

#include <stdlib.h>

static int dense_level(feature_id id, int size, int row, int candidate)
{
    int x = candidate % size, y = candidate / size, area = size * size;
    if (id == F_PLACE)
        return feature_place_level(size, x, y, row);
    if (row == area)
        return feature_last_none();
    return feature_last_level(x - row % size, y - row / size);
}

go_status dense_tables_init(dense_tables *d, const vocabulary *v, int size, go_error *err)
{
    uint32_t none = (uint32_t)vocabulary_gammas(v);
    *d = (dense_tables){.area = size * size};
    d->width = (d->area + 1 + 15) / 16 * 16;
    for (int k = 0; k < F_N_DENSE; k++) {
        feature_id id = (feature_id)(F_FIRST_DENSE + k);
        if (!feature_used(&v->set, id))
            continue;
        d->rows[k] = id == F_PLACE ? PLACE_STAGES : d->area + 1;
        d->gamma[k] = calloc((size_t)(d->rows[k] * d->width), sizeof *d->gamma[k]);
        if (!d->gamma[k]) {
            dense_tables_free(d);
            return go_fail(err, GO_ENOMEM, "out of memory for the tables of distances");
        }
        for (int row = 0; row < d->rows[k]; row++)
            for (int i = 0; i < d->width; i++)
                d->gamma[k][row * d->width + i] =
                    i >= d->area ? none
                                 : (uint32_t)(v->first[id] + dense_level(id, size, row, i));
    }
    return GO_OK;
}

void dense_tables_free(dense_tables *d)
{
    for (int k = 0; k < F_N_DENSE; k++)
        free(d->gamma[k]);
    *d = (dense_tables){0};
}
