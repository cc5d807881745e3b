#include "nn_train/data/rows.h"

#include <stdlib.h>
#include <string.h>

#include "nn/inputs/encode.h"

/* ---- batches ---- */

go_status nn_rows_create(nn_rows **out, int n, int size, go_error *err)
{
    nn_rows *r = calloc(1, sizeof *r);
    size_t rows = (size_t)n, area = (size_t)size * (size_t)size;
    *out = NULL;
    if (!r)
        return go_fail(err, GO_ENOMEM, "out of memory for a batch");
    *r = (nn_rows){.n = n, .size = size,
                   .planes = calloc(rows * NN_KATA_PLANES * area, sizeof *r->planes),
                   .globals = calloc(rows * NN_KATA_GLOBALS, sizeof *r->globals),
                   .mask = calloc(rows * area, sizeof *r->mask),
                   .policy = calloc(rows, sizeof *r->policy),
                   .policy_weight = calloc(rows, sizeof *r->policy_weight),
                   .shares = calloc(rows * 2 * (area + 1), sizeof *r->shares),
                   .has_shares = calloc(rows, sizeof *r->has_shares),
                   .value = calloc(rows * 3, sizeof *r->value),
                   .value_weight = calloc(rows, sizeof *r->value_weight),
                   .search = calloc(rows, sizeof *r->search),
                   .search_weight = calloc(rows, sizeof *r->search_weight),
                   .score = calloc(rows, sizeof *r->score),
                   .score_weight = calloc(rows, sizeof *r->score_weight),
                   .ownership = calloc(rows * area, sizeof *r->ownership),
                   .ownership_weight = calloc(rows, sizeof *r->ownership_weight),
                   .answer = calloc(rows, sizeof *r->answer),
                   .answer_weight = calloc(rows, sizeof *r->answer_weight),
                   .origin = calloc(rows, sizeof *r->origin)};
    if (!r->planes || !r->globals || !r->mask || !r->policy || !r->policy_weight || !r->shares ||
        !r->has_shares || !r->value || !r->value_weight || !r->search || !r->search_weight ||
        !r->score || !r->score_weight || !r->ownership || !r->ownership_weight || !r->answer ||
        !r->answer_weight || !r->origin) {
        nn_rows_destroy(r);
        return go_fail(err, GO_ENOMEM, "out of memory for a batch of %d rows of %dx%d", n, size,
                       size);
    }
    for (int i = 0; i < n; i++)
        r->policy_weight[i] = 1;
    *out = r;
    return GO_OK;
}

void nn_rows_destroy(nn_rows *r)
{
    if (!r)
        return;
    free(r->planes);
    free(r->globals);
    free(r->mask);
    free(r->policy);
    free(r->policy_weight);
    free(r->shares);
    free(r->has_shares);
    free(r->value);
    free(r->value_weight);
    free(r->search);
    free(r->search_weight);
    free(r->score);
    free(r->score_weight);
    free(r->ownership);
    free(r->ownership_weight);
    free(r->answer);
    free(r->answer_weight);
    free(r->origin);
    free(r);
}

/* ---- one row ---- */

struct row_maker {
    const nn_store *store;
    const nn_model *model;
    nn_position *position;
    board start;
    rules others[SAMPLE_N_RULES];
};

/* The inputs of a new network. */
static const nn_model new_model = {.family = NN_KATAGO, .planes = NN_KATA_PLANES,
                                   .globals = NN_KATA_GLOBALS};

go_status row_maker_create(row_maker **out, const nn_store *store, const nn_model *model,
                           go_error *err)
{
#define NAME(name) name,
    static const char *const names[SAMPLE_N_RULES] = {SAMPLE_RULES(NAME)};
    *out = NULL;
    row_maker *m = calloc(1, sizeof *m);
    if (!m)
        return go_fail(err, GO_ENOMEM, "out of memory for the rows of a training");
    m->store = store;
    m->model = model ? model : &new_model;
    for (int i = 0; i < SAMPLE_N_RULES; i++)
        rules_by_name(names[i], &m->others[i]);
    go_status status = nn_position_create(&m->position, BOARD_MAX_SIZE, BOARD_MAX_SIZE, m->others,
                                          0, err);
    if (status == GO_OK && m->model->family != NN_KATAGO)
        status = go_fail(err, GO_EINVAL, "only networks with KataGo's inputs can be trained");
    if (status == GO_OK)
        *out = m;
    else
        row_maker_destroy(m);
    return status;
}

