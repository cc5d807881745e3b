/* cmd_gtp.c -- `katachi gtp`: plays using the Go Text Protocol. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "cli/commands.h"
#include "cli/katago_options.h"
#include "gtp/engine.h"
#include "gtp/text/output.h"

/* The modes of GNU Go: launchers made for it say --mode gtp, those for Leela Zero --gtp. */
#define MODES(X) X(MODE_GTP, "gtp")
enum { MODES(CHOICE_NUMBER) };

typedef struct play_settings {
    gtp_settings gtp;
    katago_options katago;
    int mode;
    bool speaks_gtp;
} play_settings;

static const option mode_options[] = {
    OPT_CHOICE("mode", 0, CHOICE_WORDS(MODES), "gtp", offsetof(play_settings, mode),
        "accepted, as there is no other"),
    OPT_FLAG("gtp", 0, NULL, offsetof(play_settings, speaks_gtp),
             "accepted, as nothing else is spoken"),
    {0}};

static const option_group gtp_groups[] = {
    {"The game", gtp_options, offsetof(play_settings, gtp)},
    {"As in KataGo; one dash works too", katago_option_table, offsetof(play_settings, katago)},
    {"As in GNU Go and Leela Zero", mode_options, 0},
    {"The search", search_options, offsetof(play_settings, gtp.search)},
    {0}};

/* Clients seldom show standard error, so the reason is sent as a reply too. */
static void reply_why(const go_error *err)
{
    printf("? %s\n\n", err->message);
}

static int play(const gtp_settings *s)
{
    go_error err = {GO_OK, ""};
    gtp_engine *engine;
    interrupt_catch();
    signal(SIGPIPE, SIG_IGN); /* if the client has gone, writing a reply fails */
    go_status status = gtp_engine_create(&engine, s, &err);
    if (status != GO_OK) {
        reply_why(&err);
        return cli_fail(&err);
    }
    if (isatty(STDIN_FILENO) && !s->quiet)
        fputs("katachi: this is the Go Text Protocol, for Go clients (doc/clients.md); "
              "'list_commands' lists the commands and 'quit' leaves; to play in the terminal, run "
              "'katachi play'\n",
              stderr);
    FILE *out;
    status = gtp_output_open(&out, STDOUT_FILENO, &err);
    if (status == GO_OK) {
        status = gtp_run(engine, stdin, out, stderr, &err);
        fclose(out);
    }
    gtp_engine_destroy(engine);
    return status == GO_OK ? EXIT_OK : cli_fail(&err);
}

static int run_gtp(int argc, char **argv)
{
    char command[4096];
    play_settings s = {0};
    katago_config config = {.spec = &cli_gtp.spec, .settings = &s};
    go_error err = {GO_OK, ""};
    int code;
    cli_command_line(argc, argv, command, sizeof command);
    go_status status = katago_read(&cli_gtp, argc, argv, &s.katago, &config, &err);
    if (status == GO_OK) {
        if (s.katago.model)
            s.gtp.search.evaluate.net.file = s.katago.model;
        s.gtp.command = command;
        s.gtp.version = s.katago.version;
        s.gtp.human_model = s.katago.human_model;
        if (!s.gtp.quiet)
            katago_say_ignored(&s.katago, &config, NULL);
        code = play(&s.gtp);
    } else {
        if (status != GO_END)
            reply_why(&err);
        code = cli_explain(&cli_gtp, argv[0], status, &err);
    }
    katago_config_free(&config);
    return code;
}

const cli_command cli_gtp = {
    .spec = {.name = "gtp",
             .sentence = "plays Go in a GUI or on a server, using the Go Text Protocol",
             .input_option = "net",
             .groups = gtp_groups,
             .defaults = cli_no_two_games_alike,
             .help = &search_help,
             .description =
                 "Reads commands from standard input and writes replies to standard output: GTP "
                 "version 2 with the extensions of GoGui, KGS, CGOS, Leela Zero and KataGo. "
                 "Without a clock or another limit a move takes five seconds.",
             .examples = "katachi gtp\nkatachi gtp --playouts 1000 --threads 1\n"
                         "katachi gtp --rank 5k\n"
                         "katachi gtp -model net.bin.gz -config gtp.cfg --pose-as katago"},
    .run = run_gtp,
};
