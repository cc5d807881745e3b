/* cmd_match.c -- `katachi match`: many games between two players, and the difference. */
#include <limits.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/match/match_setup.h"
#include "cli/match/match_show.h"
#include "cli/match/match_strength.h"
#include "cli/outputs.h"

typedef struct match_settings {
    const char *a, *b;
    sprt_test sprt;
    double error;
    bool report;
    match_options match;
    options_given given;
} match_settings;

static const option player_options[] = {
    OPT_TEXT("a", 'a', "SPEC", NULL, offsetof(match_settings, a),
             "a player: katachi:KEY=VALUE,..., gnugo:level=N or a GTP program's command line",
             .words = "katachi|gnugo"),
    OPT_TEXT("b", 'b', "SPEC", NULL, offsetof(match_settings, b),
             "the other player; results are from the view of the first", .words = "katachi|gnugo"),
    OPTION_GAMES(offsetof(match_settings, match.games),
                 "games in the whole match, preferably an even number; a larger N continues a "
                 "shorter match"),
    OPT_CUSTOM("sprt", 0, "ELO0,ELO1", NULL, offsetof(match_settings, sprt), sprt_test_parse,
               "stop as soon as the games decide whether A is ELO1 or only ELO0 stronger than B"),
    OPT_REAL("sprt-error", 0, "X", "0.05", 1e-6, 0.4, offsetof(match_settings, error),
             "probability of a wrong decision, for either answer"),
    {0}};
static const option report_options[] = {
    OPT_FLAG("report", 0, NULL, offsetof(match_settings, report),
        "play no games: rate the players of the matches in DIR... together; -o FILE then names a "
        "page (.html) or a picture (.svg) of strength against time per move"),
    {0}};
static const option_group match_groups[] = {
    {"Players", player_options, 0},
    {"Games", match_game_options, offsetof(match_settings, match)},
    {"Rules and openings", match_opening_options, offsetof(match_settings, match)},
    {"Playing", match_run_settings, offsetof(match_settings, match)},
    {"Reporting", report_options, 0},
    {0}};

static int show_text(const match_summary *m, const void *user)
{
    (void)user;
    return match_show_text(m);
}

static int show_result(const match_setup *s, void *user)
{
    const match_settings *settings = user;
    return match_setup_show(s, show_text, NULL, settings->match.json);
}

/* The page may be written into the folder of a match, but not over the match. */
static go_status check_page(const cli_output *outputs, const char *const *folders, int n, bool json,
                            go_error *err)
{
    static const char *const parts[] = {"match.json", "results.jsonl", "games.sgf.gz",
                                        "games" /* of older matches */};
    GO_TRY(cli_outputs_apart(outputs, json, err));
    for (int i = 0; i < n; i++) {
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            char path[PATH_MAX];
            const char *input = path;
            snprintf(path, sizeof path, "%s/%s", folders[i], parts[k]);
            GO_TRY(cli_outputs_spare(outputs, &input, 1, err));
        }
    }
    return cli_outputs_suit(outputs, err);
}

/* No games are played, and nothing that says how is ignored without a word. */
static go_status check_report(const match_settings *s, go_error *err)
{
    static const char *const of_reports[] = {"output", "quiet", "json", NULL};
    static const char why[] = "with --report, which plays no games";
    GO_TRY(options_refuse(&s->given, player_options, NULL, why, err));
    GO_TRY(options_refuse(&s->given, match_game_options, NULL, why, err));
    GO_TRY(options_refuse(&s->given, match_opening_options, NULL, why, err));
    return options_refuse(&s->given, match_run_settings, of_reports, why, err);
}

static int report(const match_settings *s, const char *const *folders, int n)
{
    go_error err;
    const char *page = s->match.folder;
    const cli_output outputs[] = {{"-o", page, OUTPUT_OTHER}, {0}};
    if (n == 0)
        return cli_misuse(
            "--report: no folders given; name the folders of matches, as in --report DIR...");
    if (check_report(s, &err) != GO_OK ||
        check_page(outputs, folders, n, s->match.json, &err) != GO_OK)
        return cli_fail(&err);
    return match_strength(folders, n, page, s->match.json               ? STRENGTH_JSON
                                            : cli_outputs_piped(outputs) ? STRENGTH_NOTHING
                                                                         : STRENGTH_TEXT);
}

static int run_match(int argc, char **argv)
{
    match_settings settings = {0};
    int n_inputs, code;
    settings.sprt = (sprt_test){0};
    if (!cli_begin(&cli_match, argc, argv, &settings, &n_inputs, &code))
        return code;
    if (settings.report)
        return report(&settings, (const char *const *)argv + 1, n_inputs);
    if (n_inputs > 0)
        return cli_misuse("unexpected argument '%s'; name the folder of a match with -o DIR, or "
                          "rate folders with --report",
                          argv[1]);
    if (!settings.a || !settings.b)
        return cli_misuse("a match needs two players: give --a SPEC and --b SPEC");
    if (options_named(&settings.given, "sprt-error") && !settings.sprt.on)
        return cli_misuse("--sprt-error cannot be used without --sprt ELO0,ELO1");
    const char *specs[] = {settings.a, settings.b};
    settings.sprt.alpha = settings.sprt.beta = settings.error;
    return match_setup_run(&(match_job){.options = &settings.match, .test = &settings.sprt,
                                        .specs = specs, .n_specs = 2, .show = show_result,
                                        .user = &settings});
}

const cli_command cli_match = {
    .spec = {.name = "match",
             .sentence = "plays many games between two players and measures the difference",
             .inputs = "[DIR...]",
             .max_inputs = 10000,
             .groups = match_groups,
             .given = offsetof(match_settings, given),
             .description =
                 "Each opening is played twice, with colours swapped. Every finished game is saved "
                 "at once in the folder DIR of -o, so the same command continues an interrupted "
                 "match; the folder's index.html is the report. A program that crashes, hangs, "
                 "sends invalid replies, makes an illegal move or runs out of time loses the game, "
                 "and each of these is counted separately. --report rates the players of several "
                 "folders together, including tournaments and matches still running.",
             .examples =
                 "katachi match -a katachi:playouts=1000 -b gnugo:level=10 -n 200 -o out\n"
                 "katachi match -a katachi -b katachi:rave=no --sprt 0,50 -n 2000 -t 30 -o rave\n"
                 "katachi match --report out rave -o strength.html"},
    .run = run_match,
};
