#include "patterns/gammas/gammas_find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACES = 4 };

/* The data of a source tree, seen from the program in its build/release/, so
 * that a GUI may start it from any folder.                                    */
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
    else if (data && data[0] == '/') /* the specification: others are to be ignored */
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
    for (int i = 0; i < PLACES; i++) {
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
    go_status status = gammas_find(set, size, found, err);
    return status == GO_OK ? gammas_read(out, found, err) : status;
}
