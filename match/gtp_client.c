#include "match/gtp_client.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"

extern char **environ;

enum {
    MAX_ANSWER = 1 << 20, /* bytes; more is nonsense */
    MAX_COMMAND = 1 << 14,
    MAX_ERROR_LINE = 200,
    SLICE_MS = 50         /* how often an interruption is looked for */
};

struct gtp_client {
    pid_t pid;            /* also its process group; 0: it was waited for */
    int to, from, errors; /* its standard input, output and error; -1: closed */
    char *answer;         /* [capacity], what came from it, 0-terminated */
    size_t length, capacity;
    const char *text;     /* into `answer`, or "" */
    char *commands;       /* "\nname\n...\n" from list_commands; NULL: not asked */
    double seconds;
    char error_line[MAX_ERROR_LINE]; /* the last line on its standard error */
    size_t error_length;
    bool error_ended;     /* a new line begins with the next byte */
    char fault[600];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- starting ---- */

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Signals as a fresh program expects them, and a process group of its own. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &defaults);
    posix_spawnattr_setpgroup(attributes, 0);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                    POSIX_SPAWN_SETPGROUP);
}

static int spawn(pid_t *pid, const char *command, int in, int out, int errors)
{
    char shell[] = "/bin/sh", option[] = "-c";
    char *argv[] = {shell, option, (char *)command, NULL}; /* not changed by spawn */
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    int error = set_attributes(&attributes);
    if (error == 0)
        error = posix_spawn(pid, shell, &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Our ends must not be inherited by other programs started meanwhile: a pipe
 * that a stranger holds open never ends.                                      */
static go_status make_pipes(int pipes[3][2], go_error *err)
{
    for (int i = 0; i < 3; i++)
        pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < 3; i++)
        if (pipe2(pipes[i], O_CLOEXEC) != 0)
            return go_fail(err, GO_EIO, "cannot make a pipe to a Go program: %s", strerror(errno));
    return GO_OK;
}

static go_status connect_program(gtp_client *c, const char *command, go_error *err)
{
    int pipes[3][2];
    go_status status = make_pipes(pipes, err);
    if (status == GO_OK) {
        int error = spawn(&c->pid, command, pipes[0][0], pipes[1][1], pipes[2][1]);
        if (error)
            status = go_fail(err, GO_EIO, "cannot start '%s': %s", command, strerror(error));
    }
    close_fd(&pipes[0][0]);
    close_fd(&pipes[1][1]);
    close_fd(&pipes[2][1]);
    c->to = pipes[0][1];
    c->from = pipes[1][0];
    c->errors = pipes[2][0];
    for (int i = 0; i < 3 && status == GO_OK; i++)
        fcntl((int[]){c->to, c->from, c->errors}[i], F_SETFL, O_NONBLOCK);
    return status;
}

go_status gtp_client_start(gtp_client **out, const char *command, go_error *err)
{
    gtp_client *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return go_fail(err, GO_ENOMEM, "out of memory for a Go program");
    c->to = c->from = c->errors = -1;
    c->text = "";
    go_status status = connect_program(c, command, err);
    if (status == GO_OK)
        *out = c;
    else
        gtp_client_end(c, 0);
    return status;
}

/* ---- reading ---- */

/* Keeps the last line that is not empty. */
static void keep_errors(gtp_client *c, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool ends = bytes[i] == '\n' || bytes[i] == '\r';
        if (ends || (unsigned char)bytes[i] < ' ') {
            c->error_ended |= ends;
            continue;
        }
        if (c->error_ended)
            c->error_length = 0;
        c->error_ended = false;
        if (c->error_length + 1 < sizeof c->error_line)
            c->error_line[c->error_length++] = bytes[i];
        c->error_line[c->error_length] = '\0';
    }
}

static void read_errors(gtp_client *c)
{
    char block[4096];
    ssize_t n = 0;
    while (c->errors >= 0 && (n = read(c->errors, block, sizeof block)) > 0)
        keep_errors(c, block, (size_t)n);
    if (n == 0 && c->errors >= 0)
        close_fd(&c->errors);
}

