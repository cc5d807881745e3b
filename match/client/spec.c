#include "match/client/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nn/model/model.h"

/* ---- key=value,key=value ---- */

const char *spec_keys(const char *spec, const char *prefix)
{
    size_t n = strlen(prefix);
    if (strncmp(spec, prefix, n) != 0 || (spec[n] != '\0' && spec[n] != ':'))
        return NULL;
    return spec + n + (spec[n] == ':');
}

bool spec_next_pair(const char **text, spec_pair *out)
{
    size_t length = strcspn(*text, ","), key = strcspn(*text, ",=");
    if (length == 0 && **text == '\0')
        return false;
    const char *value = *text + key + ((*text)[key] == '=');
    size_t n_value = (size_t)(*text + length - value);
    if (key >= sizeof out->key || n_value >= sizeof out->value)
        return false;
    snprintf(out->key, sizeof out->key, "%.*s", (int)key, *text);
    if ((*text)[key] == '=')
        snprintf(out->value, sizeof out->value, "%.*s", (int)n_value, value);
    else
        snprintf(out->value, sizeof out->value, "yes");
    *text += length + ((*text)[length] == ',');
    return true;
}

/* ---- who it is ---- */

enum { MAX_KEYS = 64 };

/* Appends KEY=VALUE, after a separator if there is something before it. */
static void append_pair(char *out, size_t size, const char *separator, const char *key,
                        const char *value)
{
    size_t n = strlen(out);
    snprintf(out + n, size - n, "%s%s=%s", n ? separator : "", key, value);
}

bool spec_is_budget(const char *key)
{
    static const char *const keys[] = {"move-time", "playouts", "visits", "level"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

static int by_key(const void *a, const void *b)
{
    const spec_pair *x = a, *y = b;
    return strcmp(x->key, y->key);
}

/* The keys count in any order, so they are sorted; too many make the whole SPEC a family. */
static void identify_keys(const char *spec, const char *program, const char *keys,
                          spec_identity *out)
{
    spec_pair *pairs = calloc(MAX_KEYS, sizeof *pairs);
    int n = 0;
    while (pairs && n < MAX_KEYS && spec_next_pair(&keys, &pairs[n]))
        n++;
    if (!pairs || *keys) {
        snprintf(out->family, sizeof out->family, "%s", spec);
        n = 0;
    } else {
        snprintf(out->family, sizeof out->family, "%s", program);
        qsort(pairs, (size_t)n, sizeof *pairs, by_key);
    }
    for (int i = 0; i < n; i++) {
        const spec_pair *one = &pairs[i];
        bool first = strcmp(out->family, program) == 0;
        char value[sizeof one->value];
        snprintf(value, sizeof value, "%s", one->value);
        if (strcmp(one->key, "net") == 0)
            nn_file_stem(one->value, value, sizeof value);
        if (strcmp(one->key, "name") == 0)
            snprintf(out->name, sizeof out->name, "%s", one->value);
        else if (spec_is_budget(one->key))
            append_pair(out->budget, sizeof out->budget, ", ", one->key, one->value);
        else
            append_pair(out->family, sizeof out->family, first ? ":" : ",", one->key, value);
    }
    free(pairs);
}

void spec_identify(const char *spec, const char *clock, spec_identity *out)
{
    const char *katachi = spec_keys(spec, "katachi"), *gnugo = spec_keys(spec, "gnugo");
    *out = (spec_identity){{0}, {0}, {0}};
    if (katachi) {
        identify_keys(spec, "katachi", katachi, out);
    } else if (gnugo) {
        identify_keys(spec, "gnugo", gnugo, out);
    } else {
        size_t n = strcspn(spec, ":"); /* "name=NAME:COMMAND", or the command alone */
        bool named = strncmp(spec, "name=", 5) == 0 && spec[n] == ':';
        if (named)
            snprintf(out->name, sizeof out->name, "%.*s", (int)(n - 5), spec + 5);
        snprintf(out->family, sizeof out->family, "%s", named ? spec + n + 1 : spec);
    }
    if (gnugo && !out->budget[0])
        snprintf(out->budget, sizeof out->budget, "level=%d", SPEC_GNUGO_LEVEL);
    size_t n = strlen(out->budget);
    if (clock[0] && strcmp(clock, "none") != 0)
        snprintf(out->budget + n, sizeof out->budget - n, "%sclock %s", n ? ", " : "", clock);
}
