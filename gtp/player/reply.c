#include "gtp/player/reply.h"

#include <stdarg.h>
#include <string.h>

#include "gtp/text/args.h"
#include "board/coord.h"

void gtp_log(const gtp_engine *e, char direction, const char *text)
{
    fprintf(e->log, "%c %s\n", direction, text);
}

/* Writes the text but for its empty lines and the line end at its end. */
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
    if (e->log)
        fprintf(e->log, "< %c%s %s\n", success ? '=' : '?', id, text);
}

void gtp_begin_stream(gtp_engine *e, const gtp_request *r)
{
    e->streaming = true;
    fprintf(e->out, "=%s\n", r->id);
    fflush(e->out);
    if (e->log)
        fprintf(e->log, "< =%s\n", r->id);
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
    if (e->log)
        gtp_log(e, '<', text ? text : "");
}

/* ---- talk ---- */

void gtp_talk(const gtp_engine *e, const char *format, ...)
{
    if (!e->talk)
        return;
    va_list args;
    va_start(args, format);
    fputs("katachi: ", e->talk);
    vfprintf(e->talk, format, args);
    fputc('\n', e->talk);
    fflush(e->talk);
    va_end(args);
}

/* ---- what commands say about their arguments ---- */

go_status gtp_syntax(go_error *err, const char *expected, const char *got)
{
    return go_fail(err, GO_EINVAL, "syntax error: expected %s, not '%s'", expected, got);
}

go_status gtp_need_colour(const char *text, colour *c, go_error *err)
{
    return gtp_arg_colour(text, c) ? GO_OK : gtp_syntax(err, "b or w", text);
}

go_status gtp_need_vertex(const gtp_engine *e, const char *text, point *p, go_error *err)
{
    if (coord_from_gtp(e->game->board.size, text, p))
        return GO_OK;
    return gtp_syntax(err, "a vertex of this board, such as C3, or pass", text);
}

void gtp_write_vertex(const gtp_engine *e, point p, FILE *out)
{
    char name[COORD_MAX];
    fputs(coord_to_gtp(e->game->board.size, p, name), out);
}
