#include "selfplay/state/play_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/read_file.h"

static const option_group groups[] = {{NULL, selfplay_options, 0}, {0}};
static const command_spec spec = {.name = "play", .groups = groups};

/* What each process has of its own, and what is written in another form. */
static bool is_left_out(const char *name)
{
    return strcmp(name, "backend") == 0 || strcmp(name, "net-cache") == 0 ||
           strcmp(name, "rules") == 0;
}

/* The text by which a list of rules can be parsed again. */
static const char *name_of(const rules *r, char text[RULES_TEXT_MAX])
{
    for (int i = 0; i < RULES_NAMED; i++) {
        rules named;
        rules_by_name(rules_name_at(i), &named);
        named.friendly_pass = r->friendly_pass;
        if (rules_equal(&named, r))
            return rules_name_at(i);
    }
    return rules_text(r, text);
}

static json_t *rules_as_text(const selfplay_settings *s)
{
    char text[SELFPLAY_MOST_RULES * RULES_TEXT_MAX] = "", one[RULES_TEXT_MAX];
    for (int i = 0; i < s->rules.n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? "," : "",
                 name_of(&s->rules.rules[i], one));
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

static json_t *as_json(const selfplay_settings *s, const play_orders *o)
{
    json_t *all = json_pack("{s:i, s:i, s:i, s:i, s:i, s:o}", "generation", o->generation, "net",
                            o->net, "games", o->games, "seed", s->seed, "moves", s->max_moves,
                            "sizes", sizes_as_text(s));
    json_t *options = all ? json_object() : NULL;
    for (const option *row = selfplay_options; options && row->name; row++) {
        char text[64];
        if (!is_left_out(row->name) && options_get(&spec, s, row->name, text, sizeof text))
            json_object_set_new(options, row->name, json_string(text));
    }
    json_object_set_new(options, "rules", rules_as_text(s));
    json_object_set_new(all, "options", options);
    return all;
}

go_status play_file_write(const run_folder *f, const selfplay_settings *s, const play_orders *o,
                          go_error *err)
{
    json_t *all = as_json(s, o);
    if (!all)
        return go_fail(err, GO_ENOMEM, "out of memory for the settings");
    const go_status status = run_folder_write(f, "play.json", all, err);
    json_decref(all);
    return status;
}

/* What an older version does not write has its default, by which games are as they were. */
static void set_defaults(selfplay_settings *s)
{
    const selfplay_settings own = *s;
    options_defaults(&spec, s);
    s->backend = own.backend;
    s->net_cache = own.net_cache;
}

static go_status take(const json_t *all, selfplay_settings *s, play_orders *o, go_error *err)
{
    const char *sizes = "", *name;
    json_t *options, *value, *copy = (json_t *)all; // NOLINT: only read
    if (json_unpack(copy, "{s:i, s:i, s:i, s:i, s:i, s:s, s:o}", "generation", &o->generation,
                    "net", &o->net, "games", &o->games, "seed", &s->seed, "moves", &s->max_moves,
                    "sizes", &sizes, "options", &options) != 0 ||
        !json_is_object(options))
        return go_fail(err, GO_EFORMAT, "settings are missing");
    if (o->generation < 0 || o->net < 0 || o->games < 0 || s->max_moves < 0)
        return go_fail(err, GO_EFORMAT, "a number is negative");
    set_defaults(s);
    GO_TRY(selfplay_sizes_parse(sizes, &s->sizes, err));
    json_object_foreach(options, name, value) {
        if (is_left_out(name) && strcmp(name, "rules") != 0)
            continue;
        const char *text = json_string_value(value);
        const go_status status = text ? options_set(&spec, s, name, text, err) : GO_END;
        if (status == GO_END)
            return go_fail(err, GO_EFORMAT,
                           "this version of Katachi does not know the setting '%s'", name);
        GO_TRY(status);
    }
    return GO_OK;
}

bool play_file_exists(const run_folder *f)
{
    char path[RUN_PATH];
    return access(run_folder_file(f, "play.json", path), R_OK) == 0;
}

go_status play_file_parse(const char *text, size_t n, selfplay_settings *s, play_orders *o,
                          go_error *err)
{
    json_error_t why;
    json_t *all = json_loadb(text, n, 0, &why);
    if (!all)
        return go_fail(err, GO_EFORMAT, "line %d: %s", why.line, why.text);
    const go_status status = take(all, s, o, err);
    json_decref(all);
    return status;
}

go_status play_file_read(const run_folder *f, selfplay_settings *s, play_orders *o, go_error *err)
{
    enum { MOST_BYTES = 1 << 20 };
    char path[RUN_PATH], *text;
    size_t n;
    go_error what;
    run_folder_file(f, "play.json", path);
    if (read_file(path, MOST_BYTES, &text, &n, &what) != GO_OK)
        return go_fail(err, GO_EIO, "%s; is it the folder of a run?", what.message);
    const go_status status = play_file_parse(text, n, s, o, &what);
    free(text);
    return status == GO_OK ? GO_OK : go_fail(err, GO_EFORMAT, "%s: %s", path, what.message);
}

bool play_orders_filled(const play_orders *o, int64_t games)
{
    return games >= 2 * (int64_t)o->games;
}
