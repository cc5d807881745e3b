#include "mcts/search_settings.h"

#include <stdio.h>
#include <string.h>

#include "board/board.h"

#define AT(field) offsetof(search_settings, field)

/* The constants of the search were measured by matches; doc/strength.md. */
const option search_options[] = {
    {"playouts", 'p', OPTION_INT, "N", "0", 0, 2e9, AT(playouts), NULL,
     "playouts for a move; 0: no such limit"},
    {"visits", 'v', OPTION_INT, "N", "0", 0, 2e9, AT(visits), NULL,
     "visits of the root, those kept from the last move included; 0: no such limit"},
    {"move-time", 't', OPTION_SECONDS, "T", "0", 0, 1e6, AT(move_time), NULL,
     "time for a move; 0: no such limit"},
    OPTION_THREADS(search_settings, threads),
    {"memory", 'm', OPTION_BYTES, "BYTES", "0", 0, 1e15, AT(memory), NULL,
     "memory of the tree (at least 1M); 0: a quarter of the RAM, at most 4G"},
    {"seed", 0, OPTION_INT, "N", "1", 0, 2147483647, AT(seed), NULL,
     "with one thread, the same seed gives the same moves"},

    {"gammas", 'g', OPTION_TEXT, "FILE", NULL, 0, 0, AT(gammas), NULL,
     "the gammas of the tree; default: those that came with katachi"},
    {"fast-gammas", 0, OPTION_TEXT, "FILE", NULL, 0, 0, AT(fast_gammas), NULL,
     "the gammas of the playouts; default: those that came with katachi"},
    {"prior", 0, OPTION_CHOICE, "auto|gammas|uniform|network", "auto", 0, 0, AT(prior),
     NULL,
     "what the tree knows of a move before it is tried"},
    {"playout-policy", 0, OPTION_CHOICE, "gammas|uniform", "gammas", 0, 0, AT(playout), NULL,
     "how the moves of playouts are drawn"},
    {"prior-sharpness", 0, OPTION_REAL, "X", "1.5", 0, 10, AT(prior_sharpness), NULL,
     "power to which the tree's probabilities of moves are taken"},
    {"playout-sharpness", 0, OPTION_REAL, "X", "1.5", 0, 10, AT(playout_sharpness), NULL,
     "the same for the playouts"},
    {"playout-nakade", 0, OPTION_REAL, "X", "0.9", 0, 1, AT(playout_nakade), NULL,
     "how often playouts go for the vital point of an eyespace next to the last move"},
    {"evaluator", 0, OPTION_CHOICE, "auto|rollout|uniform|network|mixed", "auto", 0, 0,
     AT(evaluator), NULL,
     "what judges a position: a playout, nothing at all (every position is even), a network, or "
     "a mixture of network and playout"},

    {"net", 0, OPTION_TEXT, "FILE", NULL, 0, 0, AT(net), NULL,
     "a network of KataGo's or Leela Zero's formats to search with"},
    {"backend", 0, OPTION_TEXT, "NAME", NULL, 0, 0, AT(backend), NULL,
     "what computes the network; default: the first that is available"},
    {"profile", 0, OPTION_TEXT, "NAME", NULL, 0, 0, AT(profile), NULL,
     "whom a human-style network imitates: rank_9d (the default) to rank_20k, preaz_9d to "
     "preaz_20k, proyear_1800 to proyear_2023"},
    {"lambda", 0, OPTION_REAL, "X", "0.5", 0, 1, AT(lambda), NULL,
     "share of the playout in the value of the evaluator mixed"},
    {"net-cache", 0, OPTION_BYTES, "BYTES", "256M", 0, 1e15, AT(net_cache), NULL,
     "memory for answers of the network; 0: none"},
    {"net-batch", 0, OPTION_INT, "N", "0", 0, 4096, AT(net_batch), NULL,
     "positions of several threads evaluated together; 0: one on a processor, of all threads on "
     "a GPU"},
    {"symmetry", 0, OPTION_CHOICE, "random|average|none", "random", 0, 0, AT(symmetry), NULL,
     "which of the eight symmetries of a position the network is shown"},
    {"root-average", 0, OPTION_FLAG, NULL, "no", 0, 0, AT(root_average), NULL,
     "show the network the position to play from in all symmetries"},

    {"rule", 0, OPTION_CHOICE, "auto|uct-rave|puct", "auto", 0, 0, AT(rule), NULL,
     "how the next move to try is selected"},
    {"ucb", 0, OPTION_CHOICE, "ucb1|tuned", "ucb1", 0, 0, AT(ucb), NULL,
     "the upper confidence bound of uct-rave"},
    {"ucb-c", 0, OPTION_REAL, "X", "0.05", 0, 10, AT(ucb_c), NULL,
     "weight of the upper confidence bound"},
    {"rave", 0, OPTION_FLAG, NULL, "yes", 0, 0, AT(rave), NULL,
     "use the moves of whole playouts (RAVE) in uct-rave"},
    {"rave-schedule", 0, OPTION_CHOICE, "mse|hand", "hand", 0, 0, AT(rave_schedule), NULL,
     "weight of RAVE: by least squared error, or sqrt(k / (3 n + k))"},
    {"rave-k", 0, OPTION_REAL, "N", "1000", 0, 1e9, AT(rave_k), NULL,
     "the k of the hand schedule: visits at which RAVE counts half"},
    {"rave-bias", 0, OPTION_REAL, "X", "0.05", 0, 1, AT(rave_bias), NULL,
     "the bias of RAVE that the mse schedule reckons with"},
    {"widening", 0, OPTION_FLAG, NULL, "yes", 0, 0, AT(widening), NULL,
     "look at the likeliest moves first, at more with more visits"},
    {"widening-start", 0, OPTION_REAL, "N", "10", 0, 1e9, AT(widening_start), NULL,
     "visits until the second move joins"},
    {"widening-growth", 0, OPTION_REAL, "X", "1.25", 1, 10, AT(widening_growth), NULL,
     "each further move takes so many times more"},
    {"prior-weight", 0, OPTION_REAL, "X", "1", 0, 100, AT(prior_weight), NULL,
     "weight of the prior in uct-rave"},
    {"expand", 0, OPTION_INT, "N", "1", 1, 1000000, AT(expand), NULL,
     "visits of a position before its moves enter the tree"},
    {"c-puct", 0, OPTION_REAL, "X", "0", 0, 100, AT(c_puct), NULL,
     "weight of exploration in puct; 0: 0.5 with values of a network, 1.2 with playouts alone"},
    {"c-puct-log", 0, OPTION_REAL, "X", "0.44", 0, 100, AT(c_puct_log), NULL,
     "its growth with the logarithm of the visits, as a share of it"},
    {"c-puct-base", 0, OPTION_REAL, "N", "500", 1, 1e9, AT(c_puct_base), NULL,
     "the visits with which that growth begins"},
    {"fpu-reduction", 0, OPTION_REAL, "X", "0.1", 0, 2, AT(fpu_reduction), NULL,
     "how much worse than its parent an untried move is taken to be in puct"},
    {"c-puct-spread", 0, OPTION_REAL, "X", "0", 0, 1, AT(c_puct_spread), NULL,
     "how far exploration in puct goes with the spread of the values below; 0: not at all"},
    {"root", 0, OPTION_CHOICE, "rule|gumbel", "rule", 0, 0, AT(root), NULL,
     "how the moves of the root are tried: by the rule, or halving a few of them in turn (needs "
     "playouts or visits)"},
    {"gumbel-moves", 0, OPTION_INT, "N", "16", 1, BOARD_MAX_AREA + 1, AT(gumbel_moves), NULL,
     "moves that gumbel begins with"},
    {"gumbel-noise", 0, OPTION_REAL, "X", "0", 0, 10, AT(gumbel_noise), NULL,
     "its randomness; 0: the likeliest moves, 1: drawn by their priors"},
    {"virtual-loss", 0, OPTION_REAL, "X", "1", 0, 100, AT(virtual_loss), NULL,
     "losses counted for a visit under way, so that threads part"},
    {"noise", 0, OPTION_REAL, "X", "0", 0, 1, AT(noise), NULL,
     "share of Dirichlet noise in the priors of the root"},
    {"noise-alpha", 0, OPTION_REAL, "X", "0", 0, 1000, AT(noise_alpha), NULL,
     "its concentration; 0: 10.83 over the number of legal moves"},
    {"root-temperature", 0, OPTION_REAL, "X", "1", 0.1, 10, AT(root_temperature), NULL,
     "priors of the root are taken to the power 1 / X"},
    {"score-weight", 0, OPTION_REAL, "X", "0.04", 0, 0.5, AT(score_weight), NULL,
     "how much of a win is its size"},

    {"lcb", 0, OPTION_FLAG, NULL, "yes", 0, 0, AT(lcb), NULL,
     "choose the move of the best lower confidence bound, not of the most visits"},
    {"lcb-confidence", 0, OPTION_REAL, "X", "0.9999", 0.5, 0.9999999, AT(lcb_confidence), NULL,
     "confidence of that bound, by Student's t"},
    {"temperature", 0, OPTION_REAL, "X", "0", 0, 10, AT(temperature), NULL,
     "0: the best move; 1: moves drawn by their visits"},
    {"temperature-moves", 0, OPTION_REAL, "N", "0", 0, 1e6, AT(temperature_moves), NULL,
     "moves of the game until the temperature has halved; 0: it stays"},
    {"early-stop", 0, OPTION_FLAG, NULL, "yes", 0, 0, AT(early_stop), NULL,
     "stop when the choice cannot change any more"},
    {"reuse", 0, OPTION_FLAG, NULL, "yes", 0, 0, AT(reuse), NULL,
     "keep what was found below the moves played"},
    {"ponder", 0, OPTION_FLAG, NULL, "no", 0, 0, AT(ponder), NULL,
     "think in the opponent's time"},
    {"resign", 0, OPTION_FLAG, NULL, "yes", 0, 0, AT(resign), NULL, "give up hopeless games"},
    {"resign-threshold", 0, OPTION_REAL, "X", "0.08", 0, 0.5, AT(resign_threshold), NULL,
     "win rate below which a position is hopeless"},
    {"resign-moves", 0, OPTION_INT, "N", "3", 1, 1000, AT(resign_moves), NULL,
     "own moves in a row that it must be"},
    {"dynamic-komi", 0, OPTION_REAL, "X", "0", 0, 30, AT(dynamic_komi), NULL,
     "points that each handicap stone counts early in the game, fading; 0: off"},
    {"strength", 0, OPTION_INT, "N", "0", 0, 20, AT(strength), NULL,
     "1: for a beginner, 20: nearly full; 0: full"},
    {"lag", 0, OPTION_SECONDS, "T", "0.3", 0, 60, AT(lag), NULL,
     "time kept back in each move for the way to a server"},
    {0}};

