#include "match/tune/setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "match/client/spec.h"

static const double most_whole = 1e15; /* a double has 15 digits */

/* ---- parsing ---- */

static go_status parse_words(tune_setting *s, const char *text, go_error *err)
{
    for (;;) {
        size_t n = strcspn(text, "|");
        if (n == 0 || n >= SETTING_TEXT)
            return go_fail(err, GO_EINVAL, "--set %s: a word of the choice is %s", s->name,
                           n ? "too long" : "empty");
        if (s->n_words == BASIS_WORDS)
            return go_fail(err, GO_EINVAL, "--set %s: a choice has at most %d words", s->name,
                           BASIS_WORDS);
        snprintf(s->word[s->n_words], SETTING_TEXT, "%.*s", (int)n, text);
        for (int i = 0; i < s->n_words; i++)
            if (strcmp(s->word[i], s->word[s->n_words]) == 0)
                return go_fail(err, GO_EINVAL, "--set %s: '%s' appears twice", s->name, s->word[i]);
        s->n_words++;
        if (!text[n])
            return GO_OK;
        text += n + 1;
    }
}

static go_status parse_range(tune_setting *s, const char *text, go_error *err)
{
    char *end = NULL, *after = NULL;
    s->low = decimal_scan(text, &end);
    if (end != text && *end == ':')
        s->high = decimal_scan(end + 1, &after);
    if (!after || after == end + 1 || !isfinite(s->high - s->low))
        return go_fail(err, GO_EINVAL,
                       "--set %s expects a range such as 0.1:0.6, 10:200:log or 1:8:int, or words "
                       "such as hand|mse, not '%s'",
                       s->name, text);
    for (; *after; after += strcspn(after + 1, ":") + 1) {
        bool log = strncmp(after, ":log", 4) == 0, whole = strncmp(after, ":int", 4) == 0;
        if ((!log && !whole) || (after[4] && after[4] != ':'))
            return go_fail(err, GO_EINVAL, "--set %s: after the range only ':log' and ':int' may "
                           "follow, not '%s'", s->name, after);
        s->log |= log;
        s->whole |= whole;
    }
    if (s->low >= s->high)
        return go_fail(err, GO_EINVAL, "--set %s: the range must go from low to high, not %g:%g",
                       s->name, s->low, s->high);
    if (s->log && s->low <= 0)
        return go_fail(err, GO_EINVAL,
                       "--set %s: a range with ':log' must start above 0, not at %g", s->name,
                       s->low);
    if (s->whole && fmax(fabs(s->low), fabs(s->high)) > most_whole)
        return go_fail(err, GO_EINVAL, "--set %s: whole numbers must be at most %g", s->name,
                       most_whole);
    if (s->whole && (s->low != floor(s->low) || s->high != floor(s->high)))
        return go_fail(
            err, GO_EINVAL,
            "--set %s: a range with ':int' must go between whole numbers, not from %g to %g",
            s->name, s->low, s->high);
    return GO_OK;
}

/* The most characters that the text of a setting and its value takes. */
static size_t longest_text(const tune_setting *s)
{
    enum { NUMBER = 24 };
    size_t longest = s->n_words ? 0 : NUMBER;
    for (int i = 0; i < s->n_words; i++)
        longest = strlen(s->word[i]) > longest ? strlen(s->word[i]) : longest;
    return strlen(s->name) + longest + 2; /* "," and "=" */
}

go_status tune_space_add(tune_space *space, const char *text, go_error *err)
{
    size_t n = strcspn(text, "=");
    if (space->n == BASIS_AXES)
        return go_fail(err, GO_EINVAL, "--set: at most %d settings can be tuned together",
                       BASIS_AXES);
    tune_setting *s = &space->at[space->n];
    *s = (tune_setting){.name = ""};
    if (n == 0 || n >= SETTING_NAME || text[n] != '=' || strpbrk(text, ",{} \t\n"))
        return go_fail(err, GO_EINVAL, "--set expects NAME=LOW:HIGH or NAME=WORD|WORD without "
                       "blanks and commas, not '%s'", text);
    snprintf(s->name, sizeof s->name, "%.*s", (int)n, text);
    for (int i = 0; i < space->n; i++)
        if (strcmp(space->at[i].name, s->name) == 0)
            return go_fail(err, GO_EINVAL, "--set: %s appears twice", s->name);
    text += n + 1;
    GO_TRY(strchr(text, '|') ? parse_words(s, text, err) : parse_range(s, text, err));
    size_t n_text = 0;
    for (int i = 0; i <= space->n; i++)
        n_text += longest_text(&space->at[i]);
    if (n_text >= SPACE_TEXT)
        return go_fail(err, GO_EINVAL, "--set %s: the names and words of all settings together "
                       "are too long", s->name);
    space->n++;
    return GO_OK;
}

