#include "nn/scan.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char marker[] = "@BIN@";
enum { MARKER = sizeof marker - 1, NUMBER_MAX = 64 };

nn_scan nn_scan_start(const char *bytes, size_t n, const char *file, go_error *err)
{
    return (nn_scan){.file = file, .begin = bytes, .at = bytes, .end = bytes + n, .err = err};
}

/* ---- errors ---- */

static size_t line_of(const nn_scan *s)
{
    size_t line = 1;
    for (const char *p = s->begin; p < s->at; p++)
        line += *p == '\n';
    return line;
}

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
    if (s->blocks)
        snprintf(place, sizeof place, "byte %zu%s", (size_t)(s->at - s->begin), layer);
    else
        snprintf(place, sizeof place, "line %zu%s", line_of(s), layer);
    s->status = go_fail(s->err, GO_EFORMAT, "'%s', %s: %s", s->file, place, sentence);
    return s->status;
}

go_status nn_scan_memory(nn_scan *s)
{
    if (s->status == GO_OK)
        s->status = go_fail(s->err, GO_ENOMEM, "out of memory while reading '%s'", s->file);
    return s->status;
}

void nn_scan_cut_short(nn_scan *s, const char *what)
{
    nn_scan_fail(s, "the file ends where %s should be; it is cut short, get it again", what);
}

/* ---- words ---- */

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(nn_scan *s)
{
    while (s->at < s->end && is_space(*s->at))
        s->at++;
}

/* Bytes that a terminal would not show become question marks. */
static void printable(char *word)
{
    for (; *word; word++)
        if (*word < ' ' || *word > '~')
            *word = '?';
}

void nn_scan_word(nn_scan *s, const char *what, char word[NN_WORD_MAX])
{
    size_t n = 0;
    word[0] = '\0';
    if (s->status != GO_OK)
        return;
    skip_space(s);
    while (n < (size_t)(s->end - s->at) && n < NN_WORD_MAX && !is_space(s->at[n]) && s->at[n])
        n++;
    if (n == 0 && s->at == s->end) {
        nn_scan_cut_short(s, what);
    } else if (n == 0 || n == NN_WORD_MAX) {
        nn_scan_fail(s, "%s expected, but here is no word; the file is damaged, get it again",
                     what);
    } else {
        memcpy(word, s->at, n);
        word[n] = '\0';
        printable(word);
        s->at += n;
    }
}

void nn_scan_name(nn_scan *s, const char *what)
{
    char word[NN_WORD_MAX];
    nn_scan_word(s, what, word);
    if (s->status == GO_OK)
        memcpy(s->layer, word, sizeof word);
}

/* Goes back to a word that was not what it should be, so that the place is its. */
static void not_expected(nn_scan *s, const char *word, const char *what)
{
    s->at -= strlen(word);
    nn_scan_fail(s, "\"%.40s\" where %s should be; the file is damaged, get it again", word,
                 what);
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
        nn_scan_fail(s, "%s is %.20s and should be %d .. %d; the file is damaged, get it again",
                     what, word, min, max);
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

float nn_scan_float(nn_scan *s, const char *what)
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
    if (isfinite(value))
        return value;
    s->at -= strlen(word);
    nn_scan_fail(s, "%s is %.40s, not a finite number; the file is damaged, get it again", what,
                 word);
    return 0;
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

/* How many numbers the rest of the file can hold at most. */
static size_t room(const nn_scan *s, bool binary)
{
    size_t left = (size_t)(s->end - s->at);
    return binary ? left / 4 : (left + 1) / 2; /* as text: a digit and a space */
}

static void read_binary(nn_scan *s, const char *what, float *values, size_t n)
{
    for (size_t i = 0; i < n && s->status == GO_OK; i++, s->at += 4) {
        values[i] = little_endian_float(s->at);
        if (!isfinite(values[i])) {
            nn_scan_fail(s, "number %zu of %s is not finite; the file is damaged, get it again",
                         i + 1, what);
            return;
        }
    }
}

/* NULL, and a sentence, when the file is too short for n numbers. */
static float *room_for(nn_scan *s, const char *what, size_t n, bool binary)
{
    if (n > room(s, binary)) {
        nn_scan_fail(s, "%s need %zu numbers, more than the rest of the file can hold; it is cut "
                        "short or damaged, get it again", what, n);
        return NULL;
    }
    float *values = malloc((n ? n : 1) * sizeof *values);
    if (!values)
        nn_scan_memory(s);
    return values;
}

static float *free_on_error(const nn_scan *s, float *values)
{
    if (s->status == GO_OK)
        return values;
    free(values);
    return NULL;
}

float *nn_scan_numbers(nn_scan *s, const char *what, size_t n)
{
    if (s->status != GO_OK)
        return NULL;
    float *values = room_for(s, what, n, false);
    for (size_t i = 0; i < n && s->status == GO_OK; i++)
        values[i] = nn_scan_float(s, what);
    return free_on_error(s, values);
}

float *nn_scan_block(nn_scan *s, const char *what, size_t n)
{
    if (s->status != GO_OK)
        return NULL;
    skip_space(s);
    if (s->end - s->at < MARKER || memcmp(s->at, marker, MARKER) != 0)
        return nn_scan_numbers(s, what, n);
    if (!s->blocks)
        s->blocks = s->at;
    s->at += MARKER;
    float *values = room_for(s, what, n, true);
    if (values)
        read_binary(s, what, values, n);
    return free_on_error(s, values);
}

void nn_scan_end(nn_scan *s)
{
    if (s->status != GO_OK)
        return;
    skip_space(s);
    if (s->at < s->end)
        nn_scan_fail(s, "%zu bytes follow the end of the network; the file is damaged or of a "
                        "later format, get it again or take another", (size_t)(s->end - s->at));
}
