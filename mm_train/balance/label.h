/* label.h -- draws positions from games and asks a teacher what they are worth.
 *
 * The teacher is a search with a network (mcts/search.h): its bare value, averaged over
 * the eight symmetries of the board, or that of a search of some visits.
 *
 * Positions of records are played well by both sides; a search also meets others.  So
 * some playout moves may follow (`astray`), and a share of the positions is evaluated for a
 * komi that makes them about even (`even`), where the result depends on every point.    */
#ifndef KATACHI_MM_TRAIN_BALANCE_LABEL_H
#define KATACHI_MM_TRAIN_BALANCE_LABEL_H

#include <stdbool.h>

#include "mcts/playout/playout_gammas.h"
#include "mcts/search.h"
#include "mm_train/balance/positions.h"
#include "sgf_corpus/corpus.h"

typedef struct label_options {
    int positions;  /* in all */
    int per_game;   /* at most */
    int astray;     /* playout moves that follow, at most */
    double even;    /* share with a komi that makes them even, 0 .. 1 */
    double nakade;  /* as in playout_options */
    int visits;     /* of the teacher's search; 1: the bare network */
    int seed;
    const playout_gammas *playouts; /* for boards of the games' size; borrowed */
    /* false stops with GO_EINTR; may be NULL */
    bool (*progress)(void *user, const char *phase, int64_t done, int64_t total);
    void *user;
} label_options;

/* Adds positions until there are as many as asked for or no games are left: those that are
 * there already are the first ones of the same draw and are not evaluated again.  What was
 * found before an error stays.  `games` NULL: the teacher's network plays them, as many as are
 * needed (policy_game.h).                                                     */
go_status label_positions(balance_positions *p, corpus *games, int size, search *teacher,
                          const label_options *options, go_error *err);

#endif