/* ---- one value ---- */

static double scaled(const tune_setting *s, double x)
{
    return s->log ? log(x) : x;
}

/* At the ends of the range exactly these, in spite of rounding. */
static double value_of(const tune_setting *s, double place)
{
    double low = scaled(s, s->low), high = scaled(s, s->high), x = low + place * (high - low);
    x = place <= 0 ? s->low : place >= 1 ? s->high : s->log ? exp(x) : x;
    return s->whole ? round(x) : x;
}

/* Whole numbers have all their digits, and no large number has an exponent; one that leaves the
 * range by being rounded is the end of the range.                             */
static void write_number(const tune_setting *s, double x, char out[SETTING_TEXT])
{
    snprintf(out, SETTING_TEXT, s->whole ? "%.0f" : "%.4g", x);
    double shown = strtod(out, NULL);
    if (fabs(shown) >= 1e4 && fabs(shown) < 1e15)
        snprintf(out, SETTING_TEXT, "%.0f", shown);
    if (shown < s->low || shown > s->high)
        snprintf(out, SETTING_TEXT, "%.15g", shown < s->low ? s->low : s->high);
}

const char *tune_setting_text(const tune_setting *s, double place, char out[SETTING_TEXT])
{
    if (s->n_words) {
        int i = (int)lround(place);
        snprintf(out, SETTING_TEXT, "%s", s->word[i < 0 ? 0 : i < s->n_words ? i : s->n_words - 1]);
    } else {
        write_number(s, value_of(s, place), out);
    }
    return out;
}

bool tune_setting_place(const tune_setting *s, const char *text, double *place)
{
    for (int i = 0; i < s->n_words; i++) {
        if (strcmp(s->word[i], text) == 0) {
            *place = i;
            return true;
        }
    }
    double x;
    if (s->n_words || !decimal_read(text, &x) || x < s->low || x > s->high)
        return false;
    *place = (scaled(s, x) - scaled(s, s->low)) / (scaled(s, s->high) - scaled(s, s->low));
    return true;
}

double tune_setting_number(const tune_setting *s, double place)
{
    return s->n_words ? place : value_of(s, place);
}

/* ---- whole places ---- */

const char *tune_space_text(const tune_space *space, const double *place, char *out, size_t n)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < space->n && used < n; i++) {
        char value[SETTING_TEXT];
        used += (size_t)snprintf(out + used, n - used, "%s%s=%s", i ? "," : "", space->at[i].name,
                                 tune_setting_text(&space->at[i], place[i], value));
    }
    return out;
}

bool tune_space_place(const tune_space *space, const char *text, double *place)
{
    spec_pair one;
    bool found[BASIS_AXES] = {false}, all = true;
    while (spec_next_pair(&text, &one))
        for (int i = 0; i < space->n; i++)
            if (strcmp(one.key, space->at[i].name) == 0)
                found[i] = tune_setting_place(&space->at[i], one.value, &place[i]);
    for (int i = 0; i < space->n; i++)
        all &= found[i];
    return all;
}

void tune_space_snap(const tune_space *space, double *place)
{
    for (int i = 0; i < space->n; i++) {
        char text[SETTING_TEXT];
        tune_setting_place(&space->at[i], tune_setting_text(&space->at[i], place[i], text),
                           &place[i]);
    }
}

static size_t add_range(const tune_setting *s, char *out, size_t n)
{
    if (!s->n_words)
        return (size_t)snprintf(out, n, "%s=%.10g:%.10g%s%s", s->name, s->low, s->high,
                                s->log ? ":log" : "", s->whole ? ":int" : "");
    size_t used = (size_t)snprintf(out, n, "%s=%s", s->name, s->word[0]);
    for (int i = 1; i < s->n_words && used < n; i++)
        used += (size_t)snprintf(out + used, n - used, "|%s", s->word[i]);
    return used;
}

const char *tune_space_ranges(const tune_space *space, char *out, size_t n)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < space->n && used + 2 < n; i++) {
        if (i)
            out[used++] = ' ';
        used += add_range(&space->at[i], out + used, n - used);
    }
    return out;
}
