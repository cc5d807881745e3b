/* line.h -- a line of the Go Text Protocol.
 *
 * GTP version 2 (G. Farneback, draft 2, section 3.1): control characters other
 * than HT and LF are dropped, HT is a blank, a '#' begins a comment, blank lines
 * are skipped; then [id] command [arguments], separated by blanks.           */
#ifndef KATACHI_GTP_TEXT_LINE_H
#define KATACHI_GTP_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Removes control characters, the comment and blanks at the ends from `n` bytes, in place.
 * Returns the new length, 0 for a line to skip; text[length] becomes 0, so there must be
 * room for it.                                                                */
size_t gtp_line_clean(char *text, size_t n);

/* Is this line, not yet cleaned, the comment "# interrupt", GoGui's request to stop the
 * running command?                                                            */
bool gtp_line_is_interrupt(const char *text, size_t n);

/* A line split into its parts. */
typedef struct gtp_request {
    const char *id;      /* "" without one */
    const char *command; /* "": only an id was sent */
    const char *rest;    /* everything after the command, unchanged */
    int n;               /* arguments */
    char **arg;          /* [n] */
    char *memory;        /* of the strings, owned */
} gtp_request;

/* Splits a cleaned line.  False: out of memory, with nothing to free.        */
bool gtp_request_split(gtp_request *r, const char *line);
void gtp_request_free(gtp_request *r);

#endif
