/* plain_text.h -- free texts of game records in a form that is easy to search.
 *
 * Letters become lower case, full-width and Chinese digits become ASCII ("二十五" is
 * "25"), vulgar fractions decimals ("½" is ".5"), minus signs and en dashes hyphens; everything
 * else stays UTF-8. */
#ifndef KATACHI_SGF_CORPUS_SGF_PLAIN_TEXT_H
#define KATACHI_SGF_CORPUS_SGF_PLAIN_TEXT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { PLAIN_TEXT = 256 }; /* bytes considered */

void plain_text(const char *text, char out[PLAIN_TEXT]);

/* The first number in `text`: "7", "7.5", "6,5", "-5.5", ".5", "5 3/4",
 * "1又1/4", "3/4", "4分之3"; *rest follows it.  False: none, or one with an exponent.   */
bool plain_number(const char *text, double *value, const char **rest);

/* Is a value of 0 or more a quarter or three quarters above a whole number, as points counted in
 * stones of one side are?                                                     */
static inline bool plain_is_quarter(double value)
{
    const double fraction = fmod(value, 1.0);
    return fraction == 0.25 || fraction == 0.75;
}

/* The earliest place in `text` of any of the NULL-terminated `words`; NULL: none. */
const char *plain_find(const char *text, const char *const *words);

/* The same from `from` on, but not where a word is only a part of a Latin word. */
const char *plain_find_word(const char *text, const char *from, const char *const *words);

static inline bool plain_has(const char *text, const char *const *words)
{
    return plain_find(text, words) != NULL;
}

#endif
