/* options.c -- parsing of options; the texts are in options_help.c. */
#include "base/options.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

/* A number with a unit from `units` (a letter and its factor each).
 * False: not a number, or something follows it.                              */
typedef struct unit {
    char letter;
    double factor;
} unit;

static const unit count_units[] = {{'k', 1e3}, {'K', 1e3}, {'M', 1e6}, {0, 0}};
static const unit byte_units[] = {{'K', 0x1p10}, {'k', 0x1p10}, {'M', 0x1p20},
                                  {'G', 0x1p30}, {'T', 0x1p40}, {0, 0}};
static const unit time_units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {0, 0}};
static const unit no_units[] = {{0, 0}};

static bool number(const char *text, const unit *units, double *out)
{
    char *end;
    if (isspace((unsigned char)*text))
        return false;
    double x = strtod(text, &end);
    if (end == text || !isfinite(x))
        return false;
    for (const unit *u = units; *end && u->letter; u++) {
        if (*end == u->letter) {
            x *= u->factor;
            end++;
            break;
        }
    }
    *out = x;
    return *end == '\0';
}

static go_status bad_number(const option *o, const char *what, const char *text,
                            go_error *err)
{
    if (o->min == 0 && o->max == 0)
        return go_fail(err, GO_EINVAL, "%s, not '%s'", what, text);
    return go_fail(err, GO_EINVAL, "%s from %.10g to %.10g, not '%s'", what, o->min, o->max,
                   text);
}

static bool in_range(const option *o, double x)
{
    return (o->min == 0 && o->max == 0) || (x >= o->min && x <= o->max);
}

static go_status set_int(const option *o, void *field, const char *text, go_error *err)
{
    double x;
    if (!number(text, count_units, &x) || x != floor(x) || !in_range(o, x) || x < INT_MIN ||
        x > INT_MAX)
        return bad_number(o, "a whole number", text, err);
    *(int *)field = (int)x;
    return GO_OK;
}

static go_status set_real(const option *o, void *field, const char *text, go_error *err)
{
    bool seconds = o->kind == OPTION_SECONDS;
    double x;
    if (!number(text, seconds ? time_units : no_units, &x) || !in_range(o, x))
        return bad_number(o, seconds ? "seconds, or 90s 1.5m 2h," : "a number", text, err);
    *(double *)field = x;
    return GO_OK;
}

static go_status set_bytes(const option *o, void *field, const char *text, go_error *err)
{
    double x;
    if (!number(text, byte_units, &x) || !in_range(o, x) || x < 0 || x >= 0x1p62)
        return bad_number(o, "bytes such as 512K, 100M or 8G", text, err);
    *(int64_t *)field = (int64_t)x;
    return GO_OK;
}

static go_status set_flag(void *field, const char *text, go_error *err)
{
    static const char *const words[] = {"yes", "true", "1", "no", "false", "0"};
    for (int i = 0; i < 6; i++) {
        if (strcmp(text, words[i]) == 0) {
            *(bool *)field = i < 3;
            return GO_OK;
        }
    }
    return go_fail(err, GO_EINVAL, "yes or no, not '%s'", text);
}

static go_status set_choice(const option *o, void *field, const char *text, go_error *err)
{
    const char *word = o->metavar;
    for (int i = 0; *word; i++) {
        size_t length = strcspn(word, "|");
        if (strlen(text) == length && strncmp(word, text, length) == 0) {
            *(int *)field = i;
            return GO_OK;
        }
        word += length + (word[length] == '|');
    }
    return go_fail(err, GO_EINVAL, "one of %s, not '%s'", o->metavar, text);
}

static go_status set_value(const option *o, void *field, const char *text, go_error *err)
{
    switch (o->kind) {
    case OPTION_FLAG: return set_flag(field, text, err);
    case OPTION_INT: return set_int(o, field, text, err);
    case OPTION_REAL:
    case OPTION_SECONDS: return set_real(o, field, text, err);
    case OPTION_BYTES: return set_bytes(o, field, text, err);
    case OPTION_TEXT: *(const char **)field = text; return GO_OK;
    case OPTION_CHOICE: return set_choice(o, field, text, err);
    case OPTION_CUSTOM: return o->parse(text, field, err);
    }
    return go_fail(err, GO_EINVAL, "an option of a known kind");
}

