/* Reads the rows of a group of files into the buffer. */
#include "nn_train/npz/import_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

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

enum { FAULT = 200 };

/* No number is so large that a product of two would not be finite. */
static bool has_wild_number(const char *array, const float *x, int n, char text[FAULT])
{
    const float most = 1e9f;
    int i = 0;
    while (i < n && fabsf(x[i]) <= most) /* false for what is no number */
        i++;
    if (i < n)
        snprintf(text, FAULT, "number %d of '%s' is %g", i, array, (double)x[i]);
    return i < n;
}

static bool has_negative_weight(const float *t, char text[FAULT])
{
    static const int positive[] = {KATA_ROW_WEIGHT, KATA_POLICY_WEIGHT, KATA_END_WEIGHT,
                                   KATA_ANSWER_WEIGHT, KATA_TURN};
    static const int unused[] = {KATA_LATER_UNUSED, KATA_GAME_UNUSED};
    int bad = -1;
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++)
        bad = t[positive[i]] < 0 ? positive[i] : bad;
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        bad = t[unused[i]] > 1 ? unused[i] : bad;
    if (bad >= 0)
        snprintf(text, FAULT, "number %d of 'globalTargetsNC' is %g, a negative %s", bad,
                 (double)t[bad], bad == KATA_TURN ? "number of moves" : "weight");
    return bad >= 0;
}

/* Win, loss and no result from `first` on: other numbers would be a loss without a lower bound. */
static bool has_no_chances(const float *t, int first, char text[FAULT])
{
    const double rounding = 0.01, sum = (double)(t[first] + t[first + 1] + t[first + 2]);
    bool sound = fabs(sum - 1) <= rounding;
    for (int i = first; i < first + 3; i++)
        sound &= (double)t[i] >= -rounding && (double)t[i] <= 1 + rounding;
    if (!sound)
        snprintf(text, FAULT,
                 "numbers %d to %d of 'globalTargetsNC' are %g, %g and %g, not the "
                 "chances of win, loss and no result",
                 first, first + 2, (double)t[first], (double)t[first + 1], (double)t[first + 2]);
    return !sound;
}

static bool has_no_owners(const kept_row *r, char text[FAULT])
{
    const int8_t *owner = owners_of(r);
    int i = 0;
    while (i < r->side * r->side && abs(owner[i]) <= 1)
        i++;
    if (i < r->side * r->side)
        snprintf(text, FAULT, "the owner of point %d in 'valueTargetsNCHW' is %d, not -1, 0 or 1",
                 i, owner[i]);
    return i < r->side * r->side;
}

/* Is there something that cannot be learned from?  The text says what. */
static bool has_fault(const kept_row *r, char text[FAULT])
{
    const float *t = r->targets;
    return has_wild_number("globalInputNC", r->globals, NN_KATA_GLOBALS, text) ||
           has_wild_number("globalTargetsNC", t, KATA_LEAST_TARGETS, text) ||
           has_negative_weight(t, text) ||
           (t[KATA_GAME_UNUSED] < 1 && has_no_chances(t, KATA_GAME, text)) ||
           (t[KATA_LATER_UNUSED] < 1 && has_no_chances(t, KATA_SEARCH, text)) ||
           has_no_owners(r, text);
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
    char fault[FAULT] = "'binaryInputNCHWPacked' has no board";
    for (int64_t k = 0; k < kept_of(im, f->n); k++)
        if (!find_board(row_at(im, to + k)) || has_fault(row_at(im, to + k), fault))
            return go_fail(err, GO_EFORMAT, "'%s', row %lld: %s", f->path,
                           (long long)(row_at(im, to + k)->number - f->first), fault);
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
        /* it may have changed since it was looked into */
        GO_TRY(import_check_array(&now, which, &a, err));
        GO_TRY(read_array(im, file, in, &a, which, to, err));
        found++;
    }
    if (status != GO_END)
        return status;
    return found == KATA_ARRAYS - 1
               ? GO_OK
               : go_fail(err, GO_EFORMAT, "'%s' has changed while it was read", now.path);
}

static go_status read_rows(const nn_import *im, int file, int64_t to, go_error *err)
{
    npz_reader *in;
    const import_file *f = &im->files[file];
    for (int64_t k = 0; k < kept_of(im, f->n); k++)
        *row_at(im, to + k) = (kept_row){.number = f->first + kept_place(im, file, k),
                                         .input = f->input, .side = (uint8_t)f->side};
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

go_status import_load_group(nn_import *im, const import_group *g, go_error *err)
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
