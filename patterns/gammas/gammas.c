/* gammas.c -- gammas in memory, and where their files are; see also read.c, write.c. */
#include "patterns/gammas/gammas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ---- those that come with the program ---- */

/* The data of a source tree, as seen from the program in build/release/, so that a GUI
 * can start it from any folder.                                               */
static int beside_program(char folder[GAMMAS_PATH])
{
    char program[GAMMAS_PATH];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0)
        return 0;
    program[n] = '\0';
    for (int up = 0; up < 3; up++) { /* the name, build/release, build */
        char *slash = strrchr(program, '/');
        if (!slash)
            return 0;
        *slash = '\0';
    }
    return snprintf(folder, GAMMAS_PATH, "%s/data", program);
}

/* Folder number `i` of the search; false when it does not apply. */
static bool place(int i, char folder[GAMMAS_PATH])
{
    const char *home = getenv("HOME"), *data = getenv("XDG_DATA_HOME");
    int n = 0;
    if (i == 0)
        n = snprintf(folder, GAMMAS_PATH, "data");
    else if (i == 2)
        n = snprintf(folder, GAMMAS_PATH, "%s/share/katachi", KATACHI_PREFIX);
    else if (i == 3)
        n = beside_program(folder);
    else if (data && data[0] == '/') /* by the specification, others must be ignored */
        n = snprintf(folder, GAMMAS_PATH, "%s/katachi", data);
    else if (home && home[0])
        n = snprintf(folder, GAMMAS_PATH, "%s/.local/share/katachi", home);
    return n > 0 && n < GAMMAS_PATH;
}

go_status gammas_find(const char *set, int size, char path[GAMMAS_PATH], go_error *err)
{
    char folder[GAMMAS_PATH], tried[700];
    int used = 0;
    tried[0] = '\0';
    for (int i = 0; i < 4; i++) {
        if (!place(i, folder))
            continue;
        int n = snprintf(path, GAMMAS_PATH, "%s/%s-%dx%d.gammas.zst", folder, set, size, size);
        if (n < GAMMAS_PATH && access(path, R_OK) == 0)
            return GO_OK;
        if (used < (int)sizeof tried)
            used += snprintf(tried + used, sizeof tried - (size_t)used, "%s%s",
                             used ? ", " : "", path);
    }
    return go_fail(err, GO_EIO, "there are no gammas (%s) for %dx%d at %s; make some with "
                   "'katachi train --features %s --size %d -o FILE GAMES...' and name them with "
                   "--gammas FILE", set, size, size, tried, set, size);
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
