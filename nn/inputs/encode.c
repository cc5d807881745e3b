#include "nn/inputs/encode.h"

#include <math.h>

#include "base/rng.h"
#include "nn/inputs/area.h"

go_status nn_encode_check(const nn_model *m, const nn_position *p, const nn_view *v, go_error *err)
{
    bool kata = m->family == NN_KATAGO;
    if (m->planes != (kata ? NN_KATA_PLANES : NN_LEELA_PLANES) ||
        m->globals != (kata ? NN_KATA_GLOBALS : 0))
        return go_fail(
            err, GO_EINVAL,
            "the network takes %d planes and %d globals, which no supported set of inputs has",
            m->planes, m->globals);
    if (p->width > v->size || p->height > v->size)
        return go_fail(err, GO_EINVAL, "a board of %d by %d does not fit into a buffer of size %d",
                       p->width, p->height, v->size);
    if (m->board_size && (p->width != m->board_size || p->height != m->board_size))
        return go_fail(err, GO_EINVAL, "the network plays on %dx%d only, not on %dx%d",
                       m->board_size, m->board_size, p->width, p->height);
    return GO_OK;
}

/* ---- KataGo ---- */

enum { KOMI_BEYOND = 20 }; /* komi is clipped to this many points above the board's */

/* One picture being drawn. */
typedef struct picture {
    const nn_model *model;
    const nn_position *p;
    const board *b; /* now */
    const nn_view *view;
    const nn_cells *cells;
    nn_ladder_memo *memo; /* NULL: none */
    colour own;
    size_t area;
    float *planes, *globals;
    int n_history; /* moves shown */
    bool hidden;   /* the history is hidden: a pass is not to end the game */
} picture;

static void set(const picture *d, int plane, point at)
{
    d->planes[(size_t)plane * d->area + d->cells->index[at]] = 1;
}

/* Planes 0 .. 7, 20 and 21, which depend on the point alone. */
static void draw_points(const picture *d)
{
    for (int i = 0; i < d->cells->n; i++) {
        point at = d->cells->at[i];
        uint8_t stone = d->b->at[at];
        set(d, 0, at);
        if (stone != EMPTY) {
            int libs = board_chain_libs(d->b, at);
            set(d, stone == d->own ? 1 : 2, at);
            if (libs <= 3)
                set(d, 2 + libs, at);
        }
        if (nn_position_banned(d->p, at))
            set(d, 6, at);
        if (d->p->phase > 0 && d->p->no_retake[at])
            set(d, 7, at);
        if (d->p->phase == 2 && d->p->encore_start[at] != EMPTY)
            set(d, d->p->encore_start[at] == d->own ? 20 : 21, at);
    }
}

static void draw_history(picture *d)
{
    int past = NN_PAST_MOVES - d->view->hidden;
    int most = d->hidden ? 0 : d->p->over && past > 1 ? 1 : past;
    for (; d->n_history < most && d->n_history < d->p->n_turns; d->n_history++) {
        point at = d->p->past_move[d->n_history].at;
        if (at == PASS)
            d->globals[d->n_history] = 1;
        else
            set(d, 9 + d->n_history, at);
    }
}

/* The ladders `ago` moves ago; attacks are shown on the present board alone. */
static void find_ladders(const picture *d, int ago, nn_ladders *out)
{
    const board *b = nn_position_board(d->p, ago);
    if (d->memo)
        nn_ladder_memo_find(d->memo, b, opponent(d->own), ago == 0, out);
    else
        nn_ladders_find(b, opponent(d->own), out);
}

static void draw_set(const picture *d, int plane, const uint64_t *points)
{
    for (int w = 0; w < d->b->words; w++)
        for (uint64_t left = points[w]; left; left &= left - 1)
            set(d, plane, (point)(64 * w + __builtin_ctzll(left)));
}

static void draw_ladders(const picture *d)
{
    nn_ladders ladders;
    for (int ago = 0; ago < 3; ago++) {
        /* where the history is shorter, the ladders of its oldest board */
        if (ago <= d->n_history)
            find_ladders(d, ago, &ladders);
        draw_set(d, 14 + ago, ladders.caught);
        if (ago == 0)
            draw_set(d, 17, ladders.attack);
    }
}

