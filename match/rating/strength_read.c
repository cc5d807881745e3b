#include "match/rating/strength_read.h"

#include <stdlib.h>
#include <string.h>

#include "match/client/spec.h"
#include "match/rating/strength_groups.h"
#include "match/store/store.h"

/* The games of all folders. */
typedef struct gathering {
    strength *out;
    rated_game *games; /* [n], players as numbers in out->player */
    int64_t n;
} gathering;

/* A folder while it is read. */
typedef struct source {
    match_store *store;
    json_t *settings;
    int *number;       /* of its players in all; -1: not met yet */
    int size;
    double komi;
    const char *clock;
} source;

static go_status no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM, "out of memory for the games of these folders");
}

/* ---- players ---- */

/* The number of a family, made if need be (there is room); -1: out of memory. */
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

static bool set_label(strength_family *f, const char *label)
{
    free(f->label);
    f->label = strdup(label);
    return f->label != NULL;
}

/* A family has a name if nobody in it was given another. */
static bool name_family(strength_family *f, const char *name)
{
    if (!name[0] || (f->label && strcmp(f->label, name) == 0))
        return true;
    return set_label(f, f->label ? f->spec : name);
}

/* The number in all of player i of the folder. */
static go_status meet(strength *s, source *from, int i, go_error *err)
{
    if (from->number[i] >= 0)
        return GO_OK;
    const json_t *one = json_array_get(json_object_get(from->settings, "players"), (size_t)i);
    const char *spec = json_string_value(json_object_get(one, "spec"));
    if (strlen(spec) > SPEC_LONGEST)
        return go_fail(err, GO_EFORMAT, "%s/match.json: player %d has a spec of more than %d "
                       "characters", match_store_folder(from->store), i + 1, SPEC_LONGEST);
    spec_identity *who = malloc(sizeof *who);
    if (!who)
        return no_memory(err);
    spec_identify(spec, from->clock, who);
    int family = find_family(s, who->family);
    if (family >= 0 && name_family(&s->family[family], who->name))
        from->number[i] = find_player(s, family, from->size, who->budget);
    free(who);
    return from->number[i] >= 0 ? GO_OK : no_memory(err);
}

/* ---- games ---- */

static void count_side(strength_player *p, const match_game *m, colour c)
{
    const game_side *side = &m->side[c];
    p->games++;
    p->wins += m->winner == c;
    p->draws += m->winner == EMPTY;
    p->moves += side->moves;
    p->seconds += side->seconds;
    if (side->playouts >= 0) {
        p->playouts += side->playouts;
        p->counted_moves += side->moves;
    }
}

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
    count_side(&s->player[black], m, BLACK);
    count_side(&s->player[white], m, WHITE);
    g->games[g->n++] = (rated_game){black, white, match_points2(m, BLACK)};
    return GO_OK;
}

/* ---- folders ---- */

/* Room for all that a folder may bring. */
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

/* Until the groups are known, the group of a folder is the number of its first
 * player.                                                                      */
static go_status read_folder(gathering *g, strength_folder *folder, go_error *err)
{
    source from = {.clock = ""};
    json_error_t why;
    int64_t before = g->n;
    go_status status = match_store_look(&from.store, folder->path, &from.settings, err);
    if (status != GO_OK)
        return status;
    size_t n_players = json_array_size(json_object_get(from.settings, "players"));
    size_t n_games = (size_t)match_store_count(from.store);
    from.number = malloc(n_players * sizeof *from.number);
    if (json_unpack_ex(from.settings, &why, 0, "{s:i, s:F, s?s}", "size", &from.size, "komi",
                       &from.komi, "time", &from.clock) != 0)
        status = go_fail(err, GO_EFORMAT, "%s/match.json: %s", folder->path, why.text);
    else if (!from.number || !reserve(g, n_players, n_games))
        status = no_memory(err);
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

/* Families without a name are called by their spec, and so are those whose name
 * another has too.                                                             */
static go_status settle_labels(strength *s, go_error *err)
{
    bool *shared = calloc((size_t)s->n_families, sizeof *shared);
    bool good = shared != NULL;
    for (int i = 0; i < s->n_families && good; i++) {
        strength_family *f = &s->family[i];
        if (!f->label)
            good = set_label(f, strcmp(f->spec, "gnugo") == 0 ? "GNU Go" : f->spec);
    }
    for (int i = 0; i < s->n_families && good; i++)
        for (int k = 0; k < s->n_families; k++)
            shared[i] |= k != i && strcmp(s->family[i].label, s->family[k].label) == 0;
    for (int i = 0; i < s->n_families && good; i++)
        if (shared[i])
            good = set_label(&s->family[i], s->family[i].spec);
    free(shared);
    return good ? GO_OK : no_memory(err);
}

/* ---- all ---- */

go_status strength_read(strength *out, const char *const *folders, int n, go_error *err)
{
    gathering g = {.out = out};
    *out = (strength){.n_folders = n};
    out->folder = calloc((size_t)n, sizeof *out->folder);
    go_status status = out->folder ? GO_OK : no_memory(err);
    for (int i = 0; i < n && status == GO_OK; i++) {
        out->folder[i].path = folders[i];
        status = read_folder(&g, &out->folder[i], err);
    }
    if (status == GO_OK && g.n == 0)
        status = go_fail(err, GO_EEMPTY, "there is no game between two players in %s%s", folders[0],
                         n > 1 ? " and the other folders" : "");
    if (status == GO_OK)
        status = settle_labels(out, err);
    if (status == GO_OK)
        status = strength_rate(out, g.games, g.n, err);
    free(g.games);
    return status;
}
