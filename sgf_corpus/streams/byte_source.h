/* byte_source.h -- the bytes of a file, uncompressed, member by member.
 *
 * libarchive recognises files by content: plain, compressed (gzip, zstd, xz, bzip2,
 * lzma, lz4, compress) or an archive (zip, tar, 7-zip, rar, cpio), compressed or not.
 * A plain or compressed file has one member.  Of an archive, the members that
 * file_is_record accepts are read, except hidden ones.                        */
#ifndef KATACHI_SGF_CORPUS_STREAMS_BYTE_SOURCE_H
#define KATACHI_SGF_CORPUS_STREAMS_BYTE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct byte_source byte_source;

/* Opens a file, "-" for standard input.  GO_EIO: it cannot be read;
 * GO_EFORMAT: the compression or the archive is damaged.                      */
go_status byte_source_open(byte_source **out, const char *path, go_error *err);

/* The bytes, borrowed, as one member called `name`. */
go_status byte_source_memory(byte_source **out, const char *name, const void *bytes, size_t n,
                             go_error *err);

/* The bytes of a file that was read into memory, borrowed: uncompressed as by byte_source_open. */
go_status byte_source_packed(byte_source **out, const char *name, const void *bytes, size_t n,
                             go_error *err);

void byte_source_close(byte_source *s); /* accepts NULL */

/* Goes to the next member.  *name is "file" or "archive!member" and stays valid
 * until the next call.  GO_END: no more.                                     */
go_status byte_source_next(byte_source *s, const char **name, go_error *err);

/* Reads up to n bytes of the member; *got is 0 only at its end. */
go_status byte_source_read(byte_source *s, void *to, size_t n, size_t *got, go_error *err);

/* Bytes read from the file as stored. */
int64_t byte_source_stored(const byte_source *s);

/* Hidden members and those with other endings so far. */
int64_t byte_source_ignored(const byte_source *s);

#endif
