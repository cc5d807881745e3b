/* input.h -- lines of input, read by a thread of their own, so that a command
 * can be stopped while it is running.
 *
 * The thread puts every line into a queue, blank ones and comments too: they
 * are skipped later, but they stop an analysis like any other.  When much is
 * waiting the thread stops reading, so memory is bounded; so is a line.      */
#ifndef KATACHI_GTP_TEXT_INPUT_H
#define KATACHI_GTP_TEXT_INPUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

enum {
    GTP_LINE_MAX = 16 << 20, /* bytes; a longer line is reported, not kept */
    GTP_QUEUE_MAX = 64 << 20 /* bytes that may wait */
};

typedef struct gtp_input gtp_input;

typedef enum gtp_input_form {
    GTP_INPUT_CLEANED, /* lines of GTP, cleaned as in line.h */
    GTP_INPUT_PLAIN    /* of another protocol: as they come, without their ends */
} gtp_input_form;

/* Starts reading `in`, of which nothing may have been read yet (the thread uses
 * its file descriptor where it has one).  GO_ENOMEM, GO_EIO.                 */
go_status gtp_input_create(gtp_input **out, FILE *in, gtp_input_form form, go_error *err);

/* Ends the thread, at once even when it waits for input; accepts NULL. */
void gtp_input_destroy(gtp_input *input);

typedef enum gtp_input_event {
    GTP_INPUT_LINE,     /* *line is a line, "" for one to skip; free it */
    GTP_INPUT_TOO_LONG, /* a line longer than GTP_LINE_MAX was thrown away */
    GTP_INPUT_IDLE,     /* nothing came in time */
    GTP_INPUT_END       /* end of input, or a signal to end */
} gtp_input_event;

/* Waits for the next line, at most `seconds` (below 0: for ever). */
gtp_input_event gtp_input_next(gtp_input *input, double seconds, char **line);

/* Waits until *gtp_input_arrived. */
void gtp_input_wait(gtp_input *input);

/* True while a line is waiting, and from the end of the input on: what stops an
 * analysis or pondering.                                                     */
const atomic_bool *gtp_input_arrived(const gtp_input *input);

/* True while "# interrupt" is waiting, and from a signal to end on: what stops
 * any search.                                                                */
const atomic_bool *gtp_input_interrupted(const gtp_input *input);

#endif
