#include "sgf_corpus/streams/file_walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ending.h"
#include "base/io/atomic_file.h"
#include "sgf_corpus/streams/byte_buffer.h"

enum { MAX_DEPTH = 256 }; /* of folders in folders */

/* The names of one folder, sorted. */
typedef struct folder {
    size_t path_length; /* of its path within walk.path, '/' included */
    byte_buffer names;  /* each with its final zero */
    byte_buffer order;  /* size_t offsets into names */
    size_t next;        /* index into order */
    dev_t device;
    ino_t inode;
} folder;

struct file_walk {
    char **inputs;
    int n_inputs, next_input;
    folder *open; /* [MAX_DEPTH], the path to the current file */
    int depth;
    byte_buffer path;
    int64_t ignored;
};

/* ---- names ---- */

static bool ends_with(const char *name, const char *const *endings)
{
    while (*endings && !ending_at(name, *endings))
        endings++;
    return *endings;
}

bool file_is_record(const char *name)
{
    static const char *const endings[] = {".sgf", ".mgt", NULL};
    return ends_with(name, endings);
}

bool file_is_collection(const char *name)
{
    static const char *const endings[] = {
        ".gz",  ".zst", ".xz",  ".bz2", ".lzma", ".lz4",  ".Z",   ".zip", ".7z", ".tar",
        ".tgz", ".tbz", ".txz", ".tzst", ".tlz", ".tbz2", ".cpio", ".rar", NULL};
    return file_is_record(name) || ends_with(name, endings);
}

/* ---- one folder ---- */

static void folder_free(folder *f)
{
    byte_buffer_free(&f->names);
    byte_buffer_free(&f->order);
}

static int compare_names(const void *a, const void *b, void *names)
{
    const char *text = names;
    return strcmp(text + *(const size_t *)a, text + *(const size_t *)b);
}

