/* corpus.h -- any number of inputs as one stream of games, in constant memory.
 *
 * An input is an SGF file, a folder (read recursively, in the order of names),
 * a compressed file or an archive (libarchive), or "-" for standard input.
 * An unreadable file or a damaged archive ends the stream with an error, unless
 * options.skip_damaged; a broken game is skipped, unless options.strict.      */
#ifndef KATACHI_SGF_CORPUS_CORPUS_H
#define KATACHI_SGF_CORPUS_CORPUS_H

#include <stdio.h>

#include "base/status.h"
#include "sgf_corpus/filter.h"
#include "sgf_corpus/sgf/game_record.h"

typedef struct katachi_collection corpus;

/* Counts so far; each game is delivered, filtered or broken. */
typedef struct corpus_counts {
    int64_t files;    /* files and archive members opened */
    int64_t games;    /* delivered */
    int64_t filtered; /* well-formed, but rejected by the filter */
    int64_t broken;   /* skipped with a reason */
    int64_t moves;    /* of the games delivered, passes included */
    int64_t bytes_read, bytes_total; /* of the input files as stored (for
                                      * progress); total 0 when unknown      */
    int64_t cut;      /* delivered games that end at a setup in mid-game */
    int64_t ignored;  /* files and members without the name of a game record */
    int64_t known;    /* not delivered, since they were learned from (playable.h) */
    int64_t repeats;  /* delivered ones that repeat an earlier one (playable.h) */
    int64_t other_size; /* of the filtered ones, those that are not of the one size (playable.h) */
} corpus_counts;

typedef struct corpus_options {
    const game_filter *filter; /* NULL: everything; borrowed */
    bool strict;     /* the first broken game ends the stream with its error */
    bool skip_damaged; /* an unreadable file or damaged archive counts as a broken game */
    bool replay;     /* replay every game; one with an illegal move is broken */
    bool comments;   /* read them too */
    const char *charset; /* for texts of unknown character set; NULL: none */
    /* called for each broken game that is skipped, with a full sentence, by corpus_for_each from
     * its threads, one call at a time; NULL: silent                           */
    void (*on_broken)(void *user, const char *message);
    /* called before more of the input is read, whether games are delivered or not, by
     * corpus_for_each from one thread; false ends the stream with GO_EINTR; NULL: go on */
    bool (*go_on)(void *user);
    void *user;
} corpus_options;

/* Opens a stream over `n` inputs (the strings are copied).  Fails at once if an input
 * does not exist or cannot be read.  The caller ends it with corpus_close, which
 * accepts NULL.                                                               */
go_status corpus_open(corpus **out, const char *const *inputs, int n,
                      const corpus_options *options, go_error *err);

/* The same for a file in memory, borrowed, called `name` in messages. */
go_status corpus_open_memory(corpus **out, const char *name, const void *bytes, size_t n,
                             const corpus_options *options, go_error *err);
void corpus_close(corpus *c);

/* The next game, owned by the caller.  GO_END after the last. */
go_status corpus_next(corpus *c, game_record **game, go_error *err);

/* The k-th of the games that follow, k >= 1, owned by the caller; NULL on error.
 * GO_EEMPTY: there are fewer; the sentence begins with `name`.                */
go_status corpus_take(corpus *c, const char *name, int k, game_record **game, go_error *err);

/* The counts so far; not while corpus_for_each runs. */
const corpus_counts *corpus_counted(const corpus *c);

/* A copy of the counts; may be called from any thread and from `each` below, but not
 * from on_broken.                                                             */
corpus_counts corpus_progress(corpus *c);

/* Calls `each` once for every remaining game from `n_threads` OpenMP threads (0: as
 * many as OpenMP has), in no fixed order across threads.  `number`, the game's place
 * in the stream from 0, counts broken and filtered games too and so does not depend
 * on threads.  The record is freed after the call.  A status other than GO_OK stops
 * the stream; of several errors the one with the lowest number is returned.   */
typedef go_status corpus_each(void *user, int thread, int64_t number,
                              const game_record *game, go_error *err);
go_status corpus_for_each(corpus *c, int n_threads, corpus_each *each, void *user,
                          go_error *err);

#endif
