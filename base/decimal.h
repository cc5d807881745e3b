/* decimal.h -- numbers as people write them: 7.5, -3, .5, 1e-3.
 *
 * strtod also takes 0x10 (sixteen), "inf", "nan" and leading blanks, which nobody means
 * who types a komi.  What people type is read by these.                       */
#ifndef KATACHI_BASE_DECIMAL_H
#define KATACHI_BASE_DECIMAL_H

#include <stdbool.h>

/* The number at the beginning of `text`; *end points behind it, or is `text` if there is
 * none.  Numbers too large for a double are none.                             */
double decimal_scan(const char *text, char **end);

/* To tenths, half of them away from zero, for people: never -0.0. */
double decimal_tenths(double x);

/* Reads a text that is a number and nothing else; false leaves *out as it is. */
bool decimal_read(const char *text, double *out);

#endif
