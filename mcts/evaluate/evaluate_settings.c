#include "mcts/evaluate/evaluate_settings.h"

bool evaluate_settings_have_net(const evaluate_settings *s)
{
    return s->net.file && *s->net.file;
}

bool evaluate_settings_net_values(const evaluate_settings *s)
{
    return s->evaluator == EVALUATOR_NETWORK || s->evaluator == EVALUATOR_MIXED;
}

bool evaluate_settings_need_net(const evaluate_settings *s)
{
    return evaluate_settings_net_values(s) || s->prior == PRIOR_NETWORK;
}

int evaluate_settings_prior_moves(const evaluate_settings *s)
{
    return (s->prior_moves + 7) / 8 * 8;
}

void evaluate_settings_resolve(evaluate_settings *s)
{
    bool net = evaluate_settings_have_net(s);
    if (s->evaluator == EVALUATOR_AUTO)
        s->evaluator = net ? EVALUATOR_NETWORK : EVALUATOR_ROLLOUT;
    if (s->prior == PRIOR_AUTO)
        s->prior = net ? PRIOR_NETWORK : PRIOR_GAMMAS;
    if (s->evaluator == EVALUATOR_MIXED && s->lambda <= 0)
        s->evaluator = EVALUATOR_NETWORK;
    if (s->evaluator == EVALUATOR_MIXED && s->lambda >= 1)
        s->evaluator = EVALUATOR_ROLLOUT;
}
