#include "nn/formats/scan.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/model/model.h"

static const char marker[] = "@BIN@";
enum {
    MARKER = sizeof marker - 1,
    NUMBER_MAX = 64,
    WINDOW = 1 << 20,
    MOST_SPACE = 1 << 20, /* white space in a row */
    FIRST_NUMBERS = 1 << 16 /* numbers that memory is taken for before they are seen */
};

/* ---- the window ---- */

nn_scan nn_scan_start(const char *bytes, size_t n, const char *file, go_error *err)
{
    return (nn_scan){.file = file, .begin = bytes, .at = bytes, .end = bytes + n, .err = err};
}

static size_t lines_in(const char *p, const char *end)
{
    size_t lines = 0;
    for (; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        lines++;
    return lines;
}

/* Moves the window so that it begins at `at`, and fills it. */
static void refill(nn_scan *s)
{
    size_t got = 1, n = (size_t)(s->end - s->at);
    s->before += (size_t)(s->at - s->begin);
    s->lines_before += s->binary ? 0 : lines_in(s->begin, s->at);
    memmove(s->window, s->at, n);
    while (n < WINDOW && got > 0 && s->status == GO_OK) {
        s->status = s->source(s->user, s->window + n, WINDOW - n, &got, s->err);
        n += s->status == GO_OK ? got : 0;
    }
    if (n < WINDOW)
        s->source = NULL;
    s->begin = s->at = s->window;
    s->end = s->window + n;
}

/* Makes sure that n bytes follow `at` in memory, unless the file ends before. */
static void look_ahead(nn_scan *s, size_t n)
{
    if ((size_t)(s->end - s->at) < n && s->source)
        refill(s);
}

nn_scan nn_scan_stream(nn_scan_source *source, void *user, const char *file, go_error *err)
{
    nn_scan s = {.file = file, .err = err, .window = malloc(WINDOW)};
    if (!s.window) {
        nn_scan_memory(&s);
        return s;
    }
    s.begin = s.at = s.end = s.window;
    s.source = source;
    s.user = user;
    refill(&s);
    return s;
}

void nn_scan_close(nn_scan *s)
{
    free(s->window);
    s->window = NULL;
    s->source = NULL;
    s->begin = s->at = s->end = NULL;
}

/* ---- errors ---- */

go_status nn_scan_fail(nn_scan *s, const char *format, ...)
{
    char sentence[600], place[NN_WORD_MAX + 100], layer[NN_WORD_MAX + 20] = "";
    va_list arguments;
    if (s->status != GO_OK)
        return s->status;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (s->layer[0])
        snprintf(layer, sizeof layer, ", layer '%s'", s->layer);
    if (s->binary)
        snprintf(place, sizeof place, "byte %zu%s", s->before + (size_t)(s->at - s->begin), layer);
    else
        snprintf(place, sizeof place, "line %zu%s", s->lines_before + lines_in(s->begin, s->at) + 1,
                 layer);
    s->status = go_fail(s->err, GO_EFORMAT, "'%s', %s: %s", s->file, place, sentence);
    return s->status;
}

go_status nn_scan_memory(nn_scan *s)
{
    if (s->status == GO_OK)
        s->status = go_fail(s->err, GO_ENOMEM, "out of memory while reading '%s'", s->file);
    return s->status;
}

/* The sentence for a file that ends where `what` should be. */
static void cut_short(nn_scan *s, const char *what)
{
    nn_scan_fail(s, "the file ends before %s; it is cut short, download it again", what);
}

/* ---- words ---- */

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Skips white space, if `within_line` not beyond this line. */
static void skip_space(nn_scan *s, bool within_line)
{
    size_t n = 0;
    look_ahead(s, 1);
    while (s->at < s->end && is_space(*s->at) && !(within_line && *s->at == '\n')) {
        s->at++;
        look_ahead(s, 1);
        if (++n > MOST_SPACE) {
            nn_scan_damaged(s, "more than %d bytes of white space", MOST_SPACE);
            return;
        }
    }
}

void nn_scan_word(nn_scan *s, const char *what, char word[NN_WORD_MAX])
{
    size_t n = 0;
    word[0] = '\0';
    if (s->status != GO_OK)
        return;
    skip_space(s, false);
    look_ahead(s, NN_WORD_MAX);
    if (s->status != GO_OK)
        return;
    while (n < (size_t)(s->end - s->at) && n < NN_WORD_MAX && !is_space(s->at[n]) && s->at[n])
        n++;
    if (n == 0 && s->at == s->end) {
        cut_short(s, what);
    } else if (n == 0 || n == NN_WORD_MAX) {
        nn_scan_damaged(s, "expected %s, but there is no word here", what);
    } else {
        /* bytes that a terminal would not show become question marks */
        for (size_t i = 0; i < n; i++, s->at++)
            word[i] = *s->at < ' ' || *s->at > '~' ? '?' : *s->at;
        word[n] = '\0';
    }
}

void nn_scan_name(nn_scan *s, const char *what)
{
    char word[NN_WORD_MAX];
    nn_scan_word(s, what, word);
    if (s->status == GO_OK)
        memcpy(s->layer, word, sizeof word);
}

/* Goes back to the start of an unexpected word, so that the message names its place. */
static void not_expected(nn_scan *s, const char *word, const char *what)
{
    s->at -= strlen(word);
    nn_scan_damaged(s, "expected %s, but found \"%.40s\"", what, word);
}

int nn_scan_int(nn_scan *s, const char *what, int min, int max)
{
    char word[NN_WORD_MAX], *stop;
    nn_scan_word(s, what, word);
    if (s->status != GO_OK)
        return min;
    long long value = strtoll(word, &stop, 10);
    if (*stop)
        not_expected(s, word, what);
    else if (value < min || value > max)
        nn_scan_damaged(s, "%s is %.20s, but must be %d to %d", what, word, min, max);
    return s->status == GO_OK ? (int)value : min;
}

/* ---- numbers ---- */

/* A plain decimal of at most 15 digits times a small power of ten is exact in
 * double up to one rounding (W. Clinger, 1990), which is all that a float
 * written with nine digits needs.  False: something else, leave it to strtof. */
static bool plain_decimal(const char *p, float *value)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    bool negative = *p == '-', point = false, down;
    int64_t digits = 0;
    int n = 0, shift = 0, exponent = 0;
    for (p += negative; n <= 15 && ((*p >= '0' && *p <= '9') || (*p == '.' && !point)); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        digits = digits * 10 + (*p - '0');
        shift -= point;
        n++;
    }
    if (*p == 'e') {
        down = p[1] == '-';
        p += 1 + down;
        if (!*p)
            return false;
        for (; *p >= '0' && *p <= '9' && exponent < 100; p++)
            exponent = exponent * 10 + (*p - '0');
        shift += down ? -exponent : exponent;
    }
    if (*p || n == 0 || n > 15 || shift < -22 || shift > 22)
        return false;
    double x = (double)digits;
    x = shift < 0 ? x / power[-shift] : x * power[shift];
    *value = (float)(negative ? -x : x);
    return true;
}

