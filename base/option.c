#include "base/option.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"

typedef struct unit {
    char letter;
    double factor;
} unit;

/* The numbers by kind: what a value should have been, and the units understood. */
static const struct {
    const char *expected;
    unit units[6];
} numbers[] = {
    [OPTION_INT] = {"a whole number", {{'k', 1e3}, {'K', 1e3}, {'M', 1e6}}},
    [OPTION_REAL] = {"a number", {{0, 0}}},
    [OPTION_BYTES] = {"bytes such as 512K, 100M or 8G",
                      {{'K', 0x1p10}, {'k', 0x1p10}, {'M', 0x1p20}, {'G', 0x1p30}, {'T', 0x1p40}}},
    [OPTION_SECONDS] = {"seconds, or 90s 1.5m 2h,", {{'s', 1}, {'m', 60}, {'h', 3600}}},
};

/* 2.01 million as a whole number, although no binary fraction is 2.01. */
static double times(double x, double factor)
{
    const double product = x * factor, whole = round(product);
    return fabs(product - whole) <= 1e-12 * fabs(product) ? whole : product;
}

/* Reads a number, perhaps with a unit.  False: not a number, or text follows it. */
static bool number(const char *text, const unit *units, double *out)
{
    char *end;
    double x = decimal_scan(text, &end);
    if (end == text)
        return false;
    for (const unit *u = units; *end && u->letter; u++) {
        if (*end == u->letter) {
            x = times(x, u->factor);
            end++;
            break;
        }
    }
    *out = x;
    return *end == '\0';
}

void option_limit(const option *o, double limit, char out[OPTION_LIMIT])
{
    static const char *const letters[] = {"", "K", "M", "G", "T"};
    int n = 0;
    if (o->kind == OPTION_BYTES)
        while (n < 4 && limit >= 1024 && fmod(limit, 1024) == 0) {
            limit /= 1024;
            n++;
        }
    snprintf(out, OPTION_LIMIT, "%.10g%s", limit, letters[n]);
}

static go_status set_number(const option *o, void *field, const char *text, go_error *err)
{
    const bool ranged = o->min != 0 || o->max != 0;
    const char *expected = numbers[o->kind].expected;
    double x;
    bool good =
        number(text, numbers[o->kind].units, &x) && (!ranged || (x >= o->min && x <= o->max));
    if (good && o->kind == OPTION_INT)
        good = x == floor(x) && x >= INT_MIN && x <= INT_MAX;
    else if (good && o->kind == OPTION_BYTES)
        good = x >= 0 && x < 0x1p62;
    if (!good && ranged) {
        char least[OPTION_LIMIT], most[OPTION_LIMIT];
        option_limit(o, o->min, least);
        option_limit(o, o->max, most);
        return go_fail(err, GO_EINVAL, "%s from %s to %s, not '%s'", expected, least, most, text);
    }
    if (!good)
        return go_fail(err, GO_EINVAL, "%s, not '%s'", expected, text);
    if (o->kind == OPTION_INT)
        *(int *)field = (int)x;
    else if (o->kind == OPTION_BYTES)
        *(int64_t *)field = (int64_t)x;
    else
        *(double *)field = x;
    return GO_OK;
}

bool options_read_flag(const char *text, bool *value)
{
    static const char *const words[] = {"yes", "true", "1", "no", "false", "0"};
    for (int i = 0; i < 6; i++) {
        if (strcasecmp(text, words[i]) == 0) {
            *value = i < 3;
            return true;
        }
    }
    return false;
}

int options_read_list(const char *text, int least, int most, int *out, int room)
{
    for (int n = 0;; text++) {
        char *end;
        const long x = strtol(text, &end, 10);
        if (end == text || (*end && *end != ',') || x < least || x > most || n == room)
            return 0;
        out[n++] = (int)x;
        text = end;
        if (!*text)
            return n;
    }
}

static go_status set_flag(void *field, const char *text, go_error *err)
{
    return options_read_flag(text, field) ? GO_OK
                                          : go_fail(err, GO_EINVAL, "yes or no, not '%s'", text);
}

void option_value_name(const option *o, char out[OPTION_VALUE_NAME])
{
    enum { MANY = 12 };
    const char *words = o->metavar ? o->metavar : "VALUE", *second = strchr(words, '|');
    int n = 0;
    for (const char *p = words; *p; p++)
        n += *p == '|';
    if (o->kind != OPTION_CHOICE || n < MANY) {
        snprintf(out, OPTION_VALUE_NAME, "%s", words);
        return;
    }
    const size_t two = (size_t)(second - words) + 1 + strcspn(second + 1, "|");
    snprintf(out, OPTION_VALUE_NAME, "%.*s|...%s", (int)two, words, strrchr(words, '|'));
}

int option_place_in(const char *list, const char *text)
{
    const size_t n = strlen(text);
    for (int i = 0; list && *list; i++) {
        const size_t length = strcspn(list, "|");
        if (length == n && strncasecmp(list, text, n) == 0)
            return i;
        list += length + (list[length] == '|');
    }
    return -1;
}

static go_status set_choice(const option *o, void *field, const char *text, go_error *err)
{
    const int place = option_place_in(o->metavar, text);
    if (place >= 0) {
        *(int *)field = place;
        return GO_OK;
    }
    char name[OPTION_VALUE_NAME];
    option_value_name(o, name);
    return go_fail(err, GO_EINVAL, "one of %s, not '%s'", name, text);
}

go_status option_read(const option *o, void *field, const char *text, go_error *err)
{
    switch (o->kind) {
    case OPTION_FLAG: return set_flag(field, text, err);
    case OPTION_INT:
    case OPTION_REAL:
    case OPTION_BYTES:
    case OPTION_SECONDS: return set_number(o, field, text, err);
    case OPTION_TEXT: *(const char **)field = text; return GO_OK;
    case OPTION_CHOICE: return set_choice(o, field, text, err);
    case OPTION_CUSTOM: return o->parse(text, field, err);
    }
    return go_fail(err, GO_EINVAL, "an option of a known kind");
}
