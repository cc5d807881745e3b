/* last_part.h -- what a file or folder is called, without the folders that it is in. */
#ifndef KATACHI_BASE_IO_LAST_PART_H
#define KATACHI_BASE_IO_LAST_PART_H

/* The last part of a path, without slashes at its end, with which a shell completes folders:
 * "games" of "/home/ann/games/".  It begins at the pointer into `path` that is returned and has
 * *length bytes.                                                              */
const char *last_part(const char *path, int *length);

#endif
