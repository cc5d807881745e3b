/* settings.c -- what a query says about the search: settings of its own,
 * and moves not to be looked at.                                              */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/json/fields.h"
#include "gtp/text/katago_names.h"

/* ---- settings ---- */

/* Texts are files, which a client has no business with, and another tree or
 * other threads are not worth it for one query.                               */
static bool may_change(const option *o)
{
    return o && o->kind != OPTION_TEXT && strcmp(o->name, "memory") != 0 &&
           strcmp(o->name, "threads") != 0;
}

/* A value as the word that the settings take; false: neither text nor number. */
static bool value_text(const json_t *value, const option *o, char text[64])
{
    if (json_is_boolean(value))
        snprintf(text, 64, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_string(value))
        snprintf(text, 64, "%s", json_string_value(value));
    else if (json_is_number(value) && o->kind == OPTION_INT) /* clients say 1e9 for no limit */
        snprintf(text, 64, "%.0f", fmin(json_number_value(value), o->max));
    else if (json_is_number(value))
        snprintf(text, 64, "%.9g", json_number_value(value));
    else
        return false;
    return true;
}

static go_status change(json_reader *r, const char *name, const json_t *value, go_error *err)
{
    char text[64], sentence[160];
    const option *o = search_option(katago_setting(name, true));
    if (!may_change(o)) {
        snprintf(sentence, sizeof sentence, "%s: not a setting that a query can change", name);
        json_warn_of(r, r->field, sentence);
        return GO_OK;
    }
    go_error why;
    if (!value_text(value, o, text))
        return go_fail(err, GO_EINVAL, "%s must be a number, a string, true or false", name);
    go_status status = search_settings_set(&r->query->settings, o->name, text, &why);
    return status == GO_OK ? GO_OK : go_fail(err, GO_EINVAL, "%s: %s", name, why.message);
}

