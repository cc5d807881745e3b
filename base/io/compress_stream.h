/* compress_stream.h -- a FILE that compresses what is written to it. */
#ifndef KATACHI_BASE_IO_COMPRESS_STREAM_H
#define KATACHI_BASE_IO_COMPRESS_STREAM_H

#include <stdio.h>

/* A stream that writes to the descriptor `fd`: compressed if `name` ends in .gz or
 * .zst, plain otherwise.  fclose writes the rest but leaves fd open.  *error, borrowed
 * as long as the stream lives, becomes 0 and then keeps the errno of the first write
 * that fails.  NULL with errno set on failure.                                */
FILE *compress_stream(int fd, const char *name, int *error);

#endif
