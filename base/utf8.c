#include "base/utf8.h"

#include <ctype.h>
#include <locale.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <wctype.h>

size_t utf8_length(const char *text, size_t n)
{
    const unsigned char *p = (const unsigned char *)text, c = p[0];
    if (c < 0x80)
        return 1;
    size_t length = c >= 0xc2 && c <= 0xdf ? 2 : (c & 0xf0) == 0xe0 ? 3
                  : c >= 0xf0 && c <= 0xf4 ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (c == 0xe0 && p[1] < 0xa0) || (c == 0xf0 && p[1] < 0x90);
    bool surrogate = c == 0xed && p[1] >= 0xa0;
    bool too_high = c == 0xf4 && p[1] >= 0x90;
    return overlong || surrogate || too_high ? 0 : length;
}

size_t utf8_mark(const char *text)
{
    return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

void utf8_mend(char *text)
{
    for (size_t n = strlen(text); n;) {
        size_t length = utf8_length(text, n);
        if (!length)
            *text = '?';
        text += length ? length : 1;
        n -= length ? length : 1;
    }
}

size_t utf8_control(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] == 0xc2 && p[1] >= 0x80 && p[1] <= 0x9f)
        return 2;
    return (p[0] > 0 && p[0] < ' ') || p[0] == 127;
}

void utf8_hide_controls(char *text)
{
    for (size_t n; *text; text += n ? n : 1) {
        n = utf8_control(text);
        memset(text, '?', n);
    }
}

/* The number of the valid character of that length. */
static uint32_t character(const char *text, size_t length)
{
    static const unsigned char bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t c = (unsigned char)text[0] & bits[length];
    for (size_t i = 1; i < length; i++)
        c = c << 6 | ((unsigned char)text[i] & 0x3f);
    return c;
}

static pthread_once_t letters_once = PTHREAD_ONCE_INIT;
static locale_t letters; /* 0 where the system lacks it */

static void find_letters(void)
{
    letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

/* The small letter of a capital one, whatever locale the program runs in; any other character stays
 * the same. */
static uint32_t small_letter(uint32_t c)
{
    pthread_once(&letters_once, find_letters);
    return letters ? (uint32_t)towlower_l((wint_t)c, letters)
                   : c < 128 ? (uint32_t)tolower((int)c) : c;
}

/* Takes the next character off a text that is not at its end; a byte of none counts as itself. */
static uint32_t next_small(const char **text)
{
    const size_t length = utf8_length(*text, strnlen(*text, 4));
    const uint32_t c = length ? character(*text, length) : (unsigned char)**text;
    *text += length ? length : 1;
    return small_letter(c);
}

static bool begins_with(const char *text, const char *part)
{
    while (*part)
        if (!*text || next_small(&text) != next_small(&part))
            return false;
    return true;
}

bool utf8_contains(const char *text, const char *part)
{
    while (!begins_with(text, part)) {
        if (!*text)
            return false;
        next_small(&text);
    }
    return true;
}

/* Characters of terminals that are not one column wide, as far as names of people have them: the blocks of
 * Unicode 15 whose East Asian width is W or F, and combining marks. */
static int width(uint32_t c)
{
    static const struct { uint32_t first, last; int width; } ranges[] = {
        {0x0300, 0x036f, 0}, {0x1100, 0x115f, 2}, {0x200b, 0x200f, 0}, {0x20d0, 0x20ff, 0},
        {0x2e80, 0x303e, 2}, {0x3041, 0x33ff, 2}, {0x3400, 0x4dbf, 2}, {0x4e00, 0xa4cf, 2},
        {0xa960, 0xa97c, 2}, {0xac00, 0xd7a3, 2}, {0xf900, 0xfaff, 2}, {0xfe00, 0xfe0f, 0},
        {0xfe30, 0xfe6f, 2}, {0xff01, 0xff60, 2}, {0xffe0, 0xffe6, 2}, {0x1f300, 0x1f64f, 2},
        {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1f9ff, 2}, {0x20000, 0x3fffd, 2}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return ranges[i].width;
    return 1;
}

int utf8_columns(const char *text)
{
    int n = 0;
    for (size_t left = strlen(text), length; left; text += length, left -= length) {
        length = utf8_length(text, left);
        n += length ? width(character(text, length)) : 1;
        length += !length;
    }
    return n;
}

int utf8_field(const char *text, int columns)
{
    return columns + (int)strlen(text) - utf8_columns(text);
}
