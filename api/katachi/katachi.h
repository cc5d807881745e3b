/* katachi.h -- the Go library Katachi: games, SGF, learned patterns, tree search,
 * networks.  Include this, or the headers below one by one; doc/library.md has
 * whole programs.
 *
 * Conventions of all headers:
 *
 * - Names begin with katachi_ or KATACHI_; nothing else is exported.
 * - What can fail returns a katachi_status and takes a `katachi_error *err`, which
 *   may be NULL and otherwise receives a sentence for people.  On error nothing is
 *   created, and `*out` is NULL.
 * - The caller owns what a katachi_..._new, _open, _load, _read, _next or _train
 *   hands out and ends it with the katachi_..._free of its type, which accepts NULL.
 *   Strings given are copied; strings returned belong to the object they came from.
 * - A point is a number: y * size + x, both from 0, row 0 at the top, column 0 at
 *   the left.  size * size is the pass.  Arrays over points are indexed by it.
 * - Nothing prints, exits or installs signal handlers.  There is no global state:
 *   objects are independent, but each serves one thread at a time.
 *
 * Stable since 0.1: the functions and types stay as they are, and structs only grow
 * at their ends with the number of the library (libkatachi.so.0) raised.  What is
 * marked "may change" may change in any version.                               */
#ifndef KATACHI_KATACHI_H
#define KATACHI_KATACHI_H

#include <katachi/status.h>
#include <katachi/game.h>
#include <katachi/sgf.h>
#include <katachi/gammas.h>
#include <katachi/network.h>
#include <katachi/search.h>
#endif
