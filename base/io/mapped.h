/* mapped.h -- an array that may outgrow the memory: a temporary file mapped at a
 * fixed address and grown at its end.
 *
 * The system keeps in memory what fits and reads the rest from disk, so data sets
 * larger than memory work, at disk speed.  The file is in `folder`, $TMPDIR or
 * /var/tmp, has no name and vanishes with the process.                        */
#ifndef KATACHI_BASE_IO_MAPPED_H
#define KATACHI_BASE_IO_MAPPED_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct mapped {
    uint8_t *data;   /* valid for `size` bytes; never moves */
    size_t size;     /* bytes in use */
    size_t reserved; /* bytes the file has */
    size_t space;    /* bytes it may grow to */
    const char *choice; /* what chooses its folder, for messages */
    int file;
} mapped;

/* An empty array.  GO_EIO: no temporary file can be created there. */
go_status mapped_create(mapped *m, const char *folder, go_error *err);

/* Appends n bytes (copied).  GO_EIO: the disk is full; the array is unchanged. */
go_status mapped_append(mapped *m, const void *bytes, size_t n, go_error *err);

/* Releases everything; a zeroed or closed array is accepted. */
void mapped_close(mapped *m);

#endif
