#include "gtp/text/args.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

bool gtp_arg_colour(const char *text, colour *c)
{
    if (!strcasecmp(text, "b") || !strcasecmp(text, "black"))
        *c = BLACK;
    else if (!strcasecmp(text, "w") || !strcasecmp(text, "white"))
        *c = WHITE;
    else
        return false;
    return true;
}

bool gtp_arg_int(const char *text, int min, int max, int *n)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || isspace((unsigned char)*text) || value < min || value > max)
        return false;
    *n = (int)value;
    return true;
}

bool gtp_arg_real(const char *text, double *x)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || isspace((unsigned char)*text) || !isfinite(value))
        return false;
    *x = value;
    return true;
}

bool gtp_arg_bool(const char *text, bool *value)
{
    static const char *const words[] = {"true", "1", "yes", "false", "0", "no"};
    for (int i = 0; i < 6; i++) {
        if (!strcasecmp(text, words[i])) {
            *value = i < 3;
            return true;
        }
    }
    return false;
}
