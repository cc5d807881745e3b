/* cycle.h -- what a run in which a network improves is asked to do, and who is told of it. */
#ifndef KATACHI_SELFPLAY_IMPROVE_CYCLE_H
#define KATACHI_SELFPLAY_IMPROVE_CYCLE_H

#include "selfplay/improve/gate.h"
#include "selfplay/improve/learner.h"
#include "selfplay/improve/plan.h"
#include "selfplay/settings.h"
#include "selfplay/start_games.h"
#include "selfplay/state/history.h"
#include "selfplay/state/tidy.h"

typedef struct improve_settings {
    selfplay_settings play;  /* its network is that of the generation */
    const start_games *starts; /* at positions of which games begin, borrowed; NULL: none */
    learner_settings learn;
    const char *from, *shape; /* the network of generation 0: a file, or a new one; both: the file's,
                               * grown to the shape */
    int games;                /* of a generation */
    plan_settings plan;
    gate_settings gate;
    tidy_limits limits;       /* of the disk */
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
    void (*gated)(void *user, const run_gate *gate);
    void (*tidied)(void *user, const tidy_done *done); /* something was removed */
    void (*backend_failed)(void *user, const char *notice); /* another one computes the network */
    void *user;
} improve_listener;

#endif
