/* time_settings.c -- time settings as GTP and its extensions write them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"
#include "base/plural.h"
#include "mcts/clock/time_control.h"

enum { MAX_WORDS = 6, MAX_TEXT = 256 };

static const double longest = 1e12; /* seconds; some clients send 2^31 - 1 for "very long" */

/* The kinds and their numbers: one in lower case may be -1 for "no limit", one in brackets
 * is whole.                                                                   */
#define KINDS(X)                                                                           \
    X(NONE, "none", "")                                                                    \
    X(ABSOLUTE, "absolute", "MAIN")                                                        \
    X(BYOYOMI, "byoyomi", "MAIN PERIOD [PERIODS]")                                         \
    X(CANADIAN, "canadian", "MAIN PERIOD [STONES]")                                        \
    X(FISCHER, "fischer", "MAIN INCREMENT")                                                \
    X(CAPPED, "fischer-capped", "MAIN INCREMENT main-cap max-per-move")

#define NUMBER(id, name, form) KIND_##id,
#define NAME(id, name, form) name,
#define FORM(id, name, form) form,

enum { KINDS(NUMBER) };
const char *const time_settings_kinds[] = {KINDS(NAME) NULL};
static const char *const forms[] = {KINDS(FORM)};

go_status time_settings_gtp(time_settings *out, double main, double period, int stones,
                            go_error *err)
{
    if (!(main >= 0 && main <= longest && period >= 0 && period <= longest))
        return go_fail(err, GO_EINVAL, "a time must be a number of seconds, 0 or more");
    if (stones < 0)
        return go_fail(err, GO_EINVAL, "the number of stones must not be negative (got %d)",
                       stones);
    if (period > 0 && stones > 0)
        *out = (time_settings){TIME_CANADIAN, .main = main, .period = period, .stones = stones};
    else if (period > 0 || main == 0)
        *out = (time_settings){.system = TIME_NONE};
    else
        *out = (time_settings){TIME_ABSOLUTE, .main = main};
    return GO_OK;
}

/* ---- words ---- */

typedef struct words {
    char text[MAX_TEXT];
    char *word[MAX_WORDS];
    int n;
} words;

