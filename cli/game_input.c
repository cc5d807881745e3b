/* game_input.c -- finds where a truncated game ends, and closes it there. */
#include "cli/game_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/streams/game_scan.h"

static const size_t largest_file = 1u << 30;

/* Reads the k-th game of an open corpus and closes it.  *more, unless NULL: another one follows. */
static go_status take_game(corpus *c, const char *path, int k, game_record **record, bool *more,
                           go_error *err)
{
    game_record *next = NULL;
    go_status status = corpus_take(c, path, k, record, err);
    if (more)
        *more = status == GO_OK && corpus_next(c, &next, NULL) == GO_OK;
    game_record_destroy(next);
    corpus_close(c);
    return status;
}

/* The end of the last complete property of a truncated game. */
typedef struct tail {
    size_t end;   /* one past its ']', from the beginning of the game; 0: none */
    size_t depth; /* number of open '(' there */
} tail;

/* Scans a game from ']' to ']'. */
static scan_step follow(const char *text, size_t n, end_scan *scan, tail *last)
{
    for (const char *p = memchr(text, ']', n); p; p = memchr(p, ']', n - (size_t)(p - text))) {
        size_t end = (size_t)(++p - text);
        scan_step step = scan_game_end(scan, text, end, false);
        if (step != SCAN_MORE)
            return step;
        if (!scan->in_value && scan->pos == end)
            *last = (tail){end, scan->depth};
    }
    return scan_game_end(scan, text, n, true);
}

/* The first n bytes of the text, closed by `depth` times ')'; NULL: out of memory. */
static char *closed(const char *text, size_t n, size_t depth)
{
    char *mended = malloc(n + depth);
    if (!mended)
        return NULL;
    memcpy(mended, text, n);
    memset(mended + n, ')', depth);
    return mended;
}

/* The text up to the last complete property of its last game, with the missing ')', in all
 * *n_mended bytes; owned by the caller.  NULL: it is not truncated in this way. */
static char *mend(const char *text, size_t n, size_t *n_mended)
{
    start_scan start = {.file_begins = true};
    while (scan_game_start(&start, text, n, true) == SCAN_FOUND) {
        end_scan scan = {.depth = start.bare};
        tail last = {0, 0};
        scan_step step = follow(text + start.pos, n - start.pos, &scan, &last);
        *n_mended = start.pos + last.end + last.depth;
        if (step == SCAN_NONE && last.end > 0)
            return closed(text, start.pos + last.end, last.depth);
        if (step != SCAN_FOUND)
            return NULL;
        start = (start_scan){.pos = start.pos + scan.pos};
    }
    return NULL;
}

/* Reads a truncated file; GO_OK only if nothing else is wrong with it. */
static go_status read_rest(const char *path, int k, game_record **record)
{
    char *text = NULL, *mended = NULL;
    size_t n = 0, n_mended = 0;
    corpus_options strict = {.strict = true, .comments = true};
    corpus *c;
    GO_TRY(read_file(path, largest_file, &text, &n, NULL));
    mended = mend(text, n, &n_mended);
    go_status status = mended ? GO_OK : GO_EFORMAT;
    if (status == GO_OK)
        status = corpus_open_memory(&c, path, mended, n_mended, &strict, NULL);
    if (status == GO_OK)
        status = take_game(c, path, k, record, NULL, NULL);
    free(mended);
    free(text);
    return status;
}

go_status game_input_read(const char *path, int k, game_record **record,
                          char warning[GAME_WARNING_MAX], go_error *err)
{
    corpus_options strict = {.strict = true, .comments = true};
    go_error own = {0};
    corpus *c;
    bool more = false;
    warning[0] = '\0';
    *record = NULL;
    go_status status = corpus_open(&c, &path, 1, &strict, &own);
    if (status == GO_OK)
        status = take_game(c, path, k, record, k == 1 ? &more : NULL, &own);
    if (status == GO_EFORMAT && read_rest(path, k, record) == GO_OK) {
        snprintf(warning, GAME_WARNING_MAX, "%s; using only the moves before that", own.message);
        return GO_OK;
    }
    if (more) /* nobody may have chosen the first */
        snprintf(warning, GAME_WARNING_MAX, "%s has several games; using the first one", path);
    return status == GO_OK ? GO_OK : go_fail(err, status, "%s", own.message);
}

void game_input_tell_cut(const char *path, const game_record *record)
{
    if (record->cut)
        fprintf(stderr,
                "katachi: %s: stones are set up after move %d; using only the moves before that\n",
                path, record->n_moves);
}
