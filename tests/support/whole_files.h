/* whole_files.h -- files of any path, written and compared as a whole; errors fail the test. */
#ifndef KATACHI_TESTS_SUPPORT_WHOLE_FILES_H
#define KATACHI_TESTS_SUPPORT_WHOLE_FILES_H

#include <stdbool.h>

void write_text(const char *path, const char *text);
void copy_file(const char *from, const char *to);
bool same_bytes(const char *a, const char *b);

#endif
