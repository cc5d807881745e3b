/* gogui.c -- GoGui's analyze commands (its reference, "Analyze commands"). */
#include <string.h>

#include "gtp/commands/command.h"
#include "gtp/commands/views.h"
#include "gtp/player/parameters.h"
#include "gtp/player/think.h"
#include "gtp/text/args.h"

static go_status cmd_analyze_commands(GTP_ARGS)
{
    fputs("gfx/Policy/katachi-policy\n"
          "gfx/Gammas/katachi-gammas\n"
          "dboard/Ownership/katachi-ownership\n"
          "dboard/Criticality/katachi-criticality\n"
          "gfx/Visits/katachi-visits\n"
          "gfx/Principal Variation/katachi-pv\n"
          "string/Search/katachi-search_info\n"
          "plist/All Legal/all_legal %c\n"
          "string/Is Legal/is_legal %c %p\n"
          "string/Final Score/final_score\n"
          "plist/Final Status Dead/final_status_list dead\n"
          "plist/Final Status Seki/final_status_list seki\n"
          "param/Parameters/katachi-param\n",
          out);
    return GO_OK;
}

/* The search of the present position, in e->analysis. */
static go_status analyze(gtp_engine *e, go_error *err)
{
    go_status status = gtp_have_searched(e, err);
    return status == GO_OK ? search_analyze(e->search, NULL, &e->analysis, err) : status;
}

static go_status cmd_view(GTP_ARGS)
{
    static const struct {
        const char *name;
        gtp_view *draw;
    } views[] = {{"katachi-policy", gtp_view_policy},
                 {"katachi-gammas", gtp_view_gammas},
                 {"katachi-ownership", gtp_view_ownership},
                 {"katachi-criticality", gtp_view_criticality},
                 {"katachi-visits", gtp_view_visits},
                 {"katachi-pv", gtp_view_pv}};
    go_status status = analyze(e, err);
    for (size_t i = 0; status == GO_OK && i < sizeof views / sizeof views[0]; i++)
        if (strcmp(views[i].name, r->command) == 0)
            views[i].draw(e, &e->analysis, out);
    return status;
}

static go_status cmd_search_info(GTP_ARGS)
{
    GO_TRY(analyze(e, err));
    search_counts n = search_counted(e->search);
    fprintf(out, "win rate %.1f %%\nlead %.1f\nvisits %lld\nplayouts %lld in %.2f s (%.0f/s)\n"
            "nodes %lld, %.1f of %.1f MB\ndepth %d\n",
            100 * e->analysis.winrate, e->analysis.lead, (long long)n.visits,
            (long long)n.playouts, n.seconds,
            n.seconds > 0 ? (double)n.playouts / n.seconds : 0.0, (long long)n.nodes,
            (double)n.bytes / 0x1p20, (double)n.bytes_max / 0x1p20, n.max_depth);
    if (n.net_queries)
        fprintf(out, "network asked %lld, evaluated %lld (%.1f %% remembered), %.1f a batch\n",
                (long long)n.net_queries, (long long)n.net_evaluated,
                100 * search_counts_cached(&n), search_counts_batch(&n));
    return GO_OK;
}

/* GoGui shows the reply to a call without arguments as a dialogue, and sends back
 * what was changed, one by one.                                              */
static go_status cmd_param(GTP_ARGS)
{
    char playouts[40], seconds[40];
    if (r->n == 0) {
        search_settings_get(&e->now, "playouts", playouts, sizeof playouts);
        search_settings_get(&e->now, "move-time", seconds, sizeof seconds);
        fprintf(out, "[bool] live-gfx %d\n[bool] ponder %d\n[bool] resign %d\n"
                "[string] playouts %s\n[string] move-time %s\n[string] strength %d\n",
                e->settings.live, e->now.limits.ponder, e->now.choice.resign, playouts, seconds,
                e->now.choice.strength);
        return GO_OK;
    }
    if (r->n < 2)
        return go_fail(err, GO_EINVAL, "syntax error: usage: katachi-param NAME VALUE");
    if (strcmp(r->arg[0], "live-gfx") != 0)
        return gtp_set_parameter(e, r->arg[0], r->arg[1], err);
    return gtp_need_bool(r->arg[1], &e->settings.live, err);
}

/* GoGui calls it to learn whether "# interrupt" may be sent. */
static go_status cmd_interrupt(GTP_ARGS)
{
    return GO_OK;
}

const gtp_command gtp_gogui_commands[] = {
    {"gogui-analyze_commands", cmd_analyze_commands, 0, NULL},
    {"gogui-interrupt", cmd_interrupt, 0, NULL},
    {"katachi-policy", cmd_view, 0, NULL},
    {"katachi-gammas", cmd_view, 0, NULL},
    {"katachi-ownership", cmd_view, 0, NULL},
    {"katachi-criticality", cmd_view, 0, NULL},
    {"katachi-visits", cmd_view, 0, NULL},
    {"katachi-pv", cmd_view, 0, NULL},
    {"katachi-search_info", cmd_search_info, 0, NULL},
    {"katachi-param", cmd_param, 0, "[NAME VALUE]"},
    {0}};
