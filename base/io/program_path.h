/* program_path.h -- where the running program is. */
#ifndef KATACHI_BASE_IO_PROGRAM_PATH_H
#define KATACHI_BASE_IO_PROGRAM_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the absolute path of the program's file, links resolved; false, with "" written, if
 * the system does not tell (no /proc) or the path has `size` bytes or more.   */
bool program_path(char *out, size_t size);

#endif
