#include "web/engine/pipes.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/file_fault.h"

/* The two ends of a pipe as streams. */
typedef struct stream {
    FILE *from, *to;
} stream;

struct pipes {
    pipes_engine engine;
    stream in, out, talk;
    pthread_t runs, reads, hears;
    int n_threads;
};

static go_status open_stream(stream *s, go_error *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return go_fail(err, GO_EIO, "cannot create a pipe: %s%s", strerror(errno),
                       file_advice(errno));
    s->from = fdopen(ends[0], "r");
    s->to = fdopen(ends[1], "w");
    if (!s->from)
        close(ends[0]);
    if (!s->to)
        close(ends[1]);
    return s->from && s->to ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for a pipe");
}

static void close_end(FILE **end)
{
    if (*end)
        fclose(*end);
    *end = NULL;
}

/* ---- the threads ---- */

static void *run_engine(void *user)
{
    pipes *p = user;
    p->engine.run(p->engine.user, p->in.from, p->out.to, p->talk.to);
    close_end(&p->in.from); /* whoever writes to it learns that it has ended */
    close_end(&p->out.to);  /* the readers end */
    close_end(&p->talk.to);
    return NULL;
}

/* To the end, or until there is no memory for a line: then the engine learns that nobody reads,
 * instead of waiting for ever.                                                */
static void read_lines(FILE **from, void (*tell)(void *user, const char *line), void *user)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t n;
    while ((n = getline(&line, &capacity, *from)) >= 0) {
        if (n > 0 && line[n - 1] == '\n')
            line[n - 1] = '\0';
        tell(user, line);
    }
    close_end(from);
    free(line);
}

static void *read_out(void *user)
{
    pipes *p = user;
    read_lines(&p->out.from, p->engine.line, p->engine.user);
    return NULL;
}

static void *read_talk(void *user)
{
    pipes *p = user;
    read_lines(&p->talk.from, p->engine.said, p->engine.user);
    return NULL;
}

static go_status start_threads(pipes *p, go_error *err)
{
    if (pthread_create(&p->reads, NULL, read_out, p) != 0)
        return go_fail(err, GO_EIO, "cannot start a thread");
    p->n_threads = 1;
    if (pthread_create(&p->hears, NULL, read_talk, p) != 0)
        return go_fail(err, GO_EIO, "cannot start a thread");
    p->n_threads = 2;
    if (pthread_create(&p->runs, NULL, run_engine, p) != 0)
        return go_fail(err, GO_EIO, "cannot start a thread");
    p->n_threads = 3;
    return GO_OK;
}

/* ---- start and end ---- */

go_status pipes_start(pipes **out, const pipes_engine *engine, go_error *err)
{
    pipes *p = calloc(1, sizeof *p);
    if (!p)
        return go_fail(err, GO_ENOMEM, "out of memory for an engine");
    p->engine = *engine;
    go_status status = open_stream(&p->in, err);
    if (status == GO_OK)
        status = open_stream(&p->out, err);
    if (status == GO_OK)
        status = open_stream(&p->talk, err);
    if (status == GO_OK)
        status = start_threads(p, err);
    if (status != GO_OK) {
        pipes_end(p);
        return status;
    }
    *out = p;
    return GO_OK;
}

bool pipes_send(pipes *p, const char *line)
{
    if (!p)
        return false;
    fputs(line, p->in.to);
    fputc('\n', p->in.to);
    return fflush(p->in.to) == 0;
}

void pipes_end(pipes *p)
{
    if (!p)
        return;
    close_end(&p->in.to);
    if (p->n_threads == 3)
        pthread_join(p->runs, NULL);
    close_end(&p->out.to); /* where the engine's thread has not done it */
    close_end(&p->talk.to);
    if (p->n_threads >= 1)
        pthread_join(p->reads, NULL);
    if (p->n_threads >= 2)
        pthread_join(p->hears, NULL);
    close_end(&p->in.from);
    close_end(&p->out.from);
    close_end(&p->talk.from);
    free(p);
}
