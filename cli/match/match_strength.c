#include "cli/match/match_strength.h"

#include <string.h>

#include "cli/cli.h"
#include "match/page/match_summary.h"
#include "match/page/strength_page.h"
#include "match/rating/strength_read.h"

/* ---- text ---- */

static void print_player(const strength *s, const strength_player *p, int place, int width,
                         int budget_width)
{
    char elo[16], range[40], playouts[24] = "-";
    if (p->counted_moves)
        snprintf(playouts, sizeof playouts, "%.0f",
                 (double)p->playouts / (double)p->counted_moves);
    match_elo_range(p->elo.low, p->elo.high, range);
    printf("%2d %-*s  %-*s %8.3f %13s %6s %16s %6lld %6lld %6lld %6lld %6.1f %%\n", place, width,
           s->family[p->family].label, budget_width, p->budget, strength_time(p), playouts,
           match_elo_text(p->elo.elo, elo), range, (long long)p->games, (long long)p->wins,
           (long long)p->draws, (long long)(p->games - p->wins - p->draws),
           100 * strength_score(p));
}

static void print_group(const strength *s, int k, int width, int budget_width)
{
    char elo[16], range[40];
    const strength_group *g = &s->group[k];
    if (s->n_groups > 1)
        printf("Group %d: ", k + 1);
    printf("%dx%d, %lld games\n\n", g->size, g->size, (long long)g->games);
    printf("   %-*s  %-*s %8s %13s %6s %16s %6s %6s %6s %6s %8s\n", width, "player", budget_width,
           "time or level", "s/move", "playouts/move", "Elo", "95 %", "games", "won", "drawn",
           "lost", "score");
    for (int i = 0; i < g->n; i++)
        print_player(s, &s->player[g->first + i], i + 1, width, budget_width);
    printf("\nThe first move is worth %s Elo (%s).\n\n",
           match_elo_text(g->first_move.elo, elo),
           match_elo_range(g->first_move.low, g->first_move.high, range));
}

static void print_folders(const strength *s)
{
    for (int i = 0; i < s->n_folders; i++) {
        const strength_folder *f = &s->folder[i];
        printf("%s: %dx%d, komi %g, %lld games", f->path, f->size, f->size, f->komi,
               (long long)f->games);
        if (f->group >= 0 && s->n_groups > 1)
            printf(", group %d", f->group + 1);
        putchar('\n');
    }
    if (s->own_games)
        printf("%lld games of a player against itself are left out.\n", (long long)s->own_games);
}

static int print_text(const strength *s, const char *page)
{
    int width = (int)strlen("player"), budget_width = (int)strlen("time or level");
    for (int i = 0; i < s->n_players; i++) {
        int label = (int)strlen(s->family[s->player[i].family].label);
        int budget = (int)strlen(s->player[i].budget);
        width = label > width ? label : width;
        budget_width = budget > budget_width ? budget : budget_width;
    }
    for (int i = 0; i < s->n_groups; i++)
        print_group(s, i, width, budget_width);
    puts("Bradley-Terry ratings, the mean of the players being 0.");
    if (s->n_groups > 1)
        printf("There are %d groups without games between them: their ratings cannot be "
               "compared.\n", s->n_groups);
    putchar('\n');
    print_folders(s);
    if (page)
        printf("Report: %s\n", page);
    return cli_finish(EXIT_OK);
}

/* ---- JSON ---- */

static json_t *player_json(const strength *s, const strength_player *p)
{
    const strength_family *f = &s->family[p->family];
    json_t *seconds = p->moves ? json_real(strength_time(p)) : json_null();
    json_t *playouts = p->counted_moves
                           ? json_real((double)p->playouts / (double)p->counted_moves)
                           : json_null();
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:f, s:[f,f], s:I, s:I, s:I, s:I, s:f}", "name",
                     f->label, "family", f->spec, "budget", p->budget, "seconds_per_move", seconds,
                     "playouts_per_move", playouts, "elo", p->elo.elo, "elo_95", p->elo.low,
                     p->elo.high, "games", (json_int_t)p->games, "wins", (json_int_t)p->wins,
                     "draws", (json_int_t)p->draws, "losses",
                     (json_int_t)(p->games - p->wins - p->draws), "score", strength_score(p));
}

static json_t *group_json(const strength *s, const strength_group *g)
{
    json_t *players = json_array();
    for (int i = 0; i < g->n; i++)
        json_array_append_new(players, player_json(s, &s->player[g->first + i]));
    return json_pack("{s:i, s:I, s:f, s:[f,f], s:o}", "size", g->size, "games",
                     (json_int_t)g->games, "first_move", g->first_move.elo, "first_move_95",
                     g->first_move.low, g->first_move.high, "players", players);
}

static json_t *folder_json(const strength_folder *f)
{
    return json_pack("{s:s, s:i, s:f, s:I, s:o}", "folder", f->path, "size", f->size, "komi",
                     f->komi, "games", (json_int_t)f->games, "group",
                     f->group >= 0 ? json_integer(f->group + 1) : json_null());
}

static int print_json(const strength *s, const char *page)
{
    json_t *groups = json_array(), *folders = json_array();
    for (int i = 0; i < s->n_groups; i++)
        json_array_append_new(groups, group_json(s, &s->group[i]));
    for (int i = 0; i < s->n_folders; i++)
        json_array_append_new(folders, folder_json(&s->folder[i]));
    return cli_print_json(json_pack("{s:o, s:o, s:I, s:o}", "groups", groups, "folders", folders,
                                    "own_games", (json_int_t)s->own_games, "page",
                                    page ? json_string(page) : json_null()));
}

int match_strength(const char *const *folders, int n, const char *page, bool json)
{
    strength s;
    go_error err;
    go_status status = strength_read(&s, folders, n, &err);
    if (status == GO_OK && page)
        status = strength_write(&s, page, &err);
    int code = status != GO_OK ? cli_fail(&err)
               : json          ? print_json(&s, page)
                               : print_text(&s, page);
    strength_free(&s);
    return code;
}
