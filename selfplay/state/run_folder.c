#include "selfplay/state/run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/atomic_file.h"
#include "base/io/file_lock.h"
#include "base/io/make_folder.h"
#include "base/io/work_folder.h"

/* ---- names ---- */

const char *run_folder_file(const run_folder *f, const char *name, char *out)
{
    snprintf(out, RUN_PATH, "%s/%s", f->path, name);
    return out;
}

const char *run_folder_net(const run_folder *f, int generation, char *out)
{
    snprintf(out, RUN_PATH, "%s/nets/%05d.bin.gz", f->path, generation);
    return out;
}

const char *run_folder_games(const run_folder *f, int generation, char *out)
{
    snprintf(out, RUN_PATH, "%s/games/%05d", f->path, generation);
    return out;
}

go_status run_folder_link(const run_folder *f, int generation, go_error *err)
{
    char path[RUN_PATH], next[RUN_PATH], net[40];
    snprintf(net, sizeof net, "nets/%05d.bin.gz", generation);
    run_folder_file(f, "latest.bin.gz", path);
    run_folder_file(f, "latest.bin.gz.new", next);
    unlink(next);
    const bool made = symlink(net, next) == 0;
    if (!made && (errno == EPERM || errno == ENOTSUP))
        return GO_OK;
    if (made && rename(next, path) == 0)
        return GO_OK;
    return go_fail(err, GO_EIO, "%s: cannot create: %s", path, strerror(errno));
}

/* ---- what is there ---- */

static void find_newest(run_folder *f)
{
    char path[RUN_PATH];
    DIR *nets = opendir(run_folder_file(f, "nets", path));
    f->newest = -1;
    for (struct dirent *e; nets && (e = readdir(nets));) {
        char *end;
        const long number = strtol(e->d_name, &end, 10);
        if (end == e->d_name + 5 && strcmp(end, ".bin.gz") == 0 && number > f->newest)
            f->newest = (int)number;
    }
    if (nets)
        closedir(nets);
}

static go_status take_lock(run_folder *f, go_error *err)
{
    char path[RUN_PATH];
    f->lock = open(run_folder_file(f, "lock", path), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (f->lock < 0)
        return go_fail(err, GO_EIO, "%s: cannot create: %s", path, strerror(errno));
    bool taken;
    GO_TRY(file_lock(f->lock, path, &taken, err));
    return taken ? go_fail(err, GO_EINVAL, "%s: another process is using this folder", f->path)
                 : GO_OK;
}

/* ---- settings ---- */

go_status run_folder_write(const run_folder *f, const char *name, const json_t *all, go_error *err)
{
    char path[RUN_PATH];
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, run_folder_file(f, name, path), err));
    if (json_dumpf(all, atomic_file_stream(file), JSON_INDENT(2)) != 0 &&
        !ferror(atomic_file_stream(file))) {
        atomic_file_discard(file);
        return go_fail(err, GO_ENOMEM, "out of memory for %s", path);
    }
    fputc('\n', atomic_file_stream(file));
    return atomic_file_commit(file, err);
}

/* The first setting that differs. */
static go_status compare(const char *path, const json_t *was, const json_t *now, go_error *err)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)now, key, value) { // NOLINT: only read
        json_t *old = json_object_get(was, key);
        if (json_equal(old, value))
            continue;
        char *text = json_dumps(old, JSON_ENCODE_ANY), *other = json_dumps(value, JSON_ENCODE_ANY);
        go_fail(err, GO_EINVAL,
                "%s: the run was started with %s %s, not %s; choose another folder for another run",
                path, key, text ? text : "unset", other ? other : "unset");
        free(text);
        free(other);
        return GO_EINVAL;
    }
    return GO_OK;
}

static go_status agree(const run_folder *f, const json_t *settings, go_error *err)
{
    char path[RUN_PATH];
    json_error_t why;
    run_folder_file(f, "run.json", path);
    if (f->newest < 0 || access(path, F_OK) != 0) /* perhaps the first network was misspelt */
        return run_folder_write(f, "run.json", settings, err);
    json_t *was = json_load_file(path, 0, &why);
    if (!was)
        return go_fail(err, GO_EFORMAT,
                       "%s is damaged (line %d: %s); remove it, and the run goes on with the "
                       "settings of this command",
                       path, why.line, why.text);
    go_status status = compare(path, was, settings, err);
    json_decref(was);
    return status;
}

/* ---- opening ---- */

/* Parts of files that a process was writing when it was killed (base/io/atomic_file.h); others'
 * files, whose names may have a part, too, stay.                              */
static void remove_parts(const char *folder)
{
    char path[RUN_PATH + 260];
    DIR *all = opendir(folder);
    for (struct dirent *e; all && (e = readdir(all));) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (atomic_file_is_unfinished(e->d_name))
            unlink(path);
    }
    if (all)
        closedir(all);
}

/* A new run would put its link in place of a network of that name. */
static go_status check_link(const run_folder *f, go_error *err)
{
    char path[RUN_PATH];
    struct stat there;
    if (lstat(run_folder_file(f, "latest.bin.gz", path), &there) != 0 || S_ISLNK(there.st_mode))
        return GO_OK;
    return go_fail(err, GO_EINVAL, "%s would be overwritten by a link to the networks of the run; "
                   "choose another folder", path);
}

go_status run_folder_open(run_folder *f, const char *path, const json_t *settings, go_error *err)
{
    char name[RUN_PATH];
    *f = (run_folder){.lock = -1, .newest = -1};
    if (strlen(path) >= sizeof f->path)
        return go_fail(err, GO_EINVAL, "the name of the folder is too long");
    snprintf(f->path, sizeof f->path, "%s", path);
    find_newest(f);
    if (f->newest < 0) { /* with networks it is a run, also if its run.json is lost */
        GO_TRY(work_folder_check(path, WORK_RUN, err));
        GO_TRY(check_link(f, err));
    }
    GO_TRY(make_folder(path, err));
    GO_TRY(take_lock(f, err));
    GO_TRY(make_folder(run_folder_file(f, "nets", name), err));
    GO_TRY(make_folder(run_folder_file(f, "games", name), err));
    remove_parts(path);
    remove_parts(run_folder_file(f, "nets", name));
    find_newest(f);
    return agree(f, settings, err);
}

void run_folder_close(run_folder *f)
{
    if (f->lock >= 0)
        close(f->lock);
    f->lock = -1;
}

go_status run_folder_look(run_folder *f, const char *path, go_error *err)
{
    char name[RUN_PATH];
    *f = (run_folder){.lock = -1, .newest = -1};
    if (strlen(path) >= sizeof f->path)
        return go_fail(err, GO_EINVAL, "the name of the folder is too long");
    snprintf(f->path, sizeof f->path, "%s", path);
    if (access(run_folder_file(f, "run.json", name), R_OK) != 0)
        return go_fail(err, GO_EIO, "%s: cannot read: %s; name the folder of a run", name,
                       strerror(errno));
    find_newest(f);
    return GO_OK;
}
