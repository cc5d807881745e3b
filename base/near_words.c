#include "base/near_words.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAMED = 6 };

/* The Levenshtein distance between words of up to 63 letters. */
static int distance(const char *a, const char *b)
{
    enum { MAX = 63 };
    int row[MAX + 1], n = (int)strnlen(b, MAX + 1);
    if (n > MAX || strnlen(a, MAX + 1) > MAX)
        return INT_MAX;
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int cost = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            int other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = other < cost ? other : cost;
        }
    }
    return row[n];
}

/* One more than the letters that may be wrong (two letters exchanged count as two). */
static int too_far(const char *text)
{
    int letters = (int)strnlen(text, 64);
    return letters < 4 ? 2 : letters < 9 ? 3 : letters / 3 + 1;
}

/* In a short word two wrong letters may make any other, so the first one must be right then; a
 * wrong one for a single letter always does.                                  */
static bool is_other_word(const char *text, const char *word, int wrong)
{
    const int letters = (int)strnlen(text, 6);
    return (letters == 1 && wrong > 0) || (wrong > 1 && letters < 6 && *text != *word);
}

const char *near_word(const char *text, const char *const *words)
{
    int best = too_far(text);
    const char *nearest = NULL;
    for (; *words; words++) {
        int d = distance(text, *words);
        if (d < best && !is_other_word(text, *words, d)) {
            best = d;
            nearest = *words;
        }
    }
    return nearest;
}

/* The ways in which words are near, the surest first. */
enum { BEGINS, ENDS, MISSPELT, WAYS };

static bool is_near(const char *text, const char *word, int way, int farthest)
{
    const size_t n = strlen(text), m = strlen(word);
    switch (way) {
    case BEGINS: return n > 0 && strncmp(word, text, n) == 0;
    case ENDS: return n > 0 && m > n && word[m - n - 1] == '-' && strcmp(word + m - n, text) == 0;
    default: return distance(text, word) == farthest && !is_other_word(text, word, farthest);
    }
}

int near_words(const char *text, size_t length, const char *const *words, const char *before,
               char out[NEAR_TEXT])
{
    char part[64];
    int n = 0, way = 0;
    size_t used = 0;
    snprintf(part, sizeof part, "%.*s", (int)(length < 63 ? length : 63), text);
    const char *nearest = near_word(part, words);
    const int farthest = nearest ? distance(part, nearest) : -1;
    out[0] = '\0';
    for (way = 0; way < WAYS; way++) {
        for (int i = 0; words[i]; i++)
            n += is_near(part, words[i], way, farthest);
        if (n)
            break;
    }
    const int named = n > MOST_NAMED ? MOST_NAMED - 1 : n;
    for (int i = 0, k = 0; words[i] && k < named && used < NEAR_TEXT; i++) {
        if (!is_near(part, words[i], way, farthest))
            continue;
        const char *between = k == 0 ? "" : k + 1 == n ? " or " : ", ";
        used += (size_t)snprintf(out + used, NEAR_TEXT - used, "%s%s%s", between, before, words[i]);
        k++;
    }
    if (named < n && used < NEAR_TEXT)
        snprintf(out + used, NEAR_TEXT - used, " or %d others", n - named);
    return n;
}
