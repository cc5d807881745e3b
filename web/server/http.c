#include "web/server/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/utf8.h"
#include "web/server/random_id.h"

enum { IDLE_SECONDS = 120, STREAM_PIECE = 16 << 10, USUAL_PORT = 80 };

struct http_server {
    struct MHD_Daemon *daemon;
    void (*answer)(void *user, const http_request *r, http_answer *a);
    void *user;
    atomic_bool named;           /* it knows its names below, which depend on its port */
    bool any_host;               /* it listens beyond this machine, under names unknown here */
    char token[RANDOM_ID + 1];
    char cookie[32];             /* its name */
    char host[2][96];            /* values of Host that are this server; "": none */
    char address[256];
};

/* A request while it arrives: the body of a POST is kept only if its sender may ask. */
typedef struct upload {
    const char *why_not; /* it may not, a sentence; NULL: it may */
    char *text;
    size_t n, capacity;
    bool too_long, no_memory;
} upload;

/* ---- answers ---- */

static const char own_policy[] =
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/* Links of a report lead to files of the same origin, which need the cookie, and to games in
 * data: addresses, which are saved.                                           */
static const char report_policy[] =
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox allow-same-origin allow-downloads";

void http_refuse(http_answer *a, int status, const char *format, ...)
{
    char sentence[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    utf8_mend(sentence); /* it may quote a name that is not UTF-8, and be cut within a character */
    json_t *object = json_pack("{s:s}", "error", sentence);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    static const char unsaid[] = "{\"error\":\"the request failed\"}";
    *a = (http_answer){.status = status, .type = "application/json",
                       .text = text ? text : unsaid,
                       .n_text = text ? strlen(text) : sizeof unsaid - 1, .owned = text != NULL};
}

static void add_headers(struct MHD_Response *r, const http_answer *a)
{
    MHD_add_response_header(r, "Content-Type", a->type);
    if (a->allow)
        MHD_add_response_header(r, "Allow", a->allow);
    MHD_add_response_header(r, "Content-Security-Policy",
                            a->trust == HTTP_OWN ? own_policy : report_policy);
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cache-Control", "no-store");
    MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
}

static ssize_t stream_next(void *user, uint64_t position, char *to, size_t most)
{
    const http_stream *s = user;
    (void)position;
    ssize_t n = s->next(s->user, to, most);
    return n > 0 ? n : MHD_CONTENT_READER_END_OF_STREAM;
}

static void stream_end(void *user)
{
    http_stream *s = user;
    s->end(s->user);
    free(s);
}

static struct MHD_Response *stream_response(const http_stream *from)
{
    http_stream *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    *s = *from;
    struct MHD_Response *r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_PIECE,
                                                               stream_next, s, stream_end);
    if (!r)
        free(s);
    return r;
}

static enum MHD_Result send_answer(struct MHD_Connection *c, http_answer *a)
{
    struct MHD_Response *r;
    if (a->stream.next) {
        r = stream_response(&a->stream);
        if (!r)
            a->stream.end(a->stream.user);
    } else {
        r = MHD_create_response_from_buffer(a->n_text, (void *)a->text,
                                            a->owned ? MHD_RESPMEM_MUST_FREE
                                                     : MHD_RESPMEM_PERSISTENT);
        if (!r && a->owned)
            free((char *)a->text);
    }
    if (!r)
        return MHD_NO;
    add_headers(r, a);
    enum MHD_Result sent = MHD_queue_response(c, (unsigned)a->status, r);
    MHD_destroy_response(r);
    return sent;
}

/* From the address with the token to the one without, which has it in a cookie. */
static enum MHD_Result send_cookie(const http_server *s, struct MHD_Connection *c)
{
    char cookie[160];
    snprintf(cookie, sizeof cookie, "%s=%s; HttpOnly; SameSite=Strict; Path=/", s->cookie,
             s->token);
    struct MHD_Response *r = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    if (!r)
        return MHD_NO;
    MHD_add_response_header(r, "Set-Cookie", cookie);
    MHD_add_response_header(r, "Location", "/");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cache-Control", "no-store");
    enum MHD_Result sent = MHD_queue_response(c, MHD_HTTP_SEE_OTHER, r);
    MHD_destroy_response(r);
    return sent;
}

/* ---- who may ask ---- */

/* Takes the same time whatever differs, so that the token cannot be guessed letter by letter. */
static bool is_token(const http_server *s, const char *text)
{
    if (!text || strlen(text) != RANDOM_ID)
        return false;
    int differs = 0;
    for (int i = 0; i < RANDOM_ID; i++)
        differs |= text[i] ^ s->token[i];
    return differs == 0;
}

