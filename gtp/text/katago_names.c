#include "gtp/text/katago_names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"
#include "mcts/search_settings.h"

/* KataGo's name, ours, and ours = scale * KataGo's + shift: its values go from -1 to 1, ours
 * from 0 to 1.                                                                */
#define NAMES(X)                                                                           \
    X("maxVisits", "visits", 1, 0)                                                         \
    X("maxPlayouts", "playouts", 1, 0)                                                     \
    X("maxTime", "move-time", 1, 0)                                                        \
    X("numSearchThreads", "threads", 1, 0)                                                 \
    X("ponderingEnabled", "ponder", 1, 0)                                                  \
    X("allowResignation", "resign", 1, 0)                                                  \
    X("resignThreshold", "resign-threshold", 0.5, 0.5)                                     \
    X("resignConsecTurns", "resign-moves", 1, 0)                                           \
    X("resignMinScoreDifference", "resign-lead", 1, 0)                                     \
    X("lagBuffer", "lag", 1, 0)                                                            \
    X("cpuctExploration", "c-puct", 0.5, 0)                                                \
    X("cpuctExplorationLog", "c-puct-log", 1, 0)                                           \
    X("cpuctExplorationBase", "c-puct-base", 1, 0)                                         \
    X("fpuReductionMax", "fpu-reduction", 0.5, 0)                                          \
    X("rootFpuReductionMax", "root-fpu-reduction", 0.5, 0)                                 \
    X("rootPolicyTemperature", "root-temperature", 1, 0)                                   \
    X("nnPolicyTemperature", "policy-temperature", 1, 0)                                   \
    X("rootPolicyOptimism", "root-optimism", 1, 0)                                         \
    X("policyOptimism", "optimism", 1, 0)                                                  \
    X("rootSymmetryPruning", "root-symmetry", 1, 0)                                        \
    X("useLcbForSelection", "lcb", 1, 0)                                                   \
    X("useGraphSearch", "graph", 1, 0)                                                     \
    X("wideRootNoise", "wide-root", 1, 0)                                                  \
    X("playoutDoublingAdvantage", "doubling-advantage", 1, 0)                              \
    X("playoutDoublingAdvantagePla", "doubling-side", 1, 0)

#define ROW(katago, own, scale, shift) {katago, own, scale, shift},
static const struct katago_name {
    const char *katago, *own;
    double scale, shift;
} names[] = {NAMES(ROW)};

#define WORD(katago, own, scale, shift) katago,
const char *const katago_names[] = {NAMES(WORD) NULL};

static const struct katago_name *find(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i].katago) == 0)
            return &names[i];
    return NULL;
}

static bool has_our_scale(const struct katago_name *n)
{
    return n->scale == 1 && n->shift == 0;
}

const char *katago_fixed_value(const char *name)
{
    static const char *const fixed[][2] = {
        {"ignorePreRootHistory", "false"}, {"analysisIgnorePreRootHistory", "false"},
        {"antiMirror", "false"},           {"genmoveAntiMirror", "false"},
        {"conservativePass", "false"},     {"rootNumSymmetriesToSample", "1"}};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (strcmp(name, fixed[i][0]) == 0)
            return fixed[i][1];
    return NULL;
}

const char *katago_setting(const char *name)
{
    const struct katago_name *n = find(name);
    return n ? n->own : name;
}

/* Counts and times beyond what the option allows, such as 2^50 visits or 1e20 seconds for no
 * limit.                                                                      */
static double at_most(const option *o, double x)
{
    const bool limit = o && (o->kind == OPTION_INT || o->kind == OPTION_SECONDS);
    return limit && o->max > 0 ? fmin(x, o->max) : x;
}

/* KataGo's words for the side of playoutDoublingAdvantagePla, in any case; none is the mover. */
static const char *side(const char *value)
{
    static const char *const words[][2] = {{"B", "black"}, {"black", "black"}, {"W", "white"},
                                           {"white", "white"}, {"", "mover"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(value, words[i][0]) == 0)
            return words[i][1];
    return value;
}

go_status katago_value(const char *name, const char *value, char out[KATAGO_VALUE],
                       const char **own, go_error *err)
{
    const struct katago_name *n = find(name);
    const option *o = n ? search_option(n->own) : NULL;
    double x = 0;
    *own = n && strcmp(n->own, "doubling-side") == 0 ? side(value) : value;
    const bool is_number = n && *own == value && decimal_read(value, &x);
    const double scaled = n ? n->scale * x + n->shift : 0;
    if (n && !has_our_scale(n) && !(is_number && scaled >= o->min && scaled <= o->max))
        return go_fail(err, GO_EINVAL, "%s expects a number from %.9g to %.9g, not '%s'", name,
                       (o->min - n->shift) / n->scale, (o->max - n->shift) / n->scale, value);
    if (is_number) {
        snprintf(out, KATAGO_VALUE, "%.9g", at_most(o, scaled));
        *own = out;
    }
    return GO_OK;
}

const char *katago_value_of(const char *name, const char *own, char out[KATAGO_VALUE])
{
    const struct katago_name *n = find(name);
    double x;
    if (n && (strcmp(own, "yes") == 0 || strcmp(own, "no") == 0))
        return *own == 'y' ? "true" : "false";
    if (!n || has_our_scale(n) || !decimal_read(own, &x))
        return own;
    snprintf(out, KATAGO_VALUE, "%.9g", (x - n->shift) / n->scale);
    return out;
}
