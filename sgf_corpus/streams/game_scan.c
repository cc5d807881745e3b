#include "sgf_corpus/streams/game_scan.h"

#include <ctype.h>

/* Blank between the parts of a game; some programs leave zero bytes there. */
static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0;
}

static size_t skip_blanks(const char *bytes, size_t at, size_t n)
{
    while (at < n && is_blank(bytes[at]))
        at++;
    return at;
}

typedef enum look { LOOK_NO, LOOK_YES, LOOK_MORE } look;

/* Is there a property, "Name[", with a capital letter, at `at`? */
static look look_property(const char *bytes, size_t at, size_t n)
{
    size_t from = at;
    bool capital = false;
    while (at < n && isalpha((unsigned char)bytes[at])) {
        capital |= isupper((unsigned char)bytes[at]) != 0;
        at++;
    }
    bool named = at > from && capital;
    size_t after = skip_blanks(bytes, at, n);
    if (after == n)
        return at == n || named ? LOOK_MORE : LOOK_NO;
    return named && bytes[after] == '[' ? LOOK_YES : LOOK_NO;
}

/* Does a game start at the '(' or, when that is missing, at the ';' at `at`? */
static look look_start(const char *bytes, size_t at, size_t n)
{
    size_t next = skip_blanks(bytes, at + 1, n);
    if (next == n)
        return LOOK_MORE;
    return bytes[at] == '(' && bytes[next] == ';' ? LOOK_YES : look_property(bytes, next, n);
}

scan_step scan_game_start(start_scan *s, const char *bytes, size_t n, bool last)
{
    for (; s->pos < n; s->pos++) {
        char c = bytes[s->pos];
        if (c == '(') {
            look l = look_start(bytes, s->pos, n);
            if (l == LOOK_YES)
                return SCAN_FOUND;
            if (l == LOOK_MORE && !last)
                return SCAN_MORE;
        } else if (c == ';' && !s->has_stray) {
            look l = look_start(bytes, s->pos, n);
            if (l == LOOK_MORE && !last)
                return SCAN_MORE;
            s->bare = l == LOOK_YES && s->file_begins;
            if (s->bare)
                return SCAN_FOUND;
            s->has_stray = l == LOOK_YES;
            s->stray = s->pos;
        }
        s->file_begins = s->file_begins && is_blank(c);
    }
    return last ? SCAN_NONE : SCAN_MORE;
}

/* Does the '(' at `at` inside a game begin the next game, the ')' of this one
 * missing?  A variation does not start with a property that only a root has. */
static look look_root(const char *bytes, size_t at, size_t n)
{
    static const char roots[][3] = {"FF", "GM", "CA", "AP", "SZ"};
    size_t next = skip_blanks(bytes, at + 1, n);
    if (next == n)
        return LOOK_MORE;
    if (bytes[next] != ';')
        return LOOK_NO;
    next = skip_blanks(bytes, next + 1, n);
    if (n - next < 3)
        return LOOK_MORE;
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
        if (bytes[next] == roots[i][0] && bytes[next + 1] == roots[i][1] &&
            bytes[next + 2] == '[')
            return LOOK_YES;
    return LOOK_NO;
}

/* One character of a value; the number of bytes, 0 when it needs more. */
static size_t scan_value(end_scan *s, const unsigned char *p, size_t n)
{
    size_t step = charset_step(&s->walk, p, n);
    if (step != 1)
        return step;
    if (*p == ']') {
        s->in_value = false;
    } else if (*p == '\\') {
        size_t escaped = n > 1 ? charset_step(&s->walk, p + 1, n - 1) : 0;
        return escaped ? 1 + escaped : 0;
    }
    return 1;
}

/* What stands between values.  SCAN_MORE here means: go on. */
static scan_step scan_structure(end_scan *s, const char *bytes, size_t n, bool last)
{
    char c = bytes[s->pos];
    if (c == '[') {
        s->in_value = true;
        s->walk.shifted = false;
    } else if (c == '(') {
        look l = s->depth > 0 ? look_root(bytes, s->pos, n) : LOOK_NO;
        if (l == LOOK_YES)
            return SCAN_NEW_ROOT;
        if (l == LOOK_MORE && !last)
            return SCAN_NONE;
        s->depth++;
    } else if (c == ')' && --s->depth == 0) {
        s->pos++;
        return SCAN_FOUND;
    }
    return SCAN_MORE;
}

scan_step scan_game_end(end_scan *s, const char *bytes, size_t n, bool last)
{
    while (s->pos < n) {
        unsigned char c = (unsigned char)bytes[s->pos];
        s->eight_bit |= c >= 0x80 || c == 0x1b;
        size_t step = 1;
        if (s->in_value) {
            step = scan_value(s, (const unsigned char *)bytes + s->pos, n - s->pos);
            if (step == 0)
                break;
            s->eight_bit |= (unsigned char)bytes[s->pos + step - 1] >= 0x80;
        } else {
            scan_step what = scan_structure(s, bytes, n, last);
            if (what == SCAN_NONE)
                return SCAN_MORE;
            if (what != SCAN_MORE)
                return what;
        }
        s->pos += step;
    }
    return last ? SCAN_NONE : SCAN_MORE;
}
