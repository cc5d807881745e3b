/* markup.h -- what the pages and pictures share: text, numbers, cells and tiles
 * of HTML and SVG.                                                            */
#ifndef KATACHI_DRAW_MARKUP_H
#define KATACHI_DRAW_MARKUP_H

#include <stdio.h>

/* Writes text with the characters escaped that XML and HTML give a meaning, and
 * without control characters, which XML does not allow.                      */
void markup_text(FILE *out, const char *text);

/* "1,234,567" in the caller's buffer. */
const char *markup_number(long long n, char buffer[32]);

/* A cell of a table with text aligned to the left, by a page's class t. */
void markup_cell(FILE *out, const char *text);

/* A number in large letters with its meaning below, both plain text. */
void markup_tile(FILE *out, const char *meaning, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
