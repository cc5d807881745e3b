#include "sgf_corpus/sgf/plain_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- normalising ---- */

static const struct {
    const char *from, *to;
} replacements[] = {
    {"〇", "0"}, {"零", "0"}, {"一", "1"}, {"二", "2"}, {"三", "3"}, {"四", "4"},
    {"五", "5"}, {"六", "6"}, {"七", "7"}, {"八", "8"}, {"九", "9"}, {"½", ".5"},
    {"¼", ".25"}, {"¾", ".75"}, {"．", "."}, {"＋", "+"}, {"－", "-"}, {"／", "/"},
    {"，", ","}, {"　", " "}, {"？", "?"},
    {"\xe2\x88\x92", "-"}, {"\xe2\x80\x93", "-"}, /* the minus sign, the en dash */
};

/* The replacement of the character at `text`, its length in *n; NULL: none. */
static const char *replacement_of(const char *text, size_t *n)
{
    for (size_t i = 0; i < sizeof replacements / sizeof replacements[0]; i++) {
        *n = strlen(replacements[i].from);
        if (strncmp(text, replacements[i].from, *n) == 0)
            return replacements[i].to;
    }
    return NULL;
}

/* Is `text` at a Chinese digit? */
static bool at_digit(const char *text)
{
    size_t n;
    const char *to = replacement_of(text, &n);
    return to && isdigit((unsigned char)*to);
}

/* 十 is ten: 1 and 0, each omitted next to a digit. */
static const char *ten(const char *next, char before)
{
    if (isdigit((unsigned char)before))
        return at_digit(next) ? "" : "0";
    return at_digit(next) ? "1" : "10";
}

/* U+FF10 to U+FF19 */
static bool is_full_width_digit(const char *text)
{
    unsigned last = (unsigned char)text[0] == 0xef && (unsigned char)text[1] == 0xbc
                        ? (unsigned char)text[2] : 0;
    return last >= 0x90 && last <= 0x99;
}

void plain_text(const char *text, char out[PLAIN_TEXT])
{
    size_t at = 0;
    while (*text && at + 8 < PLAIN_TEXT) {
        size_t n;
        const char *to = NULL;
        unsigned char c = (unsigned char)*text;
        if (c < 0x80) {
            out[at++] = (char)tolower(c);
            text++;
            continue;
        }
        if (strncmp(text, "十", 3) == 0)
            to = ten(text + (n = 3), at ? out[at - 1] : 0);
        else if (is_full_width_digit(text))
            out[at++] = (char)('0' + (text[2] & 0x0f)), to = "", n = 3; /* full width */
        else
            to = replacement_of(text, &n);
        if (!to) {
            out[at++] = *text++;
            continue;
        }
        text += n;
        while (*to)
            out[at++] = *to++;
    }
    out[at] = 0;
}

/* ---- numbers ---- */

/* A fraction "1/4", in Chinese also "4分之1", at `p`; 0: none. */
static double fraction_at(const char *p, const char **rest)
{
    static const char parts[] = "分之";
    char *end;
    if (!isdigit((unsigned char)*p))
        return 0;
    const long first = strtol(p, &end, 10);
    const bool reversed = strncmp(end, parts, strlen(parts)) == 0;
    const char *next = end + (reversed ? strlen(parts) : *end == '/');
    if (next == end || !isdigit((unsigned char)*next))
        return 0;
    const long second = strtol(next, &end, 10);
    const long numerator = reversed ? second : first, denominator = reversed ? first : second;
    if (denominator <= 0 || numerator < 0 || numerator >= denominator || denominator > 100)
        return 0;
    *rest = end;
    return (double)numerator / (double)denominator;
}

static const char *skip_and(const char *p)
{
    while (*p == ' ')
        p++;
    if (strncmp(p, "又", 3) == 0)
        p += 3;
    while (*p == ' ')
        p++;
    return p;
}

/* Digits with a fraction after a point or comma; no sign, no exponent. */
static double decimal_at(const char *p, const char **rest)
{
    double value = 0, scale = 1;
    for (; isdigit((unsigned char)*p); p++)
        value = 10 * value + (*p - '0');
    if ((*p == '.' || *p == ',') && isdigit((unsigned char)p[1])) {
        for (p++; isdigit((unsigned char)*p); p++) {
            value = 10 * value + (*p - '0');
            scale *= 10;
        }
    }
    *rest = p;
    return value / scale; /* one rounding: 0.1 * 7 + 0.01 * 5 is no longer 0.75 */
}

/* The "e9" of "1e9", a notation that nobody uses for komi or points. */
static bool is_exponent(const char *text)
{
    return *text == 'e' && isdigit((unsigned char)text[1 + (text[1] == '+' || text[1] == '-')]);
}

bool plain_number(const char *text, double *value, const char **rest)
{
    const char *p = text;
    while (*p && !isdigit((unsigned char)*p) &&
           !(*p == '.' && isdigit((unsigned char)p[1])))
        p++;
    if (!*p)
        return false;
    bool negative = p > text && p[-1] == '-';
    *value = fraction_at(p, rest);
    if (*value == 0) {
        *value = decimal_at(p, rest);
        *value += fraction_at(skip_and(*rest), rest);
    }
    if (negative)
        *value = -*value;
    return !is_exponent(*rest);
}

const char *plain_find(const char *text, const char *const *words)
{
    const char *first = NULL;
    for (; *words; words++) {
        const char *at = strstr(text, *words);
        if (at && (!first || at < first))
            first = at;
    }
    return first;
}

/* Is it more than a part of a Latin word? */
static bool stands_alone(const char *text, const char *at, size_t n)
{
    const bool joined_before =
        isalpha((unsigned char)at[0]) && at > text && isalpha((unsigned char)at[-1]);
    return !joined_before && !(isalpha((unsigned char)at[n - 1]) && isalpha((unsigned char)at[n]));
}

const char *plain_find_word(const char *text, const char *from, const char *const *words)
{
    const char *first = NULL;
    for (; *words; words++) {
        const char *at = strstr(from, *words);
        while (at && !stands_alone(text, at, strlen(*words)))
            at = strstr(at + 1, *words);
        if (at && (!first || at < first))
            first = at;
    }
    return first;
}
