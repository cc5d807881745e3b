/* cmd_analysis.c -- `katachi analysis`: KataGo's analysis protocol.  KataGo's options with
 * one dash work too, so that programs can start Katachi in place of KataGo.   */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "cli/commands.h"
#include "gtp/json/analysis.h"
#include "gtp/json/defaults.h"

enum { MOST_OVERRIDES = 32 };

/* Texts borrowed from the command line. */
typedef struct override_list {
    int n;
    const char *text[MOST_OVERRIDES];
} override_list;

typedef struct analysis_settings {
    const char *model, *config, *threads, *version, *human;
    override_list overrides;
    int winrates; /* winrate_view */
    bool quit, quiet;
    search_settings search;
} analysis_settings;

static go_status parse_override(const char *text, void *field, go_error *err)
{
    override_list *list = field;
    if (list->n == MOST_OVERRIDES)
        return go_fail(err, GO_EINVAL, "at most %d times", MOST_OVERRIDES);
    list->text[list->n++] = text;
    return GO_OK;
}

#define AT(field) offsetof(analysis_settings, field)

static const option protocol_options[] = {
    OPT_CHOICE("winrates", 0, CHOICE_WORDS(WINRATE_VIEWS), "sidetomove", AT(winrates),
        "view of win rates and scores, unless the query sets it"),
    OPT_FLAG("quit-without-waiting", 0, NULL, AT(quit),
        "drop waiting positions at the end of the input"),
    OPTION_QUIET(analysis_settings, quiet),
    {0}};
static const option katago_options[] = {
    OPT_TEXT("model", 0, "FILE", NULL, AT(model),
        "a network; without one, playouts evaluate positions"),
    OPT_TEXT("config", 0, "FILE", NULL, AT(config),
        "a configuration file of KataGo; unknown settings are ignored"),
    OPT_CUSTOM("override-config", 0, "K=V,...", NULL, AT(overrides), parse_override,
        "settings by KataGo's names or by the names below"),
    OPT_TEXT("analysis-threads", 0, "N", NULL, AT(threads),
        "ignored: each position is searched with all threads"),
    OPT_TEXT("override-version", 0, "TEXT", NULL, AT(version), "ignored"),
    OPT_TEXT("human-model", 0, "FILE", NULL, AT(human), "ignored"),
    {0}};
static const option_group analysis_groups[] = {
    {"The protocol", protocol_options, 0},
    {"As in KataGo; one dash works too", katago_options, 0},
    {"The search", search_options, AT(search)},
    {0}};

/* Makes "-model" an option, which would otherwise mean -m with "odel". */
static void double_the_dashes(int argc, char **argv)
{
    static char names[][32] = {"--model", "--config", "--override-config", "--analysis-threads",
                               "--override-version", "--human-model", "--quit-without-waiting"};
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (strcmp(argv[i], names[k] + 1) == 0)
                argv[i] = names[k];
}

static go_status make_defaults(analysis_settings *s, json_defaults *out, go_error *err)
{
    json_ignored ignored = {{0}};
    go_status status = GO_OK;
    if (s->model)
        s->search.evaluate.net.file = s->model;
    *out = (json_defaults){.settings = s->search, .view = (winrate_view)s->winrates,
                           .quit_at_end = s->quit, .quiet = s->quiet};
    if (s->config)
        status = json_config_file(out, s->config, &ignored, err);
    for (int i = 0; status == GO_OK && i < s->overrides.n; i++)
        status = json_config_list(out, s->overrides.text[i], &ignored, err);
    bool any = s->threads || s->version || s->human || ignored.names[0];
    if (status == GO_OK && any && !s->quiet)
        fprintf(stderr, "katachi: these have no effect here:%s%s%s %s\n",
                s->threads ? " -analysis-threads" : "", s->version ? " -override-version" : "",
                s->human ? " -human-model" : "", ignored.names);
    return status;
}

static int run_analysis(int argc, char **argv)
{
    analysis_settings s = {0};
    json_defaults defaults;
    json_analysis *server;
    int n_inputs, code;
    go_error err;
    double_the_dashes(argc, argv);
    if (!cli_begin(&cli_analysis, argc, argv, &s, &n_inputs, &code))
        return code;
    if (make_defaults(&s, &defaults, &err) != GO_OK)
        return cli_fail(&err);
    interrupt_catch();
    signal(SIGPIPE, SIG_IGN);
    go_status status = json_analysis_create(&server, &defaults, &err);
    if (status != GO_OK)
        return cli_fail(&err);
    if (!s.quiet)
        fprintf(stderr, "katachi: ready for queries, one JSON object per line\n");
    status = json_analysis_run(server, stdin, stdout, stderr, &err);
    json_analysis_destroy(server);
    return status == GO_OK ? EXIT_OK : cli_fail(&err);
}

const cli_command cli_analysis = {
    .spec = {.name = "analysis",
             .sentence = "analyses positions for other programs, using KataGo's protocol",
             .groups = analysis_groups,
             .description =
                 "Reads queries from standard input and writes answers to standard output, one "
                 "JSON object per line, in the protocol of KataGo's analysis engine, which KaTrain and "
                 "others use. Without a limit each position gets 500 visits.",
             .examples = "katachi analysis <queries.jsonl >answers.jsonl\n"
                         "katachi analysis -model net.bin.gz -config analysis.cfg"},
    .run = run_analysis,
};
