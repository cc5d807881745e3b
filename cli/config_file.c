#include "cli/config_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/atomic_file.h"
#include "base/io/make_folder.h"
#include "base/io/read_file.h"

enum { FILE_MAX = 1 << 20 };

bool config_file_path(char path[CONFIG_PATH_MAX])
{
    const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int length = -1;
    if (xdg && xdg[0] == '/')
        length = snprintf(path, CONFIG_PATH_MAX, "%s/katachi/config", xdg);
    else if (home && home[0])
        length = snprintf(path, CONFIG_PATH_MAX, "%s/.config/katachi/config", home);
    return length > 0 && length < CONFIG_PATH_MAX;
}

/* Does the line set the key? */
static bool sets(const char *line, const char *key)
{
    line += strspn(line, " \t");
    const size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && line[n + strspn(line + n, " \t")] == '=';
}

/* The beginning of the last line that sets the key, or NULL. */
static const char *line_with(const char *text, const char *key)
{
    const char *found = NULL;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (sets(line, key))
            found = line;
    return found;
}

static void write_changed(FILE *out, const char *text, const char *key, const char *value)
{
    const char *line = line_with(text, key), *rest = text + strlen(text);
    const size_t before = line ? (size_t)(line - text) : strlen(text);
    fwrite(text, 1, before, out);
    if (!line && before > 0 && text[before - 1] != '\n')
        fputc('\n', out);
    fprintf(out, "%s = %s\n", key, value);
    if (line) {
        rest = line + strcspn(line, "\n");
        rest += *rest == '\n';
    }
    fputs(rest, out);
}

static go_status make_folder_of(const char *path, go_error *err)
{
    char folder[CONFIG_PATH_MAX];
    const char *end = strrchr(path, '/');
    if (!end || end == path)
        return GO_OK;
    snprintf(folder, sizeof folder, "%.*s", (int)(end - path), path);
    return make_folder(folder, err);
}

go_status config_file_try(const char *path, go_error *err)
{
    atomic_file *file;
    GO_TRY(make_folder_of(path, err));
    GO_TRY(atomic_file_open(&file, path, err));
    atomic_file_discard(file);
    return GO_OK;
}

go_status config_file_set(const char *path, const char *key, const char *value, go_error *err)
{
    char *text = NULL;
    size_t n;
    atomic_file *file;
    if (access(path, F_OK) == 0)
        GO_TRY(read_file(path, FILE_MAX, &text, &n, err));
    else
        GO_TRY(make_folder_of(path, err));
    go_status status = atomic_file_open(&file, path, err);
    if (status == GO_OK) {
        write_changed(atomic_file_stream(file), text ? text : "", key, value);
        status = atomic_file_commit(file, err);
    }
    free(text);
    return status;
}
