#include "selfplay/teach.h"

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "nn_train/data/taught.h"

/* The arrays of a taught game. */
typedef struct lesson {
    stored_move *setup, *moves;
    stored_share *shares;
    double *black_wins;
    int64_t *first;
    uint8_t *times;
} lesson;

static void lesson_free(lesson *l)
{
    free(l->setup);
    free(l->moves);
    free(l->shares);
    free(l->black_wins);
    free(l->first);
    free(l->times);
}

static go_status lesson_create(lesson *l, const played_game *g, go_error *err)
{
    const size_t moves = (size_t)g->n_moves;
    *l = (lesson){.setup = calloc((size_t)g->n_setup + 1, sizeof *l->setup),
                  .moves = calloc(moves + 1, sizeof *l->moves),
                  .shares = calloc((size_t)g->n_shares + 1, sizeof *l->shares),
                  .black_wins = calloc(moves + 1, sizeof *l->black_wins),
                  .first = calloc(moves + 1, sizeof *l->first),
                  .times = calloc(moves + 1, sizeof *l->times)};
    if (l->setup && l->moves && l->shares && l->black_wins && l->first && l->times)
        return GO_OK;
    lesson_free(l);
    return go_fail(err, GO_ENOMEM, "out of memory for a game of %d moves", g->n_moves);
}

/* ---- how often a position comes ---- */

static double sum_of_surprise(const played_game *g, int *recorded)
{
    double sum = 0;
    *recorded = 0;
    for (int i = 0; i < g->n_moves; i++)
        if (g->moves[i].how == PLAYED_FULL) {
            sum += fmax((double)g->moves[i].surprise, 0);
            ++*recorded;
        }
    return sum;
}

/* A whole number whose mean is `mean`, the same each time for one position. */
static uint8_t rounded(const played_game *g, int ply, double mean)
{
    const uint64_t key = rng_mix64(g->seed ^ rng_mix64((uint64_t)g->number)) + (uint64_t)ply;
    const double draw = (double)(rng_mix64(key) >> 11) * 0x1.0p-53;
    return (uint8_t)fmin(floor(mean + draw), UINT8_MAX);
}

static void set_times(const played_game *g, double surprise, uint8_t *times)
{
    int recorded;
    const double sum = sum_of_surprise(g, &recorded);
    for (int i = 0; i < g->n_moves; i++) {
        const played_move *m = &g->moves[i];
        const double own = sum > 0 ? fmax((double)m->surprise, 0) * recorded / sum : 1;
        if (m->how == PLAYED_FULL)
            times[i] = rounded(g, i, 1 - surprise + surprise * own);
    }
}

/* ---- a game ---- */

static void set_moves(const played_game *g, lesson *l)
{
    int64_t n = 0;
    for (int i = 0; i < g->n_setup; i++)
        l->setup[i] = store_move((colour)g->setup[i].colour, g->setup[i].index);
    for (int i = 0; i < g->n_moves; i++) {
        const played_move *m = &g->moves[i];
        const double own = (double)m->winrate;
        l->moves[i] = store_move((colour)m->colour, m->index);
        l->black_wins[i] = m->how == PLAYED_OPENING ? -1 : m->colour == BLACK ? own : 1 - own;
        l->first[i] = n;
        for (uint32_t k = 0; m->how == PLAYED_FULL && k < m->n_shares; k++, n++)
            l->shares[n] = (stored_share){g->shares[m->first + k].index,
                                          g->shares[m->first + k].part};
    }
    l->first[g->n_moves] = n;
}

go_status selfplay_teach(nn_store *s, const played_game *g, double surprise, go_error *err)
{
    lesson l;
    go_error why;
    if (g->n_moves == 0)
        return GO_OK;
    GO_TRY(lesson_create(&l, g, err));
    set_moves(g, &l);
    set_times(g, surprise, l.times);
    const taught_game t = {.size = g->size, .komi = g->komi, .rules = g->rules,
                           .setup = l.setup, .n_setup = g->n_setup,
                           .moves = l.moves, .n_moves = g->n_moves,
                           .knows_winner = g->counted || g->end == PLAYED_RESIGNED,
                           .counted = g->counted, .winner = g->winner, .margin = g->margin,
                           .owner = g->owner, .black_wins = l.black_wins, .shares = l.shares,
                           .first = l.first, .times = l.times};
    go_status status = nn_store_add_taught(s, &t, &why);
    lesson_free(&l);
    return status == GO_OK ? GO_OK : go_fail(err, status, "game %lld of the network %s: %s",
                                             (long long)g->number, g->net, why.message);
}

/* ---- the window ---- */

int64_t selfplay_window(int64_t rows, int64_t c)
{
    const double a = 0.75, b = 0.4;
    if (rows <= c)
        return rows;
    const double wanted = (double)c * (1 + b * (pow((double)rows / (double)c, a) - 1) / a);
    return (int64_t)fmin(wanted, (double)rows);
}
