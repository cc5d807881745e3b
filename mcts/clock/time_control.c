#include "mcts/clock/time_control.h"

#include <math.h>

/* ---- clocks ---- */

static time_clock overtime(const time_settings *s)
{
    return (time_clock){s->period, s->system == TIME_CANADIAN ? s->stones : s->periods};
}

static bool has_overtime(const time_settings *s)
{
    return s->system == TIME_BYOYOMI || s->system == TIME_CANADIAN;
}

time_clock time_clock_start(const time_settings *s)
{
    if (s->system == TIME_NONE)
        return (time_clock){INFINITY, 0};
    if (has_overtime(s) && s->main <= 0)
        return overtime(s);
    return (time_clock){s->main, 0};
}

void time_clock_tell(const time_settings *s, time_clock *c, double seconds, int count)
{
    if (s->system == TIME_NONE && seconds <= 0)
        return;
    c->left = seconds > 0 ? seconds : 0;
    c->count = has_overtime(s) && count > 0 ? count : 0;
}

static bool lost(time_clock *c)
{
    c->left = 0;
    return false;
}

static bool spend_fischer(const time_settings *s, time_clock *c, double seconds)
{
    if (seconds > c->left || (s->max_per_move > 0 && seconds > s->max_per_move))
        return lost(c);
    c->left += s->increment - seconds;
    if (s->main_cap > 0)
        c->left = fmin(c->left, s->main_cap);
    return true;
}

/* Seconds by which sums of main time and periods may be off. */
static const double rounding = 1e-9;

/* Spends `seconds` of overtime; a period that is not used up starts again in full. */
static bool spend_byoyomi(const time_settings *s, time_clock *c, double seconds)
{
    double over = seconds - c->left - rounding, used_up = over > 0 ? ceil(over / s->period) : 0;
    if (used_up >= c->count)
        return lost(c);
    *c = (time_clock){s->period, c->count - (int)used_up};
    return true;
}

static bool spend_canadian(const time_settings *s, time_clock *c, double seconds)
{
    if (seconds > c->left + rounding)
        return lost(c);
    *c = c->count > 1 ? (time_clock){fmax(c->left - seconds, 0), c->count - 1} : overtime(s);
    return true;
}

bool time_clock_spend(const time_settings *s, time_clock *c, double seconds)
{
    seconds = seconds > 0 ? seconds : 0;
    if (s->system == TIME_NONE) {
        c->left = fmax(c->left - seconds, 0);
        return true;
    }
    if (s->system == TIME_FISCHER)
        return spend_fischer(s, c, seconds);
    if (c->count == 0 && seconds <= c->left) {
        c->left -= seconds;
        return true;
    }
    if (!has_overtime(s))
        return lost(c);
    if (c->count == 0) { /* this move runs into overtime */
        seconds -= c->left;
        *c = overtime(s);
    }
    return s->system == TIME_BYOYOMI ? spend_byoyomi(s, c, seconds) : spend_canadian(s, c, seconds);
}

time_clock time_clock_after_loss(const time_settings *s)
{
    switch (s->system) {
    case TIME_FISCHER:
        return (time_clock){s->main_cap > 0 ? fmin(s->increment, s->main_cap) : s->increment, 0};
    case TIME_BYOYOMI:
        return (time_clock){s->period, 1};
    case TIME_CANADIAN:
        return overtime(s);
    case TIME_NONE:
    case TIME_ABSOLUTE:
        break;
    }
    return (time_clock){0, 0};
}

double time_clock_most(const time_settings *s, const time_clock *c)
{
    switch (s->system) {
    case TIME_FISCHER:
        return s->max_per_move > 0 ? fmin(c->left, s->max_per_move) : c->left;
    case TIME_BYOYOMI:
        return c->left + s->period * (c->count ? c->count - 1 : s->periods);
    case TIME_CANADIAN:
        return c->count ? c->left : c->left + s->period;
    case TIME_NONE:
    case TIME_ABSOLUTE:
        break;
    }
    return c->left;
}

/* ---- planning ----
 *
 * All sums below are costs: the thinking and the lag of a move together.      */

