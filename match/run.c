#include "match/run.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/interrupt.h"

enum { MAX_THREADS = 256 };

/* ---- the schedule ---- */

bool match_is_decided(const match_store *store, const sprt_test *test)
{
    match_tally t;
    int decision;
    return test->on && match_tally_test(store, test, &t, &decision, NULL) == GO_OK && decision != 0;
}

go_status match_schedule_begin(match_schedule *s, const match_plan *plan, match_store *store,
                               const match_run_options *options, go_error *err)
{
    *s = (match_schedule){.plan = plan, .options = options, .store = store, .failing = -1};
    s->in_a_row = calloc((size_t)plan->n_players, sizeof *s->in_a_row);
    if (!s->in_a_row)
        return go_fail(err, GO_ENOMEM, "out of memory for a match");
    if (match_is_decided(store, &options->test)) {
        s->stopped = true;
        s->end = MATCH_DECIDED;
    }
    return GO_OK;
}

static void stop(match_schedule *s, match_end end)
{
    if (!s->stopped)
        s->end = end;
    s->stopped = true;
}

bool match_schedule_take(match_schedule *s, match_game *m)
{
    const match_run_options *options = s->options;
    while (match_store_find(s->store, s->next))
        s->next++;
    if (interrupt_requested())
        stop(s, MATCH_INTERRUPTED);
    if (s->stopped || s->next >= options->games)
        return false;
    match_plan_game(s->plan, s->next++, m);
    if (options->choose) {
        go_error err;
        go_status status = options->choose(options->user, s->store, m, m->keys, &err);
        if (status != GO_OK)
            match_schedule_fail(s, status, err.message);
    }
    return !s->stopped;
}

static void count_failures(match_schedule *s, const match_game *m)
{
    colour loser = opponent(m->winner == EMPTY ? BLACK : m->winner);
    for (int c = BLACK; c <= WHITE; c++) {
        int who = m->side[c].player;
        bool failed = m->end >= END_START && c == (int)loser;
        if (!failed && m->side[c].moves == 0)
            continue; /* the other failed before this one could show itself */
        s->in_a_row[who] = failed ? s->in_a_row[who] + 1 : 0;
        if (s->in_a_row[who] >= s->options->failures && s->options->failures > 0) {
            s->failing = who;
            stop(s, MATCH_FAILING);
        }
    }
}

void match_schedule_add(match_schedule *s, const match_game *m)
{
    go_error err;
    go_status status = match_store_add(s->store, m, &err);
    if (status != GO_OK) {
        match_schedule_fail(s, status, err.message);
        return;
    }
    count_failures(s, m);
    if (match_is_decided(s->store, &s->options->test))
        stop(s, MATCH_DECIDED);
    if (s->options->on_game)
        s->options->on_game(s->options->user, s->store, m);
}

void match_schedule_fail(match_schedule *s, go_status status, const char *message)
{
    if (status == GO_EINTR) {
        stop(s, MATCH_INTERRUPTED);
        return;
    }
    if (s->status == GO_OK)
        s->status = go_fail(&s->err, status, "%s", message);
    s->stopped = true;
}

go_status match_schedule_end(match_schedule *s, match_end *end, int *failing, go_error *err)
{
    free(s->in_a_row);
    *end = s->end;
    *failing = s->failing;
    return s->status == GO_OK ? GO_OK : go_fail(err, s->status, "%s", s->err.message);
}

/* ---- threads ---- */

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
    pthread_mutex_lock(&r->lock);
    while (match_schedule_take(s, &m)) {
        openings_get(plan->openings, m.opening, &start);
        pthread_mutex_unlock(&r->lock);
        go_error err;
        go_status status = match_plan_play(plan, &m, &start, &err);
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
