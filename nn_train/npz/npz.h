/* npz.h -- numpy's archives of arrays: a zip file with one member NAME.npy for each array.
 *
 * An array is a header (type, shape) and its numbers in the order of C, little-endian.
 *
 *     npz_reader *in;                          npz_writer *out;
 *     npz_open(&in, "rows.npz", &err);         npz_create(&out, "rows.npz", &err);
 *     while (npz_next(in, &a, &err) == GO_OK)  npz_add(out, &a, numbers, &err);
 *         npz_read(in, to, n, &err);           npz_commit(out, &err);
 *     npz_close(in);
 *
 * Source of the format: numpy.lib.format, in numpy's reference.               */
#ifndef KATACHI_NN_TRAIN_NPZ_NPZ_H
#define KATACHI_NN_TRAIN_NPZ_NPZ_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { NPZ_DIMENSIONS = 4 };

typedef struct npz_array {
    char name[64];
    char type[8]; /* "|u1", "|i1", "<i2", "<f4", ...: kind and bytes of a number */
    int n_dimensions;
    int64_t shape[NPZ_DIMENSIONS];
} npz_array;

/* Bytes of one number of the type; 0: not a plain number. */
size_t npz_number_bytes(const npz_array *a);

/* ---- reading ---- */

typedef struct npz_reader npz_reader;

/* GO_EIO: cannot be opened.  GO_EFORMAT: not a zip file, or cut short.  *out is NULL then, else
 * closed by the caller.                                                       */
go_status npz_open(npz_reader **out, const char *path, go_error *err);
void npz_close(npz_reader *in); /* accepts NULL */

/* The next array, skipping what is left of the one before.  GO_END: no more.  GO_EFORMAT: it is
 * damaged, no array in the order of C with at most NPZ_DIMENSIONS dimensions, or not as large as
 * its shape says: who then makes room for it makes not too much.              */
go_status npz_next(npz_reader *in, npz_array *a, go_error *err);

/* The next n bytes of the array.  GO_EFORMAT: damaged, or it ends before.     */
go_status npz_read(npz_reader *in, void *to, size_t n, go_error *err);

/* ---- writing ---- */

typedef struct npz_writer npz_writer;

/* The file appears when it is committed, as in base/io/atomic_file.h. */
go_status npz_create(npz_writer **out, const char *path, go_error *err);

/* Adds a whole array, compressed. */
go_status npz_add(npz_writer *out, const npz_array *a, const void *numbers, go_error *err);

/* Both free the writer in any case. */
go_status npz_commit(npz_writer *out, go_error *err);
void npz_discard(npz_writer *out); /* accepts NULL */

#endif