static const double least_shares = 35, early_plies = 105; /* C and MaxPly of the header */
static const double full_area = 361;
static const double unclear = 2;          /* times longer, at most, when the best move is unclear */
static const double fischer_share = 0.75; /* of the clock, at most, for one move */
static const double least = 0.001;        /* seconds: enough for a search to begin */

typedef struct cost {
    double planned;
    double most; /* never more than this */
} cost;
typedef cost cost_rule(const time_settings *s, const time_clock *c, double lag, int ply, int area);

/* The time left is divided by this nominal number of moves. */
static double shares(int ply, int area)
{
    double scale = area / full_area, early = early_plies * pow(scale, 1.5);
    return fmax(least_shares * scale + fmax(early - ply, 0), 5);
}

/* Main time reserved for future moves, each its lag and the least thinking: own moves until the
 * board is full 1.2 times over, with a few to spare, and at least an eighth of the area.  In a game
 * so fast that a cautious lag would leave no time to think, a move reserves at most its share of
 * four fifths of the main time: real lags are seldom that long.               */
static double kept_back(const time_settings *s, double left, double lag, int ply, int area)
{
    double moves = fmax(0.62 * area - 0.5 * ply, 0.125 * area);
    return fmin(moves * fmin(lag + least, s->main / (0.75 * area)), 0.98 * left);
}

static cost cost_absolute(const time_settings *s, const time_clock *c, double lag, int ply,
                          int area)
{
    double spare = c->left - kept_back(s, c->left, lag, ply, area);
    return (cost){lag + spare / shares(ply, area), spare};
}

/* A move gets its increment, a share of the rest, and whatever would exceed the cap. */
static cost cost_fischer(const time_settings *s, const time_clock *c, double lag, int ply, int area)
{
    double short_of = fmax(lag - s->increment, 0); /* per move, by its lag alone */
    double spare = fmax(c->left - s->increment, 0) - kept_back(s, c->left, short_of, ply, area);
    cost k = {fmax(s->increment, lag) + fmax(spare, 0) / shares(ply, area), fischer_share * c->left};
    if (s->main_cap > 0)
        k.planned = fmax(k.planned, c->left + s->increment - s->main_cap);
    if (s->max_per_move > 0)
        k.most = fmin(k.most, s->max_per_move);
    return k;
}

/* In main time a move takes a period's length and a share of the main time; it may end in
 * the first period, which then starts again in full.  A whole period is sacrificed only
 * if at least two remain.                                                     */
static cost cost_byoyomi(const time_settings *s, const time_clock *c, double lag, int ply, int area)
{
    double left = c->left;
    int periods = c->count;
    if (periods == 0) {
        double most = left + s->period * (s->periods > 2 ? 2 : 1);
        return (cost){fmin(s->period + left / shares(ply, area), left + s->period), most};
    }
    if (left <= lag + least && periods > 1) { /* this one cannot be saved */
        left += s->period;
        periods--;
    }
    return (cost){left, periods > 2 ? left + s->period : left};
}

/* A period is divided evenly among its stones; a long move leaves the others at least half
 * of their shares and time for their lag.                                     */
static cost cost_canadian(const time_settings *s, const time_clock *c, double lag, int ply,
                          int area)
{
    double period = c->count ? c->left : s->period, main = c->count ? 0 : c->left;
    int stones = c->count ? c->count : s->stones;
    double share = period / stones;
    double others = (stones - 1) * fmax(share / 2, lag + least);
    return (cost){share + main / shares(ply, area), main + period - others};
}

time_plan time_plan_move(const time_settings *s, const time_clock *c, int ply, int size, double lag)
{
    static cost_rule *const rules[] = {[TIME_NONE] = cost_absolute, /* of the time told */
                                       [TIME_ABSOLUTE] = cost_absolute,
                                       [TIME_FISCHER] = cost_fischer,
                                       [TIME_BYOYOMI] = cost_byoyomi,
                                       [TIME_CANADIAN] = cost_canadian};
    if (isinf(c->left))
        return (time_plan){0};
    cost k = rules[s->system](s, c, lag, ply, size * size);
    double room = k.most - lag - least, planned = k.planned - lag;
    return (time_plan){.seconds = fmax(fmin(planned, room), least),
                       .max_seconds = fmax(fmin(unclear * planned, room), least),
                       .saves = s->system != TIME_BYOYOMI || c->count == 0};
}
