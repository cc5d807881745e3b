#include "gtp/text/args.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "base/decimal.h"
#include "base/options.h"

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
    return decimal_read(text, x);
}

bool gtp_arg_komi(const char *text, double *komi)
{
    double x;
    if (!gtp_arg_real(text, &x) || fabs(x) > 10000)
        return false;
    *komi = x + 0.0;
    return true;
}

go_status gtp_syntax(go_error *err, const char *expected, const char *got)
{
    if (!*got)
        return go_fail(err, GO_EINVAL, "syntax error: expected %s, but the command ends", expected);
    return go_fail(err, GO_EINVAL, "syntax error: expected %s, not '%s'", expected, got);
}

go_status gtp_need_colour(const char *text, colour *c, go_error *err)
{
    return gtp_arg_colour(text, c) ? GO_OK : gtp_syntax(err, "b or w", text);
}

go_status gtp_need_bool(const char *text, bool *value, go_error *err)
{
    return options_read_flag(text, value) ? GO_OK : gtp_syntax(err, "true or false", text);
}

go_status gtp_need_count(const char *text, const char *of_what, int *n, go_error *err)
{
    return gtp_arg_int(text, 0, GTP_MOST, n) ? GO_OK : gtp_syntax(err, of_what, text);
}
