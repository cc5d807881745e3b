/* export.h -- games as competitions in the text format of Coulom's `mm`
 * (mm_text.h), so that another program can be given the very same data.
 *
 * Every position becomes a list of all its teams: some 10 KB of text each on
 * 19x19, against 400 bytes in a data set.                                    */
#ifndef KATACHI_MM_TRAIN_EXPORT_H
#define KATACHI_MM_TRAIN_EXPORT_H

#include "base/status.h"
#include "mm_train/data/games.h"
#include "patterns/vocabulary.h"

/* Writes all moves of `g` to `path`, atomically (compressed as .gz or .zst); the
 * gammas have the numbers of the vocabulary.  Of `run` only the progress counts:
 * one thread writes.  GO_EIO, GO_EINTR, GO_EINVAL for a team without any gamma,
 * which the format cannot express.                                           */
go_status export_mm_text(const char *path, const vocabulary *v, const games *g,
                         const games_run *run, go_error *err);

#endif
