/* commands.c -- the list of all commands, and those about the program itself. */
#include <string.h>

#include "base/clock.h"
#include "base/near_words.h"
#include "gtp/commands/command.h"

const gtp_command *const gtp_tables[] = {
    gtp_core_commands,      gtp_board_commands,   gtp_setup_commands, gtp_sgf_commands,
    gtp_move_commands,      gtp_time_commands,    gtp_rules_commands, gtp_score_commands,
    gtp_analyze_commands,   gtp_network_commands, gtp_gogui_commands, gtp_server_commands,
    gtp_parameter_commands, gtp_cache_commands,   NULL};

static const gtp_command *find_in(const gtp_command *table, const char *name)
{
    for (const gtp_command *c = table; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

const gtp_command *gtp_find(const char *name)
{
    const gtp_command *found = NULL;
    for (const gtp_command *const *table = gtp_tables; *table && !found; table++)
        found = find_in(*table, name);
    return found;
}

/* The same, and those that are not listed. */
static const gtp_command *find_any(const char *name)
{
    const gtp_command *listed = gtp_find(name);
    return listed ? listed : find_in(gtp_unlisted_commands, name);
}

/* Begins with the words that clients look for. */
static go_status unknown_command(const char *name, go_error *err)
{
    enum { MOST = 256 };
    const char *names[MOST], *meant;
    int n = 0;
    for (const gtp_command *const *table = gtp_tables; *table; table++)
        for (const gtp_command *c = *table; c->name && n + 1 < MOST; c++)
            names[n++] = c->name;
    names[n] = NULL;
    meant = near_word(name, names);
    return meant ? go_fail(err, GO_EINVAL, "unknown command; did you mean %s?", meant)
                 : go_fail(err, GO_EINVAL, "unknown command");
}

go_status gtp_run_command(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    const gtp_command *c = find_any(r->command);
    if (!*r->command)
        return go_fail(err, GO_EINVAL, "syntax error: an id without a command");
    if (!c)
        return unknown_command(r->command, err);
    if (r->n < c->min_args)
        return go_fail(err, GO_EINVAL, "syntax error: usage: %s %s", c->name, c->usage);
    return c->run(e, r, out, err);
}

/* ---- about the program ---- */

static go_status cmd_protocol_version(GTP_ARGS)
{
    fputs("2", out);
    return GO_OK;
}

static go_status cmd_name(GTP_ARGS)
{
    fputs(gtp_pose_name(e->settings.pose), out);
    return GO_OK;
}

static go_status cmd_version(GTP_ARGS)
{
    const char *told = e->settings.version;
    fputs(told ? told : gtp_pose_version(e->settings.pose), out);
    return GO_OK;
}

static go_status cmd_known_command(GTP_ARGS)
{
    bool told = gtp_find(r->arg[0]) && gtp_pose_has(e->settings.pose, r->arg[0]);
    fputs(told ? "true" : "false", out);
    return GO_OK;
}

static go_status cmd_list_commands(GTP_ARGS)
{
    for (const gtp_command *const *table = gtp_tables; *table; table++)
        for (const gtp_command *c = *table; c->name; c++)
            if (gtp_pose_has(e->settings.pose, c->name))
                fprintf(out, "%s\n", c->name);
    return GO_OK;
}

static void write_usage(const gtp_command *c, FILE *out)
{
    fprintf(out, "%s%s%s\n", c->name, c->usage ? " " : "", c->usage ? c->usage : "");
}

static go_status cmd_help(GTP_ARGS)
{
    const gtp_command *asked = r->n > 0 ? find_any(r->arg[0]) : NULL;
    if (r->n > 0 && !asked)
        return unknown_command(r->arg[0], err);
    if (asked)
        write_usage(asked, out);
    for (const gtp_command *const *table = gtp_tables; !asked && *table; table++)
        for (const gtp_command *c = *table; c->name; c++)
            write_usage(c, out);
    return GO_OK;
}

static go_status cmd_quit(GTP_ARGS)
{
    e->quitting = true;
    return GO_OK;
}

static go_status cmd_cputime(GTP_ARGS)
{
    fprintf(out, "%.3f", clock_process());
    return GO_OK;
}

static go_status cmd_echo(GTP_ARGS)
{
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
