#include "draw/markup.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"

void markup_text(FILE *out, const char *text)
{
    static const char *const escaped[256] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['"'] = "&quot;"};
    for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
        const unsigned char c = (unsigned char)*text;
        const size_t valid = utf8_length(text, left);
        n = valid ? valid : 1;
        if (escaped[c])
            fputs(escaped[c], out);
        else if (c >= ' ')
            fwrite(valid ? text : "?", 1, n, out);
    }
}

const char *markup_number(long long n, char buffer[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", n), used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && digits[i - 1] != '-')
            buffer[used++] = ',';
        buffer[used++] = digits[i];
    }
    buffer[used] = '\0';
    return buffer;
}

const char *markup_time(double seconds, char buffer[32])
{
    const long s = lround(seconds);
    if (s < 120)
        snprintf(buffer, 32, "%ld s", s);
    else if (s < 7200)
        snprintf(buffer, 32, "%.1f min", seconds / 60);
    else
        snprintf(buffer, 32, "%.2f h", seconds / 3600);
    return buffer;
}

void markup_cell(FILE *out, const char *text)
{
    fputs("<td class=\"t\">", out);
    markup_text(out, text);
    fputs("</td>", out);
}

void markup_tile(FILE *out, const char *meaning, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fputs("<div class=\"card tile\"><b>", out);
    markup_text(out, text);
    fputs("</b><span>", out);
    markup_text(out, meaning);
    fputs("</span></div>\n", out);
}
