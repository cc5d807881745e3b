#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

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

int utf8_columns(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

int utf8_field(const char *text, int columns)
{
    return columns + (int)strlen(text) - utf8_columns(text);
}
