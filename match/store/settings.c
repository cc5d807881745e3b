#include "match/store/settings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io/atomic_file.h"
#include "base/io/read_file.h"
#include "board/game/rules.h"

enum { MAX_SETTINGS = 16 << 20, PATH_SIZE = 4096 };

/* ---- comparing ---- */

static void show_value(const json_t *value, char *out, size_t n)
{
    const char *plain = json_string_value(value);
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(10));
    snprintf(out, n, "%s", plain ? plain : text ? text : "nothing");
    free(text);
}

static go_status differ(const char *folder, const char *what, const char *before,
                        const char *now, go_error *err)
{
    return go_fail(err, GO_EINVAL,
                   "%s holds a match whose %s is %s, not %s; repeat the settings it began with, or "
                   "use another folder (-o DIR)",
                   folder, what, before, now);
}

/* "NAME (SPEC)", or the SPEC alone if the player is named after it. */
static void show_player(const json_t *player, char *out, size_t n)
{
    const char *name = json_string_value(json_object_get(player, "name"));
    const char *spec = json_string_value(json_object_get(player, "spec"));
    if (name && spec && strcmp(name, spec) == 0)
        snprintf(out, n, "%s", spec);
    else
        snprintf(out, n, "%s (%s)", name ? name : "nobody", spec ? spec : "");
}

static go_status compare_players(const char *folder, const json_t *old, const json_t *new,
                                 go_error *err)
{
    char before[200], now[200], what[40];
    size_t n_old = json_array_size(old), n_new = json_array_size(new);
    for (size_t i = 0; i < n_old && i < n_new; i++) {
        const json_t *one = json_array_get(old, i), *other = json_array_get(new, i);
        if (json_equal(one, other))
            continue;
        show_player(one, before, sizeof before);
        show_player(other, now, sizeof now);
        snprintf(what, sizeof what, "player %zu", i + 1);
        return differ(folder, what, before, now, err);
    }
    snprintf(before, sizeof before, "%zu", n_old);
    snprintf(now, sizeof now, "%zu", n_new);
    return n_old == n_new ? GO_OK : differ(folder, "number of players", before, now, err);
}

/* A file that was not there before, or is not there now, is the player's to miss.  Older matches
 * noted no files.                                                             */
static go_status compare_files(const char *folder, const json_t *old, const json_t *new,
                               go_error *err)
{
    for (size_t i = 0; i < json_array_size(old) && i < json_array_size(new); i++) {
        const json_t *one = json_array_get(old, i), *other = json_array_get(new, i);
        const json_t *before = json_object_get(one, "fingerprint"),
                     *now = json_object_get(other, "fingerprint");
        const char *file = json_string_value(json_object_get(other, "file"));
        if (json_is_string(before) && json_is_string(now) && !json_equal(before, now))
            return go_fail(err, GO_EINVAL,
                           "%s holds a match that was played with other contents of %s; restore "
                           "that file, or use another folder (-o DIR)",
                           folder, file);
    }
    return GO_OK;
}

/* Numbers are compared as they are written, that is rounded. */
static go_status compare_values(const char *folder, const char *key, const json_t *old,
                                const json_t *new, go_error *err)
{
    char before[200], now[200];
    show_value(old, before, sizeof before);
    show_value(new, now, sizeof now);
    bool equal = json_is_string(new) ? json_equal(old, new) : strcmp(before, now) == 0;
    return equal ? GO_OK : differ(folder, key, before, now, err);
}

/* Other words for the same rules? */
static bool same_rules(const json_t *old, const json_t *new)
{
    rules a, b;
    return json_is_string(old) && json_is_string(new) &&
           rules_by_name(json_string_value(old), &a) && rules_by_name(json_string_value(new), &b) &&
           rules_equal(&a, &b);
}

/* Openings are the same if their moves are, wherever the file is now. */
static bool means_the_same(const char *key, const json_t *old, const json_t *new)
{
    if (strcmp(key, "openings") == 0)
        return json_equal(json_object_get(old, "openings_fingerprint"),
                          json_object_get(new, "openings_fingerprint"));
    return strcmp(key, "rules") == 0 &&
           same_rules(json_object_get(old, key), json_object_get(new, key));
}

/* Every setting must be the same as when the match began. */
static go_status compare(const char *folder, const json_t *old, const json_t *new, go_error *err)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)new, key, value) {
        const json_t *before = json_object_get(old, key);
        if (strcmp(key, "players") == 0)
            GO_TRY(compare_players(folder, before, value, err));
        else if (strcmp(key, "files") == 0)
            GO_TRY(compare_files(folder, before, value, err));
        else if (!means_the_same(key, old, new))
            GO_TRY(compare_values(folder, key, before, value, err));
    }
    json_object_foreach((json_t *)old, key, value)
        if (!json_object_get(new, key)) /* a tuning, for instance, is no plain match */
            GO_TRY(compare_values(folder, key, value, NULL, err));
    return GO_OK;
}

/* ---- the file ---- */

static go_status write_settings(const char *path, const json_t *settings, go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, path, err));
    FILE *out = atomic_file_stream(file);
    json_dumpf(settings, out, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
    fputc('\n', out);
    return atomic_file_commit(file, err);
}

go_status match_settings_read(const char *folder, json_t **out, go_error *err)
{
    char path[PATH_SIZE], *text;
    size_t n;
    json_error_t why;
    *out = NULL;
    snprintf(path, sizeof path, "%s/match.json", folder);
    GO_TRY(read_file(path, MAX_SETTINGS, &text, &n, err));
    *out = json_loadb(text, n, 0, &why);
    free(text);
    if (json_is_object(*out))
        return GO_OK;
    go_fail(err, GO_EFORMAT, "%s, line %d: not the settings of a match: %s", path, why.line,
            *out ? "no object" : why.text);
    json_decref(*out);
    *out = NULL;
    return GO_EFORMAT;
}

go_status match_settings_settle(const char *folder, const json_t *settings, bool empty,
                                go_error *err)
{
    char path[PATH_SIZE];
    struct stat st;
    json_t *old = NULL;
    go_status status = GO_OK;
    snprintf(path, sizeof path, "%s/match.json", folder);
    if (stat(path, &st) == 0)
        status = match_settings_read(folder, &old, err);
    else if (!empty)
        status = go_fail(err, GO_EINVAL, "%s holds results but no match.json; use another folder",
                         folder);
    if (status != GO_OK)
        return status;
    bool replace = !old || (empty && json_is_array(json_object_get(old, "players")));
    status = replace ? write_settings(path, settings, err) : compare(folder, old, settings, err);
    json_decref(old);
    return status;
}
