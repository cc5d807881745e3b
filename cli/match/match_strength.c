#include "cli/match/match_strength.h"

#include <string.h>

#include "base/plural.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "cli/match/match_show.h"
#include "match/page/strength_page.h"

/* ---- text ---- */

static void print_group(const strength *s, int k, int width, int budget_width)
{
    char text[80];
    const strength_group *g = &s->group[k];
    if (s->n_groups > 1)
        printf("Group %d: ", k + 1);
    printf("%dx%d, %lld game%s\n\n", g->size, g->size, (long long)g->games, plural_s(g->games));
    printf("   %-*s  %-*s %8s %13s%s\n", width, "player", budget_width, "time or level", "s/move",
           "playouts/move", MATCH_RATING_HEAD);
    for (int i = 0; i < g->n; i++) {
        const strength_player *p = &s->player[g->first + i];
        const side_tally *t = &p->tally.side[0];
        const char *label = s->family[p->family].label;
        printf("%2d %-*s  %-*s %8.3f %13s", i + 1, utf8_field(label, width), label, budget_width,
               p->budget, match_seconds_per_move(t), match_playouts_text(t, "-", text));
        match_print_rating(&p->elo, &p->tally);
    }
    printf("\n%s\n\n", rating_first_move_text(&g->first_move, text));
}

static int print_text(const strength *s, const char *page)
{
    int width = (int)strlen("player"), budget_width = (int)strlen("time or level");
    for (int i = 0; i < s->n_players; i++) {
        int label = utf8_columns(s->family[s->player[i].family].label);
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
    for (int i = 0; i < s->n_folders; i++) {
        const strength_folder *f = &s->folder[i];
        printf("%s: %dx%d, komi %g, %lld game%s", f->path, f->size, f->size, f->komi,
               (long long)f->games, plural_s(f->games));
        if (f->group >= 0 && s->n_groups > 1)
            printf(", group %d", f->group + 1);
        putchar('\n');
    }
    if (s->own_games)
        printf("%lld game%s of a player against itself %s left out.\n", (long long)s->own_games,
               plural_s(s->own_games), s->own_games == 1 ? "is" : "are");
    if (s->repeats)
        printf("Games that repeat an earlier one of their folder move by move: %lld; the true "
               "intervals are wider.\n",
               (long long)s->repeats);
    for (int i = 0; i < s->n_changes; i++) {
        const strength_change *c = &s->change[i];
        const bool one = c->first == c->later;
        printf("Different files are called %s, in %s%s%s; their players are rated as one.\n",
               c->file, c->first, one ? "" : " and ", one ? "" : c->later);
    }
    if (page)
        printf("Report: %s\n", page);
    return EXIT_OK;
}

/* ---- JSON ---- */

static json_t *player_json(const strength *s, const strength_player *p)
{
    const strength_family *f = &s->family[p->family];
    const side_tally *t = &p->tally.side[0];
    json_t *object = json_pack("{s:o, s:o, s:s, s:o, s:o}", "name", text_json(f->label),
                               "family", text_json(f->spec), "budget", p->budget, "seconds_per_move",
                               match_mean_json(t->seconds, t->moves), "playouts_per_move",
                               match_mean_json(t->playouts, t->counted_moves));
    match_rating_json(object, &p->elo, &p->tally);
    json_object_set_new(object, "score", json_real(match_tally_score(&p->tally)));
    return object;
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

static int print_json(const strength *s, const char *page)
{
    json_t *groups = json_array(), *folders = json_array(), *changes = json_array();
    for (int i = 0; i < s->n_groups; i++)
        json_array_append_new(groups, group_json(s, &s->group[i]));
    for (int i = 0; i < s->n_folders; i++) {
        const strength_folder *f = &s->folder[i];
        json_t *group = f->group >= 0 ? json_integer(f->group + 1) : json_null();
        json_array_append_new(folders, json_pack("{s:o, s:i, s:f, s:I, s:o}", "folder",
                                                 text_json(f->path), "size", f->size, "komi",
                                                 f->komi, "games",
                                                 (json_int_t)f->games, "group", group));
    }
    for (int i = 0; i < s->n_changes; i++) {
        const strength_change *c = &s->change[i];
        json_array_append_new(changes, json_pack("{s:o, s:i, s:[o, o]}", "file", text_json(c->file),
                                                 "size", c->size, "folders", text_json(c->first),
                                                 text_json(c->later)));
    }
    return cli_print_json(json_pack("{s:o, s:o, s:I, s:I, s:o, s:o}", "groups", groups, "folders",
                                    folders, "own_games", (json_int_t)s->own_games, "repeats",
                                    (json_int_t)s->repeats, "changed_files", changes, "page",
                                    page ? text_json(page) : json_null()));
}

int match_strength(const char *const *folders, int n, const char *page, strength_print what)
{
    strength s;
    go_error err;
    int code;
    if (strength_read(&s, folders, n, &err) != GO_OK ||
        (page && strength_write(&s, page, &err) != GO_OK))
        code = cli_fail(&err);
    else
        code = what == STRENGTH_JSON   ? print_json(&s, page)
               : what == STRENGTH_TEXT ? print_text(&s, page)
                                       : EXIT_OK;
    strength_free(&s);
    return code;
}
