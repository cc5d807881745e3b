/* time.c -- clocks (mcts/clock/time_control.h). */
#include "gtp/commands/command.h"
#include "gtp/text/args.h"

typedef go_status parse(time_settings *out, const char *text, go_error *err);

static go_status set(gtp_engine *e, parse *read, const char *text, go_error *err)
{
    go_error why = {GO_OK, ""};
    go_status status = read(&e->time, text, &why);
    if (status != GO_OK)
        return go_fail(err, status, "syntax error: %s", why.message);
    gtp_reset_clocks(e);
    return GO_OK;
}

static go_status cmd_time_settings(GTP_ARGS)
{
    return set(e, time_settings_parse_gtp, r->rest, err);
}

/* kgs-time_settings and kata-time_settings. */
static go_status cmd_named_settings(GTP_ARGS)
{
    return set(e, time_settings_parse, r->rest, err);
}

static go_status cmd_list_settings(GTP_ARGS)
{
    for (const char *const *kind = time_settings_kinds; *kind; kind++)
        fprintf(out, "%s%s", kind == time_settings_kinds ? "" : " ", *kind);
    return GO_OK;
}

static go_status cmd_time_left(GTP_ARGS)
{
    colour c;
    double seconds;
    int count = 0;
    GO_TRY(gtp_need_colour(r->arg[0], &c, err));
    if (!gtp_arg_real(r->arg[1], &seconds))
        return gtp_syntax(err, "a number of seconds", r->arg[1]);
    if (r->n > 2)
        GO_TRY(gtp_need_count(r->arg[2], "a number of stones", &count, err));
    time_clock_tell(&e->time, &e->clock[c], seconds, count);
    return GO_OK;
}

const gtp_command gtp_time_commands[] = {
    {"time_settings", cmd_time_settings, 3, "MAIN PERIOD STONES"},
    {"time_left", cmd_time_left, 2, "COLOUR SECONDS STONES"},
    {"kgs-time_settings", cmd_named_settings, 1, "KIND [SECONDS...]"},
    {"kata-time_settings", cmd_named_settings, 1, "KIND [SECONDS...]"},
    {"kata-list_time_settings", cmd_list_settings, 0, NULL},
    {0}};
