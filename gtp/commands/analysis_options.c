#include "gtp/commands/analysis_options.h"

#include <string.h>
#include <strings.h>

#include "board/coord.h"
#include "gtp/text/args.h"

/* Words still to be read. */
typedef struct words {
    const gtp_request *r;
    int at;
} words;

static const char *next(words *w)
{
    return w->at < w->r->n ? w->r->arg[w->at++] : "";
}

static go_status read_interval(gtp_analysis_options *o, const char *text, go_error *err)
{
    double centiseconds;
    if (!gtp_arg_real(text, &centiseconds) || centiseconds < 0 || centiseconds > 1e9)
        return gtp_syntax(err, "an interval in hundredths of a second", text);
    o->interval = centiseconds > 1 ? centiseconds / 100 : 0.01;
    return GO_OK;
}

static go_status read_count(const char *text, int *n, go_error *err)
{
    return gtp_arg_int(text, 0, 1000000000, n) ? GO_OK : gtp_syntax(err, "a number of moves", text);
}

static go_status read_flag(const char *text, bool *flag, go_error *err)
{
    return gtp_arg_bool(text, flag) ? GO_OK : gtp_syntax(err, "true or false", text);
}

/* ---- avoid and allow ---- */

static go_status add_avoid(gtp_analysis_options *o, colour c, point p, int depth, go_error *err)
{
    for (int i = 0; i < o->n_avoid; i++)
        if (o->avoid[i].colour == c && o->avoid[i].at == p && o->avoid[i].depth >= depth)
            return GO_OK;
    if (o->n_avoid == GTP_MAX_AVOID)
        return go_fail(err, GO_EINVAL, "too many moves to avoid");
    o->avoid[o->n_avoid++] = (search_restriction){(uint8_t)c, p, depth};
    return GO_OK;
}

static go_status add_allow(gtp_analysis_options *o, colour c, point p, int depth, go_error *err)
{
    if (o->n_allow > 0 && (o->allow_colour != c || o->allow_depth != depth))
        return go_fail(err, GO_EINVAL, "allow can be given for one colour and depth only");
    for (int i = 0; i < o->n_allow; i++)
        if (o->allow[i] == p)
            return GO_OK;
    o->allow_colour = c;
    o->allow_depth = depth;
    o->allow[o->n_allow++] = p;
    return GO_OK;
}

/* "Q16,D4": each point goes to `add`. */
static go_status read_points(gtp_analysis_options *o, const gtp_engine *e, const char *list,
                             colour c, int depth, bool allow, go_error *err)
{
    go_status status = GO_OK;
    for (const char *at = list; status == GO_OK && *at;) {
        char name[COORD_MAX + 1];
        size_t n = strcspn(at, ",");
        point p = PASS;
        snprintf(name, sizeof name, "%.*s", (int)(n < COORD_MAX ? n : COORD_MAX), at);
        status = gtp_need_vertex(e, name, &p, err);
        if (status == GO_OK)
            status = allow ? add_allow(o, c, p, depth, err) : add_avoid(o, c, p, depth, err);
        at += n + (at[n] == ',');
    }
    return status;
}

static go_status read_restriction(gtp_analysis_options *o, const gtp_engine *e, words *w,
                                  bool allow, go_error *err)
{
    colour c;
    int depth;
    go_status status = gtp_need_colour(next(w), &c, err);
    const char *points = next(w), *plies = next(w);
    if (status != GO_OK)
        return status;
    if (!*points)
        return go_fail(err, GO_EINVAL, "syntax error: avoid and allow need moves such as D4,Q16");
    if (!gtp_arg_int(plies, 1, 1000000000, &depth))
        return gtp_syntax(err, "a number of plies from 1", plies);
    return read_points(o, e, points, c, depth, allow, err);
}

/* ---- keys ---- */

/* KataGo's keys for what networks know; accepted, so that clients need not be
 * told apart.                                                                */
static bool has_no_meaning(const char *key)
{
    static const char *const keys[] = {"ownershipStdev", "noResultValue",
                                       "movesOwnershipStdev", "pvEdgeVisits", NULL};
    for (int i = 0; keys[i]; i++)
        if (strcasecmp(key, keys[i]) == 0)
            return true;
    return false;
}

#define KEYS "interval, avoid, allow, minmoves, maxmoves, ownership, movesOwnership, pvVisits " \
             "or rootInfo"

static go_status read_key(gtp_analysis_options *o, const gtp_engine *e, const char *key,
                          words *w, go_error *err)
{
    bool ignored;
    if (!strcasecmp(key, "interval"))
        return read_interval(o, next(w), err);
    if (!strcasecmp(key, "minmoves"))
        return read_count(next(w), &o->min_moves, err);
    if (!strcasecmp(key, "maxmoves"))
        return read_count(next(w), &o->max_moves, err);
    if (!strcasecmp(key, "avoid") || !strcasecmp(key, "allow"))
        return read_restriction(o, e, w, !strcasecmp(key, "allow"), err);
    if (!strcasecmp(key, "ownership"))
        return read_flag(next(w), &o->ownership, err);
    if (!strcasecmp(key, "movesOwnership"))
        return read_flag(next(w), &o->moves_ownership, err);
    if (!strcasecmp(key, "pvVisits"))
        return read_flag(next(w), &o->pv_visits, err);
    if (!strcasecmp(key, "rootInfo"))
        return read_flag(next(w), &o->root_info, err);
    if (has_no_meaning(key))
        return read_flag(next(w), &ignored, err);
    return gtp_syntax(err, w->at > 1 ? KEYS : "b or w, centiseconds, " KEYS, key);
}

/* Without a move to look at an analysis would say nothing for ever. */
static go_status check_allowed(const gtp_analysis_options *o, const gtp_engine *e, go_error *err)
{
    if (o->n_allow == 0 || o->allow_colour != o->c)
        return GO_OK;
    for (int i = 0; i < o->n_allow; i++) {
        bool open = game_legal(e->game, o->c, o->allow[i]) == MOVE_OK;
        for (int k = 0; open && k < o->n_avoid; k++)
            open = o->avoid[k].colour != o->c || o->avoid[k].at != o->allow[i];
        if (open)
            return GO_OK;
    }
    return go_fail(err, GO_EILLEGAL, "illegal move: none of the moves allowed can be played");
}

go_status gtp_analysis_options_read(gtp_analysis_options *o, const gtp_engine *e,
                                    const gtp_request *r, go_error *err)
{
    words w = {r, 0};
    *o = (gtp_analysis_options){.c = e->game->to_move, .interval = 0.5};
    if (w.at < r->n && gtp_arg_colour(r->arg[w.at], &o->c))
        w.at++;
    go_status status = GO_OK;
    if (w.at < r->n && strspn(r->arg[w.at], "0123456789.") > 0)
        status = read_interval(o, r->arg[w.at++], err);
    while (status == GO_OK && w.at < r->n)
        status = read_key(o, e, next(&w), &w, err);
    return status == GO_OK ? check_allowed(o, e, err) : status;
}

search_limits gtp_analysis_limits(const gtp_analysis_options *o)
{
    return (search_limits){.report_seconds = o->interval,
                           .moves_ownership = o->moves_ownership,
                           .avoid = o->avoid,
                           .n_avoid = o->n_avoid,
                           .allow = o->allow,
                           .n_allow = o->n_allow,
                           .allow_depth = o->allow_depth,
                           .allow_colour = (uint8_t)o->allow_colour};
}
