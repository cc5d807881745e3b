#include "nn_train/npz/import.h"

#include <errno.h>
#include <fts.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "board/symmetry.h"
#include "nn_train/npz/kata_rows.h"

enum { HISTORY = 5, /* moves that are shown */
       MOST_TARGETS = 4096 /* columns of globalTargetsNC that a file may have */
};

typedef struct import_file {
    char *path;
    int64_t first, n; /* rows: number of the first among all files' */
    int side, targets; /* columns of globalTargetsNC */
} import_file;

/* One row in memory.  After it: planes [22][kata_plane_bytes], visits int16 [2][area + 1],
 * owners int8 [area].                                                        */
typedef struct kept_row {
    int64_t number; /* of all files' */
    int32_t file;
    uint8_t side, width, height, size;
    float globals[NN_KATA_GLOBALS], targets[KATA_LEAST_TARGETS];
} kept_row;

/* The files that are in the buffer together: order[first .. first + n - 1] of an epoch. */
typedef struct import_group {
    int first, n;
    int64_t rows, first_batch, batches; /* in the epoch */
} import_group;

struct nn_import {
    nn_import_options o;
    import_file *files;
    int n_files, most_files, largest;
    int64_t n_rows, per_epoch;

    int64_t epoch; /* that order and groups are of; -1: none */
    int *order;
    import_group *groups;
    int n_groups;

    int64_t loaded; /* epoch * n_files + group; -1: none */
    uint8_t *buffer;
    size_t row_bytes, buffer_rows;
    int32_t *by_size; /* rows of the buffer, the smallest boards first */
    nn_sample samples[BOARD_MAX_SIZE + 1];
};

/* ---- files ---- */

static int64_t kept_of(const nn_import *im, int64_t rows)
{
    return (rows + im->o.keep - 1) / im->o.keep;
}

static go_status add_path(nn_import *im, const char *path, go_error *err)
{
    if (im->n_files == im->most_files) {
        int most = 2 * im->most_files + 16;
        import_file *more = realloc(im->files, (size_t)most * sizeof *more);
        if (!more)
            return go_fail(err, GO_ENOMEM, "out of memory for the names of files");
        im->files = more;
        im->most_files = most;
    }
    import_file *f = &im->files[im->n_files];
    *f = (import_file){.path = strdup(path)};
    if (!f->path)
        return go_fail(err, GO_ENOMEM, "out of memory for the names of files");
    im->n_files++;
    return GO_OK;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_npz(const FTSENT *entry)
{
    return entry->fts_namelen > 4 &&
           strcmp(entry->fts_name + entry->fts_namelen - 4, ".npz") == 0;
}

/* A file, or the .npz files of a folder in the order of their names. */
static go_status add_input(nn_import *im, const char *input, go_error *err)
{
    char *copy = strdup(input), *const paths[] = {copy, NULL};
    FTS *walk = copy ? fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name) : NULL;
    go_status status = walk ? GO_OK : go_fail(err, GO_EIO, "cannot open '%s': %s", input,
                                              strerror(errno));
    for (FTSENT *e; status == GO_OK && (e = fts_read(walk));) {
        if (e->fts_info == FTS_F && (e->fts_level == 0 || is_npz(e)))
            status = add_path(im, e->fts_path, err);
        else if (e->fts_info == FTS_NS || e->fts_info == FTS_DNR || e->fts_info == FTS_ERR)
            status = go_fail(err, GO_EIO, "cannot open '%s': %s", e->fts_path,
                             strerror(e->fts_errno));
    }
    if (walk)
        fts_close(walk);
    free(copy);
    return status;
}

static void show_shape(const npz_array *a, char text[128])
{
    int used = snprintf(text, 128, "%s", a->type);
    for (int i = 0; i < a->n_dimensions; i++)
        used += snprintf(text + used, 128 - (size_t)used, "%s%lld", i ? " x " : " ",
                         (long long)a->shape[i]);
}

