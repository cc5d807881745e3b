/* gammas.c -- gammas in memory, and where their files are; see also read.c, write.c. */
#include "patterns/gammas/gammas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

float gammas_within(double gamma)
{
    return (float)fmin(fmax(gamma, 1 / GAMMAS_MOST), GAMMAS_MOST);
}

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
        g->gamma[i] = gammas_within(exp(theta[i]));
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

double gammas_whole(double elo)
{
    return round(elo) + 0.0; /* + 0.0: no negative zero */
}

/* ---- those that come with the program ---- */

enum { NAME = 64 };

static void name_file(const char *set, int size, char out[NAME])
{
    snprintf(out, NAME, "%s-%dx%d.gammas.zst", set, size, size);
}

static bool has_gammas(const char *set, int size)
{
    char name[NAME], path[GAMMAS_PATH];
    name_file(set, size, name);
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE && data_file_find(name, path);
}

int gammas_nearest(const char *set, int size)
{
    for (int d = 0; d <= 2 * BOARD_MAX_SIZE; d++) {
        if (has_gammas(set, size + d))
            return size + d;
        if (d % 2 == 0 && has_gammas(set, size - d / 2))
            return size - d / 2;
    }
    return 0;
}

go_status gammas_find(const char *set, int size, char path[GAMMAS_PATH], go_error *err)
{
    char name[NAME], tried[700];
    name_file(set, size, name);
    if (data_file_find(name, path))
        return GO_OK;
    data_file_places(name, tried, sizeof tried);
    if (!gammas_nearest(set, size))
        return go_fail(err, GO_EIO,
                       "the gammas that come with katachi are not installed (looked for %s); 'make "
                       "install' installs them, 'katachi train --features %s --size %d -o FILE "
                       "GAMES...' makes others",
                       tried, set, size);
    return go_fail(err, GO_EIO,
                   "no gammas (%s) for %dx%d in %s; 'katachi train --features %s --size %d -o FILE "
                   "GAMES...' makes some",
                   set, size, size, tried, set, size);
}

go_status gammas_read_or_find(gammas **out, const char *path, const char *set, int size,
                              go_error *err)
{
    char found[GAMMAS_PATH];
    if (path)
        return gammas_read(out, path, err);
    GO_TRY(gammas_find(set, size, found, err));
    return gammas_read(out, found, err);
}
