#include "gtp/json/answer.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/rng.h"
#include "board/coord.h"
#include "board/symmetry.h"

/* ---- the view ---- */

typedef struct view {
    const json_query *q;
    const search_analysis *a;
    int size;
    bool flip;     /* the view is the opponent's, not the side to move's */
    bool as_white; /* the view is white's */
    const nn_result *human; /* of the side to move; NULL: none */
} view;

static view view_of(const json_query *q, const search_analysis *a)
{
    colour c = q->view == VIEW_BLACK ? BLACK : q->view == VIEW_WHITE ? WHITE : a->to_move;
    return (view){q, a, q->record.size, c != a->to_move, c == WHITE, NULL};
}

static json_t *share(const view *v, double x)
{
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    return json_real(v->flip ? 1 - x : x);
}

static json_t *points(const view *v, double x)
{
    return json_real((v->flip ? -x : x) + 0.0); /* never -0 */
}

static json_t *utility(const view *v, double winrate)
{
    return points(v, 2 * winrate - 1);
}

static json_t *vertex(const view *v, point p)
{
    char name[COORD_MAX];
    return json_string(coord_to_gtp(v->size, p, name));
}

static void set_score(json_t *object, const view *v, double lead, double stdev)
{
    json_object_update_new(object, json_pack("{s:o*, s:o*, s:o*, s:o*}", "scoreLead",
                                             points(v, lead), "scoreMean", points(v, lead),
                                             "scoreSelfplay", points(v, lead), "scoreStdev",
                                             json_real(stdev)));
}

/* ---- moves ---- */

static void set_pv(json_t *object, const view *v, const search_move *m)
{
    json_t *pv = json_array(), *visits = json_array();
    int n = m->n_pv < v->q->max_pv ? m->n_pv : v->q->max_pv;
    for (int i = 0; i < n; i++) {
        json_array_append_new(pv, vertex(v, m->pv[i]));
        json_array_append_new(visits, json_integer(m->pv_visits[i]));
    }
    json_object_set_new(object, "pv", pv);
    if (v->q->pv_visits)
        json_object_set(object, "pvVisits", visits);
    json_decref(visits);
}

static json_t *ownership(const view *v, const float *black)
{
    json_t *list = json_array();
    double sign = v->as_white ? -1 : 1;
    for (int i = 0; i < v->size * v->size; i++)
        json_array_append_new(list, json_real(sign * (double)black[i] + 0.0));
    return list;
}

/* Adds "proven": who wins for certain. */
static void set_proven(json_t *object, colour winner)
{
    if (winner != EMPTY)
        json_object_set_new(object, "proven", json_string(winner == BLACK ? "B" : "W"));
}

static json_t *move_info(const view *v, int order)
{
    const search_move *m = &v->a->move[order];
    const float *owners = v->a->move_ownership;
    json_int_t visits = m->visits;
    json_t *object = json_pack(
        "{s:o*, s:i, s:I, s:I, s:f, s:o*, s:o*, s:o*, s:o*, s:o*}", "move", vertex(v, m->at),
        "order", order, "visits", visits, "edgeVisits", visits, "weight", (double)visits, "winrate",
        share(v, m->winrate), "lcb", share(v, m->lcb), "utility", utility(v, m->winrate),
        "utilityLcb", utility(v, m->lcb), "prior", json_real(m->prior));
    set_score(object, v, m->lead, m->lead_stdev);
    set_proven(object, m->proven);
    if (m->symmetry)
        json_object_set_new(object, "isSymmetryOf", vertex(v, m->original));
    if (v->human)
        json_object_set_new(object, "humanPrior", json_real((double)v->human->policy[board_index_on(
                                                      v->size, m->at)]));
    set_pv(object, v, m);
    if (v->q->limits.moves_ownership && owners)
        json_object_set_new(object, "ownership",
                            ownership(v, owners + order * v->size * v->size));
    return object;
}

static json_t *move_infos(const view *v)
{
    json_t *list = json_array();
    for (int i = 0; i < v->a->n_moves; i++)
        json_array_append_new(list, move_info(v, i));
    return list;
}

/* ---- the root ---- */

/* The hash of the stones, and of the point where a ko forbids `to_move` to play, under one of
 * the eight symmetries of the square.                                          */
static uint64_t turned_hash(const board *b, colour to_move, int symmetry)
{
    uint64_t hash = 0;
    if (b->ko != PASS && b->ko_colour == to_move)
        hash = rng_mix64(board_zobrist(to_move, symmetry_point(symmetry, b->size, b->ko)));
    for (point p = 0; p < b->n_points; p++)
        if (b->at[p] == BLACK || b->at[p] == WHITE)
            hash ^= board_zobrist((colour)b->at[p], symmetry_point(symmetry, b->size, p));
    return hash;
}

