/* gammas.c -- gammas in memory; read.c and write.c are its files. */
#include "patterns/gammas/gammas.h"

#include <math.h>
#include <stdlib.h>

static const double least = 1e-30, most = 1e30; /* a float holds them with room for products */

go_status gammas_create(gammas **out, vocabulary *v, const double *theta, const double *wins,
                        const gammas_origin *origin, go_error *err)
{
    gammas *g = calloc(1, sizeof *g);
    int n = vocabulary_gammas(v);
    if (g) {
        g->gamma = calloc((size_t)n + 1, sizeof *g->gamma);
        g->count = calloc((size_t)n + 1, sizeof *g->count);
    }
    if (!g || !g->gamma || !g->count) {
        gammas_destroy(g);
        return go_fail(err, GO_ENOMEM, "out of memory for %d gammas", n);
    }
    g->v = v;
    g->n = n;
    for (int i = 0; i < n; i++) {
        g->gamma[i] = (float)fmin(fmax(exp(theta[i]), least), most);
        g->count[i] = (uint32_t)fmin(wins[i], UINT32_MAX);
    }
    g->gamma[n] = 1;
    g->origin = *origin;
    *out = g;
    return GO_OK;
}

void gammas_destroy(gammas *g)
{
    if (!g)
        return;
    vocabulary_destroy(g->v);
    free(g->gamma);
    free(g->count);
    free(g);
}

double gammas_elo(double gamma)
{
    return 400 * log10(gamma);
}
