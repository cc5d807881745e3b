/* worker.h -- a process that plays games for a run whose folder it shares: it plays a few
 * games as RUN/play.json says, and looks again.  Workers may join and leave at any time, on any
 * machine that sees the folder; each writes a folder of its own, games/00003/NAME. */
#ifndef KATACHI_SELFPLAY_IMPROVE_WORKER_H
#define KATACHI_SELFPLAY_IMPROVE_WORKER_H

#include "selfplay/state/run_folder.h"
#include "selfplay/settings.h"
#include "selfplay/start_games.h"
#include "selfplay/tally.h"

typedef struct worker_settings {
    const char *name;        /* letters, digits, - and _; no two workers have the same */
    const char *backend;     /* NULL: the first that works */
    int64_t net_cache;
    const start_games *starts; /* at positions of which games begin, borrowed; NULL: none */
    int threads, parallel;   /* games at a time, 0: as is right for the backend */
    double seconds;          /* begin no other games after that; 0: no limit */
    /* called after each game; may be NULL */
    void (*on_game)(void *user, int generation, const played_tally *tally);
    void (*backend_failed)(void *user, const char *notice); /* as in cycle.h; may be NULL */
    void *user;
} worker_settings;

/* How many games to play before it looks what others have played: `wanted`, at most a sixteenth of
 * the `games` of a generation, but as many as are played at a time.  Each look reads the network and
 * the games, costs the learner or the file server time, and they may serve many workers
 * (doc/selfplay.md, bench/workers).                                           */
int64_t worker_portion(int at_once, double wanted, int games);

/* Plays as many games as are played at a time, or for about 20 s, at most a sixteenth of a
 * generation.                                                                 */
go_status worker_play(const run_folder *f, const worker_settings *s, go_error *err);

/* Works until it is stopped.  GO_EINTR: by the user; GO_EINVAL: another process has that name, or
 * it is none; as selfplay_backend_choose, play_file_read and selfplay_run_games. */
go_status worker_run(const char *folder, const worker_settings *s, go_error *err);

#endif
