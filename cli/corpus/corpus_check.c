/* corpus_check.c -- `katachi corpus check`: reads and replays every game. */
#include <omp.h>

#include "cli/corpus/corpus_commands.h"

typedef struct check_settings {
    corpus_input input;
    int threads;
    bool json, quiet;
} check_settings;

static const option check_options[] = {OPTION_THREADS(check_settings, threads),
                                       OPTION_QUIET(check_settings, quiet),
                                       OPTION_JSON(check_settings, json),
                                       {0}};
static const option_group check_groups[] = {
    {NULL, check_options, 0},
    {"Choosing games", corpus_input_options, offsetof(check_settings, input)},
    {0}};

/* A game that comes here is sound, and counted. */
static go_status accept(void *user, int thread, int64_t number, const game_record *game,
                        go_error *err)
{
    (void)user, (void)thread, (void)number, (void)game, (void)err;
    return GO_OK;
}

static int print(const corpus_counts *counts, double seconds, json_t *broken_games, bool json)
{
    const int found = counts->broken > 0 ? EXIT_FAILED : EXIT_OK;
    const double rate = (double)(counts->games + counts->filtered + counts->broken) / seconds;
    if (!json) {
        printf("%lld game%s sound, %lld broken (%.0f games a second)\n", (long long)counts->games,
               counts->games == 1 ? " is" : "s are", (long long)counts->broken, rate);
        return found;
    }
    json_t *object = json_object();
    corpus_input_json(object, counts);
    json_object_update_new(object,
                           json_pack("{s:f, s:f, s:O}", "seconds", seconds, "games_per_second",
                                     rate, "broken_games", broken_games));
    const int printed = cli_print_json(object);
    return printed == EXIT_OK ? found : printed;
}

static int run_check(int argc, char **argv)
{
    check_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_corpus_check, argc, argv, &s, &n_inputs, &code))
        return code;
    go_error err;
    corpus_run run = {.replay = true, .quiet = s.quiet};
    corpus_counts counts;
    double began = omp_get_wtime();
    s.input.most_shown = 1 << 30;
    s.input.skip_damaged = true;
    s.input.broken_list = json_array();
    go_status status = corpus_run_begin(&run, &s.input, argv, n_inputs, &err);
    if (status == GO_OK)
        status = corpus_for_each(run.corpus, cli_threads(s.threads), accept, NULL, &err);
    status = corpus_run_end(&run, status, &counts, &err);
    if (status == GO_OK || (status == GO_EEMPTY && s.json)) /* programs want the broken ones, too */
        code = print(&counts, omp_get_wtime() - began, s.input.broken_list, s.json);
    if (status != GO_OK)
        code = cli_fail(&err);
    json_decref(s.input.broken_list);
    return code;
}

const cli_command cli_corpus_check = {
    .spec = {.name = "check",
             .sentence = "reads and replays every game and lists the broken ones",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = check_groups,
             .description = "An input is an SGF file, a folder, a compressed file or an archive, "
                            "or - for standard input. Prints file, number, byte and reason for "
                            "each broken game, and names unreadable files and damaged archives; "
                            "the exit code is then 1. With --strict the first one ends the run "
                            "with an error.",
             .examples = "katachi corpus check games/\n"
                         "katachi corpus check --json --threads 2 collection.sgf.zst"},
    .run = run_check,
};
