/* make_folder.h -- folders for results. */
#ifndef KATACHI_BASE_IO_MAKE_FOLDER_H
#define KATACHI_BASE_IO_MAKE_FOLDER_H

#include <stdbool.h>

#include "base/status.h"

/* Is there a folder of that name, or a link to one? */
bool is_folder(const char *path);

/* Makes the folder and those above it that are missing; one that exists is fine.
 * GO_EIO: it cannot be made, or something else has that name; the sentence says which of
 * them.                                                                       */
go_status make_folder(const char *path, go_error *err);

#endif
