#include "match/run.h"

#include <pthread.h>

#include "match/schedule.h"

enum { MAX_THREADS = 256 };

/* What the threads share, all of it under `lock`. */
typedef struct runner {
    match_schedule schedule;
    pthread_mutex_t lock;
} runner;

bool match_is_decided(const match_store *store, const sprt_test *test)
{
    match_tally t;
    return test->on &&
           match_tally_count(store, match_store_count(store), 0, 1, &t, NULL) == GO_OK &&
           match_tally_decision(&t, test) != 0;
}

static bool take_game(runner *r, match_game *m, opening *start)
{
    int64_t number;
    pthread_mutex_lock(&r->lock);
    bool more = match_schedule_take(&r->schedule, &number);
    if (more) {
        match_plan_game(r->schedule.plan, number, m);
        openings_get(r->schedule.plan->openings, m->opening, start);
    }
    pthread_mutex_unlock(&r->lock);
    return more;
}

static void give_game(runner *r, const match_game *m, go_status status, const go_error *err)
{
    pthread_mutex_lock(&r->lock);
    if (status == GO_OK)
        match_schedule_add(&r->schedule, m);
    else
        match_schedule_fail(&r->schedule, status, err->message);
    pthread_mutex_unlock(&r->lock);
}

static void *play_games(void *shared)
{
    runner *r = shared;
    const match_plan *plan = r->schedule.plan;
    match_game m;
    opening start;
    while (take_game(r, &m, &start)) {
        go_error err;
        go_status status = match_game_play(&m, &plan->conditions, plan->players, &start, &err);
        give_game(r, &m, status, &err);
        match_game_free(&m);
    }
    return NULL;
}

static void run_threads(runner *r, int concurrency)
{
    pthread_t threads[MAX_THREADS];
    int n = 0;
    while (n < concurrency - 1 && n < MAX_THREADS &&
           pthread_create(&threads[n], NULL, play_games, r) == 0)
        n++;
    play_games(r); /* the caller's thread plays too */
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

go_status match_run(const match_plan *plan, match_store *store, const match_run_options *options,
                    match_end *end, int *failing, go_error *err)
{
    runner r;
    go_status status = match_schedule_begin(&r.schedule, plan, store, options, err);
    if (status != GO_OK)
        return status;
    pthread_mutex_init(&r.lock, NULL);
    run_threads(&r, options->concurrency);
    pthread_mutex_destroy(&r.lock);
    return match_schedule_end(&r.schedule, end, failing, err);
}
