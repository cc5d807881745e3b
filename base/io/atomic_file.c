#include "base/io/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/compress_stream.h"

struct atomic_file {
    FILE *stream;
    int fd;
    int error;    /* errno of the first write that failed, or 0 */
    char *shown;  /* the path as given, for messages */
    char *target; /* the file to replace; NULL: written to directly */
    char *aside;  /* the new file next to it, while it exists */
};

static void destroy(atomic_file *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->fd >= 0)
        close(file->fd);
    if (file->aside)
        unlink(file->aside);
    free(file->shown);
    free(file->target);
    free(file->aside);
    free(file);
}

/* Makes a new file next to the target, with the target's permissions or, if there
 * is no target yet, those that the umask gives.                               */
static go_status open_aside(atomic_file *file, go_error *err)
{
    struct stat old;
    bool replaces = stat(file->target, &old) == 0;
    for (int attempt = 0; attempt < 1000 && file->fd < 0; attempt++) {
        free(file->aside);
        file->aside = NULL;
        if (asprintf(&file->aside, "%s.part-%ld-%d", file->target, (long)getpid(), attempt) < 0)
            return go_fail(err, GO_ENOMEM, "%s: out of memory", file->shown);
        file->fd = open(file->aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file->fd < 0 && errno != EEXIST)
            break;
    }
    if (file->fd < 0) {
        free(file->aside); /* not ours: nothing to remove */
        file->aside = NULL;
        return go_fail(err, GO_EIO, "%s: cannot write: %s", file->shown, strerror(errno));
    }
    if (replaces)
        (void)!fchmod(file->fd, old.st_mode & 07777); /* another owner's file keeps ours */
    return GO_OK;
}

static bool is_direct(const char *path)
{
    struct stat st;
    return strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
}

static go_status open_file(atomic_file *file, const char *path, go_error *err)
{
    if (!*path)
        return go_fail(err, GO_EINVAL, "the name of an output file is empty");
    file->shown = strdup(path);
    if (!file->shown)
        return go_fail(err, GO_ENOMEM, "%s: out of memory", path);
    if (is_direct(path)) {
        file->fd = strcmp(path, "-") == 0 ? dup(STDOUT_FILENO)
                                          : open(path, O_WRONLY | O_CLOEXEC);
    } else {
        file->target = realpath(path, NULL);
        if (!file->target)
            file->target = strdup(path);
        if (!file->target)
            return go_fail(err, GO_ENOMEM, "%s: out of memory", path);
        GO_TRY(open_aside(file, err));
    }
    if (file->fd >= 0)
        file->stream = compress_stream(file->fd, path, &file->error);
    if (!file->stream)
        return go_fail(err, GO_EIO, "%s: cannot write: %s", path, strerror(errno));
    return GO_OK;
}

go_status atomic_file_open(atomic_file **out, const char *path, go_error *err)
{
    *out = NULL;
    atomic_file *file = calloc(1, sizeof *file);
    if (!file)
        return go_fail(err, GO_ENOMEM, "%s: out of memory", path);
    file->fd = -1;
    go_status status = open_file(file, path, err);
    if (status == GO_OK)
        *out = file;
    else
        destroy(file);
    return status;
}

FILE *atomic_file_stream(atomic_file *file)
{
    return file->stream;
}

/* The rename itself must reach the disk too.  Some file systems cannot sync folders
 * (EINVAL); nothing can be done about that.                                   */
static void sync_folder(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (length >= sizeof folder)
        return;
    snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    int fd = open(slash ? (length ? folder : "/") : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

/* Writes what is left to the disk.  Returns 0 or the errno of the first failure. */
static int finish(atomic_file *file)
{
    bool failed = ferror(file->stream) != 0;
    failed |= fclose(file->stream) != 0;
    file->stream = NULL;
    if (failed || file->error)
        return file->error ? file->error : EIO;
    return file->target && fsync(file->fd) != 0 ? errno : 0;
}

/* Likewise. */
static int put_in_place(atomic_file *file)
{
    if (!file->target)
        return 0;
    if (rename(file->aside, file->target) != 0)
        return errno;
    free(file->aside);
    file->aside = NULL;
    sync_folder(file->target);
    return 0;
}

go_status atomic_file_commit(atomic_file *file, go_error *err)
{
    return atomic_file_commit_all(&file, 1, err);
}

go_status atomic_file_commit_all(atomic_file *const *files, int n, go_error *err)
{
    go_status status = GO_OK;
    for (int step = 0; step < 2; step++) {
        for (int i = 0; i < n && status == GO_OK; i++) {
            const int reason = step ? put_in_place(files[i]) : finish(files[i]);
            const bool unchanged = files[i]->target && !(step && i > 0);
            if (reason)
                status = go_fail(err, GO_EIO, "%s: cannot write: %s%s", files[i]->shown,
                                 strerror(reason),
                                 unchanged ? "; no file was created or changed" : "");
        }
    }
    for (int i = 0; i < n; i++)
        destroy(files[i]);
    return status;
}

void atomic_file_discard(atomic_file *file)
{
    if (file)
        destroy(file);
}
