#include "gtp/player/reply.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>

/* Adds a line to the log, if there is one: "2026-11-22 21:05:03.250 > genmove b". */
__attribute__((format(printf, 3, 4))) static void log_line(const gtp_engine *e, char direction,
                                                           const char *format, ...)
{
    if (!e->log)
        return;
    char text[40];
    struct timespec now;
    struct tm parts;
    va_list rest;
    clock_gettime(CLOCK_REALTIME, &now);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", localtime_r(&now.tv_sec, &parts));
    fprintf(e->log, "%s.%03ld %c ", text, now.tv_nsec / 1000000, direction);
    va_start(rest, format);
    vfprintf(e->log, format, rest);
    va_end(rest);
    fputc('\n', e->log);
}

void gtp_log(const gtp_engine *e, char direction, const char *text)
{
    log_line(e, direction, "%s", text);
}

/* Writes the text without its empty lines and without the newline at its end. */
static void write_lines(FILE *out, const char *text)
{
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == ' '))
        n--;
    char before = 0;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (c == '\r' || (c == '\n' && before == '\n'))
            continue;
        fputc(c, out);
        before = c;
    }
}

void gtp_reply(gtp_engine *e, const char *id, bool success, const char *text)
{
    fprintf(e->out, "%c%s", success ? '=' : '?', id);
    if (*text && *text != '\n')
        fputc(' ', e->out);
    write_lines(e->out, text);
    fputs("\n\n", e->out);
    fflush(e->out);
    log_line(e, '<', "%c%s %s", success ? '=' : '?', id, text);
}

void gtp_begin_stream(gtp_engine *e, const gtp_request *r)
{
    e->streaming = true;
    fprintf(e->out, "=%s\n", r->id);
    fflush(e->out);
    log_line(e, '<', "=%s", r->id);
}

bool gtp_stream_line(gtp_engine *e, const char *line, size_t n)
{
    fwrite(line, 1, n, e->out);
    fputc('\n', e->out);
    fflush(e->out);
    return !ferror(e->out);
}

void gtp_end_stream(gtp_engine *e, const char *text)
{
    if (text && *text) {
        write_lines(e->out, text);
        fputc('\n', e->out);
    }
    fputc('\n', e->out);
    fflush(e->out);
    gtp_log(e, '<', text ? text : "");
}
