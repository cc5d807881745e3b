/* fuzz_web.c -- any bytes as requests of the page: whatever is asked, the answer is a file,
 * JSON with a status that fits or, instead of a report, a sentence, and nothing crashes.
 *
 * An input is requests with lines "%%" between them; the first line of each is "GET PATH" or
 * "POST PATH", what follows is the body, in which SESSION stands for the session that is open.
 * What the server itself does (Host, Origin, token, sizes) is left out, and what would make a
 * search long.                                                                */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "web/app.h"

enum { MOST_REQUESTS = 6, MOST_BODY = 1 << 17 };

static char net_path[400];
static char session_id[64];
static http_stream page; /* its events, as long as the process lives */

/* ---- the server without HTTP ---- */

static engine_settings small_engines(void)
{
    engine_settings e = {.memory = 1 << 20};
    search_settings_default(&e.search);
    e.search.limits.visits = 2;
    e.search.threads = 1;
    e.search.tree.memory = 1 << 20;
    e.search.choice.solve = FUZZ_SOLVED;
    e.search.evaluate.net.file = net_path;
    e.search.evaluate.net.backend = "reference";
    e.search.evaluate.net.cache = 1 << 16;
    e.search.evaluate.prior = PRIOR_UNIFORM;
    e.search.evaluate.playout.policy = PLAYOUT_UNIFORM;
    return e;
}

static void write_net(void)
{
    size_t n;
    char *bytes = fuzz_net(&n);
    fuzz_write("net", bytes, n, net_path);
    free(bytes);
}

/* Opens a page, of whose events only the first is read: the number of its session. */
static void open_page(web_app *app)
{
    char hello[4096];
    http_request r = {.path = "/api/events"};
    http_answer a = {.status = 200};
    web_app_answer(app, &r, &a);
    page = a.stream;
    ssize_t n = page.next ? page.next(page.user, hello, sizeof hello - 1) : -1;
    hello[n > 0 ? n : 0] = '\0';
    const char *id = strstr(hello, "\"session\":\"");
    if (!id || sscanf(id, "\"session\":\"%63[0-9a-f]", session_id) != 1)
        abort();
}

static web_app *the_app(void)
{
    static web_app *app;
    static const char *inputs[2];
    static char game[400];
    char path[400];
    if (app)
        return app;
    write_net();
    fuzz_write("index.html", "<p>report", 9, path);
    fuzz_write("game.sgf", "(;SZ[5];B[cc])", 14, game);
    inputs[0] = fuzz_folder();
    inputs[1] = game;
    web_app_settings s = {.engines = small_engines(), .version = "0", .inputs = inputs,
                          .n_inputs = 2};
    if (web_app_create(&app, &s, NULL) != GO_OK)
        abort();
    open_page(app);
    return app;
}

/* ---- requests ---- */

/* Other limits, which a query or a command may set. */
static bool is_wanted(const uint8_t *data, size_t size)
{
    static const char *const unwanted[] = {"isits", "ime", "overrideS", "param", "genmove",
                                           "final_", "\\u", NULL};
    for (int i = 0; unwanted[i]; i++)
        if (memmem(data, size, unwanted[i], strlen(unwanted[i])))
            return false;
    return true;
}

/* The text with the number of the session in place of its name; owned by the caller. */
static char *with_session(const char *text, size_t n, size_t *size)
{
    static const char name[] = "SESSION";
    char *out;
    FILE *stream = open_memstream(&out, size);
    if (!stream)
        abort();
    for (size_t i = 0; i < n;) {
        const bool here = n - i >= sizeof name - 1 && memcmp(text + i, name, sizeof name - 1) == 0;
        fwrite(here ? session_id : text + i, 1, here ? strlen(session_id) : 1, stream);
        i += here ? sizeof name - 1 : 1;
    }
    fclose(stream); /* a 0 stands behind it */
    return out;
}

static void check_answer(http_answer *a, bool post)
{
    const bool fine = a->status == 200;
    const bool sentence = !post && !fine && a->type && strncmp(a->type, "text/plain", 10) == 0;
    if (a->stream.next) {
        a->stream.end(a->stream.user);
        return;
    }
    if (!a->type || (!fine && (a->status < 400 || a->status > 599)) || (!a->text && a->n_text))
        abort();
    if (sentence && !a->n_text)
        abort();
    if (post || (!fine && !sentence)) {
        json_t *object = json_loadb(a->text, a->n_text, JSON_ALLOW_NUL, NULL);
        if (!json_is_object(object) || (!fine && !json_is_string(json_object_get(object, "error"))))
            abort();
        json_decref(object);
    }
    if (a->owned)
        free((char *)a->text);
}

static void ask(web_app *app, const fuzz_part *part)
{
    char path[1000], *text = malloc(part->n + 1);
    if (!text)
        return;
    memcpy(text, part->bytes, part->n);
    text[part->n] = '\0';
    const size_t line = strcspn(text, "\n");
    const size_t head = line + (line < part->n);
    const bool post = strncmp(text, "POST ", 5) == 0;
    snprintf(path, sizeof path, "%.*s", (int)(line > 5 && line < 900 ? line - (post ? 5 : 4) : 0),
             text + (post ? 5 : 4));
    size_t n;
    char *body = with_session(text + head, part->n - head, &n);
    http_request r = {.post = post, .path = *path ? path : "/", .body = body, .n_body = n};
    http_answer a = {.status = 200, .type = "application/json"};
    web_app_answer(app, &r, &a);
    check_answer(&a, post);
    free(body);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char stop[] = "POST /api/stop\n{\"session\":\"SESSION\"}";
    fuzz_part parts[MOST_REQUESTS];
    if (size > MOST_BODY || !is_wanted(data, size))
        return 0;
    web_app *app = the_app();
    const int n = fuzz_parts(data, size, parts, MOST_REQUESTS);
    for (int i = 0; i < n; i++)
        ask(app, &parts[i]);
    ask(app, &(fuzz_part){(const uint8_t *)stop, sizeof stop - 1});
    return 0;
}
