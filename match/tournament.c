#include "match/tournament.h"

#include <stdlib.h>

static int by_elo(const void *a, const void *b)
{
    const standing *x = a, *y = b;
    if (x->elo.elo != y->elo.elo)
        return x->elo.elo < y->elo.elo ? 1 : -1;
    return x->player - y->player;
}

/* `ratings` [n] by player. */
static go_status fill_standings(tournament *t, const rating *ratings, go_error *err)
{
    int64_t games = match_store_count(t->store);
    for (int i = 0; i < t->n; i++) {
        standing *s = &t->standing[i];
        *s = (standing){.player = i, .elo = ratings[i],
                        .against = calloc((size_t)t->n, sizeof *s->against)};
        if (!s->against)
            return go_fail(err, GO_ENOMEM, "out of memory for the table");
        match_tally_player(t->store, i, &s->tally);
        for (int k = 0; k < t->n; k++) {
            if (k == i)
                continue;
            GO_TRY(match_tally_count(t->store, games, i, k, &s->against[k], err));
        }
    }
    qsort(t->standing, (size_t)t->n, sizeof *t->standing, by_elo);
    return GO_OK;
}

go_status tournament_make(tournament *out, const match_plan *plan, const match_store *store,
                          go_error *err)
{
    size_t n = (size_t)plan->n_players;
    *out = (tournament){.plan = plan, .store = store, .n = plan->n_players,
                        .games = match_store_count(store)};
    rating *ratings = calloc(n, sizeof *ratings);
    rated_game *games = calloc((size_t)out->games + 1, sizeof *games);
    out->standing = calloc(n, sizeof *out->standing);
    go_status status = GO_OK;
    if (!ratings || !games || !out->standing)
        status = go_fail(err, GO_ENOMEM, "out of memory for the games");
    for (int64_t i = 0; i < out->games && status == GO_OK; i++) {
        const match_game *m = match_store_game(store, i);
        games[i] = (rated_game){m->side[BLACK].player, m->side[WHITE].player,
                                match_points2(m, BLACK)};
        out->ended_by[m->end]++;
        out->disagreements += m->disagreed;
        out->unjudged += m->unjudged;
    }
    if (status == GO_OK)
        status = match_tally_repeats(store, &out->repeats, err);
    if (status == GO_OK)
        status = ratings_fit(games, out->games, out->n, RATING_OF_MEAN, ratings, &out->first_move,
                             err);
    if (status == GO_OK)
        status = fill_standings(out, ratings, err);
    free(games);
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
