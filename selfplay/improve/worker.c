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
    run_folder folder;
    selfplay_settings play;
    play_orders orders;
} worker;

static go_status check_name(const char *name, go_error *err)
{
    bool fits = *name && strlen(name) < 64;
    for (const char *letter = name; *letter; letter++)
        fits = fits && (isalnum((unsigned char)*letter) || *letter == '-' || *letter == '_');
    return fits ? GO_OK
                : go_fail(err, GO_EINVAL,
                          "invalid worker name '%s'; use letters, digits, '-' and '_'", name);
}

static void on_game(void *user, const played_folder *folder)
{
    const worker *w = user;
    if (w->s->on_game)
        w->s->on_game(w->s->user, w->orders.generation, played_folder_tally(folder));
}

static void on_notice(void *user, const char *notice, bool failed)
{
    const worker *w = user;
    if (failed && w->s->backend_failed)
        w->s->backend_failed(w->s->user, notice);
}

/* The same worker plays other games for each generation, and no two workers the same. */
static int seed_of(const worker *w, int seed)
{
    const uint64_t name = hash_bytes(HASH_START, w->s->name, strlen(w->s->name));
    const uint64_t generation = (uint64_t)w->orders.generation << 32;
    return (int)(rng_mix64(name ^ rng_mix64((uint64_t)seed ^ generation)) >> 33);
}

static go_status open_games(const worker *w, played_folder **out, go_error *err)
{
    char games[RUN_PATH], own[RUN_PATH + 80];
    go_error why;
    run_folder_games(&w->folder, w->orders.generation, games);
    if (mkdir(games, 0777) != 0 && errno != EEXIST)
        return go_fail(err, GO_EIO, "%s: cannot create the folder: %s", games, strerror(errno));
    snprintf(own, sizeof own, "%s/%s", games, w->s->name);
    const go_status status = played_folder_open(out, own, &why);
    return status == GO_OK
               ? GO_OK
               : go_fail(err, status, "%s%s", why.message,
                         status == GO_EINVAL ? "; give each worker a --name of its own" : "");
}

int64_t worker_portion(int at_once, double wanted, int games)
{
    enum { PARTS = 16 };
    const double most = (double)games / PARTS;
    const int64_t n = (int64_t)(wanted < most ? wanted : most);
    return n > at_once ? n : at_once;
}

enum { LOOK_SECONDS = 20 };

/* The first games tell the rate. */
static go_status play_until_look(const worker *w, const selfplay_settings *play, selfplay_run *run,
                                 played_folder *folder, go_error *err)
{
    selfplay_done done;
    run->games = played_folder_tally(folder)->games + run->games_at_once;
    GO_TRY(selfplay_run_games(play, run, folder, &done, err));
    const double rate = done.seconds > 0 ? (double)done.games / done.seconds : 0;
    const int64_t more = worker_portion(run->games_at_once, LOOK_SECONDS * rate, w->orders.games) -
                         run->games_at_once;
    if (more <= 0 || interrupt_requested())
        return GO_OK;
    run->games += more;
    return selfplay_run_games(play, run, folder, &done, err);
}

static go_status play_some(worker *w, go_error *err)
{
    char net[RUN_PATH];
    played_folder *folder;
    go_error late;
    selfplay_settings play = w->play;
    selfplay_run run = {
        .games_at_once = w->s->parallel, .starts = w->s->starts, .on_game = on_game,
        .on_notice = on_notice, .user = w};
    play.net = run_folder_net(&w->folder, w->orders.net, net);
    play.seed = seed_of(w, play.seed);
    GO_TRY(selfplay_run_resolve(&play, &run, w->s->threads, err));
    GO_TRY(open_games(w, &folder, err));
    go_status status = play_until_look(w, &play, &run, folder, err);
    if (played_folder_close(folder, status == GO_OK ? err : &late) != GO_OK && status == GO_OK)
        status = GO_EIO;
    return status;
}

static go_status look_up_orders(worker *w, go_error *err)
{
    w->play = (selfplay_settings){.backend = w->s->backend, .net_cache = w->s->net_cache};
    return play_file_read(&w->folder, &w->play, &w->orders, err);
}

go_status worker_play(const run_folder *f, const worker_settings *s, go_error *err)
{
    worker w = {.s = s, .folder = *f};
    GO_TRY(check_name(s->name, err));
    GO_TRY(look_up_orders(&w, err));
    return play_some(&w, err);
}

/* Plays, unless nobody needs more: the learner may be learning, or have ended. */
static go_status work_on(worker *w, const char *folder, generation_count *count, bool *waits,
                         go_error *err)
{
    GO_TRY(run_folder_look(&w->folder, folder, err));
    *waits = !play_file_exists(&w->folder);
    if (*waits)
        return GO_OK;
    GO_TRY(look_up_orders(w, err));
    GO_TRY(generation_count_go_on(count, &w->folder, w->orders.generation, err));
    *waits = play_orders_filled(&w->orders, count->tally.games);
    return *waits ? GO_OK : play_some(w, err);
}

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200 * 1000 * 1000}, NULL);
}

go_status worker_run(const char *folder, const worker_settings *s, go_error *err)
{
    const double began = clock_now();
    generation_count count = {0};
    worker w = {.s = s};
    const selfplay_settings asked = {.backend = s->backend};
    const nn_backend *backend;
    GO_TRY(check_name(s->name, err));
    GO_TRY(selfplay_backend_choose(&backend, &asked, err)); /* the run may come much later */
    go_status status = GO_OK;
    while (status == GO_OK && (s->seconds <= 0 || clock_now() - began < s->seconds)) {
        bool waits = false;
        status = interrupt_requested() ? go_fail(err, GO_EINTR, "interrupted")
                                       : work_on(&w, folder, &count, &waits, err);
        if (status == GO_OK && waits)
            wait_a_little();
    }
    generation_count_free(&count);
    return status;
}
