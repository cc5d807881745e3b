#include "base/io/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/io/compress_stream.h"
#include "base/io/file_fault.h"

struct atomic_file {
    FILE *stream;
    int fd;
    int error;    /* errno of the first write that failed, or 0 */
    char *shown;  /* the path as given, for messages */
    char *target; /* the file to replace; NULL: written to directly */
    char *aside;  /* the new file next to it, while it exists */
};

/* The new file is there no longer, or is to stay. */
static void forget_aside(atomic_file *file)
{
    if (file->aside && interrupt_keeps_file(file->aside))
        free(file->aside);
    file->aside = NULL;
}

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
    forget_aside(file);
    free(file);
}

static go_status cannot_open(const char *path, int reason, go_error *err)
{
    return go_fail(err, reason == ENOMEM ? GO_ENOMEM : GO_EIO, "%s: cannot write: %s", path,
                   strerror(reason));
}

/* How many bytes of the path the name of the new file begins with: where its ending would make a
 * name too long that is not, the last ones are left out.                      */
static int length_kept(const char *path)
{
    enum { LONGEST_ENDING = 32 };
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0, name = strlen(path) - folder;
    const bool cut = name <= NAME_MAX && name > NAME_MAX - LONGEST_ENDING;
    return (int)(folder + (cut ? NAME_MAX - LONGEST_ENDING : name));
}

/* Makes a new file next to the target, with the target's permissions or, if there
 * is no target yet, those that the umask gives.                               */
static go_status open_aside(atomic_file *file, go_error *err)
{
    struct stat old;
    bool replaces = stat(file->target, &old) == 0;
    const int kept = length_kept(file->target);
    for (int attempt = 0; attempt < 1000 && file->fd < 0; attempt++) {
        free(file->aside);
        file->aside = NULL;
        if (asprintf(&file->aside, "%.*s.part-%ld-%d", kept, file->target, (long)getpid(),
                     attempt) < 0)
            return go_fail(err, GO_ENOMEM, "%s: out of memory", file->shown);
        file->fd = open(file->aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file->fd < 0 && errno != EEXIST)
            break;
    }
    if (file->fd < 0) {
        free(file->aside); /* not ours: nothing to remove */
        file->aside = NULL;
        return cannot_open(file->shown, errno, err);
    }
    interrupt_removes_file(file->aside);
    if (replaces)
        (void)!fchmod(file->fd, old.st_mode & 07777); /* another owner's file keeps ours */
    return GO_OK;
}

bool atomic_file_is_stdout(const char *path)
{
    struct stat named, own;
    if (strcmp(path, "-") == 0)
        return true;
    if (stat(path, &named) != 0 || fstat(STDOUT_FILENO, &own) != 0)
        return false;
    /* a device, such as the terminal, is no file: others may write to it, too */
    return !S_ISCHR(own.st_mode) && named.st_dev == own.st_dev && named.st_ino == own.st_ino;
}

bool atomic_file_is_unfinished(const char *name)
{
    static const char digits[] = "0123456789", begin[] = ".part-";
    const char *part = strrchr(name, '.');
    if (!part || strncmp(part, begin, strlen(begin)) != 0)
        return false;
    const char *process = part + strlen(begin), *dash = process + strspn(process, digits);
    return dash > process && *dash == '-' && dash[1] && !dash[1 + strspn(dash + 1, digits)];
}

bool atomic_file_is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* Where the symbolic link `path` leads; NULL: it is none, or out of memory. */
static char *link_target(const char *path)
{
    char name[PATH_MAX], *target = NULL;
    const ssize_t n = readlink(path, name, sizeof name - 1);
    if (n <= 0)
        return NULL;
    name[n] = '\0';
    const char *slash = strrchr(path, '/');
    const int folder = slash && name[0] != '/' ? (int)(slash + 1 - path) : 0;
    return asprintf(&target, "%.*s%s", folder, path, name) < 0 ? NULL : target;
}

char *atomic_file_target(const char *path)
{
    enum { MOST_LINKS = 40 }; /* as in Linux; more are a loop */
    char *target = realpath(path, NULL);
    if (target)
        return target;
    target = strdup(path); /* not there yet, but perhaps a link to it is */
    for (int i = 0; target; i++) {
        char *next = link_target(target);
        if (!next)
            return target;
        free(target);
        target = i < MOST_LINKS ? next : (free(next), errno = ELOOP, NULL);
    }
    return NULL;
}

static go_status open_file(atomic_file *file, const char *path, go_error *err)
{
    if (!*path)
        return go_fail(err, GO_EINVAL, "the name of an output file is empty");
    file->shown = strdup(path);
    if (!file->shown)
        return go_fail(err, GO_ENOMEM, "%s: out of memory", path);
    if (atomic_file_is_stdout(path)) {
        file->fd = dup(STDOUT_FILENO);
    } else if (atomic_file_is_special(path)) {
        file->fd = open(path, O_WRONLY | O_CLOEXEC);
    } else {
        file->target = atomic_file_target(path);
        if (!file->target)
            return cannot_open(path, errno, err);
        GO_TRY(open_aside(file, err));
    }
    if (file->fd >= 0)
        file->stream = compress_stream(file->fd, path, &file->error);
    return file->stream ? GO_OK : cannot_open(path, errno, err);
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
    return file->target ? file_to_disk(file->fd) : 0;
}

/* Likewise. */
static int put_in_place(atomic_file *file)
{
    if (!file->target)
        return 0;
    if (rename(file->aside, file->target) != 0)
        return errno;
    forget_aside(file);
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
