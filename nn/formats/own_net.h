/* own_net.h -- the networks that come with the program, and what a user calls a network.
 *
 * They are files own-NxN.bin.gz (base/io/data_files.h), each learned on boards of N x N and
 * perhaps smaller ones.  Wherever a network is named,
 *
 *     own        is the one for the size of the board: the smallest that was made for a
 *                board at least as large; on boards above 19x19 the largest there is
 *     own-NxN    is that one, on boards of any size
 *     people-NxN is one that predicts what is played in games of people and programs, where
 *                own-NxN has learned from games against itself since then
 *     the rest   is the name of a file; ./own is a file, too
 *
 * A network that has learned on smaller boards only is not taken for a larger one, where it
 * plays badly: one of 9x9 predicted 34.7 % of the moves of games on 13x13, where the gammas
 * of 19x19 predict 41.4 %.                                                     */
#ifndef KATACHI_NN_FORMATS_OWN_NET_H
#define KATACHI_NN_FORMATS_OWN_NET_H

#include "base/io/data_files.h"
#include "base/status.h"

/* Does the file depend on the size of the board: is `name` "own"? */
bool nn_net_is_own(const char *name);

/* Is `name` that of a network that comes with the program, "own", "own-NxN" or "people-NxN"? */
bool nn_net_comes_along(const char *name);

/* The N of "own-NxN" and "people-NxN"; 0: it is another name. */
int nn_net_named_size(const char *name);

/* The i-th name of such a network that is there, "own" first; NULL behind the last: for
 * completion.                                                                 */
const char *nn_net_word(int i);

/* Writes the path of the network that is called `name`, for boards of `size`; 0: the size
 * is not known, for which "own" is an error.  GO_EINVAL; GO_EIO: there is no such network
 * with the program; the sentence says where it was looked for and how to get one.  Whether a
 * file of the user's exists is not looked at.                                  */
go_status nn_net_find(const char *name, int size, char path[DATA_FILE_PATH], go_error *err);

#endif
