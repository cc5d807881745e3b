#include "match/rating/strength.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "match/client/spec.h"
#include "match/store/store.h"
#include "nn/model/model.h"

/* A file that a player is made of, as in match.json. */
typedef struct met_file {
    char *name; /* as in a family */
    char sum[24];
    int size; /* of the board */
    const char *folder;
} met_file;

/* A folder, to know it again. */
typedef struct read_already {
    dev_t device;
    ino_t inode;
    match_game first; /* all 0: no game yet */
} read_already;

/* The games of all folders. */
typedef struct gathering {
    strength *out;
    rated_game *games; /* [n], players as numbers in out->player */
    int64_t n;
    met_file *file; /* [n_files] */
    int n_files;
    read_already *read; /* [out->n_folders] */
} gathering;

/* A folder while it is read. */
typedef struct source {
    match_store *store;
    json_t *settings;
    int *number;       /* of its players in out->player; -1: not met yet */
    int size;
    double komi;
    const char *clock;
} source;

static go_status no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM, "out of memory for the games of these folders");
}

/* ---- players ---- */

/* The number of a family, added if it is new (there is room); -1: out of memory. */
static int find_family(strength *s, const char *spec)
{
    for (int i = 0; i < s->n_families; i++)
        if (strcmp(s->family[i].spec, spec) == 0)
            return i;
    s->family[s->n_families] = (strength_family){.spec = strdup(spec)};
    return s->family[s->n_families].spec ? s->n_families++ : -1;
}

static int find_player(strength *s, int family, int size, const char *budget)
{
    for (int i = 0; i < s->n_players; i++) {
        const strength_player *p = &s->player[i];
        if (p->family == family && p->size == size && strcmp(p->budget, budget) == 0)
            return i;
    }
    strength_player *p = &s->player[s->n_players];
    *p = (strength_player){.group = -1, .family = family, .size = size, .budget = strdup(budget)};
    return p->budget ? s->n_players++ : -1;
}

static go_status set_label(strength_family *f, const char *label, go_error *err)
{
    free(f->label);
    f->label = strdup(label);
    return f->label ? GO_OK : no_memory(err);
}

/* Finds the number of player i of the folder among all.  The label of its family is the
 * name it was given, or the family's spec once two of its players have different ones; a player
 * without one is noted.                                                        */
static go_status meet(strength *s, source *from, int i, go_error *err)
{
    if (from->number[i] >= 0)
        return GO_OK;
    const json_t *one = json_array_get(json_object_get(from->settings, "players"), (size_t)i);
    const char *spec = json_string_value(json_object_get(one, "spec"));
    if (strlen(spec) > SPEC_LONGEST)
        return go_fail(err, GO_EFORMAT,
                       "%s/match.json: the spec of player %d is longer than %d characters",
                       match_store_folder(from->store), i + 1, SPEC_LONGEST);
    spec_identity *who = malloc(sizeof *who);
    if (!who)
        return no_memory(err);
    spec_identify(spec, from->clock, who);
    int number = find_family(s, who->family);
    go_status status = number >= 0 ? GO_OK : no_memory(err);
    if (status == GO_OK && who->name[0]) {
        strength_family *f = &s->family[number];
        if (!f->label || strcmp(f->label, who->name) != 0)
            status = set_label(f, f->label ? f->spec : who->name, err);
    } else if (status == GO_OK) {
        s->family[number].unnamed = true;
    }
    if (status == GO_OK) {
        from->number[i] = find_player(s, number, from->size, who->budget);
        status = from->number[i] >= 0 ? GO_OK : no_memory(err);
    }
    free(who);
    return status;
}

/* ---- games ---- */

static go_status add_game(gathering *g, source *from, const match_game *m, go_error *err)
{
    strength *s = g->out;
    for (int c = BLACK; c <= WHITE; c++) {
        GO_TRY(meet(s, from, m->side[c].player, err));
    }
    int black = from->number[m->side[BLACK].player], white = from->number[m->side[WHITE].player];
    if (black == white) {
        s->own_games++;
        return GO_OK;
    }
    match_tally_add(&s->player[black].tally, m, BLACK);
    match_tally_add(&s->player[white].tally, m, WHITE);
    g->games[g->n++] = (rated_game){black, white, match_points2(m, BLACK)};
    return GO_OK;
}

/* ---- files ---- */

static go_status add_change(strength *s, const met_file *first, const met_file *later,
                            go_error *err)
{
    for (int i = 0; i < s->n_changes; i++)
        if (s->change[i].size == later->size && strcmp(s->change[i].file, later->name) == 0)
            return GO_OK;
    strength_change *more = realloc(s->change, ((size_t)s->n_changes + 1) * sizeof *more);
    s->change = more ? more : s->change;
    char *name = more ? strdup(later->name) : NULL;
    if (!name)
        return no_memory(err);
    s->change[s->n_changes++] = (strength_change){name, later->size, first->folder, later->folder};
    return GO_OK;
}