/* False for NaN, too. */
static bool is_sane(float value)
{
    return fabsf(value) <= (float)NN_LARGEST_WEIGHT;
}

/* The sentence for number i, from 1, of `what`; 0: `what` is one number. */
static void not_sane(nn_scan *s, const char *what, size_t i, const char *value)
{
    char which[40] = "";
    if (i)
        snprintf(which, sizeof which, "number %zu of ", i);
    nn_scan_damaged(s, "%s%s is %.40s, but the numbers of a network are finite and at most %g",
                       which, what, value, (double)NN_LARGEST_WEIGHT);
}

/* Number i of `what`, as for not_sane. */
static float scan_number(nn_scan *s, const char *what, size_t i)
{
    char word[NN_WORD_MAX], *stop;
    float value;
    nn_scan_word(s, what, word);
    if (s->status != GO_OK)
        return 0;
    if (!plain_decimal(word, &value)) {
        value = strtof(word, &stop);
        if (*stop || strlen(word) >= NUMBER_MAX) {
            not_expected(s, word, what);
            return 0;
        }
    }
    if (is_sane(value))
        return value;
    s->at -= strlen(word);
    not_sane(s, what, i, word);
    return 0;
}

float nn_scan_float(nn_scan *s, const char *what)
{
    return scan_number(s, what, 0);
}

/* ---- blocks ---- */

