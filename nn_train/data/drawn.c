#include "nn_train/data/drawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"

go_status nn_drawn_create(nn_drawn *d, int64_t n_positions, go_error *err)
{
    *d = (nn_drawn){.n_positions = n_positions};
    d->seen = calloc((size_t)n_positions / 8 + 1, 1);
    return d->seen ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory to count %lld positions",
                                     (long long)n_positions);
}

void nn_drawn_destroy(nn_drawn *d)
{
    free(d->seen);
    *d = (nn_drawn){0};
}

static int at_most(int64_t x, int most)
{
    return x < most ? (int)x : most;
}

static drawn_result result_of_row(const nn_rows *rows, int i)
{
    const row_origin *o = &rows->origin[i];
    if (rows->value_weight[i] <= 0)
        return DRAWN_UNKNOWN;
    return o->won > 0 ? DRAWN_WON : o->won < 0 ? DRAWN_LOST : DRAWN_DRAW;
}

void nn_drawn_elsewhere(nn_drawn *d, int64_t position)
{
    const uint8_t bit = (uint8_t)(1 << position % 8);
    uint8_t *at = &d->seen[position / 8];
    if (position >= d->n_positions || (*at & bit))
        return;
    *at |= bit;
    d->positions++;
}

void nn_drawn_rows(nn_drawn *d, const nn_rows *rows, int first, int n)
{
    drawn_counts *c = &d->counts;
    for (int i = first; i < first + n; i++) {
        const row_origin *o = &rows->origin[i];
        c->rows++;
        c->size[o->size]++;
        c->input[at_most(o->input, DRAWN_INPUTS - 1)]++;
        c->result[result_of_row(rows, i)]++;
        c->stage[at_most(o->ply / DRAWN_STAGE, DRAWN_STAGES - 1)]++;
        c->symmetry[o->symmetry]++;
        c->hidden[o->hidden]++;
        c->rules[o->rules]++;
        c->value += rows->value_weight[i] > 0;
        c->score += rows->score_weight[i] > 0;
        c->ownership += rows->ownership_weight[i] > 0;
        nn_drawn_elsewhere(d, o->position);
    }
}

static drawn_result result_of_move(const stored_game *g, stored_move move)
{
    if (!g->knows_winner)
        return DRAWN_UNKNOWN;
    if (g->winner == EMPTY)
        return DRAWN_DRAW;
    return g->winner == stored_colour(move) ? DRAWN_WON : DRAWN_LOST;
}

void nn_drawn_store(drawn_counts *all, const nn_store *s)
{
    *all = (drawn_counts){.rows = s->n_rows};
    for (int64_t i = 0; s->games.data && i < s->n_games; i++) {
        const stored_game *g = nn_store_game(s, i);
        const stored_move *moves = nn_store_moves(s, g);
        all->size[g->size] += g->n_rows;
        all->input[at_most(g->input, DRAWN_INPUTS - 1)] += g->n_rows;
        all->value += g->knows_winner ? g->n_rows : 0;
        all->score += g->knows_score ? g->n_rows : 0;
        all->ownership += g->owners_at >= 0 ? g->n_rows : 0;
        for (int64_t row = g->rows_at; row < g->rows_at + g->n_rows; row++) {
            const int ply = (int)(nn_store_row(s, row) - g->at);
            all->result[result_of_move(g, moves[ply])]++;
            all->stage[at_most(ply / DRAWN_STAGE, DRAWN_STAGES - 1)]++;
        }
    }
}

static double percent(const nn_drawn *d, int64_t n)
{
    return d->counts.rows ? 100 * (double)n / (double)d->counts.rows : 0;
}

void nn_drawn_line(const nn_drawn *d, char text[512])
{
    const drawn_counts *c = &d->counts;
    int64_t least = c->symmetry[0], most = c->symmetry[0];
    int used = snprintf(text, 512, "%lld row%s, %lld different position%s of %lld; ",
                        (long long)c->rows, plural_s(c->rows), (long long)d->positions,
                        plural_s(d->positions), (long long)d->n_positions);
    for (int s = 0; s <= BOARD_MAX_SIZE; s++)
        if (c->size[s])
            used += snprintf(text + used, 512 - (size_t)used, "%dx%d %.1f %%, ", s, s,
                             percent(d, c->size[s]));
    for (int i = 0; i < 8; i++) {
        least = c->symmetry[i] < least ? c->symmetry[i] : least;
        most = c->symmetry[i] > most ? c->symmetry[i] : most;
    }
    snprintf(text + used - 2, 512 - (size_t)used + 2,
             "; %.1f %% to be won, %.1f %% to be lost; %.1f to %.1f %% in each symmetry",
             percent(d, c->result[DRAWN_WON]), percent(d, c->result[DRAWN_LOST]),
             percent(d, least), percent(d, most));
}