/* Compares a file with the first of its name on boards of that size. */
static go_status meet_file(gathering *g, const met_file *one, go_error *err)
{
    for (int i = 0; i < g->n_files; i++)
        if (g->file[i].size == one->size && strcmp(g->file[i].name, one->name) == 0)
            return strcmp(g->file[i].sum, one->sum) == 0
                       ? GO_OK
                       : add_change(g->out, &g->file[i], one, err);
    met_file *more = realloc(g->file, ((size_t)g->n_files + 1) * sizeof *more);
    g->file = more ? more : g->file;
    char *name = more ? strdup(one->name) : NULL;
    if (!name)
        return no_memory(err);
    g->file[g->n_files] = *one;
    g->file[g->n_files++].name = name;
    return GO_OK;
}

/* Older matches noted no files, and none is noted that could not be read. */
static go_status meet_files(gathering *g, const source *from, const char *folder, go_error *err)
{
    const json_t *one;
    size_t i;
    json_array_foreach(json_object_get(from->settings, "files"), i, one)
    {
        const char *key = json_string_value(json_object_get(one, "key"));
        const char *file = json_string_value(json_object_get(one, "file"));
        const char *sum = json_string_value(json_object_get(one, "fingerprint"));
        char stem[SPEC_LONGEST + 1];
        met_file met = {.size = from->size, .folder = folder};
        if (!key || !file || !sum)
            continue;
        snprintf(stem, sizeof stem, "%s", file);
        if (strcmp(key, "net") == 0)
            nn_file_stem(file, stem, sizeof stem);
        snprintf(met.sum, sizeof met.sum, "%s", sum);
        met.name = stem;
        GO_TRY(meet_file(g, &met, err));
    }
    return GO_OK;
}

/* ---- folders ---- */

/* Makes room for the players and games of a folder. */
static bool reserve(gathering *g, size_t n_players, size_t n_games)
{
    strength *s = g->out;
    strength_family *families =
        realloc(s->family, ((size_t)s->n_families + n_players) * sizeof *families);
    s->family = families ? families : s->family;
    strength_player *players =
        realloc(s->player, ((size_t)s->n_players + n_players) * sizeof *players);
    s->player = players ? players : s->player;
    rated_game *all = realloc(g->games, ((size_t)g->n + n_games + 1) * sizeof *all);
    g->games = all ? all : g->games;
    return families && players && all;
}

/* The same games twice would make any difference significant. */
static go_status check_new(gathering *g, int i, go_error *err)
{
    const strength_folder *folder = g->out->folder;
    struct stat st;
    if (stat(folder[i].path, &st) != 0)
        return GO_OK; /* reading it says why */
    g->read[i] = (read_already){.device = st.st_dev, .inode = st.st_ino};
    for (int k = 0; k < i; k++)
        if (g->read[k].device == st.st_dev && g->read[k].inode == st.st_ino)
            return go_fail(
                err, GO_EINVAL,
                "%s and %s are the same folder, and its games would count twice; name it once",
                folder[k].path, folder[i].path);
    return GO_OK;
}

static bool same_side(const game_side *a, const game_side *b)
{
    return a->player == b->player && a->seed == b->seed && a->moves == b->moves &&
           a->seconds == b->seconds && a->slowest == b->slowest;
}

/* No two games take the same time to the last digit. */
static bool same_game(const match_game *a, const match_game *b)
{
    return a->number == b->number && a->n_moves == b->n_moves &&
           a->side[BLACK].seconds + a->side[WHITE].seconds > 0 &&
           same_side(&a->side[BLACK], &b->side[BLACK]) &&
           same_side(&a->side[WHITE], &b->side[WHITE]);
}

/* A copy of a folder begins with the same game, also when either has been continued. */
static go_status check_copy(gathering *g, int i, const match_store *store, go_error *err)
{
    const strength_folder *folder = g->out->folder;
    if (match_store_count(store) == 0)
        return GO_OK;
    g->read[i].first = *match_store_game(store, 0);
    for (int k = 0; k < i; k++)
        if (same_game(&g->read[k].first, &g->read[i].first))
            return go_fail(err, GO_EINVAL,
                           "%s and %s begin with the same game, so one is a copy of the other, "
                           "and its games would count twice; name one of them",
                           folder[k].path, folder[i].path);
    return GO_OK;
}

