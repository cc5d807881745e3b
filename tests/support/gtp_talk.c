#include "tests/support/gtp_talk.h"

#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gtp/json/analysis.h"

gtp_settings quick_settings(void)
{
    gtp_settings s;
    gtp_settings_default(&s);
    s.size = 9;
    s.quiet = true;
    s.search.limits.playouts = 60;
    s.search.threads = 1;
    s.search.tree.memory = 4 << 20;
    s.search.evaluate.prior = PRIOR_UNIFORM;
    s.search.evaluate.playout.policy = PLAYOUT_UNIFORM;
    s.search.choice.resign = false;
    return s;
}

/* ---- transcripts ---- */

static char *run(const gtp_settings *settings, const void *input, size_t n, FILE *talk)
{
    go_error err = {GO_OK, ""};
    gtp_engine *e = NULL;
    char *text = NULL;
    size_t length = 0;
    FILE *in = n ? fmemopen((void *)(uintptr_t)input, n, "r") : fopen("/dev/null", "r");
    FILE *out = open_memstream(&text, &length);
    if (!in || !out || gtp_engine_create(&e, settings, &err) != GO_OK ||
        gtp_run(e, in, out, talk, &err) != GO_OK)
        fail_msg("the engine does not run: %s", err.message);
    gtp_engine_destroy(e);
    fclose(in);
    fclose(out);
    return text;
}

char *transcript_n(const gtp_settings *settings, const void *input, size_t n)
{
    return run(settings, input, n, NULL);
}

char *transcript_and_talk(const gtp_settings *settings, const char *input, char **talk)
{
    size_t n = 0;
    FILE *to = open_memstream(talk, &n);
    if (!to)
        fail_msg("out of memory");
    char *text = run(settings, input, strlen(input), to);
    fclose(to);
    return text;
}

char *transcript(const gtp_settings *settings, const char *input)
{
    return transcript_n(settings, input, strlen(input));
}

void expect_transcript(const char *input, const char *expected)
{
    gtp_settings settings = quick_settings();
    char *got = transcript(&settings, input);
    if (strcmp(got, expected) != 0)
        fail_msg("sent:\n%s\nexpected:\n%s\ngot:\n%s", input, expected, got);
    free(got);
}

void expect_last(const char *input, const char *expected)
{
    gtp_settings s = quick_settings();
    char *got = transcript(&s, input);
    size_t n = strlen(got), m = strlen(expected);
    if (n < m || strcmp(got + n - m, expected) != 0 || (n > m && got[n - m - 1] != '\n'))
        fail_msg("sent:\n%s\nexpected at the end:\n%s\ngot:\n%s", input, expected, got);
    free(got);
}

json_defaults quick_defaults(void)
{
    json_defaults d = {.settings = quick_settings().search, .view = VIEW_SIDE_TO_MOVE};
    d.settings.limits.playouts = 0;
    d.settings.limits.visits = 40;
    return d;
}

char *analysis_transcript(const json_defaults *defaults, const char *input, char **talk)
{
    json_analysis *server;
    char *text = NULL;
    size_t n, m;
    FILE *in = fmemopen((void *)(uintptr_t)input, strlen(input), "r");
    FILE *out = open_memstream(&text, &n), *to = talk ? open_memstream(talk, &m) : NULL;
    assert_int_equal(json_analysis_create(&server, defaults, NULL), GO_OK);
    assert_int_equal(json_analysis_run(server, in, out, to, NULL), GO_OK);
    json_analysis_destroy(server);
    fclose(in);
    fclose(out);
    if (to)
        fclose(to);
    return text;
}

/* ---- sessions ---- */

struct session {
    gtp_engine *engine;
    pthread_t thread;
    FILE *in, *out; /* the engine's ends */
    int to, from;   /* ours */
    go_status status;
    char *buffer, *line, *reply;
    size_t used, capacity;
};

static void *run_session(void *user)
{
    session *s = user;
    s->status = gtp_run(s->engine, s->in, s->out, NULL, NULL);
    fclose(s->out);
    return NULL;
}

session *session_start(const gtp_settings *settings)
{
    session *s = calloc(1, sizeof *s);
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    go_error err;
    if (pipe(in) != 0 || pipe(out) != 0 ||
        gtp_engine_create(&s->engine, settings, &err) != GO_OK)
        fail_msg("the session does not start");
    s->in = fdopen(in[0], "r");
    s->out = fdopen(out[1], "w");
    s->to = in[1];
    s->from = out[0];
    pthread_create(&s->thread, NULL, run_session, s);
    return s;
}

void session_send(session *s, const char *text)
{
    size_t n = strlen(text);
    if (write(s->to, text, n) != (ssize_t)n)
        fail_msg("the engine does not listen to '%s'", text);
}

/* Reads more into the buffer; false at the end. */
static bool read_more(session *s)
{
    struct pollfd wait = {.fd = s->from, .events = POLLIN};
    if (poll(&wait, 1, 20000) <= 0)
        fail_msg("no answer within 20 seconds; so far: '%.*s'", (int)s->used, s->buffer);
    if (s->capacity - s->used < 4096) {
        s->capacity += 65536;
        s->buffer = realloc(s->buffer, s->capacity);
    }
    ssize_t got = read(s->from, s->buffer + s->used, s->capacity - s->used);
    s->used += got > 0 ? (size_t)got : 0;
    return got > 0;
}

const char *session_line(session *s)
{
    char *end;
    while (!s->used || !(end = memchr(s->buffer, '\n', s->used)))
        if (!read_more(s))
            return NULL;
    size_t n = (size_t)(end - s->buffer);
    free(s->line);
    s->line = strndup(s->buffer, n);
    s->used -= n + 1;
    memmove(s->buffer, end + 1, s->used);
    return s->line;
}

const char *session_reply(session *s)
{
    const char *line;
    size_t n = 0;
    free(s->reply);
    s->reply = calloc(1, 1);
    while ((line = session_line(s)) && *line) {
        size_t more = strlen(line);
        s->reply = realloc(s->reply, n + more + 2);
        n += (size_t)sprintf(s->reply + n, "%s%s", n ? "\n" : "", line);
    }
    return s->reply;
}

go_status session_end(session *s)
{
    close(s->to);
    pthread_join(s->thread, NULL);
    go_status status = s->status;
    fclose(s->in);
    close(s->from);
    gtp_engine_destroy(s->engine);
    free(s->buffer);
    free(s->line);
    free(s->reply);
    free(s);
    return status;
}
