/* core.c -- commands about the program itself. */
#include <string.h>

#include "base/clock.h"
#include "gtp/player/state.h"

static go_status cmd_protocol_version(gtp_engine *e, const gtp_request *r, FILE *out,
                                      go_error *err)
{
    (void)e, (void)r, (void)err;
    fputs("2", out);
    return GO_OK;
}

static go_status cmd_name(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)e, (void)r, (void)err;
    fputs("Katachi", out);
    return GO_OK;
}

static go_status cmd_version(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)e, (void)r, (void)err;
    fputs(KATACHI_VERSION, out);
    return GO_OK;
}

static go_status cmd_known_command(gtp_engine *e, const gtp_request *r, FILE *out,
                                   go_error *err)
{
    (void)e, (void)err;
    fputs(r->n > 0 && gtp_find(r->arg[0]) ? "true" : "false", out);
    return GO_OK;
}

static go_status cmd_list_commands(gtp_engine *e, const gtp_request *r, FILE *out,
                                   go_error *err)
{
    (void)e, (void)r, (void)err;
    for (const gtp_command *const *table = gtp_tables; *table; table++)
        for (const gtp_command *c = *table; c->name; c++)
            fprintf(out, "%s\n", c->name);
    return GO_OK;
}

static go_status cmd_help(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)e, (void)err;
    for (const gtp_command *const *table = gtp_tables; *table; table++)
        for (const gtp_command *c = *table; c->name; c++)
            if (r->n == 0 || strcmp(r->arg[0], c->name) == 0)
                fprintf(out, "%s%s%s\n", c->name, c->usage ? " " : "", c->usage ? c->usage : "");
    return GO_OK;
}

static go_status cmd_quit(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r, (void)out, (void)err;
    e->quitting = true;
    return GO_OK;
}

static go_status cmd_cputime(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)e, (void)r, (void)err;
    fprintf(out, "%.3f", clock_process());
    return GO_OK;
}

static go_status cmd_echo(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)e, (void)err;
    fputs(r->rest, out);
    return GO_OK;
}

const gtp_command gtp_core_commands[] = {
    {"protocol_version", cmd_protocol_version, 0, NULL},
    {"name", cmd_name, 0, NULL},
    {"version", cmd_version, 0, NULL},
    {"known_command", cmd_known_command, 1, "NAME"},
    {"list_commands", cmd_list_commands, 0, NULL},
    {"help", cmd_help, 0, "[NAME]"},
    {"quit", cmd_quit, 0, NULL},
    {"cputime", cmd_cputime, 0, NULL},
    {"gomill-cpu_time", cmd_cputime, 0, NULL},
    {"echo", cmd_echo, 0, "TEXT"},
    {0}};
