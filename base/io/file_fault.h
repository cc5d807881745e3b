/* file_fault.h -- what may happen to files, above all to those to which results are added for
 * hours, and what to do about it.                                             */
#ifndef KATACHI_BASE_IO_FILE_FAULT_H
#define KATACHI_BASE_IO_FILE_FAULT_H

#include <stdbool.h>

#include "base/status.h"

/* What to do about a reason of errno, as the end of a sentence: "; free some disk space ..."; ""
 * for those that need no advice. */
const char *file_advice(int reason);

/* GO_EIO, with what to do where the disk is full.  `reason`: of errno. */
go_status file_cannot_write(const char *path, int reason, go_error *err);

/* Has the open file no name any more?  What is written to it is lost, although no call fails. */
bool file_was_deleted(int fd);

/* Waits until what was written to the file survives a power failure.  0, or an errno.  Some file
 * systems cannot promise that (EINVAL), which is no reason to stop.            */
int file_to_disk(int fd);

#endif
