/* status.h -- what went wrong, for programs (a code) and for people (a sentence).
 * Stable since 0.1.                                                            */
#ifndef KATACHI_STATUS_H
#define KATACHI_STATUS_H

#ifdef __cplusplus
#define KATACHI_BEGIN extern "C" {
#define KATACHI_FINISH }
#else
#define KATACHI_BEGIN
#define KATACHI_FINISH
#endif

KATACHI_BEGIN

typedef enum katachi_status {
    KATACHI_OK = 0,
    KATACHI_END,         /* a collection has no more games; not an error        */
    KATACHI_EIO,         /* the operating system could not read or write        */
    KATACHI_ENOMEM,      /* out of memory                                       */
    KATACHI_EFORMAT,     /* a file's content is not what its format demands     */
    KATACHI_EINVAL,      /* an argument is outside its range                    */
    KATACHI_EILLEGAL,    /* a move against the rules                            */
    KATACHI_EEMPTY,      /* nothing is left to work on                          */
    KATACHI_EINTR,       /* a callback asked to stop                            */
    KATACHI_EUNSUPPORTED /* not in this build, or not on this machine           */
} katachi_status;

typedef struct katachi_error {
    katachi_status status;
    char message[1024]; /* what happened, where, what to do; UTF-8, no newline */
} katachi_error;

/* A short fixed name such as "out of memory".  Never NULL. */
const char *katachi_status_name(katachi_status status);

/* The version of the library in use, "0.1.0". */
const char *katachi_version(void);

KATACHI_FINISH

#endif
