/* improve.h -- a network improves by playing against itself: play, learn, measure, again.
 *
 * Each generation plays games (selfplay/run.h), the next one learns from the newest of all games
 * (learner.h), and plays a few against the one before it and, now and then, against the classic
 * engine, for the ratings.  The averaged network becomes the next at once.  What a run consists of
 * is in its folder (run_folder.h), so it can be killed at any moment and goes on: it loses the
 * games under way and at most a minute of learning.                           */
#ifndef KATACHI_SELFPLAY_IMPROVE_IMPROVE_H
#define KATACHI_SELFPLAY_IMPROVE_IMPROVE_H

#include "selfplay/state/history.h"
#include "selfplay/improve/learner.h"
#include "selfplay/settings.h"

typedef struct improve_settings {
    selfplay_settings play;  /* its network is that of the generation */
    learner_settings learn;
    const char *from, *shape; /* the network of generation 0: a file, or a new one */
    int games;                /* of a generation */
    int duel_games, duel_visits;
    int anchor_every, anchor_playouts; /* generations; 0: never */
    int threads, parallel;    /* games at a time, 0: as is right for the backend */
    int generations;          /* 0: without end */
    double seconds;           /* begin no other phase after that; 0: no limit */
} improve_settings;

/* Who is told how it goes; all may be NULL. */
typedef struct improve_listener {
    void (*playing)(void *user, int generation, int64_t games);
    void (*learning)(void *user, int generation, int64_t rows, int64_t budget);
    void (*dueling)(void *user, int generation, int against);
    void (*played)(void *user, const run_step *step); /* a generation is complete */
    void (*dueled)(void *user, const run_duel *duel);
    void *user;
} improve_listener;

/* Goes on until a limit is reached.  GO_EINTR: the user stopped it, and the same call goes on;
 * GO_EINVAL: settings; and as run_folder_open, selfplay_run_games, learner_run and duel_run. */
go_status improve_run(const char *folder, const improve_settings *s,
                      const improve_listener *listener, go_error *err);

#endif
