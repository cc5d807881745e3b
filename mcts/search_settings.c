#include "mcts/search_settings.h"

#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/rng.h"
#include "board/board.h"
#include "mcts/rank.h"
#include "mcts/tree/around.h"
#include "nn/formats/own_net.h"
#include "nn/inputs/profile.h"
#include "nn/session.h"

#define AT(field) offsetof(search_settings, field)

/* The constants of the search were measured by matches: doc/strength.md. */
const option search_options[] = {
    OPT_INT("playouts", 'p', "N", "0", 0, 2e9, AT(limits.playouts),
            "playouts per move; 0: no limit"),
    OPT_INT("visits", 'v', "N", "0", 0, 2e9, AT(limits.visits),
            "visits of the root, including those kept from the last move; 0: no limit"),
    OPT_SECONDS("move-time", 't', "TIME", "0", 0, 1e6, AT(limits.move_time),
                "time per move; 0: no limit", .elsewhere = "const-time|time"),
    OPTION_THREADS(search_settings, threads),
    OPT_BYTES("memory", 'm', "BYTES", "0", 0, 0x1p50, AT(tree.memory),
              "memory of the tree (at least 1M); 0: a quarter of the RAM, or of the "
              "limit under ulimit -v or in a container, at most 4G"),
    OPT_INT("seed", 0, "N", "1", 0, 2147483647, AT(seed),
            "with one thread, the same seed gives the same moves; 0: a new seed for each game"),

    OPT_TEXT("gammas", 'g', "FILE", NULL, AT(evaluate.gammas),
             "gammas of the tree; default: the installed ones"),
    OPT_TEXT("fast-gammas", 0, "FILE", NULL, AT(evaluate.playout.gammas),
             "gammas of the playouts; default: the installed ones"),
    OPT_CHOICE("prior", 0, CHOICE_WORDS(PRIORS), "auto", AT(evaluate.prior),
               "where the prior probabilities of moves come from"),
    OPT_CHOICE("playout-policy", 0, CHOICE_WORDS(PLAYOUT_POLICIES), "gammas",
               AT(evaluate.playout.policy), "how the moves of playouts are drawn"),
    OPT_REAL("prior-sharpness", 0, "X", "1.5", 0, 10, AT(evaluate.sharpness),
             "raise the probabilities of moves in the tree to this power"),
    OPT_INT("prior-moves", 0, "N", "16", 0, BOARD_MAX_AREA, AT(evaluate.prior_moves),
            "how many moves of a new position, the likeliest by the fast gammas, get their prior "
            "at once; the others get it when needed; 0: all"),
    OPT_REAL("playout-sharpness", 0, "X", "1.5", 0, 10, AT(evaluate.playout.sharpness),
             "raise the probabilities of moves in playouts to this power"),
    OPT_REAL("playout-nakade", 0, "X", "0.9", 0, 1, AT(evaluate.playout.nakade),
             "how often playouts play the vital point of an eyespace next to the last move"),
    OPT_FLAG("playout-sekis", 0, "no", AT(evaluate.playout.sekis),
             "in playouts, do not give up chains where groups without two eyes face each other"),
    OPT_CHOICE(
        "evaluator", 0, CHOICE_WORDS(EVALUATORS), "auto", AT(evaluate.evaluator),
        "how a position is evaluated: by a playout, not at all (every position is even), by a "
        "network, or by a mixture of network and playout"),

    OPT_TEXT("net", 0, "FILE", NULL, AT(evaluate.net.file),
             "the network to search with, in a format of KataGo or Leela Zero; own: the installed "
             "one for the board size",
             .word = nn_net_word, .elsewhere = "weights|w|network"),
    OPT_TEXT("backend", 0, "NAME", NULL, AT(evaluate.net.backend),
             "what computes the network; default: the first available", .word = nn_backend_word),
    OPT_TEXT("profile", 0, "NAME", NULL, AT(evaluate.net.profile),
             "players that a human-style network imitates: rank_9d (the default) to rank_20k, "
             "preaz_9d to preaz_20k, proyear_1800 to proyear_2023; rank_5k_3d: black 5k, white 3d",
             .word = nn_profile_word),
    OPT_REAL("lambda", 0, "X", "0.5", 0, 1, AT(evaluate.lambda),
             "share of the playout in the value of the mixed evaluator"),
    OPT_BYTES("net-cache", 0, "BYTES", "256M", 0, 0x1p50, AT(evaluate.net.cache),
              "memory for cached answers of the network; 0: none"),
    OPT_INT("net-batch", 0, "N", "0", 0, 4096, AT(evaluate.net.batch),
            "positions evaluated together; 0: one on a CPU, one for each thread on a GPU"),
    OPT_CHOICE("symmetry", 0, CHOICE_WORDS(SYMMETRY_USES), "random", AT(evaluate.net.symmetry),
               "which of the eight symmetries of a position the network evaluates"),
    OPT_FLAG("root-average", 0, "no", AT(evaluate.net.root_average),
             "average the network's answers for the root over all symmetries"),
    OPT_REAL("optimism", 0, "X", "1", 0, 1, AT(evaluate.net.optimism),
             "share of the optimistic policy, in networks that have one"),
    OPT_REAL("root-optimism", 0, "X", "0.2", 0, 1, AT(evaluate.net.root_optimism),
             "share of the optimistic policy at the root"),
    OPT_REAL("policy-temperature", 0, "X", "1", 0.1, 10, AT(evaluate.net.policy_temperature),
             "raise the network's policy to the power 1 / X, in the whole tree"),

    OPT_REAL("doubling-advantage", 0, "X", "0", -3, 3, AT(evaluate.net.doubling),
             "tell a KataGo network that one side searches 2^X times as much as the other; above 0 "
             "it overplays, as white in a handicap game"),
    OPT_CHOICE("doubling-side", 0, CHOICE_WORDS(DOUBLING_SIDES), "mover",
               AT(evaluate.net.doubling_side), "the side that searches more"),

    OPT_CHOICE("rule", 0, CHOICE_WORDS(SELECT_RULES), "auto", AT(select.rule),
               "how the next move to try is selected"),
    OPT_CHOICE("ucb", 0, CHOICE_WORDS(UCB_KINDS), "ucb1", AT(select.ucb),
               "the upper confidence bound of uct-rave"),
    OPT_REAL("ucb-c", 0, "X", "0.05", 0, 10, AT(select.ucb_c),
             "weight of the upper confidence bound"),
    OPT_FLAG("rave", 0, "yes", AT(select.rave),
             "use the moves of whole playouts (RAVE) in uct-rave"),
    OPT_CHOICE("rave-schedule", 0, CHOICE_WORDS(RAVE_SCHEDULES), "hand", AT(select.rave_schedule),
               "weight of RAVE: by least squared error, or sqrt(k / (3 n + k))"),
    OPT_REAL("rave-k", 0, "N", "1000", 0, 1e9, AT(select.rave_k),
             "the k of the hand schedule: visits at which RAVE counts half"),
    OPT_REAL("rave-bias", 0, "X", "0.05", 0, 1, AT(select.rave_bias),
             "the bias of RAVE that the mse schedule assumes"),
    OPT_INT("rave-reach", 0, "N", "0", 0, AROUND_MAX_REACH, AT(select.rave_reach),
            "RAVE counts the points that playouts leave within N lines of the move; 0: their "
            "results"),
    OPT_REAL("rave-point", 0, "X", "0.016", 0, 1, AT(select.rave_point),
             "win rate that RAVE takes one of these points for"),
    OPT_FLAG("widening", 0, "yes", AT(select.widening),
             "search the likeliest moves first, and more of them with more visits"),
    OPT_REAL("widening-start", 0, "N", "10", 0, 1e9, AT(select.widening_start),
             "visits after which the second move is searched"),
    OPT_REAL("widening-growth", 0, "X", "1.25", 1, 10, AT(select.widening_growth),
             "each further move takes this many times more visits"),
    OPT_REAL("prior-weight", 0, "X", "1", 0, 100, AT(select.prior_weight),
             "weight of the prior in uct-rave"),
    OPT_INT("expand", 0, "N", "0", 0, 1000000, AT(tree.expand),
            "visits of a position before its moves are added to the tree; 0: one, in long searches "
            "on small boards two"),
    OPT_REAL("c-puct", 0, "X", "0", 0, 100, AT(select.c_puct),
             "weight of exploration in puct; 0: 0.5 if a network gives the values, else 1.2"),
    OPT_REAL("c-puct-log", 0, "X", "0.45", 0, 100, AT(select.c_puct_log),
             "how fast c-puct grows with the logarithm of the visits, relative to its value"),
    OPT_REAL("c-puct-base", 0, "N", "500", 1, 1e9, AT(select.c_puct_base),
             "visits at which that growth starts"),
    OPT_CHOICE("c-puct-count", 0, CHOICE_WORDS(PUCT_COUNTS), "children", AT(select.c_puct_count),
               "the visits that exploration in puct grows with: the position's plus one, or those "
               "of its moves"),
    OPT_REAL("fpu-reduction", 0, "X", "0.1", 0, 2, AT(select.fpu_reduction),
             "how much worse than its parent puct assumes an untried move to be"),
    OPT_REAL("root-fpu-reduction", 0, "X", "0.05", 0, 2, AT(select.root_fpu_reduction),
             "how much worse than the root puct assumes an untried move there to be"),
    OPT_REAL("fpu-mix", 0, "X", "2", 0, 10, AT(select.fpu_mix),
             "first value of an untried move in puct: a mix of the position's average, weighted by "
             "the share of the prior already tried to this power, and of the network's value; 0: "
             "the average alone"),
    OPT_REAL(
        "c-puct-spread", 0, "X", "0.85", 0, 1, AT(select.c_puct_spread),
        "how strongly exploration in puct follows the spread of a network's values; 0: not at all"),
    OPT_REAL("virtual-loss", 0, "X", "1", 0, 100, AT(select.virtual_loss),
             "losses counted for each visit in progress, so that threads take different paths"),
    OPT_REAL("uncertainty", 0, "X", "0.25", 0, 10, AT(average.uncertainty),
             "weight a network's evaluations by X / (the error it expects + X / 8), at most 8; 0: "
             "all equally (only in puct)"),
    OPT_REAL("discount", 0, "X", "0.25", 0, 4, AT(average.discount),
             "power that makes bad moves count less in a network's averages; 0: by visits alone"),
    OPT_FLAG("prune-noise", 0, "yes", AT(average.prune_noise),
             "leave out of a network's averages the visits of bad moves that their priors do not "
             "justify"),
    OPT_REAL("value-bias", 0, "X", "0.45", 0, 1, AT(average.bias),
             "correct this share of the error that a network's values have in similar positions"),
    OPT_REAL("score-utility", 0, "X", "0.1", 0, 1, AT(average.utility.score),
             "weight of a network's expected score beside the result in puct"),
    OPT_REAL("score-change", 0, "X", "0.3", 0, 1, AT(average.utility.score_change),
             "weight of the expected score relative to the root's, beside the result in puct"),
    OPT_REAL("score-weight", 0, "X", "0.04", 0, 0.5, AT(evaluate.score_weight),
             "share of the value that depends on the margin of the win"),

    OPT_FLAG(
        "graph", 0, "yes", AT(tree.graph),
        "search a position reached by several lines only once (with a network's values, in puct)"),
    OPT_CHOICE(
        "root", 0, CHOICE_WORDS(ROOT_RULES), "rule", AT(root.rule),
        "how the moves of the root are selected: by the rule, or by sequential halving among a few "
        "(needs playouts or visits)"),
    OPT_INT("gumbel-moves", 0, "N", "16", 1, BOARD_MAX_AREA + 1, AT(root.gumbel.moves),
            "number of moves gumbel starts with"),
    OPT_REAL("gumbel-noise", 0, "X", "0", 0, 10, AT(root.gumbel.noise),
             "randomness of gumbel; 0: take the likeliest moves, 1: draw them by their priors"),
    OPT_REAL("noise", 0, "X", "0", 0, 1, AT(root.noise.share),
             "share of Dirichlet noise in the priors of the root"),
    OPT_REAL("noise-alpha", 0, "X", "0", 0, 1000, AT(root.noise.alpha),
             "concentration of the noise; 0: 10.83 divided by the number of legal moves"),
    OPT_REAL("root-temperature", 0, "X", "1", 0.1, 10, AT(root.temperature),
             "raise the priors of the root to the power 1 / X"),
    OPT_REAL("wide-root", 0, "X", "0", 0, 5, AT(root.wide),
             "search more moves of the root, by noise in their values and flatter priors; 0.04 is "
             "a good start for analysis"),
    OPT_FLAG("root-symmetry", 0, "yes", AT(root.symmetry),
             "search only one of several symmetric moves of the root (with a network's values, in "
             "puct)"),
    OPT_FLAG("retrospect", 0, "yes", AT(choice.retrospect),
             "do not count visits that puct would not make again when choosing the move"),
    OPT_FLAG(
        "lcb", 0, "yes", AT(choice.lcb),
        "choose the move with the best lower confidence bound, not the one with the most visits"),
    OPT_REAL("lcb-confidence", 0, "X", "0.9999", 0.5, 0.9999999, AT(choice.lcb_confidence),
             "confidence of that bound, by Student's t, where playouts give the values"),
    OPT_INT("solve", 0, "N", "100k", 0, 1e9, AT(choice.solve),
            "positions to search for the exact best move when few points are open; 0: off"),
    OPT_REAL("temperature", 0, "X", "0", 0, 10, AT(choice.temperature),
             "0: play the best move; 1: draw moves by their visits"),
    OPT_REAL("temperature-moves", 0, "N", "0", 0, 1e6, AT(choice.temperature_moves),
             "number of moves after which the temperature has halved; 0: it stays the same"),
    OPT_FLAG("early-stop", 0, "yes", AT(limits.early_stop),
             "stop when no other move can get as many visits as the best one"),
    OPT_FLAG("reuse", 0, "yes", AT(tree.reuse), "keep the part of the tree below the moves played"),
    OPT_FLAG("ponder", 0, "no", AT(limits.ponder), "think on the opponent's time"),
    OPT_FLAG("resign", 0, "yes", AT(choice.resign), "resign hopeless games"),
    OPT_REAL("resign-threshold", 0, "X", "0.08", 0, 0.5, AT(choice.resign_threshold),
             "win rate below which a position is hopeless", .elsewhere = "resignpct|r"),
    OPT_REAL("resign-lead", 0, "POINTS", "0", 0, 1000, AT(choice.resign_lead),
             "a position is hopeless only if the player is behind by at least this much, so that "
             "close games are counted"),
    OPT_INT("resign-moves", 0, "N", "3", 1, MOST_RESIGN_MOVES, AT(choice.resign_moves),
            "own moves in a row in hopeless positions before resigning"),
    OPT_REAL("dynamic-komi", 0, "X", "0", 0, 30, AT(root.dynamic_komi),
             "points of komi for each handicap stone, fading during the game; 0: off"),
    OPT_TEXT("book", 0, "FILE", NULL, AT(choice.book),
             "an opening book (katachi book); where it has answers, play one of them at once"),
    OPT_CHOICE("rank", 0, RANK_WORDS, "full", AT(choice.rank),
               "play like a person of this rank, from 30k (beginner) to 9d", .elsewhere = "level"),
    OPT_CHOICE("strength", 0, RANK_NUMBERS, "0", AT(choice.rank),
               "the rank as a number, in halves: 1 is 30k, 20 is 9d; 0: full. Of this and rank the "
               "last one counts"),
    OPT_REAL("candidates", 0, "N", "0", 0, BOARD_MAX_AREA + 1, AT(choice.candidates.n),
             "weaker play: mean number of root moves considered, drawn by their priors; 0: all"),
    OPT_REAL("candidates-temperature", 0, "X", "1", 0.05, 100, AT(choice.candidates.temperature),
             "raise these priors to the power 1 / X"),
    OPT_SECONDS("lag", 0, "TIME", "0.3", 0, 60, AT(limits.lag),
                "time reserved in each move for the delay of a server",
                .elsewhere = "lagbuffer|lag-buffer"),
    {0}};

