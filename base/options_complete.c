/* options_complete.c -- what a shell may offer while a command is being typed. */
#include <string.h>

#include "base/options.h"

typedef struct offers {
    option_offer *offer;
    void *user;
    const char *typed; /* what the word must begin with */
} offers;

static void offer(const offers *o, const char *word, const char *sentence)
{
    if (strncmp(word, o->typed, strlen(o->typed)) == 0)
        o->offer(o->user, word, sentence);
}

/* ---- which option ---- */

/* The option with the name of the given length, else the only one that begins so, or NULL. */
static const option *named(const command_spec *spec, const char *name, size_t length)
{
    const option *one = NULL;
    int matches = 0;
    for (const option_group *g = spec->groups; g && g->options; g++) {
        for (const option *o = g->options; o->name; o++) {
            if (strncmp(o->name, name, length) != 0)
                continue;
            if (!o->name[length])
                return o;
            one = o;
            matches++;
        }
    }
    return matches == 1 ? one : NULL;
}

static const option *lettered(const command_spec *spec, char letter)
{
    for (const option_group *g = spec->groups; g && g->options; g++)
        for (const option *o = g->options; o->name; o++)
            if (o->letter == letter)
                return o;
    return NULL;
}

/* The option that the word asks a value for: --name, KataGo's -name, -n or -qn; NULL: none. */
static const option *wants_value(const command_spec *spec, const char *word)
{
    if (word[0] != '-' || !word[1])
        return NULL;
    size_t length = strlen(word);
    const option *o = NULL;
    if (word[1] == '-') {
        o = strchr(word, '=') ? NULL : named(spec, word + 2, length - 2);
    } else {
        o = length > 2 ? named(spec, word + 1, length - 1) : NULL;
        if (!o || strcmp(o->name, word + 1) != 0)
            o = lettered(spec, word[length - 1]);
    }
    return o && o->kind != OPTION_FLAG ? o : NULL;
}

/* ---- its values ---- */

/* One of the words of "black|white", without what stands before them in a list. */
static void offer_words(const offers *o, const char *before, const char *words)
{
    char text[256];
    while (*words) {
        int length = (int)strcspn(words, "|");
        snprintf(text, sizeof text, "%s%.*s", before, length, words);
        offer(o, text, NULL);
        words += length + (words[length] == '|');
    }
}

/* Does the text hold one of the names as a word?  "[NET]", "NET... INPUT..." */
static bool speaks_of(const char *text, const char *const *names)
{
    static const char between[] = " []|.,";
    for (; text && *text; text += strcspn(text, between), text += strspn(text, between))
        for (const char *const *name = names; *name; name++)
            if (strcspn(text, between) == strlen(*name) &&
                strncmp(text, *name, strlen(*name)) == 0)
                return true;
    return false;
}

static option_paths paths_of(const char *metavar)
{
    static const char *const files[] = {"FILE", "INPUT", "NET", "GAME", "GAMES", "GAMMAS",
                                        "SPEC", NULL};
    static const char *const folders[] = {"DIR", "RUN", "FOLDER", NULL};
    return speaks_of(metavar, files)     ? PATHS_FILES
           : speaks_of(metavar, folders) ? PATHS_FOLDERS
                                         : PATHS_NONE;
}

static option_paths complete_value(const offers *o, const option *of)
{
    char before[200] = "";
    const char *comma = strrchr(o->typed, ',');
    bool list = of->metavar && (strstr(of->metavar, ",...") || strcmp(of->metavar, "NAMES") == 0);
    if (list && comma)
        snprintf(before, sizeof before, "%.*s", (int)(comma + 1 - o->typed), o->typed);
    if (of->kind == OPTION_CHOICE && of->metavar)
        offer_words(o, before, of->metavar);
    else if (of->kind == OPTION_FLAG)
        offer_words(o, before, "yes|no");
    else if (of->words)
        offer_words(o, before, of->words);
    for (int i = 0; of->word && of->word(i); i++)
        offer_words(o, before, of->word(i));
    return of->kind == OPTION_TEXT || of->kind == OPTION_CUSTOM ? paths_of(of->metavar) : PATHS_NONE;
}

/* ---- options ---- */

static void complete_option(const offers *o, const command_spec *spec)
{
    char name[100], off[400];
    for (const option_group *g = spec->groups; g && g->options; g++) {
        for (const option *one = g->options; one->name; one++) {
            if (option_is_idle(spec, one))
                continue;
            snprintf(name, sizeof name, "--%s", one->name);
            offer(o, name, one->sentence);
            snprintf(name, sizeof name, "--no-%s", one->name);
            snprintf(off, sizeof off, "not: %s", one->sentence);
            if (option_is_on(spec, one))
                offer(o, name, off);
        }
    }
    offer(o, "--help", "explains the command");
}

/* ---- where the last word stands ---- */

/* The option whose value words[n - 1] is, NULL if it is something else.  *inputs_only: "--" stands
 * before it.                                                                  */
static const option *value_of(const command_spec *spec, char *const *words, int n,
                              bool *inputs_only)
{
    *inputs_only = false;
    for (int i = 0; i < n - 1; i++) {
        if (strcmp(words[i], "--") == 0) {
            *inputs_only = true;
            return NULL;
        }
        const option *o = wants_value(spec, words[i]);
        bool equals = strcmp(words[i + 1], "=") == 0 && i + 1 < n - 1;
        if (!o && equals && strncmp(words[i], "--", 2) == 0)
            o = named(spec, words[i] + 2, strlen(words[i] + 2)); /* --flag=yes */
        if (!o)
            continue;
        i += 1 + equals;
        if (i == n - 1)
            return o;
    }
    return NULL;
}

option_paths options_complete(const command_spec *spec, char *const *words, int n,
                              option_offer *give, void *user)
{
    bool inputs_only;
    const char *last = words[n - 1], *equals = strchr(last, '=');
    offers o = {give, user, last};
    const option *of = value_of(spec, words, n, &inputs_only);
    if (!of && !inputs_only && equals && strncmp(last, "--", 2) == 0) {
        of = named(spec, last + 2, (size_t)(equals - last - 2));
        o.typed = equals + 1;
        if (!of)
            return PATHS_NONE;
    }
    if (of)
        return complete_value(&o, of);
    if (*last == '-' && !inputs_only)
        complete_option(&o, spec);
    return *last == '-' && !inputs_only ? PATHS_NONE : paths_of(spec->inputs);
}
