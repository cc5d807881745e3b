/* parameters.c -- settings of the search, read and changed. */
#include <jansson.h>

#include "gtp/commands/command.h"
#include "gtp/player/parameters.h"
#include "gtp/text/katago_names.h"

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
