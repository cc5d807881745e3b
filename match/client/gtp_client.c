#include "match/client/gtp_client.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/utf8.h"
#include "match/client/process.h"

enum {
    MAX_ANSWER = 1 << 20, /* bytes; more is nonsense */
    MAX_COMMAND = 1 << 14,
    BLOCK = 4096,  /* bytes read at once */
    ROOM = MAX_ANSWER + BLOCK + 1, /* for a whole answer: none is lost for want of memory */
    QUOTE = 61,    /* bytes quoted of a wrong answer */
    SLICE_MS = 50, /* between two checks for an interruption */
    GRACE_MS = 200 /* how long after a program's end an interruption may come */
};

struct gtp_client {
    process program;
    char *answer; /* [ROOM], what came from it, 0-terminated */
    size_t length;
    const char *text;     /* into `answer`, or "" */
    char *commands;       /* "name\nname..." from list_commands; NULL: unknown */
    double seconds;
    gtp_answer last;      /* how the last question ended */
    char fault[600];
};

go_status gtp_client_start(gtp_client **out, const char *command, go_error *err)
{
    gtp_client *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c || !(c->answer = malloc(ROOM))) {
        free(c);
        return go_fail(err, GO_ENOMEM, "out of memory for a Go program");
    }
    c->answer[0] = '\0';
    c->text = "";
    go_status status = process_start(&c->program, command, err);
    if (status == GO_OK)
        *out = c;
    else
        gtp_client_end(c, 0);
    return status;
}

void gtp_client_end(gtp_client *c, double grace)
{
    if (!c)
        return;
    process_end(&c->program, "quit\n", grace);
    free(c->answer);
    free(c->commands);
    free(c);
}

/* ---- reading ---- */

/* Drops carriage returns and other control characters. */
static void append(gtp_client *c, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)bytes[i] >= ' ' || bytes[i] == '\n' || bytes[i] == '\t')
            c->answer[c->length++] = bytes[i];
    c->answer[c->length] = '\0';
}

