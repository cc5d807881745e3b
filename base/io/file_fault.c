#include "base/io/file_fault.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

go_status file_cannot_write(const char *path, int reason, go_error *err)
{
    return go_fail(err, GO_EIO, "cannot write %s: %s%s", path, strerror(reason),
                   reason == ENOSPC ? "; free some disk space and run the command again" : "");
}

bool file_was_deleted(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && st.st_nlink == 0;
}

int file_to_disk(int fd)
{
    int failed;
    do
        failed = fdatasync(fd);
    while (failed && errno == EINTR);
    return failed && errno != EINVAL ? errno : 0;
}
