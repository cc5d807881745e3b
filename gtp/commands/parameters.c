/* parameters.c -- reads and changes settings of the search while the engine runs. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_json.h"
#include "gtp/commands/command.h"
#include "gtp/text/args.h"
#include "gtp/text/json_word.h"
#include "gtp/text/katago_names.h"
#include "nn/inputs/profile.h"

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
        return go_fail(err, GO_END, "unknown parameter '%s'", name);
    if (status != GO_OK)
        return status;
    GO_TRY(search_configure(e->search, &changed, err));
    e->now = changed;
    e->prepared = e->tried = 0; /* the gammas may have changed */
    e->searched = 0;            /* a search with other settings begins anew */
    e->final.position = 0;
    return GO_OK;
}

/* For analysis alone, while the setting wide-root is for all searches. */
#define WIDE_ANALYSIS "analysisWideRootNoise"

static go_status set_wide_analysis(gtp_engine *e, const char *value, go_error *err)
{
    double x;
    if (!gtp_arg_real(value, &x) || x < 0 || x > 5)
        return go_fail(err, GO_EINVAL, WIDE_ANALYSIS " expects a number from 0 to 5, not '%s'",
                       value);
    e->settings.wide_analysis = x;
    return GO_OK;
}

/* Whom human-style networks imitate: the one beside the search, and that of the search if it is
 * one.                                                                        */
#define HUMAN_PROFILE "humanSLProfile"

static go_status set_profile(gtp_engine *e, const char *value, go_error *err)
{
    nn_profile ignored;
    const nn_model *main_net = search_model(e->search);
    bool imitates = main_net && main_net->meta > 0;
    if (*value)
        GO_TRY(nn_profile_need(value, &ignored, err));
    if (!e->human && !imitates) /* no profile: as it is, and as kata-get-params tells it */
        return *value ? go_fail(err, GO_EUNSUPPORTED,
                                "no human-style network; start with -human-model FILE")
                      : GO_OK;
    if (imitates)
        GO_TRY(gtp_set_parameter(e, "profile", value, err));
    snprintf(e->human_profile, sizeof e->human_profile, "%s", value);
    return GO_OK;
}

go_status gtp_set_parameter(gtp_engine *e, const char *name, const char *value, go_error *err)
{
    char scaled[KATAGO_VALUE];
    if (strcmp(name, HUMAN_PROFILE) == 0)
        return set_profile(e, value, err);
    if (strcmp(name, WIDE_ANALYSIS) == 0)
        return set_wide_analysis(e, value, err);
    if (katago_fixed_value(name))
        return GO_OK;
    const char *given = name;
    GO_TRY(katago_value(name, value, scaled, &value, err));
    name = katago_setting(name);
    const option *o = search_option(name);
    if (!o || o->kind != OPTION_TEXT) {
        go_error why;
        const go_status status = change(e, name, value, &why);
        if (status == GO_OK)
            return GO_OK;
        return strcmp(given, name) == 0
                   ? go_fail(err, status, "%s", why.message)
                   : go_fail(err, status, "%s: %s", given, why.message);
    }
    gtp_text_value *slot = text_slot(e, name);
    char *copy = slot && *value ? strdup(value) : NULL; /* NULL: the default */
    if (!slot || (*value && !copy))
        return go_fail(err, GO_ENOMEM, "out of memory for a setting");
    go_status status = change(e, name, copy, err);
    free(status == GO_OK ? slot->value : copy);
    if (status != GO_OK)
        return status;
    slot->value = copy;
    if (strcmp(name, "profile") == 0) /* as at the start, of both networks */
        snprintf(e->human_profile, sizeof e->human_profile, "%s", value);
    return GO_OK;
}

/* All that follows the name: paths may have blanks. */
static const char *text_after_name(const gtp_request *r)
{
    const char *value = r->rest + strspn(r->rest, " \t") + strlen(r->arg[0]);
    return value + strspn(value, " \t");
}

static go_status cmd_set_param(GTP_ARGS)
{
    const option *o = search_option(r->arg[0]);
    const bool text = (o && o->kind == OPTION_TEXT) || strcmp(r->arg[0], HUMAN_PROFILE) == 0;
    if (r->n < 2 && !text)
        return go_fail(err, GO_EINVAL, "syntax error: usage: kata-set-param NAME VALUE");
    return gtp_set_parameter(e, r->arg[0], text ? text_after_name(r) : r->arg[1], err);
}

