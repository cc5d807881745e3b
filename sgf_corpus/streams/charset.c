#include "sgf_corpus/streams/charset.h"

#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <strings.h>

#ifdef HAVE_UCHARDET
#include <uchardet.h>
#endif

#include "base/utf8.h"

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

/* ---- characters ---- */

static size_t step_jis(char_walk *walk, const unsigned char *p, size_t n)
{
    if (*p != 0x1b) {
        bool pair = walk->shifted && *p >= 0x21 && *p <= 0x7e;
        return !pair ? 1 : n < 2 ? 0 : 2;
    }
    if (n < 3)
        return 0;
    if (p[1] != '$' && p[1] != '(')
        return 1;
    walk->shifted = p[1] == '$';
    const size_t length = p[1] == '$' && p[2] == '(' ? 4 : 3; /* ESC $ ( D is JIS X 0212 */
    return length <= n ? length : 0;
}

size_t charset_step_wide(char_walk *walk, const unsigned char *p, size_t n)
{
    if (walk->layout == LAYOUT_JIS)
        return step_jis(walk, p, n);
    bool lead = *p >= 0x81 && *p <= 0xfe;
    if (walk->layout == LAYOUT_SJIS)
        lead = (*p >= 0x81 && *p <= 0x9f) || (*p >= 0xe0 && *p <= 0xfc);
    if (!lead)
        return 1;
    if (n < 2)
        return 0;
    return p[1] >= 0x30 ? 2 : 1; /* below that no character set has second bytes */
}

/* Counts of UTF-8 characters of two or more bytes and of faults: bytes that
 * belong to no valid character, one that is cut short counted once.          */
typedef struct utf8_count {
    size_t wide, faulty;
} utf8_count;

static utf8_count count_utf8(const char *text, size_t n)
{
    const unsigned char *p = (const unsigned char *)text;
    utf8_count count = {0, 0};
    for (size_t i = 0; i < n;) {
        size_t length = p[i] < 0x80 ? 1 : utf8_length(text + i, n - i);
        count.wide += length > 1;
        count.faulty += length == 0;
        bool cut = length == 0 && p[i] >= 0xe0; /* a long character cut short is one fault */
        i += length ? length : 1;
        for (int k = 0; cut && k < 2 && i < n && (p[i] & 0xc0) == 0x80; k++)
            i++;
    }
    return count;
}

/* ---- names ---- */

/* Names as found in CA, without their punctuation, also those of Java (EUC_JP, MS949), and the
 * iconv character set that covers them best: the wider one where a name is used for several. */
static const struct {
    const char *alias, *name;
    charset_layout layout;
} known_charsets[] = {
    {"utf8", "", LAYOUT_ASCII},
    {"ascii", "", LAYOUT_ASCII},
    {"usascii", "", LAYOUT_ASCII},
    {"gb", "GB18030", LAYOUT_DBCS},
    {"gb2312", "GB18030", LAYOUT_DBCS},
    {"gbk", "GB18030", LAYOUT_DBCS},
    {"gb18030", "GB18030", LAYOUT_DBCS},
    {"cp936", "GB18030", LAYOUT_DBCS},
    {"ms936", "GB18030", LAYOUT_DBCS},
    {"xgbk", "GB18030", LAYOUT_DBCS},
    {"euccn", "GB18030", LAYOUT_DBCS},
    {"windows936", "GB18030", LAYOUT_DBCS},
    {"big5", "BIG5-HKSCS", LAYOUT_DBCS},
    {"big5hkscs", "BIG5-HKSCS", LAYOUT_DBCS},
    {"xbig5", "BIG5-HKSCS", LAYOUT_DBCS},
    {"cnbig5", "BIG5-HKSCS", LAYOUT_DBCS},
    {"ms950", "CP950", LAYOUT_DBCS},
    {"windows950", "CP950", LAYOUT_DBCS},
    {"cp950", "CP950", LAYOUT_DBCS},
    {"shiftjis", "CP932", LAYOUT_SJIS},
    {"sjis", "CP932", LAYOUT_SJIS},
    {"xsjis", "CP932", LAYOUT_SJIS},
    {"cp932", "CP932", LAYOUT_SJIS},
    {"windows31j", "CP932", LAYOUT_SJIS},
    {"ms932", "CP932", LAYOUT_SJIS},
    {"euckr", "CP949", LAYOUT_DBCS},
    {"ksc56011987", "CP949", LAYOUT_DBCS},
    {"cp949", "CP949", LAYOUT_DBCS},
    {"ksc5601", "CP949", LAYOUT_DBCS},
    {"ms949", "CP949", LAYOUT_DBCS},
    {"windows949", "CP949", LAYOUT_DBCS},
    {"xwindows949", "CP949", LAYOUT_DBCS},
    {"eucjp", "EUC-JP", LAYOUT_ASCII},
    {"xeucjp", "EUC-JP", LAYOUT_ASCII},
    {"uhc", "CP949", LAYOUT_DBCS},
    {"johab", "JOHAB", LAYOUT_DBCS},
    {"iso2022jp", "ISO-2022-JP", LAYOUT_JIS},
    {"jis", "ISO-2022-JP", LAYOUT_JIS},
    {"latin1", "CP1252", LAYOUT_ASCII},
    {"iso88591", "CP1252", LAYOUT_ASCII},
};

