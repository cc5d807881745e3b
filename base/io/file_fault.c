#include "base/io/file_fault.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *file_advice(int reason)
{
    switch (reason) {
    case ENOSPC:
    case EDQUOT: return "; free some disk space and run the command again";
    case EMFILE: return "; raise the limit of open files (ulimit -n 4096)";
    case ENFILE: return "; close other programs, which have too many files open";
    default: return "";
    }
}

go_status file_cannot_write(const char *path, int reason, go_error *err)
{
    return go_fail(err, GO_EIO, "cannot write %s: %s%s", path, strerror(reason),
                   file_advice(reason));
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
