/* input.h -- lines of input, read by a thread of their own so that input can stop a
 * command while it is running.
 *
 * The thread queues every line, even blank ones and comments: they are skipped later, but
 * they stop an analysis like any other.  The queue and the length of a line are bounded;
 * the thread stops reading while the queue is full.                           */
#ifndef KATACHI_GTP_TEXT_INPUT_H
#define KATACHI_GTP_TEXT_INPUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

enum {
    GTP_LINE_MAX = 16 << 20, /* bytes; longer lines are reported and dropped */
    GTP_QUEUE_MAX = 64 << 20 /* bytes that may wait */
};

typedef struct gtp_input gtp_input;

typedef enum gtp_input_form {
    GTP_INPUT_CLEANED, /* lines of GTP, cleaned as in line.h */
    GTP_INPUT_PLAIN    /* other protocols: as they are, without newlines; zero bytes become 1 */
} gtp_input_form;

/* Starts reading `in`.  Nothing may have been read from it before, since the thread uses
 * its file descriptor if it has one.  GO_ENOMEM, GO_EIO.                      */
go_status gtp_input_create(gtp_input **out, FILE *in, gtp_input_form form, go_error *err);

/* Ends the thread, at once even when it waits for input; accepts NULL. */
void gtp_input_destroy(gtp_input *input);

typedef enum gtp_input_event {
    GTP_INPUT_LINE,     /* *line is a line to free; "": to be skipped */
    GTP_INPUT_TOO_LONG, /* a line longer than GTP_LINE_MAX was dropped */
    GTP_INPUT_IDLE,     /* nothing came in time */
    GTP_INPUT_END       /* end of input, a signal to end, or no memory for a line */
} gtp_input_event;

/* Waits up to `seconds` for the next line (below 0: no limit). */
gtp_input_event gtp_input_next(gtp_input *input, double seconds, char **line);

/* After GTP_INPUT_END: GO_ENOMEM if that was no end, but a line could not be read. */
go_status gtp_input_check(gtp_input *input, go_error *err);

/* When the line that was taken last had arrived, clock_now(). */
double gtp_input_taken_arrived(const gtp_input *input);

/* Waits until *gtp_input_arrived. */
void gtp_input_wait(gtp_input *input);

/* True while a line is waiting and after the end of the input: stops an analysis or
 * pondering.                                                                  */
const atomic_bool *gtp_input_arrived(const gtp_input *input);

/* True while "# interrupt" is waiting and after a signal to end: stops any search. */
const atomic_bool *gtp_input_interrupted(const gtp_input *input);

#endif
