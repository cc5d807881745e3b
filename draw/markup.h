/* markup.h -- text, numbers, cells and tiles in HTML and SVG. */
#ifndef KATACHI_DRAW_MARKUP_H
#define KATACHI_DRAW_MARKUP_H

#include <stdio.h>

/* Writes text with the special characters of XML and HTML escaped, and without control
 * characters, which XML does not allow.  Bytes that are not UTF-8, as names of files may have,
 * become '?': else no browser would show a picture.                           */
void markup_text(FILE *out, const char *text);

/* "1,234,567" in the caller's buffer. */
const char *markup_number(long long n, char buffer[32]);

/* "40 s", "12.4 min", "3.08 h". */
const char *markup_time(double seconds, char buffer[32]);

/* A table cell with text aligned to the left (class t of the page). */
void markup_cell(FILE *out, const char *text);

/* A number in large letters with its meaning below, both plain text. */
void markup_tile(FILE *out, const char *meaning, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