static bool reserve(gtp_client *c, size_t more)
{
    if (c->length + more < c->capacity)
        return true;
    size_t capacity = 2 * c->capacity + more + 1;
    char *bigger = realloc(c->answer, capacity);
    if (!bigger)
        return false;
    c->answer = bigger;
    c->capacity = capacity;
    return true;
}

/* Carriage returns and other control characters do not count. */
static void append(gtp_client *c, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)bytes[i] >= ' ' || bytes[i] == '\n' || bytes[i] == '\t')
            c->answer[c->length++] = bytes[i];
    c->answer[c->length] = '\0';
}

/* Reads what is there.  False: the program closed its output. */
static bool read_some(gtp_client *c)
{
    char block[4096];
    ssize_t n = read(c->from, block, sizeof block);
    if (n > 0 && reserve(c, (size_t)n + 1))
        append(c, block, (size_t)n);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Where the answer in the buffer begins: behind empty lines. */
static size_t answer_start(const gtp_client *c)
{
    return c->answer ? strspn(c->answer, "\n\t ") : 0;
}

static bool is_complete(const gtp_client *c)
{
    size_t start = answer_start(c);
    return start < c->length && strstr(c->answer + start, "\n\n") != NULL;
}

/* ---- faults ---- */

static gtp_answer fault(gtp_client *c, gtp_answer answer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static gtp_answer fault(gtp_client *c, gtp_answer answer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(c->fault, sizeof c->fault, format, args);
    va_end(args);
    bool ill = answer == GTP_DIED || answer == GTP_LATE;
    if (ill && c->error_line[0] && n > 0 && (size_t)n < sizeof c->fault)
        snprintf(c->fault + n, sizeof c->fault - (size_t)n, "; its last words: %s", c->error_line);
    c->text = "";
    return answer;
}

/* How the process ended, waiting a moment for a program that has just closed
 * its output.                                                                 */
static void how_it_ended(gtp_client *c, char *text, size_t size)
{
    int status = 0;
    pid_t got = 0;
    for (int i = 0; i < 100 && c->pid && got == 0; i++) {
        got = waitpid(c->pid, &status, WNOHANG);
        if (got == 0)
            usleep(5000);
    }
    if (got != c->pid || !c->pid) {
        snprintf(text, size, "it closed its output");
        return;
    }
    kill(-c->pid, SIGKILL); /* what it may have started */
    c->pid = 0;
    if (WIFSIGNALED(status))
        snprintf(text, size, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == 127)
        snprintf(text, size, "the command was not found");
    else
        snprintf(text, size, "exit code %d", WEXITSTATUS(status));
}

static gtp_answer died(gtp_client *c, const char *command)
{
    char how[128];
    how_it_ended(c, how, sizeof how);
    read_errors(c);
    return fault(c, GTP_DIED, "ended at '%.60s' (%s)", command, how);
}

/* ---- asking ---- */

/* Waits for the descriptors.  False: the time is over. */
static bool wait_for(gtp_client *c, bool writing, double until)
{
    double left = until - now();
    int ms = left > SLICE_MS / 1000.0 ? SLICE_MS : left > 0 ? (int)ceil(1000 * left) : 0;
    struct pollfd fds[3] = {{c->from, POLLIN, 0}, {c->errors, POLLIN, 0}, {-1, POLLOUT, 0}};
    if (writing)
        fds[2].fd = c->to;
    poll(fds, 3, ms);
    if (fds[1].revents)
        read_errors(c);
    return left > 0 || fds[0].revents;
}

static gtp_answer late(gtp_client *c, const char *command, double seconds)
{
    return fault(c, GTP_LATE, "did not answer '%.60s' within %.4g s", command, seconds);
}

/* Throws away the newlines that an earlier answer left.  Anything else means
 * that questions and answers are out of step.                                 */
static gtp_answer begin(gtp_client *c, const char *command)
{
    c->length = 0;
    if (reserve(c, 1))
        c->answer[0] = '\0';
    while (read_some(c) && is_complete(c) == false) {
        struct pollfd fd = {c->from, POLLIN, 0};
        if (poll(&fd, 1, 0) <= 0 || !(fd.revents & POLLIN))
            break;
    }
    size_t start = answer_start(c);
    if (start < c->length)
        return fault(c, GTP_NONSENSE, "spoke before it was asked '%.60s': '%.60s'", command,
                     c->answer + start);
    c->length = 0;
    return GTP_YES;
}

static gtp_answer send_line(gtp_client *c, const char *command, double until, double seconds)
{
    char line[MAX_COMMAND + 2];
    snprintf(line, sizeof line, "%s\n", command);
    size_t length = strlen(line), sent = 0;
    while (sent < length) {
        ssize_t n = write(c->to, line + sent, length - sent);
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
            return fault(c, GTP_NONSENSE, "answered '%.60s' with '%.60s'", command,
                         c->answer + start);
        if (!in_time && !is_complete(c))
            return late(c, command, seconds);
    }
    return GTP_YES;
}

/* Cuts the text out of a complete answer. */
static gtp_answer understand(gtp_client *c, const char *command)
{
    char *start = c->answer + answer_start(c), *end = strstr(start, "\n\n");
    if (end[2 + strspn(end + 2, "\n\t ")] != '\0')
        return fault(c, GTP_NONSENSE, "gave two answers to '%.60s'", command);
    char *text = start + 1 + strspn(start + 1, "0123456789");
    text += strspn(text, " \t\n");
    while (end > text && strchr(" \t\n", end[-1]))
        end--;
    *(end > text ? end : text) = '\0';
    c->text = text;
    if (*start == '=')
        return GTP_YES;
    snprintf(c->fault, sizeof c->fault, "answered '%.60s' with an error: %.300s", command, text);
    return GTP_NO;
}

static gtp_answer ask(gtp_client *c, const char *command, double seconds)
{
    double until = now() + seconds;
    gtp_answer answer = begin(c, command);
    if (answer == GTP_YES)
        answer = send_line(c, command, until, seconds);
    if (answer == GTP_YES)
        answer = receive(c, command, until, seconds);
    return answer == GTP_YES ? understand(c, command) : answer;
}

gtp_answer gtp_client_ask(gtp_client *c, double seconds, const char *format, ...)
{
    char command[MAX_COMMAND];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    c->fault[0] = '\0';
    c->text = "";
    double began = now();
    gtp_answer answer = ask(c, command, seconds);
    c->seconds = now() - began;
    return answer;
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

static bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)) != NULL; at += length)
        if ((at == list || at[-1] == '\n') && (at[length] == '\n' || at[length] == '\0'))
            return true;
    return false;
}