static bool is_host(const http_server *s, const char *host)
{
    if (!host)
        return false;
    for (size_t i = 0; i < sizeof s->host / sizeof s->host[0]; i++)
        if (s->host[i][0] && strcmp(host, s->host[i]) == 0)
            return true;
    return s->any_host;
}

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* Why this one may not ask; NULL: it may. */
static const char *why_not(const http_server *s, struct MHD_Connection *c, bool post)
{
    static const char scheme[] = "http://";
    const char *host = header(c, "Host"), *origin = header(c, "Origin");
    if (!is_host(s, host))
        return "this server answers only under its own name";
    if (origin && (strncmp(origin, scheme, sizeof scheme - 1) != 0 ||
                   strcmp(origin + sizeof scheme - 1, host) != 0))
        return "only pages of this server can ask it";
    if (!is_token(s, MHD_lookup_connection_value(c, MHD_COOKIE_KIND, s->cookie)))
        return "open the address that 'katachi web' printed: it contains a token that this browser "
               "lacks, and a new one each time the program is started";
    if (post && !header(c, "X-Katachi"))
        return "the header X-Katachi is missing";
    return NULL;
}

void http_refuse_method(http_answer *a, const char *allow, const char *words)
{
    http_refuse(a, MHD_HTTP_METHOD_NOT_ALLOWED, "%s", words);
    a->allow = allow;
}

void http_refuse_page(http_answer *a, int status, const char *words)
{
    *a = (http_answer){.status = status, .type = "text/plain; charset=utf-8", .text = words,
                       .n_text = strlen(words)};
}

/* People see the sentence, programs an object. */
static void refuse_to(http_answer *a, const char *path, const char *why)
{
    if (strncmp(path, "/api/", 5) == 0)
        http_refuse(a, MHD_HTTP_FORBIDDEN, "%s", why);
    else
        http_refuse_page(a, MHD_HTTP_FORBIDDEN, why);
}

/* ---- requests ---- */

const char *http_field(const http_request *r, const char *name)
{
    return MHD_lookup_connection_value((struct MHD_Connection *)r->fields, MHD_GET_ARGUMENT_KIND,
                                       name);
}

