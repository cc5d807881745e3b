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
#include "base/io/file_fault.h"

extern char **environ;

/* ---- starting ---- */

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Is it one program with its arguments, which can take the place of the shell?  Not what only the
 * shell itself knows. */
static bool is_one_program(const char *command)
{
    static const char *const of_shell[] = {".",      ":",    "cd",   "command", "eval",  "exec",
                                           "exit",   "read", "set",  "trap",    "umask", "ulimit",
                                           "return", "type", "wait", "unset",   "export"};
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_.+-/";
    const size_t n = strspn(command, letters);
    if (n == 0 || (command[n] != ' ' && command[n] != '\0') || strpbrk(command, "|&;()`\n"))
        return false;
    for (size_t i = 0; i < sizeof of_shell / sizeof *of_shell; i++)
        if (strlen(of_shell[i]) == n && strncmp(command, of_shell[i], n) == 0)
            return false;
    return true;
}

/* A shell that waits for its program holds the output open that the program has closed, and tells
 * only by a number which signal ended it.  Owned by the caller; NULL: out of memory. */
static char *line_for_shell(const char *command)
{
    char *line;
    const char *before = is_one_program(command) ? "exec " : "";
    return asprintf(&line, "%s%s", before, command) < 0 ? NULL : line;
}

/* The program gets default signals and a process group of its own. */
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
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    int error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK |
                                                          POSIX_SPAWN_SETSIGDEF |
                                                          POSIX_SPAWN_SETPGROUP);
    if (error == 0)
        error = posix_spawn(pid, shell, &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Our ends must not be inherited by other programs started meanwhile: a pipe that
 * another process holds open never ends.                                       */
go_status process_start(process *p, const char *command, go_error *err)
{
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    go_status status = GO_OK;
    char *line = line_for_shell(command);
    if (!line)
        status = go_fail(err, GO_ENOMEM, "out of memory for a Go program");
    for (int i = 0; i < 3 && status == GO_OK; i++)
        if (pipe2(pipes[i], O_CLOEXEC) != 0)
            status = go_fail(err, GO_EIO, "cannot create a pipe to a Go program: %s%s",
                             strerror(errno), file_advice(errno));
    *p = (process){.to = pipes[0][1], .from = pipes[1][0], .errors = pipes[2][0]};
    if (status == GO_OK) {
        int error = spawn(&p->pid, line, pipes[0][0], pipes[1][1], pipes[2][1]);
        if (error) {
            p->pid = 0;
            status = go_fail(err, GO_EIO, "cannot start '%s': %s%s", command, strerror(error),
                             file_advice(error));
        }
    }
    free(line);
    close_fd(&pipes[0][0]);
    close_fd(&pipes[1][1]);
    close_fd(&pipes[2][1]);
    for (int i = 0; i < 3 && status == GO_OK; i++)
        fcntl((int[]){p->to, p->from, p->errors}[i], F_SETFL, O_NONBLOCK);
    return status;
}

/* ---- while it runs ---- */

/* Keeps the last line that is not empty. */
static void keep_errors(process *p, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool ends = bytes[i] == '\n' || bytes[i] == '\r';
        if (ends || (unsigned char)bytes[i] < ' ') {
            p->error_ended |= ends;
            continue;
        }
        if (p->error_ended)
            p->error_length = 0;
        p->error_ended = false;
        if (p->error_length + 1 < sizeof p->error_line)
            p->error_line[p->error_length++] = bytes[i];
        p->error_line[p->error_length] = '\0';
    }
}

/* Reads only so much at a time: a program may write without end. */
void process_read_errors(process *p)
{
    char block[4096];
    ssize_t n = 1;
    for (int i = 0; i < 64 && n > 0 && p->errors >= 0; i++) {
        n = read(p->errors, block, sizeof block);
        if (n > 0)
            keep_errors(p, block, (size_t)n);
    }
    if (n == 0)
        close_fd(&p->errors);
}

void process_how_it_ended(process *p, char *text, size_t size)
{
    int status = 0;
    pid_t got = 0;
    for (int i = 0; i < 100 && p->pid && got == 0; i++) {
        got = waitpid(p->pid, &status, WNOHANG);
        if (got == 0)
            usleep(5000);
    }
    if (got != p->pid || !p->pid) {
        snprintf(text, size, "it closed its output");
        return;
    }
    kill(-p->pid, SIGKILL); /* and all that it started */
    p->pid = 0;
    if (WIFSIGNALED(status))
        snprintf(text, size, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == 127)
        snprintf(text, size, "the command was not found");
    else
        snprintf(text, size, "exit code %d", WEXITSTATUS(status));
}

/* ---- the end ---- */

void process_end(process *p, const char *good_bye, double grace)
{
    double until = clock_now() + grace;
    if (p->pid && grace > 0 && p->to >= 0)
        (void)!write(p->to, good_bye, strlen(good_bye));
    close_fd(&p->to);
    while (p->pid && clock_now() < until) {
        char block[4096];
        struct pollfd fds[2] = {{p->from, POLLIN, 0}, {p->errors, POLLIN, 0}};
        if (waitpid(p->pid, NULL, WNOHANG) == p->pid) {
            kill(-p->pid, SIGKILL);
            p->pid = 0;
            break;
        }
        poll(fds, 2, 10);
        if (fds[0].revents && read(p->from, block, sizeof block) <= 0)
            close_fd(&p->from);
        if (fds[1].revents)
            process_read_errors(p);
    }
    if (p->pid) {
        kill(-p->pid, SIGKILL);
        waitpid(p->pid, NULL, 0);
    }
    close_fd(&p->from);
    close_fd(&p->errors);
}
