#include "mcts/clock/time_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

/* Reads "90", "90s", "1.5m", "2h" and advances *text.  False: not a time. */
static bool read_seconds(const char **text, double *out)
{
    char *end;
    double x = decimal_scan(*text, &end);
    if (end == *text || **text == '+' || **text == '-')
        return false;
    double unit = *end == 's' ? 1 : *end == 'm' ? 60 : *end == 'h' ? 3600 : 0;
    *text = end + (unit > 0);
    *out = x * (unit > 0 ? unit : 1);
    return *out <= 1e6;
}

/* Reads a whole number of at least 1 that ends the text. */
static bool read_count(const char *text, int *out)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < 1 || n > 1000000)
        return false;
    *out = (int)n;
    return true;
}

/* Reads what follows the '+'. */
static bool read_more(const char *text, time_settings *t)
{
    double seconds;
    if (!read_seconds(&text, &seconds) || seconds <= 0)
        return false;
    switch (*text) {
    case '\0':
        t->system = TIME_FISCHER;
        t->increment = seconds;
        return true;
    case 'x':
        t->system = TIME_BYOYOMI;
        t->period = seconds;
        return read_count(text + 1, &t->periods);
    case '/':
        t->system = TIME_CANADIAN;
        t->period = seconds;
        return read_count(text + 1, &t->stones);
    default: return false;
    }
}

static bool read_short(const char *text, time_settings *t)
{
    *t = (time_settings){.system = TIME_ABSOLUTE};
    if (!read_seconds(&text, &t->main))
        return false;
    return *text == '+' ? read_more(text + 1, t) : *text == '\0' && t->main > 0;
}

go_status time_text_parse(time_settings *out, const char *text, go_error *err)
{
    time_settings t;
    if (read_short(text, &t)) {
        *out = t;
        return GO_OK;
    }
    if (time_settings_parse(out, text, NULL) == GO_OK)
        return GO_OK;
    return go_fail(err, GO_EINVAL,
                   "a time must be none, 10m for the game, 5m+30x3 (periods of byo-yomi), "
                   "5m+120/10 (moves in a period) or 5m+3 (seconds for each move), not '%s'",
                   text);
}
