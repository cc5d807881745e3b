/* gammas_find.h -- where the gammas that come with the program are.
 *
 * They are called SET-NxN.gammas.zst ("large-19x19.gammas.zst") and lie in the
 * first of these folders that has them:
 *
 *     data                           in the current folder (a source tree)
 *     $XDG_DATA_HOME/katachi         (~/.local/share/katachi when it is not set)
 *     PREFIX/share/katachi           where `make install` put them
 *     ../../data from the program    a source tree, whatever folder one is in */
#ifndef KATACHI_PATTERNS_GAMMAS_GAMMAS_FIND_H
#define KATACHI_PATTERNS_GAMMAS_GAMMAS_FIND_H

#include "base/status.h"
#include "patterns/gammas/gammas.h"

enum { GAMMAS_PATH = 1024 };

/* Writes the path of the gammas of feature set `set` for boards of `size`.
 * GO_EIO names every path tried and the command that makes such a file.      */
go_status gammas_find(const char *set, int size, char path[GAMMAS_PATH], go_error *err);

/* Reads `path`, or what gammas_find finds when it is NULL. */
go_status gammas_read_or_find(gammas **out, const char *path, const char *set, int size,
                              go_error *err);

#endif
