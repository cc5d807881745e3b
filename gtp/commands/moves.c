/* moves.c -- the engine's own moves. */
#include "gtp/commands/command.h"
#include "gtp/commands/gogui.h"
#include "gtp/player/think.h"
#include "gtp/text/args.h"
#include "mcts/final/cleanup.h"

/* GoGui's live graphics: commands for its board on the stream for people, between
 * "gogui-gfx:" and an empty line (GoGui's reference, "Live graphics").        */
static bool show_live(void *user, search *s)
{
    gtp_engine *e = user;
    FILE *to = e->people.to;
    if (search_analyze(s, NULL, &e->analysis, NULL) != GO_OK)
        return true;
    fputs("gogui-gfx:\n", to);
    gtp_view_search(e, &e->analysis, to);
    fputs("\n", to);
    fflush(to);
    return true;
}

static go_status think_watched(gtp_engine *e, colour c, search_decision *d, go_error *err)
{
    search_limits limits = search_limits_default(&e->now);
    if (e->settings.live && e->people.to && !e->people.quiet) {
        limits.report = show_live;
        limits.user = e;
        limits.report_seconds = 0.5;
    }
    return gtp_think(e, c, limits, d, err);
}

static go_status cmd_genmove(GTP_ARGS)
{
    colour c;
    search_decision d;
    GO_TRY(gtp_need_colour(r->arg[0], &c, err));
    GO_TRY(think_watched(e, c, &d, err));
    return gtp_play_decision(e, c, &d, out, err);
}

static go_status cmd_reg_genmove(GTP_ARGS)
{
    colour c;
    search_decision d;
    GO_TRY(gtp_need_colour(r->arg[0], &c, err));
    GO_TRY(think_watched(e, c, &d, err));
    gtp_write_decision(e, &d, out);
    return GO_OK;
}

static go_status cmd_search_cancellable(GTP_ARGS)
{
    colour c;
    search_decision d;
    search_limits limits = search_limits_default(&e->now);
    limits.stop = gtp_input_arrived(e->input);
    GO_TRY(gtp_need_colour(r->arg[0], &c, err));
    GO_TRY(gtp_think(e, c, limits, &d, err));
    if (atomic_load(limits.stop))
        fputs("cancelled", out);
    else
        gtp_write_decision(e, &d, out);
    return GO_OK;
}

/* Ends pondering; an analysis has ended already, since a line has arrived. */
static go_status cmd_stop(GTP_ARGS)
{
    e->ponder_for = EMPTY;
    return GO_OK;
}

/* KGS sends this when the players disagree about dead stones: pass only once all of the
 * opponent's dead stones are captured, and never resign.                      */
static go_status cmd_cleanup(GTP_ARGS)
{
    colour c;
    const final_status *found;
    point moves[BOARD_MAX_AREA];
    search_decision d = {.at = PASS};
    GO_TRY(gtp_need_colour(r->arg[0], &c, err));
    GO_TRY(gtp_final_estimate_find(e, true, &found, err));
    if (final_status_cleanup_moves(e->game, found, c, moves) > 0)
        d.at = moves[0];
    else if (final_status_to_capture(e->game, found, c, moves) > 0) /* not at once: a ko */
        GO_TRY(think_watched(e, c, &d, err));
    d.resign = false;
    return gtp_play_decision(e, c, &d, out, err);
}

/* Counts of the last search, for matches (match/game/play.c). */
static go_status cmd_counts(GTP_ARGS)
{
    search_counts c = search_counted(e->search);
    fprintf(out, "playouts %lld visits %lld tree_bytes %lld seconds %.3f", (long long)c.playouts,
            (long long)c.visits, (long long)c.bytes, c.seconds);
    if (c.net_queries)
        fprintf(out, " asked %lld evaluated %lld remembered %.3f batch %.2f",
                (long long)c.net_queries, (long long)c.net_evaluated, search_counts_cached(&c),
                search_counts_batch(&c));
    return GO_OK;
}

const gtp_command gtp_move_commands[] = {
    {"genmove", cmd_genmove, 1, "COLOUR"},
    {"reg_genmove", cmd_reg_genmove, 1, "COLOUR"},
    {"kata-search", cmd_reg_genmove, 1, "COLOUR"},
    {"kata-search_cancellable", cmd_search_cancellable, 1, "COLOUR"},
    {"stop", cmd_stop, 0, NULL},
    {"kgs-genmove_cleanup", cmd_cleanup, 1, "COLOUR"},
    {"katachi-counts", cmd_counts, 0, NULL},
    {0}};
