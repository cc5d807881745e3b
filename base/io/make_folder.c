#include "base/io/make_folder.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static go_status make_one(const char *path, go_error *err)
{
    if (mkdir(path, 0777) == 0)
        return GO_OK;
    const int why = errno; /* a look at what is there sets it, too */
    if (is_folder(path))
        return GO_OK;
    if (why == EEXIST)
        return go_fail(err, GO_EIO, "%s exists and is not a folder", path);
    return go_fail(err, GO_EIO, "cannot create the folder %s: %s", path, strerror(why));
}

go_status make_folder(const char *path, go_error *err)
{
    char part[PATH_MAX];
    if (is_folder(path))
        return GO_OK;
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return go_fail(err, GO_EIO, "the name of the folder %.100s... is too long", path);
    for (char *slash = strchr(part + 1, '/'); *part && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        GO_TRY(make_one(part, err));
        *slash = '/';
    }
    return make_one(part, err);
}
