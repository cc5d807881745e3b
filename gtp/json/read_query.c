#include "gtp/json/read_query.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/json/read_fields.h"

/* ---- turns ---- */

static const double most_priority = 1e15; /* exact as a double */

static go_status read_turns(JSON_FIELD_ARGS)
{
    json_query *q = r->query;
    if (value && !json_is_array(value))
        return GO_END;
    q->n_turns = value ? json_array_size(value) : 1;
    q->turns = json_array_of(q->n_turns, sizeof *q->turns, err);
    if (!q->turns)
        return GO_ENOMEM;
    if (!value)
        q->turns[0].turn = (size_t)q->record.n_moves;
    for (size_t i = 0; value && i < q->n_turns; i++) {
        int64_t turn = 0;
        if (!json_whole(json_array_get(value, i), 0, q->record.n_moves, &turn))
            return go_fail(err, GO_EINVAL, "Invalid turn number: element %zu must be a whole "
                           "number from 0 to the number of moves, %d", i, q->record.n_moves);
        q->turns[i].turn = (size_t)turn;
    }
    return GO_OK;
}

static go_status read_priority(JSON_FIELD_ARGS)
{
    int64_t priority = 0;
    if (!json_whole(value, -most_priority, most_priority, &priority))
        return GO_END;
    for (size_t i = 0; i < r->query->n_turns; i++)
        r->query->turns[i].priority = priority;
    return GO_OK;
}

static go_status read_priorities(JSON_FIELD_ARGS)
{
    json_query *q = r->query;
    if (!json_object_get(r->object, "analyzeTurns"))
        return go_fail(err, GO_EINVAL, "Can only be used together with analyzeTurns");
    if (!json_is_array(value) || json_array_size(value) != q->n_turns)
        return GO_END;
    for (size_t i = 0; i < q->n_turns; i++)
        if (!json_whole(json_array_get(value, i), -most_priority, most_priority,
                        &q->turns[i].priority))
            return GO_END;
    return GO_OK;
}

static int by_turn(const void *a, const void *b)
{
    const json_turn *x = a, *y = b;
    return (x->turn > y->turn) - (x->turn < y->turn);
}

/* Puts the turns into the order of the game, each once. */
static void order_turns(json_query *q)
{
    size_t n = 0;
    qsort(q->turns, q->n_turns, sizeof *q->turns, by_turn);
    for (size_t i = 0; i < q->n_turns; i++)
        if (n == 0 || q->turns[n - 1].turn != q->turns[i].turn)
            q->turns[n++] = q->turns[i];
    q->n_turns = n;
}

/* ---- the contents of the answer ---- */

static go_status read_flag(JSON_FIELD_ARGS)
{
    *r->flag = json_is_true(value);
    return json_is_boolean(value) ? GO_OK : GO_END;
}

static go_status read_pv_length(JSON_FIELD_ARGS)
{
    int64_t n = 0;
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

static go_status read_report_every(JSON_FIELD_ARGS)
{
    json_query *q = r->query;
    if (!seconds_of(value, &q->report_every) || q->report_every <= 0)
        return GO_END;
    q->report_after = q->report_every = fmax(q->report_every, 0.001);
    return GO_OK;
}

static go_status read_report_after(JSON_FIELD_ARGS)
{
    return seconds_of(value, &r->query->report_after) ? GO_OK : GO_END;
}

/* ---- the table ---- */

typedef enum presence {
    OPTIONAL,
    REQUIRED,
    DERIVED /* follows from other fields: read is called with NULL if there is no value */
} presence;

typedef struct field {
    const char *name;
    presence presence;
    json_field_reader *read;
    const char *expects; /* "a whole number from 2 to 25" */
    size_t flag;         /* offset in the query, for read_flag */
} field;

#define FIELD(n, p, r, e) {.name = n, .presence = p, .read = r, .expects = e}
#define FLAG(n, member)                                                                    \
    {.name = n, .read = read_flag, .expects = "true or false",                             \
     .flag = offsetof(json_query, member)}

#define MOVES "a list of players and points, such as [[\"B\",\"C3\"]]"

/* Fields that others depend on come first. */
static const field fields[] = {
    FIELD("boardXSize", REQUIRED, json_read_width, "a whole number from 2 to 25"),
    FIELD("boardYSize", REQUIRED, json_read_height, "a whole number from 2 to 25"),
    FIELD("rules", REQUIRED, json_read_rules, "the name of rules, or an object of them"),
    FIELD("whiteHandicapBonus", OPTIONAL, json_read_bonus, "0, N or N-1"),
    FIELD("komi", OPTIONAL, json_read_komi, "a number of points in halves, from -400 to 400"),
    FIELD("initialStones", OPTIONAL, json_read_setup, MOVES),
    FIELD("moves", REQUIRED, json_read_moves, MOVES),
    FIELD("initialPlayer", DERIVED, json_read_first, "B or W"),
    FIELD("nextPlayer", OPTIONAL, json_read_next, "B or W"),
    FIELD("analyzeTurns", DERIVED, read_turns, "a list of whole numbers"),
    FIELD("priority", OPTIONAL, read_priority, "a whole number from -1e15 to 1e15"),
    FIELD("priorities", OPTIONAL, read_priorities,
          "a list of whole numbers from -1e15 to 1e15, one for each of analyzeTurns"),
    FIELD("overrideSettings", OPTIONAL, json_read_settings, "an object of names and values"),
    FIELD("maxVisits", OPTIONAL, json_read_visits, "a whole number from 1 to 2^50"),
    FIELD("rootPolicyTemperature", OPTIONAL, json_read_policy_temperature, "a number above 0"),
    FIELD("rootFpuReductionMax", OPTIONAL, json_read_fpu_reduction, "a number from 0 to 2"),
    FIELD("analysisPVLen", OPTIONAL, read_pv_length, "a whole number from 1 to 1e9"),
    FLAG("includeOwnership", ownership),
    FLAG("includePolicy", policy),
    FLAG("includePVVisits", pv_visits),
    FLAG("includeMovesOwnership", limits.moves_ownership),
    FLAG("includeOwnershipStdev", unused),
    FLAG("includeMovesOwnershipStdev", unused),
    FLAG("includeNoResultValue", unused),
    FIELD("avoidMoves", OPTIONAL, json_read_avoid,
          "a list of objects with player, moves and untilDepth"),
    FIELD("allowMoves", OPTIONAL, json_read_allow,
          "a list of an object with player, moves and untilDepth, or of one for each player"),
    FIELD("reportDuringSearchEvery", OPTIONAL, read_report_every,
          "a number of seconds above 0, 1e6 at most"),
    FIELD("firstReportDuringSearchAfter", OPTIONAL, read_report_after,
          "a number of seconds, 1e6 at most")};

enum { N_FIELDS = sizeof fields / sizeof fields[0] };

static void warn_of_unknown(json_reader *r)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)r->object, name, value) {
        bool known = strcmp(name, "id") == 0;
        for (int i = 0; !known && i < N_FIELDS; i++)
            known = strcmp(fields[i].name, name) == 0;
        if (!known)
            json_warn_of(r, name, "Unexpected or unused field");
    }
}