static void *field_of(const option_group *group, const option *o, void *settings)
{
    return (char *)settings + group->base + o->offset;
}

/* ---- looking options up ---- */

typedef struct found {
    const option_group *group;
    const option *option;
} found;

#define FOR_EACH_GROUP(spec, g) \
    for (const option_group *g = (spec)->groups; g && g->options; g++)
#define FOR_EACH_OPTION(g, o) for (const option *o = (g)->options; o->name; o++)

static found find_exact(const command_spec *spec, const char *name)
{
    FOR_EACH_GROUP (spec, g)
        FOR_EACH_OPTION (g, o)
            if (strcmp(o->name, name) == 0)
                return (found){g, o};
    return (found){NULL, NULL};
}

static found find_letter(const command_spec *spec, char letter)
{
    FOR_EACH_GROUP (spec, g)
        FOR_EACH_OPTION (g, o)
            if (o->letter && o->letter == letter)
                return (found){g, o};
    return (found){NULL, NULL};
}

/* The option of that name, or else the last one that begins so; *matches counts
 * how many do.                                                               */
static found find_name(const command_spec *spec, const char *name, size_t length, int *matches)
{
    found one = {NULL, NULL};
    *matches = 0;
    FOR_EACH_GROUP (spec, g) {
        FOR_EACH_OPTION (g, o) {
            if (strncmp(o->name, name, length) != 0)
                continue;
            one = (found){g, o};
            ++*matches;
            if (o->name[length] == '\0') {
                *matches = 1;
                return one;
            }
        }
    }
    return one;
}

static int smallest(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}

/* Levenshtein's distance, of words of up to 63 letters. */
static int distance(const char *a, const char *b)
{
    enum { MAX = 63 };
    int row[MAX + 1], n = (int)strnlen(b, MAX + 1);
    if (n > MAX || strnlen(a, MAX + 1) > MAX)
        return INT_MAX;
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int cost = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smallest(row[j] + 1, row[j - 1] + 1, cost);
        }
    }
    return row[n];
}

static void nearer(const char *text, const char *word, int *best, const char **nearest)
{
    int d = distance(text, word);
    if (d < *best) {
        *best = d;
        *nearest = word;
    }
}

/* One more than the letters that may be wrong: one in short words, two in
 * longer ones (two letters exchanged count as two), then every third.        */
static int tolerance(const char *text)
{
    int letters = (int)strnlen(text, 64);
    return letters < 4 ? 2 : letters < 9 ? 3 : letters / 3 + 1;
}

const char *options_nearest(const char *text, const char *const *words)
{
    const char *nearest = NULL;
    int best = tolerance(text);
    for (; *words; words++)
        nearer(text, *words, &best, &nearest);
    return nearest;
}

static go_status unknown_option(const command_spec *spec, const char *shown, const char *name,
                                go_error *err)
{
    const char *nearest = NULL;
    int best = tolerance(name);
    FOR_EACH_GROUP (spec, g)
        FOR_EACH_OPTION (g, o)
            nearer(name, o->name, &best, &nearest);
    if (nearest)
        return go_fail(err, GO_EINVAL, "unknown option '%s'; did you mean --%s?", shown,
                       nearest);
    return go_fail(err, GO_EINVAL, "unknown option '%s'; --help lists the options of %s",
                   shown, spec->name);
}

/* ---- defaults and single settings ---- */

/* All kinds of fields are empty when their bytes are zero; a custom one is left
 * to the command, for only its parser knows it.                              */
static const size_t field_size[] = {
    [OPTION_FLAG] = sizeof(bool), [OPTION_INT] = sizeof(int), [OPTION_REAL] = sizeof(double),
    [OPTION_BYTES] = sizeof(int64_t), [OPTION_SECONDS] = sizeof(double),
    [OPTION_TEXT] = sizeof(char *), [OPTION_CHOICE] = sizeof(int), [OPTION_CUSTOM] = 0};

