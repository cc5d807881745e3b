#include "patterns/dense.h"

#include <stdlib.h>

#include "board/symmetry.h"

/* The number of each pair (a, b) of points, the same for pairs that agree under
 * a symmetry: 0, 1, ... in the order of the smallest a * area + b of each.    */
static int32_t *number_pairs(int size)
{
    const int area = size * size;
    int32_t *number = malloc((size_t)(area * area) * sizeof *number);
    int next = 0;
    for (int i = 0; number && i < area * area; i++)
        number[i] = -1;
    for (int i = 0; number && i < area * area; i++) {
        if (number[i] >= 0)
            continue;
        for (int t = 0; t < 8; t++) {
            int ax = i / area % size, ay = i / area / size, bx = i % area % size,
                by = i % area / size;
            symmetry_xy(t, size, &ax, &ay);
            symmetry_xy(t, size, &bx, &by);
            number[(ay * size + ax) * area + by * size + bx] = next;
        }
        next++;
    }
    return number;
}

/* -1: the group says nothing of this. */
static int dense_level(feature_id id, int size, int row, int candidate, const int32_t *pairs)
{
    int x = candidate % size, y = candidate / size, area = size * size;
    if (id == F_PLACE)
        return feature_place_level(size, x, y, row);
    if (id == F_PAIR || id == F_PAIR2)
        return row == area || !pairs ? -1 : pairs[row * area + candidate];
    if (row == area)
        return feature_last_none();
    return feature_last_level(x - row % size, y - row / size);
}

static go_status add_layer(dense_tables *d, const vocabulary *v, int size, feature_id id,
                           const int32_t *pairs, go_error *err)
{
    const dense_row kind = feature_row(id);
    d->rows[kind] = kind == ROW_STAGE ? PLACE_STAGES : d->area + 1;
    const int n = d->rows[kind] * d->width;
    uint32_t *gamma = calloc((size_t)n, sizeof *gamma);
    d->gamma[kind][d->layers[kind]++] = gamma;
    if (!gamma)
        return go_fail(err, GO_ENOMEM, "out of memory for the tables of distances");
    for (int i = 0; i < n; i++) {
        int candidate = i % d->width, level = -1;
        if (candidate < d->area)
            level = dense_level(id, size, i / d->width, candidate, pairs);
        gamma[i] = level < 0 ? d->none : (uint32_t)(v->first[id] + level);
    }
    return GO_OK;
}

go_status dense_tables_init(dense_tables *d, const vocabulary *v, int size, go_error *err)
{
    *d = (dense_tables){.area = size * size, .none = (uint32_t)vocabulary_gammas(v)};
    d->width = (d->area + 1 + 15) / 16 * 16;
    /* places are those of one board size: on another they mean nothing */
    bool paired = feature_used(&v->set, F_PAIR) || feature_used(&v->set, F_PAIR2);
    int32_t *pairs = paired && size == v->board_size ? number_pairs(size) : NULL;
    go_status status = GO_OK;
    for (int id = F_FIRST_DENSE; id < F_N_GROUPS && status == GO_OK; id++)
        if (feature_used(&v->set, (feature_id)id))
            status = add_layer(d, v, size, (feature_id)id, pairs, err);
    free(pairs);
    if (status != GO_OK)
        dense_tables_free(d);
    return status;
}

void dense_tables_free(dense_tables *d)
{
    for (int k = 0; k < N_ROWS; k++)
        for (int i = 0; i < DENSE_LAYERS; i++)
            free(d->gamma[k][i]);
    *d = (dense_tables){0};
}
