#include "selfplay/state/play_file.h"

#include <stdio.h>
#include <string.h>

static const option_group groups[] = {{NULL, selfplay_options, 0}, {0}};
static const command_spec spec = {.name = "play", .groups = groups};

/* What each process has of its own, and what is written in another form. */
static bool is_left_out(const char *name)
{
    return strcmp(name, "backend") == 0 || strcmp(name, "net-cache") == 0 ||
           strcmp(name, "rules") == 0;
}

/* The name by which a list of rules can be parsed again. */
static const char *name_of(const rules *r)
{
    for (int i = 0; i < RULES_NAMED; i++) {
        rules named;
        rules_by_name(rules_name_at(i), &named);
        named.friendly_pass = r->friendly_pass;
        if (rules_equal(&named, r))
            return rules_name_at(i);
    }
    return "";
}

static json_t *rules_as_text(const selfplay_settings *s)
{
    char text[SELFPLAY_MOST_RULES * 40] = "";
    for (int i = 0; i < s->rules.n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? "," : "",
                 name_of(&s->rules.rules[i]));
    return json_string(text);
}

static json_t *sizes_as_text(const selfplay_settings *s)
{
    char text[SELFPLAY_MOST_SIZES * 12] = "";
    for (int i = 0; i < s->sizes.n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? "," : "",
                 s->sizes.size[i]);
    return json_string(text);
}

static json_t *as_json(const selfplay_settings *s, int games)
{
    json_t *all = json_pack("{s:i, s:i, s:i, s:o}", "games", games, "seed", s->seed, "moves",
                            s->max_moves, "sizes", sizes_as_text(s));
    json_t *options = all ? json_object() : NULL;
    for (const option *o = selfplay_options; options && o->name; o++) {
        char text[64];
        if (!is_left_out(o->name) && options_get(&spec, s, o->name, text, sizeof text))
            json_object_set_new(options, o->name, json_string(text));
    }
    json_object_set_new(options, "rules", rules_as_text(s));
    json_object_set_new(all, "options", options);
    return all;
}

go_status play_file_write(const run_folder *f, const selfplay_settings *s, int games,
                          go_error *err)
{
    json_t *all = as_json(s, games);
    if (!all)
        return go_fail(err, GO_ENOMEM, "out of memory for the settings");
    const go_status status = run_folder_write(f, "play.json", all, err);
    json_decref(all);
    return status;
}

static go_status take(const json_t *all, selfplay_settings *s, int *games, go_error *err)
{
    const char *sizes = "", *name;
    json_t *options, *value, *copy = (json_t *)all; // NOLINT: only read
    if (json_unpack(copy, "{s:i, s:i, s:i, s:s, s:o}", "games", games, "seed", &s->seed, "moves",
                    &s->max_moves, "sizes", &sizes, "options", &options) != 0)
        return go_fail(err, GO_EFORMAT, "it has not all settings");
    GO_TRY(selfplay_sizes_parse(sizes, &s->sizes, err));
    json_object_foreach(options, name, value) {
        if (is_left_out(name) && strcmp(name, "rules") != 0)
            continue;
        const char *text = json_string_value(value);
        const go_status status = text ? options_set(&spec, s, name, text, err) : GO_END;
        if (status == GO_END)
            return go_fail(err, GO_EFORMAT, "it has a setting '%s', which this version of Katachi "
                           "does not have", name);
        GO_TRY(status);
    }
    return GO_OK;
}

go_status play_file_read(const run_folder *f, selfplay_settings *s, int *games, go_error *err)
{
    char path[RUN_PATH];
    json_error_t why;
    go_error what;
    json_t *all = json_load_file(run_folder_file(f, "play.json", path), 0, &why);
    if (!all)
        return go_fail(err, GO_EFORMAT, "%s: %s; is it the folder of a run?", path, why.text);
    const go_status status = take(all, s, games, &what);
    json_decref(all);
    return status == GO_OK ? GO_OK : go_fail(err, GO_EFORMAT, "%s: %s", path, what.message);
}
