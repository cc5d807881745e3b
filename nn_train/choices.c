#include "nn_train/choices.h"

#include <string.h>

#include "base/rng.h"

#define AT(field) offsetof(nn_train_choices, field)

/* The defaults were measured: doc/training-networks.md. */
const option nn_train_choice_options[] = {
    OPT_CHOICE("optimiser", 0, CHOICE_WORDS(OPTIMISERS), "muon", AT(optimiser.kind),
        "how a gradient becomes a step"),
    OPT_REAL("rate", 0, "X", "0", 0, 10, AT(optimiser.rate),
        "the highest rate of learning; 0: 0.008, with adamw 0.004, with nesterov 0.05"),
    OPT_REAL("momentum", 0, "X", "-1", -1, 0.9999, AT(optimiser.momentum),
        "share of the last steps in the next one; -1: 0.95, with adamw and nesterov 0.9"),
    OPT_REAL("squares", 0, "X", "0.99", 0, 0.99999, AT(optimiser.squares),
        "the same of the mean squares that adamw divides by"),
    OPT_REAL("matrix-size", 0, "X", "0.2", 0, 100, AT(optimiser.size),
        "muon: mean size of the steps of a matrix's numbers, times the rate"),
    OPT_REAL("decay", 0, "X", "-1", -1, 100, AT(optimiser.decay),
        "share by which weights shrink, times the rate; -1: 0.02, with nesterov 0.0001"),
    OPT_REAL("clip", 0, "X", "1", 0, 1e9, AT(optimiser.clip),
        "longer gradients are shortened to this length; 0: none"),
    OPT_CHOICE("norms", 0, CHOICE_WORDS(NORMS), "batch", AT(norms),
        "what norms divide by while they learn: nothing, the deviation of the rows at hand, or "
        "that as nearly as it will be in play (batch renormalisation)"),
    OPT_CHOICE("fall", 0, CHOICE_WORDS(FALLS), "cosine", AT(schedule.fall),
        "how the rate falls to 0"),
    OPT_REAL("fall-part", 0, "X", "1", 0, 1, AT(schedule.part),
        "in which part of the hours or rows, at their end, it falls"),
    OPT_CHOICE("average", 0, CHOICE_WORDS(AVERAGES), "growing", AT(average.kind),
        "which average over the steps is written"),
    OPT_INT("average-steps", 0, "N", "500", 1, 1e9, AT(average.steps),
        "exponential: over about N steps; snapshots: one in N steps"),
    OPT_REAL("average-part", 0, "X", "0.05", 0.001, 1, AT(average.part),
        "growing: over about this part of all steps so far"),
    OPT_REAL("policy-weight", 0, "X", "1", 0, 1000, AT(weights.policy),
        "weight of the move that was played in the loss"),
    OPT_REAL("value-weight", 0, "X", "0.3", 0, 1000, AT(weights.value), "of the winner"),
    OPT_REAL("search-share", 0, "X", "0", 0, 1, AT(weights.search),
        "where the record was reviewed (SBKV), share of that judgement in the winner's target"),
    OPT_REAL("score-weight", 0, "X", "0.02", 0, 1000, AT(weights.score),
        "of the distribution of the final score"),
    OPT_REAL("lead-weight", 0, "X", "0.005", 0, 1000, AT(weights.lead),
        "of the final score as one number"),
    OPT_REAL("ownership-weight", 0, "X", "0.5", 0, 1000, AT(weights.ownership),
        "of the owners of the points"),
    OPT_REAL("answer-weight", 0, "X", "0.15", 0, 1000, AT(weights.answer),
        "of the opponent's next move, a policy that the written network does not have"),
    OPT_REAL("smoothing", 0, "X", "0", 0, 0.9, AT(weights.smoothing),
        "share of the policy's target that is spread over all empty points"),
    OPT_REAL("forget", 0, "X", "0.02", 0, 1, AT(forget),
        "probability that a move of the history, and those before it, are hidden"),
    OPT_REAL("other-rules", 0, "X", "0.3", 0, 1, AT(other_rules),
        "probability that a position is shown under other rules than the game's"),
    OPT_INT("pool", 0, "N", "0", 0, 100000000, AT(pool),
        "learn again from the hardest of the last positions, of which N are kept; 0: from none"),
    {0}};

static const option_group groups[] = {{NULL, nn_train_choice_options, 0}, {0}};
static const command_spec spec = {.name = "choices", .groups = groups};

void nn_train_choices_default(nn_train_choices *c)
{
    memset(c, 0, sizeof *c);
    options_defaults(&spec, c);
}

uint64_t nn_train_choices_hash(const nn_train_choices *c)
{
    uint64_t hash = 1;
    for (const option *o = nn_train_choice_options; o->name; o++) {
        char text[64] = "";
        options_get(&spec, c, o->name, text, sizeof text);
        for (const char *at = text; *at; at++)
            hash = rng_mix64(hash ^ (uint64_t)(unsigned char)*at);
        hash = rng_mix64(hash);
    }
    return hash;
}
