/* corpus.h -- any number of inputs as one stream of games, in constant memory.
 *
 * An input is an SGF file, a folder (read recursively, in the order of names),
 * a compressed file or an archive (libarchive), or "-" for standard input.   */
#ifndef KATACHI_SGF_CORPUS_CORPUS_H
#define KATACHI_SGF_CORPUS_CORPUS_H

#include <stdio.h>

#include "base/status.h"
#include "sgf_corpus/filter.h"
#include "sgf_corpus/game_record.h"

typedef struct corpus corpus;

/* What a corpus met so far. Each game seen is in exactly one of the counts.  */
typedef struct corpus_counts {
    int64_t files;    /* files and archive members opened */
    int64_t games;    /* delivered */
    int64_t filtered; /* well-formed, but not wanted by the filter */
    int64_t broken;   /* skipped with a reason */
    int64_t moves;    /* of the games delivered, passes included */
    int64_t bytes_read, bytes_total; /* of the input files as stored (for
                                      * progress); total 0 when unknown      */
} corpus_counts;

typedef struct corpus_options {
    const game_filter *filter; /* NULL: everything; borrowed */
    bool strict;     /* the first broken game ends the stream with its error */
    bool replay;     /* replay every game; one with an illegal move is broken */
    const char *charset; /* for texts that nothing else tells; NULL: UTF-8 */
    /* called for each broken game with a full sentence; NULL: silent */
    void (*on_broken)(void *user, const char *message);
    void *user;
} corpus_options;

/* Opens a stream over `n` inputs (the strings are copied).  Fails at once when
 * an input does not exist or cannot be read.  The caller ends it with
 * corpus_close, which accepts NULL.                                          */
go_status corpus_open(corpus **out, const char *const *inputs, int n,
                      const corpus_options *options, go_error *err);
void corpus_close(corpus *c);

/* The next game, owned by the caller.  GO_END after the last.  Broken games
 * are skipped, counted and reported unless options.strict.                   */
go_status corpus_next(corpus *c, game_record **game, go_error *err);

const corpus_counts *corpus_counted(const corpus *c);

/* Calls `each` for all remaining games from `n_threads` OpenMP threads (each
 * game once, in no fixed order across threads; `number` counts games in stream
 * order from 0 and so does not depend on threads).  The record is freed after
 * the call.  A status other than GO_OK stops the stream and is returned.     */
typedef go_status corpus_each(void *user, int thread, int64_t number,
                              const game_record *game, go_error *err);
go_status corpus_for_each(corpus *c, int n_threads, corpus_each *each, void *user,
                          go_error *err);

#endif
