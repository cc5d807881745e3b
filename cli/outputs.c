#include "cli/outputs.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sgf_corpus/streams/file_walk.h"

/* Is it written to directly, or not at all? */
static bool is_direct(const char *path)
{
    struct stat st;
    return !path || strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
}

/* Standard input may be a file, too. */
static bool input_stat(const char *path, struct stat *st)
{
    return strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, st) == 0 : stat(path, st) == 0;
}

/* ---- two outputs ---- */

/* The path without links in its folder: that of a file that may not exist yet. */
static bool whole_path(const char *path, char out[PATH_MAX])
{
    char folder[PATH_MAX], real[PATH_MAX];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (realpath(path, out))
        return true;
    int n = snprintf(folder, sizeof folder, "%.*s", slash ? (int)(name - path) : 1,
                     slash ? path : ".");
    if (n < 0 || (size_t)n >= sizeof folder || !realpath(folder, real))
        return false; /* then it cannot be written */
    n = snprintf(out, PATH_MAX, "%s/%s", real, name);
    return n > 0 && n < PATH_MAX;
}

static bool same_output(const char *a, const char *b)
{
    struct stat one, other;
    char whole_a[PATH_MAX], whole_b[PATH_MAX];
    if (is_direct(a) || is_direct(b))
        return false;
    if (stat(a, &one) == 0 && stat(b, &other) == 0)
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    return whole_path(a, whole_a) && whole_path(b, whole_b) && strcmp(whole_a, whole_b) == 0;
}

go_status cli_outputs_apart(const cli_output *outputs, go_error *err)
{
    for (const cli_output *a = outputs; a->option; a++)
        for (const cli_output *b = a + 1; b->option; b++)
            if (same_output(a->path, b->path))
                return go_fail(err, GO_EINVAL, "%s and %s would both write %s; name two files",
                               a->option, b->option, b->path);
    return GO_OK;
}

/* ---- an output and an input ---- */

static bool lies_in(const char *file, const char *folder)
{
    char inside[PATH_MAX], above[PATH_MAX];
    if (!realpath(file, inside) || !realpath(folder, above))
        return false;
    size_t n = strlen(above);
    return strncmp(inside, above, n) == 0 && (inside[n] == '/' || above[n - 1] == '/');
}

/* A file that does not exist yet is no input. */
static bool overwrites(const char *output, const char *input)
{
    struct stat out, in;
    if (is_direct(output) || !input || stat(output, &out) != 0 || !input_stat(input, &in))
        return false;
    if (S_ISDIR(in.st_mode))
        return file_is_collection(output) && lies_in(output, input);
    return out.st_dev == in.st_dev && out.st_ino == in.st_ino;
}

go_status cli_outputs_spare(const cli_output *outputs, const char *const *inputs, int n,
                            go_error *err)
{
    for (const cli_output *o = outputs; o->option; o++)
        for (int i = 0; i < n; i++)
            if (overwrites(o->path, inputs[i]))
                return go_fail(err, GO_EINVAL, "%s %s would overwrite what is read (%s); name "
                               "another file", o->option, o->path,
                               strcmp(inputs[i], "-") == 0 ? "standard input" : inputs[i]);
    return GO_OK;
}