void options_defaults(const command_spec *spec, void *settings)
{
    FOR_EACH_GROUP (spec, g) {
        FOR_EACH_OPTION (g, o) {
            memset(field_of(g, o, settings), 0, field_size[o->kind]);
            if (o->fallback)
                (void)set_value(o, field_of(g, o, settings), o->fallback, NULL);
        }
    }
}

static go_status set_named(found f, const char *shown, void *settings, const char *value,
                           go_error *err)
{
    go_error why = {GO_OK, ""};
    go_status status = set_value(f.option, field_of(f.group, f.option, settings), value, &why);
    if (status == GO_OK)
        return GO_OK;
    return go_fail(err, status, "%s expects %s", shown, why.message);
}

go_status options_set(const command_spec *spec, void *settings, const char *name,
                      const char *value, go_error *err)
{
    found f = find_exact(spec, name);
    return f.option ? set_named(f, name, settings, value, err) : GO_END;
}

bool options_get(const command_spec *spec, const void *settings, const char *name, char *out,
                 size_t n)
{
    found f = find_exact(spec, name);
    if (!f.option || f.option->kind == OPTION_CUSTOM)
        return false;
    const void *field = (const char *)settings + f.group->base + f.option->offset;
    const char *word = f.option->metavar;
    switch (f.option->kind) {
    case OPTION_FLAG: snprintf(out, n, "%s", *(const bool *)field ? "yes" : "no"); break;
    case OPTION_INT: snprintf(out, n, "%d", *(const int *)field); break;
    case OPTION_BYTES: snprintf(out, n, "%lld", (long long)*(const int64_t *)field); break;
    case OPTION_TEXT:
        word = *(const char *const *)field;
        snprintf(out, n, "%s", word ? word : "");
        break;
    case OPTION_CHOICE:
        for (int i = *(const int *)field; i > 0; i--)
            word = strchr(word, '|') + 1;
        snprintf(out, n, "%.*s", (int)strcspn(word, "|"), word);
        break;
    default: snprintf(out, n, "%.9g", *(const double *)field); break;
    }
    return true;
}

/* ---- the command line ---- */

typedef struct arguments {
    const command_spec *spec;
    void *settings;
    char **argv;
    int argc;
    int next;     /* index of the argument to read */
    int n_inputs; /* kept so far, in argv[1 ..] */
} arguments;

