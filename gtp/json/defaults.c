#include "gtp/json/defaults.h"

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

go_status json_defaults_set(json_defaults *d, const char *name, const char *value, go_error *err)
{
    if (strcmp(name, JSON_VIEW_SETTING) == 0)
        return winrate_view_read(&d->view, value, err);
    const option *o = search_option(katago_setting(name, true));
    if (!o || o->kind == OPTION_TEXT)
        return go_fail(err, GO_END, "there is no setting '%s'", name);
    return search_settings_set(&d->settings, o->name, value, err);
}
