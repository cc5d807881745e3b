#include "gtp/player/reply.h"

#include <string.h>
#include <time.h>

/* Begins a line of the log with the time: "2026-11-22 21:05:03.250 >". */
static void log_time(const gtp_engine *e, char direction)
{
    char text[40];
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", localtime_r(&now.tv_sec, &parts));
    fprintf(e->log, "%s.%03ld %c ", text, now.tv_nsec / 1000000, direction);
}

void gtp_log(const gtp_engine *e, char direction, const char *text)
{
    if (!e->log)
        return;
    log_time(e, direction);
    fprintf(e->log, "%s\n", text);
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
    if (!e->log)
        return;
    log_time(e, '<');
    fprintf(e->log, "%c%s %s\n", success ? '=' : '?', id, text);
}

void gtp_begin_stream(gtp_engine *e, const gtp_request *r)
{
    e->streaming = true;
    fprintf(e->out, "=%s\n", r->id);
    fflush(e->out);
    if (!e->log)
        return;
    log_time(e, '<');
    fprintf(e->log, "=%s\n", r->id);
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
