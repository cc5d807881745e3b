#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

#ifndef __clang_analyzer__
go_status go_fail(go_error *err, go_status status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        err->status = status;
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
        utf8_mend(err->message); /* it quotes names and values, and may be cut within a character */
        utf8_hide_controls(err->message);
    }
    return status;
}
#endif

const char *go_status_name(go_status status)
{
    switch (status) {
    case GO_OK: return "ok";
    case GO_END: return "end of data";
    case GO_EIO: return "input or output failed";
    case GO_ENOMEM: return "out of memory";
    case GO_EFORMAT: return "wrong format";
    case GO_EINVAL: return "invalid argument";
    case GO_EILLEGAL: return "illegal move";
    case GO_EEMPTY: return "nothing left to work on";
    case GO_EINTR: return "interrupted";
    case GO_EUNSUPPORTED: return "not supported here";
    }
    return "unknown status";
}
