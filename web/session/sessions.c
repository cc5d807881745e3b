#include "web/session/sessions.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "web/server/random_id.h"

enum { GRACE_SECONDS = 12 }; /* a page that is loaded again comes back sooner */

struct session {
    sessions *all;
    char id[RANDOM_ID + 1];
    int users;             /* with the lock of `all` */
    events *events;
    pthread_mutex_t lock;  /* while engines are started */
    analyser *analyser[ENGINE_N_KINDS];
    web_player *player[ENGINE_N_KINDS];
};

struct sessions {
    engine_settings settings;
    pthread_mutex_t lock;
    session *open[SESSIONS_MAX];
    bool ended;
};

go_status sessions_create(sessions **out, const engine_settings *settings, go_error *err)
{
    sessions *all = calloc(1, sizeof *all);
    if (!all)
        return go_fail(err, GO_ENOMEM, "out of memory for the pages");
    all->settings = *settings;
    pthread_mutex_init(&all->lock, NULL);
    *out = all;
    return GO_OK;
}

/* ---- one session ---- */

static void destroy_session(session *s)
{
    if (!s)
        return;
    for (int i = 0; i < ENGINE_N_KINDS; i++) {
        analyser_destroy(s->analyser[i]);
        web_player_destroy(s->player[i]);
    }
    events_destroy(s->events);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static go_status new_session(session **out, sessions *all, go_error *err)
{
    session *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a page");
    s->all = all;
    s->users = 1;
    pthread_mutex_init(&s->lock, NULL);
    s->events = events_create();
    go_status status = s->events ? random_id_draw(s->id, err)
                                 : go_fail(err, GO_ENOMEM, "out of memory for a page");
    if (status == GO_OK)
        *out = s;
    else
        destroy_session(s);
    return status;
}

const char *session_id(const session *s)
{
    return s->id;
}

events *session_events(session *s)
{
    return s->events;
}

go_status session_analyser(session *s, engine_kind kind, analyser **out, go_error *err)
{
    go_status status = GO_OK;
    pthread_mutex_lock(&s->lock);
    if (!s->analyser[kind])
        status = analyser_create(&s->analyser[kind], &s->all->settings, kind, s->events, err);
    *out = s->analyser[kind];
    pthread_mutex_unlock(&s->lock);
    return status;
}

go_status session_player(session *s, engine_kind kind, web_player **out, go_error *err)
{
    go_status status = GO_OK;
    pthread_mutex_lock(&s->lock);
    if (!s->player[kind])
        status = web_player_create(&s->player[kind], &s->all->settings, kind, s->events, err);
    *out = s->player[kind];
    pthread_mutex_unlock(&s->lock);
    return status;
}

void session_stop(session *s, engine_kind kind)
{
    pthread_mutex_lock(&s->lock);
    if (s->analyser[kind])
        analyser_stop(s->analyser[kind]);
    pthread_mutex_unlock(&s->lock);
}

void session_stop_all(session *s)
{
    for (int i = 0; i < ENGINE_N_KINDS; i++)
        session_stop(s, (engine_kind)i);
}

void session_hurry(session *s)
{
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < ENGINE_N_KINDS; i++)
        if (s->player[i])
            web_player_hurry(s->player[i]);
    pthread_mutex_unlock(&s->lock);
}

/* ---- all of them ---- */

/* With the lock. */
static session *find(sessions *all, const char *id)
{
    for (int i = 0; id && i < SESSIONS_MAX; i++)
        if (all->open[i] && strcmp(all->open[i]->id, id) == 0)
            return all->open[i];
    return NULL;
}

go_status sessions_find(sessions *all, const char *id, session **out, go_error *err)
{
    pthread_mutex_lock(&all->lock);
    *out = find(all, id);
    if (*out)
        (*out)->users++;
    pthread_mutex_unlock(&all->lock);
    return *out ? GO_OK
                : go_fail(err, GO_EEMPTY, "the session of this page has ended; reload the page");
}

/* With the lock: a place that is free, or else that of the page that has been gone longest.
 * -1: all pages are there.                                                    */
static int find_place(const sessions *all)
{
    int longest = -1;
    for (int i = 0; i < SESSIONS_MAX; i++) {
        const session *s = all->open[i];
        if (!s)
            return i;
        if (s->users == 0 &&
            (longest < 0 || events_alone(s->events) > events_alone(all->open[longest]->events)))
            longest = i;
    }
    return longest;
}

/* With the lock.  *gone: the session that made room, or NULL. */
static go_status add_session(sessions *all, session **out, session **gone, go_error *err)
{
    const int place = find_place(all);
    if (all->ended)
        return go_fail(err, GO_EEMPTY, "the program is shutting down");
    if (place < 0)
        return go_fail(err, GO_EEMPTY,
                       "%d pages are open, the most that this server allows; close one",
                       SESSIONS_MAX);
    GO_TRY(new_session(out, all, err));
    *gone = all->open[place];
    all->open[place] = *out;
    return GO_OK;
}

go_status sessions_open(sessions *all, const char *id, session **out, go_error *err)
{
    session *gone = NULL;
    go_status status = GO_OK;
    sessions_sweep(all);
    pthread_mutex_lock(&all->lock);
    *out = find(all, id);
    if (*out)
        (*out)->users++;
    else
        status = add_session(all, out, &gone, err);
    pthread_mutex_unlock(&all->lock);
    destroy_session(gone);
    return status;
}

void session_release(session *s)
{
    pthread_mutex_lock(&s->all->lock);
    s->users--;
    pthread_mutex_unlock(&s->all->lock);
}

/* A page that has gone while its engine thinks: the request for the move keeps the session, so the
 * search has to end before a later sweep can end the session.                 */
static void end_searches(session *s)
{
    session_stop_all(s);
    session_hurry(s);
}

int sessions_sweep(sessions *all)
{
    session *gone[SESSIONS_MAX] = {0};
    int left = 0;
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < SESSIONS_MAX; i++) {
        session *s = all->open[i];
        const bool deserted = s && events_alone(s->events) > GRACE_SECONDS;
        if (deserted && s->users > 0)
            end_searches(s);
        else if (deserted) {
            gone[i] = s;
            all->open[i] = NULL;
        }
        left += all->open[i] != NULL;
    }
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < SESSIONS_MAX; i++)
        destroy_session(gone[i]); /* waits for its engines */
    return left;
}

void sessions_end(sessions *all)
{
    pthread_mutex_lock(&all->lock);
    all->ended = true;
    for (int i = 0; i < SESSIONS_MAX; i++)
        if (all->open[i]) {
            events_add(all->open[i]->events, "bye", "{}", false, 0);
            events_end(all->open[i]->events);
            end_searches(all->open[i]);
        }
    pthread_mutex_unlock(&all->lock);
}

bool sessions_quiet(sessions *all)
{
    bool quiet = true;
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < SESSIONS_MAX; i++)
        quiet = quiet && (!all->open[i] || all->open[i]->users == 0);
    pthread_mutex_unlock(&all->lock);
    return quiet;
}

void sessions_destroy(sessions *all)
{
    if (!all)
        return;
    for (int i = 0; i < SESSIONS_MAX; i++)
        destroy_session(all->open[i]);
    pthread_mutex_destroy(&all->lock);
    free(all);
}