/* 32 hexadecimal digits for a hash of the board and the side to move, like KataGo's. */
static json_t *hash_text(const board *b, uint64_t hash, colour to_move)
{
    char text[40];
    uint64_t seed = (uint64_t)b->size * 4 + (uint64_t)to_move;
    uint64_t first = rng_mix64(hash ^ rng_mix64(seed));
    snprintf(text, sizeof text, "%016" PRIX64 "%016" PRIX64, first, rng_mix64(first ^ seed));
    return json_string(text);
}

static void set_hashes(json_t *object, const board *b, colour to_move)
{
    uint64_t same = turned_hash(b, to_move, 0), least = same;
    for (int i = 1; i < N_SYMMETRIES; i++) {
        uint64_t turned = turned_hash(b, to_move, i);
        least = turned < least ? turned : least;
    }
    json_object_set_new(object, "thisHash", hash_text(b, same, to_move));
    json_object_set_new(object, "symHash", hash_text(b, least, to_move));
}

/* Adds x unless it is unknown (-1). */
static void set_known(json_t *object, const char *key, double x, double scale)
{
    if (x >= 0)
        json_object_set_new(object, key, json_real(scale * x));
}

/* The network's prediction before any search.  The error of a win rate is half of that of
 * a value from -1 to 1.                                                       */
static void set_raw(json_t *object, const view *v, const nn_result *r)
{
    json_object_set_new(object, "rawWinrate", share(v, 0.5 + 0.5 * r->value));
    if (r->has_score)
        json_object_update_new(object, json_pack(
            "{s:o*, s:o*, s:o*, s:o*}", "rawLead", points(v, r->lead), "rawScoreSelfplay",
            points(v, r->score), "rawScoreSelfplayStdev", json_real(nn_result_score_stdev(r)),
            "rawNoResultProb", json_real(r->no_result)));
    set_known(object, "rawStWrError", r->value_error, 0.5);
    set_known(object, "rawStScoreError", r->score_error, 1);
    set_known(object, "rawVarTimeLeft", r->time_variance, 1);
}

/* What the human-style network expects of the game's end between such players; KataGo's names. */
static void set_human(json_t *object, const view *v, const nn_result *r)
{
    json_object_set_new(object, "humanWinrate", share(v, 0.5 + 0.5 * r->value));
    if (r->has_score)
        json_object_update_new(object,
                               json_pack("{s:o*, s:o*}", "humanScoreMean", points(v, r->score),
                                         "humanScoreStdev", json_real(nn_result_score_stdev(r))));
    set_known(object, "humanStWrError", r->value_error, 0.5);
    set_known(object, "humanStScoreError", r->score_error, 1);
}

static json_t *root_info(const view *v, const game *g)
{
    const search_analysis *a = v->a;
    double lcb = a->n_moves > 0 ? a->move[0].lcb : a->winrate;
    json_t *object = json_pack("{s:s, s:I, s:f, s:o*, s:o*, s:o*}", "currentPlayer",
                               a->to_move == BLACK ? "B" : "W", "visits", (json_int_t)a->visits,
                               "weight", (double)a->visits, "winrate", share(v, a->winrate), "lcb",
                               share(v, lcb), "utility", utility(v, a->winrate));
    set_score(object, v, a->lead, a->lead_stdev);
    set_proven(object, a->proven);
    set_hashes(object, &g->board, a->to_move);
    if (a->raw)
        set_raw(object, v, a->raw);
    if (v->human)
        set_human(object, v, v->human);
    return object;
}

/* ---- the whole board ---- */

/* Probabilities of moves, -1 for illegal ones; the pass comes last. */
static json_t *policy(const view *v, const game *g, const float *prior)
{
    json_t *list = json_array();
    int n = v->size * v->size;
    for (int i = 0; i <= n; i++) {
        point p = board_point_at(v->size, i);
        bool legal = game_legal(g, v->a->to_move, p) == MOVE_OK;
        json_array_append_new(list, json_real(legal ? (double)prior[i] : -1));
    }
    return list;
}

static json_t *heading(const json_query *q, size_t turn, bool during)
{
    return json_pack("{s:O, s:I, s:b}", "id", q->id, "turnNumber", (json_int_t)turn,
                     "isDuringSearch", during);
}

json_t *json_answer(const json_query *q, size_t turn, bool during, const search_analysis *a,
                    const game *g, const nn_result *human)
{
    view v = view_of(q, a);
    v.human = human;
    json_t *object = heading(q, turn, during);
    json_object_set_new(object, "moveInfos", move_infos(&v));
    json_object_set_new(object, "rootInfo", root_info(&v, g));
    if (q->ownership)
        json_object_set_new(object, "ownership", ownership(&v, v.a->ownership));
    if (q->policy)
        json_object_set_new(object, "policy", policy(&v, g, v.a->prior));
    if (q->policy && human)
        json_object_set_new(object, "humanPolicy", policy(&v, g, human->policy));
    return object;
}

json_t *json_answer_nothing(const json_query *q, size_t turn)
{
    json_t *object = heading(q, turn, false);
    json_object_set_new(object, "noResults", json_true());
    return object;
}