enum { VALUE_MAX = 1024 };

/* Writes the value in effect, as kata-set-param takes it.  False: there is no such parameter. */
static bool get_parameter(const gtp_engine *e, const char *name, char value[VALUE_MAX])
{
    char own[VALUE_MAX], scaled[KATAGO_VALUE];
    if (strcmp(name, WIDE_ANALYSIS) == 0)
        snprintf(value, VALUE_MAX, "%g", e->settings.wide_analysis);
    else if (strcmp(name, HUMAN_PROFILE) == 0)
        snprintf(value, VALUE_MAX, "%s", e->human_profile);
    else if (katago_fixed_value(name))
        snprintf(value, VALUE_MAX, "%s", katago_fixed_value(name));
    else if (search_settings_get(&e->now, katago_setting(name), own, sizeof own))
        snprintf(value, VALUE_MAX, "%s", katago_value_of(name, own, scaled));
    else
        return false;
    return true;
}

static go_status cmd_get_param(GTP_ARGS)
{
    char value[VALUE_MAX];
    if (!get_parameter(e, r->arg[0], value))
        return go_fail(err, GO_EINVAL, "unknown parameter '%s'", r->arg[0]);
    fputs(value, out);
    return GO_OK;
}

/* Sets all of the parameters or none: those before a fault get their values back. */
static go_status set_all(gtp_engine *e, json_t *object, go_error *err)
{
    const char *name;
    json_t *wanted, *before = json_object();
    char value[VALUE_MAX], number[JSON_WORD_NUMBER];
    go_error why = {GO_OK, ""};
    json_object_foreach(object, name,
                        wanted) /* before any changes: two names may mean one setting */
        if (get_parameter(e, name, value))
            json_object_set_new(before, name, json_string_nocheck(value));
    json_object_foreach(
        object, name,
        wanted) if (gtp_set_parameter(e, name, gtp_json_word(wanted, number), &why) != GO_OK) break;
    if (why.status != GO_OK)
        json_object_foreach(before, name, wanted)
            gtp_set_parameter(e, name, json_string_value(wanted), NULL);
    json_decref(before);
    return why.status == GO_OK ? GO_OK : go_fail(err, why.status, "%s", why.message);
}

static go_status cmd_set_params(GTP_ARGS)
{
    json_error_t why;
    json_t *object = json_loads(r->rest, JSON_REJECT_DUPLICATES, &why);
    go_status status = json_is_object(object)
                           ? set_all(e, object, err)
                           : go_fail(err, GO_EINVAL, "syntax error: the parameters are not a JSON "
                                     "object: %s", object ? "it is something else" : why.text);
    json_decref(object);
    return status;
}

static go_status cmd_list_params(GTP_ARGS)
{
    for (const option *o = search_options; o->name; o++)
        fprintf(out, "%s ", o->name);
    for (const char *const *name = katago_names; *name; name++)
        fprintf(out, "%s ", *name);
    fputs(WIDE_ANALYSIS " " HUMAN_PROFILE, out);
    return GO_OK;
}

static void add_parameter(const gtp_engine *e, const char *name, json_t *object)
{
    char value[VALUE_MAX];
    if (get_parameter(e, name, value))
        json_object_set_new(object, name, text_json(value));
}

static go_status cmd_get_params(GTP_ARGS)
{
    json_t *object = json_object();
    for (const option *o = search_options; object && o->name; o++)
        add_parameter(e, o->name, object);
    for (const char *const *name = katago_names; object && *name; name++)
        add_parameter(e, *name, object);
    add_parameter(e, WIDE_ANALYSIS, object);
    add_parameter(e, HUMAN_PROFILE, object);
    if (!object)
        return go_fail(err, GO_ENOMEM, "out of memory for the parameters");
    json_dumpf(object, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
    return GO_OK;
}

const gtp_command gtp_parameter_commands[] = {
    {"kata-set-param", cmd_set_param, 1, "NAME [VALUE]"},
    {"kata-get-param", cmd_get_param, 1, "NAME"},
    {"kata-list-params", cmd_list_params, 0, NULL},
    {"kata-get-params", cmd_get_params, 0, NULL},
    {"kata-set-params", cmd_set_params, 1, "JSON"},
    {0}};
