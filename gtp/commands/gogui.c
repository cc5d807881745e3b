/* gogui.c -- GoGui's analyze commands (its reference, "Analyze commands"). */
#include <string.h>

#include "gtp/text/args.h"
#include "gtp/player/state.h"
#include "gtp/player/parameters.h"
#include "gtp/player/think.h"
#include "gtp/commands/views.h"

static go_status cmd_analyze_commands(gtp_engine *e, const gtp_request *r, FILE *out,
                                      go_error *err)
{
    (void)e, (void)r, (void)err;
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
static go_status look(gtp_engine *e, go_error *err)
{
    go_status status = gtp_have_searched(e, err);
    return status == GO_OK ? search_analyze(e->search, NULL, &e->analysis, err) : status;
}

typedef void view(const gtp_engine *e, const search_analysis *a, FILE *out);

static go_status show(gtp_engine *e, view *draw, FILE *out, go_error *err)
{
    go_status status = look(e, err);
    if (status == GO_OK)
        draw(e, &e->analysis, out);
    return status;
}

static go_status cmd_policy(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r;
    return show(e, gtp_view_policy, out, err);
}

static go_status cmd_gammas(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r;
    return show(e, gtp_view_gammas, out, err);
}

static go_status cmd_visits(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r;
    return show(e, gtp_view_visits, out, err);
}

static go_status cmd_pv(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r;
    return show(e, gtp_view_pv, out, err);
}

static void view_ownership(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    gtp_view_values(e, a->ownership, out);
}

static void view_criticality(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    gtp_view_values(e, a->criticality, out);
}

static go_status cmd_ownership(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r;
    return show(e, view_ownership, out, err);
}

static go_status cmd_criticality(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r;
    return show(e, view_criticality, out, err);
}

static void write_network(const search_counts *n, FILE *out)
{
    if (n->net_queries)
        fprintf(out, "network asked %lld, evaluated %lld (%.1f %% remembered), %.1f a batch\n",
                (long long)n->net_queries, (long long)n->net_evaluated,
                100 * search_counts_cached(n), search_counts_batch(n));
}

static go_status cmd_search_info(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r;
    go_status status = look(e, err);
    if (status != GO_OK)
        return status;
    search_counts n = search_counted(e->search);
    fprintf(out, "win rate %.1f %%\nlead %.1f\nvisits %lld\nplayouts %lld in %.2f s (%.0f/s)\n"
            "nodes %lld, %.1f of %.1f MB\ndepth %d\n",
            100 * e->analysis.winrate, e->analysis.lead, (long long)n.visits,
            (long long)n.playouts, n.seconds,
            n.seconds > 0 ? (double)n.playouts / n.seconds : 0.0, (long long)n.nodes,
            (double)n.bytes / 0x1p20, (double)n.bytes_max / 0x1p20, n.max_depth);
    write_network(&n, out);
    return GO_OK;
}

/* GoGui shows what comes without arguments as a dialogue, and sends back what
 * was changed, one by one.                                                   */
static go_status cmd_param(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
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
    return gtp_arg_bool(r->arg[1], &e->settings.live)
               ? GO_OK : gtp_syntax(err, "true or false", r->arg[1]);
}

/* Asked for to learn whether "# interrupt" may be sent. */
static go_status cmd_interrupt(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)e, (void)r, (void)out, (void)err;
    return GO_OK;
}

const gtp_command gtp_gogui_commands[] = {
    {"gogui-analyze_commands", cmd_analyze_commands, 0, NULL},
    {"gogui-interrupt", cmd_interrupt, 0, NULL},
    {"katachi-policy", cmd_policy, 0, NULL},
    {"katachi-gammas", cmd_gammas, 0, NULL},
    {"katachi-ownership", cmd_ownership, 0, NULL},
    {"katachi-criticality", cmd_criticality, 0, NULL},
    {"katachi-visits", cmd_visits, 0, NULL},
    {"katachi-pv", cmd_pv, 0, NULL},
    {"katachi-search_info", cmd_search_info, 0, NULL},
    {"katachi-param", cmd_param, 0, "[NAME VALUE]"},
    {0}};
