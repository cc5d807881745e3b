#include "base/decimal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

double decimal_scan(const char *text, char **end)
{
    const char *digits = text + (*text == '-' || *text == '+');
    const char *first = digits + (*digits == '.');
    *end = (char *)text;
    if (!isdigit((unsigned char)*first))
        return 0;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
        *end = (char *)digits + 1; /* a zero, and then something else */
        return 0;
    }
    double x = strtod(text, end);
    if (isfinite(x))
        return x;
    *end = (char *)text;
    return 0;
}

bool decimal_read(const char *text, double *out)
{
    char *end;
    double x = decimal_scan(text, &end);
    if (end == text || *end)
        return false;
    *out = x;
    return true;
}

double decimal_tenths(double x)
{
    return round(10 * x) / 10 + 0.0; /* -0.0 + 0.0 is 0.0 */
}
