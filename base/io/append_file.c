#include "base/io/append_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/file_fault.h"
#include "base/io/file_lock.h"

struct append_file {
    char *path;
    int fd;
    int64_t length;
};

static go_status open_locked(append_file *f, go_error *err)
{
    f->fd = open(f->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (f->fd < 0)
        return file_cannot_write(f->path, errno, err);
    bool taken;
    GO_TRY(file_lock(f->fd, f->path, &taken, err));
    if (taken)
        return go_fail(err, GO_EINVAL, "another process is writing %s; wait for it, or write "
                       "elsewhere", f->path);
    off_t end = lseek(f->fd, 0, SEEK_END);
    f->length = end;
    return end >= 0 ? GO_OK : file_cannot_write(f->path, errno, err);
}

go_status append_file_open(append_file **out, const char *path, go_error *err)
{
    append_file *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f || !(f->path = strdup(path))) {
        free(f);
        return go_fail(err, GO_ENOMEM, "%s: out of memory", path);
    }
    f->fd = -1;
    go_status status = open_locked(f, err);
    if (status == GO_OK)
        *out = f;
    else
        append_file_close(f);
    return status;
}

int64_t append_file_length(const append_file *f) { return f->length; }

go_status append_file_cut(append_file *f, int64_t length, go_error *err)
{
    if (length == f->length)
        return GO_OK;
    if (ftruncate(f->fd, (off_t)length) != 0)
        return file_cannot_write(f->path, errno, err);
    f->length = length;
    return GO_OK;
}

go_status append_file_add(append_file *f, const void *bytes, size_t n, go_error *err)
{
    size_t done = 0;
    while (done < n) {
        ssize_t wrote = pwrite(f->fd, (const char *)bytes + done, n - done,
                               (off_t)(f->length + (int64_t)done));
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0) {
            int reason = wrote < 0 ? errno : ENOSPC;
            (void)!ftruncate(f->fd, (off_t)f->length);
            return file_cannot_write(f->path, reason, err);
        }
        done += (size_t)wrote;
    }
    f->length += (int64_t)n;
    if (file_was_deleted(f->fd))
        return go_fail(err, GO_EIO,
                       "%s was deleted while it was being written, and what it held is lost",
                       f->path);
    return GO_OK;
}

go_status append_file_sync(append_file *f, go_error *err)
{
    const int reason = file_to_disk(f->fd);
    return reason ? file_cannot_write(f->path, reason, err) : GO_OK;
}

void append_file_close(append_file *f)
{
    if (!f)
        return;
    if (f->fd >= 0)
        close(f->fd);
    free(f->path);
    free(f);
}
