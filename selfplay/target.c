#include "selfplay/target.h"

#include <math.h>

void target_of_visits(const search_analysis *a, int size, double *share)
{
    double all = 0;
    for (int i = 0; i <= size * size; i++)
        share[i] = 0;
    for (int i = 0; i < a->n_moves; i++)
        all += (double)a->move[i].visits;
    for (int i = 0; i < a->n_moves; i++)
        share[board_index_on(size, a->move[i].at)] = (double)a->move[i].visits / all;
}

double target_surprise(const double *share, const float *policy, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (share[i] > 0)
            sum += share[i] * log(share[i] / fmax((double)policy[i], 1e-9));
    return fmax(sum, 0);
}

bool target_add(played_game *g, const double *share, int n)
{
    double sum = 0;
    long before = 0;
    for (int i = 0; i < n; i++) {
        sum += share[i];
        const long until = lrint(PLAYED_WHOLE * sum), part = until - before;
        before = until;
        if (part > 0 && !played_game_add_share(g, (played_share){(uint16_t)i, (uint16_t)part}))
            return false;
    }
    return true;
}
