/* cmd_selfplay.c -- `katachi selfplay`: gammas or a network against themselves. */
#include "cli/commands.h"
#include "cli/selfplay/gammas_game.h"
#include "cli/selfplay/net_games.h"
#include "nn/formats/own_net.h"
#include "patterns/features.h"

/* Options that both kinds of games have are in `gammas` and `net`. */
typedef struct command_settings {
    gammas_game_settings gammas;
    net_games_settings net;
    selfplay_sizes sizes;
    const char *output;
    int moves, seed;
    bool json;
    options_given given;
} command_settings;

#define AT(field) offsetof(command_settings, field)
static const option common_options[] = {
    OPT_TEXT("net", 0, "FILE", NULL, AT(net.play.net),
             "play with a search by this network, in a format of KataGo or Leela Zero; own: the "
             "installed one for the board size",
             .word = nn_net_word),
    OPT_CUSTOM("size", 0, "N", "9", AT(sizes), selfplay_sizes_parse,
               "board size; with several, as in 9,13, each game of a network draws one"),
    OPT_INT("moves", 'n', "N", "0", 0, 1e6, AT(moves),
            "stop after N moves; 0: three per point of the board"),
    OPT_INT("seed", 's', "N", "1", 0, 2147483647, AT(seed), "seed of the games"),
    OPTION_OUTPUT(
        command_settings, output,
        "write the game to FILE as SGF; with --net, write the games into the folder FILE"),
    OPTION_JSON(command_settings, json),
    {0}};
static const option gammas_options[] = {
    OPT_TEXT("gammas", 'g', "FILE", NULL, AT(gammas.gammas),
        "play with these gammas; default: the installed ones"),
    OPT_CHOICE("features", 'f', FEATURE_SET_WORDS, "large", AT(gammas.features),
        "feature set of the installed gammas"),
    OPT_REAL("sharpness", 0, "X", "1.5", 0, 100, AT(gammas.sharpness),
        "draw by probability to the power X: 0 is uniform, 1 as in the games, more is safer"),
    {0}};
static const option run_options[] = {
    OPT_INT("games", 0, "N", "100", 0, 1e8, AT(net.games),
            "games in total, including those already in the folder"),
    OPTION_THREADS(command_settings, net.threads),
    OPT_INT("parallel", 0, "N", "0", 0, 4096, AT(net.parallel),
            "games played at the same time; 0: one per thread, on a GPU at least 128"),
    OPTION_QUIET(command_settings, net.quiet),
    {0}};
static const option_group selfplay_groups[] = {
    {NULL, common_options, 0},
    {"One game of gammas (without --net)", gammas_options, 0},
    {"Games of a network (with --net)", selfplay_options, AT(net.play)},
    {"Games of a network that begin at positions of others (with --net)", start_games_options,
     AT(net.starts)},
    {"The run (with --net)", run_options, 0},
    {0}};

static go_status check_gammas(const command_settings *s, go_error *err)
{
    static const char *const harmless[] = {"threads", "quiet", NULL};
    if (s->gammas.gammas && options_named(&s->given, "features"))
        return go_fail(err, GO_EINVAL, "--features chooses the installed gammas; leave it out with "
                       "--gammas");
    GO_TRY(options_refuse(&s->given, selfplay_options, NULL, "without --net", err));
    GO_TRY(options_refuse(&s->given, start_games_options, NULL, "without --net", err));
    return options_refuse(&s->given, run_options, harmless, "without --net", err);
}

static int run_gammas(command_settings *s)
{
    go_error err;
    if (check_gammas(s, &err) != GO_OK)
        return cli_fail(&err);
    if (s->sizes.n > 1)
        return cli_misuse("several board sizes need a network; add --net FILE");
    s->gammas.size = s->sizes.size[0];
    s->gammas.moves = s->moves;
    s->gammas.seed = s->seed;
    s->gammas.output = s->output;
    s->gammas.json = s->json;
    return gammas_game_run(&s->gammas);
}

static int run_net(command_settings *s)
{
    go_error err;
    if (options_refuse(&s->given, gammas_options, NULL, "with --net", &err) != GO_OK ||
        selfplay_settings_named(&s->net.play, &s->given, &err) != GO_OK ||
        start_games_named(&s->net.starts, &s->given, &err) != GO_OK)
        return cli_fail(&err);
    if (!s->output)
        return cli_misuse("no folder for the games of the network; name one with -o DIR");
    s->net.play.sizes = s->sizes;
    s->net.play.max_moves = s->moves;
    s->net.play.seed = s->seed;
    s->net.folder = s->output;
    s->net.json = s->json;
    return net_games_run(&s->net);
}

static int run_selfplay(int argc, char **argv)
{
    command_settings settings = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_selfplay, argc, argv, &settings, &n_inputs, &code))
        return code;
    const char *net = settings.net.play.net;
    return net && *net ? run_net(&settings) : run_gammas(&settings);
}

const cli_command cli_selfplay = {
    .spec = {.name = "selfplay",
             .sentence = "plays games of gammas or a network against themselves",
             .groups = selfplay_groups,
             .given = AT(given),
             .description =
                 "Without --net, two copies of the gammas play one game, without search. With "
                 "--net, a network plays many games against itself, with a search, and writes them "
                 "into the folder as SGF and with the targets for training. The same command "
                 "continues an interrupted run; a larger --games adds games. doc/selfplay.md "
                 "describes the games and the files.",
             .examples = "katachi selfplay --size 19 -o game.sgf\n"
                         "katachi selfplay --net own --size 9 --games 1000 -o games/"},
    .run = run_selfplay,
};
