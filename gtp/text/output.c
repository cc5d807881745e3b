#include "gtp/text/output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <unistd.h>

#include "base/interrupt.h"

enum { SIGNAL_POLL_MS = 200 }; /* how often to check for a signal to end */

/* False: a signal to end came first. */
static bool wait_for_room(int fd)
{
    struct pollfd wait = {.fd = fd, .events = POLLOUT};
    while (poll(&wait, 1, interrupt_requested() ? 0 : SIGNAL_POLL_MS) <= 0)
        if (interrupt_requested())
            return false;
    return true;
}

/* A pipe with room has room for PIPE_BUF bytes; more might wait inside of write.  Less than n bytes
 * are a failure.                                                              */
static ssize_t write_all(void *cookie, const char *bytes, size_t n)
{
    const int fd = (int)(intptr_t)cookie;
    size_t done = 0;
    while (done < n && wait_for_room(fd)) {
        const size_t left = n - done;
        const ssize_t written = write(fd, bytes + done, left < PIPE_BUF ? left : PIPE_BUF);
        if (written > 0)
            done += (size_t)written;
        else if (written == 0 || (errno != EAGAIN && errno != EINTR))
            break;
    }
    return (ssize_t)done;
}

go_status gtp_output_open(FILE **out, int fd, go_error *err)
{
    *out = fopencookie((void *)(intptr_t)fd, "w", (cookie_io_functions_t){.write = write_all});
    return *out ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the replies");
}
