/* tiny_net.h -- small networks as files, with a bit of everything a format has. */
#ifndef KATACHI_TESTS_SUPPORT_TINY_NET_H
#define KATACHI_TESTS_SUPPORT_TINY_NET_H

#include <stdbool.h>
#include <stddef.h>

#include "nn/model/model.h"

/* A KataGo file as text, version 8 .. 17, 4 channels: an ordinary block, one
 * with pooling; from version 11 on blocks within a block; from version 17 on
 * attention (positions learned and fixed) and feed-forward blocks, one gated;
 * from version 15 on metadata.  Owned by the caller (free); *n bytes.         */
char *tiny_kata(int version, size_t *n);

/* A Leela Zero file of two blocks and 2 channels for boards of that size. */
char *tiny_lz(int version, int size, size_t *n);

/* Either of them read, not folded: Leela Zero's, for boards of `size`, if the
 * version is 1 or 2, else KataGo's, for all boards.  model->file is "net".     */
nn_model *tiny_model(int version, int size);

#endif
