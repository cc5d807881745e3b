#include "gtp/json/read_fields.h"

#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "board/coord.h"
#include "gtp/text/rules_json.h"

/* ---- board and rules ---- */

go_status json_read_width(JSON_FIELD_ARGS)
{
    int64_t n = 0;
    if (!json_whole(value, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &n))
        return GO_END;
    r->query->record.size = (int)n;
    return GO_OK;
}

go_status json_read_height(JSON_FIELD_ARGS)
{
    int64_t n;
    if (!json_whole(value, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &n))
        return GO_END;
    if (n != r->query->record.size)
        return go_fail(err, GO_EINVAL, "Must equal boardXSize: only square boards are supported");
    return GO_OK;
}

static bool take_komi(json_reader *r, double komi)
{
    if (!(fabs(komi) <= 400) || 2 * komi != floor(2 * komi))
        return false;
    r->query->record.komi = komi;
    return true;
}

/* KataGo takes komi among the rules, too; the field of that name has precedence. */
static go_status komi_among_rules(json_reader *r, bool valid, double komi, go_error *err)
{
    return valid && take_komi(r, komi)
               ? GO_OK
               : go_fail(err, GO_EINVAL,
                         "komi must be a number of points in halves, from -400 to 400");
}

static go_status rules_from_object(json_reader *r, const json_t *object, go_error *err)
{
    const json_t *komi = json_object_get(object, "komi");
    json_t *others = json_copy((json_t *)object);
    if (!others)
        return go_fail(err, GO_ENOMEM, "out of memory for the query");
    json_object_del(others, "komi");
    go_status status = gtp_rules_from_json(others, &r->query->rules, err);
    json_decref(others);
    r->query->record.komi = rules_default_komi(&r->query->rules);
    if (status != GO_OK || !komi)
        return status;
    return komi_among_rules(r, json_is_number(komi), json_number_value(komi), err);
}

/* A name, KataGo's short form ("komi6.5koSIMPLEscoreAREA"), or an object as text. */
static go_status rules_from_string(json_reader *r, const char *text, go_error *err)
{
    if (text[strspn(text, " ")] == '{') {
        json_t *object = json_loads(text, 0, NULL);
        go_status status = object ? rules_from_object(r, object, err) : GO_END;
        json_decref(object);
        return status;
    }
    GO_TRY(rules_need(text, &r->query->rules, err));
    r->query->record.komi = rules_default_komi(&r->query->rules);
    const char *komi = strstr(text, "komi");
    if (!komi)
        return GO_OK;
    char *end;
    const double x = decimal_scan(komi + 4, &end);
    return komi_among_rules(r, end > komi + 4, x, err);
}

go_status json_read_rules(JSON_FIELD_ARGS)
{
    if (json_is_object(value))
        return rules_from_object(r, value, err);
    return json_is_string(value) ? rules_from_string(r, json_string_value(value), err) : GO_END;
}

go_status json_read_bonus(JSON_FIELD_ARGS)
{
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    if (json_is_number(value) && json_number_value(value) == 0)
        text = "0";
    return gtp_rule_set(&r->query->rules, "whiteHandicapBonus", text, NULL) == GO_OK ? GO_OK
                                                                                     : GO_END;
}

go_status json_read_komi(JSON_FIELD_ARGS)
{
    return json_is_number(value) && take_komi(r, json_number_value(value)) ? GO_OK : GO_END;
}

/* ---- stones and moves ---- */

/* Reads [["B","Q4"], ...]. */
static go_status read_moves(json_reader *r, const json_t *value, bool pass_too, board_move **out,
                            int *n, go_error *err)
{
    if (!json_is_array(value))
        return GO_END;
    *out = json_array_of(json_array_size(value), sizeof **out, err);
    if (!*out)
        return GO_ENOMEM;
    for (*n = 0; *n < (int)json_array_size(value); ++*n) {
        const json_t *pair = json_array_get(value, (size_t)*n);
        colour c;
        point p;
        if (!json_is_array(pair) || json_array_size(pair) != 2 ||
            !json_colour(json_array_get(pair, 0), &c) ||
            !json_vertex(r, json_array_get(pair, 1), &p) || (p == PASS && !pass_too))
            return go_fail(err, GO_EINVAL, "Could not parse element %d: must be a player and a "
                           "point of the board, such as [\"B\",\"C3\"]", *n);
        (*out)[*n] = (board_move){p, (uint8_t)c};
    }
    return GO_OK;
}

go_status json_read_setup(JSON_FIELD_ARGS)
{
    bool named[BOARD_MAX_POINTS] = {false};
    game_record *record = &r->query->record;
    GO_TRY(read_moves(r, value, false, &record->setup, &record->n_setup, err));
    for (int i = 0; i < record->n_setup; i++) {
        char name[COORD_MAX];
        point p = record->setup[i].at;
        if (named[p])
            return go_fail(err, GO_EINVAL, "Must name each point once, not %s twice",
                           coord_to_gtp(record->size, p, name));
        named[p] = true;
    }
    return GO_OK;
}

go_status json_read_moves(JSON_FIELD_ARGS)
{
    game_record *record = &r->query->record;
    return read_moves(r, value, true, &record->moves, &record->n_moves, err);
}

go_status json_read_first(JSON_FIELD_ARGS)
{
    game_record *record = &r->query->record;
    colour first = game_setup_handicap(record->setup, record->n_setup) ? WHITE : BLACK;
    if (record->n_moves > 0)
        first = (colour)record->moves[0].colour;
    if (value && !json_is_null(value) && !json_colour(value, &first))
        return GO_END;
    record->first = (uint8_t)first;
    return GO_OK;
}

go_status json_read_next(JSON_FIELD_ARGS)
{
    (void)err;
    return json_colour(value, &r->query->next) ? GO_OK : GO_END;
}
