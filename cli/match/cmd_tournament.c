/* cmd_tournament.c -- `katachi tournament`: everyone against everyone, and a
 * table of ratings.                                                            */
#include <string.h>

#include "cli/commands.h"
#include "cli/match/match_setup.h"
#include "cli/match/match_show.h"
#include "match/page/match_summary.h"
#include "match/page/tournament_report.h"

static const option_group tournament_groups[] = {
    {"The games", match_game_options, 0},
    {"Playing", match_run_settings, 0},
    {0}};

/* ---- results ---- */

static void print_ratings(const tournament *t, int width)
{
    char elo[16], range[40];
    printf("   %-*s %6s %16s %6s %6s %6s %6s %8s\n", width, "", "Elo", "95 %", "games", "won",
           "drawn", "lost", "score");
    for (int i = 0; i < t->n; i++) {
        const standing *s = &t->standing[i];
        match_elo_range(s->elo.low, s->elo.high, range);
        printf("%2d %-*s %6s %16s %6lld %6lld %6lld %6lld %6.1f %%\n", i + 1, width,
               t->plan->players[s->player].name, match_elo_text(s->elo.elo, elo), range,
               (long long)s->tally.games, (long long)s->tally.wins, (long long)s->tally.draws,
               (long long)s->tally.losses, 100 * match_tally_score(&s->tally));
    }
}

/* Points of the row's player against the column's, columns in the same order. */
static void print_cross_table(const tournament *t, int width)
{
    printf("\n   %-*s", width, "points against");
    for (int i = 0; i < t->n; i++)
        printf(" %10d", i + 1);
    puts("");
    for (int i = 0; i < t->n; i++) {
        printf("%2d %-*s", i + 1, width, t->plan->players[t->standing[i].player].name);
        for (int k = 0; k < t->n; k++) {
            const match_tally *m = &t->standing[i].against[t->standing[k].player];
            char text[40] = "-";
            if (m->games)
                snprintf(text, sizeof text, "%g/%lld", (double)m->wins + 0.5 * (double)m->draws,
                         (long long)m->games);
            printf(" %10s", text);
        }
        puts("");
    }
}

static int print_text(const tournament *t)
{
    char text[400], elo[16], range[40];
    int width = match_name_width(t->plan);
    width = width > 14 ? width : 14;
    printf("%s\n\n", match_conditions_text(t->plan, text, sizeof text));
    print_ratings(t, width);
    print_cross_table(t, width);
    printf("\nThe first move is worth %s Elo (%s).  Bradley-Terry ratings, their mean 0.\n",
           match_elo_text(t->first_move.elo, elo),
           match_elo_range(t->first_move.low, t->first_move.high, range));
    printf("Games counted as they stood, because nobody could judge them: %lld\n",
           (long long)t->unjudged);
    printf("Report: %s/index.html\n", match_store_folder(t->store));
    return cli_finish(EXIT_OK);
}

static json_t *standing_json(const tournament *t, const standing *s)
{
    return json_pack("{s:s, s:f, s:[f,f], s:I, s:I, s:I, s:I, s:o}", "name",
                     t->plan->players[s->player].name, "elo", s->elo.elo, "elo_95", s->elo.low,
                     s->elo.high, "games", (json_int_t)s->tally.games, "wins",
                     (json_int_t)s->tally.wins, "draws", (json_int_t)s->tally.draws, "losses",
                     (json_int_t)s->tally.losses, "thinking",
                     match_side_json(&s->tally.side[0]));
}

static int print_json(const tournament *t, const json_t *settings)
{
    json_t *players = json_array();
    for (int i = 0; i < t->n; i++)
        json_array_append_new(players, standing_json(t, &t->standing[i]));
    return cli_print_json(json_pack(
        "{s:O, s:s, s:I, s:o, s:f, s:[f,f], s:o, s:I, s:I}", "settings", (json_t *)settings,
        "folder", match_store_folder(t->store), "games", (json_int_t)t->games, "players", players,
        "first_move", t->first_move.elo, "first_move_95", t->first_move.low, t->first_move.high,
        "ended_by", match_ends_json(t->ended_by), "disagreements",
        (json_int_t)t->disagreements, "unjudged", (json_int_t)t->unjudged));
}

static int show_result(const match_setup *s, const void *user)
{
    const match_options *options = user;
    go_error err;
    tournament t;
    go_status status = tournament_make(&t, &s->plan, s->store, &err);
    if (status == GO_OK)
        status = tournament_report(&t, s->settings, &err);
    int code = status != GO_OK  ? cli_fail(&err)
               : options->json ? print_json(&t, s->settings)
                               : print_text(&t);
    tournament_free(&t);
    return code;
}

static int run_tournament(int argc, char **argv)
{
    match_options options;
    int n_inputs, code;
    if (!cli_begin(&cli_tournament, argc, argv, &options, &n_inputs, &code))
        return code;
    return match_setup_run(&options, NULL, (const char *const *)argv + 1, n_inputs, show_result,
                           &options);
}

const cli_command cli_tournament = {
    .spec = {.name = "tournament",
             .sentence = "lets several players play each other, and rates them",
             .inputs = "SPEC...",
             .min_inputs = 2,
             .max_inputs = 64,
             .groups = tournament_groups,
             .description =
                 "A SPEC is a player as for 'katachi match': katachi:KEY=VALUE,..., gnugo:level=N "
                 "or the command line of a GTP program. Every two players play pairs of games with "
                 "the colours changed and the same openings. Ratings are Bradley-Terry strengths "
                 "in Elo with intervals of 95 %. The same command continues an interrupted "
                 "tournament.",
             .examples = "katachi tournament -n 300 -o out katachi:playouts=500 "
                         "katachi:playouts=1000 gnugo"},
    .run = run_tournament,
};
