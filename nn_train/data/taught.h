/* taught.h -- games that know what each move was worth, as those of a network against itself,
 * into a store.                                                               */
#ifndef KATACHI_NN_TRAIN_DATA_TAUGHT_H
#define KATACHI_NN_TRAIN_DATA_TAUGHT_H

#include "nn_train/data/store.h"

/* All arrays are borrowed; points are indices y * size + x, a pass is size * size. */
typedef struct taught_game {
    int size;
    double komi;             /* for white */
    rules rules;
    const stored_move *setup, *moves; /* stones before the first move, which is there */
    int n_setup, n_moves;
    bool knows_winner, counted;       /* winner; margin and owner */
    colour winner;           /* EMPTY: a draw */
    double margin;           /* black's, with komi */
    const uint8_t *owner;    /* [size * size]: BLACK, WHITE or EMPTY */
    const double *black_wins;   /* [n_moves]: before each move, as a search judged it; -1: unknown */
    const stored_share *shares; /* the target of position i: shares[first[i] .. first[i + 1] - 1] */
    const int64_t *first;       /* [n_moves + 1] */
    const uint8_t *times;       /* [n_moves]: how often the position comes in an epoch */
} taught_game;

/* Appends a game to a store whose `chooses` was set before its first game.
 * GO_EILLEGAL: a stone or a move cannot be played, a share is of no point; the store has some of
 * its parts then, and is of no more use.  GO_EINVAL: the game has no move, or too many.
 * GO_EIO, GO_ENOMEM.                                                          */
go_status nn_store_add_taught(nn_store *s, const taught_game *t, go_error *err);

#endif
