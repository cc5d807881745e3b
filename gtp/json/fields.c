#include "gtp/json/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/coord.h"
#include "gtp/text/args.h"
#include "gtp/text/rules_json.h"
#include "sgf_corpus/sgf/game_record.h"

/* ---- values ---- */

void json_at_fault(json_reader *r, const char *field)
{
    snprintf(r->field, JSON_FIELD_MAX, "%s", field);
}

void json_warn_of(json_reader *r, const char *field, const char *sentence)
{
    if (r->warn)
        r->warn(r->user, field, sentence);
}

bool json_colour(const json_t *value, colour *c)
{
    return json_is_string(value) && gtp_arg_colour(json_string_value(value), c);
}

/* A number below `size` that `end` follows; *text moves behind it. */
static bool coordinate(const char **text, char end, int size, int *x)
{
    char *behind;
    if (**text < '0' || **text > '9')
        return false;
    long n = strtol(*text, &behind, 10);
    if (*behind != end || n >= size)
        return false;
    *x = (int)n;
    *text = behind + 1;
    return true;
}

/* KataGo's other form: "(3,15)" is column 3, row 15 from the top, both from 0. */
static bool vertex_by_numbers(int size, const char *text, point *p)
{
    int x, y;
    if (*text++ != '(' || !coordinate(&text, ',', size, &x) ||
        !coordinate(&text, ')', size, &y) || *text)
        return false;
    *p = board_point_on(size, x, y);
    return true;
}

bool json_vertex(const json_reader *r, const json_t *value, point *p)
{
    int size = r->query->size;
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    return coord_from_gtp(size, text, p) || vertex_by_numbers(size, text, p);
}

bool json_whole(const json_t *value, double min, double max, int64_t *n)
{
    double x = json_number_value(value);
    if (!json_is_number(value) || !(x >= min && x <= max) || x != floor(x))
        return false;
    *n = (int64_t)x;
    return true;
}

static go_status read_flag(const json_t *value, bool *flag)
{
    *flag = json_is_true(value);
    return json_is_boolean(value) ? GO_OK : GO_END;
}

static void *new_array(size_t n, size_t size, go_error *err)
{
    void *array = calloc(n ? n : 1, size);
    if (!array)
        go_fail(err, GO_ENOMEM, "out of memory for the query");
    return array;
}

/* ---- board and rules ---- */

static go_status read_width(json_reader *r, const json_t *value, go_error *err)
{
    int64_t n = 0;
    (void)err;
    if (!json_whole(value, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &n))
        return GO_END;
    r->query->size = (int)n;
    return GO_OK;
}

static go_status read_height(json_reader *r, const json_t *value, go_error *err)
{
    int64_t n;
    if (!json_whole(value, BOARD_MIN_SIZE, BOARD_MAX_SIZE, &n))
        return GO_END;
    if (n != r->query->size)
        return go_fail(err, GO_EINVAL, "Must be the same as boardXSize: boards are square here");
    return GO_OK;
}

static go_status rules_from_string(const char *text, rules *out, go_error *err)
{
    if (text[strspn(text, " ")] != '{')
        return rules_by_name(text, out)
                   ? GO_OK
                   : go_fail(err, GO_EINVAL, "there are no rules called '%.100s'", text);
    json_t *object = json_loads(text, 0, NULL);
    go_status status = object ? gtp_rules_from_json(object, out, err) : GO_END;
    json_decref(object);
    return status;
}

static go_status read_rules(json_reader *r, const json_t *value, go_error *err)
{
    rules *out = &r->query->rules;
    rules_by_name("tromp-taylor", out); /* what an object does not name */
    go_status status = GO_END;
    if (json_is_object(value))
        status = gtp_rules_from_json(value, out, err);
    else if (json_is_string(value))
        status = rules_from_string(json_string_value(value), out, err);
    r->query->komi = rules_default_komi(out);
    return status;
}

static go_status read_bonus(json_reader *r, const json_t *value, go_error *err)
{
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    (void)err;
    if (json_is_integer(value) && json_integer_value(value) == 0)
        text = "0";
    return gtp_rule_set(&r->query->rules, "whiteHandicapBonus", text) ? GO_OK : GO_END;
}

static go_status read_komi(json_reader *r, const json_t *value, go_error *err)
{
    double komi = json_number_value(value);
    (void)err;
    if (!json_is_number(value) || !(fabs(komi) <= 150) || 2 * komi != floor(2 * komi))
        return GO_END;
    r->query->komi = komi;
    return GO_OK;
}

