/* run.h -- plays many games of a network against itself and saves each as it ends.
 *
 * Each of `games_at_once` threads plays a game.  On a processor each has an evaluator of its
 * own; on a GPU the positions of all games are evaluated in batches, so there should be many
 * more games than processors.                                                 */
#ifndef KATACHI_SELFPLAY_RUN_H
#define KATACHI_SELFPLAY_RUN_H

#include "selfplay/folder.h"
#include "selfplay/settings.h"
#include "selfplay/start_games.h"

typedef struct selfplay_run {
    int64_t games;      /* in all, those that the folder has included: numbers 0 .. games - 1 */
    int games_at_once;
    const start_games *starts; /* at positions of which some games begin, borrowed; NULL: none */
    /* called after each new game, by one thread at a time; NULL: nobody is */
    void (*on_game)(void *user, const played_folder *folder);
    /* what computes the network, before the first game and, if another one has taken its place,
     * after the last; `failed`: it is not the backend that was asked for, or that one has failed;
     * NULL: nobody is told */
    void (*on_notice)(void *user, const char *notice, bool failed);
    void *user;
} selfplay_run;

/* What a run did. */
typedef struct selfplay_done {
    int64_t games, moves, evaluations; /* new ones; positions that the network computed */
    double seconds;                    /* without reading the network */
} selfplay_done;

/* Chooses what is 0: how many games are played at a time (one for each thread, on a GPU at least
 * 128), and how many positions make a batch (on a GPU those of half the games, so that it works
 * on them while the other games go on).  As selfplay_backend_choose.           */
go_status selfplay_run_resolve(selfplay_settings *s, selfplay_run *run, int threads, go_error *err);

/* Plays the games that the folder lacks; nothing is left to resolve.  *done is always filled.
 * GO_EINTR: the user stopped it (base/interrupt.h), and the games that were not finished are lost;
 * GO_EINVAL: settings; and as selfplay_nets_read, selfplay_play and played_folder_add. */
go_status selfplay_run_games(const selfplay_settings *s, const selfplay_run *run,
                             played_folder *folder, selfplay_done *done, go_error *err);

#endif