/* Copies a name, also in lower case without punctuation for the table.  False: it is none. */
static bool clean_name(const char *name, size_t n, char *plain, char *bare)
{
    size_t n_plain = 0, n_bare = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)name[i];
        if (isspace(c))
            continue;
        if (!(isalnum(c) || strchr("-_.:", c)) || c == 0 || n_plain + 1 >= CHARSET_NAME)
            return false;
        plain[n_plain++] = (char)c;
        if (isalnum(c))
            bare[n_bare++] = (char)tolower(c);
    }
    plain[n_plain] = bare[n_bare] = 0;
    return n_bare > 0 && strncmp(bare, "utf7", 4) != 0;
}

/* The layout of a character set that is not in the table: variants of those that are, such as
 * ISO-2022-JP-1 and Shift_JISX0213.                                           */
static charset_layout layout_of(const char *bare)
{
    static const struct {
        const char *begin;
        charset_layout layout;
    } families[] = {{"iso2022jp", LAYOUT_JIS}, {"shiftjis", LAYOUT_SJIS}, {"big5", LAYOUT_DBCS}};
    bare += 2 * (strncmp(bare, "cs", 2) == 0); /* csShiftJIS: the name in the registry of MIBs */
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (strncmp(bare, families[i].begin, strlen(families[i].begin)) == 0)
            return families[i].layout;
    return LAYOUT_ASCII;
}

/* Do ASCII characters stand for themselves?  Not in UTF-16, which is wrong in CA (the text was
 * scanned as bytes), nor in EBCDIC.                                           */
static bool keeps_ascii(iconv_t cd)
{
    static const char ascii[] = "(;FF[4]GM[1]PB[Ann]PW[Bob])";
    char *in = (char *)(uintptr_t)ascii, out[sizeof ascii] = "", *to = out;
    size_t left = sizeof ascii - 1, room = left;
    return iconv(cd, &in, &left, &to, &room) != (size_t)-1 && strcmp(ascii, out) == 0;
}

static bool charset_by_name(const char *name, size_t n, charset_info *out)
{
    char plain[CHARSET_NAME], bare[CHARSET_NAME];
    *out = (charset_info){0};
    if (!name || !clean_name(name, n, plain, bare))
        return false;
    for (size_t i = 0; i < sizeof known_charsets / sizeof known_charsets[0]; i++) {
        if (strcmp(bare, known_charsets[i].alias) == 0) {
            snprintf(out->name, sizeof out->name, "%s", known_charsets[i].name);
            out->layout = known_charsets[i].layout;
            return true;
        }
    }
    iconv_t probe = iconv_open("UTF-8", plain);
    if (probe == (iconv_t)-1)
        return false;
    const bool usable = keeps_ascii(probe);
    iconv_close(probe);
    if (!usable)
        return false;
    snprintf(out->name, sizeof out->name, "%s", plain);
    out->layout = layout_of(bare);
    return true;
}

bool charset_known(const char *name)
{
    charset_info found;
    return charset_by_name(name, strlen(name), &found);
}

/* ---- finding the character set ---- */

/* Can the whole text be decoded as `c`? */
static bool decodes(const charset_info *c, const char *text, size_t n)
{
    if (!c->name[0])
        return count_utf8(text, n).faulty == 0;
    iconv_t cd = iconv_open("UTF-8", c->name);
    if (cd == (iconv_t)-1)
        return false;
    char *in = (char *)(uintptr_t)text, scratch[4096];
    size_t left = n;
    bool fine = true;
    while (left > 0 && fine) {
        char *out = scratch;
        size_t room = sizeof scratch;
        fine = iconv(cd, &in, &left, &out, &room) != (size_t)-1 || errno == E2BIG;
    }
    iconv_close(cd);
    return fine;
}