static const option_group groups[] = {{NULL, search_options, 0}, {0}};
static const command_spec spec = {.name = "search", .groups = groups};

void search_settings_default(search_settings *s)
{
    memset(s, 0, sizeof *s);
    options_defaults(&spec, s);
}

bool search_settings_net_values(const search_settings *s)
{
    return s->evaluator == EVALUATOR_NETWORK || s->evaluator == EVALUATOR_MIXED;
}

bool search_settings_need_net(const search_settings *s)
{
    return search_settings_net_values(s) || s->prior == PRIOR_NETWORK;
}

void search_settings_resolve(search_settings *s)
{
    bool net = s->net && *s->net;
    if (s->rule == RULE_AUTO)
        s->rule = net ? RULE_PUCT : RULE_UCT_RAVE;
    if (s->evaluator == EVALUATOR_AUTO)
        s->evaluator = net ? EVALUATOR_NETWORK : EVALUATOR_ROLLOUT;
    if (s->prior == PRIOR_AUTO)
        s->prior = net ? PRIOR_NETWORK : PRIOR_GAMMAS;
    if (s->evaluator == EVALUATOR_MIXED && s->lambda <= 0)
        s->evaluator = EVALUATOR_NETWORK;
    if (s->evaluator == EVALUATOR_MIXED && s->lambda >= 1)
        s->evaluator = EVALUATOR_ROLLOUT;
    if (s->c_puct <= 0) /* playouts scatter more: doc/strength.md */
        s->c_puct = search_settings_net_values(s) ? 0.5 : 1.2;
}

