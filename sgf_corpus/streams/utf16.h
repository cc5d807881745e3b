/* utf16.h -- UTF-16 of either byte order to UTF-8, in pieces of any length. */
#ifndef KATACHI_SGF_CORPUS_STREAMS_UTF16_H
#define KATACHI_SGF_CORPUS_STREAMS_UTF16_H

#include <stdint.h>

#include "sgf_corpus/streams/byte_buffer.h"

typedef struct utf16_decoder {
    bool big_endian;
    bool has_half;      /* one byte of a unit waits for the other */
    unsigned char half;
    uint16_t high;      /* a high surrogate waits for its low one; 0: none */
} utf16_decoder;

typedef enum utf16_guess { UTF16_NO, UTF16_LITTLE, UTF16_BIG } utf16_guess;

/* Are these first bytes of a file (4 are enough) UTF-16, with a byte-order
 * mark or not?                                                               */
utf16_guess utf16_guess_of(const void *bytes, size_t n);

/* Appends the UTF-8 of the next n bytes to `out`; surrogates without partner
 * become U+FFFD.  false: out of memory.                                      */
bool utf16_decode(utf16_decoder *d, const void *bytes, size_t n, byte_buffer *out);

/* How many bytes the characters of utf8[n] take in UTF-16. */
int64_t utf16_bytes(const char *utf8, size_t n);

#endif
