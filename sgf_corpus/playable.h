/* playable.h -- the games of collections that can be played from first to last move, some
 * of them held out: what programs learn from and are tested on.               */
#ifndef KATACHI_SGF_CORPUS_PLAYABLE_H
#define KATACHI_SGF_CORPUS_PLAYABLE_H

#include "sgf_corpus/corpus.h"
#include "sgf_corpus/game_hash.h"

typedef struct playable_options {
    int size;               /* board size; 0: any */
    bool one_size;          /* with size 0: only games of the size of the first usable one */
    bool suicide;           /* suicide is fine where the game's rules allow it */
    double held_out;        /* share of games that are held out, by game_held_out_place */
    const game_filter *filter; /* NULL: everything; borrowed */
    const char *charset;    /* see corpus.h; may be NULL */
    bool strict;            /* the first broken game stops with its error */
    dedupe *learned;        /* gets the games that are taken and not held out; NULL: none does */
    const dedupe *apart_from; /* games in it are left out: tests need others; NULL: none */
    int rank, n_ranks;      /* take every n_ranks-th game from number `rank` on; 0, 1: all */
    int max_games;          /* 0: all */
    void (*on_broken)(void *user, const char *message);
    /* called now and then; false stops the work with GO_EINTR */
    bool (*progress)(void *user, const char *phase, int64_t done, int64_t total);
    void *user;
} playable_options;

/* For a collection to test on: all of its games but those that a reading with `o` learned from. */
playable_options playable_to_test(const playable_options *o);

/* Takes one game, borrowed; it has 1 .. PLAYABLE_MOST_MOVES legal moves. */
enum { PLAYABLE_MOST_MOVES = 65535 };
typedef go_status playable_take(void *to, const game_record *game, bool held_out, go_error *err);

/* Hands all games of the inputs to `take`, in the order of the stream.  Those with illegal
 * moves count as broken, those of other sizes or without a move as filtered, those of
 * options->apart_from as known; repeats of earlier games are taken, and counted.
 * GO_EEMPTY: no game is left.                                                 */
go_status playable_games(const char *const *inputs, int n_inputs, const playable_options *options,
                         playable_take *take, void *to, corpus_counts *counts, go_error *err);

#endif