go_status search_settings_set(search_settings *s, const char *name, const char *value,
                              go_error *err)
{
    return options_set(&spec, s, name, value, err);
}

const option *search_option(const char *name)
{
    for (const option *o = search_options; o->name; o++)
        if (!strcmp(o->name, name))
            return o;
    return NULL;
}

/* The i-th of the words "a|b|c". */
static void choice(const char *words, int i, char *out, size_t n)
{
    while (i-- > 0)
        words = strchr(words, '|') + 1;
    snprintf(out, n, "%.*s", (int)strcspn(words, "|"), words);
}

bool search_settings_get(const search_settings *s, const char *name, char *out, size_t n)
{
    const option *o = search_option(name);
    if (!o)
        return false;
    const char *field = (const char *)s + o->offset;
    switch (o->kind) {
    case OPTION_FLAG: snprintf(out, n, "%s", *(const bool *)field ? "yes" : "no"); break;
    case OPTION_INT: snprintf(out, n, "%d", *(const int *)(const void *)field); break;
    case OPTION_BYTES:
        snprintf(out, n, "%lld", (long long)*(const int64_t *)(const void *)field);
        break;
    case OPTION_CHOICE: choice(o->metavar, *(const int *)(const void *)field, out, n); break;
    case OPTION_TEXT: {
        const char *text = *(const char *const *)(const void *)field;
        snprintf(out, n, "%s", text ? text : "");
        break;
    }
    default: snprintf(out, n, "%.9g", *(const double *)(const void *)field); break;
    }
    return true;
}