static void draw_area(const picture *d)
{
    uint8_t owner[BOARD_MAX_POINTS];
    const rules *r = &d->p->rules;
    bool territory = r->scoring == SCORING_TERRITORY;
    if (territory && d->p->phase < 2)
        return;
    nn_area_find(d->b, r->suicide || d->model->pass_alive_suicide, owner);
    if (territory || r->tax != TAX_NONE)
        nn_area_drop_seki(d->b, !territory, territory && r->tax == TAX_NONE, owner);
    for (int i = 0; i < d->cells->n; i++) {
        point at = d->cells->at[i];
        if (territory && owner[at] == EMPTY && d->b->at[at] == d->p->encore_start[at])
            owner[at] = d->b->at[at]; /* stones that stood when encore 2 began own their points */
        if (owner[at] != EMPTY)
            set(d, owner[at] == d->own ? 18 : 19, at);
    }
}

/* ---- globals ---- */

double nn_komi_wave(double own_komi, int points)
{
    /* komi that can make a draw: even on boards with an even number of points */
    double odd = points % 2;
    double below = floor((own_komi - odd) / 2) * 2 + odd, above = own_komi - below;
    if (above < 0.5)
        return above;
    return above < 1.5 ? 1 - above : above - 2;
}

/* Globals 5 .. 18; those before are the passes of the history. */
static void set_globals(const picture *d)
{
    const rules *r = &d->p->rules;
    int points = d->cells->n;
    double komi = nn_position_own_komi(d->p, d->view->draw_value), most = points + KOMI_BEYOND;
    komi = fmax(-most, fmin(most, komi));
    d->globals[5] = (float)(komi / 20);
    d->globals[6] = r->ko != KO_SIMPLE;
    d->globals[7] = r->ko == KO_SIMPLE ? 0 : r->ko == KO_POSITIONAL ? 0.5f : -0.5f;
    d->globals[8] = r->suicide;
    d->globals[9] = r->scoring == SCORING_TERRITORY;
    d->globals[10] = r->tax != TAX_NONE;
    d->globals[11] = r->tax == TAX_ALL;
    d->globals[12] = d->p->phase >= 1;
    d->globals[13] = d->p->phase == 2;
    d->globals[14] = !d->hidden && nn_position_pass_ends_phase(d->p);
    d->globals[15] = d->view->doubling != 0;
    d->globals[16] = (float)(d->view->doubling / 2);
    d->globals[17] = d->p->button;
    if (r->scoring == SCORING_AREA || d->p->phase == 2)
        d->globals[18] = (float)nn_komi_wave(komi, points);
}

/* Fills planes and globals, all zero before. */
static void encode_kata(const nn_model *m, const nn_position *p, const nn_view *v,
                        const nn_cells *cells, nn_ladder_memo *memo, float *planes,
                        float *globals)
{
    picture d = {.model = m, .p = p, .b = nn_position_board(p, 0), .view = v, .cells = cells,
                 .memo = memo, .own = p->to_move, .area = (size_t)v->size * (size_t)v->size,
                 .planes = planes, .globals = globals};
    d.hidden = nn_position_pass_ends_game(p) &&
               (v->hide_last_pass || nn_position_pass_is_friendly(p));
    draw_points(&d);
    draw_history(&d);
    draw_ladders(&d);
    draw_area(&d);
    set_globals(&d);
}

/* ---- Leela Zero ---- */

static void encode_leela(const nn_position *p, const nn_cells *cells, size_t area, float *planes)
{
    colour own = p->to_move;
    for (int ago = 0; ago < NN_PAST_STONES; ago++) {
        const uint8_t *stones = nn_position_stones(p, ago);
        float *of_own = planes + (size_t)ago * area;
        float *of_opp = of_own + NN_PAST_STONES * area;
        for (int i = 0; stones && i < cells->n; i++) {
            point at = cells->at[i];
            of_own[cells->index[at]] = stones[at] == own;
            of_opp[cells->index[at]] = stones[at] == opponent(own);
        }
    }
    float *turn = planes + (size_t)(2 * NN_PAST_STONES + (own == WHITE)) * area;
    for (int i = 0; i < cells->n; i++)
        turn[cells->index[cells->at[i]]] = 1;
}

/* ---- any ---- */

