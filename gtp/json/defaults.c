#include "gtp/json/defaults.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "gtp/text/katago_names.h"

go_status winrate_view_read(winrate_view *out, const char *word, go_error *err)
{
#define WORD(number, name) [number] = name,
    static const char *const words[] = {WINRATE_VIEWS(WORD)};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(word, words[i]) == 0) {
            *out = (winrate_view)i;
            return GO_OK;
        }
    return go_fail(err, GO_EINVAL, JSON_VIEW_SETTING " must be BLACK, WHITE or SIDETOMOVE, "
                   "not '%.100s'", word);
}

/* Sets one of them by KataGo's or our name.  GO_END: there is no such setting, or
 * it cannot be set this way; GO_EINVAL: a bad value.                          */
static go_status set_default(json_defaults *d, const char *name, const char *value, go_error *err)
{
    if (strcmp(name, JSON_VIEW_SETTING) == 0)
        return winrate_view_read(&d->view, value, err);
    char scaled[KATAGO_VALUE];
    const option *o = search_option(katago_setting(name));
    if (!o || o->kind == OPTION_TEXT)
        return go_fail(err, GO_END, "there is no setting '%s'", name);
    return search_settings_set(&d->settings, o->name, katago_value(name, value, scaled), err);
}

/* ---- configuration ---- */

enum { PIECE_MAX = 4096 }; /* bytes of a line or an item; longer ones are ignored */

static void ignore(json_ignored *ignored, const char *name)
{
    size_t n = strlen(ignored->names);
    if (n + strlen(name) + 3 < sizeof ignored->names)
        snprintf(ignored->names + n, sizeof ignored->names - n, "%s%s", n ? ", " : "", name);
}

/* Sets "key = value"; an empty text is fine. */
static go_status set(json_defaults *d, char *text, bool threads_too, json_ignored *ignored,
                     go_error *err)
{
    char *equals = strchr(text, '=');
    if (!*options_trim(text))
        return GO_OK;
    if (!equals)
        return go_fail(err, GO_EINVAL, "expected key=value, not '%.100s'", options_trim(text));
    *equals = '\0';
    const char *name = options_trim(text), *value = options_trim(equals + 1);
    go_status status = GO_END;
    if (threads_too || strncmp(name, "numSearchThreads", 16) != 0)
        status = set_default(d, name, value, err);
    if (status == GO_END)
        ignore(ignored, name);
    return status == GO_END ? GO_OK : status;
}

go_status json_config_file(json_defaults *d, const char *path, json_ignored *ignored,
                           go_error *err)
{
    char *line = NULL;
    size_t capacity = 0;
    go_status status = GO_OK;
    FILE *file = fopen(path, "r");
    if (!file)
        return go_fail(err, GO_EIO, "cannot read the configuration %s: %s", path,
                       strerror(errno));
    for (int number = 1; status == GO_OK && getline(&line, &capacity, file) >= 0; number++) {
        go_error why;
        line[strcspn(line, "#")] = '\0';
        if (strlen(line) < PIECE_MAX && set(d, line, false, ignored, &why) != GO_OK)
            status = go_fail(err, GO_EINVAL, "%s, line %d: %s", path, number, why.message);
    }
    if (status == GO_OK && ferror(file))
        status = go_fail(err, GO_EIO, "cannot read %s: %s", path, strerror(errno));
    free(line);
    fclose(file);
    return status;
}

go_status json_config_list(json_defaults *d, const char *list, json_ignored *ignored,
                           go_error *err)
{
    go_status status = GO_OK;
    while (status == GO_OK && *list) {
        char item[PIECE_MAX];
        size_t n = strcspn(list, ",");
        if (n >= sizeof item)
            return go_fail(err, GO_EINVAL, "a setting longer than %d bytes", PIECE_MAX);
        snprintf(item, sizeof item, "%.*s", (int)n, list);
        status = set(d, item, true, ignored, err);
        list += n + (list[n] == ',');
    }
    return status;
}
