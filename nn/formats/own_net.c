#include "nn/formats/own_net.h"

#include <stdio.h>
#include <string.h>

#include "nn/model/model.h"

enum { OWN_NAME = 40 };

bool nn_net_is_own(const char *name) { return strcmp(name, "own") == 0; }

static bool find(int size, char path[DATA_FILE_PATH])
{
    char name[OWN_NAME];
    snprintf(name, sizeof name, "own-%dx%d.bin.gz", size, size);
    return data_file_find(name, path);
}

/* For boards of `size`, as the header says. */
static bool find_for(int size, char path[DATA_FILE_PATH])
{
    for (int n = size; n <= NN_MAX_SIZE; n++)
        if (find(n, path))
            return true;
    for (int n = size - 1; n >= 19; n--)
        if (find(n, path))
            return true;
    return false;
}

/* The N of "own-NxN"; 0: it is another name. */
static int size_in(const char *name)
{
    char own[OWN_NAME];
    for (int n = 1; n <= NN_MAX_SIZE; n++) {
        snprintf(own, sizeof own, "own-%dx%d", n, n);
        if (strcmp(name, own) == 0)
            return n;
    }
    return 0;
}

bool nn_net_comes_along(const char *name) { return nn_net_is_own(name) || size_in(name); }

const char *nn_net_word(int i)
{
    static const char *const names[] = {"own-9x9", "own-13x13", "own-19x19"};
    char path[DATA_FILE_PATH];
    if (i == 0)
        return "own";
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (find(size_in(names[k]), path) && --i == 0)
            return names[k];
    return NULL;
}

static go_status missing(int size, go_error *err)
{
    char name[OWN_NAME], tried[500];
    const int made_for = size <= 9 ? 9 : 19;
    snprintf(name, sizeof name, "own-%dx%d.bin.gz", made_for, made_for);
    data_file_places(name, tried, sizeof tried);
    return go_fail(err, GO_EIO, "no network for %dx%d came with this katachi (%s); name a network "
                   "file, or learn one with 'katachi net train --hours 1 -o FILE GAMES...'", size, size,
                   tried);
}

go_status nn_net_find(const char *name, int size, char path[DATA_FILE_PATH], go_error *err)
{
    const bool own = nn_net_is_own(name);
    const int wanted = own ? size : size_in(name);
    if (own && !size)
        return go_fail(err, GO_EINVAL, "the network 'own' is another one for each size of the board, "
                       "which is not known here: write own-9x9 or own-19x19");
    if (wanted)
        return (own ? find_for(size, path) : find(wanted, path)) ? GO_OK : missing(wanted, err);
    if (snprintf(path, DATA_FILE_PATH, "%s", name) >= DATA_FILE_PATH)
        return go_fail(err, GO_EINVAL, "the name '%.60s...' is too long for a network", name);
    return GO_OK;
}
