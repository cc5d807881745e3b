/* strength_groups.c -- who is connected with whom by games, and their ratings. */
#include <stdlib.h>

#include "match/rating/strength.h"

/* The games of one group while it is rated. */
typedef struct group_games {
    int *local;        /* [n_players] number within the group */
    rated_game *games; /* with local numbers */
    rating *ratings;
    int n_players;
    int64_t n;
} group_games;

/* ---- groups ---- */

static int root_of(int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* parent[n_players] by the games: one root for all that are connected. */
static void connect(int *parent, int n_players, const rated_game *games, int64_t n)
{
    for (int i = 0; i < n_players; i++)
        parent[i] = i;
    for (int64_t i = 0; i < n; i++)
        parent[root_of(parent, games[i].black)] = root_of(parent, games[i].white);
}

static int more_games_first(const void *a, const void *b)
{
    const strength_group *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return x->first - y->first;
}

/* Fills s->group, sorted; `first` is a root for now. */
static void list_groups(strength *s, int *parent, const rated_game *games, int64_t n)
{
    int *number = parent + s->n_players;
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

static go_status find_groups(strength *s, const rated_game *games, int64_t n, go_error *err)
{
    int *parent = calloc(2 * (size_t)s->n_players, sizeof *parent);
    s->group = calloc((size_t)s->n_players, sizeof *s->group);
    if (parent && s->group) {
        connect(parent, s->n_players, games, n);
        list_groups(s, parent, games, n);
    }
    free(parent);
    return parent && s->group ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the groups");
}

/* ---- ratings ---- */

static void take_games(const strength *s, int group, const rated_game *games, int64_t n,
                       group_games *g)
{
    g->n = g->n_players = 0;
    for (int i = 0; i < s->n_players; i++)
        if (s->player[i].group == group)
            g->local[i] = g->n_players++;
    for (int64_t i = 0; i < n; i++)
        if (s->player[games[i].black].group == group)
            g->games[g->n++] = (rated_game){g->local[games[i].black], g->local[games[i].white],
                                            games[i].points2};
}

static go_status rate_group(strength *s, int group, group_games *g, go_error *err)
{
    go_status status = ratings_fit(g->games, g->n, g->n_players, g->ratings,
                                   &s->group[group].first_move, err);
    for (int i = 0; i < s->n_players && status == GO_OK; i++)
        if (s->player[i].group == group)
            s->player[i].elo = g->ratings[g->local[i]];
    return status;
}

static go_status rate_groups(strength *s, const rated_game *games, int64_t n, go_error *err)
{
    group_games g = {.local = calloc((size_t)s->n_players, sizeof *g.local),
                     .games = calloc((size_t)n, sizeof *g.games),
                     .ratings = calloc((size_t)s->n_players, sizeof *g.ratings)};
    go_status status = g.local && g.games && g.ratings
                           ? GO_OK
                           : go_fail(err, GO_ENOMEM, "out of memory for the ratings");
    for (int i = 0; i < s->n_groups && status == GO_OK; i++) {
        take_games(s, i, games, n, &g);
        status = rate_group(s, i, &g, err);
    }
    free(g.local);
    free(g.games);
    free(g.ratings);
    return status;
}

/* ---- order ---- */

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
    go_status status = find_groups(s, games, n, err);
    if (status == GO_OK)
        status = rate_groups(s, games, n, err);
    if (status == GO_OK)
        sort_players(s);
    return status;
}
