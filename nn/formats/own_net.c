#include "nn/formats/own_net.h"

#include <stdio.h>
#include <string.h>

#include "nn/model/model.h"

enum { OWN_NAME = 40 };

bool nn_net_is_own(const char *name) { return strcmp(name, "own") == 0; }

/* The first parts of their names; the first of them is for each size of the board. */
static const char *const kinds[] = {"own", "people"};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

static void name_file(const char *kind, int size, char name[OWN_NAME])
{
    snprintf(name, OWN_NAME, "%s-%dx%d.bin.gz", kind, size, size);
}

static bool find(const char *kind, int size, char path[DATA_FILE_PATH])
{
    char name[OWN_NAME];
    name_file(kind, size, name);
    return data_file_find(name, path);
}

/* For boards of `size`, as the header says. */
static bool find_for(int size, char path[DATA_FILE_PATH])
{
    for (int n = size; n <= NN_MAX_SIZE; n++)
        if (find(kinds[0], n, path))
            return true;
    for (int n = size - 1; n >= 19; n--)
        if (find(kinds[0], n, path))
            return true;
    return false;
}

/* The N of "own-NxN" and the like, and the kind; 0: it is another name. */
static int size_in(const char *name, const char **kind)
{
    char own[OWN_NAME];
    for (int k = 0; k < N_KINDS; k++)
        for (int n = 1; n <= NN_MAX_SIZE; n++) {
            *kind = kinds[k];
            snprintf(own, sizeof own, "%s-%dx%d", *kind, n, n);
            if (strcmp(name, own) == 0)
                return n;
        }
    return 0;
}

int nn_net_named_size(const char *name)
{
    const char *kind;
    return size_in(name, &kind);
}

bool nn_net_comes_along(const char *name)
{
    return nn_net_is_own(name) || nn_net_named_size(name);
}

const char *nn_net_word(int i)
{
    static const char *const names[] = {"own-9x9", "own-13x13", "own-19x19", "people-9x9",
                                        "people-19x19"};
    char path[DATA_FILE_PATH];
    const char *kind;
    if (i == 0)
        return "own";
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const int size = size_in(names[k], &kind);
        if (find(kind, size, path) && --i == 0)
            return names[k];
    }
    return NULL;
}

/* `own`: any for that size would do, and these come along. */
static go_status missing(const char *kind, int size, bool own, go_error *err)
{
    char name[OWN_NAME], tried[500];
    const int for_size = !own ? size : size <= 9 ? 9 : size <= 13 ? 13 : 19;
    name_file(kind, for_size, name);
    data_file_places(name, tried, sizeof tried);
    return go_fail(
        err, GO_EIO,
        "no network %s-%dx%d is installed (looked for %s); 'make install' installs those "
        "that come with katachi, 'katachi net train --hours 1 -o FILE GAMES...' trains one",
        kind, for_size, for_size, tried);
}

go_status nn_net_find(const char *name, int size, char path[DATA_FILE_PATH], go_error *err)
{
    const bool own = nn_net_is_own(name);
    const char *kind = kinds[0];
    const int wanted = own ? size : size_in(name, &kind);
    if (own && !size)
        return go_fail(err, GO_EINVAL,
                       "the network 'own' depends on the board size, which is unknown here; write "
                       "own-9x9, own-13x13 or own-19x19");
    if (wanted) {
        const bool found = own ? find_for(size, path) : find(kind, wanted, path);
        return found ? GO_OK : missing(kind, wanted, own, err);
    }
    if (snprintf(path, DATA_FILE_PATH, "%s", name) >= DATA_FILE_PATH)
        return go_fail(err, GO_EINVAL, "the name '%.60s...' is too long for a network", name);
    return GO_OK;
}