static float little_endian_float(const char *p)
{
    uint32_t bits = 0;
    float value;
    for (int i = 3; i >= 0; i--)
        bits = bits << 8 | (uint8_t)p[i];
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Fails if the rest of the file is known to be too short for n more numbers, or if
 * the limits forbid them.                                                    */
static bool may_hold(nn_scan *s, const char *what, size_t n, bool binary)
{
    size_t left = (size_t)(s->end - s->at);
    size_t room = binary ? left / 4 : (left + 1) / 2; /* as text: a digit and a space */
    if (!s->source && n > room)
        nn_scan_fail(s,
                     "%s need %zu numbers, more than the rest of the file can hold; it is cut "
                     "short or damaged, download it again",
                     what, n);
    else if (n > NN_LAYER_NUMBERS || n > NN_ALL_NUMBERS - s->numbers)
        nn_scan_fail(s, "%s need %zu numbers, which is over the limit of %d in a layer and %d in a "
                        "network; the file is damaged, or too large for katachi", what, n,
                     NN_LAYER_NUMBERS, NN_ALL_NUMBERS);
    return s->status == GO_OK;
}

/* Numbers that are being read: memory for them grows as they come. */
typedef struct growing {
    float *values;
    size_t n, room, most;
} growing;

static bool grow(nn_scan *s, growing *g)
{
    if (g->values && g->n < g->room)
        return true;
    size_t room = g->room ? 2 * g->room : FIRST_NUMBERS;
    g->room = room < g->most ? room : g->most;
    float *moved = realloc(g->values, (g->room ? g->room : 1) * sizeof *moved);
    if (moved)
        g->values = moved;
    else
        nn_scan_memory(s);
    return moved;
}

/* The numbers, with excess room given back; NULL after an error. */
static float *finish(nn_scan *s, growing *g)
{
    s->numbers += g->n;
    if (s->status != GO_OK) {
        free(g->values);
        return NULL;
    }
    float *fitting = realloc(g->values, (g->n ? g->n : 1) * sizeof *fitting);
    return fitting ? fitting : g->values;
}

float *nn_scan_block(nn_scan *s, const char *what, size_t n)
{
    growing g = {.most = n};
    if (s->status != GO_OK)
        return NULL;
    skip_space(s, false);
    look_ahead(s, MARKER);
    const size_t from = s->before + (size_t)(s->at - s->begin);
    bool binary = s->end - s->at >= MARKER && memcmp(s->at, marker, MARKER) == 0;
    if (binary) {
        s->binary = true;
        s->at += MARKER;
        look_ahead(s, 1); /* so that a near end is known */
    }
    if (s->status != GO_OK || !may_hold(s, what, n, binary))
        return NULL;
    while (grow(s, &g) && g.n < n && s->status == GO_OK) {
        if (!binary) {
            g.values[g.n] = scan_number(s, what, g.n + 1);
            g.n++;
            continue;
        }
        /* as many as the window holds and the memory has room for */
        look_ahead(s, 4);
        if (s->status == GO_OK && s->end - s->at < 4)
            cut_short(s, what);
        for (; s->status == GO_OK && g.n < g.room && s->end - s->at >= 4; g.n++, s->at += 4) {
            float value = g.values[g.n] = little_endian_float(s->at);
            char word[NUMBER_MAX];
            if (is_sane(value))
                continue;
            snprintf(word, sizeof word, "%g", (double)value);
            not_sane(s, what, g.n + 1, word);
        }
    }
    if (s->watch && s->status == GO_OK)
        s->watch(s->watcher, s->blocks, n, from, s->before + (size_t)(s->at - s->begin));
    s->blocks++;
    return finish(s, &g);
}

/* Is `at` at the end of the line? */
static bool line_ends(nn_scan *s)
{
    skip_space(s, true);
    return s->status != GO_OK || s->at == s->end || *s->at == '\n';
}

float *nn_scan_row(nn_scan *s, const char *what, size_t most, size_t *n)
{
    growing g = {.most = most < NN_LAYER_NUMBERS ? most : NN_LAYER_NUMBERS};
    *n = 0;
    while (s->status == GO_OK && !line_ends(s) && grow(s, &g)) {
        if (g.n == g.most || s->numbers + g.n == NN_ALL_NUMBERS) {
            nn_scan_fail(s,
                         "%s are more than the %zu numbers that fit here; the file is damaged or "
                         "of another kind, download it again",
                         what, g.n);
            break;
        }
        g.values[g.n] = scan_number(s, what, g.n + 1);
        g.n++;
    }
    if (s->status == GO_OK && g.n == 0 && s->at == s->end)
        cut_short(s, what);
    else if (g.n == 0)
        nn_scan_damaged(s, "expected %s, but this line is empty", what);
    nn_scan_next_line(s);
    *n = g.n;
    return finish(s, &g);
}

void nn_scan_next_line(nn_scan *s)
{
    if (s->status == GO_OK && line_ends(s) && s->at < s->end)
        s->at++;
}

void nn_scan_end(nn_scan *s)
{
    if (s->status != GO_OK)
        return;
    skip_space(s, false);
    if (s->at < s->end)
        nn_scan_fail(s, "the file continues after the end of the network; it is damaged or in a "
                        "newer format, download it again or use another network");
}
