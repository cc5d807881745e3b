#include "mcts/sums.h"

#include <stdlib.h>

#include "board/random_playout.h"

go_status sums_begin(thread_sums *s, int size, bool behind, bool goes_on, go_error *err)
{
    if (!goes_on || !behind)
        sums_free(s);
    if (!goes_on)
        memset(s, 0, sizeof *s);
    if (behind && !s->behind && !(s->behind = calloc((size_t)(size * size) + 1, sizeof *s->behind)))
        return go_fail(err, GO_ENOMEM, "out of memory for the ownership of each move");
    return GO_OK;
}

void sums_free(thread_sums *s)
{
    free(s->behind);
    s->behind = NULL;
}

static void count(_Atomic int32_t *sum, int32_t n)
{
    atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + n,
                          memory_order_relaxed);
}

static void add_end(thread_sums *s, const leaf_value *v, owner_sums *behind)
{
    const board *b = v->end;
    colour winner = v->playout_lead > 0 ? BLACK : v->playout_lead < 0 ? WHITE : EMPTY;
    tally_add(&s->ends, 1);
    tally_add(&s->black_wins, winner == BLACK);
    sum_add(&s->moves, v->n_moves);
    sum_add(&s->lead, v->playout_lead);
    sum_add(&s->lead_square, v->playout_lead * v->playout_lead);
    if (behind)
        tally_add(&behind->ends, 1);
    for (int y = 0, i = 0; y < b->size; y++) {
        point p = board_point(b, 0, y);
        for (int x = 0; x < b->size; x++, p++, i++) {
            colour owner = random_playout_owner(b, p);
            tally_add(&s->black_owns[p], owner == BLACK);
            tally_add(&s->white_owns[p], owner == WHITE);
            tally_add(&s->winner_owns[p], owner != EMPTY && owner == winner);
            if (behind && owner != EMPTY)
                count(&behind->played[i], owner == BLACK ? 1 : -1);
        }
    }
}

static void add_prediction(thread_sums *s, const leaf_value *v, int size, owner_sums *behind)
{
    tally_add(&s->predictions, 1);
    sum_add(&s->predicted_variance, v->lead_stdev * v->lead_stdev);
    if (!v->ownership)
        return;
    tally_add(&s->ownerships, 1);
    for (int i = 0; i < size * size; i++)
        sum_add(&s->predicted_owns[i], (double)v->ownership[i]);
    if (!behind)
        return;
    tally_add(&behind->predictions, 1);
    for (int i = 0; i < size * size; i++)
        sum_add(&behind->predicted[i], (double)v->ownership[i]);
}

void sums_add(thread_sums *s, const leaf_value *v, int size, int move)
{
    owner_sums *behind = s->behind && move >= 0 ? &s->behind[move] : NULL;
    if (v->predicted)
        add_prediction(s, v, size, behind);
    if (v->end)
        add_end(s, v, behind);
}
