/* kata_grow.h -- a larger network that answers as a smaller one does.
 *
 * The larger one begins with random weights for learning (nn/model/random_net.h).  What the
 * smaller one computes is then laid into it: its blocks become blocks of the same kind, in their
 * order, and its channels the first channels of each layer.  No new channel is read by an old
 * one, and blocks that are new add nothing to the trunk, so the answers are the same, but for
 * rounding; weights of new channels on the way out are 0, those on the way in are random, so
 * learning changes all of them (T. Chen and others, Net2Net, 2016, with zeros instead of copies).
 */
#ifndef KATACHI_NN_FORMATS_KATA_GROW_H
#define KATACHI_NN_FORMATS_KATA_GROW_H

#include <stddef.h>

#include "base/status.h"
#include "nn/model/random_net.h"

/* Grows the network in KataGo's format of these n bytes, from the file `path`, to `shape` (seed and
 * numbers of it; it is made to learn).  *out, of *n_out bytes, is owned by the caller (free) and
 * named as the network was.  GO_EUNSUPPORTED: another format, or another first convolution, other
 * blocks, heads or activations than such shapes have; GO_EINVAL: the shape has no room for a layer;
 * GO_EFORMAT; GO_ENOMEM.  The sentences name the file. */
go_status nn_kata_grow(const nn_random_shape *shape, const char *path, const char *bytes, size_t n,
                       char **out, size_t *n_out, go_error *err);

#endif