/* Cuts the text at blanks; false: too long. */
static bool split(words *w, const char *text)
{
    char *rest = NULL;
    w->n = 0;
    size_t length = strlen(text);
    if (length >= sizeof w->text)
        return false;
    memcpy(w->text, text, length + 1);
    for (char *word = strtok_r(w->text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        if (w->n == MAX_WORDS)
            return false;
        w->word[w->n++] = word;
    }
    return true;
}

/* `form` is the name of the number in forms[], up to a blank. */
static go_status read_number(const char *word, const char *form, double *x, go_error *err)
{
    int length = (int)strcspn(form, " ");
    bool whole = *form == '[', optional = *form >= 'a';
    if (!decimal_read(word, x))
        return go_fail(err, GO_EINVAL, "\"%s\" is not a number; %.*s expects one", word, length,
                       form);
    if (optional && *x < 0)
        *x = 0;
    else if (*x < 0 || *x > longest)
        return go_fail(err, GO_EINVAL, "%s for %.*s is out of range; it must be 0 or more", word,
                       length, form);
    if (whole && (*x != floor(*x) || *x > 1e9))
        return go_fail(err, GO_EINVAL, "%s for %.*s is not a whole number up to 1000000000", word,
                       length, form);
    return GO_OK;
}

static int words_in(const char *form)
{
    int n = *form != '\0';
    for (; *form; form++)
        n += *form == ' ';
    return n;
}

/* Reads all numbers of a form, introduced by `what` ("byoyomi"). */
static go_status read_numbers(const words *w, int from, const char *what, const char *form,
                              double *x, go_error *err)
{
    if (w->n - from != words_in(form))
        return go_fail(err, GO_EINVAL, "%s expects %s; got %d number%s", what,
                       *form ? form : "nothing", w->n - from, plural_s(w->n - from));
    for (int i = from; i < w->n; i++) {
        GO_TRY(read_number(w->word[i], form, &x[i - from], err));
        form += strcspn(form, " ");
        form += *form == ' ';
    }
    return GO_OK;
}

go_status time_settings_parse_gtp(time_settings *out, const char *text, go_error *err)
{
    words w;
    double x[MAX_WORDS] = {0};
    if (!split(&w, text))
        return go_fail(err, GO_EINVAL, "time_settings expects only MAIN PERIOD STONES");
    GO_TRY(read_numbers(&w, 0, "time_settings", "MAIN PERIOD [STONES]", x, err));
    return time_settings_gtp(out, x[0], x[1], (int)x[2], err);
}

/* ---- by name ---- */

static go_status kind_of(const words *w, int *kind, go_error *err)
{
    for (*kind = 0; w->n && time_settings_kinds[*kind]; ++*kind)
        if (strcasecmp(w->word[0], time_settings_kinds[*kind]) == 0)
            return GO_OK;
    return go_fail(err, GO_EINVAL,
                   "%s%s%s; use none, absolute, byoyomi, canadian, fischer or fischer-capped",
                   w->n ? "\"" : "missing time control", w->n ? w->word[0] : "",
                   w->n ? "\" is not a time control" : "");
}

static go_status fischer(time_settings *out, const double *x, go_error *err)
{
    if (x[2] > 0 && x[2] < x[0])
        return go_fail(err, GO_EINVAL, "the cap of %g seconds is less than the main time of %g",
                       x[2], x[0]);
    *out = (time_settings){TIME_FISCHER, .main = x[0], .increment = x[1], .main_cap = x[2],
                           .max_per_move = x[3]};
    return GO_OK;
}

/* Byo-yomi with no periods, or periods of no length, is absolute time. */
static go_status byoyomi(time_settings *out, const double *x, go_error *err)
{
    if (x[1] <= 0 || x[2] < 1)
        return time_settings_gtp(out, x[0], 0, 0, err);
    *out = (time_settings){TIME_BYOYOMI, .main = x[0], .period = x[1], .periods = (int)x[2]};
    return GO_OK;
}

go_status time_settings_parse(time_settings *out, const char *text, go_error *err)
{
    words w;
    int kind;
    double x[MAX_WORDS] = {0};
    if (!split(&w, text))
        return go_fail(err, GO_EINVAL, "too many words for time settings");
    GO_TRY(kind_of(&w, &kind, err));
    GO_TRY(read_numbers(&w, 1, time_settings_kinds[kind], forms[kind], x, err));
    switch (kind) {
    case KIND_NONE:
        *out = (time_settings){.system = TIME_NONE};
        return GO_OK;
    case KIND_BYOYOMI:
        return byoyomi(out, x, err);
    case KIND_FISCHER:
    case KIND_CAPPED:
        return fischer(out, x, err);
    case KIND_ABSOLUTE: /* even of 0 seconds, unlike plain GTP */
        *out = (time_settings){TIME_ABSOLUTE, .main = x[0]};
        return GO_OK;
    default: /* Canadian, as in plain GTP */
        return time_settings_gtp(out, x[0], x[1], (int)x[2], err);
    }
}

void time_settings_text(const time_settings *s, char *text, size_t n)
{
    switch (s->system) {
    case TIME_NONE:
        snprintf(text, n, "none");
        break;
    case TIME_ABSOLUTE:
        snprintf(text, n, "absolute %.10g", s->main);
        break;
    case TIME_BYOYOMI:
        snprintf(text, n, "byoyomi %.10g %.10g %d", s->main, s->period, s->periods);
        break;
    case TIME_CANADIAN:
        snprintf(text, n, "canadian %.10g %.10g %d", s->main, s->period, s->stones);
        break;
    case TIME_FISCHER:
        if (s->main_cap > 0 || s->max_per_move > 0)
            snprintf(text, n, "fischer-capped %.10g %.10g %.10g %.10g", s->main, s->increment,
                     s->main_cap > 0 ? s->main_cap : -1,
                     s->max_per_move > 0 ? s->max_per_move : -1);
        else
            snprintf(text, n, "fischer %.10g %.10g", s->main, s->increment);
        break;
    }
}
