/* cmd_gtp.c -- `katachi gtp`: plays using the Go Text Protocol. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "cli/commands.h"
#include "gtp/engine.h"

static const option_group gtp_groups[] = {
    {"The game", gtp_options, 0},
    {"The search", search_options, offsetof(gtp_settings, search)},
    {0}};

/* Clients seldom show standard error, so the reason is sent as a reply too. */
static void reply_why(const go_error *err)
{
    printf("? %s\n\n", err->message);
}

static int run_gtp(int argc, char **argv)
{
    gtp_settings s;
    int n_inputs;
    go_error err = {GO_OK, ""};
    gtp_engine *engine;
    go_status status = cli_read(&cli_gtp, argc, argv, &s, &n_inputs, &err);
    if (status != GO_OK && status != GO_END)
        reply_why(&err);
    if (status != GO_OK)
        return cli_finish(cli_explain(&cli_gtp, argv[0], status, &err));
    interrupt_catch();
    signal(SIGPIPE, SIG_IGN); /* if the client has gone, writing a reply fails */
    status = gtp_engine_create(&engine, &s, &err);
    if (status != GO_OK) {
        reply_why(&err);
        return cli_finish(cli_fail(&err));
    }
    if (isatty(STDIN_FILENO) && !s.quiet)
        fputs("katachi: this is the Go Text Protocol, for Go clients (doc/clients.md); 'list_commands' "
              "lists what it knows, 'quit' leaves, and 'katachi play' is made for people\n", stderr);
    status = gtp_run(engine, stdin, stdout, stderr, &err);
    gtp_engine_destroy(engine);
    return status == GO_OK ? EXIT_OK : cli_fail(&err);
}

const cli_command cli_gtp = {
    .spec = {.name = "gtp",
             .sentence = "plays Go in a GUI or on a server, using the Go Text Protocol",
             .groups = gtp_groups,
             .description =
                 "Reads commands from standard input and writes replies to standard output: GTP "
                 "version 2 with the extensions of GoGui, KGS, CGOS, Leela Zero and KataGo. "
                 "Without a clock or another limit a move takes five seconds.",
             .examples = "katachi gtp\nkatachi gtp --playouts 1000 --threads 1\n"
                         "katachi gtp --strength 5 --ponder"},
    .run = run_gtp,
};
