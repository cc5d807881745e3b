/* moves.c -- the engine's own moves. */
#include "gtp/player/state.h"
#include "gtp/player/final_estimate.h"
#include "mcts/final/cleanup.h"
#include "gtp/commands/live.h"
#include "gtp/player/think.h"

static go_status think_watched(gtp_engine *e, colour c, search_decision *d, go_error *err)
{
    search_limits limits = {0};
    if (e->settings.live && e->talk) {
        limits.report = gtp_live_report;
        limits.user = e;
        limits.report_seconds = GTP_LIVE_SECONDS;
    }
    return gtp_think(e, c, limits, d, err);
}

static go_status cmd_genmove(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    colour c;
    search_decision d;
    go_status status = gtp_need_colour(r->arg[0], &c, err);
    if (status == GO_OK)
        status = think_watched(e, c, &d, err);
    return status == GO_OK ? gtp_play_decision(e, c, &d, out, err) : status;
}

static go_status cmd_reg_genmove(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    colour c;
    search_decision d;
    go_status status = gtp_need_colour(r->arg[0], &c, err);
    if (status == GO_OK)
        status = think_watched(e, c, &d, err);
    if (status == GO_OK && d.resign)
        fputs("resign", out);
    else if (status == GO_OK)
        gtp_write_vertex(e, d.at, out);
    return status;
}

/* KGS sends this when the players disagree on dead stones: pass only once all
 * of the opponent's dead stones are off the board, and never resign.         */
static go_status cmd_cleanup(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    colour c;
    const final_status *found;
    point moves[BOARD_MAX_AREA];
    search_decision d = {.at = PASS};
    go_status status = gtp_need_colour(r->arg[0], &c, err);
    if (status == GO_OK)
        status = gtp_judge_position(e, &found, err);
    if (status != GO_OK)
        return status;
    if (final_status_cleanup_moves(e->game, found, c, moves) > 0)
        d.at = moves[0];
    else if (final_status_to_capture(e->game, found, c, moves) > 0) /* not at once: a ko */
        status = think_watched(e, c, &d, err);
    d.resign = false;
    return status == GO_OK ? gtp_play_decision(e, c, &d, out, err) : status;
}

/* For matches (match/game/play.c): what the last search did. */
static go_status cmd_counts(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    (void)r, (void)err;
    search_counts c = search_counted(e->search);
    fprintf(out, "playouts %lld visits %lld nodes %lld seconds %.3f", (long long)c.playouts,
            (long long)c.visits, (long long)c.nodes, c.seconds);
    if (c.net_queries)
        fprintf(out, " asked %lld evaluated %lld remembered %.3f batch %.2f",
                (long long)c.net_queries, (long long)c.net_evaluated, search_counts_cached(&c),
                search_counts_batch(&c));
    return GO_OK;
}

const gtp_command gtp_move_commands[] = {
    {"genmove", cmd_genmove, 1, "COLOUR"},
    {"reg_genmove", cmd_reg_genmove, 1, "COLOUR"},
    {"kgs-genmove_cleanup", cmd_cleanup, 1, "COLOUR"},
    {"katachi-counts", cmd_counts, 0, NULL},
    {0}};
