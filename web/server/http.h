/* http.h -- a server of HTTP for the pages of one user, on GNU libmicrohttpd.
 *
 *     http_start(&server, &options, &err);
 *     ...                                      answers come from the threads of the server
 *     http_stop(server);
 *
 * Each connection has a thread, which calls options.answer.  Whoever asks must be a page of this
 * server: a request is refused unless
 *
 *   - its Host is an address of the server, so that no other name can be made to lead here
 *     (DNS rebinding);
 *   - its Origin, if it has one, is the same;
 *   - it carries the token, a random number that only the address http_address knows: the first
 *     request brings it as ?token=..., and gets a cookie with it, for this browser alone;
 *   - a POST has the header X-Katachi, which pages of others cannot send unasked.
 *
 * That is found out before the body of a request is kept.
 *
 * Nothing is read from or written to files here.                              */
#ifndef KATACHI_WEB_SERVER_HTTP_H
#define KATACHI_WEB_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"

enum { HTTP_BODY_MAX = 8 << 20, HTTP_CONNECTIONS_MAX = 64 };

typedef struct http_server http_server;

typedef struct http_request {
    bool post;          /* else GET or HEAD, whose answer is sent without its body */
    const char *path;   /* "/api/board" */
    const char *body;   /* of a POST, [n_body] with a 0 behind it */
    size_t n_body;
    const void *fields; /* see http_field */
} http_request;

/* The value of ?name=..., or NULL. */
const char *http_field(const http_request *r, const char *name);

/* A body that is made while it is sent. */
typedef struct http_stream {
    /* Waits for something to send and writes up to `most` bytes (at least 1) to `to`; how many
     * it were, or -1 at the end.                                              */
    ssize_t (*next)(void *user, char *to, size_t most);
    void (*end)(void *user); /* the connection has ended */
    void *user;
} http_stream;

/* Who wrote a page, which decides what its scripts and styles may do. */
typedef enum http_trust {
    HTTP_OWN,    /* a file of the program: its scripts run */
    HTTP_REPORT  /* a report of a run: it may have styles and links, but runs nothing */
} http_trust;

typedef struct http_answer {
    int status;         /* 200, 404, ... */
    const char *type;   /* "application/json", borrowed */
    const char *allow;  /* with status 405: the methods that it accepts, "GET, HEAD"; borrowed */
    const char *text;   /* the body, [n_text] */
    size_t n_text;
    bool owned;         /* `text` is from malloc and freed by the server */
    http_trust trust;
    http_stream stream; /* instead of text, if stream.next is not NULL */
} http_answer;

/* An error for people, who see it in a tab of its own: `words`, which stay, as plain text. */
void http_refuse_page(http_answer *a, int status, const char *words);

/* An error: {"error": sentence} with a status of 400 or more. */
void http_refuse(http_answer *a, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The error 405, with the methods that would be accepted: "GET, HEAD". */
void http_refuse_method(http_answer *a, const char *allow, const char *words);

typedef struct http_options {
    const char *listen; /* address; NULL: 127.0.0.1 */
    int port;           /* 0: any that is free */
    void (*answer)(void *user, const http_request *r, http_answer *a);
    void *user;
} http_options;

/* GO_EIO: the port is in use, or the address is none of this machine; GO_EINVAL: it is not an
 * address; GO_ENOMEM.                                                         */
go_status http_start(http_server **out, const http_options *options, go_error *err);

/* The address with the token, which opens the page: "http://127.0.0.1:8361/?token=...".
 * Borrowed.                                                                   */
const char *http_address(const http_server *s);

/* Ends the server when all answers have been given; streams must have been ended before.
 * Accepts NULL.                                                               */
void http_stop(http_server *s);

#endif