static go_status wrong(const import_file *f, const npz_array *a, const npz_array *wanted,
                       go_error *err)
{
    char is[128], should[128];
    show_shape(a, is);
    show_shape(wanted, should);
    return go_fail(err, GO_EFORMAT, "'%s': the array '%s' is %s and should be %s", f->path, a->name,
                   is, should);
}

/* The array that tells the side of the boards, and how many rows there are. */
static go_status read_side(import_file *f, const npz_array *policy, go_error *err)
{
    int side = 2;
    while (side < NN_MAX_SIZE && (int64_t)side * side + 1 < policy->shape[2])
        side++;
    const npz_array wanted = kata_array_of(KATA_POLICY, policy->shape[0], side);
    if (policy->n_dimensions != 3 || policy->shape[2] != wanted.shape[2])
        return go_fail(err, GO_EFORMAT, "'%s': the array '%s' has %lld moves, which no board of at "
                       "most %d x %d has", f->path, policy->name, (long long)policy->shape[2],
                       NN_MAX_SIZE, NN_MAX_SIZE);
    if (policy->shape[0] > INT32_MAX)
        return go_fail(err, GO_EFORMAT, "'%s' has %lld rows, more than one file may have; share them "
                       "among several", f->path, (long long)policy->shape[0]);
    f->side = side;
    f->n = policy->shape[0];
    return GO_OK;
}

static bool same_form(const npz_array *a, const npz_array *b)
{
    return strcmp(a->type, b->type) == 0 && a->n_dimensions == b->n_dimensions &&
           memcmp(a->shape, b->shape, sizeof a->shape) == 0;
}

static go_status check_array(import_file *f, kata_array which, const npz_array *a, go_error *err)
{
    npz_array wanted = kata_array_of(which, f->n, f->side);
    if (which == KATA_TARGET && a->shape[1] >= KATA_LEAST_TARGETS && a->shape[1] <= MOST_TARGETS)
        f->targets = (int)(wanted.shape[1] = a->shape[1]);
    if ((which == KATA_BINARY || which == KATA_GLOBALS) && a->n_dimensions > 1 &&
        a->shape[1] != wanted.shape[1])
        return go_fail(err, GO_EFORMAT, "'%s': %lld numbers in '%s' instead of %lld; the inputs must "
                       "be of version 7 of KataGo's, which its networks use since 2020", f->path,
                       (long long)a->shape[1], a->name, (long long)wanted.shape[1]);
    return same_form(a, &wanted) ? GO_OK : wrong(f, a, &wanted, err);
}

static go_status look_into(import_file *f, go_error *err)
{
    npz_reader *in;
    npz_array a, found[KATA_ARRAYS] = {0};
    go_status status;
    GO_TRY(npz_open(&in, f->path, err));
    while ((status = npz_next(in, &a, err)) == GO_OK) {
        kata_array which = kata_array_named(a.name);
        if (which == KATA_ARRAYS)
            continue;
        if (found[which].name[0]) {
            status = go_fail(err, GO_EFORMAT, "'%s' has the array '%s' twice", f->path, a.name);
            break;
        }
        found[which] = a;
    }
    npz_close(in);
    if (status != GO_END)
        return status;
    for (int i = 0; i < KATA_ARRAYS; i++)
        if (!found[i].name[0])
            return go_fail(err, GO_EFORMAT, "'%s' lacks the array '%s' of KataGo's training rows",
                           f->path, kata_array_of((kata_array)i, 1, 2).name);
    GO_TRY(read_side(f, &found[KATA_POLICY], err));
    for (int i = 0; i < KATA_ARRAYS; i++)
        GO_TRY(check_array(f, (kata_array)i, &found[i], err));
    return GO_OK;
}

static go_status look_into_all(nn_import *im, go_error *err)
{
    for (int i = 0; i < im->n_files; i++) {
        import_file *f = &im->files[i];
        GO_TRY(look_into(f, err));
        f->first = im->n_rows;
        im->n_rows += f->n;
        im->per_epoch += kept_of(im, f->n);
        im->largest = f->side > im->largest ? f->side : im->largest;
    }
    return GO_OK;
}

