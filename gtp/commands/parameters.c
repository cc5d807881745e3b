/* parameters.c -- reads and changes settings of the search while the engine runs. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/commands/command.h"
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
    e->prepared = e->tried = 0; /* the gammas may have changed */
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

static go_status cmd_set_param(GTP_ARGS)
{
    return gtp_set_parameter(e, r->arg[0], r->arg[1], err);
}

static go_status cmd_get_param(GTP_ARGS)
{
    char value[1024];
    if (!search_settings_get(&e->now, katago_setting(r->arg[0], false), value, sizeof value))
        return go_fail(err, GO_EINVAL, "there is no parameter '%s'", r->arg[0]);
    fputs(value, out);
    return GO_OK;
}

static go_status cmd_list_params(GTP_ARGS)
{
    for (const option *o = search_options; o->name; o++)
        fprintf(out, "%s%s", o == search_options ? "" : " ", o->name);
    return GO_OK;
}

static go_status cmd_get_params(GTP_ARGS)
{
    char value[1024];
    json_t *object = json_object();
    for (const option *o = search_options; object && o->name; o++)
        if (search_settings_get(&e->now, o->name, value, sizeof value))
            json_object_set_new(object, o->name, json_string(value));
    if (!object)
        return go_fail(err, GO_ENOMEM, "out of memory for the parameters");
    json_dumpf(object, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
    return GO_OK;
}

const gtp_command gtp_parameter_commands[] = {
    {"kata-set-param", cmd_set_param, 2, "NAME VALUE"},
    {"kata-get-param", cmd_get_param, 1, "NAME"},
    {"kata-list-params", cmd_list_params, 0, NULL},
    {"kata-get-params", cmd_get_params, 0, NULL},
    {0}};