static bool detect(const char *text, size_t n, charset_info *out)
{
#ifdef HAVE_UCHARDET
    uchardet_t detector = uchardet_new();
    bool found = false;
    if (uchardet_handle_data(detector, text, n) == 0) {
        uchardet_data_end(detector);
        const char *name = uchardet_get_charset(detector);
        found = charset_by_name(name, strlen(name), out) && out->name[0];
    }
    uchardet_delete(detector);
    return found;
#else
    (void)text, (void)n;
    *out = (charset_info){0};
    return false;
#endif
}

/* Is the text more likely Shift_JIS?  Bytes 0x80-0x9F are control characters in
 * the ISO sets and lead about half of the characters of Shift_JIS.           */
static bool is_sjis(const char *text, size_t n, const charset_info *guess, charset_info *out)
{
    size_t high = 0, control = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        high += c >= 0x80;
        control += c >= 0x80 && c < 0xa0;
    }
    bool iso = !guess->name[0] || strncasecmp(guess->name, "ISO", 3) == 0 ||
               strncasecmp(guess->name, "TIS", 3) == 0;
    return iso && 8 * control >= high && charset_by_name("sjis", 4, out) &&
           decodes(out, text, n);
}

charset_info charset_of(const char *text, size_t n, const char *ca, size_t n_ca,
                   const char *fallback)
{
    charset_info stated, guess, sjis, none = {0};
    bool jis = memmem(text, n, "\x1b$", 2) != NULL;
    utf8_count utf8 = count_utf8(text, n);
    if (utf8.faulty == 0 && !jis)
        return none;
    bool has_stated = charset_by_name(ca, n_ca, &stated);
    if (jis && utf8.faulty == 0 && !(has_stated && stated.name[0])) {
        charset_by_name("ISO-2022-JP", 11, &guess);
        return guess;
    }
    bool utf8_stated = has_stated && !stated.name[0];
    if (utf8.wide > utf8.faulty || (utf8_stated && utf8.wide >= utf8.faulty)) {
        none.damaged = true;
        return none;
    }
    if (has_stated && stated.name[0] && decodes(&stated, text, n))
        return stated;
    bool detected = detect(text, n, &guess) && decodes(&guess, text, n);
    bool like_sjis = is_sjis(text, n, detected ? &guess : &none, &sjis);
    if (detected && !like_sjis)
        return guess;
    if (fallback && charset_by_name(fallback, strlen(fallback), &guess) && guess.name[0])
        return guess;
    if (like_sjis)
        return sjis;
    if (has_stated && stated.name[0])
        return stated;
    charset_by_name("latin1", 6, &guess);
    return guess;
}

/* ---- conversion ---- */

void charset_converter_close(charset_converter *c)
{
    if (c->iconv)
        iconv_close((iconv_t)c->iconv);
    *c = (charset_converter){0};
}

static bool open_converter(charset_converter *c, const char *name)
{
    if (c->iconv && strcmp(c->name, name) == 0) {
        iconv((iconv_t)c->iconv, NULL, NULL, NULL, NULL); /* back to its initial state */
        return true;
    }
    charset_converter_close(c);
    iconv_t cd = iconv_open("UTF-8", name);
    if (cd == (iconv_t)-1)
        return false;
    c->iconv = cd;
    snprintf(c->name, sizeof c->name, "%s", name);
    return true;
}

static bool mend_utf8(const char *text, size_t n, byte_buffer *out)
{
    for (size_t i = 0; i < n;) {
        size_t length = utf8_length(text + i, n - i);
        if (!(length ? byte_buffer_append(out, text + i, length)
                     : byte_buffer_append(out, replacement, 3)))
            return false;
        i += length ? length : 1;
    }
    return true;
}

bool charset_to_utf8(charset_converter *c, const charset_info *from, const char *text, size_t n,
                     byte_buffer *out)
{
    if (!from->name[0] && !from->damaged)
        return byte_buffer_append(out, text, n);
    if (!from->name[0] || !open_converter(c, from->name))
        return mend_utf8(text, n, out);
    char *in = (char *)(uintptr_t)text;
    size_t left = n;
    bool more;
    do {
        more = left > 0; /* at last comes what iconv holds back for an accent that may follow */
        if (!byte_buffer_reserve(out, 4 * left + 16))
            return false;
        char *to = out->data + out->length;
        size_t room = out->capacity - out->length;
        size_t result = iconv((iconv_t)c->iconv, more ? &in : NULL, &left, &to, &room);
        out->length = (size_t)(to - out->data);
        if (!more || result != (size_t)-1 || errno == E2BIG)
            continue;
        if (!byte_buffer_append(out, replacement, 3)) /* a faulty or cut character */
            return false;
        in++, left--;
    } while (more);
    return true;
}
