/* options_config.c -- the configuration file of options.h. */
#include "base/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *options_trim(char *text)
{
    static const char space[] = " \t\r\n";
    text += strspn(text, space);
    size_t length = strlen(text);
    while (length && strchr(space, text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* A value of OPTION_TEXT is borrowed and must outlive the line, so such options
 * (paths, names) are refused here and belong on the command line.             */
static bool is_text(const command_spec *spec, const char *name)
{
    for (const option_group *g = spec->groups; g && g->options; g++)
        for (const option *o = g->options; o->name; o++)
            if (o->kind == OPTION_TEXT && strcmp(o->name, name) == 0)
                return true;
    return false;
}

/* One `key = value` line, already trimmed and not empty. */
static go_status set_line(const command_spec *spec, void *settings, char *line,
                          go_error *err)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return go_fail(err, GO_EFORMAT, "'%s' is not of the form key = value", line);
    *equals = '\0';
    const char *key = options_trim(line), *value = options_trim(equals + 1);
    const char *dot = strchr(key, '.'), *name = dot ? dot + 1 : key;
    size_t length = dot ? (size_t)(dot - key) : 0;
    if (dot && (strlen(spec->name) != length || strncmp(spec->name, key, length) != 0))
        return GO_OK; /* meant for another command */
    if (is_text(spec, name))
        return go_fail(err, GO_EFORMAT, "'%s' names a file or text; give it on the command line",
                       name);
    go_status status = options_set(spec, settings, name, value, err);
    if (status == GO_END && dot)
        return go_fail(err, GO_EFORMAT, "%s has no option '%s'", spec->name, name);
    return status == GO_END ? GO_OK : status;
}

go_status options_config(const command_spec *spec, void *settings, const char *path,
                         go_error *err)
{
    FILE *file = fopen(path, "r");
    if (!file && (errno == ENOENT || errno == ENOTDIR))
        return GO_OK;
    if (!file)
        return go_fail(err, GO_EIO, "%s: cannot open: %s", path, strerror(errno));
    char *line = NULL;
    size_t capacity = 0;
    go_status status = GO_OK;
    for (int number = 1; status == GO_OK && getline(&line, &capacity, file) >= 0; number++) {
        char *text = options_trim(line);
        go_error why = {GO_OK, ""};
        if (*text == '\0' || *text == '#')
            continue;
        status = set_line(spec, settings, text, &why);
        if (status != GO_OK)
            go_fail(err, status, "%s line %d: %.900s", path, number, why.message);
    }
    if (status == GO_OK && ferror(file))
        status = go_fail(err, GO_EIO, "%s: cannot read: %s", path, strerror(errno));
    free(line);
    fclose(file);
    return status;
}
