/* compress_stream.h -- a FILE that compresses what is written to it. */
#ifndef KATACHI_BASE_IO_COMPRESS_STREAM_H
#define KATACHI_BASE_IO_COMPRESS_STREAM_H

#include <stdio.h>

/* A stream onto the descriptor `fd`, compressed as the suffix of `name` says
 * (.gz, .zst) or plain.  fclose on it writes what is left, but does not close
 * fd.  *error, borrowed as long as the stream lives, becomes 0 and then keeps
 * the errno of the first write that failed.  NULL with errno set on failure. */
FILE *compress_stream(int fd, const char *name, int *error);

#endif
