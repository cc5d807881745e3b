#include "patterns/team.h"

int team_gammas(const extractor *x, const dense_tables *d, colour to_move, int candidate,
                int numbers[F_N_GROUPS])
{
    const uint32_t *stored = extractor_team(x, to_move, candidate);
    int row[N_ROWS], n_passing, n = 0;
    const passing_feature *passing = extractor_passing(x, &n_passing);
    extractor_dense(x, row);
    for (int g = 0; g < F_N_STORED; g++)
        if (stored[g] != d->none)
            numbers[n++] = (int)stored[g];
    for (int i = 0; i < n_passing; i++)
        if (passing[i].candidate == candidate)
            numbers[n++] = (int)passing[i].gamma;
    for (int k = 0; k < N_ROWS; k++) {
        for (int i = 0; i < d->layers[k]; i++) {
            uint32_t gamma = d->gamma[k][i][row[k] * d->width + candidate];
            if (gamma != d->none)
                numbers[n++] = (int)gamma;
        }
    }
    return n;
}
