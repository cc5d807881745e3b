#include "base/io/file_lock.h"

#include <errno.h>
#include <string.h>
#include <sys/file.h>

go_status file_lock(int fd, const char *path, bool *taken, go_error *err)
{
    const bool locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
    *taken = !locked && errno == EWOULDBLOCK;
    if (locked || *taken)
        return GO_OK;
    return go_fail(err, GO_EIO, "cannot lock %s: %s; write to a file system that has locks", path,
                   strerror(errno));
}
