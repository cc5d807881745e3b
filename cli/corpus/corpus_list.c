/* corpus_list.c -- `katachi corpus list`: one line per game. */
#include "base/plural.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "cli/corpus/corpus_commands.h"

typedef struct list_settings {
    corpus_input input;
    bool json, quiet;
} list_settings;

static const option list_options[] = {OPTION_QUIET(list_settings, quiet),
                                      OPTION_JSON(list_settings, json),
                                      {0}};
static const option_group list_groups[] = {
    {NULL, list_options, 0},
    {"Choosing games", corpus_input_options, offsetof(list_settings, input)},
    {0}};

static const char *or_unknown(const char *text)
{
    return text ? text : "?";
}

/* "Honinbo Shusaku 4d" */
static void print_player(const game_record *g, game_text_id name, game_text_id rank)
{
    printf("%s%s%s", or_unknown(g->text[name]), g->text[rank] ? " " : "",
           g->text[rank] ? g->text[rank] : "");
}

/* A file may be called anything, but a tab or a line break in its name would look like a column or
 * a game: they are replaced in *g, too.                                       */
static void print_line(game_record *g)
{
    char result[32];
    result_text(result_of(g->text[GAME_RE]), result);
    utf8_hide_controls(g->source);
    printf("%s#%d\t%dx%d\t%d move%s\t%s\t", g->source, g->index, g->size, g->size, g->n_moves,
           plural_s(g->n_moves), or_unknown(g->text[GAME_DT]));
    print_player(g, GAME_PB, GAME_BR);
    printf(" - ");
    print_player(g, GAME_PW, GAME_WR);
    printf("\t%s", result);
    if (g->handicap)
        printf("\thandicap %d", g->handicap);
    if (g->has_komi)
        printf("\tkomi %g", g->komi);
    printf("\n");
}

static json_t *json_game(const game_record *g)
{
    char result[32], hash[33];
    game_key key = game_hash(g);
    result_text(result_of(g->text[GAME_RE]), result);
    snprintf(hash, sizeof hash, "%016llx%016llx", (unsigned long long)key.high,
             (unsigned long long)key.low);
    json_t *object = json_pack("{s:o, s:i, s:I, s:i, s:i, s:i, s:s, s:s}", "file",
                               text_json(g->source), "game", g->index, "byte",
                               (json_int_t)g->offset, "size", g->size, "moves", g->n_moves,
                               "handicap", g->handicap, "result", result, "hash", hash);
    if (g->has_komi)
        json_object_set_new(object, "komi", json_real(g->komi));
    for (int i = 0; i < GAME_N_TEXTS; i++)
        if (g->text[i])
            json_object_set_new(object, game_text_name((game_text_id)i),
                                json_string(g->text[i]));
    return object;
}

static int run_list(int argc, char **argv)
{
    list_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_corpus_list, argc, argv, &s, &n_inputs, &code))
        return code;
    go_error err;
    corpus_run run = {.quiet = s.quiet};
    corpus_counts counts;
    game_record *game;
    json_t *list = json_array();
    go_status status = corpus_run_begin(&run, &s.input, argv, n_inputs, &err);
    while (status == GO_OK && (status = corpus_run_next(&run, &game, &err)) == GO_OK) {
        if (s.json)
            json_array_append_new(list, json_game(game));
        else
            print_line(game);
        game_record_destroy(game);
    }
    status = corpus_run_end(&run, status, &counts, &err);
    json_t *object = json_object();
    corpus_input_json(object, &counts);
    json_object_set_new(object, "list", list);
    if (status == GO_OK && s.json)
        return cli_print_json(object);
    json_decref(object);
    return status == GO_OK ? EXIT_OK : cli_fail(&err);
}

const cli_command cli_corpus_list = {
    .spec = {.name = "list",
             .sentence = "lists the games, one per line, with tabs between the columns",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = list_groups,
             .description =
                 "The columns: file#number, board, moves, date, players with ranks, result, then "
                 "handicap and komi if there are any. --json keeps all games in memory.",
             .examples = "katachi corpus list --player shusaku games.zip\n"
                         "katachi corpus list --min-rank 1p --result resign games/ | head"},
    .run = run_list,
};
