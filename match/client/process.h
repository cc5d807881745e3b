/* process.h -- a program started by the shell and connected by three pipes, in a process
 * group of its own, so that it can be ended with all that it started.           */
#ifndef KATACHI_MATCH_CLIENT_PROCESS_H
#define KATACHI_MATCH_CLIENT_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

enum { PROCESS_ERROR_LINE = 200 };

typedef struct process {
    pid_t pid;            /* also its process group; 0: none, or it has ended */
    int to, from, errors; /* its standard input, output and error; -1: closed */
    char error_line[PROCESS_ERROR_LINE]; /* the last line on its standard error */
    size_t error_length;
    bool error_ended;     /* a new line begins with the next byte */
} process;

/* Starts `command`; reading its output never blocks.  End it with process_end, also after
 * an error.  GO_EIO: a process or a pipe cannot be made; GO_ENOMEM.                */
go_status process_start(process *p, const char *command, go_error *err);

/* Reads what is available on its standard error and keeps the last line. */
void process_read_errors(process *p);

/* How it ended, waiting a moment for a program that has just closed its output:
 * "signal 11, Segmentation fault".                                             */
void process_how_it_ended(process *p, char *text, size_t size);

/* With grace > 0 sends `good_bye` and waits up to `grace` seconds; then kills what is
 * left.                                                                        */
void process_end(process *p, const char *good_bye, double grace);

#endif
