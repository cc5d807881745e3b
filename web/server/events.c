#include "web/server/events.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"

enum { BYTES_MAX = 64 << 20, SILENCE_SECONDS = 1 };

typedef struct event {
    struct event *next;
    const char *name; /* borrowed */
    bool fleeting;
    int key;
    size_t n, sent;
    char text[];      /* [n], as it is sent */
} event;

struct events {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    event *first, *last;
    size_t bytes;
    bool ended;
    int reader;       /* the number of the newest one */
    bool read;        /* it is there */
    double since;     /* when the last one has gone */
};

events *events_create(void)
{
    events *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    pthread_mutex_init(&e->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&e->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    e->since = clock_now();
    return e;
}

void events_destroy(events *e)
{
    if (!e)
        return;
    for (event *at = e->first, *next; at; at = next) {
        next = at->next;
        free(at);
    }
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

static event *event_of(const char *name, const char *data)
{
    size_t n = strlen("event: \ndata: \n\n") + strlen(name) + strlen(data);
    event *made = malloc(sizeof *made + n + 1);
    if (!made)
        return NULL;
    *made = (event){.name = name, .n = n};
    snprintf(made->text, n + 1, "event: %s\ndata: %s\n\n", name, data);
    return made;
}

/* Takes out the event that this one replaces, unless a part of it has been sent. */
static void drop_replaced(events *e, const event *by)
{
    for (event **at = &e->first, *before = NULL; *at; before = *at, at = &(*at)->next) {
        event *old = *at;
        if (!old->fleeting || old->key != by->key || old->sent || strcmp(old->name, by->name) != 0)
            continue;
        *at = old->next;
        if (e->last == old)
            e->last = before;
        e->bytes -= old->n;
        free(old);
        return;
    }
}

void events_add(events *e, const char *name, const char *data, bool fleeting, int key)
{
    event *made = event_of(name, data);
    if (!made)
        return;
    made->fleeting = fleeting;
    made->key = key;
    pthread_mutex_lock(&e->lock);
    if (fleeting)
        drop_replaced(e, made);
    if (e->ended || e->bytes + made->n > BYTES_MAX)
        free(made);
    else {
        if (e->last)
            e->last->next = made;
        else
            e->first = made;
        e->last = made;
        e->bytes += made->n;
    }
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

void events_end(events *e)
{
    pthread_mutex_lock(&e->lock);
    e->ended = true;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

int events_open(events *e)
{
    pthread_mutex_lock(&e->lock);
    int reader = ++e->reader;
    e->read = true;
    if (e->first)
        e->first->sent = 0; /* the connection that had a part of it is gone */
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    return reader;
}

void events_close(events *e, int reader)
{
    pthread_mutex_lock(&e->lock);
    if (reader == e->reader) {
        e->read = false;
        e->since = clock_now();
    }
    pthread_mutex_unlock(&e->lock);
}

double events_alone(events *e)
{
    pthread_mutex_lock(&e->lock);
    double alone = e->read ? 0 : clock_now() - e->since;
    pthread_mutex_unlock(&e->lock);
    return alone;
}

/* Sends from the first events; the caller holds the lock. */
static size_t take_events(events *e, char *to, size_t most)
{
    size_t n = 0;
    while (e->first && n < most) {
        event *at = e->first;
        size_t part = at->n - at->sent < most - n ? at->n - at->sent : most - n;
        memcpy(to + n, at->text + at->sent, part);
        at->sent += part;
        n += part;
        if (at->sent < at->n)
            break;
        e->first = at->next;
        if (!e->first)
            e->last = NULL;
        e->bytes -= at->n;
        free(at);
    }
    return n;
}

ssize_t events_next(events *e, int reader, char *to, size_t most)
{
    static const char silence[] = ":\n\n";
    struct timespec until;
    ssize_t n = -1;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += SILENCE_SECONDS;
    pthread_mutex_lock(&e->lock);
    int waited = 0;
    while (reader == e->reader && !e->first && !e->ended && waited == 0)
        waited = pthread_cond_timedwait(&e->changed, &e->lock, &until);
    if (reader == e->reader) {
        if (e->first)
            n = (ssize_t)take_events(e, to, most);
        else if (!e->ended && most >= sizeof silence - 1) {
            n = sizeof silence - 1;
            memcpy(to, silence, sizeof silence - 1);
        }
    }
    pthread_mutex_unlock(&e->lock);
    return n;
}
