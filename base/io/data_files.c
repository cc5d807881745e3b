#include "base/io/data_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/program_path.h"

enum { PLACES = 5 };

/* `folder` below the one that is `up` names above the program's file, so that a GUI can start the
 * program from any folder, and what was installed can be moved.               */
static int beside_program(int up, const char *folder, char out[DATA_FILE_PATH])
{
    char program[DATA_FILE_PATH];
    if (!program_path(program, sizeof program))
        return 0;
    for (int i = 0; i < up; i++) {
        char *slash = strrchr(program, '/');
        if (!slash)
            return 0;
        *slash = '\0';
    }
    return snprintf(out, DATA_FILE_PATH, "%s/%s", program, folder);
}

/* Folder number `i` of the search; false when it does not apply. */
static bool place(int i, char folder[DATA_FILE_PATH])
{
    const char *home = getenv("HOME"), *data = getenv("XDG_DATA_HOME");
    int n = 0;
    if (i == 0)
        n = snprintf(folder, DATA_FILE_PATH, "data");
    else if (i == 2)
        n = snprintf(folder, DATA_FILE_PATH, "%s/share/katachi", KATACHI_PREFIX);
    else if (i == 3)
        n = beside_program(2, "share/katachi", folder); /* bin/katachi */
    else if (i == 4)
        n = beside_program(3, "data", folder); /* build/release/katachi of a source tree */
    else if (data && data[0] == '/') /* by the specification, others must be ignored */
        n = snprintf(folder, DATA_FILE_PATH, "%s/katachi", data);
    else if (home && home[0])
        n = snprintf(folder, DATA_FILE_PATH, "%s/.local/share/katachi", home);
    return n > 0 && n < DATA_FILE_PATH;
}

bool data_file_find(const char *name, char path[DATA_FILE_PATH])
{
    char folder[DATA_FILE_PATH];
    for (int i = 0; i < PLACES; i++) {
        if (place(i, folder) &&
            snprintf(path, DATA_FILE_PATH, "%s/%s", folder, name) < DATA_FILE_PATH &&
            access(path, R_OK) == 0)
            return true;
    }
    return false;
}

void data_file_places(const char *name, char *out, size_t size)
{
    char folder[DATA_FILE_PATH];
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < PLACES && used < size; i++)
        if (place(i, folder))
            used += (size_t)snprintf(out + used, size - used, "%s%s/%s", used ? ", " : "", folder,
                                     name);
}
