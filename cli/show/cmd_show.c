/* cmd_show.c -- `katachi show`: shows gammas as a list, or at work on a position. */
#include "cli/commands.h"
#include "cli/show/show.h"
#include "patterns/gammas/gammas.h"

#define AT(field) offsetof(show_settings, field)
static const option show_options[] = {
    OPT_INT("top", 'n', "N", "10", 1, 100000, AT(top),
        "show the N strongest and weakest features, or the N likeliest moves"),
    OPT_TEXT("group", 0, "NAME", NULL, AT(group),
        "only this group of features, such as diamond, capture or last", .word = feature_word),
    OPT_CHOICE("features", 'f', FEATURE_SET_WORDS, "large", AT(features),
        "without GAMMAS: feature set of the installed ones"),
    OPT_INT("size", 0, "N", "19", BOARD_MIN_SIZE, BOARD_MAX_SIZE, AT(size),
        "without GAMMAS: board size of the installed ones; 9 and 19 come with Katachi"),
    OPTION_JSON(show_settings, json),
    {0}};
static const option show_position_options[] = {
    OPT_TEXT("position", 'p', "GAME.sgf", NULL, AT(position),
        "show the likeliest moves in a position of this game"),
    OPT_INT("move", 'm', "N", "0", 0, 1000000, AT(move),
        "the position before move N, counted from 1, or after the last one; 0: before the last "
        "move"),
    OPT_INT("game", 0, "K", "1", 1, 2147483647, AT(game), "the K-th game of the file"),
    OPTION_OUTPUT(show_settings, output, "draw the position to FILE as SVG; \"-\" is standard "
                                         "output"),
    {0}};
static const option_group show_groups[] = {
    {NULL, show_options, 0}, {"A position", show_position_options, 0}, {0}};

/* A sentence if options exclude each other, or NULL. */
static const char *conflict(const show_settings *s, const char *path)
{
    if (!s->position && s->output)
        return "--output draws a position; name the game with --position GAME.sgf";
    if (!s->position && (s->move || s->game > 1))
        return "--move and --game choose a position; name the game with --position GAME.sgf";
    if (path && (options_named(&s->given, "features") || options_named(&s->given, "size")))
        return "--features and --size choose the installed gammas; leave them out with GAMMAS";
    if (s->position && options_named(&s->given, "size"))
        return "--size cannot be used with --position, whose game has a size";
    if (s->position && s->group)
        return "--group lists features and cannot be used with --position";
    return NULL;
}

static int run_show(int argc, char **argv)
{
    show_settings s = {0};
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_show, argc, argv, &s, &n_inputs, &code))
        return code;
    const char *path = n_inputs ? argv[1] : NULL;
    if (conflict(&s, path))
        return cli_misuse("%s", conflict(&s, path));
    if (s.group && feature_by_name(s.group) < 0)
        return show_unknown_group(s.group);
    if (s.position)
        return show_position(path, feature_sets[s.features].name, &s);
    gammas *g;
    if (gammas_read_or_find(&g, path, feature_sets[s.features].name, s.size, &err) != GO_OK)
        return cli_fail(&err);
    code = show_list(g, &s);
    gammas_destroy(g);
    return code;
}

const cli_command cli_show = {
    .spec = {.name = "show",
             .sentence = "shows what gammas have learned: lists, drawn shapes, a heat map",
             .inputs = "[GAMMAS]",
             .min_inputs = 0,
             .max_inputs = 1,
             .groups = show_groups,
             .given = AT(given),
             .description =
                 "Prints the strongest and weakest features of each group in Elo (400 log10 gamma) "
                 "and draws the shapes: X is a stone of the side to move, O an opponent's stone, # "
                 "off the board, * the move; a number after a stone counts the liberties of its "
                 "chain, and brackets mark the last move.\n"
                 "With --position it prints the likeliest moves with their probabilities and the "
                 "main features in their favour, or draws the board with a heat map (--output). "
                 "Without GAMMAS it uses the installed ones.",
             .examples = "  katachi show my.gammas --group capture\n"
                         "  katachi show my.gammas --position game.sgf --move 57 -o move57.svg"},
    .run = run_show,
};