bool gtp_client_knows(gtp_client *c, const char *command, double seconds)
{
    if (!c->commands && gtp_client_ask(c, seconds, "list_commands") == GTP_YES)
        c->commands = strdup(c->text);
    if (c->commands)
        return is_listed(c->commands, command);
    return gtp_client_ask(c, seconds, "known_command %s", command) == GTP_YES &&
           strcmp(c->text, "true") == 0;
}

/* ---- the end ---- */

static void wait_for_end(gtp_client *c, double grace)
{
    double until = now() + grace;
    while (c->pid && now() < until) {
        char block[4096];
        struct pollfd fds[2] = {{c->from, POLLIN, 0}, {c->errors, POLLIN, 0}};
        if (waitpid(c->pid, NULL, WNOHANG) == c->pid) {
            kill(-c->pid, SIGKILL);
            c->pid = 0;
            return;
        }
        poll(fds, 2, 10);
        if (fds[0].revents && read(c->from, block, sizeof block) <= 0)
            close_fd(&c->from);
        if (fds[1].revents)
            read_errors(c);
    }
}

void gtp_client_end(gtp_client *c, double grace)
{
    if (!c)
        return;
    if (c->pid && grace > 0 && c->to >= 0)
        (void)!write(c->to, "quit\n", 5);
    close_fd(&c->to);
    wait_for_end(c, grace);
    if (c->pid) {
        kill(-c->pid, SIGKILL);
        waitpid(c->pid, NULL, 0);
    }
    close_fd(&c->from);
    close_fd(&c->errors);
    free(c->answer);
    free(c->commands);
    free(c);
}
