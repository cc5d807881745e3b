/* charset.h -- character sets of game records: which one a text is in, where
 * its characters end, and its translation to UTF-8.
 *
 * In Shift_JIS, GBK and Big5 the second byte of a character may be '\' or ']', and in
 * ISO-2022-JP any byte may be half a character, so even the end of a value depends on
 * the character set.  It is found in this order:
 *
 *   1. no byte above 127 and no escape sequence: ASCII, nothing to do
 *   2. valid UTF-8, whatever the file says: text in another character set is
 *      hardly ever valid UTF-8 by chance
 *   3. more valid UTF-8 characters than faults (as many, if CA says UTF-8):
 *      damaged UTF-8
 *   4. the CA property, when the text can be decoded with it
 *   5. detection (uchardet, where built in), under the same condition
 *   6. the caller's choice; else Shift_JIS when many bytes are in 0x80-0x9F and
 *      it can be decoded; else CA or windows-1252, faulty bytes as U+FFFD      */
#ifndef KATACHI_SGF_CORPUS_STREAMS_CHARSET_H
#define KATACHI_SGF_CORPUS_STREAMS_CHARSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sgf_corpus/streams/byte_buffer.h"

/* How characters are made of bytes. */
typedef enum charset_layout {
    LAYOUT_ASCII, /* a byte below 128 is always itself: UTF-8, EUC, Latin, ... */
    LAYOUT_SJIS,  /* two bytes from a lead byte 0x81-0x9F, 0xE0-0xFC */
    LAYOUT_DBCS,  /* two bytes from a lead byte 0x81-0xFE: GBK, GB18030, Big5 */
    LAYOUT_JIS    /* ISO-2022: escape sequences switch to pairs of 7-bit bytes */
} charset_layout;

enum { CHARSET_NAME = 32 };

typedef struct charset_info {
    char name[CHARSET_NAME]; /* for iconv; "" is ASCII or UTF-8 */
    charset_layout layout;
    bool damaged; /* UTF-8 with faulty bytes */
} charset_info;

/* A walk over characters. */
typedef struct char_walk {
    charset_layout layout;
    bool shifted; /* inside the pairs of LAYOUT_JIS */
} char_walk;

/* Length of the character at p, where n >= 1 bytes are available; 0: it needs more.
 * Bytes that form no character count one by one.                              */
size_t charset_step_wide(char_walk *walk, const unsigned char *p, size_t n);

static inline size_t charset_step(char_walk *walk, const unsigned char *p, size_t n)
{
    return walk->layout == LAYOUT_ASCII ? 1 : charset_step_wide(walk, p, n);
}

/* Finds the character set of a text.  `ca` is the value of its CA property
 * (n_ca bytes; NULL: none), `fallback` the caller's choice or NULL.          */
charset_info charset_of(const char *text, size_t n, const char *ca, size_t n_ca,
                   const char *fallback);

/* Can this name be used for `fallback`? */
bool charset_known(const char *name);

/* A converter to UTF-8 that keeps the last character set open. */
typedef struct charset_converter {
    char name[CHARSET_NAME];
    void *iconv; /* iconv_t of `name`, NULL: none open */
} charset_converter;

void charset_converter_close(charset_converter *c);

/* Appends the UTF-8 of text[n] to `out`, faulty bytes as U+FFFD.  false: out
 * of memory.                                                                 */
bool charset_to_utf8(charset_converter *c, const charset_info *from, const char *text, size_t n,
                     byte_buffer *out);

#endif
