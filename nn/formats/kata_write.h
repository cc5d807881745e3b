/* kata_write.h -- a network that has learned, in the form of the file that it came from.
 *
 * What a file says besides its numbers, its blocks and the names of its layers, stays as
 * it is; so any network of KataGo that can be read can be written again.        */
#ifndef KATACHI_NN_FORMATS_KATA_WRITE_H
#define KATACHI_NN_FORMATS_KATA_WRITE_H

#include <stdio.h>

#include "nn/model/model.h"

/* Writes a model that nn_model_parse read from these n bytes (KataGo's format, uncompressed)
 * and whose weights and biases have changed since; it is not folded.  Numbers are written in
 * binary.  A norm becomes means of 0 and variances of 1, with its scale and bias; where the
 * file has no scale or no bias for it, they go into the variances, so that scales are
 * positive there, and into the means.
 *   called  in  the network's name (nn_model_name_is_read); NULL: as before
 * GO_EFORMAT: the bytes are no such network; GO_EINVAL: a scale that cannot be written, or a
 * number that no reader would take; GO_EIO: the stream.                       */
go_status nn_kata_write(FILE *out, const nn_model *m, const char *bytes, size_t n,
                        const char *called, go_error *err);

/* The same to a file, which is complete or as it was (base/io/atomic_file.h).  GO_EIO names it. */
go_status nn_kata_save(const char *path, const nn_model *m, const char *bytes, size_t n,
                       const char *called, go_error *err);

#endif
