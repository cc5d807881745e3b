#include "patterns/dense.h"

#include <stdlib.h>

#include "board/symmetry.h"

/* Numbers the pairs (a, b) of points, the same for pairs equal under a symmetry: 0, 1,
 * ... in the order of the smallest a * area + b of each.                      */
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

static int point_turned(int size, int index, int symmetry)
{
    int x = index % size, y = index / size;
    symmetry_xy(symmetry, size, &x, &y);
    return y * size + x;
}

/* The symmetries that leave the point in place, as bits; 0: the point is not the first of its
 * images.                                                                     */
static unsigned symmetries_of(int size, int index)
{
    unsigned kept = 0;
    for (int t = 0; t < 8; t++) {
        const int image = point_turned(size, index, t);
        if (image < index)
            return 0;
        kept |= (unsigned)(image == index) << t;
    }
    return kept;
}

/* Is the point the first of its images under these symmetries? */
static bool is_first(int size, int index, unsigned symmetries)
{
    for (; symmetries; symmetries &= symmetries - 1)
        if (point_turned(size, index, __builtin_ctz(symmetries)) < index)
            return false;
    return true;
}

/* The first of equal pairs has the first of equal points as its former one, and its move is the
 * first among the images under the symmetries that keep that.                 */
void dense_pair(int size, int level, int *former, int *move)
{
    const int area = size * size;
    for (*former = 0; *former < area; ++*former) {
        const unsigned symmetries = symmetries_of(size, *former);
        if (symmetries == 1 && level >= area) { /* only the identity: all pairs differ */
            level -= area;
            continue;
        }
        for (*move = 0; *move < area && symmetries; ++*move)
            if (is_first(size, *move, symmetries) && level-- == 0)
                return;
    }
}

/* -1: none. */
static int dense_level(feature_id id, int size, int row, int candidate, const int32_t *pairs)
{
    int x = candidate % size, y = candidate / size, area = size * size;
    if (candidate >= area)
        return -1;
    if (id == F_PLACE)
        return feature_place_level(size, x, y, row);
    if (id == F_PAIR || id == F_PAIR2)
        return row == area || !pairs ? -1 : pairs[row * area + candidate];
    if (row == area)
        return feature_last_none();
    return feature_last_level(x - row % size, y - row / size);
}

go_status dense_tables_init(dense_tables *d, const vocabulary *v, int size, go_error *err)
{
    *d = (dense_tables){.area = size * size, .none = (uint32_t)vocabulary_gammas(v)};
    d->width = (d->area + 1 + 15) / 16 * 16;
    /* places are those of one board size: on another they mean nothing */
    bool paired = feature_used(&v->set, F_PAIR) || feature_used(&v->set, F_PAIR2);
    int32_t *pairs = paired && size == v->board_size ? number_pairs(size) : NULL;
    for (int g = F_FIRST_DENSE; g < F_N_GROUPS; g++) {
        const feature_id id = (feature_id)g;
        const dense_row kind = feature_row(id);
        if (!feature_used(&v->set, id))
            continue;
        d->rows[kind] = kind == ROW_STAGE ? PLACE_STAGES : d->area + 1;
        const int n = d->rows[kind] * d->width;
        uint32_t *gamma = calloc((size_t)n, sizeof *gamma);
        d->gamma[kind][d->layers[kind]++] = gamma;
        if (!gamma) {
            free(pairs);
            dense_tables_free(d);
            return go_fail(err, GO_ENOMEM, "out of memory for the tables of distances");
        }
        for (int i = 0; i < n; i++) {
            int level = dense_level(id, size, i / d->width, i % d->width, pairs);
            gamma[i] = level < 0 ? d->none : (uint32_t)(v->first[g] + level);
        }
    }
    free(pairs);
    return GO_OK;
}

void dense_tables_free(dense_tables *d)
{
    for (int k = 0; k < N_ROWS; k++)
        for (int i = 0; i < DENSE_LAYERS; i++)
            free(d->gamma[k][i]);
    *d = (dense_tables){0};
}

int team_gammas(const extractor *x, const dense_tables *d, colour to_move, int candidate,
                int numbers[F_N_GROUPS])
{
    const uint32_t *stored = extractor_team(x, to_move, candidate);
    int row[N_ROWS], n_passing, n = 0;
    const passing_feature *passing = extractor_passing(x, &n_passing);
    extractor_dense(x, row);
    for (int g = 0; g < F_N_STORED; g++)
        if (stored[g] != d->none)
            numbers[n++] = (int)stored[g];
    for (int i = 0; i < n_passing; i++)
        if (passing[i].candidate == candidate)
            numbers[n++] = (int)passing[i].gamma;
    for (int k = 0; k < N_ROWS; k++) {
        for (int i = 0; i < d->layers[k]; i++) {
            uint32_t gamma = d->gamma[k][i][row[k] * d->width + candidate];
            if (gamma != d->none)
                numbers[n++] = (int)gamma;
        }
    }
    return n;
}
