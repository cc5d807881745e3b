#include "gtp/json/read_fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/text/katago_names.h"
#include "nn/inputs/profile.h"

#define HUMAN_PROFILE "humanSLProfile"

/* ---- settings ---- */

static go_status change(json_reader *r, const char *name, const json_t *value, go_error *err)
{
    char text[64], scaled[KATAGO_VALUE], sentence[160];
    const option *o = search_option(katago_setting(name));
    if (!search_option_is_open(o)) {
        snprintf(sentence, sizeof sentence, "%s: not a setting that a query can change", name);
        json_warn_of(r, r->field, sentence);
        return GO_OK;
    }
    if (option_is_among(search_options_of_games, o)) {
        snprintf(sentence, sizeof sentence, "%s: no effect on an analysis", name);
        json_warn_of(r, r->field, sentence);
    }
    if (json_is_boolean(value))
        snprintf(text, sizeof text, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_string(value))
        snprintf(text, sizeof text, "%s", json_string_value(value));
    else if (json_is_number(value) && o->kind == OPTION_INT) /* clients say 1e9 for no limit */
        snprintf(text, sizeof text, "%.0f", fmin(json_number_value(value), o->max));
    else if (json_is_number(value))
        snprintf(text, sizeof text, "%.9g", json_number_value(value));
    else
        return go_fail(err, GO_EINVAL, "%s must be a number, a string, true or false", name);
    const char *own;
    go_error why;
    GO_TRY(katago_value(name, text, scaled, &own, err));
    go_status status = search_settings_set(&r->query->settings, o->name, own, &why);
    if (status == GO_OK)
        return GO_OK;
    return strcmp(name, o->name) == 0 ? go_fail(err, GO_EINVAL, "%s", why.message)
                                      : go_fail(err, GO_EINVAL, "%s: %s", name, why.message);
}

/* Whom human-style networks are to imitate; *err names the setting. */
static go_status read_profile(json_reader *r, const json_t *value, go_error *err)
{
    nn_profile ignored;
    go_error why;
    const char *name = json_string_value(value);
    if (!name)
        return go_fail(err, GO_EINVAL, HUMAN_PROFILE " must be a string");
    if (*name && nn_profile_need(name, &ignored, &why) != GO_OK)
        return go_fail(err, GO_EINVAL, HUMAN_PROFILE ": %s", why.message);
    snprintf(r->query->human_profile, sizeof r->query->human_profile, "%s", name);
    if (*name && !r->has_human)
        json_warn_of(r, r->field, HUMAN_PROFILE ": no effect without -human-model, or a network "
                     "that imitates people as -model");
    return GO_OK;
}

go_status json_read_settings(JSON_FIELD_ARGS)
{
    const char *name;
    json_t *setting;
    if (!json_is_object(value))
        return GO_END;
    json_object_foreach((json_t *)value, name, setting) {
        const char *word = json_is_string(setting) ? json_string_value(setting) : "";
        if (strcmp(name, JSON_VIEW_SETTING) == 0)
            GO_TRY(winrate_view_read(&r->query->view, word, err));
        else if (strcmp(name, HUMAN_PROFILE) == 0)
            GO_TRY(read_profile(r, setting, err));
        else if (!katago_fixed_value(name))
            GO_TRY(change(r, name, setting, err));
    }
    return GO_OK;
}

go_status json_read_policy_temperature(JSON_FIELD_ARGS)
{
    if (!json_is_number(value) || !(json_number_value(value) > 0))
        return GO_END;
    return change(r, "rootPolicyTemperature", value, err);
}

go_status json_read_fpu_reduction(JSON_FIELD_ARGS)
{
    const double x = json_number_value(value);
    return json_is_number(value) && x >= 0 && x <= 2 ? change(r, "rootFpuReductionMax", value, err)
                                                     : GO_END;
}

go_status json_read_visits(JSON_FIELD_ARGS)
{
    int64_t n = 0;
    if (!json_whole(value, 1, (double)((int64_t)1 << 50), &n)) /* as in KataGo */
        return GO_END;
    r->query->settings.limits.visits = n < 2000000000 ? (int)n : 2000000000;
    return GO_OK;
}

/* ---- avoid and allow ---- */

/* Nobody needs more than every point for either colour twice over. */
enum { MOST_POINTS = 4 * (BOARD_MAX_AREA + 1) };

/* Adds the moves of {"player":"B", "moves":["C3"], "untilDepth":1}. */
static go_status read_restrictions(const json_reader *r, const json_t *object,
                                   search_restriction out[MOST_POINTS], int *n, go_error *err)
{
    const json_t *moves = json_object_get(object, "moves");
    colour c;
    int64_t depth = 0;
    const json_t *until = json_object_get(object, "untilDepth");
    if (!json_is_array(moves) || !json_colour(json_object_get(object, "player"), &c) || !until)
        return go_fail(err, GO_EINVAL, "Must be objects such as {\"player\":\"B\", "
                       "\"moves\":[\"C3\"], \"untilDepth\":1}");
    if (!json_whole(until, 1, 1e9, &depth))
        return go_fail(err, GO_EINVAL, "untilDepth must be a whole number from 1 to 1e9");
    if ((size_t)*n + json_array_size(moves) > MOST_POINTS)
        return go_fail(err, GO_EINVAL, "too many moves: at most %d", MOST_POINTS);
    for (size_t i = 0; i < json_array_size(moves); i++) {
        search_restriction *one = &out[(*n)++];
        *one = (search_restriction){.colour = (uint8_t)c, .depth = (int)depth};
        if (!json_vertex(r, json_array_get(moves, i), &one->at))
            return go_fail(err, GO_EINVAL, "Could not parse move %zu: must be a point of the "
                           "board such as \"C3\"", i);
    }
    return GO_OK;
}

go_status json_read_avoid(JSON_FIELD_ARGS)
{
    json_query *q = r->query;
    search_restriction found[MOST_POINTS];
    int n = 0;
    if (!json_is_array(value))
        return GO_END;
    for (size_t i = 0; i < json_array_size(value); i++)
        GO_TRY(read_restrictions(r, json_array_get(value, i), found, &n, err));
    q->avoid = json_array_of((size_t)n, sizeof *q->avoid, err);
    if (!q->avoid)
        return GO_ENOMEM;
    memcpy(q->avoid, found, (size_t)n * sizeof *found);
    q->limits.avoid = q->avoid;
    q->limits.n_avoid = n;
    return GO_OK;
}

go_status json_read_allow(JSON_FIELD_ARGS)
{
    json_query *q = r->query;
    search_restriction found[MOST_POINTS];
    int n = 0;
    if (json_object_get(r->object, "avoidMoves"))
        return go_fail(err, GO_EINVAL, "Cannot be used together with avoidMoves");
    if (!json_is_array(value) || json_array_size(value) > 2)
        return GO_END;
    q->allow = json_array_of(MOST_POINTS, sizeof *q->allow, err);
    if (!q->allow)
        return GO_ENOMEM;
    for (size_t i = 0; i < json_array_size(value); i++) {
        int first = n;
        GO_TRY(read_restrictions(r, json_array_get(value, i), found, &n, err));
        if (n == first)
            return go_fail(err, GO_EINVAL, "Must allow at least one move");
        search_allowance *a = &q->limits.allow[found[first].colour];
        if (a->n)
            return go_fail(err, GO_EINVAL, "Must name each player once");
        *a = (search_allowance){q->allow + first, n - first, found[first].depth};
        for (; first < n; first++)
            q->allow[first] = found[first].at;
    }
    return GO_OK;
}