/* KataGo's ways of a wider or fairer search, which clients set routinely. */
static bool has_no_effect(const char *name)
{
    static const char *const names[] = {"wideRootNoise", "ignorePreRootHistory", "antiMirror",
                                        "rootNumSymmetriesToSample", "playoutDoublingAdvantage",
                                        "conservativePass", NULL};
    for (int i = 0; names[i]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

go_status json_defaults_set(json_defaults *d, const char *name, const char *value, go_error *err)
{
    const option *o = search_option(katago_setting(name, true));
    if (strcmp(name, "reportAnalysisWinratesAs") == 0)
        return winrate_view_named(value, &d->view)
                   ? GO_OK
                   : go_fail(err, GO_EINVAL, "reportAnalysisWinratesAs must be BLACK, WHITE or "
                             "SIDETOMOVE, not '%s'", value);
    if (!o || o->kind == OPTION_TEXT)
        return go_fail(err, GO_END, "there is no setting '%s'", name);
    return search_settings_set(&d->settings, o->name, value, err);
}

go_status json_read_settings(json_reader *r, const json_t *value, go_error *err)
{
    const char *name;
    json_t *setting;
    go_status status = GO_OK;
    if (!json_is_object(value))
        return GO_END;
    json_object_foreach((json_t *)value, name, setting) {
        if (strcmp(name, "reportAnalysisWinratesAs") == 0) {
            const char *text = json_is_string(setting) ? json_string_value(setting) : "";
            if (!winrate_view_named(text, &r->query->view))
                return go_fail(err, GO_EINVAL, "reportAnalysisWinratesAs must be BLACK, WHITE or "
                               "SIDETOMOVE");
        } else if (!has_no_effect(name)) {
            status = change(r, name, setting, err);
        }
        if (status != GO_OK)
            break;
    }
    return status;
}

go_status json_read_policy_temperature(json_reader *r, const json_t *value, go_error *err)
{
    if (!json_is_number(value) || !(json_number_value(value) > 0))
        return GO_END;
    return change(r, "rootPolicyTemperature", value, err);
}

go_status json_read_fpu_reduction(json_reader *r, const json_t *value, go_error *err)
{
    if (!json_is_number(value))
        return GO_END;
    return change(r, "rootFpuReductionMax", value, err);
}

go_status json_read_visits(json_reader *r, const json_t *value, go_error *err)
{
    int64_t n = 0;
    (void)err;
    if (!json_whole(value, 1, 1e15, &n))
        return GO_END;
    r->query->settings.limits.visits = n < 2000000000 ? (int)n : 2000000000;
    return GO_OK;
}

/* ---- avoid and allow ---- */

typedef struct restriction {
    colour c;
    int depth;
    const json_t *moves; /* an array */
} restriction;

static go_status read_restriction(const json_t *object, restriction *out, go_error *err)
{
    int64_t depth = 0;
    out->moves = json_object_get(object, "moves");
    if (!json_is_array(out->moves) || !json_colour(json_object_get(object, "player"), &out->c) ||
        !json_whole(json_object_get(object, "untilDepth"), 1, 1e9, &depth))
        return go_fail(err, GO_EINVAL, "Must be objects such as {\"player\":\"B\", "
                       "\"moves\":[\"C3\"], \"untilDepth\":1}");
    out->depth = (int)depth;
    return GO_OK;
}

static go_status read_points(const json_reader *r, const restriction *from, point *out,
                             go_error *err)
{
    for (size_t i = 0; i < json_array_size(from->moves); i++)
        if (!json_vertex(r, json_array_get(from->moves, i), &out[i]))
            return go_fail(err, GO_EINVAL, "Could not parse move %zu: must be a point of the "
                           "board such as \"C3\"", i);
    return GO_OK;
}

/* More than every point for either colour twice over cannot be needed. */
enum { MOST_POINTS = 4 * (BOARD_MAX_AREA + 1) };

static go_status check_length(const restriction *one, size_t already, go_error *err)
{
    if (already + json_array_size(one->moves) > MOST_POINTS)
        return go_fail(err, GO_EINVAL, "too many moves: at most %d", MOST_POINTS);
    return GO_OK;
}

static go_status reserve_avoided(json_query *q, size_t more, go_error *err)
{
    search_restriction *avoid =
        realloc(q->avoid, ((size_t)q->n_avoid + more + 1) * sizeof *avoid);
    if (!avoid)
        return go_fail(err, GO_ENOMEM, "out of memory for the query");
    q->avoid = avoid;
    return GO_OK;
}

static go_status add_avoided(json_reader *r, const json_t *object, go_error *err)
{
    json_query *q = r->query;
    restriction one;
    point points[MOST_POINTS];
    go_status status = read_restriction(object, &one, err);
    if (status == GO_OK)
        status = check_length(&one, (size_t)q->n_avoid, err);
    if (status == GO_OK)
        status = read_points(r, &one, points, err);
    if (status == GO_OK)
        status = reserve_avoided(q, json_array_size(one.moves), err);
    if (status != GO_OK)
        return status;
    for (size_t i = 0; i < json_array_size(one.moves); i++)
        q->avoid[q->n_avoid++] = (search_restriction){(uint8_t)one.c, points[i], one.depth};
    return GO_OK;
}

go_status json_read_avoid(json_reader *r, const json_t *value, go_error *err)
{
    if (!json_is_array(value))
        return GO_END;
    go_status status = GO_OK;
    for (size_t i = 0; status == GO_OK && i < json_array_size(value); i++)
        status = add_avoided(r, json_array_get(value, i), err);
    return status;
}

go_status json_read_allow(json_reader *r, const json_t *value, go_error *err)
{
    json_query *q = r->query;
    restriction one;
    if (json_object_get(r->object, "avoidMoves"))
        return go_fail(err, GO_EINVAL, "Cannot be given together with avoidMoves");
    if (!json_is_array(value) || json_array_size(value) != 1)
        return GO_END;
    go_status status = read_restriction(json_array_get(value, 0), &one, err);
    if (status == GO_OK && json_array_size(one.moves) == 0)
        status = go_fail(err, GO_EINVAL, "Must allow one move at least");
    if (status == GO_OK)
        status = check_length(&one, 0, err);
    if (status != GO_OK)
        return status;
    q->allow = calloc(json_array_size(one.moves), sizeof *q->allow);
    if (!q->allow)
        return go_fail(err, GO_ENOMEM, "out of memory for the query");
    q->n_allow = (int)json_array_size(one.moves);
    q->allow_colour = one.c;
    q->allow_depth = one.depth;
    return read_points(r, &one, q->allow, err);
}
