#include "gtp/text/notice.h"

#include <stdarg.h>
#include <string.h>

void notice_say(const notices *n, const char *format, ...)
{
    if (!n->to || n->quiet)
        return;
    va_list args;
    va_start(args, format);
    fputs("katachi: ", n->to);
    vfprintf(n->to, format, args);
    fputc('\n', n->to);
    fflush(n->to);
    va_end(args);
}

void notice_tell(notices *n, search *s)
{
    const char *notice = search_notice(s);
    if (!notice)
        notice = "";
    bool wanted = n->to && (!n->quiet || !search_backend_as_asked(s));
    if (wanted && *notice && strcmp(notice, n->told) != 0) {
        fprintf(n->to, "katachi: %s\n", notice);
        fflush(n->to);
    }
    snprintf(n->told, sizeof n->told, "%s", notice);
}

void notice_read_net(const notices *n, search *s, int size)
{
    go_error err;
    if (search_read_net(s, size, &err) != GO_OK)
        notice_say(n, "%s", err.message);
}
