/* model_read.h -- from a file to a model: the formats of KataGo (versions 8 to 17)
 * and Leela Zero (1 and 2), described in doc/networks.md.                     */
#ifndef KATACHI_NN_FORMATS_MODEL_READ_H
#define KATACHI_NN_FORMATS_MODEL_READ_H

#include "nn/model/model.h"

/* Reads a network of any known format, recognised by its content, compressed or not,
 * and folds it (nn_model_fold).
 *   *out  owned by the caller; NULL on error
 * GO_EIO: cannot be opened or read.  GO_EFORMAT: not a network, damaged, or of an
 * unknown version; the sentence names the file, the place and what was expected
 * there.  GO_ENOMEM.                                                          */
go_status nn_model_read(nn_model **out, const char *path, go_error *err);

/* The same from memory: n bytes at `bytes`, uncompressed, borrowed; `name` is
 * what messages call them, and model->file.  The model is not folded.        */
go_status nn_model_parse(nn_model **out, const char *bytes, size_t n, const char *name,
                         go_error *err);

/* Can a network of KataGo's format have this name?  KataGo 1.17.2 takes at most 96 letters, digits,
 * '_' and '-'; and "2026" would make the file begin as one of Leela Zero's.   */
bool nn_model_name_is_read(const char *name);

#endif
