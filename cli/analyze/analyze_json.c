/* analyze_json.c -- a reviewed game as one JSON object. */
#include "base/text_json.h"
#include "board/coord.h"
#include "cli/analyze/analyze.h"

static json_t *line_of(const review *r, const review_position *p, int most)
{
    char name[COORD_MAX];
    json_t *line = json_array();
    for (int i = 0; i < p->n_pv && i < most; i++)
        json_array_append_new(line, json_string(coord_to_gtp(r->record->size, p->pv[i], name)));
    return line;
}

/* The search result of position i; null if it was not searched. */
static json_t *position_of(const review *r, int i, const analyze_settings *s)
{
    const review_position *p = &r->position[i];
    if (!p->searched)
        return json_null();
    return json_pack("{s:s, s:f, s:f, s:I, s:o}", "to_move", colour_name(p->to_move),
                     "black_winrate", p->winrate, "black_lead", p->lead, "visits",
                     (json_int_t)p->visits, "line", line_of(r, p, s->line > 0 ? s->line : 1));
}

static json_t *move_of(const review *r, int move, const analyze_settings *s)
{
    const review_position *before = &r->position[move - 1];
    board_move m = r->record->moves[move - 1];
    char name[COORD_MAX];
    move_loss loss;
    json_t *object = json_pack("{s:i, s:s, s:s, s:o, s:o}", "number", move, "colour",
                               colour_name(m.colour), "move",
                               coord_to_gtp(r->record->size, m.at, name), "before",
                               position_of(r, move - 1, s), "after", position_of(r, move, s));
    if (before->searched && before->rank) {
        json_object_set_new(object, "rank", json_integer(before->rank));
        json_object_set_new(object, "prior", json_real(before->prior));
    }
    if (review_loss(r, move, &loss)) {
        json_object_set_new(object, "best", json_boolean(loss.best));
        json_object_set_new(object, "winrate_lost", json_real(loss.winrate));
        json_object_set_new(object, "points_lost", json_real(loss.points));
        json_object_set_new(object, "mistake",
                            json_integer(review_mistake(r, move, analyze_threshold(s))));
    }
    return object;
}

static json_t *side_of(const review *r, colour c, const analyze_settings *s)
{
    review_side side = review_sum(r, c, analyze_threshold(s));
    return json_pack("{s:i, s:i, s:i, s:i, s:f, s:f}", "judged", side.reviewed, "best", side.agreed,
                     "mistakes", side.mistakes, "bad_mistakes", side.bad, "winrate_lost",
                     side.winrate, "points_lost", side.points);
}

static json_t *text_of(const game_record *record, game_text_id id)
{
    return record->text[id] ? json_string(record->text[id]) : json_null();
}

int analyze_print_json(const review *r, const analyze_settings *s, bool interrupted)
{
    const game_record *record = r->record;
    char ruleset[RULES_TEXT_MAX];
    json_t *moves = json_array();
    for (int move = r->from; move <= r->to; move++)
        json_array_append_new(moves, move_of(r, move, s));
    return cli_print_json(json_pack(
        "{s:o, s:o, s:o, s:o, s:i, s:f, s:b, s:s, s:b, s:i, s:i, s:s?, s:b, s:o, s:o, s:{s:o, "
        "s:o}}",
        "file", text_json(record->source), "black", text_of(record, GAME_PB), "white",
        text_of(record, GAME_PW), "result", text_of(record, GAME_RE), "size", record->size, "komi",
        r->komi, "komi_assumed", r->komi_assumed, "rules", rules_text(&r->rules, ruleset),
        "rules_assumed", r->rules_assumed, "handicap", record->handicap, "positions",
        review_count(r), "stopped", r->stop.status == GO_OK ? NULL : r->stop.message, "interrupted",
        interrupted, "start", position_of(r, r->from - 1, s), "moves", moves, "sums", "black",
        side_of(r, BLACK, s), "white", side_of(r, WHITE, s)));
}
