#include "nn/inputs/encode_kata.h"

#include <math.h>

#include "nn/inputs/area.h"
#include "nn/inputs/chase.h"

enum { KOMI_BEYOND = 20 }; /* points of komi more than the board has that are shown */

/* One picture being drawn. */
typedef struct picture {
    const nn_model *model;
    const nn_position *p;
    const board *b; /* now */
    const nn_view *view;
    const nn_cells *cells;
    colour own, opp;
    size_t area;
    float *planes, *globals;
    int n_history; /* moves shown */
    bool hidden;   /* the history is, because a pass is not to end the game */
} picture;

static void set(const picture *d, int plane, point at)
{
    d->planes[(size_t)plane * d->area + d->cells->index[at]] = 1;
}

/* ---- stones ---- */

static void draw_stones(const picture *d)
{
    for (int i = 0; i < d->cells->n; i++) {
        point at = d->cells->at[i];
        set(d, 0, at);
        if (d->b->at[at] == EMPTY)
            continue;
        set(d, d->b->at[at] == d->own ? 1 : 2, at);
        int libs = board_chain_libs(d->b, at);
        if (libs <= 3)
            set(d, 2 + libs, at);
    }
}

static void draw_kos(const picture *d)
{
    for (int i = 0; i < d->cells->n; i++) {
        point at = d->cells->at[i];
        if (nn_position_banned(d->p, at))
            set(d, 6, at);
        if (d->p->phase > 0 && d->p->no_retake[at])
            set(d, 7, at);
    }
}

/* ---- history ---- */

static void draw_history(picture *d)
{
    int most = d->hidden ? 0 : d->p->over ? 1 : NN_PAST_MOVES;
    for (d->n_history = 0; d->n_history < most && d->n_history < d->p->n_turns; d->n_history++) {
        point at = d->p->past_move[d->n_history].at;
        if (at == PASS)
            d->globals[d->n_history] = 1;
        else
            set(d, 9 + d->n_history, at);
    }
}

static void draw_ladders(const picture *d)
{
    nn_ladders ladders;
    for (int ago = 0; ago < 3; ago++) {
        /* where the history is shorter, the ladders of its oldest board */
        if (ago <= d->n_history)
            nn_ladders_find(nn_position_board(d->p, ago), d->opp, &ladders);
        for (int i = 0; i < d->cells->n; i++) {
            point at = d->cells->at[i];
            if (ladders.caught[at])
                set(d, 14 + ago, at);
            if (ago == 0 && ladders.attack[at])
                set(d, 17, at);
        }
    }
}

/* ---- area ---- */

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

static void draw_encore_start(const picture *d)
{
    for (int i = 0; d->p->phase == 2 && i < d->cells->n; i++) {
        point at = d->cells->at[i];
        if (d->p->encore_start[at] != EMPTY)
            set(d, d->p->encore_start[at] == d->own ? 20 : 21, at);
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

static void tell_komi(const picture *d)
{
    int points = d->cells->n;
    double komi = nn_position_own_komi(d->p, d->view->draw_value), most = points + KOMI_BEYOND;
    komi = fmax(-most, fmin(most, komi));
    d->globals[5] = (float)(komi / 20);
    if (d->p->rules.scoring == SCORING_AREA || d->p->phase == 2)
        d->globals[18] = (float)nn_komi_wave(komi, points);
}

static void tell_rules(const picture *d)
{
    const rules *r = &d->p->rules;
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
}

void nn_encode_kata(const nn_model *m, const nn_position *p, const nn_view *v,
                    const nn_cells *cells, float *planes, float *globals)
{
    picture d = {.model = m,
                 .p = p,
                 .b = nn_position_board(p, 0),
                 .view = v,
                 .cells = cells,
                 .own = p->to_move,
                 .opp = opponent(p->to_move),
                 .area = (size_t)v->size * (size_t)v->size,
                 .planes = planes,
                 .globals = globals};
    bool friendly = p->rules.friendly_pass && p->rules.scoring == SCORING_AREA && p->n_passes == 1;
    d.hidden = nn_position_pass_ends_game(p) && (v->hide_last_pass || friendly);
    draw_stones(&d);
    draw_kos(&d);
    draw_history(&d);
    draw_ladders(&d);
    draw_area(&d);
    draw_encore_start(&d);
    tell_komi(&d);
    tell_rules(&d);
}