static go_status open_all(nn_import *im, const char *const *inputs, int n_inputs, go_error *err)
{
    for (int i = 0; i < n_inputs; i++)
        GO_TRY(add_input(im, inputs[i], err));
    GO_TRY(look_into_all(im, err));
    if (!im->n_rows)
        return go_fail(err, GO_EEMPTY, "%s: there are no rows; --import wants .npz files of KataGo's "
                       "training rows, or folders of them", inputs[0]);
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
        for (name = name ? name + 1 : im->files[i].path; *name; name++)
            hash = (hash ^ (uint8_t)*name) * 0x100000001b3u;
        hash = rng_mix64(hash ^ (uint64_t)im->files[i].n);
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

/* ---- reading a group ---- */

static kept_row *row_at(const nn_import *im, int64_t i)
{
    return (kept_row *)(void *)(im->buffer + (size_t)i * im->row_bytes);
}

static uint8_t *planes_of(const kept_row *r)
{
    return (uint8_t *)(uintptr_t)(r + 1);
}

static uint8_t *visits_of(const kept_row *r)
{
    return planes_of(r) + NN_KATA_PLANES * kata_plane_bytes(r->side);
}

static int8_t *owners_of(const kept_row *r)
{
    return (int8_t *)visits_of(r) + 4 * (size_t)(r->side * r->side + 1);
}

/* Which row of the k-th `keep` rows of a file is taken. */
static int64_t kept_place(const nn_import *im, int file, int64_t k)
{
    const int64_t first = k * im->o.keep, left = im->files[file].n - first;
    const int64_t of = left < im->o.keep ? left : im->o.keep;
    const uint64_t hash = rng_mix64(im->o.seed ^ rng_mix64((uint64_t)(im->files[file].first + k)));
    return of > 0 ? first + (int64_t)((hash + (uint64_t)im->epoch) % (uint64_t)of) : first;
}

/* Where the bytes of an array's row go, and how many of them are wanted. */
static uint8_t *place_of(kept_row *r, kata_array which, size_t *wanted)
{
    const size_t area = (size_t)(r->side * r->side);
    switch (which) {
    case KATA_BINARY:
        *wanted = NN_KATA_PLANES * kata_plane_bytes(r->side);
        return planes_of(r);
    case KATA_GLOBALS:
        *wanted = sizeof r->globals;
        return (uint8_t *)r->globals;
    case KATA_POLICY:
        *wanted = 4 * (area + 1);
        return visits_of(r);
    case KATA_TARGET:
        *wanted = sizeof r->targets;
        return (uint8_t *)r->targets;
    default:
        *wanted = area;
        return (uint8_t *)owners_of(r);
    }
}

/* One array of a file: the rows that are kept, into the buffer from row `to` on. */
static go_status read_array(const nn_import *im, int file, npz_reader *in, const npz_array *a,
                            kata_array which, int64_t to, go_error *err)
{
    const import_file *f = &im->files[file];
    size_t bytes = npz_number_bytes(a), wanted;
    for (int i = 1; i < a->n_dimensions; i++)
        bytes *= (size_t)a->shape[i];
    uint8_t *line = malloc(bytes);
    if (!line)
        return go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", f->path);
    go_status status = GO_OK;
    int64_t next = kept_place(im, file, 0);
    for (int64_t i = 0, k = 0; i < f->n && status == GO_OK; i++) {
        status = npz_read(in, line, bytes, err);
        if (status != GO_OK || i != next)
            continue;
        uint8_t *place = place_of(row_at(im, to + k), which, &wanted);
        memcpy(place, line, wanted);
        k++;
        next = k < kept_of(im, f->n) ? kept_place(im, file, k) : f->n;
    }
    free(line);
    return status;
}

/* No number is so large that a product of two would not be finite; weights and the number of the
 * move are not negative.                                                      */
static bool is_sound(const kept_row *r)
{
    static const int positive[] = {KATA_ROW_WEIGHT, KATA_POLICY_WEIGHT, KATA_END_WEIGHT,
                                   KATA_ANSWER_WEIGHT, KATA_TURN};
    const float most = 1e9f, *t = r->targets;
    bool sound = t[KATA_LATER_UNUSED] <= 1 && t[KATA_GAME_UNUSED] <= 1;
    for (int i = 0; i < NN_KATA_GLOBALS; i++)
        sound &= fabsf(r->globals[i]) <= most; /* false for what is no number */
    for (int i = 0; i < KATA_LEAST_TARGETS; i++)
        sound &= fabsf(t[i]) <= most;
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++)
        sound &= t[positive[i]] >= 0;
    return sound;
}

