/* gtp_client.h -- a Go program on the other end of two pipes, speaking GTP.
 *
 * The program is started by its command line through /bin/sh, in a process
 * group of its own, so that Ctrl-C does not reach it and it can be ended with all
 * that it started.  Its standard error is read too, and the last line kept for
 * messages.
 *
 * A client belongs to one thread.  The caller's program must ignore SIGPIPE:
 * writing to a program that is gone is then an error like any other.
 *
 * Source of the protocol: G. Farneback, Specification of the Go Text Protocol,
 * version 2, draft 2, 2002.                                                   */
#ifndef KATACHI_MATCH_CLIENT_GTP_CLIENT_H
#define KATACHI_MATCH_CLIENT_GTP_CLIENT_H

#include <stdbool.h>

#include "base/status.h"

typedef struct gtp_client gtp_client;

/* How a question ended.  From GTP_DIED on the program is of no further use: all that is asked
 * later is not sent and ends in the same way, with the same fault.             */
typedef enum gtp_answer {
    GTP_YES,      /* "= text"                                                  */
    GTP_NO,       /* "? text"                                                  */
    GTP_DIED,     /* it ended, or closed its output                            */
    GTP_LATE,     /* no complete answer within the time                        */
    GTP_NONSENSE, /* not an answer by the protocol, or one nobody asked for,
                   * such as one with a number: our questions have none        */
    GTP_STOPPED   /* the user interrupted us (base/interrupt.h)                */
} gtp_answer;

/* Starts `command`.  If it does not exist, only the first question shows that
 * (GTP_DIED), since the shell itself starts.
 *   *out  out  owned by the caller, ended with gtp_client_end
 * GO_EIO: no process or pipe can be made.  GO_ENOMEM.                          */
go_status gtp_client_start(gtp_client **out, const char *command, go_error *err);

/* Sends a command and waits for the whole answer, at most `seconds` (INFINITY
 * is allowed).                                                                */
gtp_answer gtp_client_ask(gtp_client *c, double seconds, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The text of the last answer without its status, lines separated by '\n', no
 * blanks at its ends; valid until the next question.  After GTP_DIED .. it is
 * empty.                                                                      */
const char *gtp_client_text(const gtp_client *c);

/* How long the last question took, seconds. */
double gtp_client_seconds(const gtp_client *c);

/* What went wrong, for people and in one line, after GTP_NO .. GTP_STOPPED:
 * "answered 'genmove b' with an error: ...", "ended (killed by signal 11) ...";
 * without the name of the program, which the caller puts before it.           */
const char *gtp_client_fault(const gtp_client *c);

/* Does the program know a command?  From its list_commands, or else
 * known_command; list_commands is asked only once.                   */
bool gtp_client_knows(gtp_client *c, const char *command, double seconds);

/* Says quit, waits up to `grace` seconds, then kills what is left.  Accepts
 * NULL.                                                                       */
void gtp_client_end(gtp_client *c, double grace);

#endif