/* The length that the header of a request promises; 0: none. */
static unsigned long long promised_length(struct MHD_Connection *c)
{
    const char *length = header(c, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length ? strtoull(length, NULL, 10) : 0;
}

/* A request of which only the header has arrived. */
static upload *begin_upload(const http_server *s, struct MHD_Connection *c, bool post)
{
    upload *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    u->why_not = why_not(s, c, post);
    u->too_long = promised_length(c) > HTTP_BODY_MAX;
    return u;
}

static void take_upload(upload *u, const char *data, size_t n)
{
    if (u->too_long || u->no_memory)
        return;
    if (u->n + n > HTTP_BODY_MAX) {
        u->too_long = true;
        return;
    }
    if (u->n + n + 1 > u->capacity) {
        size_t capacity = 2 * (u->n + n + 1);
        char *text = realloc(u->text, capacity);
        if (!text) {
            u->no_memory = true;
            return;
        }
        u->text = text;
        u->capacity = capacity;
    }
    memcpy(u->text + u->n, data, n);
    u->n += n;
    u->text[u->n] = '\0';
}

static void answer_request(http_server *s, struct MHD_Connection *c, const char *path, bool post,
                           const upload *u, http_answer *a)
{
    *a = (http_answer){.status = MHD_HTTP_OK, .type = "application/json", .text = ""};
    if (u->why_not)
        refuse_to(a, path, u->why_not);
    else if (u->too_long)
        http_refuse(a, MHD_HTTP_CONTENT_TOO_LARGE, "the request is longer than %d MB",
                    HTTP_BODY_MAX >> 20);
    else if (u->no_memory)
        http_refuse(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory for the request");
    else {
        http_request r = {post, path, u->text ? u->text : "", u->n, c};
        s->answer(s->user, &r, a);
    }
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *data,
                                  size_t *n_data, void **state)
{
    http_server *s = user;
    upload *u = *state;
    const bool post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    (void)version;
    if (!atomic_load(&s->named)) /* it was faster than http_start */
        return MHD_NO;
    if (!u) { /* the header has arrived */
        *state = begin_upload(s, c, post);
        return *state ? MHD_YES : MHD_NO;
    }
    if (*n_data) { /* read to its end in any case: browsers hear no answer before */
        if (post && !u->why_not)
            take_upload(u, data, *n_data);
        *n_data = 0;
        return MHD_YES;
    }
    http_answer a;
    const char *token = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "token");
    if (!post && strcmp(method, MHD_HTTP_METHOD_GET) != 0 &&
        strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
        http_refuse_method(&a, "GET, HEAD, POST", "only GET, HEAD and POST are supported");
    else if (!post && strcmp(path, "/") == 0 && is_token(s, token) &&
             is_host(s, header(c, "Host")))
        return send_cookie(s, c);
    else
        answer_request(s, c, path, post, u, &a);
    return send_answer(c, &a);
}

static void on_end(void *user, struct MHD_Connection *c, void **state,
                   enum MHD_RequestTerminationCode how)
{
    upload *u = *state;
    (void)user, (void)c, (void)how;
    if (u)
        free(u->text);
    free(u);
    *state = NULL;
}

/* ---- the server ---- */

/* The names under which the server may be asked for: its address, as browsers write it, and if
 * that is of this machine alone, the other names of the same.  Browsers leave the usual port out. */
static void name_hosts(http_server *s, const char *listen_at, int port, bool v6)
{
    const bool loopback = strcmp(listen_at, "127.0.0.1") == 0 || strcmp(listen_at, "::1") == 0;
    s->any_host = strcmp(listen_at, "0.0.0.0") == 0 || strcmp(listen_at, "::") == 0;
    char end[16] = "";
    if (port != USUAL_PORT)
        snprintf(end, sizeof end, ":%d", port);
    snprintf(s->host[0], sizeof s->host[0], v6 ? "[%s]%s" : "%s%s", listen_at, end);
    if (loopback)
        snprintf(s->host[1], sizeof s->host[1], "localhost%s", end);
    snprintf(s->cookie, sizeof s->cookie, "katachi-%d", port);
    snprintf(s->address, sizeof s->address, "http://%s/?token=%s",
             s->any_host ? "" : s->host[0], s->token);
    if (s->any_host)
        snprintf(s->address, sizeof s->address, "http://localhost%s/?token=%s", end, s->token);
}

/* Without MHD_OPTION_LISTENING_ADDRESS_REUSE, which is SO_REUSEPORT: a second server would share
 * the port of the first, and each would get some of the other's requests.       */
static struct MHD_Daemon *start_daemon(http_server *s, const struct sockaddr *at, bool v6)
{
    const unsigned flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD |
                           MHD_USE_POLL | (v6 ? MHD_USE_IPv6 : 0);
    return MHD_start_daemon(flags, 0, NULL, NULL, on_request, s, MHD_OPTION_SOCK_ADDR, at,
                            MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL,
                            MHD_OPTION_CONNECTION_LIMIT, (unsigned)HTTP_CONNECTIONS_MAX,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                            MHD_OPTION_END);
}

static go_status listen_at(http_server *s, const char *address, int port, go_error *err)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    const bool is_v6 = inet_pton(AF_INET6, address, &v6.sin6_addr) == 1;
    if (!is_v6 && inet_pton(AF_INET, address, &v4.sin_addr) != 1)
        return go_fail(err, GO_EINVAL, "'%s' is not a numeric address such as 127.0.0.1 or ::1",
                       address);
    errno = 0;
    s->daemon = start_daemon(s, is_v6 ? (const void *)&v6 : (const void *)&v4, is_v6);
    if (!s->daemon)
        return go_fail(err, GO_EIO, "cannot listen on %s, port %d: %s%s", address, port,
                       errno ? strerror(errno) : "no reason given",
                       errno == EADDRINUSE ? "; choose another --port" : "");
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT);
    char usual[INET6_ADDRSTRLEN]; /* an IPv6 address has many forms, such as ::0 for :: */
    inet_ntop(is_v6 ? AF_INET6 : AF_INET,
              is_v6 ? (const void *)&v6.sin6_addr : (const void *)&v4.sin_addr, usual, sizeof usual);
    name_hosts(s, usual, info ? info->port : port, is_v6);
    atomic_store(&s->named, true);
    return GO_OK;
}

go_status http_start(http_server **out, const http_options *options, go_error *err)
{
    http_server *s = calloc(1, sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for the server");
    s->answer = options->answer;
    s->user = options->user;
    go_status status = random_id_draw(s->token, err);
    if (status == GO_OK)
        status = listen_at(s, options->listen ? options->listen : "127.0.0.1", options->port, err);
    if (status != GO_OK) {
        http_stop(s);
        return status;
    }
    *out = s;
    return GO_OK;
}

const char *http_address(const http_server *s)
{
    return s->address;
}

void http_stop(http_server *s)
{
    if (!s)
        return;
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    free(s);
}
