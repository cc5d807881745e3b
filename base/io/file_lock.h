/* file_lock.h -- a file that belongs to one process until it is closed or the process ends. */
#ifndef KATACHI_BASE_IO_FILE_LOCK_H
#define KATACHI_BASE_IO_FILE_LOCK_H

#include <stdbool.h>

#include "base/status.h"

/* Takes the lock of the open file `fd`, without waiting; *taken: another process has it.
 * GO_EIO: the file system has no locks.  `path` is for that sentence.         */
go_status file_lock(int fd, const char *path, bool *taken, go_error *err);

#endif
