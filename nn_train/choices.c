#include "nn_train/choices.h"

#include <string.h>

#include "base/rng.h"

#define AT(field) offsetof(nn_train_choices, field)

/* The defaults were measured: doc/training-networks.md. */
const option nn_train_choice_options[] = {
    OPT_CHOICE("optimiser", 0, CHOICE_WORDS(OPTIMISERS), "muon", AT(optimiser.kind),
               "how a gradient becomes a step"),
    OPT_REAL("rate", 0, "X", "0", 0, 10, AT(optimiser.rate),
             "the highest learning rate; 0: 0.008, with adamw 0.004, with nesterov 0.05"),
    OPT_REAL("momentum", 0, "X", "-1", -1, 0.9999, AT(optimiser.momentum),
             "momentum of the optimiser; -1: 0.95, with adamw and nesterov 0.9"),
    OPT_REAL("squares", 0, "X", "0.99", 0, 0.99999, AT(optimiser.squares),
             "the same for the mean squares that adamw divides by"),
    OPT_REAL("matrix-size", 0, "X", "0.2", 0, 100, AT(optimiser.size),
             "muon: root mean square of a matrix's step, relative to the rate"),
    OPT_REAL("decay", 0, "X", "-1", -1, 100, AT(optimiser.decay),
             "weight decay, relative to the rate; -1: 0.02, with nesterov 0.0001"),
    OPT_REAL("clip", 0, "X", "1", 0, 1e9, AT(optimiser.clip),
             "clip gradients to this length; 0: no clipping"),
    OPT_CHOICE("norms", 0, CHOICE_WORDS(NORMS), "batch", AT(norms),
               "what norms divide by in training: nothing, the deviation within the batch, or that "
               "corrected towards what it will be in play (batch renormalisation)"),
    OPT_CHOICE("fall", 0, CHOICE_WORDS(FALLS), "cosine", AT(schedule.fall),
               "how the rate falls to 0"),
    OPT_REAL("fall-part", 0, "X", "1", 0, 1, AT(schedule.part),
             "share of the training, at its end, over which the rate falls"),
    OPT_CHOICE("average", 0, CHOICE_WORDS(AVERAGES), "growing", AT(average.kind),
               "which average of the weights over the steps is written"),
    OPT_INT("average-steps", 0, "N", "500", 1, 1e9, AT(average.steps),
            "exponential: over about N steps; snapshots: one in N steps"),
    OPT_REAL("average-part", 0, "X", "0.05", 0.001, 1, AT(average.part),
             "growing: over about this share of all steps so far"),
    OPT_REAL("policy-weight", 0, "X", "1", 0, 1000, AT(weights.policy),
             "weight of the move that was played in the loss"),
    OPT_REAL("value-weight", 0, "X", "0.3", 0, 1000, AT(weights.value), "weight of the winner"),
    OPT_REAL("search-share", 0, "X", "0", 0, 1, AT(weights.search),
             "share of a search's value in the target of the winner: that of self-play, or of a "
             "review (SBKV) in a game record"),
    OPT_REAL("score-weight", 0, "X", "0.02", 0, 1000, AT(weights.score),
             "weight of the distribution of the final score"),
    OPT_REAL("lead-weight", 0, "X", "0.005", 0, 1000, AT(weights.lead),
             "weight of the final score as one number"),
    OPT_REAL("ownership-weight", 0, "X", "0.5", 0, 1000, AT(weights.ownership),
             "weight of the owners of the points"),
    OPT_REAL("answer-weight", 0, "X", "0.15", 0, 1000, AT(weights.answer),
             "weight of the opponent's next move, a policy that is not written into the network"),
    OPT_REAL("smoothing", 0, "X", "0", 0, 0.9, AT(weights.smoothing),
             "share of the policy target that is spread over all empty points"),
    OPT_REAL("forget", 0, "X", "0.02", 0, 1, AT(forget),
             "probability of hiding a move of the history and those before it"),
    OPT_REAL("other-rules", 0, "X", "0.3", 0, 1, AT(other_rules),
             "probability that a position is shown under other rules than the game's"),
    OPT_REAL(
        "other-komi", 0, "X", "0.3", 0, 1, AT(other_komi),
        "the same with another komi, and the winner and score under it, if the game's score is "
        "known"),
    OPT_INT("pool", 0, "N", "0", 0, 100000000, AT(pool),
            "keep the N positions of the largest loss and train on them again, half of each batch; "
            "at least a batch; 0: none"),
    {0}};

static const option_group groups[] = {{NULL, nn_train_choice_options, 0}, {0}};
static const command_spec spec = {.name = "choices", .groups = groups};

void nn_train_choices_default(nn_train_choices *c)
{
    memset(c, 0, sizeof *c);
    options_defaults(&spec, c);
}

go_status nn_train_choices_named(const nn_train_choices *c, const options_given *given,
                                 go_error *err)
{
    const int average = c->average.kind, steps_by = c->optimiser.kind;
    const bool by_steps = average == AVERAGE_EXPONENTIAL || average == AVERAGE_SNAPSHOTS;
    const struct {
        const char *option;
        bool counts;
        const char *why_not;
    } of_others[] = {{"average-steps", by_steps, "without --average exponential or snapshots"},
                     {"average-part", average == AVERAGE_GROWING, "without --average growing"},
                     {"matrix-size", steps_by == OPTIMISER_MUON, "without --optimiser muon"},
                     {"squares", steps_by != OPTIMISER_NESTEROV, "with --optimiser nesterov"}};
    for (size_t i = 0; i < sizeof of_others / sizeof *of_others; i++)
        if (!of_others[i].counts && options_named(given, of_others[i].option))
            return go_fail(err, GO_EINVAL, "--%s cannot be used %s", of_others[i].option,
                           of_others[i].why_not);
    return GO_OK;
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