void nn_encode(const nn_model *m, const nn_position *p, const nn_view *v, nn_ladder_memo *memo,
               float *planes, float *globals, float *mask)
{
    size_t area = (size_t)v->size * (size_t)v->size;
    nn_cells cells;
    nn_cells_find(&cells, m, p, v);
    memset(planes, 0, (size_t)m->planes * area * sizeof *planes);
    if (m->family == NN_LEELA_ZERO) {
        encode_leela(p, &cells, area, planes);
    } else {
        memset(globals, 0, (size_t)m->globals * sizeof *globals);
        encode_kata(m, p, v, &cells, memo, planes, globals);
    }
    if (!mask)
        return;
    memset(mask, 0, area * sizeof *mask);
    for (int i = 0; i < cells.n; i++)
        mask[cells.index[cells.at[i]]] = 1;
}

/* ---- keys ---- */

static uint64_t stir(uint64_t key, uint64_t value)
{
    return rng_mix64(key ^ value) + 0x9e3779b97f4a7c15u;
}

/* -0, such as the doubling of who has none, is 0. */
static uint64_t stir_real(uint64_t key, double value)
{
    const double plain = value < 0 || value > 0 ? value : 0;
    uint64_t bits;
    memcpy(&bits, &plain, sizeof bits);
    return stir(key, bits);
}

/* The first n bytes, at most 8 at a time. */
static uint64_t stir_bytes(uint64_t key, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + i, n - i < sizeof word ? n - i : sizeof word);
        key = stir(key, word);
    }
    return key;
}

static uint64_t bans_key(uint64_t key, const nn_position *p)
{
    const board *b = nn_position_board(p, 0);
    if (p->phase == 0 && p->rules.ko == KO_SIMPLE)
        return key; /* follows from the boards */
    for (int i = 0; i < b->n_empty; i++)
        if (nn_position_banned(p, b->empty[i]))
            key += rng_mix64(b->empty[i]); /* in any order */
    return stir(key, 2);
}

static uint64_t leela_key(uint64_t key, const nn_position *p)
{
    size_t points = (size_t)nn_position_board(p, 0)->n_points;
    for (int ago = 0; ago < NN_PAST_STONES; ago++) {
        const uint8_t *stones = nn_position_stones(p, ago);
        key = stones ? stir_bytes(key, stones, points) : stir(key, 1);
    }
    /* what is legal besides */
    key = stir(stir(key, nn_position_board(p, 0)->ko), p->rules.suicide);
    return bans_key(key, p);
}

static uint64_t kata_key(uint64_t key, const nn_position *p, const nn_view *v)
{
    const rules *r = &p->rules;
    const uint8_t small[] = {(uint8_t)r->scoring, (uint8_t)r->ko, (uint8_t)r->tax, r->suicide,
                             r->friendly_pass, (uint8_t)p->phase, p->over, p->button,
                             nn_position_pass_is_friendly(p), nn_position_pass_ends_phase(p)};
    size_t points = (size_t)nn_position_board(p, 0)->n_points;
    for (int ago = 0; ago < NN_PAST_BOARDS; ago++) {
        const board *b = nn_position_board(p, ago);
        key = stir(stir(key, b->hash), b->ko);
    }
    for (int i = 0; i < p->n_turns; i++)
        key = stir(key, p->past_move[i].at);
    key = stir(key, (uint64_t)p->n_turns);
    key = bans_key(key, p);
    if (p->phase > 0) {
        key = stir_bytes(key, p->no_retake, points * sizeof p->no_retake[0]);
        key = stir_bytes(key, p->encore_start, points);
    }
    key = stir_bytes(key, small, sizeof small);
    key = stir_real(key, nn_position_own_komi(p, v->draw_value));
    return stir_real(stir(key, (uint64_t)v->hidden << 1 | v->hide_last_pass), v->doubling);
}

uint64_t nn_encode_key(const nn_model *m, const nn_position *p, const nn_view *v)
{
    uint64_t key = stir((uint64_t)p->width << 32 | (uint64_t)p->height, (uint64_t)p->to_move);
    key = stir(key, (uint64_t)v->symmetry);
    if (m->meta) {
        key = stir(key, (uint64_t)v->profile.black << 8 | (uint64_t)v->profile.white);
        key = stir(key, (uint64_t)v->profile.days);
        key = stir(key, (uint64_t)v->profile.amateur << 1 | v->profile.recent);
    }
    return m->family == NN_LEELA_ZERO ? leela_key(key, p) : kata_key(key, p, v);
}
