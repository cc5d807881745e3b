#include "selfplay/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "selfplay/player.h"
#include "sgf_corpus/each_game.h"

enum { GPU_GAMES = 128 }; /* at once: enough for full batches */

go_status selfplay_run_resolve(selfplay_settings *s, selfplay_run *run, int threads, go_error *err)
{
    const nn_backend *backend;
    GO_TRY(selfplay_backend_choose(&backend, s, err));
    if (!run->games_at_once)
        run->games_at_once = backend->gpu && threads < GPU_GAMES ? GPU_GAMES : threads;
    if (!s->net_batch && backend->gpu)
        s->net_batch = (run->games_at_once + 1) / 2;
    return GO_OK;
}

/* What all threads share. */
typedef struct crew {
    const selfplay_settings *settings;
    const selfplay_run *run;
    const selfplay_nets *nets;
    played_folder *folder; /* and *done: under a lock */
    selfplay_done *done;
    const int64_t *number; /* of the i-th game to play */
} crew;

/* One thread. */
typedef struct hand {
    const crew *crew;
    selfplay_player *player;
    played_game game;
} hand;

static go_status begin(void *worker, go_error *err)
{
    hand *h = worker;
    return selfplay_player_create(&h->player, h->crew->settings, h->crew->nets,
                                  h->crew->run->starts, err);
}

static go_status save(const crew *c, const played_game *g, go_error *err)
{
    go_status status;
#pragma omp critical(selfplay_save)
    {
        status = played_folder_add(c->folder, g, err);
        if (status == GO_OK) {
            c->done->games++;
            c->done->moves += g->n_moves;
            if (c->run->on_game)
                c->run->on_game(c->run->user, c->folder);
        }
    }
    return status;
}

static go_status play_one(void *worker, int64_t i, go_error *err)
{
    hand *h = worker;
    GO_TRY(selfplay_play(h->player, h->crew->number[i], &h->game, err));
    return save(h->crew, &h->game, err);
}

static void end(void *worker)
{
    hand *h = worker;
    selfplay_player_destroy(h->player);
    played_game_free(&h->game);
}

/* A network for boards of several sizes says the same for each. */
static void tell_notices(const selfplay_run *run, selfplay_nets *nets)
{
    for (int i = 0; i < nets->n; i++) {
        selfplay_net *net = &nets->net[i];
        const char *notice = net->lender ? search_notice(net->lender) : NULL;
        if (!notice || strcmp(notice, net->told) == 0)
            continue;
        const bool failed = net->told[0] || !search_backend_as_asked(net->lender);
        snprintf(net->told, sizeof net->told, "%s", notice);
        const bool repeats = i > 0 && strcmp(notice, nets->net[i - 1].told) == 0;
        if (run->on_notice && !repeats)
            run->on_notice(run->user, notice, failed);
    }
}

/* The numbers of the games that the folder lacks, owned by the caller; NULL: out of memory. */
static int64_t *missing_games(const played_folder *folder, int64_t games, int64_t *n)
{
    int64_t *number = malloc((size_t)(games + 1) * sizeof *number);
    *n = 0;
    for (int64_t i = 0; number && i < games; i++)
        if (!played_folder_has(folder, i))
            number[(*n)++] = i;
    return number;
}

static go_status play_missing(const crew *c, int64_t n, go_error *err)
{
    const hand prototype = {.crew = c};
    const game_job job = {.phase = "playing",
                          .prototype = &prototype,
                          .worker_size = sizeof prototype,
                          .begin = begin,
                          .game = play_one,
                          .end = end,
                          .at_once = 1};
    const games_run run = {.n_threads = c->run->games_at_once};
    double began = clock_now();
    int64_t before = selfplay_nets_evaluated(c->nets);
    go_status status = each_game(n, &job, &run, err);
    c->done->seconds = clock_now() - began;
    c->done->evaluations = selfplay_nets_evaluated(c->nets) - before;
    return status;
}

go_status selfplay_run_games(const selfplay_settings *s, const selfplay_run *run,
                             played_folder *folder, selfplay_done *done, go_error *err)
{
    selfplay_nets nets = {0};
    selfplay_settings all = *s; /* whose cache is that of all games */
    int64_t n;
    *done = (selfplay_done){0};
    GO_TRY(selfplay_settings_check(s, err));
    int64_t *number = missing_games(folder, run->games, &n);
    if (!number)
        return go_fail(err, GO_ENOMEM, "out of memory for a list of games");
    all.net_cache *= run->games_at_once;
    crew c = {&all, run, &nets, folder, done, number};
    go_status status = n ? selfplay_nets_read(&nets, &all, run->games_at_once, err) : GO_OK;
    if (status == GO_OK && n) {
        tell_notices(run, &nets);
        status = play_missing(&c, n, err);
        tell_notices(run, &nets);
    }
    selfplay_nets_free(&nets);
    free(number);
    return status;
}
