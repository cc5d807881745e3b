#include "patterns/gammas/explain.h"

#include <math.h>

void explain_usual(const policy *p, const gammas *g, colour to_move, const int *moves, int n,
                   double usual[F_N_GROUPS])
{
    for (int i = 0; i < F_N_GROUPS; i++)
        usual[i] = 0;
    for (int i = 0; i < n; i++) {
        int numbers[F_N_GROUPS], n_team = policy_team(p, to_move, moves[i], numbers);
        for (int k = 0; k < n_team; k++)
            usual[vocabulary_group(g->v, numbers[k])] += log((double)g->gamma[numbers[k]]) / n;
    }
}

int explain_move(const policy *p, const gammas *g, colour to_move, int move,
                 const double usual[F_N_GROUPS], reason reasons[F_N_GROUPS])
{
    int numbers[F_N_GROUPS], n = policy_team(p, to_move, move, numbers);
    for (int i = 0; i < n; i++) {
        feature_id group = vocabulary_group(g->v, numbers[i]);
        reason r = {numbers[i], log((double)g->gamma[numbers[i]]) - usual[group]};
        int at = i;
        for (; at > 0 && reasons[at - 1].weight < r.weight; at--)
            reasons[at] = reasons[at - 1];
        reasons[at] = r;
    }
    return n;
}
