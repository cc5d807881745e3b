/* corpus_games.h -- reads games to train on or to predict from SGF collections. */
#ifndef KATACHI_MM_TRAIN_DATA_CORPUS_GAMES_H
#define KATACHI_MM_TRAIN_DATA_CORPUS_GAMES_H

#include "mm_train/data/games.h"
#include "sgf_corpus/corpus.h"

typedef struct corpus_games_options {
    int size;               /* board size; 0: that of the first game */
    double held_out;        /* share of games for `test`, by the hash of the game */
    const game_filter *filter; /* NULL: everything; borrowed */
    const char *charset;    /* see corpus.h; may be NULL */
    bool strict;            /* the first broken game stops with its error */
    int rank, n_ranks;      /* take every n_ranks-th game from number `rank` on; 0, 1: all */
    int max_games;          /* 0: all */
    void (*on_broken)(void *user, const char *message);
    games_progress *progress;
    void *user;
} corpus_games_options;

/* Reads all games of that size whose moves are legal; those with illegal moves count as
 * broken.  `test` may be NULL when held_out is 0.  GO_EEMPTY: no game is left.
 * The caller frees both with games_free.                                     */
go_status corpus_games_read(games *train, games *test, const char *const *inputs, int n_inputs,
                            const corpus_games_options *options, corpus_counts *counts,
                            go_error *err);

#endif