static go_status folder_list(folder *f, const char *path, go_error *err)
{
    DIR *dir = opendir(path);
    if (!dir)
        return go_fail(err, GO_EIO, "%s: cannot open the folder: %s", path, strerror(errno));
    bool fine = true;
    errno = 0;
    for (struct dirent *entry; fine && (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        size_t at = f->names.length;
        fine = byte_buffer_append(&f->order, &at, sizeof at) &&
               byte_buffer_append(&f->names, entry->d_name, strlen(entry->d_name) + 1);
    }
    int problem = errno;
    closedir(dir);
    if (!fine)
        return go_fail(err, GO_ENOMEM, "%s: out of memory for the names in the folder", path);
    if (problem)
        return go_fail(err, GO_EIO, "%s: cannot read the folder: %s", path, strerror(problem));
    if (f->order.length)
        qsort_r(f->order.data, f->order.length / sizeof(size_t), sizeof(size_t), compare_names,
                f->names.data);
    return GO_OK;
}

/* Is the folder one of those around it?  (Links can do that.) */
static bool is_loop(const file_walk *w, const struct stat *st)
{
    for (int i = 0; i < w->depth; i++)
        if (w->open[i].device == st->st_dev && w->open[i].inode == st->st_ino)
            return true;
    return false;
}

/* Enters the folder named by walk.path. */
static go_status enter(file_walk *w, const struct stat *st, go_error *err)
{
    if (is_loop(w, st))
        return GO_OK;
    if (w->depth == MAX_DEPTH)
        return go_fail(err, GO_EIO, "%s: folders are nested more than %d deep", w->path.data,
                       MAX_DEPTH);
    folder *f = &w->open[w->depth];
    *f = (folder){.device = st->st_dev, .inode = st->st_ino};
    go_status status = folder_list(f, w->path.data, err);
    if (status != GO_OK) {
        folder_free(f);
        return status;
    }
    w->path.length--; /* without the final zero, which makes room for the slash */
    f->path_length = w->path.length;
    if (w->path.data[f->path_length - 1] != '/') {
        w->path.data[f->path_length++] = '/'; /* there was a zero: there is room */
        w->path.length++;
    }
    w->depth++;
    return GO_OK;
}

/* ---- the walk ---- */

static go_status check_input(const char *input, struct stat *st, go_error *err)
{
    if (stat(input, st) != 0 || access(input, R_OK) != 0)
        return go_fail(err, GO_EIO, "%s: cannot read the input: %s", input, strerror(errno));
    return GO_OK;
}

static bool is_stdin(const char *input)
{
    return strcmp(input, "-") == 0;
}

go_status file_walk_create(file_walk **out, const char *const *inputs, int n, go_error *err)
{
    struct stat st;
    for (int i = 0; i < n; i++)
        GO_TRY(is_stdin(inputs[i]) ? GO_OK : check_input(inputs[i], &st, err));
    file_walk *w = calloc(1, sizeof *w);
    bool fine = w && (w->open = calloc(MAX_DEPTH, sizeof *w->open)) != NULL &&
                (w->inputs = calloc((size_t)n + 1, sizeof *w->inputs)) != NULL;
    for (int i = 0; fine && i < n; i++)
        fine = (w->inputs[w->n_inputs++] = strdup(inputs[i])) != NULL;
    if (!fine) {
        file_walk_destroy(w);
        return go_fail(err, GO_ENOMEM, "out of memory for the list of inputs");
    }
    *out = w;
    return GO_OK;
}

void file_walk_destroy(file_walk *w)
{
    if (!w)
        return;
    for (int i = 0; i < w->n_inputs; i++)
        free(w->inputs[i]);
    for (int i = 0; i < w->depth; i++)
        folder_free(&w->open[i]);
    free(w->inputs);
    free(w->open);
    byte_buffer_free(&w->path);
    free(w);
}

int64_t file_walk_ignored(const file_walk *w)
{
    return w->ignored;
}

/* Puts the path of the next name into walk.path; GO_END: nothing is left.
 * *chosen: it is an input itself, read whatever its name.                     */
static go_status next_name(file_walk *w, bool *chosen, go_error *err)
{
    const char *name;
    folder *f = w->open + w->depth - 1;
    for (; w->depth > 0 && f->next == f->order.length / sizeof(size_t); f--, w->depth--)
        folder_free(f);
    *chosen = w->depth == 0;
    if (*chosen && w->next_input == w->n_inputs)
        return GO_END;
    if (*chosen) {
        name = w->inputs[w->next_input++];
    } else {
        size_t at;
        memcpy(&at, f->order.data + sizeof at * f->next++, sizeof at);
        name = f->names.data + at;
    }
    w->path.length = *chosen ? 0 : f->path_length;
    if (!byte_buffer_append(&w->path, name, strlen(name) + 1))
        return go_fail(err, GO_ENOMEM, "out of memory for the name of a file");
    return GO_OK;
}

go_status file_walk_next(file_walk *w, const char **path, go_error *err)
{
    for (;;) {
        struct stat st;
        bool chosen;
        GO_TRY(next_name(w, &chosen, err));
        *path = w->path.data;
        if (chosen && is_stdin(*path))
            return GO_OK;
        bool wanted = chosen || file_is_collection(*path);
        if (!wanted && (stat(*path, &st) != 0 || !S_ISDIR(st.st_mode))) {
            w->ignored += !atomic_file_is_unfinished(*path); /* whatever it is, readable or not */
            continue;
        }
        GO_TRY(check_input(*path, &st, err));
        if (S_ISDIR(st.st_mode))
            GO_TRY(enter(w, &st, err));
        else if (chosen || S_ISREG(st.st_mode))
            return GO_OK;
        else
            w->ignored++; /* a pipe, say, in which nobody may ever write */
    }
}

go_status file_walk_bytes(const char *const *inputs, int n, int64_t *bytes, go_error *err)
{
    file_walk *w;
    const char *path;
    int64_t sum = 0;
    bool known = true;
    go_status status;
    GO_TRY(file_walk_create(&w, inputs, n, err));
    while ((status = file_walk_next(w, &path, err)) == GO_OK) {
        struct stat st;
        if (is_stdin(path) || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
            known = false;
        else
            sum += st.st_size;
    }
    file_walk_destroy(w);
    *bytes = known ? sum : 0;
    return status == GO_END ? GO_OK : status;
}
