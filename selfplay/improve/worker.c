#include "selfplay/improve/worker.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/rng.h"
#include "selfplay/state/generation.h"
#include "selfplay/state/play_file.h"
#include "selfplay/run.h"

typedef struct worker {
    const worker_settings *s;
    const run_folder *folder;
} worker;

static go_status check_name(const char *name, go_error *err)
{
    bool fits = *name && strlen(name) < 64;
    for (const char *letter = name; *letter; letter++)
        fits = fits && (isalnum((unsigned char)*letter) || *letter == '-' || *letter == '_');
    return fits ? GO_OK
                : go_fail(err, GO_EINVAL, "the name '%s' of a worker has to be of letters, digits, "
                          "- and _", name);
}

static void on_game(void *user, const played_folder *folder)
{
    const worker *w = user;
    if (w->s->on_game)
        w->s->on_game(w->s->user, w->folder->newest, played_folder_tally(folder));
}

/* The same worker plays other games for each generation, and no two workers the same. */
static int seed_of(const worker *w, int seed)
{
    const uint64_t name = hash_bytes(HASH_START, w->s->name, strlen(w->s->name));
    return (int)(rng_mix64(name ^ rng_mix64((uint64_t)seed ^ (uint64_t)w->folder->newest << 32)) >>
                 33);
}

static go_status open_games(const worker *w, played_folder **out, go_error *err)
{
    char games[RUN_PATH], own[RUN_PATH + 80];
    run_folder_games(w->folder, w->folder->newest, games);
    if (mkdir(games, 0777) != 0 && errno != EEXIST)
        return go_fail(err, GO_EIO, "%s: the folder cannot be made: %s", games, strerror(errno));
    snprintf(own, sizeof own, "%s/%s", games, w->s->name);
    return played_folder_open(out, own, err);
}

/* As many games as are played at a time. */
static go_status play_some(worker *w, selfplay_settings *play, go_error *err)
{
    char net[RUN_PATH];
    played_folder *folder;
    selfplay_done done;
    go_error late;
    selfplay_run run = {.games_at_once = w->s->parallel, .on_game = on_game, .user = w};
    play->net = run_folder_net(w->folder, w->folder->newest, net);
    play->seed = seed_of(w, play->seed);
    GO_TRY(selfplay_run_resolve(play, &run, w->s->threads, err));
    GO_TRY(open_games(w, &folder, err));
    run.games = played_folder_tally(folder)->games + run.games_at_once;
    go_status status = selfplay_run_games(play, &run, folder, &done, err);
    if (played_folder_close(folder, status == GO_OK ? err : &late) != GO_OK && status == GO_OK)
        status = GO_EIO;
    return status;
}

go_status worker_play(const run_folder *f, const worker_settings *s, go_error *err)
{
    worker w = {s, f};
    selfplay_settings play = {.backend = s->backend, .net_cache = s->net_cache};
    int games;
    GO_TRY(check_name(s->name, err));
    GO_TRY(play_file_read(f, &play, &games, err));
    return play_some(&w, &play, err);
}

/* Nobody needs more: the learner may be learning, or have ended. */
static go_status has_enough(const run_folder *f, bool *enough, go_error *err)
{
    played_tally t;
    selfplay_settings play = {0};
    int games;
    GO_TRY(play_file_read(f, &play, &games, err));
    GO_TRY(generation_tally(f, f->newest, &t, err));
    *enough = t.games >= 2 * (int64_t)games;
    return GO_OK;
}

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200 * 1000 * 1000}, NULL);
}

go_status worker_run(const char *folder, const worker_settings *s, go_error *err)
{
    const double began = clock_now();
    GO_TRY(check_name(s->name, err));
    while (s->seconds <= 0 || clock_now() - began < s->seconds) {
        run_folder f;
        bool enough = false;
        if (interrupt_requested())
            return go_fail(err, GO_EINTR, "interrupted");
        GO_TRY(run_folder_look(&f, folder, err));
        if (f.newest >= 0)
            GO_TRY(has_enough(&f, &enough, err));
        if (f.newest < 0 || enough)
            wait_a_little();
        else
            GO_TRY(worker_play(&f, s, err));
    }
    return GO_OK;
}
