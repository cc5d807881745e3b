#include "gtp/player/think.h"

#include <math.h>

#include "base/clock.h"

go_status gtp_prepare(gtp_engine *e, go_error *err)
{
    int size = e->game->board.size;
    if (e->prepared == size)
        return GO_OK;
    GO_TRY(search_prepare(e->search, size, err));
    e->prepared = size;
    notice_tell(&e->people, e->search);
    return GO_OK;
}

/* ---- limits ---- */

/* Adds the clock to the limits of the settings: its plan less the time this command has
 * taken already, and at most the fixed time per move.                         */
static void limit_move(const gtp_engine *e, colour c, search_limits *l)
{
    const game *g = e->game;
    time_plan plan = time_plan_move(&e->time, &e->clock[c], (int)fmin((double)g->n_steps, 1e6),
                                    g->board.size, e->now.limits.lag + e->overrun);
    if (plan.seconds > 0) {
        double gone = clock_now() - e->begun, bound = l->seconds > 0 ? l->seconds : INFINITY;
        double most = time_clock_most(&e->time, &e->clock[c]) - gone - 0.5 * e->now.limits.lag;
        l->clock = fmax(most, 0.001);
        l->max_seconds = fmin(fmax(plan.max_seconds - gone, 0.001), bound);
        l->seconds = fmin(fmin(fmax(plan.seconds - gone, 0.001), bound), l->max_seconds);
        l->thrifty = plan.saves;
    }
    if (l->playouts <= 0 && l->visits <= 0 && l->seconds <= 0)
        l->seconds = GTP_DEFAULT_SECONDS;
    if (!l->stop)
        l->stop = gtp_input_interrupted(e->input);
}

/* ---- searching ---- */

/* The most that is kept in reserve after a search that ended late, in seconds. */
static double longest_overrun(double allowed)
{
    return fmax(0.25, 0.5 * allowed);
}

static go_status run(gtp_engine *e, colour c, const search_limits *limits, go_error *err)
{
    go_status status = gtp_prepare(e, err);
    if (status == GO_OK)
        status = search_run(e->search, e->game, c, limits, err);
    notice_tell(&e->people, e->search); /* failures during the search */
    e->searched = status == GO_OK ? e->position : 0;
    return status;
}

go_status gtp_think(gtp_engine *e, colour c, search_limits limits, search_decision *out,
                    go_error *err)
{
    GO_TRY(gtp_prepare(e, err)); /* before the clock is read */
    const double searches = clock_now();
    limit_move(e, c, &limits);
    GO_TRY(run(e, c, &limits, err));
    search_decide(e->search, out);
    e->thought_for = c;
    const double ended = clock_now(), allowed = fmax(limits.seconds, limits.max_seconds);
    /* On a busy machine a search ends late, and may do so again: keep that much time in
     * reserve for a while, but not much of a move: whoever stopped the program for minutes will
     * not do so each time.  What was read before it is not read again.        */
    if (allowed > 0)
        e->overrun = fmin(fmax(0.9 * e->overrun, ended - searches - allowed - e->now.limits.lag),
                          longest_overrun(allowed));
    if (!time_clock_spend(&e->time, &e->clock[c], ended - e->begun))
        e->clock[c] = time_clock_after_loss(&e->time);
    return GO_OK;
}

go_status gtp_think_on(gtp_engine *e, colour c, search_limits limits, go_error *err)
{
    limits.exact = true;
    limits.stop = gtp_input_arrived(e->input);
    return run(e, c, &limits, err);
}

go_status gtp_have_searched(gtp_engine *e, go_error *err)
{
    if (e->searched == e->position)
        return GO_OK;
    search_limits limits = {.playouts = 1000, .seconds = 1, .exact = true,
                            .stop = gtp_input_interrupted(e->input)};
    return run(e, e->game->to_move, &limits, err);
}

void gtp_write_decision(const gtp_engine *e, const search_decision *d, FILE *out)
{
    if (d->resign)
        fputs("resign", out);
    else
        gtp_write_vertex(e, d->at, out);
}

go_status gtp_play_decision(gtp_engine *e, colour c, const search_decision *d, FILE *out,
                            go_error *err)
{
    gtp_write_decision(e, d, out);
    e->head.moved[c] = true;
    if (d->resign) {
        e->head.resigned = c;
        e->head.resigned_at = e->position;
        return GO_OK;
    }
    GO_TRY(game_play(e->game, c, d->at, err));
    gtp_position_changed(e);
    e->ponder_for = opponent(c);
    return GO_OK;
}

/* ---- idle time ---- */

/* Where the next search could not keep the tree, pondering would be in vain. */
static bool may_ponder(const gtp_engine *e)
{
    const search_limits own = search_limits_default(&e->now);
    return e->now.limits.ponder && e->ponder_for != EMPTY && !game_is_over(e->game) &&
           search_limits_keep_tree(&own, search_configured(e->search));
}

bool gtp_has_idle_work(const gtp_engine *e)
{
    int size = e->game->board.size;
    return (e->prepared != size && e->tried != size) || may_ponder(e);
}

/* Files that cannot be read now are reported with the first move.  A search that ends
 * before a line arrives has nothing left to find.                             */
void gtp_use_idle_time(gtp_engine *e)
{
    bool ready = gtp_prepare(e, NULL) == GO_OK;
    e->tried = e->game->board.size;
    if (!ready || !may_ponder(e))
        return;
    gtp_think_on(e, e->ponder_for, (search_limits){0}, NULL);
    if (!atomic_load(gtp_input_arrived(e->input)))
        e->ponder_for = EMPTY;
}

/* ---- the end of the game ---- */

go_status gtp_final_estimate_find(gtp_engine *e, bool agreed, const final_status **out,
                                  go_error *err)
{
    gtp_final_estimate *f = &e->final;
    if (f->position != e->position || f->agreed != agreed) {
        f->position = 0;
        f->agreed = agreed;
        GO_TRY(gtp_prepare(e, err));
        GO_TRY(search_final_status(e->search, e->game, agreed, &f->status, err));
    }
    f->position = e->position;
    *out = &f->status;
    return GO_OK;
}
