/* status.h -- what went wrong, as a code for programs and a sentence for people.
 *
 * Every function that can fail returns a go_status.  Where people need to know
 * more, it also takes a `go_error *`, which may be NULL, and writes one sentence
 * there: what happened, where, and what to do about it.  Only cli/ prints or
 * exits; the library never does.                                              */
#ifndef KATACHI_BASE_STATUS_H
#define KATACHI_BASE_STATUS_H

typedef enum go_status {
    GO_OK = 0,
    GO_END,         /* a stream has no more items; not an error              */
    GO_EIO,         /* the operating system could not read or write          */
    GO_ENOMEM,      /* out of memory                                         */
    GO_EFORMAT,     /* the content of a file violates its format             */
    GO_EINVAL,      /* an argument is outside its range                      */
    GO_EILLEGAL,    /* a move against the rules                              */
    GO_EEMPTY,      /* nothing is left to work on                            */
    GO_EINTR,       /* the user interrupted                                  */
    GO_EUNSUPPORTED /* not in this build, or not on this machine             */
} go_status;

typedef struct go_error {
    go_status status;
    char message[1024]; /* one sentence in UTF-8; other bytes and control characters become '?' */
} go_error;

/* Fills *err (unless NULL) with `status` and the formatted sentence; returns
 * `status`, so that callers can write `return go_fail(err, ...)`.             */
#ifndef __clang_analyzer__
go_status go_fail(go_error *err, go_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#else /* shows static analysers that the status is returned */
#include <stdio.h>
#define go_fail(err, status, ...) ((void)(err), (void)printf(__VA_ARGS__), (status))
#endif

/* Returns the status of `call` unless it is GO_OK: where there is nothing to clean up. */
#define GO_TRY(call)                                                                       \
    do {                                                                                   \
        go_status go_try_status = (call);                                                  \
        if (go_try_status != GO_OK)                                                        \
            return go_try_status;                                                          \
    } while (0)

/* A short fixed name such as "out of memory". Never NULL. */
const char *go_status_name(go_status status);

#endif
