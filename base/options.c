/* options.c -- parsing of options and of the configuration file; options_help.c writes. */
#include "base/options.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/near_words.h"
#include "base/utf8.h"

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

/* The option with exactly this name or, when `name` is NULL, with this letter. */
static found find(const command_spec *spec, const char *name, char letter)
{
    FOR_EACH_GROUP (spec, g)
        FOR_EACH_OPTION (g, o)
            if (name ? strcmp(o->name, name) == 0 : o->letter == letter)
                return (found){g, o};
    return (found){NULL, NULL};
}

bool options_has(const command_spec *spec, const char *name)
{
    return find(spec, name, 0).option;
}

bool option_is_among(const char *const *names, const option *o)
{
    for (; names && *names; names++)
        if (strcmp(*names, o->name) == 0)
            return true;
    return false;
}

bool option_is_idle(const command_spec *spec, const option *o)
{
    return option_is_among(spec->idle, o);
}

/* The option with this name, else the last one whose name begins with it; *matches
 * counts the candidates.                                                      */
static found find_prefix(const command_spec *spec, const char *name, size_t length, int *matches)
{
    found one = {NULL, NULL};
    *matches = 0;
    FOR_EACH_GROUP (spec, g) {
        FOR_EACH_OPTION (g, o) {
            if (strncmp(o->name, name, length) != 0 || (o->name[length] && option_is_idle(spec, o)))
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

/* The names of all options, or of all flags, NULL-ended. */
enum { MOST_NAMES = 256 };
static void all_names(const command_spec *spec, bool flags, const char *names[MOST_NAMES])
{
    int n = 0;
    FOR_EACH_GROUP (spec, g)
        FOR_EACH_OPTION (g, o)
            if ((!flags || o->kind == OPTION_FLAG) && !option_is_idle(spec, o) &&
                n + 1 < MOST_NAMES)
                names[n++] = o->name;
    names[n] = NULL;
}

/* Writes the options that other programs call so, "--size N"; false: there is none. */
static bool known_elsewhere(const command_spec *spec, const char *name, char out[NEAR_TEXT])
{
    char value[OPTION_VALUE_NAME];
    int used = 0;
    out[0] = '\0';
    FOR_EACH_GROUP (spec, g) {
        FOR_EACH_OPTION (g, o) {
            if (option_place_in(o->elsewhere, name) < 0 || used >= NEAR_TEXT)
                continue;
            option_value_name(o, value);
            used += snprintf(out + used, (size_t)(NEAR_TEXT - used), "%s--%s %s",
                             used ? " or " : "", o->name, value);
        }
    }
    return used > 0;
}

static go_status unknown_option(const command_spec *spec, const char *shown, const char *name,
                                go_error *err)
{
    const char *names[MOST_NAMES];
    char near[NEAR_TEXT];
    if (known_elsewhere(spec, name, near))
        return go_fail(err, GO_EINVAL, "unknown option '%s'; use %s", shown, near);
    bool off = strncmp(name, "no-", 3) == 0;
    const char *word = off ? name + 3 : name;
    found flag = strncmp(name, "no", 2) == 0 ? find(spec, name + 2, 0) : (found){NULL, NULL};
    if (flag.option && flag.option->kind == OPTION_FLAG)
        return go_fail(err, GO_EINVAL, "unknown option '%s'; did you mean --no-%s?", shown,
                       flag.option->name);
    all_names(spec, off, names);
    if (name[1] && near_words(word, strlen(word), names, off ? "--no-" : "--", near))
        return go_fail(err, GO_EINVAL, "unknown option '%s'; did you mean %s?", shown, near);
    return go_fail(err, GO_EINVAL, "unknown option '%s'; --help lists the options of %s",
                   shown, spec->name);
}

/* `name` is the beginning of several options. */
static go_status ambiguous_option(const command_spec *spec, const char *shown, const char *name,
                                  size_t length, go_error *err)
{
    const char *names[MOST_NAMES];
    char near[NEAR_TEXT];
    all_names(spec, false, names);
    near_words(name, length, names, "--", near);
    return go_fail(err, GO_EINVAL, "option '%s' is ambiguous: %s", shown, near);
}

/* ---- defaults and single settings ---- */

/* Fields of every kind are empty when their bytes are zero; a custom field is left
 * to the command, because only its parser knows it.                           */
static const size_t field_size[] = {
    [OPTION_FLAG] = sizeof(bool), [OPTION_INT] = sizeof(int), [OPTION_REAL] = sizeof(double),
    [OPTION_BYTES] = sizeof(int64_t), [OPTION_SECONDS] = sizeof(double),
    [OPTION_TEXT] = sizeof(char *), [OPTION_CHOICE] = sizeof(int), [OPTION_CUSTOM] = 0};

const char *option_default(const command_spec *spec, const option *o)
{
    for (const char *const *d = spec->defaults; d && *d; d += 2)
        if (strcmp(*d, o->name) == 0)
            return d[1];
    return o->fallback;
}

bool option_is_on(const command_spec *spec, const option *o)
{
    const char *fallback = option_default(spec, o);
    return o->kind == OPTION_FLAG && fallback && strcmp(fallback, "yes") == 0;
}

static options_given *given_in(const command_spec *spec, void *settings)
{
    return spec->given ? (options_given *)((char *)settings + spec->given) : NULL;
}

void options_defaults(const command_spec *spec, void *settings)
{
    if (spec->given)
        given_in(spec, settings)->n = 0;
    FOR_EACH_GROUP (spec, g) {
        FOR_EACH_OPTION (g, o) {
            const char *fallback = option_default(spec, o);
            memset(field_of(g, o, settings), 0, field_size[o->kind]);
            if (fallback)
                (void)option_read(o, field_of(g, o, settings), fallback, NULL);
        }
    }
}

static go_status set_named(found f, const char *shown, void *settings, const char *value,
                           go_error *err)
{
    go_error why = {GO_OK, ""};
    go_status status = option_read(f.option, field_of(f.group, f.option, settings), value, &why);
    if (status == GO_OK)
        return GO_OK;
    return go_fail(err, status, "%s expects %s", shown, why.message);
}

go_status options_set(const command_spec *spec, void *settings, const char *name,
                      const char *value, go_error *err)
{
    found f = find(spec, name, 0);
    return f.option && !option_is_idle(spec, f.option) ? set_named(f, name, settings, value, err)
                                                       : GO_END;
}

bool options_get(const command_spec *spec, const void *settings, const char *name, char *out,
                 size_t n)
{
    found f = find(spec, name, 0);
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

/* `--rave no` might be a flag followed by an input: it is refused rather than taken
 * for the opposite of what it says.                                           */
static go_status check_flag(const arguments *a, found f, const char *shown, go_error *err)
{
    static const char *const switches[] = {"yes", "no", "true", "false", "on", "off"};
    const char *next = a->next < a->argc ? a->argv[a->next] : "";
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (strcmp(next, switches[i]) == 0)
            return go_fail(err, GO_EINVAL,
                           "%s '%s': join the value with '=', as in --%s=no, or use --no-%s", shown,
                           next, f.option->name, f.option->name);
    return GO_OK;
}

/* Notes that it was given, unless it does nothing here. */
static go_status take(const arguments *a, const option *o, const char *shown, go_error *err)
{
    options_given *given = given_in(a->spec, a->settings);
    if (option_is_idle(a->spec, o))
        return go_fail(err, GO_EINVAL, "%s has no effect here; leave it out", shown);
    if (given && given->n < OPTIONS_MOST_GIVEN)
        given->options[given->n++] = o;
    return GO_OK;
}

/* Applies an option; `value` is what was given together with it, or NULL. */
static go_status apply(arguments *a, found f, const char *shown, const char *value,
                       go_error *err)
{
    GO_TRY(take(a, f.option, shown, err));
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
    GO_TRY(check_flag(a, f, shown, err));
    GO_TRY(take(a, f.option, shown, err));
    return set_named(f, shown, a->settings, "no", err);
}

static go_status long_option(arguments *a, const char *argument, go_error *err)
{
    const char *name = argument + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    char shown[80], other[NEAR_TEXT];
    snprintf(shown, sizeof shown, "--%.*s", (int)(length < 64 ? length : 64), name);
    if (length == 4 && strncmp(name, "help", 4) == 0)
        return go_fail(err, GO_END, "%s", value ? value : "");
    if (length == 0)
        return go_fail(err, GO_EINVAL, "the option '%s' has no name", argument);
    int matches, flags;
    found f = find_prefix(a->spec, name, length, &matches);
    if (f.option && f.option->name[length] && known_elsewhere(a->spec, shown + 2, other))
        return unknown_option(a->spec, shown, shown + 2, err); /* meant so, not abbreviated */
    if (!f.option && length > 3 && strncmp(name, "no-", 3) == 0) {
        found flag = find_prefix(a->spec, name + 3, length - 3, &flags);
        if (flags == 1 && flag.option->kind == OPTION_FLAG)
            return negate(a, flag, value, err);
    }
    if (matches > 1)
        return ambiguous_option(a->spec, shown, name, length, err);
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
        found f = find(a->spec, NULL, *letter);
        if (!f.option && *letter == 'h')
            return go_fail(err, GO_END, "%s", "");
        if (!f.option)
            return unknown_option(a->spec, argument, argument + 1, err);
        bool flag = f.option->kind == OPTION_FLAG;
        go_status status = apply(a, f, shown, flag || !letter[1] ? NULL : letter + 1, err);
        if (status != GO_OK || !flag)
            return status;
    }
    return GO_OK;
}

bool options_named(const options_given *given, const char *name)
{
    for (int i = 0; i < given->n; i++)
        if (strcmp(given->options[i]->name, name) == 0)
            return true;
    return false;
}

go_status options_refuse(const options_given *given, const option *table, const char *const *but,
                         const char *why, go_error *err)
{
    for (const option *o = table; o->name; o++)
        for (int i = 0; i < given->n; i++)
            if (given->options[i] == o && !option_is_among(but, o))
                return go_fail(err, GO_EINVAL, "--%s cannot be used %s", o->name, why);
    return GO_OK;
}

static go_status check_inputs(const command_spec *spec, int n, const char *first,
                              go_error *err)
{
    if (n > 0 && !spec->inputs && spec->input_option)
        return go_fail(err, GO_EINVAL, "unexpected argument '%s'; did you mean --%s %s?", first,
                       spec->input_option, first);
    if (n > 0 && !spec->inputs)
        return go_fail(err, GO_EINVAL, "unexpected argument '%s': %s takes only options", first,
                       spec->name);
    if (n > 0 && n < spec->min_inputs)
        return go_fail(err, GO_EINVAL, "%s: at least %d arguments are needed, not %d", spec->inputs,
                       spec->min_inputs, n);
    if (n < spec->min_inputs)
        return go_fail(err, GO_EINVAL, "missing argument: %s", spec->inputs);
    if (spec->max_inputs && n > spec->max_inputs)
        return go_fail(err, GO_EINVAL, "too many arguments (%d): %s takes %s", n, spec->name,
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
        if (options_end || argument[0] != '-' || argument[1] == '\0')
            argv[1 + a.n_inputs++] = argument;
        else if (strcmp(argument, "--") == 0)
            options_end = true;
        else if (argument[1] == '-')
            GO_TRY(long_option(&a, argument, err));
        else
            GO_TRY(short_options(&a, argument, err));
    }
    *n_inputs = a.n_inputs;
    return check_inputs(spec, a.n_inputs, a.n_inputs ? argv[1] : NULL, err);
}

/* ---- the configuration file ---- */

char *options_trim(char *text)
{
    static const char space[] = " \t\r\n";
    text += strspn(text, space);
    size_t length = strlen(text);
    while (length && strchr(space, text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* One `key = value` line, already trimmed and not empty. */
static go_status set_line(const command_spec *spec, const char *command, void *settings,
                          char *line, options_others *others, go_error *err)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return go_fail(err, GO_EFORMAT, "'%s' is not of the form key = value", line);
    *equals = '\0';
    char *key = options_trim(line), *dot = strchr(key, '.');
    const char *value = options_trim(equals + 1), *name = dot ? dot + 1 : key;
    if (dot == key || !*name)
        return go_fail(err, GO_EFORMAT, "a name is missing before the '='; expected key = value or "
                                        "command.key = value");
    if (dot)
        *dot = '\0';
    if (dot && strcmp(key, command) != 0)
        return others(key, name, err);
    /* the value is borrowed, but the line will not last */
    found f = find(spec, name, 0);
    if (f.option && f.option->apart && !dot)
        return GO_OK;
    if (f.option && option_is_idle(spec, f.option))
        return dot ? go_fail(err, GO_EFORMAT, "'%s' has no effect on '%s'", name, command) : GO_OK;
    if (f.option && (f.option->kind == OPTION_TEXT || f.option->borrows))
        return go_fail(err, GO_EFORMAT,
                       "'%s' cannot be set in this file; give it on the command line", name);
    if (f.option)
        return set_named(f, name, settings, value, err);
    return others(dot ? command : NULL, name, err);
}

/* Is it a line `command.key = value`? */
static bool names_command(const char *line)
{
    return memchr(line, '.', strcspn(line, "=")) != NULL;
}

/* Obeys the lines that name a command, or the others. */
static go_status set_lines(const command_spec *spec, const char *command, void *settings,
                           FILE *file, const char *path, bool naming, options_others *others,
                           go_error *err)
{
    char *line = NULL;
    size_t capacity = 0;
    go_status status = GO_OK;
    for (int number = 1; status == GO_OK && getline(&line, &capacity, file) >= 0; number++) {
        char *text = options_trim(line + (number == 1 ? utf8_mark(line) : 0));
        go_error why = {GO_OK, ""};
        if (*text == '\0' || *text == '#' || names_command(text) != naming)
            continue;
        status = set_line(spec, command, settings, text, others, &why);
        if (status != GO_OK)
            go_fail(err, status, "%s line %d: %.900s", path, number, why.message);
    }
    free(line);
    return status;
}

go_status options_config(const command_spec *spec, const char *command, void *settings,
                         const char *path, options_others *others, go_error *err)
{
    FILE *file = fopen(path, "r");
    if (!file && (errno == ENOENT || errno == ENOTDIR))
        return GO_OK;
    if (!file)
        return go_fail(err, GO_EIO, "%s: cannot open: %s", path, strerror(errno));
    go_status status = set_lines(spec, command, settings, file, path, false, others, err);
    bool failed = ferror(file) || fseek(file, 0, SEEK_SET) != 0;
    if (status == GO_OK && !failed) /* last, so that what is set for one command stands */
        status = set_lines(spec, command, settings, file, path, true, others, err);
    failed = failed || ferror(file);
    if (status == GO_OK && failed)
        status = go_fail(err, GO_EIO, "%s: cannot read: %s", path, strerror(errno));
    fclose(file);
    return status;
}

/* ---- tests ---- */

const char *options_check(const command_spec *spec)
{
    double scratch[8]; /* wide enough for every kind but custom ones */
    FOR_EACH_GROUP (spec, g) {
        FOR_EACH_OPTION (g, o) {
            if (find(spec, o->name, 0).option != o ||
                (o->letter && find(spec, NULL, o->letter).option != o))
                return o->name;
            const char *fallback = option_default(spec, o);
            if (o->kind != OPTION_CUSTOM && fallback &&
                option_read(o, scratch, fallback, NULL) != GO_OK)
                return o->name;
            if (!o->sentence || (o->kind == OPTION_CHOICE && !o->metavar))
                return o->name;
        }
    }
    for (const char *const *d = spec->defaults; d && *d; d += 2)
        if (!find(spec, *d, 0).option)
            return *d;
    for (const char *const *i = spec->idle; i && *i; i++)
        if (!find(spec, *i, 0).option)
            return *i;
    return NULL;
}