/* ---- stones and moves ---- */

/* Reads [["B","Q4"], ...]. */
static go_status read_steps(json_reader *r, const json_t *value, bool pass_too, board_move **out,
                            size_t *n, go_error *err)
{
    if (!json_is_array(value))
        return GO_END;
    *out = new_array(json_array_size(value), sizeof **out, err);
    if (!*out)
        return GO_ENOMEM;
    for (*n = 0; *n < json_array_size(value); ++*n) {
        const json_t *pair = json_array_get(value, *n);
        colour c;
        point p;
        if (!json_is_array(pair) || json_array_size(pair) != 2 ||
            !json_colour(json_array_get(pair, 0), &c) ||
            !json_vertex(r, json_array_get(pair, 1), &p) || (p == PASS && !pass_too))
            return go_fail(err, GO_EINVAL, "Could not parse element %zu: must be a player and a "
                           "point of the board, such as [\"B\",\"C3\"]", *n);
        (*out)[*n] = (board_move){p, (uint8_t)c};
    }
    return GO_OK;
}

static go_status read_setup(json_reader *r, const json_t *value, go_error *err)
{
    return read_steps(r, value, false, &r->query->setup, &r->query->n_setup, err);
}

static go_status read_moves(json_reader *r, const json_t *value, go_error *err)
{
    return read_steps(r, value, true, &r->query->moves, &r->query->n_moves, err);
}

/* Without a word it is who made the first move, or white after a handicap. */
static go_status read_first(json_reader *r, const json_t *value, go_error *err)
{
    json_query *q = r->query;
    (void)err;
    if (json_is_string(value))
        return json_colour(value, &q->first) ? GO_OK : GO_END;
    if (value && !json_is_null(value))
        return GO_END;
    q->first = game_setup_handicap(q->setup, (int)q->n_setup) ? WHITE : BLACK;
    if (q->n_moves > 0)
        q->first = (colour)q->moves[0].colour;
    return GO_OK;
}

/* ---- turns ---- */

static int by_turn(const void *a, const void *b)
{
    const json_turn *x = a, *y = b;
    return (x->turn > y->turn) - (x->turn < y->turn);
}

static go_status read_turn_list(json_query *q, const json_t *value, go_error *err)
{
    for (size_t i = 0; i < q->n_turns; i++) {
        int64_t turn = 0;
        if (!json_whole(json_array_get(value, i), 0, (double)q->n_moves, &turn))
            return go_fail(err, GO_EINVAL, "Invalid turn number: element %zu is none from 0 to "
                           "the number of moves, %zu", i, q->n_moves);
        q->turns[i].turn = (size_t)turn;
    }
    return GO_OK;
}

static go_status read_turns(json_reader *r, const json_t *value, go_error *err)
{
    json_query *q = r->query;
    if (value && !json_is_array(value))
        return GO_END;
    q->n_turns = value ? json_array_size(value) : 1;
    q->turns = new_array(q->n_turns, sizeof *q->turns, err);
    if (!q->turns)
        return GO_ENOMEM;
    if (value)
        return read_turn_list(q, value, err);
    q->turns[0].turn = q->n_moves;
    return GO_OK;
}

static const double most_priority = 1e15; /* exact as a double */

static go_status read_priority(json_reader *r, const json_t *value, go_error *err)
{
    int64_t priority = 0;
    (void)err;
    if (!json_whole(value, -most_priority, most_priority, &priority))
        return GO_END;
    for (size_t i = 0; i < r->query->n_turns; i++)
        r->query->turns[i].priority = priority;
    return GO_OK;
}

static go_status read_priorities(json_reader *r, const json_t *value, go_error *err)
{
    json_query *q = r->query;
    if (!json_object_get(r->object, "analyzeTurns"))
        return go_fail(err, GO_EINVAL, "Can only be given together with analyzeTurns");
    if (!json_is_array(value) || json_array_size(value) != q->n_turns)
        return GO_END;
    for (size_t i = 0; i < q->n_turns; i++)
        if (!json_whole(json_array_get(value, i), -most_priority, most_priority,
                        &q->turns[i].priority))
            return GO_END;
    return GO_OK;
}

void json_order_turns(json_query *q)
{
    size_t n = 0;
    qsort(q->turns, q->n_turns, sizeof *q->turns, by_turn);
    for (size_t i = 0; i < q->n_turns; i++)
        if (n == 0 || q->turns[n - 1].turn != q->turns[i].turn)
            q->turns[n++] = q->turns[i];
    q->n_turns = n;
}

