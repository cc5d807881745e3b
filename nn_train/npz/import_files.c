/* The files of an import: which there are, and whether they hold training rows. */
#include "nn_train/npz/import_state.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/ending.h"

enum { MOST_TARGETS = 4096 }; /* columns of globalTargetsNC that a file may have */

static go_status add_path(nn_import *im, const char *path, int64_t bytes, int input, go_error *err)
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
    *f = (import_file){.path = strdup(path), .bytes = bytes, .input = input};
    if (!f->path)
        return go_fail(err, GO_ENOMEM, "out of memory for the names of files");
    im->n_files++;
    return GO_OK;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

bool nn_import_is_file(const char *name)
{
    return ending_at(name, ".npz") > 0;
}

/* A file, or the .npz files of a folder in the order of their names. */
static go_status add_input(nn_import *im, const char *input, int number, go_error *err)
{
    char *copy = strdup(input), *const paths[] = {copy, NULL};
    FTS *walk = copy ? fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name) : NULL;
    go_status status = walk ? GO_OK : go_fail(err, GO_EIO, "cannot open '%s': %s", input,
                                              strerror(errno));
    for (FTSENT *e; status == GO_OK && (e = fts_read(walk));) {
        if (e->fts_info == FTS_F && (e->fts_level == 0 || nn_import_is_file(e->fts_name)))
            status = add_path(im, e->fts_path, e->fts_statp->st_size, number, err);
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
    return go_fail(err, GO_EFORMAT, "'%s': the array '%s' is %s, but should be %s", f->path,
                   a->name, is, should);
}

/* The array that tells the side of the boards, and how many rows there are. */
static go_status read_side(import_file *f, const npz_array *policy, go_error *err)
{
    int side = 2;
    while (side < NN_MAX_SIZE && (int64_t)side * side + 1 < policy->shape[2])
        side++;
    const npz_array wanted = kata_array_of(KATA_POLICY, policy->shape[0], side);
    if (policy->n_dimensions != 3 || policy->shape[2] != wanted.shape[2])
        return go_fail(err, GO_EFORMAT,
                       "'%s': the array '%s' has %lld moves, which fits no board up to %d x %d",
                       f->path, policy->name, (long long)policy->shape[2], NN_MAX_SIZE,
                       NN_MAX_SIZE);
    if (policy->shape[0] > INT32_MAX)
        return go_fail(err, GO_EFORMAT, "'%s' has %lld rows, too many for one file; split it",
                       f->path, (long long)policy->shape[0]);
    f->side = side;
    f->n = policy->shape[0];
    return GO_OK;
}

static bool same_form(const npz_array *a, const npz_array *b)
{
    return strcmp(a->type, b->type) == 0 && a->n_dimensions == b->n_dimensions &&
           memcmp(a->shape, b->shape, sizeof a->shape) == 0;
}

go_status import_check_array(import_file *f, kata_array which, const npz_array *a, go_error *err)
{
    npz_array wanted = kata_array_of(which, f->n, f->side);
    if (which == KATA_TARGET && a->shape[1] >= KATA_LEAST_TARGETS && a->shape[1] <= MOST_TARGETS)
        f->targets = (int)(wanted.shape[1] = a->shape[1]);
    if ((which == KATA_BINARY || which == KATA_GLOBALS) && a->n_dimensions > 1 &&
        a->shape[1] != wanted.shape[1])
        return go_fail(err, GO_EFORMAT,
                       "'%s': %lld numbers in '%s' instead of %lld; the inputs must be KataGo's "
                       "version 7, which its networks have used since 2020",
                       f->path, (long long)a->shape[1], a->name, (long long)wanted.shape[1]);
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
        GO_TRY(import_check_array(f, (kata_array)i, &found[i], err));
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

go_status import_find_files(nn_import *im, const char *const *inputs, int n_inputs, go_error *err)
{
    for (int i = 0; i < n_inputs; i++)
        GO_TRY(add_input(im, inputs[i], i < UINT16_MAX ? i : UINT16_MAX, err));
    return look_into_all(im, err);
}