static bool on_board(const kept_row *r, int i)
{
    return planes_of(r)[i / 8] >> (7 - i % 8) & 1;
}

/* The board of a row is a rectangle of ones in the upper left corner of plane 0. */
static bool find_board(kept_row *r)
{
    const int side = r->side;
    int width = 0, height = 0;
    while (width < side && on_board(r, width))
        width++;
    while (height < side && on_board(r, height * side))
        height++;
    for (int i = 0; i < side * side; i++)
        if (on_board(r, i) != (i % side < width && i / side < height))
            return false;
    r->width = (uint8_t)width;
    r->height = (uint8_t)height;
    r->size = (uint8_t)(width > height ? width : height);
    return width >= 2 && height >= 2;
}

static go_status check_rows(const nn_import *im, int file, int64_t to, go_error *err)
{
    const import_file *f = &im->files[file];
    for (int64_t k = 0; k < kept_of(im, f->n); k++)
        if (!find_board(row_at(im, to + k)) || !is_sound(row_at(im, to + k)))
            return go_fail(err, GO_EFORMAT, "'%s': row %lld has no board, or numbers that cannot be: "
                           "not finite, or negative weights", f->path,
                           (long long)(row_at(im, to + k)->number - f->first));
    return GO_OK;
}

static go_status read_arrays(const nn_import *im, int file, npz_reader *in, int64_t to,
                             go_error *err)
{
    import_file now = im->files[file];
    npz_array a;
    go_status status;
    int found = 0;
    while ((status = npz_next(in, &a, err)) == GO_OK) {
        const kata_array which = kata_array_named(a.name);
        if (which == KATA_ARRAYS || which == KATA_SCORE)
            continue;
        GO_TRY(check_array(&now, which, &a, err)); /* it may have changed since it was looked into */
        GO_TRY(read_array(im, file, in, &a, which, to, err));
        found++;
    }
    if (status != GO_END)
        return status;
    return found == KATA_ARRAYS - 1 ? GO_OK : go_fail(err, GO_EFORMAT, "'%s' has changed", now.path);
}

static go_status read_rows(const nn_import *im, int file, int64_t to, go_error *err)
{
    npz_reader *in;
    const import_file *f = &im->files[file];
    for (int64_t k = 0; k < kept_of(im, f->n); k++)
        *row_at(im, to + k) = (kept_row){.number = f->first + kept_place(im, file, k),
                                         .file = file, .side = (uint8_t)f->side};
    GO_TRY(npz_open(&in, f->path, err));
    go_status status = read_arrays(im, file, in, to, err);
    npz_close(in);
    return status == GO_OK ? check_rows(im, file, to, err) : status;
}

