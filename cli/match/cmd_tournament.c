/* cmd_tournament.c -- `katachi tournament`: everyone plays everyone and is rated. */
#include "base/plural.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/match/match_setup.h"
#include "cli/match/match_show.h"
#include "match/page/tournament_report.h"

static const option tournament_options[] = {
    OPTION_GAMES(offsetof(match_options, games),
                 "games in the whole tournament; with K players, a multiple of K(K-1) plays every "
                 "pairing equally often; a larger N continues a shorter tournament"),
    {0}};
static const option_group tournament_groups[] = {
    {NULL, tournament_options, 0},
    {"Games", match_game_options, 0},
    {"Rules and openings", match_opening_options, 0},
    {"Playing", match_run_settings, 0},
    {0}};

/* ---- results ---- */

/* Points of each row's player against those of the columns, in the same order. */
static void print_cross_table(const tournament *t, int width)
{
    printf("\n   %-*s", width, "points against");
    for (int i = 0; i < t->n; i++)
        printf(" %10d", i + 1);
    puts("");
    for (int i = 0; i < t->n; i++) {
        const char *name = t->plan->players[t->standing[i].player].name;
        printf("%2d %-*s", i + 1, utf8_field(name, width), name);
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
    char text[400];
    int width = match_name_width(t->plan);
    width = width > 14 ? width : 14;
    printf("%s\n\n   %-*s%s\n", match_conditions_text(t->plan, text, sizeof text), width, "",
           MATCH_RATING_HEAD);
    for (int i = 0; i < t->n; i++) {
        const standing *s = &t->standing[i];
        const char *name = t->plan->players[s->player].name;
        printf("%2d %-*s", i + 1, utf8_field(name, width), name);
        match_print_rating(&s->elo, &s->tally);
    }
    print_cross_table(t, width);
    printf("\n%s  Bradley-Terry ratings, their mean 0.\n",
           rating_first_move_text(&t->first_move, text));
    match_print_ends("Games ended by", t->ended_by);
    for (int i = 0; i < t->n; i++)
        match_print_losses(t->plan->players[t->standing[i].player].name,
                           &t->standing[i].tally.side[0]);
    match_print_doubts(t->disagreements, t->unjudged, t->repeats);
    return EXIT_OK;
}

static int print_json(const tournament *t, const json_t *settings)
{
    json_t *players = json_array();
    for (int i = 0; i < t->n; i++) {
        const standing *s = &t->standing[i];
        json_t *one = json_pack("{s:o}", "name",
                                text_json(t->plan->players[s->player].name));
        match_rating_json(one, &s->elo, &s->tally);
        json_object_set_new(one, "thinking", match_side_json(&s->tally.side[0]));
        json_array_append_new(players, one);
    }
    return cli_print_json(
        json_pack("{s:O, s:o, s:I, s:o, s:f, s:[f,f], s:o, s:I, s:I, s:I}", "settings",
                  (json_t *)settings, "folder", text_json(match_store_folder(t->store)), "games",
                  (json_int_t)t->games, "players", players, "first_move", t->first_move.elo,
                  "first_move_95", t->first_move.low, t->first_move.high, "ended_by",
                  match_ends_json(t->ended_by), "disagreements", (json_int_t)t->disagreements,
                  "unjudged", (json_int_t)t->unjudged, "repeats", (json_int_t)t->repeats));
}

static int show_result(const match_setup *s, void *user)
{
    const match_options *options = user;
    go_error err;
    tournament t;
    go_status status = tournament_make(&t, &s->plan, s->store, &err);
    int code;
    if (status == GO_OK) {
        status = tournament_report(&t, s->settings, &err);
        code = options->json ? print_json(&t, s->settings) : print_text(&t);
        code = match_setup_end(s, status, code, options->json, &err);
    } else {
        code = cli_fail(&err);
    }
    tournament_free(&t);
    return code;
}

/* Ratings are worth less if some pairings have fewer games, or none. */
static void announce(const match_options *options, int players, char *out, size_t n)
{
    const int whole = players * (players - 1), games = options->games;
    *out = '\0';
    if (games < whole)
        snprintf(out, n, "%d game%s are not enough for all pairings of %d players, which take %d",
                 games, plural_s(games), players, whole);
    else if (games % whole)
        snprintf(out, n, "some pairings get more games than others; a multiple of %d plays all "
                 "equally often", whole);
}

static int run_tournament(int argc, char **argv)
{
    match_options options = {0}; /* komi: not given */
    char notice[120];
    int n_inputs, code;
    if (!cli_begin(&cli_tournament, argc, argv, &options, &n_inputs, &code))
        return code;
    announce(&options, n_inputs, notice, sizeof notice);
    return match_setup_run(&(match_job){.options = &options, .specs = (const char *const *)argv + 1,
                                        .n_specs = n_inputs, .announce = notice,
                                        .show = show_result,
                                        .user = &options});
}

const cli_command cli_tournament = {
    .spec =
        {.name = "tournament",
         .sentence = "plays every pairing of several players and rates them",
         .inputs = "SPEC...",
         .min_inputs = 2,
         .max_inputs = 64,
         .groups = tournament_groups,
         .description =
             "A SPEC names a player as for 'katachi match': katachi:KEY=VALUE,..., gnugo:level=N "
             "or the command line of a GTP program. Each pair of players plays pairs of games with "
             "colours swapped, and all pairings play the same openings. Ratings are Bradley-Terry "
             "strengths in Elo with 95 % intervals. Games, results and a report, index.html, go "
             "into the folder DIR; the same command continues an interrupted tournament.",
         .examples = "katachi tournament -n 300 -o out katachi:playouts=500 "
                     "katachi:playouts=1000 gnugo"},
    .run = run_tournament,
};
