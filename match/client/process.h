/* process.h -- the fields of a gtp_client, for its own two files. */
#ifndef KATACHI_MATCH_CLIENT_PROCESS_H
#define KATACHI_MATCH_CLIENT_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

#include "match/client/gtp_client.h"

enum { GTP_ERROR_LINE = 200 };

struct gtp_client {
    pid_t pid;            /* also its process group; 0: it was waited for */
    int to, from, errors; /* its standard input, output and error; -1: closed */
    char *answer;         /* [capacity], what came from it, 0-terminated */
    size_t length, capacity;
    const char *text;     /* into `answer`, or "" */
    char *commands;       /* "\nname\n...\n" from list_commands; NULL: not asked */
    double seconds;
    char error_line[GTP_ERROR_LINE]; /* the last line on its standard error */
    size_t error_length;
    bool error_ended;     /* a new line begins with the next byte */
    char fault[600];
};

/* Reads what is there on its standard error, and keeps the last line. */
void gtp_client_read_errors(gtp_client *c);

/* How the process ended, waiting a moment for a program that has just closed its
 * output: "signal 11, Segmentation fault".                                     */
void gtp_client_how_it_ended(gtp_client *c, char *text, size_t size);

#endif
