/* katachi.h -- the Go library Katachi: games, SGF, learned patterns, tree search,
 * networks.  Include this, or the headers below one by one; doc/library.md shows
 * complete programs.
 *
 * Conventions of all headers:
 *
 * - All exported names begin with katachi_ or KATACHI_.
 * - A function that can fail returns a katachi_status and takes a `katachi_error *err`,
 *   which may be NULL and otherwise receives a sentence for people.  On error nothing is
 *   created, and `*out` is NULL.
 * - The caller owns the results of katachi_..._new, _open, _load, _read, _next and _train
 *   and ends them with the katachi_..._free of their type, which accepts NULL.
 *   Strings passed in are copied; strings returned belong to their object.
 * - A point is a number: y * size + x, both from 0, row 0 at the top, column 0 at
 *   the left; size * size is the pass.  Arrays over points are indexed by it.
 * - In files and settings numbers have a decimal point, whatever locale the program chose.
 * - Nothing prints, exits or installs signal handlers.  There is no global state:
 *   objects are independent, but each serves one thread at a time.
 *
 * Stable since 0.1: functions and types stay as they are, and structs only grow at the
 * end, which raises the library's number (libkatachi.so.0).  Parts marked "may change"
 * may change in any version.                                                   */
#ifndef KATACHI_KATACHI_H
#define KATACHI_KATACHI_H

#include <katachi/status.h>
#include <katachi/game.h>
#include <katachi/sgf.h>
#include <katachi/gammas.h>
#include <katachi/network.h>
#include <katachi/search.h>
#endif
