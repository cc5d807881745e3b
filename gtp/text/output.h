/* output.h -- the stream to a client that may stop reading.
 *
 * Writing waits for the client as it does with standard output, but a signal to end
 * (base/interrupt.h) ends the wait: it fails then, like all writing after it.  Descriptors
 * that do not wait (O_NONBLOCK), which a client may have left behind, are waited for, too. */
#ifndef KATACHI_GTP_TEXT_OUTPUT_H
#define KATACHI_GTP_TEXT_OUTPUT_H

#include <stdio.h>

#include "base/status.h"

/* A stream into `fd`, for fclose, which leaves `fd` open.  GO_ENOMEM. */
go_status gtp_output_open(FILE **out, int fd, go_error *err);

#endif
