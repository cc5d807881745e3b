/* cmd_analysis.c -- `katachi analysis`: KataGo's analysis protocol.  */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "cli/commands.h"
#include "cli/katago_options.h"
#include "gtp/json/analysis.h"
#include "gtp/json/defaults.h"
#include "gtp/text/output.h"

typedef struct analysis_settings {
    katago_options katago;
    int winrates; /* winrate_view */
    bool quit, quiet;
    search_settings search;
    options_given given;
} analysis_settings;

#define AT(field) offsetof(analysis_settings, field)

static const option protocol_options[] = {
    OPT_CHOICE("winrates", 0, CHOICE_WORDS(WINRATE_VIEWS), "sidetomove", AT(winrates),
               "view of win rates and scores, unless the query sets it"),
    OPT_FLAG("quit-without-waiting", 0, NULL, AT(quit),
             "drop waiting positions at the end of the input"),
    OPTION_NO_NOTICES(analysis_settings, quiet),
    {0}};
static const option_group analysis_groups[] = {
    {"The protocol", protocol_options, 0},
    {"As in KataGo; one dash works too", katago_option_table, AT(katago)},
    {"The search", search_options, AT(search)},
    {0}};

static int serve(const json_defaults *defaults)
{
    json_analysis *server;
    go_error err;
    interrupt_catch();
    signal(SIGPIPE, SIG_IGN);
    go_status status = json_analysis_create(&server, defaults, &err);
    if (status != GO_OK)
        return cli_fail(&err);
    if (!defaults->quiet)
        fprintf(stderr, "katachi: ready for queries, one JSON object per line\n");
    FILE *out;
    status = gtp_output_open(&out, STDOUT_FILENO, &err);
    if (status == GO_OK) {
        status = json_analysis_run(server, stdin, out, stderr, &err);
        fclose(out);
    }
    json_analysis_destroy(server);
    return status == GO_OK ? EXIT_OK : cli_fail(&err);
}

static json_defaults make_defaults(const analysis_settings *s)
{
    json_defaults d = {.settings = s->search, .view = (winrate_view)s->winrates,
                       .version = s->katago.version, .human_model = s->katago.human_model,
                       .quit_at_end = s->quit, .quiet = s->quiet};
    if (s->katago.model)
        d.settings.evaluate.net.file = s->katago.model;
    return d;
}

static int run_analysis(int argc, char **argv)
{
    analysis_settings s = {0};
    katago_config config = {.spec = &cli_analysis.spec, .settings = &s};
    go_error err = {GO_OK, ""};
    go_status status = katago_read(&cli_analysis, argc, argv, &s.katago, &config, &err);
    int code;
    if (status == GO_OK) {
        json_defaults defaults = make_defaults(&s);
        if (!s.quiet)
            katago_say_ignored(&s.katago, &config, &s.given);
        code = serve(&defaults);
    } else {
        code = cli_explain(&cli_analysis, argv[0], status, &err);
    }
    katago_config_free(&config);
    return code;
}

const cli_command cli_analysis = {
    .spec = {.name = "analysis",
             .sentence = "analyses positions for other programs, using KataGo's protocol",
             .groups = analysis_groups,
             .given = AT(given),
             .help = &search_help,
             .description =
                 "Reads queries from standard input and writes answers to standard output, one "
                 "JSON object per line, in the protocol of KataGo's analysis engine, which KaTrain "
                 "and others use. Without a limit each position gets 500 visits.",
             .examples = "katachi analysis <queries.jsonl >answers.jsonl\n"
                         "katachi analysis -model net.bin.gz -config analysis.cfg"},
    .run = run_analysis,
};