void row_maker_destroy(row_maker *m)
{
    if (!m)
        return;
    nn_position_destroy(m->position);
    free(m);
}

/* Makes other rules such that the game has its score by them, as nearly as may be: white gets as
 * much for handicap stones.  Territory scoring, by which each of them costs black the point that it
 * stands on, is like area scoring with a point for each.  False: there are no such rules. */
static bool adapt(const stored_game *g, rules *r)
{
    const rules *own = &g->rules;
    if (r->scoring == own->scoring)
        r->bonus = own->bonus;
    else
        r->bonus = r->scoring == SCORING_AREA ? BONUS_N : BONUS_NONE;
    return r->scoring == own->scoring || r->scoring == SCORING_AREA || own->bonus != BONUS_NONE ||
           !g->n_setup;
}

/* Has one side played at least two stones more before move `ply`, because the other passed?  Under
 * territory scoring they cost points, which the score by area does not know.  */
static bool is_uneven(const row_maker *m, const stored_game *g, int ply)
{
    const stored_move *move = nn_store_moves(m->store, g);
    int more = 0;
    for (int i = 0; i < ply; i++)
        more += stored_index(move[i]) < g->size * g->size ? colour_sign(stored_colour(move[i])) : 0;
    return abs(more) > 1;
}

/* The rules by which move `ply` is shown.  Where suicide happens it stays legal. */
static rules rules_of(const row_maker *m, const stored_game *g, int ply, int number)
{
    rules r = number && !g->rules.suicide ? m->others[number - 1] : g->rules;
    if (!adapt(g, &r) || (r.scoring != g->rules.scoring && is_uneven(m, g, ply)))
        r = g->rules;
    if (g->repeats)
        r.ko = KO_SIMPLE;
    return r;
}

/* Plays the game up to move number `ply`, whose colour is then to play. */
static go_status replay(row_maker *m, const stored_game *g, int ply, const rules *r, double komi,
                        go_error *err)
{
    const stored_move *move = nn_store_moves(m->store, g);
    nn_store_start(m->store, g, &m->start);
    nn_position_begin(m->position, &m->start, r, komi, stored_colour(move[0]));
    for (int i = 0; i < ply; i++)
        GO_TRY(nn_position_play(m->position, stored_colour(move[i]),
                                board_point_at(g->size, stored_index(move[i])), err));
    nn_position_turn(m->position, stored_colour(move[ply]));
    return GO_OK;
}

/* Where a stored move is in the row. */
static int place(const row_maker *m, const nn_view *v, const stored_game *g, stored_move move)
{
    point at = board_point_at(g->size, stored_index(move));
    return at == PASS ? v->size * v->size : nn_view_index(m->model, v, m->position, at);
}

/* The shares of a target, turned as the row is; returns the largest one's place. */
static uint16_t set_shares(const row_maker *m, const nn_view *v, const stored_game *g,
                           const stored_share *share, int n, int which, nn_rows *rows, int i)
{
    const size_t numbers = (size_t)v->size * (size_t)v->size + 1;
    float *to = rows->shares + (2 * (size_t)i + (size_t)which) * numbers;
    int best = 0;
    memset(to, 0, numbers * sizeof *to);
    for (int k = 0; k < n; k++) {
        const int at = place(m, v, g, store_move(BLACK, share[k].index));
        to[at] = (float)share[k].part / (float)STORED_WHOLE;
        best = to[at] > to[best] ? at : best;
    }
    return (uint16_t)best;
}

