/* gz_stream.h -- a file of gzip's format, decompressed and verified by its checksums.
 *
 * Like gzread of zlib, with one difference: a read that a signal interrupts, as happens on network
 * file systems, is repeated.  gzread gives up there, and loses bytes that it had read.  What
 * follows the last member, such as zeros to fill a block, is ignored.          */
#ifndef KATACHI_BASE_IO_GZ_STREAM_H
#define KATACHI_BASE_IO_GZ_STREAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct gz_stream gz_stream;

/* Reads from `file`, which gz_stream_close closes.  NULL: out of memory; then the file is open. */
gz_stream *gz_stream_open(int file);

/* The next bytes, at most `room`; 0 only at the end; -1: gz_stream_fault says why. */
ssize_t gz_stream_read(gz_stream *s, void *to, size_t room);

/* An errno, with *why in words: EILSEQ if the file is damaged or cut short, ENOMEM, or that of
 * read.                                                                       */
int gz_stream_fault(const gz_stream *s, const char **why);

/* How much of the file has been used. */
int64_t gz_stream_offset(const gz_stream *s);

void gz_stream_close(gz_stream *s); /* accepts NULL */

#endif
