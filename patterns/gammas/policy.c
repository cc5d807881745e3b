#include "patterns/gammas/policy.h"

#include <stdlib.h>

#include "patterns/dense.h"

struct policy {
    const gammas *g;
    int area;
    extractor *x;
    dense_tables dense;
    float *dense_gamma[N_ROWS];     /* [rows][width] products of the groups' gammas */
    double strength[2][MAX_CANDIDATES]; /* product of the stored gammas; 0: illegal */
};

go_status policy_create(policy **out, const gammas *g, int size, go_error *err)
{
    policy *p = calloc(1, sizeof *p);
    if (!p)
        return go_fail(err, GO_ENOMEM, "out of memory for a policy");
    p->g = g;
    p->area = size * size;
    go_status status = extractor_create(&p->x, g->v, size, err);
    if (status == GO_OK)
        status = dense_tables_init(&p->dense, g->v, size, err);
    for (int k = 0; k < N_ROWS && status == GO_OK; k++) {
        int n = p->dense.rows[k] * p->dense.width;
        p->dense_gamma[k] = calloc((size_t)n + 1, sizeof *p->dense_gamma[k]);
        if (!p->dense_gamma[k])
            status = go_fail(err, GO_ENOMEM, "out of memory for a policy");
        for (int i = 0; i < n && status == GO_OK; i++)
            p->dense_gamma[k][i] = dense_product(&p->dense, k, i, g->gamma);
    }
    if (status == GO_OK)
        *out = p;
    else
        policy_destroy(p);
    return status;
}

void policy_destroy(policy *p)
{
    if (!p)
        return;
    extractor_destroy(p->x);
    dense_tables_free(&p->dense);
    for (int k = 0; k < N_ROWS; k++)
        free(p->dense_gamma[k]);
    free(p);
}

void policy_start(policy *p, const board *b)
{
    extractor_start(p->x, b);
    memset(p->strength, 0, sizeof p->strength);
}

void policy_play(policy *p, colour c, point at)
{
    extractor_play(p->x, c, at);
}

const board *policy_board(const policy *p)
{
    return extractor_board(p->x);
}

void policy_distribution(policy *p, colour to_move, float *probability)
{
    int row[N_ROWS], n;
    double product[MAX_CANDIDATES], sum = 0, *strength = p->strength[to_move == WHITE];
    const team_change *change = extractor_update(p->x, to_move, &n);
    for (int i = 0; i < n; i++) {
        const uint32_t *stored = extractor_team(p->x, to_move, change[i].candidate);
        double now = change[i].legal;
        for (int g = 0; g < F_N_STORED && change[i].legal; g++)
            now *= (double)p->g->gamma[stored[g]];
        strength[change[i].candidate] = now;
    }
    memcpy(product, strength, ((size_t)p->area + 1) * sizeof *product);
    extractor_dense(p->x, row);
    for (int k = 0; k < N_ROWS; k++) {
        const float *table = p->dense_gamma[k] + (size_t)row[k] * (size_t)p->dense.width;
        for (int i = 0; i < p->area && p->dense.rows[k]; i++)
            product[i] *= (double)table[i];
    }
    const passing_feature *passing = extractor_passing(p->x, &n);
    for (int i = 0; i < n; i++)
        product[passing[i].candidate] *= (double)p->g->gamma[passing[i].gamma];
    for (int i = 0; i <= p->area; i++)
        sum += product[i];
    for (int i = 0; i <= p->area; i++)
        probability[i] = (float)(product[i] / sum);
}

int policy_team(const policy *p, colour to_move, int move, int numbers[F_N_GROUPS])
{
    return team_gammas(p->x, &p->dense, to_move, move, numbers);
}
