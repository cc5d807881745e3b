#include "match/run.h"

#include <pthread.h>

#include "match/game/play.h"

enum { MAX_THREADS = 256 };

/* What the threads share, all of it under `lock`. */
typedef struct runner {
    match_schedule schedule;
    pthread_mutex_t lock;
} runner;

static void *play_games(void *shared)
{
    runner *r = shared;
    match_schedule *s = &r->schedule;
    const match_plan *plan = s->plan;
    match_game m;
    opening start;
    int64_t number;
    pthread_mutex_lock(&r->lock);
    while (match_schedule_take(s, &number)) {
        match_plan_game(plan, number, &m);
        openings_get(plan->openings, m.opening, &start);
        pthread_mutex_unlock(&r->lock);
        go_error err;
        go_status status = match_game_play(&m, &plan->conditions, plan->players, &start, &err);
        pthread_mutex_lock(&r->lock);
        if (status == GO_OK)
            match_schedule_add(s, &m);
        else
            match_schedule_fail(s, status, err.message);
        match_game_free(&m);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

go_status match_run(const match_plan *plan, match_store *store, const match_run_options *options,
                    match_end *end, int *failing, go_error *err)
{
    runner r;
    pthread_t threads[MAX_THREADS];
    int n = 0;
    GO_TRY(match_schedule_begin(&r.schedule, plan, store, options, err));
    pthread_mutex_init(&r.lock, NULL);
    while (n < options->concurrency - 1 && n < MAX_THREADS &&
           pthread_create(&threads[n], NULL, play_games, &r) == 0)
        n++;
    play_games(&r); /* the caller's thread plays too */
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&r.lock);
    return match_schedule_end(&r.schedule, end, failing, err);
}
