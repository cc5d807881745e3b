/* gogui.c -- GoGui's analyze commands (its reference, "Analyze commands"), and what they
 * draw on its board: "dboard", a number from -1 (white) to 1 (black) for each point, row by
 * row from the top; or "gfx", lines such as COLOR #RRGGBB POINTS, LABEL POINT TEXT, VAR,
 * INFLUENCE and TEXT.                                                         */
#include "gtp/commands/gogui.h"

#include <math.h>
#include <string.h>

#include "gtp/commands/command.h"
#include "gtp/player/think.h"
#include "gtp/text/args.h"
#include "gtp/text/policy.h"
#include "patterns/gammas/gammas.h"

typedef void view(const gtp_engine *e, const search_analysis *a, FILE *out);

/* ---- views ---- */

static int area_of(const gtp_engine *e)
{
    return e->game->board.size * e->game->board.size;
}

static void write_values(const gtp_engine *e, const float *value, FILE *out)
{
    int size = e->game->board.size;
    for (int i = 0; i < area_of(e); i++)
        fprintf(out, "%.3f%c", (double)value[i] + 0.0, (i + 1) % size ? ' ' : '\n');
}

static void view_ownership(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    write_values(e, a->ownership, out);
}

static void view_criticality(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    write_values(e, a->criticality, out);
}

/* Colours point i: white for 0 to full red for 1, blue for -1. */
static void write_shade(const gtp_engine *e, int i, double x, FILE *out)
{
    int other = (int)lround(255 * (1 - fmin(fabs(x), 1)));
    fprintf(out, x >= 0 ? "COLOR #ff%02x%02x " : "COLOR #%02x%02xff ", other, other);
    gtp_write_vertex(e, board_point_at(e->game->board.size, i), out);
    fputc('\n', out);
}

static void write_label(const gtp_engine *e, int i, int number, FILE *out)
{
    fputs("LABEL ", out);
    gtp_write_vertex(e, board_point_at(e->game->board.size, i), out);
    fprintf(out, " %d\n", number);
}

/* Priors in shades of red; the square root makes small ones visible. */
static void view_policy(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    for (int i = 0; i < area_of(e); i++) {
        double p = (double)a->prior[i];
        if (p < 0.001)
            continue;
        write_shade(e, i, sqrt(p), out);
        if (p >= 0.005)
            write_label(e, i, (int)lround(100 * p), out);
    }
    fprintf(out, "TEXT prior of the pass: %.2f %%\n", 100 * (double)a->prior[area_of(e)]);
}

/* How much stronger or weaker each move is than the average one, in hundreds of Elo. */
static void view_gammas(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    int n = 0;
    for (int i = 0; i < area_of(e); i++)
        n += a->prior[i] > 0;
    for (int i = 0; i < area_of(e); i++) {
        if (!(a->prior[i] > 0))
            continue;
        double elo = gammas_elo((double)a->prior[i] * n);
        write_shade(e, i, elo / 800, out);
        write_label(e, i, (int)lround(elo / 100), out);
    }
    fputs("TEXT hundreds of Elo above or below the average move\n", out);
}

static void write_summary(const search_analysis *a, FILE *out)
{
    fprintf(out, "TEXT %lld visits, win rate %.1f %%, lead %.1f\n", (long long)a->visits,
            100 * a->winrate, a->lead);
}

/* Visits per mille, and win rates as influence. */
static void view_visits(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    double sign = a->to_move == WHITE ? -1 : 1, all = (double)(a->visits > 0 ? a->visits : 1);
    for (int i = 0; i < a->n_moves; i++) {
        const search_move *m = &a->move[i];
        if (m->at == PASS || m->visits == 0)
            continue;
        fputs("INFLUENCE ", out);
        gtp_write_vertex(e, m->at, out);
        fprintf(out, " %.3f\nLABEL ", sign * (2 * m->winrate - 1));
        gtp_write_vertex(e, m->at, out);
        fprintf(out, " %ld\n", lround(1000 * (double)m->visits / all));
    }
    write_summary(a, out);
}

