/* utf8.h -- text that may not be UTF-8. */
#ifndef KATACHI_BASE_UTF8_H
#define KATACHI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the valid character at the start of n > 0 bytes (1 .. 4), 0 when there is none. */
size_t utf8_length(const char *text, size_t n);

/* 3 if the text begins with a byte-order mark, as some editors write it, else 0. */
size_t utf8_mark(const char *text);

/* Bytes that belong to no valid character become '?', so that JSON and SGF can hold the text. */
void utf8_mend(char *text);

/* What a terminal would obey instead of showing it: line breaks, tabs, escapes, deletes; and the
 * characters U+0080 to U+009F, of two bytes.  Returns the bytes of the one that the text begins
 * with, 0 when it begins with none or is "".                                  */
size_t utf8_control(const char *text);

/* Each byte of control characters becomes '?', so that names and quotations stay on their line. */
void utf8_hide_controls(char *text);

/* Does the text contain `part`, capital letters and small ones being the same? */
bool utf8_contains(const char *text, const char *part);

/* Columns that the text takes in a terminal: two for each Chinese, Japanese or Korean character. */
int utf8_columns(const char *text);

/* The width with which printf's "%-*s", which counts bytes, fills so many columns. */
int utf8_field(const char *text, int columns);

#endif
