/* export.h -- games as competitions in the text format of Coulom's `mm`
 * (mm_text.h), so that another program can fit exactly the same data.
 *
 * Every position becomes a list of all its teams: some 10 KB of text each on
 * 19x19, against 400 bytes in a data set.                                    */
#ifndef KATACHI_MM_TRAIN_EXPORT_H
#define KATACHI_MM_TRAIN_EXPORT_H

#include "base/status.h"
#include "mm_train/data/games.h"
#include "patterns/vocabulary.h"

/* Writes all moves of `g` to `path`, atomically (compressed as .gz or .zst), with the
 * gamma numbers of the vocabulary.  Only the progress of `run` is used: one thread
 * writes.  GO_EIO, GO_EINTR; GO_EINVAL: a team has no gamma, which the format cannot
 * express.                                                                   */
go_status export_mm_text(const char *path, const vocabulary *v, const games *g,
                         const games_run *run, go_error *err);

#endif