/* Plays the game through, once for all turns. */
static go_status check_game(json_reader *r, go_error *err)
{
    json_query *q = r->query;
    game *g;
    bool setup_only;
    go_status status = json_query_game(q, (size_t)q->record.n_moves, &g, &setup_only, err);
    if (status != GO_OK) {
        json_at_fault(r, setup_only ? "initialStones" : "moves");
        return status;
    }
    if (g->rules.ko != q->rules.ko) {
        q->rules.ko = g->rules.ko;
        json_warn_of(r, "moves", "a position repeats, which superko forbids: using simple ko");
    }
    game_destroy(g);
    return GO_OK;
}

static go_status read_fields(json_reader *r, go_error *err)
{
    for (const field *f = fields; f < fields + N_FIELDS; f++) {
        const json_t *value = json_object_get(r->object, f->name);
        json_at_fault(r, f->name);
        r->flag = (bool *)((char *)r->query + f->flag);
        if (!value && f->presence == REQUIRED)
            return go_fail(err, GO_EINVAL, "Missing field, must be %s", f->expects);
        go_status status = value || f->presence == DERIVED ? f->read(r, value, err) : GO_OK;
        if (status != GO_OK)
            return status == GO_END ? go_fail(err, GO_EINVAL, "Must be %s", f->expects) : status;
    }
    order_turns(r->query);
    return check_game(r, err);
}

/* The limits of the settings, with what the fields have asked for. */
static void complete_limits(json_query *q)
{
    const search_limits asked = q->limits;
    search_limits l = search_limits_full(&q->settings);
    if (!l.visits && !l.playouts && l.seconds <= 0)
        l.visits = 500; /* as in KataGo's example of a configuration */
    l.exact = true;
    l.moves_ownership = asked.moves_ownership;
    l.avoid = asked.avoid;
    l.n_avoid = asked.n_avoid;
    memcpy(l.allow, asked.allow, sizeof l.allow);
    q->limits = l;
}

go_status json_query_read(json_query **out, json_reader *r, const json_defaults *defaults,
                          go_error *err)
{
    r->field[0] = '\0';
    json_query *q = calloc(1, sizeof *q);
    if (!q)
        return go_fail(err, GO_ENOMEM, "out of memory for the query");
    q->id = json_incref(json_object_get(r->object, "id"));
    q->settings = defaults->settings;
    q->view = defaults->view;
    if (defaults->settings.evaluate.net.profile)
        snprintf(q->human_profile, sizeof q->human_profile, "%s",
                 defaults->settings.evaluate.net.profile);
    q->max_pv = SEARCH_MAX_PV;
    q->report_every = q->report_after = INFINITY;
    r->query = q;
    go_status status = read_fields(r, err);
    if (status != GO_OK) {
        json_query_destroy(q);
        return status;
    }
    warn_of_unknown(r);
    complete_limits(q);
    q->bytes = sizeof *q + json_string_length(q->id) +
               (size_t)(q->record.n_setup + q->record.n_moves) * sizeof(board_move) +
               q->n_turns * sizeof(json_turn) + (size_t)q->limits.n_avoid * sizeof *q->avoid +
               (q->allow ? 4 * BOARD_MAX_AREA * sizeof *q->allow : 0);
    *out = q;
    return GO_OK;
}