/* All files of a group, several at a time. */
static go_status read_group(nn_import *im, const import_group *g, go_error *err)
{
    go_status all = GO_OK;
    int64_t *to = malloc((size_t)g->n * sizeof *to), next = 0;
    if (!to)
        return go_fail(err, GO_ENOMEM, "out of memory for rows");
    for (int i = 0; i < g->n; i++) {
        to[i] = next;
        next += kept_of(im, im->files[im->order[g->first + i]].n);
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(im->o.threads) shared(all)
    for (int i = 0; i < g->n; i++) {
        go_error own;
        const go_status status = read_rows(im, im->order[g->first + i], to[i], &own);
        if (status == GO_OK)
            continue;
#pragma omp critical(nn_import_failed)
        {
            all = status;
            if (err)
                *err = own;
        }
    }
    free(to);
    return all;
}

/* Lists the buffer's rows by size and says which part is of which. */
static void sort_group(nn_import *im, const import_group *g)
{
    int64_t count[BOARD_MAX_SIZE + 2] = {0};
    const int number = (int)(g - im->groups);
    for (int64_t i = 0; i < g->rows; i++)
        count[row_at(im, i)->size + 1]++;
    for (int s = 0; s <= BOARD_MAX_SIZE; s++) {
        const uint64_t key = rng_mix64((uint64_t)(im->epoch * im->n_files + number) + 0x2385);
        im->samples[s] = (nn_sample){.first = count[s], .count = count[s + 1],
                                     .seed = im->o.seed ^ key, .forget = im->o.forget};
        count[s + 1] += count[s];
    }
    for (int64_t i = 0; i < g->rows; i++)
        im->by_size[count[row_at(im, i)->size]++] = (int32_t)i;
}

static go_status load_group(nn_import *im, const import_group *g, go_error *err)
{
    const int64_t name = im->epoch * im->n_files + (g - im->groups);
    if (im->loaded == name)
        return GO_OK;
    im->loaded = -1;
    if ((size_t)g->rows > im->buffer_rows) {
        free(im->buffer);
        free(im->by_size);
        im->buffer = malloc((size_t)g->rows * im->row_bytes);
        im->by_size = malloc((size_t)g->rows * sizeof *im->by_size);
        im->buffer_rows = im->buffer && im->by_size ? (size_t)g->rows : 0;
        if (!im->buffer_rows)
            return go_fail(err, GO_ENOMEM, "out of memory for %lld rows of %zu bytes; choose a "
                           "smaller --buffer", (long long)g->rows, im->row_bytes);
    }
    GO_TRY(read_group(im, g, err));
    sort_group(im, g);
    im->loaded = name;
    return GO_OK;
}

/* ---- batches ---- */

/* The sizes share a group's batches by their rows: of the batches in a shuffled order, x = 0, 1,
 * ..., the x-th is of the size to which row (x + shift) / batches of all belongs.  So a size that
 * has too few rows for a batch comes in some groups and not in others.       */
static int size_of_batch(const nn_import *im, const import_group *g, int64_t x, double shift)
{
    const int64_t row = (int64_t)(((double)x + shift) / (double)g->batches * (double)g->rows);
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
    GO_TRY(load_group(im, g, err));
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

/* ---- one row ---- */

/* Which of the row's points goes to point `at` of a buffer of `size`: its place in arrays of
 * `side`.                                                                     */
static void place_points(int symmetry, int size, int side, uint16_t *from)
{
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            int u = x, v = y;
            symmetry_xy(symmetry, size, &u, &v);
            from[v * size + u] = (uint16_t)(y * side + x);
        }
}

/* Which plane of the row is shown in plane p when only `shown` moves of the history are: the older
 * moves are not there, and ladders were what they are on the oldest board that is. */
static int plane_shown(int p, int shown)
{
    if (p >= 9 && p < 14 && p - 9 >= shown)
        return -1;
    return (p == 15 || p == 16) && p - 14 > shown ? 14 + shown : p;
}

static void fill_inputs(const kept_row *r, const uint16_t *from, int hidden, nn_rows *rows, int i)
{
    const size_t area = (size_t)rows->size * (size_t)rows->size, bytes = kata_plane_bytes(r->side);
    const int shown = HISTORY - hidden;
    float *planes = rows->planes + (size_t)i * NN_KATA_PLANES * area;
    float *globals = rows->globals + (size_t)i * NN_KATA_GLOBALS;
    for (int p = 0; p < NN_KATA_PLANES; p++) {
        const int of = plane_shown(p, shown);
        const uint8_t *bits = planes_of(r) + (size_t)(of < 0 ? 0 : of) * bytes;
        for (size_t k = 0; k < area; k++)
            planes[(size_t)p * area + k] = of < 0 ? 0 : (float)(bits[from[k] / 8] >> (7 - from[k] % 8) & 1);
    }
    memcpy(rows->mask + (size_t)i * area, planes, area * sizeof *planes);
    memcpy(globals, r->globals, sizeof r->globals);
    for (int k = shown; k < HISTORY; k++)
        globals[k] = 0;
}

/* Shares of visits; returns the move with the most, and their sum. */
static uint16_t fill_shares(const kept_row *r, const uint16_t *from, int which, nn_rows *rows,
                            int i, double *sum)
{
    const size_t area = (size_t)rows->size * (size_t)rows->size;
    const size_t all = (size_t)(r->side * r->side);
    const uint8_t *visits = visits_of(r) + 2 * (size_t)which * (all + 1);
    float *shares = rows->shares + (2 * (size_t)i + (size_t)which) * (area + 1);
    size_t best = area;
    *sum = 0;
    for (size_t k = area + 1; k-- > 0;) {
        int16_t n;
        memcpy(&n, visits + 2 * (k < area ? (size_t)from[k] : all), sizeof n);
        shares[k] = n > 0 ? n : 0;
        *sum += (double)shares[k];
        best = shares[k] > shares[best] ? k : best;
    }
    for (size_t k = 0; k <= area && *sum > 0; k++)
        shares[k] = (float)((double)shares[k] / *sum);
    return (uint16_t)best;
}

static void fill_moves(const kept_row *r, const uint16_t *from, nn_rows *rows, int i)
{
    const float *t = r->targets;
    double moves, answers;
    rows->policy[i] = fill_shares(r, from, 0, rows, i, &moves);
    rows->answer[i] = fill_shares(r, from, 1, rows, i, &answers);
    rows->has_shares[i] = true;
    rows->policy_weight[i] = moves > 0 ? t[KATA_ROW_WEIGHT] * t[KATA_POLICY_WEIGHT] : 0;
    rows->answer_weight[i] = answers > 0 ? t[KATA_ROW_WEIGHT] * t[KATA_ANSWER_WEIGHT] : 0;
}

static void fill_results(const kept_row *r, const uint16_t *from, nn_rows *rows, int i)
{
    const float *t = r->targets, whole = t[KATA_ROW_WEIGHT];
    const size_t area = (size_t)rows->size * (size_t)rows->size;
    memcpy(rows->value + 3 * (size_t)i, t + KATA_GAME, 3 * sizeof *t);
    rows->value_weight[i] = whole * (1 - t[KATA_GAME_UNUSED]);
    rows->search[i] = t[KATA_SEARCH] + t[KATA_SEARCH + 2] / 2;
    rows->search_weight[i] = whole * (1 - t[KATA_LATER_UNUSED]);
    rows->score[i] = t[KATA_MARGIN];
    rows->score_weight[i] = rows->ownership_weight[i] = whole * t[KATA_END_WEIGHT];
    for (size_t k = 0; k < area; k++)
        rows->ownership[(size_t)i * area + k] = owners_of(r)[from[k]];
}

void nn_import_fill(const nn_import *im, sample_row row, nn_rows *rows, int i)
{
    uint16_t from[NN_MAX_SIZE * NN_MAX_SIZE] = {0};
    const kept_row *r = row_at(im, im->by_size[row.position]);
    place_points(row.symmetry, rows->size, r->side, from);
    fill_inputs(r, from, row.hidden, rows, i);
    fill_moves(r, from, rows, i);
    fill_results(r, from, rows, i);
    rows->origin[i] = (row_origin){.position = r->number, .ply = (int32_t)r->targets[KATA_TURN],
                                   .input = (uint16_t)r->file, .size = r->size,
                                   .symmetry = (uint8_t)row.symmetry, .hidden = (uint8_t)row.hidden};
}