/* Reads what is available.  False: the program closed its output. */
static bool read_some(gtp_client *c)
{
    char block[BLOCK];
    ssize_t n = read(c->program.from, block, sizeof block);
    if (n > 0)
        append(c, block, (size_t)n);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Where the answer in the buffer begins: after empty lines. */
static size_t answer_start(const gtp_client *c)
{
    return strspn(c->answer, "\n\t ");
}

static bool is_complete(const gtp_client *c)
{
    size_t start = answer_start(c);
    return start < c->length && strstr(c->answer + start, "\n\n") != NULL;
}

/* ---- faults ---- */

/* The first line of what was said, for a sentence.  Returns `out`. */
static const char *quote(const char *said, char out[QUOTE])
{
    snprintf(out, QUOTE, "%.*s", (int)strcspn(said, "\n"), said);
    return out;
}

/* Makes one line of an error that may have several. */
static void join_lines(char *text)
{
    for (; *text; text++)
        if (*text == '\n' || *text == '\t')
            *text = ' ';
}

static gtp_answer fault(gtp_client *c, gtp_answer answer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static gtp_answer fault(gtp_client *c, gtp_answer answer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(c->fault, sizeof c->fault, format, args);
    va_end(args);
    bool ill = answer == GTP_DIED || answer == GTP_LATE;
    if (ill && c->program.error_line[0] && n > 0 && (size_t)n < sizeof c->fault)
        snprintf(c->fault + n, sizeof c->fault - (size_t)n, "; its last words: %s",
                 c->program.error_line);
    join_lines(c->fault);
    utf8_mend(c->fault);
    c->text = "";
    return answer;
}

/* A shutdown may end the program before it reaches us: that is no crash. */
static gtp_answer died(gtp_client *c, const char *command)
{
    char how[128];
    for (int i = 0; i < GRACE_MS && !interrupt_requested(); i++)
        usleep(1000);
    if (interrupt_requested())
        return fault(c, GTP_STOPPED, "was interrupted");
    process_how_it_ended(&c->program, how, sizeof how);
    process_read_errors(&c->program);
    return fault(c, GTP_DIED, "ended at '%.60s' (%s)", command, how);
}

/* ---- asking ---- */

/* Waits until the program can be read (or written to).  False: the time is over. */
static bool wait_for(gtp_client *c, bool writing, double until)
{
    double left = until - clock_now();
    int ms = left > SLICE_MS / 1000.0 ? SLICE_MS : left > 0 ? (int)ceil(1000 * left) : 0;
    struct pollfd fds[3] = {{c->program.from, POLLIN, 0}, {c->program.errors, POLLIN, 0},
                            {-1, POLLOUT, 0}};
    if (writing)
        fds[2].fd = c->program.to;
    poll(fds, 3, ms);
    if (fds[1].revents)
        process_read_errors(&c->program);
    return left > 0 || fds[0].revents;
}

static gtp_answer late(gtp_client *c, const char *command, double seconds)
{
    return fault(c, GTP_LATE, "did not answer '%.60s' within %.4g s", command, seconds);
}

/* Discards the newlines left by an earlier answer.  Anything else means that questions
 * and answers are out of step.  A program that never stops talking is not read to its end. */
static gtp_answer begin(gtp_client *c, const char *command)
{
    c->length = 0;
    c->answer[0] = '\0';
    for (int n = 0; n < MAX_ANSWER / BLOCK && read_some(c) && !is_complete(c); n++) {
        struct pollfd fd = {c->program.from, POLLIN, 0};
        if (poll(&fd, 1, 0) <= 0 || !(fd.revents & POLLIN))
            break;
    }
    char said[QUOTE];
    size_t start = answer_start(c);
    if (start < c->length)
        return fault(c, GTP_NONSENSE, "spoke before it was asked '%.60s': '%s'", command,
                     quote(c->answer + start, said));
    c->length = 0;
    return GTP_YES;
}

static gtp_answer send_line(gtp_client *c, const char *command, double until, double seconds)
{
    char line[MAX_COMMAND + 2];
    snprintf(line, sizeof line, "%s\n", command);
    size_t length = strlen(line), sent = 0;
    while (sent < length) {
        ssize_t n = write(c->program.to, line + sent, length - sent);
        if (n > 0) {
            sent += (size_t)n;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            return died(c, command);
        if (interrupt_requested())
            return fault(c, GTP_STOPPED, "was interrupted");
        if (!wait_for(c, true, until))
            return late(c, command, seconds);
    }
    return GTP_YES;
}

static gtp_answer receive(gtp_client *c, const char *command, double until, double seconds)
{
    char said[QUOTE];
    while (!is_complete(c)) {
        if (interrupt_requested())
            return fault(c, GTP_STOPPED, "was interrupted");
        bool in_time = wait_for(c, false, until);
        if (!read_some(c) && !is_complete(c))
            return died(c, command);
        if (c->length > MAX_ANSWER)
            return fault(c, GTP_NONSENSE, "answered '%.60s' with more than %d bytes", command,
                         MAX_ANSWER);
        size_t start = answer_start(c);
        if (start < c->length && c->answer[start] != '=' && c->answer[start] != '?')
            return fault(c, GTP_NONSENSE, "answered '%.60s' with '%s'", command,
                         quote(c->answer + start, said));
        if (!in_time && !is_complete(c))
            return late(c, command, seconds);
    }
    return GTP_YES;
}

/* Cuts the text out of a complete answer.  Our questions have no number, so an answer
 * with one belongs to another question.                                        */
static gtp_answer understand(gtp_client *c, const char *command)
{
    utf8_mend(c->answer);
    char *start = c->answer + answer_start(c), *end = strstr(start, "\n\n");
    char said[QUOTE];
    if (end[2 + strspn(end + 2, "\n\t ")] != '\0')
        return fault(c, GTP_NONSENSE, "gave two answers to '%.60s'", command);
    if (start[1] >= '0' && start[1] <= '9')
        return fault(c, GTP_NONSENSE, "answered '%.60s', which has no number, with '%s'", command,
                     quote(start, said));
    char *text = start + 1 + strspn(start + 1, " \t\n");
    while (end > text && strchr(" \t\n", end[-1]))
        end--;
    *(end > text ? end : text) = '\0';
    c->text = text;
    if (*start == '=')
        return GTP_YES;
    snprintf(c->fault, sizeof c->fault, "answered '%.60s' with an error: %.300s", command, text);
    join_lines(c->fault);
    utf8_mend(c->fault);
    return GTP_NO;
}

gtp_answer gtp_client_ask(gtp_client *c, double seconds, const char *format, ...)
{
    char command[MAX_COMMAND];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    c->seconds = 0;
    if (c->last >= GTP_DIED)
        return c->last;
    c->fault[0] = '\0';
    c->text = "";
    double began = clock_now(), until = began + seconds;
    gtp_answer answer = begin(c, command);
    if (answer == GTP_YES)
        answer = send_line(c, command, until, seconds);
    if (answer == GTP_YES)
        answer = receive(c, command, until, seconds);
    if (answer == GTP_YES)
        answer = understand(c, command);
    c->seconds = clock_now() - began;
    return c->last = answer;
}

const char *gtp_client_text(const gtp_client *c)
{
    return c->text;
}

double gtp_client_seconds(const gtp_client *c)
{
    return c->seconds;
}

const char *gtp_client_fault(const gtp_client *c)
{
    return c->fault;
}

/* ---- what it knows ---- */

bool gtp_client_knows(gtp_client *c, const char *command, double seconds)
{
    if (!c->commands && gtp_client_ask(c, seconds, "list_commands") == GTP_YES)
        c->commands = strdup(c->text);
    size_t n = strlen(command);
    for (const char *at = c->commands; at && (at = strstr(at, command)) != NULL; at += n)
        if ((at == c->commands || at[-1] == '\n') && (at[n] == '\n' || at[n] == '\0'))
            return true;
    if (c->commands)
        return false;
    return gtp_client_ask(c, seconds, "known_command %s", command) == GTP_YES &&
           strcmp(c->text, "true") == 0;
}