static void set_moves(const row_maker *m, const nn_view *v, const stored_game *g, int ply,
                      nn_rows *rows, int i)
{
    const stored_move *move = nn_store_moves(m->store, g) + ply;
    int n;
    bool answered = ply + 1 < g->n_moves && stored_colour(move[0]) != stored_colour(move[1]);
    rows->policy[i] = (uint16_t)place(m, v, g, move[0]);
    rows->policy_weight[i] = 1;
    rows->has_shares[i] = false;
    rows->answer[i] = (uint16_t)(answered ? place(m, v, g, move[1]) : 0);
    rows->answer_weight[i] = answered;
    if (g->targets_at < 0)
        return;
    rows->has_shares[i] = true;
    const stored_share *target = nn_store_target(m->store, g, ply, &n);
    rows->policy[i] = set_shares(m, v, g, target, n, 0, rows, i);
    rows->policy_weight[i] = n > 0;
    target = answered ? nn_store_target(m->store, g, ply + 1, &n) : NULL;
    rows->answer_weight[i] = target && n > 0;
    rows->answer[i] = set_shares(m, v, g, target, target ? n : 0, 1, rows, i);
}

/* `more`: points for white that the game did not have. */
static void set_result(const stored_game *g, double more, colour own, nn_rows *rows, int i)
{
    float *value = rows->value + 3 * (size_t)i;
    const double margin = g->knows_score ? (double)g->margin - more : 0;
    const colour winner = more == 0 ? g->winner : margin > 0 ? BLACK : margin < 0 ? WHITE : EMPTY;
    memset(value, 0, 3 * sizeof *value);
    if (g->knows_winner && winner == EMPTY)
        value[0] = value[1] = 0.5f;
    else if (g->knows_winner)
        value[winner != own] = 1;
    rows->value_weight[i] = g->knows_winner;
    rows->score[i] = (float)(colour_sign(own) * margin);
    rows->score_weight[i] = g->knows_score;
}

static void set_search(const nn_store *s, const stored_game *g, int ply, colour own, nn_rows *rows,
                       int i)
{
    const double black = nn_store_search(s, g, ply);
    rows->search[i] = black < 0 ? 0 : (float)(own == BLACK ? black : 1 - black);
    rows->search_weight[i] = black >= 0;
}

static void set_ownership(const row_maker *m, const nn_view *v, const stored_game *g, colour own,
                          nn_rows *rows, int i)
{
    size_t area = (size_t)v->size * (size_t)v->size;
    int8_t *ownership = rows->ownership + (size_t)i * area;
    memset(ownership, 0, area * sizeof *ownership);
    rows->ownership_weight[i] = g->owners_at >= 0;
    for (int k = 0; g->owners_at >= 0 && k < g->size * g->size; k++) {
        colour owner = nn_store_owner(m->store, g, k);
        int at = nn_view_index(m->model, v, m->position, board_point_at(g->size, k));
        ownership[at] = (int8_t)(colour_sign(owner) * colour_sign(own));
    }
}

go_status row_maker_fill(row_maker *m, sample_row row, nn_rows *rows, int i, go_error *err)
{
    const int64_t position = nn_store_row(m->store, row.position);
    const stored_game *g = nn_store_game(m->store, nn_store_find(m->store, position));
    int ply = (int)(position - g->at);
    size_t area = (size_t)rows->size * (size_t)rows->size, at = (size_t)i;
    nn_view view = nn_view_plain(rows->size);
    view.symmetry = row.symmetry;
    view.hidden = row.hidden;
    const rules r = rules_of(m, g, ply, row.rules);
    const int komi = g->knows_score ? row.komi : 0;
    GO_TRY(replay(m, g, ply, &r, (double)g->komi + 0.5 * komi, err));
    GO_TRY(nn_encode_check(m->model, m->position, &view, err));
    nn_encode(m->model, m->position, &view, NULL, rows->planes + at * NN_KATA_PLANES * area,
              rows->globals + at * NN_KATA_GLOBALS, rows->mask + at * area);
    colour own = m->position->to_move;
    set_moves(m, &view, g, ply, rows, i);
    set_result(g, 0.5 * komi, own, rows, i);
    set_search(m->store, g, ply, own, rows, i);
    if (komi)
        rows->search_weight[i] = 0; /* it knew nothing of this komi */
    set_ownership(m, &view, g, own, rows, i);
    rows->origin[i] = (row_origin){.position = row.position, .ply = ply, .input = g->input,
                                   .size = g->size, .symmetry = (uint8_t)row.symmetry,
                                   .hidden = (uint8_t)row.hidden, .rules = (uint8_t)row.rules,
                                   .komi = (int8_t)komi,
                                   .won = (int8_t)(colour_sign(own) * colour_sign(g->winner))};
    return GO_OK;
}
