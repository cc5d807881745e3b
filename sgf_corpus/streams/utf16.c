#include "sgf_corpus/streams/utf16.h"

utf16_guess utf16_guess_of(const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    if (n < 2)
        return UTF16_NO;
    if (b[0] == 0xff && b[1] == 0xfe)
        return UTF16_LITTLE;
    if (b[0] == 0xfe && b[1] == 0xff)
        return UTF16_BIG;
    /* two ASCII characters: every other byte is zero */
    if (n < 4)
        return UTF16_NO;
    if (b[0] && !b[1] && b[2] && !b[3])
        return UTF16_LITTLE;
    return !b[0] && b[1] && !b[2] && b[3] ? UTF16_BIG : UTF16_NO;
}

static bool put(byte_buffer *out, uint32_t c)
{
    char utf8[4];
    if (c < 0x80) {
        utf8[0] = (char)c;
        return byte_buffer_append(out, utf8, 1);
    }
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[5] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (int i = n - 1; i > 0; i--, c >>= 6)
        utf8[i] = (char)(0x80 | (c & 0x3f));
    utf8[0] = (char)(lead[n] | c);
    return byte_buffer_append(out, utf8, (size_t)n);
}

static bool decode_unit(utf16_decoder *d, uint16_t unit, byte_buffer *out)
{
    bool low = unit >= 0xdc00 && unit <= 0xdfff, high = unit >= 0xd800 && unit <= 0xdbff;
    if (d->high) {
        uint32_t first = d->high;
        d->high = 0;
        if (low)
            return put(out, 0x10000 + ((first - 0xd800) << 10) + (unit - 0xdc00u));
        if (!put(out, 0xfffd))
            return false;
    }
    if (high) {
        d->high = unit;
        return true;
    }
    return put(out, low ? 0xfffd : unit);
}

bool utf16_decode(utf16_decoder *d, const void *bytes, size_t n, byte_buffer *out)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < n; i++) {
        if (!d->has_half) {
            d->half = b[i];
            d->has_half = true;
            continue;
        }
        unsigned unit = d->big_endian ? (unsigned)d->half << 8 | b[i]
                                      : (unsigned)b[i] << 8 | d->half;
        d->has_half = false;
        if (!decode_unit(d, (uint16_t)unit, out))
            return false;
    }
    return true;
}

int64_t utf16_bytes(const char *utf8, size_t n)
{
    int64_t units = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)utf8[i];
        units += (c & 0xc0) != 0x80; /* every character */
        units += c >= 0xf0;          /* is two units beyond U+FFFF */
    }
    return 2 * units;
}
