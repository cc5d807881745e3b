/* data_files.h -- where the files are that come with the program: gammas, networks, games.
 * A file is in the first of these folders that has it:
 *
 *     data                           in the current folder (a source tree)
 *     $XDG_DATA_HOME/katachi         (~/.local/share/katachi if it is not set)
 *     PREFIX/share/katachi           where `make install` puts them
 *     ../share/katachi               from the program's folder: an installation that was moved
 *     ../../data                     from there: a source tree, from any folder */
#ifndef KATACHI_BASE_IO_DATA_FILES_H
#define KATACHI_BASE_IO_DATA_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum { DATA_FILE_PATH = 1024 };

/* Writes the path of the file called `name`; false if no folder has one that can be read. */
bool data_file_find(const char *name, char path[DATA_FILE_PATH]);

/* All paths that data_file_find tries, separated by commas, for messages. */
void data_file_places(const char *name, char *out, size_t size);

#endif
