/* config_file.h -- the user's configuration file: defaults of options (base/options.h). */
#ifndef KATACHI_CLI_CONFIG_FILE_H
#define KATACHI_CLI_CONFIG_FILE_H

#include <stdbool.h>

#include "base/status.h"

enum { CONFIG_PATH_MAX = 4096 };

/* $XDG_CONFIG_HOME/katachi/config, or the same under ~/.config.  False: the user has no home. */
bool config_file_path(char path[CONFIG_PATH_MAX]);

/* Fails if the file could not be written; makes its folder. */
go_status config_file_try(const char *path, go_error *err);

/* Sets a plain key in the file, which may be missing: the last line with it is changed, or a new
 * one added; all others stay as they are.  GO_EIO.                            */
go_status config_file_set(const char *path, const char *key, const char *value, go_error *err);

#endif