static void view_pv(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    if (a->n_moves == 0)
        return;
    colour c = a->to_move;
    fputs("VAR", out);
    for (int i = 0; i < a->move[0].n_pv; i++, c = opponent(c)) {
        fputs(c == BLACK ? " b " : " w ", out);
        gtp_write_vertex(e, a->move[0].pv[i], out);
    }
    fputc('\n', out);
}

void gtp_view_search(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    view_pv(e, a, out);
    fputs("INFLUENCE", out);
    for (int i = 0; i < area_of(e); i++) {
        fputc(' ', out);
        gtp_write_vertex(e, board_point_at(e->game->board.size, i), out);
        fprintf(out, " %.2f", (double)a->ownership[i]);
    }
    fputc('\n', out);
    write_summary(a, out);
}

/* ---- commands ---- */

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

/* Fills e->analysis with a search of the current position. */
static go_status analyze(gtp_engine *e, go_error *err)
{
    GO_TRY(gtp_have_searched(e, err));
    GO_TRY(search_analyze(e->search, NULL, &e->analysis, err));
    policy_normalise(&e->analysis, e->game);
    return GO_OK;
}

static go_status cmd_view(GTP_ARGS)
{
    static const struct {
        const char *name;
        view *draw;
    } views[] = {{"katachi-policy", view_policy},
                 {"katachi-gammas", view_gammas},
                 {"katachi-ownership", view_ownership},
                 {"katachi-criticality", view_criticality},
                 {"katachi-visits", view_visits},
                 {"katachi-pv", view_pv}};
    GO_TRY(analyze(e, err));
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        if (strcmp(views[i].name, r->command) == 0)
            views[i].draw(e, &e->analysis, out);
    return GO_OK;
}

static go_status cmd_search_info(GTP_ARGS)
{
    GO_TRY(analyze(e, err));
    search_counts n = search_counted(e->search);
    fprintf(out, "win rate %.1f %%\nlead %.1f\nvisits %lld\nplayouts %lld in %.2f s (%.0f/s)\n"
            "tree %.1f of %.1f MB\ndepth %d\n",
            100 * e->analysis.winrate, e->analysis.lead, (long long)n.visits,
            (long long)n.playouts, n.seconds,
            n.seconds > 0 ? (double)n.playouts / n.seconds : 0.0,
            (double)n.bytes / 0x1p20, (double)n.bytes_max / 0x1p20, n.max_depth);
    if (n.net_queries)
        fprintf(out, "network queries %lld, evaluations %lld (%.1f %% cached), %.1f a batch\n",
                (long long)n.net_queries, (long long)n.net_evaluated,
                100 * search_counts_cached(&n), search_counts_batch(&n));
    return GO_OK;
}

/* GoGui shows the reply to a call without arguments as a dialogue and sends changes back
 * one by one.                                                                 */
static go_status cmd_param(GTP_ARGS)
{
    char playouts[40], seconds[40], rank[8], ranks[] = RANK_WORDS;
    if (r->n == 0) {
        search_settings_get(&e->now, "playouts", playouts, sizeof playouts);
        search_settings_get(&e->now, "move-time", seconds, sizeof seconds);
        search_settings_get(&e->now, "rank", rank, sizeof rank);
        for (char *p = ranks; *p; p++)
            *p = *p == '|' ? '/' : *p;
        fprintf(out, "[bool] live-gfx %d\n[bool] ponder %d\n[bool] resign %d\n"
                "[string] playouts %s\n[string] move-time %s\n[list/%s] rank %s\n",
                e->settings.live, e->now.limits.ponder, e->now.choice.resign, playouts, seconds,
                ranks, rank);
        return GO_OK;
    }
    if (r->n < 2)
        return go_fail(err, GO_EINVAL, "syntax error: usage: katachi-param NAME VALUE");
    if (strcmp(r->arg[0], "live-gfx") != 0)
        return gtp_set_parameter(e, r->arg[0], r->arg[1], err);
    return gtp_need_bool(r->arg[1], &e->settings.live, err);
}

/* GoGui asks for this command to learn whether it may send "# interrupt". */
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
