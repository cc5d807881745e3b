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

/* Any length: LizzieYzy asks for 2147483647 when it wants the last line only. */
static go_status read_interval(gtp_analysis_options *o, const char *text, go_error *err)
{
    double centiseconds;
    if (!gtp_arg_real(text, &centiseconds) || centiseconds < 0)
        return gtp_syntax(err, "an interval in hundredths of a second", text);
    o->limits.report_seconds = centiseconds > 1 ? centiseconds / 100 : 0.01;
    return GO_OK;
}

/* ---- avoid and allow ---- */

static go_status add_avoid(gtp_analysis_options *o, colour c, point p, int depth, go_error *err)
{
    int n = o->limits.n_avoid;
    for (int i = 0; i < n; i++)
        if (o->avoid[i].colour == c && o->avoid[i].at == p && o->avoid[i].depth >= depth)
            return GO_OK;
    if (n == GTP_MAX_AVOID)
        return go_fail(err, GO_EINVAL, "too many moves to avoid");
    o->avoid[n] = (search_restriction){(uint8_t)c, p, depth};
    o->limits.n_avoid++;
    return GO_OK;
}

static go_status add_allow(gtp_analysis_options *o, colour c, point p, int depth, go_error *err)
{
    search_allowance *a = &o->limits.allow[c];
    if (a->n > 0 && a->depth != depth)
        return go_fail(err, GO_EINVAL, "allow takes only one depth for each colour");
    for (int i = 0; i < a->n; i++)
        if (o->allow[c][i] == p)
            return GO_OK;
    a->at = o->allow[c];
    a->depth = depth;
    o->allow[c][a->n++] = p;
    return GO_OK;
}

/* COLOUR V,V,... PLIES. */
static go_status read_restriction(gtp_analysis_options *o, const gtp_engine *e, words *w,
                                  bool allow, go_error *err)
{
    colour c;
    int depth;
    GO_TRY(gtp_need_colour(next(w), &c, err));
    const char *points = next(w), *plies = next(w);
    if (!points[strspn(points, ",")])
        return go_fail(err, GO_EINVAL, "syntax error: avoid and allow need moves such as D4,Q16");
    if (!gtp_arg_int(plies, 1, GTP_MOST, &depth))
        return gtp_syntax(err, "a number of plies from 1", plies);
    for (const char *at = points + strspn(points, ","); *at;) { /* "D4,,Q16," is no fault */
        char name[COORD_MAX + 1];
        size_t n = strcspn(at, ",");
        point p = PASS;
        snprintf(name, sizeof name, "%.*s", (int)(n < COORD_MAX ? n : COORD_MAX), at);
        GO_TRY(gtp_need_vertex(e, name, &p, err));
        GO_TRY(allow ? add_allow(o, c, p, depth, err) : add_avoid(o, c, p, depth, err));
        at += n + strspn(at + n, ",");
    }
    return GO_OK;
}

/* ---- keys ---- */

#define KEYS "interval, avoid, allow, minmoves, maxmoves, ownership, movesOwnership, pvVisits " \
             "or rootInfo"

static go_status read_key(gtp_analysis_options *o, const gtp_engine *e, const char *key,
                          words *w, go_error *err)
{
    /* The last four keys of KataGo are ignored, so that clients need not know the engine. */
    bool unused;
    const struct {
        const char *name;
        bool *value;
    } flags[] = {{"ownership", &o->extras.ownership},
                 {"movesOwnership", &o->extras.moves_ownership},
                 {"pvVisits", &o->extras.pv_visits},
                 {"rootInfo", &o->extras.root_info},
                 {"ownershipStdev", &unused},
                 {"noResultValue", &unused},
                 {"movesOwnershipStdev", &unused},
                 {"pvEdgeVisits", &unused}};
    if (!strcasecmp(key, "interval"))
        return read_interval(o, next(w), err);
    if (!strcasecmp(key, "minmoves"))
        return gtp_need_count(next(w), "a number of moves", &o->min_moves, err);
    if (!strcasecmp(key, "maxmoves"))
        return gtp_need_count(next(w), "a number of moves", &o->max_moves, err);
    if (!strcasecmp(key, "avoid") || !strcasecmp(key, "allow"))
        return read_restriction(o, e, w, !strcasecmp(key, "allow"), err);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (!strcasecmp(key, flags[i].name))
            return gtp_need_bool(next(w), flags[i].value, err);
    return gtp_syntax(err, "b or w, centiseconds, " KEYS, key);
}

/* In any order, as in Leela Zero 0.17: a colour, an interval without its name, a key and its value.
 */
static go_status read_word(gtp_analysis_options *o, const gtp_engine *e, words *w, go_error *err)
{
    const char *word = next(w);
    if (gtp_arg_colour(word, &o->c))
        return GO_OK;
    if (strspn(word, "0123456789.") > 0)
        return read_interval(o, word, err);
    return read_key(o, e, word, w, err);
}

go_status gtp_analysis_options_read(gtp_analysis_options *o, const gtp_engine *e,
                                    const search_limits *limits, const gtp_request *r,
                                    go_error *err)
{
    words w = {r, 0};
    *o = (gtp_analysis_options){.c = e->game->to_move, .limits = *limits};
    o->limits.report_seconds = 0.5;
    o->limits.avoid = o->avoid;
    while (w.at < r->n)
        GO_TRY(read_word(o, e, &w, err));
    o->limits.moves_ownership = o->extras.moves_ownership;
    /* without any move to search, an analysis would never print anything */
    return search_limits_check(&o->limits, e->game, o->c, err);
}
