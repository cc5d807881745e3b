/* temp_dir.h -- a folder for the files of one test. */
#ifndef KATACHI_TESTS_SUPPORT_TEMP_DIR_H
#define KATACHI_TESTS_SUPPORT_TEMP_DIR_H

#include <stddef.h>

typedef struct temp_dir {
    char path[200];
} temp_dir;

/* Makes a new empty folder; ends the test program when that is impossible. */
temp_dir temp_dir_create(void);

/* Removes it with all that is in it; 0, or -1 when that is impossible. */
int temp_dir_remove(const temp_dir *dir);

/* "folder/name", in a buffer of the caller's. */
const char *temp_dir_path(const temp_dir *dir, const char *name, char buffer[400]);

/* Writes a file of that name, or ends the test program; its path, as above. */
const char *temp_dir_bytes(const temp_dir *dir, const char *name, const void *bytes, size_t n,
                           char path[400]);
const char *temp_dir_text(const temp_dir *dir, const char *name, const char *text,
                          char path[400]);

/* Number of files in it. */
int temp_dir_count(const temp_dir *dir);

/* The folder of a group of tests: set-up and tear-down of the group, and a set-up of a
 * test that is to begin with an empty folder.                                */
extern temp_dir group_dir;
int group_dir_make(void **state);
int group_dir_remove(void **state);
int group_dir_empty(void **state);

#endif