/* ---- what to tell ---- */

static go_status read_ownership(json_reader *r, const json_t *value, go_error *err)
{
    (void)err;
    return read_flag(value, &r->query->ownership);
}

static go_status read_moves_ownership(json_reader *r, const json_t *value, go_error *err)
{
    (void)err;
    return read_flag(value, &r->query->moves_ownership);
}

static go_status read_policy(json_reader *r, const json_t *value, go_error *err)
{
    (void)err;
    return read_flag(value, &r->query->policy);
}

static go_status read_pv_visits(json_reader *r, const json_t *value, go_error *err)
{
    (void)err;
    return read_flag(value, &r->query->pv_visits);
}

/* What clients ask for routinely and can do without. */
static go_status read_untold(json_reader *r, const json_t *value, go_error *err)
{
    bool ignored;
    (void)r, (void)err;
    return read_flag(value, &ignored);
}

static go_status read_pv_length(json_reader *r, const json_t *value, go_error *err)
{
    int64_t n = 0;
    (void)err;
    if (!json_whole(value, 1, 1e9, &n))
        return GO_END;
    if (n + 1 < SEARCH_MAX_PV) /* KataGo's count leaves the move itself out */
        r->query->max_pv = (int)n + 1;
    return GO_OK;
}

static bool seconds_of(const json_t *value, double *seconds)
{
    *seconds = json_number_value(value);
    return json_is_number(value) && *seconds >= 0 && *seconds <= 1e6;
}

static go_status read_report_every(json_reader *r, const json_t *value, go_error *err)
{
    (void)err;
    if (!seconds_of(value, &r->query->report_every) || r->query->report_every <= 0)
        return GO_END;
    r->query->report_every = fmax(r->query->report_every, 0.001);
    r->query->report_after = r->query->report_every;
    return GO_OK;
}

static go_status read_report_after(json_reader *r, const json_t *value, go_error *err)
{
    (void)err;
    return seconds_of(value, &r->query->report_after) ? GO_OK : GO_END;
}

#define FLAG "true or false"

const json_field json_fields[] = {
    {"boardXSize", "a whole number from 2 to 25", true, false, read_width},
    {"boardYSize", "a whole number from 2 to 25", true, false, read_height},
    {"rules", "the name of rules, or an object of them", true, false, read_rules},
    {"whiteHandicapBonus", "0, N or N-1", false, false, read_bonus},
    {"komi", "a number of points in halves, from -150 to 150", false, false, read_komi},
    {"initialStones", "a list of players and points, such as [[\"B\",\"C3\"]]", false, false,
     read_setup},
    {"moves", "a list of players and points, such as [[\"B\",\"C3\"]]", true, false, read_moves},
    {"initialPlayer", "B or W", false, true, read_first},
    {"analyzeTurns", "a list of whole numbers", false, true, read_turns},
    {"priority", "a whole number", false, false, read_priority},
    {"priorities", "a list of whole numbers, one for each of analyzeTurns", false, false,
     read_priorities},
    {"overrideSettings", "an object of names and values", false, false, json_read_settings},
    {"maxVisits", "a whole number from 1", false, false, json_read_visits},
    {"rootPolicyTemperature", "a number above 0", false, false, json_read_policy_temperature},
    {"rootFpuReductionMax", "a number from 0 to 2", false, false, json_read_fpu_reduction},
    {"analysisPVLen", "a whole number from 1", false, false, read_pv_length},
    {"includeOwnership", FLAG, false, false, read_ownership},
    {"includePolicy", FLAG, false, false, read_policy},
    {"includePVVisits", FLAG, false, false, read_pv_visits},
    {"includeMovesOwnership", FLAG, false, false, read_moves_ownership},
    {"includeOwnershipStdev", FLAG, false, false, read_untold},
    {"includeMovesOwnershipStdev", FLAG, false, false, read_untold},
    {"includeNoResultValue", FLAG, false, false, read_untold},
    {"avoidMoves", "a list of objects with player, moves and untilDepth", false, false,
     json_read_avoid},
    {"allowMoves", "a list of one object with player, moves and untilDepth", false, false,
     json_read_allow},
    {"reportDuringSearchEvery", "a number of seconds above 0", false, false, read_report_every},
    {"firstReportDuringSearchAfter", "a number of seconds", false, false, read_report_after},
    {0}};
