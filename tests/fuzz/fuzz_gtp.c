/* fuzz_gtp.c -- any bytes as the lines of a client: every command is answered
 * once, in the form of the protocol, and nothing crashes.
 *
 * Lines that write files or take away the bounds of the search are left out.  */
#include <stdlib.h>
#include <string.h>

#include "gtp/engine.h"
#include "gtp/text/line.h"
#include "tests/fuzz/fuzz.h"

enum { MAX_LINES = 60, MAX_SLOW = 1 };

static gtp_settings small_settings(void)
{
    gtp_settings s;
    gtp_settings_default(&s);
    s.size = 5;
    s.search.limits.playouts = 3;
    s.search.threads = 1;
    s.search.tree.memory = 1 << 20;
    s.search.choice.solve = FUZZ_SOLVED;
    s.search.evaluate.prior = PRIOR_UNIFORM;
    s.search.evaluate.playout.policy = PLAYOUT_UNIFORM;
    return s;
}

static bool is_slow(const char *line)
{
    return strstr(line, "final") || strstr(line, "katachi-") || strstr(line, "cleanup") ||
           strstr(line, "loadsgf");
}

/* Copies the lines that may be sent to `out`, as long as `data` at most, and
 * returns how many replies they are worth.                                   */
static int choose_lines(const char *data, size_t size, char *out, size_t *n)
{
    int lines = 0, replies = 0, slow = 0;
    bool quit = false;
    *n = 0;
    for (size_t from = 0; from < size && lines < MAX_LINES; lines++) {
        const char *end = memchr(data + from, '\n', size - from);
        size_t length = end ? (size_t)(end - data) - from : size - from;
        char *line = calloc(1, length + 1);
        if (!line)
            abort();
        memcpy(line, data + from, length);
        size_t cleaned = gtp_line_clean(line, length);
        bool wanted = !strstr(line, "sgf") && !strstr(line, "param") &&
                      (!is_slow(line) || slow++ < MAX_SLOW);
        gtp_request r;
        if (wanted) {
            memcpy(out + *n, data + from, length);
            *n += length;
            if (end)
                out[(*n)++] = '\n';
        }
        if (wanted && cleaned && !quit && gtp_request_split(&r, line)) {
            replies++;
            quit = !strcmp(r.command, "quit");
            gtp_request_free(&r);
        }
        free(line);
        from += length + 1;
    }
    return replies;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gtp_settings settings = small_settings();
    char *input = malloc(size + 1);
    size_t n = 0;
    int expected = choose_lines((const char *)data, size, input, &n);
    fuzz_gtp(&settings, input, n, expected);
    free(input);
    return 0;
}
