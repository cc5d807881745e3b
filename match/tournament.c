#include "match/tournament.h"

#include <stdlib.h>

static go_status rate(tournament *t, rating *ratings, go_error *err)
{
    int64_t n = match_store_count(t->store);
    rated_game *games = calloc((size_t)n + 1, sizeof *games);
    if (!games)
        return go_fail(err, GO_ENOMEM, "out of memory for the games");
    for (int64_t i = 0; i < n; i++) {
        const match_game *m = match_store_game(t->store, i);
        games[i] = (rated_game){m->side[BLACK].player, m->side[WHITE].player,
                                m->winner == BLACK ? 2 : m->winner == EMPTY ? 1 : 0};
        t->ended_by[m->end]++;
        t->disagreements += m->disagreed;
        t->unjudged += m->unjudged;
    }
    t->games = n;
    go_status status = ratings_fit(games, n, t->n, ratings, &t->first_move, err);
    free(games);
    return status;
}

static go_status fill_standing(const tournament *t, standing *s, go_error *err)
{
    s->against = calloc((size_t)t->n, sizeof *s->against);
    if (!s->against)
        return go_fail(err, GO_ENOMEM, "out of memory for the table");
    match_tally_player(t->store, s->player, &s->tally);
    go_status status = GO_OK;
    for (int i = 0; i < t->n && status == GO_OK; i++)
        if (i != s->player)
            status = match_tally_count(t->store, match_store_count(t->store), s->player, i,
                                       &s->against[i], err);
    return status;
}

static int by_elo(const void *a, const void *b)
{
    const standing *x = a, *y = b;
    if (x->elo.elo != y->elo.elo)
        return x->elo.elo < y->elo.elo ? 1 : -1;
    return x->player - y->player;
}

go_status tournament_make(tournament *out, const match_plan *plan, const match_store *store,
                          go_error *err)
{
    int n = plan->n_players;
    *out = (tournament){.plan = plan, .store = store, .n = n};
    rating *ratings = calloc((size_t)n, sizeof *ratings);
    out->standing = calloc((size_t)n, sizeof *out->standing);
    go_status status = ratings && out->standing ? rate(out, ratings, err)
                                                : go_fail(err, GO_ENOMEM, "out of memory");
    for (int i = 0; i < n && status == GO_OK; i++) {
        out->standing[i].player = i;
        out->standing[i].elo = ratings[i];
        status = fill_standing(out, &out->standing[i], err);
    }
    if (status == GO_OK)
        qsort(out->standing, (size_t)n, sizeof *out->standing, by_elo);
    free(ratings);
    return status;
}

void tournament_free(tournament *t)
{
    for (int i = 0; t->standing && i < t->n; i++)
        free(t->standing[i].against);
    free(t->standing);
    t->standing = NULL;
}
