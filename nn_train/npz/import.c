#include "nn_train/npz/import.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "nn_train/npz/import_state.h"

static go_status open_all(nn_import *im, const char *const *inputs, int n_inputs, go_error *err)
{
    GO_TRY(import_find_files(im, inputs, n_inputs, err));
    if (!im->n_rows)
        return go_fail(err, GO_EEMPTY,
                       "%s: no rows; --import expects .npz files of KataGo's training rows, or "
                       "folders of them",
                       inputs[0]);
    const size_t area = (size_t)(im->largest * im->largest);
    const size_t bytes = sizeof(kept_row) + NN_KATA_PLANES * kata_plane_bytes(im->largest) +
                         4 * (area + 1) + area;
    im->row_bytes = (bytes + 7) / 8 * 8;
    im->order = calloc((size_t)im->n_files, sizeof *im->order);
    im->groups = calloc((size_t)im->n_files, sizeof *im->groups);
    return im->order && im->groups ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the names "
                                                     "of files");
}

go_status nn_import_open(nn_import **out, const char *const *inputs, int n_inputs,
                         const nn_import_options *o, go_error *err)
{
    nn_import *im = calloc(1, sizeof *im);
    *out = NULL;
    if (!im)
        return go_fail(err, GO_ENOMEM, "out of memory for rows");
    im->o = *o;
    im->epoch = im->loaded = -1;
    go_status status = open_all(im, inputs, n_inputs, err);
    if (status == GO_OK)
        *out = im;
    else
        nn_import_close(im);
    return status;
}

void nn_import_close(nn_import *im)
{
    if (!im)
        return;
    for (int i = 0; i < im->n_files; i++)
        free(im->files[i].path);
    free(im->files);
    free(im->order);
    free(im->groups);
    free(im->buffer);
    free(im->by_size);
    free(im);
}

nn_import_size nn_import_count(const nn_import *im)
{
    return (nn_import_size){im->n_files, im->largest, im->n_rows, im->per_epoch};
}

uint64_t nn_import_fingerprint(const nn_import *im)
{
    uint64_t hash = rng_mix64((uint64_t)im->o.buffer ^ rng_mix64((uint64_t)im->o.keep));
    hash = rng_mix64(hash ^ (uint64_t)im->o.rows);
    for (int i = 0; i < im->n_files; i++) {
        const char *name = strrchr(im->files[i].path, '/');
        name = name ? name + 1 : im->files[i].path;
        hash = rng_mix64(hash_bytes(hash, name, strlen(name)) ^ (uint64_t)im->files[i].n);
        hash = rng_mix64(hash ^ (uint64_t)im->files[i].bytes);
    }
    return hash;
}

/* ---- which files are read together ---- */

/* A group ends where the buffer is full.  Its batches are those whose first row it holds, if all
 * rows of the epoch are counted through; so an epoch has always the same number. */
static void plan_epoch(nn_import *im, int64_t epoch)
{
    const uint64_t key = rng_mix64(im->o.seed ^ rng_mix64((uint64_t)epoch + 0x1b));
    int64_t before = 0;
    im->n_groups = 0;
    for (int i = 0; i < im->n_files; i++) {
        im->order[i] = (int)nn_sample_permute(im->n_files, key, i);
        const int64_t n = kept_of(im, im->files[im->order[i]].n);
        import_group *g = im->n_groups ? &im->groups[im->n_groups - 1] : NULL;
        if (!g || g->rows + n > im->o.buffer) {
            g = &im->groups[im->n_groups++];
            *g = (import_group){.first = i};
        }
        g->n++;
        g->rows += n;
    }
    for (int i = 0; i < im->n_groups; i++) {
        import_group *g = &im->groups[i];
        g->first_batch = (before + im->o.rows - 1) / im->o.rows;
        before += g->rows;
        g->batches = (before + im->o.rows - 1) / im->o.rows - g->first_batch;
    }
    im->epoch = epoch;
}

/* ---- batches ---- */

/* The sizes share a group's batches by their rows: of the batches in a shuffled order, x = 0, 1,
 * ..., the x-th is of the size to which row (x + shift) / batches of all belongs.  So a size that
 * has too few rows for a batch comes in some groups and not in others.       */
static int size_of_batch(const nn_import *im, const import_group *g, int64_t x, double shift)
{
    const int64_t at = (int64_t)(((double)x + shift) / (double)g->batches * (double)g->rows);
    const int64_t row = at < g->rows ? at : g->rows - 1; /* x + shift may be rounded up */
    int size = 0;
    while (size < BOARD_MAX_SIZE && row >= im->samples[size].first + im->samples[size].count)
        size++;
    return size;
}

go_status nn_import_batch(nn_import *im, int64_t number, batch_place *place, go_error *err)
{
    const int64_t in_epoch = (im->per_epoch + im->o.rows - 1) / im->o.rows;
    const int64_t epoch = number / in_epoch, at = number % in_epoch;
    if (epoch != im->epoch)
        plan_epoch(im, epoch);
    const import_group *g = im->groups;
    while (at >= g->first_batch + g->batches)
        g++;
    GO_TRY(import_load_group(im, g, err));
    const uint64_t key = rng_mix64(im->o.seed ^ rng_mix64((uint64_t)im->loaded + 0x51));
    const double shift = (double)(key >> 11) * 0x1p-53;
    const int64_t x = nn_sample_permute(g->batches, key, at - g->first_batch);
    const int size = size_of_batch(im, g, x, shift);
    int64_t before = 0;
    for (int64_t i = 0; i < x; i++)
        before += size_of_batch(im, g, i, shift) == size;
    *place = (batch_place){.size = size, .epoch = epoch, .sample = &im->samples[size],
                           .first_row = before * im->o.rows};
    return GO_OK;
}
