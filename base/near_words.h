/* near_words.h -- what a misspelt or unfinished word was meant to be, for "did you mean". */
#ifndef KATACHI_BASE_NEAR_WORDS_H
#define KATACHI_BASE_NEAR_WORDS_H

#include <stddef.h>

enum { NEAR_TEXT = 400 };

/* The word among `words` (NULL-ended) nearest to `text`; NULL when none is near.  Near is
 * one wrong letter in words of two or three letters, two in those of up to eight (but not the
 * first of fewer than six), then every third (Levenshtein distance).          */
const char *near_word(const char *text, const char *const *words);

/* Writes "--games", "--games or --gain", "--games, --gain or 3 others": the words that begin
 * with the first `length` letters of `text`, else those that end with it after a dash
 * (move-time for "time"), else those nearest to it; `before` stands before
 * each.  Returns how many there are; 0: none is near, and out is "".            */
int near_words(const char *text, size_t length, const char *const *words, const char *before,
               char out[NEAR_TEXT]);

#endif