static bool is_switch(const char *word)
{
    static const char *const words[] = {"yes", "no", "true", "false", "on", "off"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* `--rave no` cannot be told from a flag before an input: it is refused rather
 * than taken for its opposite.                              */
static go_status check_flag(const arguments *a, found f, const char *shown, go_error *err)
{
    const char *next = a->next < a->argc ? a->argv[a->next] : "";
    if (!is_switch(next))
        return GO_OK;
    return go_fail(err, GO_EINVAL, "%s '%s': a value goes with =, such as --%s=no; or write "
                   "--no-%s", shown, next, f.option->name, f.option->name);
}

/* Applies an option whose value, if given with it, is `value`. */
static go_status apply(arguments *a, found f, const char *shown, const char *value,
                       go_error *err)
{
    if (f.option->kind == OPTION_FLAG && !value) {
        GO_TRY(check_flag(a, f, shown, err));
        value = "yes";
    }
    if (!value && a->next >= a->argc)
        return go_fail(err, GO_EINVAL, "%s needs a value: %s", shown,
                       f.option->metavar ? f.option->metavar : "VALUE");
    if (!value)
        value = a->argv[a->next++];
    return set_named(f, shown, a->settings, value, err);
}

/* --no-NAME of the flag NAME. */
static go_status negate(arguments *a, found f, const char *value, go_error *err)
{
    char shown[80];
    snprintf(shown, sizeof shown, "--no-%s", f.option->name);
    if (value)
        return go_fail(err, GO_EINVAL, "%s takes no value", shown);
    go_status status = check_flag(a, f, shown, err);
    return status == GO_OK ? set_named(f, shown, a->settings, "no", err) : status;
}

static go_status long_option(arguments *a, const char *argument, go_error *err)
{
    const char *name = argument + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    char shown[80];
    snprintf(shown, sizeof shown, "--%.*s", (int)(length < 64 ? length : 64), name);
    if (strcmp(name, "help") == 0)
        return GO_END;
    int matches, flags;
    found f = find_name(a->spec, name, length, &matches);
    if (!f.option && length > 3 && strncmp(name, "no-", 3) == 0) {
        found flag = find_name(a->spec, name + 3, length - 3, &flags);
        if (flags == 1 && flag.option->kind == OPTION_FLAG)
            return negate(a, flag, value, err);
    }
    if (matches > 1)
        return go_fail(err, GO_EINVAL, "'%s' is the beginning of several options", shown);
    if (!f.option)
        return unknown_option(a->spec, shown, shown + 2, err);
    snprintf(shown, sizeof shown, "--%s", f.option->name);
    return apply(a, f, shown, value, err);
}

/* -o VALUE, -oVALUE, or several flags at once, -qv. */
static go_status short_options(arguments *a, const char *argument, go_error *err)
{
    for (const char *letter = argument + 1; *letter; letter++) {
        char shown[3] = {'-', *letter, '\0'};
        found f = find_letter(a->spec, *letter);
        if (!f.option && *letter == 'h')
            return GO_END;
        if (!f.option)
            return unknown_option(a->spec, argument, argument + 1, err);
        bool flag = f.option->kind == OPTION_FLAG;
        go_status status = apply(a, f, shown, flag || !letter[1] ? NULL : letter + 1, err);
        if (status != GO_OK || !flag)
            return status;
    }
    return GO_OK;
}

static go_status check_inputs(const command_spec *spec, int n, const char *first,
                              go_error *err)
{
    if (n > 0 && !spec->inputs)
        return go_fail(err, GO_EINVAL, "'%s' is one argument too many: %s takes only options",
                       first, spec->name);
    if (n < spec->min_inputs)
        return go_fail(err, GO_EINVAL, "%s is missing: say what to work on, or see --help",
                       spec->inputs);
    if (spec->max_inputs && n > spec->max_inputs)
        return go_fail(err, GO_EINVAL, "%d arguments are too many: %s takes %s", n, spec->name,
                       spec->inputs);
    return GO_OK;
}

go_status options_parse(const command_spec *spec, int argc, char **argv, void *settings,
                        int *n_inputs, go_error *err)
{
    arguments a = {spec, settings, argv, argc, 1, 0};
    bool options_end = false;
    while (a.next < argc) {
        char *argument = argv[a.next++];
        go_status status = GO_OK;
        if (options_end || argument[0] != '-' || argument[1] == '\0')
            argv[1 + a.n_inputs++] = argument;
        else if (strcmp(argument, "--") == 0)
            options_end = true;
        else if (argument[1] == '-')
            status = long_option(&a, argument, err);
        else
            status = short_options(&a, argument, err);
        if (status != GO_OK)
            return status;
    }
    *n_inputs = a.n_inputs;
    return check_inputs(spec, a.n_inputs, a.n_inputs ? argv[1] : NULL, err);
}

const char *options_check(const command_spec *spec)
{
    double scratch[8]; /* wide enough for every kind but custom ones */
    FOR_EACH_GROUP (spec, g) {
        FOR_EACH_OPTION (g, o) {
            found same = find_exact(spec, o->name);
            if (same.option != o || (o->letter && find_letter(spec, o->letter).option != o))
                return o->name;
            if (o->kind != OPTION_CUSTOM && o->fallback &&
                set_value(o, scratch, o->fallback, NULL) != GO_OK)
                return o->name;
            if (!o->sentence || (o->kind == OPTION_CHOICE && !o->metavar))
                return o->name;
        }
    }
    return NULL;
}
