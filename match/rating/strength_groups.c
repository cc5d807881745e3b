#include "match/rating/strength_groups.h"

#include <stdlib.h>

static int root_of(int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static int more_games_first(const void *a, const void *b)
{
    const strength_group *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return x->first - y->first;
}

/* Fills s->group, sorted, and each player's number in it; parent[2 * n_players] is
 * scratch: one root for all that games connect, then the number of its group.   */
static void find_groups(strength *s, int *parent, const rated_game *games, int64_t n)
{
    int *number = parent + s->n_players;
    for (int i = 0; i < s->n_players; i++)
        parent[i] = i;
    for (int64_t i = 0; i < n; i++)
        parent[root_of(parent, games[i].black)] = root_of(parent, games[i].white);
    for (int i = 0; i < s->n_players; i++) {
        if (root_of(parent, i) != i || s->player[i].games == 0)
            continue;
        number[i] = s->n_groups;
        s->group[s->n_groups++] = (strength_group){.first = i, .size = s->player[i].size};
    }
    for (int64_t i = 0; i < n; i++)
        s->group[number[root_of(parent, games[i].black)]].games++;
    qsort(s->group, (size_t)s->n_groups, sizeof *s->group, more_games_first);
    for (int i = 0; i < s->n_players; i++)
        for (int k = 0; k < s->n_groups; k++)
            if (root_of(parent, i) == s->group[k].first)
                s->player[i].group = k;
}

/* Those without a group come last. */
static int by_group_and_elo(const void *a, const void *b)
{
    const strength_player *x = a, *y = b;
    if (x->group != y->group)
        return (unsigned)x->group < (unsigned)y->group ? -1 : 1;
    if (x->elo.elo != y->elo.elo)
        return x->elo.elo < y->elo.elo ? 1 : -1;
    return x->family - y->family;
}

static void sort_players(strength *s)
{
    for (int i = 0; i < s->n_folders; i++)
        if (s->folder[i].group >= 0)
            s->folder[i].group = s->player[s->folder[i].group].group;
    qsort(s->player, (size_t)s->n_players, sizeof *s->player, by_group_and_elo);
    while (s->player[s->n_players - 1].group < 0)
        free(s->player[--s->n_players].budget);
    for (int i = s->n_players - 1; i >= 0; i--) {
        s->group[s->player[i].group].first = i;
        s->group[s->player[i].group].n++;
    }
}

go_status strength_rate(strength *s, const rated_game *games, int64_t n, go_error *err)
{
    size_t players = (size_t)s->n_players;
    int *scratch = calloc(2 * players, sizeof *scratch), *local = scratch;
    rated_game *mine = calloc((size_t)n, sizeof *mine); /* of one group, players as in it */
    rating *ratings = calloc(players, sizeof *ratings);
    s->group = calloc(players, sizeof *s->group);
    go_status status = GO_OK;
    if (scratch && mine && ratings && s->group)
        find_groups(s, scratch, games, n);
    else
        status = go_fail(err, GO_ENOMEM, "out of memory for the ratings");
    for (int k = 0; k < s->n_groups && status == GO_OK; k++) {
        int members = 0;
        int64_t m = 0;
        for (int i = 0; i < s->n_players; i++)
            if (s->player[i].group == k)
                local[i] = members++;
        for (int64_t i = 0; i < n; i++)
            if (s->player[games[i].black].group == k)
                mine[m++] = (rated_game){local[games[i].black], local[games[i].white],
                                         games[i].points2};
        status = ratings_fit(mine, m, members, ratings, &s->group[k].first_move, err);
        for (int i = 0; i < s->n_players && status == GO_OK; i++)
            if (s->player[i].group == k)
                s->player[i].elo = ratings[local[i]];
    }
    if (status == GO_OK)
        sort_players(s);
    free(scratch);
    free(mine);
    free(ratings);
    return status;
}
