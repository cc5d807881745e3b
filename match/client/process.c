/* process.c -- starting a program, and ending it with all it started. */
#include "match/client/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

extern char **environ;

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
            c->pid = 0;
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

/* ---- while it runs ---- */

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

/* A program that writes without end must not keep us here. */
void gtp_client_read_errors(gtp_client *c)
{
    char block[4096];
    ssize_t n = 1;
    for (int i = 0; i < 64 && n > 0 && c->errors >= 0; i++) {
        n = read(c->errors, block, sizeof block);
        if (n > 0)
            keep_errors(c, block, (size_t)n);
    }
    if (n == 0)
        close_fd(&c->errors);
}

void gtp_client_how_it_ended(gtp_client *c, char *text, size_t size)
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

/* ---- the end ---- */

static void wait_for_end(gtp_client *c, double grace)
{
    double until = clock_now() + grace;
    while (c->pid && clock_now() < until) {
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
            gtp_client_read_errors(c);
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