/* Until the groups are known, the group of a folder is the number of a player in it. */
static go_status read_folder(gathering *g, strength_folder *folder, go_error *err)
{
    source from = {.clock = ""};
    json_error_t why;
    int64_t before = g->n;
    GO_TRY(check_new(g, (int)(folder - g->out->folder), err));
    go_status status = match_store_look(&from.store, folder->path, &from.settings, err);
    if (status != GO_OK)
        return status;
    size_t n_players = json_array_size(json_object_get(from.settings, "players"));
    size_t n_games = (size_t)match_store_count(from.store);
    from.number = malloc(n_players * sizeof *from.number);
    if (json_unpack_ex(from.settings, &why, 0, "{s:i, s:F, s?s}", "size", &from.size, "komi",
                       &from.komi, "time", &from.clock) != 0)
        status = go_fail(err, GO_EFORMAT, "%s/match.json: %s", folder->path, why.text);
    else if (json_object_get(from.settings, "tuned")) /* would be mixed with a player of its SPEC */
        status = go_fail(err, GO_EINVAL,
                         "%s holds a tuning, in which the player changes from game to game; rate "
                         "its result with a match",
                         folder->path);
    else if (!from.number || !reserve(g, n_players, n_games))
        status = no_memory(err);
    else if ((status = check_copy(g, (int)(folder - g->out->folder), from.store, err)) == GO_OK)
        status = meet_files(g, &from, folder->path, err);
    int64_t repeats = 0;
    if (status == GO_OK)
        status = match_tally_repeats(from.store, &repeats, err);
    g->out->repeats += repeats;
    for (size_t i = 0; i < n_players && status == GO_OK; i++)
        from.number[i] = -1;
    for (size_t i = 0; i < n_games && status == GO_OK; i++)
        status = add_game(g, &from, match_store_game(from.store, (int64_t)i), err);
    folder->games = g->n - before;
    folder->group = g->n > before ? g->games[before].black : -1;
    folder->size = from.size;
    folder->komi = from.komi;
    free(from.number);
    json_decref(from.settings);
    match_store_close(from.store);
    return status;
}

/* A family that is not always named, or has the same name as another, is called by its spec. */
static go_status settle_labels(strength *s, go_error *err)
{
    for (int i = 0; i < s->n_families; i++) {
        strength_family *f = &s->family[i];
        if (!f->label || f->unnamed)
            GO_TRY(set_label(f, strcmp(f->spec, "gnugo") == 0 ? "GNU Go" : f->spec, err));
    }
    for (int i = 0; i < s->n_families; i++) {
        bool shared = false;
        for (int k = i + 1; k < s->n_families; k++) {
            if (strcmp(s->family[i].label, s->family[k].label) != 0)
                continue;
            GO_TRY(set_label(&s->family[k], s->family[k].spec, err));
            shared = true;
        }
        if (shared)
            GO_TRY(set_label(&s->family[i], s->family[i].spec, err));
    }
    return GO_OK;
}

/* ---- groups ---- */

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

/* Fills and sorts s->group and sets the group of each player.  parent[2 * n_players] is
 * scratch: a root for all that games connect, then the number of each root's group. */
static void find_groups(strength *s, int *parent, const rated_game *games, int64_t n)
{
    int *number = parent + s->n_players;
    for (int i = 0; i < s->n_players; i++)
        parent[i] = i;
    for (int64_t i = 0; i < n; i++)
        parent[root_of(parent, games[i].black)] = root_of(parent, games[i].white);
    for (int i = 0; i < s->n_players; i++) {
        if (root_of(parent, i) != i || s->player[i].tally.games == 0)
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

/* Players without a group come last. */
static int by_group_and_elo(const void *a, const void *b)
{
    const strength_player *x = a, *y = b;
    if (x->group != y->group)
        return (unsigned)x->group < (unsigned)y->group ? -1 : 1;
    if (x->elo.elo != y->elo.elo)
        return x->elo.elo < y->elo.elo ? 1 : -1;
    return x->family - y->family;
}

/* Drops players without a game, and replaces the number of a player that each folder has
 * for a group (read_folder) by the group.                                      */
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

/* Finds the groups, rates the players by n >= 1 games and sorts them. */
static go_status rate(strength *s, const rated_game *games, int64_t n, go_error *err)
{
    size_t players = (size_t)s->n_players;
    int *scratch = calloc(2 * players, sizeof *scratch), *local = scratch;
    rated_game *mine = calloc((size_t)n, sizeof *mine); /* of one group, players numbered in it */
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
        status = ratings_fit(mine, m, members, RATING_OF_MEAN, ratings, &s->group[k].first_move,
                             err);
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

/* ---- all ---- */

void strength_free(strength *s)
{
    for (int i = 0; i < s->n_families; i++) {
        free(s->family[i].spec);
        free(s->family[i].label);
    }
    for (int i = 0; i < s->n_players; i++)
        free(s->player[i].budget);
    for (int i = 0; i < s->n_changes; i++)
        free(s->change[i].file);
    free(s->change);
    free(s->family);
    free(s->player);
    free(s->folder);
    free(s->group);
    *s = (strength){0};
}

go_status strength_read(strength *out, const char *const *folders, int n, go_error *err)
{
    gathering g = {.out = out};
    *out = (strength){.n_folders = n};
    out->folder = calloc((size_t)n, sizeof *out->folder);
    g.read = calloc((size_t)n, sizeof *g.read);
    go_status status = out->folder && g.read ? GO_OK : no_memory(err);
    for (int i = 0; i < n && status == GO_OK; i++) {
        out->folder[i].path = folders[i];
        status = read_folder(&g, &out->folder[i], err);
    }
    if (status == GO_OK && g.n == 0)
        status = go_fail(err, GO_EEMPTY, "%s%s: no game between two players", folders[0],
                         n > 1 ? " and the other folders" : "");
    if (status == GO_OK)
        status = settle_labels(out, err);
    if (status == GO_OK)
        status = rate(out, g.games, g.n, err);
    for (int i = 0; i < g.n_files; i++)
        free(g.file[i].name);
    free(g.file);
    free(g.games);
    free(g.read);
    return status;
}
