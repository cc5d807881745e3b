/* cmd_compare.c -- `katachi compare`: is a network worth its time?  A match of the search
 * with the network against the search with playouts, at the same time per move.  */
#include <string.h>

#include "cli/commands.h"
#include "cli/match/match_setup.h"
#include "cli/match/match_show.h"
#include "nn/formats/model_read.h"

enum { SPEC_MAX = 1500 };

typedef struct compare_settings {
    const char *net, *set;
    double seconds;
    int threads;
    match_options match;
} compare_settings;

#define AT(field) offsetof(compare_settings, field)

static const option compare_options[] = {
    OPT_TEXT("net", 0, "FILE", NULL, AT(net), "the network"),
    OPT_INT("size", 0, "N", "0", 0, BOARD_MAX_SIZE, AT(match.size),
        "size of the board; 0: the size the network was made for, or else 9"),
    OPT_SECONDS("time", 't', "T", "1", 0.001, 3600, AT(seconds),
        "time per move for each side"),
    OPT_INT("games", 'n', "N", "100", 1, 1e7, AT(match.games),
        "games in the whole match, best an even number; a larger N continues a shorter match"),
    OPTION_THREADS(compare_settings, threads),
    OPT_TEXT("set", 0, "KEY=VALUE,...", NULL, AT(set),
        "further settings of the search with the network, such as evaluator=mixed,lambda=0.5"),
    {0}};
static const option_group compare_groups[] = {
    {NULL, compare_options, 0},
    {"Rules and openings", match_opening_options, AT(match)},
    {"Playing", match_run_settings, AT(match)},
    {0}};

/* ---- the two players ---- */

/* Reads the network once, so that a damaged one is reported before the match, and sets
 * the size of the board.                                                       */
static go_status check_network(compare_settings *s, go_error *err)
{
    nn_model *m;
    GO_TRY(nn_model_read(&m, s->net, err));
    int made_for = m->board_size;
    nn_model_destroy(m);
    if (s->match.size == 0)
        s->match.size = made_for ? made_for : 9;
    if (made_for && made_for != s->match.size)
        return go_fail(err, GO_EINVAL, "%s was made for %dx%d, so --size cannot be %d", s->net,
                       made_for, made_for, s->match.size);
    return GO_OK;
}

static go_status write_specs(const compare_settings *s, char spec[2][SPEC_MAX], go_error *err)
{
    char name[40];
    nn_file_stem(s->net, name, sizeof name);
    if (strchr(s->net, ','))
        return go_fail(err, GO_EINVAL, "--net: the name of the file must have no comma");
    int n = snprintf(spec[0], SPEC_MAX, "katachi:name=%s,net=%s,move-time=%g,threads=%d%s%s",
                     name, s->net, s->seconds, s->threads, s->set ? "," : "",
                     s->set ? s->set : "");
    snprintf(spec[1], SPEC_MAX, "katachi:name=playouts,move-time=%g,threads=%d", s->seconds,
             s->threads);
    if (n >= SPEC_MAX)
        return go_fail(err, GO_EINVAL, "--net and --set are too long");
    return GO_OK;
}

/* ---- the answer ---- */

static int show_result(const match_setup *setup, void *user)
{
    const compare_settings *s = user;
    go_error err;
    match_summary m;
    char elo[16], range[40];
    if (match_setup_summary(setup, &m, &err) != GO_OK)
        return cli_fail(&err);
    if (s->match.json)
        return match_show_json(&m, setup->settings);
    interval e = m.elo_range;
    const char *answer = e.low > 0    ? "the network is stronger"
                         : e.high < 0 ? "the playouts are stronger"
                                      : "which is stronger is still open";
    printf("On %dx%d, %g s a move, %s is %s Elo (95 %%: %s) above playouts in %lld games: "
           "%s.\n\n", m.plan->conditions.size, m.plan->conditions.size, s->seconds,
           m.plan->players[0].name, stats_elo_text(m.elo, elo),
           stats_elo_range(e.low, e.high, range), (long long)m.tally.games, answer);
    return match_show_text(&m);
}

static int run_compare(int argc, char **argv)
{
    /* not options of a comparison: no clock, and the players are the referees */
    compare_settings s = {.match = {.time = "none", .referee = "both"}};
    char spec[2][SPEC_MAX];
    int n_inputs, code;
    go_error err;
    if (!cli_begin(&cli_compare, argc, argv, &s, &n_inputs, &code))
        return code;
    if (!s.net)
        return cli_misuse("--net FILE is needed: the network to compare with playouts");
    if (!s.match.folder)
        return cli_misuse("-o DIR is missing: a folder for games and the page");
    if (s.match.size == 1)
        return cli_misuse("--size expects a board from 2 to 25, or 0");
    if (check_network(&s, &err) != GO_OK || write_specs(&s, spec, &err) != GO_OK)
        return cli_fail(&err);
    const char *specs[] = {spec[0], spec[1]};
    return match_setup_run(&(match_job){.options = &s.match, .specs = specs, .n_specs = 2,
                                        .show = show_result, .user = &s});
}

const cli_command cli_compare = {
    .spec = {.name = "compare",
             .sentence = "measures how much stronger a network is than playouts at equal time",
             .groups = compare_groups,
             .description =
                 "Plays a match of Katachi with the network against Katachi with playouts, at the "
                 "same time per move, and prints the difference in Elo with its 95 % interval. "
                 "Games, results and a report, index.html, go into the folder DIR; the same "
                 "command continues an interrupted comparison.",
             .examples = "katachi compare --net net.bin.gz -o out\n"
                         "katachi compare --net net.bin.gz --size 19 --time 5 --games 40 -o out"},
    .run = run_compare,
};