static const char *const first[] = {"playouts", "visits",   "move-time", "threads", "memory", "net",
                                    "ponder",   "rank",     "resign",    "seed",    NULL};

static const struct option_part parts[] = {{"playouts", "limits"},
                                           {"gammas", "gammas and playouts"},
                                           {"evaluator", "networks"},
                                           {"rule", "which move is tried next"},
                                           {"uncertainty", "the worth of a position"},
                                           {"root", "the root"},
                                           {"retrospect", "the move that is played"},
                                           {"early-stop", "playing a game"},
                                           {0}};

const option_help search_help = {first, parts};

const char *const search_options_of_games[] = {
    "temperature", "temperature-moves", "reuse", "ponder", "resign",
    "resign-threshold", "resign-lead", "resign-moves", "book", "rank", "strength",
    "candidates", "candidates-temperature", "lag", NULL};

static const option_group groups[] = {{NULL, search_options, 0}, {0}};
static const command_spec spec = {.name = "search", .groups = groups};

void search_settings_default(search_settings *s)
{
    memset(s, 0, sizeof *s);
    options_defaults(&spec, s);
}

int search_draw_seed(void)
{
    uint32_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        bits = (uint32_t)rng_mix64((uint64_t)(1e9 * clock_now()));
    return (int)(bits >> 2) + 1;
}

void search_settings_resolve(search_settings *s, bool games_only)
{
    if (!s->seed)
        s->seed = search_draw_seed();
    evaluate_settings_resolve(&s->evaluate, games_only);
    if (s->select.rule == RULE_AUTO)
        s->select.rule = evaluate_settings_have_net(&s->evaluate) ? RULE_PUCT : RULE_UCT_RAVE;
    if (s->select.c_puct <= 0) /* playouts scatter more: doc/strength.md */
        s->select.c_puct = evaluate_settings_net_values(&s->evaluate) ? 0.5 : 1.2;
}

int search_visits_to_expand(const tree_settings *s, int size, uint32_t visits)
{
    enum { SMALL = 11, LONG = 2000 };
    if (s->expand)
        return s->expand;
    return size <= SMALL && visits >= LONG ? 2 : 1;
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

bool search_option_is_open(const option *o)
{
    return o && o->kind != OPTION_TEXT && strcmp(o->name, "memory") != 0 &&
           strcmp(o->name, "threads") != 0;
}

bool search_settings_get(const search_settings *s, const char *name, char *out, size_t n)
{
    return options_get(&spec, s, name, out, n);
}
