/* line.h -- a line of input as the Go Text Protocol takes it.
 *
 * GTP version 2 (G. Farneback, draft 2, section 3.1): control characters other
 * than HT and LF are dropped, HT is a blank, a '#' begins a comment, blank lines
 * are skipped; then [id] command [arguments], separated by blanks.           */
#ifndef KATACHI_GTP_TEXT_LINE_H
#define KATACHI_GTP_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Cleans `n` bytes in place: no control characters, no comment, no blanks at
 * the ends.  Returns the new length; text[length] is set to 0, so there must be
 * room for it.  Length 0: a line to skip.                                     */
size_t gtp_line_clean(char *text, size_t n);

/* Is this line, not yet cleaned, GoGui's request to stop the command that is
 * running: the comment "# interrupt"?                                        */
bool gtp_line_is_interrupt(const char *text, size_t n);

/* A request taken to pieces. */
typedef struct gtp_request {
    const char *id;      /* "" without one */
    const char *command; /* "" when only an id was sent */
    const char *rest;    /* everything behind the command, as it was written */
    int n;               /* arguments */
    char **arg;          /* [n] */
    char *memory;        /* of the strings, owned */
} gtp_request;

/* Splits a cleaned line.  False: out of memory, with nothing to free.        */
bool gtp_request_split(gtp_request *r, const char *line);
void gtp_request_free(gtp_request *r);

#endif
