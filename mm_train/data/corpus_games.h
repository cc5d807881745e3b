/* corpus_games.h -- reads games to train on or to predict from SGF collections. */
#ifndef KATACHI_MM_TRAIN_DATA_CORPUS_GAMES_H
#define KATACHI_MM_TRAIN_DATA_CORPUS_GAMES_H

#include "mm_train/data/games.h"
#include "sgf_corpus/playable.h"

/* Reads all games of options->size, or of the size of the first usable one, whose moves are
 * legal without suicide; those with illegal moves count as broken.  `test` may be NULL when held_out
 * is 0.  `folder` as for mapped_create; NULL: the usual one.  GO_EEMPTY: no game is left; but
 * all may be held out, and all of one rank taken by others.  The caller frees both with
 * games_free.                                                                 */
go_status corpus_games_read(games *train, games *test, const char *const *inputs, int n_inputs,
                            const playable_options *options, const char *folder,
                            corpus_counts *counts, go_error *err);

#endif
