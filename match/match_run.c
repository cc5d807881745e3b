#include "match/match_run.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/interrupt.h"

enum { MAX_THREADS = 256 };

/* What the threads share; all but the constants under `lock`. */
typedef struct runner {
    const match_plan *plan;
    const match_run_options *options;
    match_store *store;
    pthread_mutex_t lock;
    int64_t next;      /* the first number not given out yet */
    bool stopped;      /* no further game begins */
    match_end end;
    int failing;
    int *in_a_row;     /* [n_players] failures since the last game without one */
    go_status status;
    go_error err;
} runner;

/* ---- the test ---- */

bool match_is_decided(const match_store *store, const sprt_test *test)
{
    match_tally t;
    return test->on &&
           match_tally_count(store, match_store_count(store), 0, 1, &t, NULL) == GO_OK &&
           match_tally_decision(&t, test) != 0;
}

/* ---- giving out and taking in ---- */

static void stop(runner *r, match_end end)
{
    if (!r->stopped)
        r->end = end;
    r->stopped = true;
}

static void fail(runner *r, go_status status, const go_error *err)
{
    if (r->status == GO_OK) {
        r->status = status;
        r->err = *err;
    }
    r->stopped = true;
}

/* The next game that is missing.  False: there is none, or it is time to stop.  */
static bool take_game(runner *r, match_game *m, opening *start)
{
    pthread_mutex_lock(&r->lock);
    while (match_store_has(r->store, r->next))
        r->next++;
    if (interrupt_requested())
        stop(r, MATCH_INTERRUPTED);
    bool more = !r->stopped && r->next < r->options->games;
    if (more) {
        match_plan_game(r->plan, r->next++, m);
        openings_get(r->plan->openings, m->opening, start);
    }
    pthread_mutex_unlock(&r->lock);
    return more;
}

static void count_failures(runner *r, const match_game *m)
{
    colour loser = opponent(m->winner == EMPTY ? BLACK : m->winner);
    for (int c = BLACK; c <= WHITE; c++) {
        int who = m->side[c].player;
        bool failed = m->end >= END_START && c == (int)loser;
        if (!failed && m->side[c].moves == 0)
            continue; /* the other failed before this one could show itself */
        r->in_a_row[who] = failed ? r->in_a_row[who] + 1 : 0;
        if (r->in_a_row[who] >= r->options->failures && r->options->failures > 0) {
            r->failing = who;
            stop(r, MATCH_FAILING);
        }
    }
}

static void save_game(runner *r, const match_game *m)
{
    go_error err;
    pthread_mutex_lock(&r->lock);
    go_status status = match_store_add(r->store, m, &err);
    if (status != GO_OK)
        fail(r, status, &err);
    else {
        count_failures(r, m);
        if (match_is_decided(r->store, &r->options->test))
            stop(r, MATCH_DECIDED);
        if (r->options->on_game)
            r->options->on_game(r->options->user, r->store, m);
    }
    pthread_mutex_unlock(&r->lock);
}

static void not_played(runner *r, go_status status, const go_error *err)
{
    pthread_mutex_lock(&r->lock);
    if (status == GO_EINTR)
        stop(r, MATCH_INTERRUPTED);
    else
        fail(r, status, err);
    pthread_mutex_unlock(&r->lock);
}

static void *play_games(void *shared)
{
    runner *r = shared;
    match_game m;
    opening start;
    while (take_game(r, &m, &start)) {
        go_error err;
        go_status status = match_game_play(&m, &r->plan->conditions, r->plan->players, &start,
                                           &err);
        if (status == GO_OK)
            save_game(r, &m);
        else
            not_played(r, status, &err);
        match_game_free(&m);
    }
    return NULL;
}

/* ---- all ---- */

static void run_threads(runner *r)
{
    pthread_t threads[MAX_THREADS];
    int wanted = r->options->concurrency < MAX_THREADS ? r->options->concurrency : MAX_THREADS;
    int n = 0;
    while (n < wanted - 1 && pthread_create(&threads[n], NULL, play_games, r) == 0)
        n++;
    play_games(r); /* the caller's thread plays too */
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

go_status match_run(const match_plan *plan, match_store *store, const match_run_options *options,
                    match_end *end, int *failing, go_error *err)
{
    runner r = {.plan = plan, .options = options, .store = store, .failing = -1};
    if (match_is_decided(store, &options->test))
        stop(&r, MATCH_DECIDED);
    r.in_a_row = calloc((size_t)plan->n_players, sizeof *r.in_a_row);
    if (!r.in_a_row)
        return go_fail(err, GO_ENOMEM, "out of memory for a match");
    pthread_mutex_init(&r.lock, NULL);
    run_threads(&r);
    pthread_mutex_destroy(&r.lock);
    free(r.in_a_row);
    *end = r.end;
    *failing = r.failing;
    return r.status == GO_OK ? GO_OK : go_fail(err, r.status, "%s", r.err.message);
}

/* ---- before the match ---- */

static go_status check_player(const match_plan *plan, const player *p, go_error *err)
{
    char command[PLAYER_COMMAND];
    gtp_client *c;
    double seconds = plan->conditions.hang_timeout;
    go_status status = gtp_client_start(&c, player_command(p, 1, command), err);
    if (status != GO_OK)
        return status;
    gtp_answer answer = gtp_client_ask(c, seconds, "protocol_version");
    if (answer <= GTP_NO)
        answer = gtp_client_ask(c, seconds, "boardsize %d", plan->conditions.size);
    if (answer == GTP_STOPPED)
        status = go_fail(err, GO_EINTR, "interrupted");
    else if (answer != GTP_YES)
        status = go_fail(err, GO_EUNSUPPORTED, "%s cannot play: it %s (started as: %.300s)",
                         p->name, gtp_client_fault(c), command);
    gtp_client_end(c, 1);
    return status;
}

go_status match_check_players(const match_plan *plan, go_error *err)
{
    go_status status = GO_OK;
    for (int i = 0; i < plan->n_players && status == GO_OK; i++)
        status = check_player(plan, &plan->players[i], err);
    return status;
}
