#include "sgf_corpus/sgf/sgf_value.h"

#include <ctype.h>
#include <stdio.h>

size_t sgf_value_plain(sgf_value v, char out[32])
{
    size_t n = 0;
    for (size_t i = 0; i < v.length && n < 31; i++)
        if (!isspace((unsigned char)v.bytes[i]) && v.bytes[i] && v.bytes[i] != '\\')
            out[n++] = v.bytes[i];
    out[n] = 0;
    return n;
}

sgf_value_shown sgf_value_show(sgf_value v)
{
    sgf_value_shown s;
    size_t n = v.length < 20 ? v.length : 20;
    for (size_t i = 0; i < n; i++)
        s.text[i] = v.bytes[i] >= ' ' && v.bytes[i] <= '~' ? v.bytes[i] : '?';
    snprintf(s.text + n, sizeof s.text - n, "%s", v.length > n ? "..." : "");
    return s;
}

/* Is text[i] a line end?  Then *i is left at its last byte, for it may be of two. */
static bool line_end(const byte_buffer *value, size_t *i)
{
    char c = value->data[*i];
    if (c != '\n' && c != '\r')
        return false;
    char other = c == '\n' ? '\r' : '\n';
    *i += *i + 1 < value->length && value->data[*i + 1] == other;
    return true;
}

/* Is text[i] the first of two bytes of a control character beyond ASCII, U+0080 to U+009F?
 * Terminals obey some of them, and others end a line.                                   */
static bool wide_control(const byte_buffer *value, size_t i)
{
    const unsigned char *at = (const unsigned char *)value->data + i;
    return at[0] == 0xc2 && i + 1 < value->length && at[1] >= 0x80 && at[1] < 0xa0;
}

bool sgf_value_text(const byte_buffer *value, bool lines, byte_buffer *texts)
{
    if (!byte_buffer_reserve(texts, value->length + 1))
        return false;
    char *text = texts->data + texts->length;
    size_t n = 0;
    for (size_t i = 0; i < value->length; i++) {
        if (value->data[i] == '\\' && (++i == value->length || line_end(value, &i)))
            continue;
        bool ends = lines && line_end(value, &i), wide = wide_control(value, i);
        unsigned char c = (unsigned char)value->data[i];
        i += wide;
        if (c > ' ' && c != 0x7f && !wide)
            text[n++] = (char)c;
        else if (n > 0 && (lines || text[n - 1] != ' '))
            text[n++] = ends ? '\n' : ' ';
    }
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\n'))
        n--;
    text[n] = 0;
    texts->length += n + 1;
    return true;
}
