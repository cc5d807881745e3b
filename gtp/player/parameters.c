#include "gtp/player/parameters.h"

#include <stdlib.h>
#include <string.h>

#include "gtp/text/katago_names.h"

/* The engine's copy of a text setting, since the settings only borrow theirs.  NULL: out
 * of memory.                                                                  */
static gtp_text_value *text_slot(gtp_engine *e, const char *name)
{
    for (int i = 0; i < e->n_texts; i++)
        if (strcmp(e->texts[i].name, name) == 0)
            return &e->texts[i];
    gtp_text_value *texts = realloc(e->texts, (size_t)(e->n_texts + 1) * sizeof *texts);
    if (!texts)
        return NULL;
    e->texts = texts;
    texts[e->n_texts] = (gtp_text_value){strdup(name), NULL};
    return texts[e->n_texts].name ? &texts[e->n_texts++] : NULL;
}

static go_status change(gtp_engine *e, const char *name, const char *value, go_error *err)
{
    search_settings changed = e->now;
    go_status status = search_settings_set(&changed, name, value, err);
    if (status == GO_END)
        return go_fail(err, GO_END, "there is no parameter '%s'", name);
    if (status != GO_OK)
        return status;
    GO_TRY(search_configure(e->search, &changed, err));
    e->now = changed;
    e->prepared = e->tried = e->final.size = 0; /* the gammas may have changed */
    e->final.position = 0;
    return GO_OK;
}

go_status gtp_set_parameter(gtp_engine *e, const char *name, const char *value, go_error *err)
{
    name = katago_setting(name, false);
    const option *o = search_option(name);
    if (!o || o->kind != OPTION_TEXT)
        return change(e, name, value, err);
    gtp_text_value *slot = text_slot(e, name);
    char *copy = slot ? strdup(value) : NULL;
    if (!copy)
        return go_fail(err, GO_ENOMEM, "out of memory for a setting");
    go_status status = change(e, name, copy, err);
    free(status == GO_OK ? slot->value : copy);
    if (status == GO_OK)
        slot->value = copy;
    return status;
}
