/* analyze_input.c -- the game to judge, even if its file is cut short. */
#include <stdlib.h>
#include <string.h>

#include "base/read_file.h"
#include "cli/analyze.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/game_scan.h"

static const size_t largest_file = 1u << 30;

/* The k-th game of an open corpus, which it closes. */
static go_status take_game(corpus *c, const char *path, int k, game_record **record, go_error *err)
{
    int seen = 0;
    go_status status = GO_OK;
    *record = NULL;
    while (status == GO_OK && !*record) {
        game_record *next = NULL;
        status = corpus_next(c, &next, err);
        seen += status == GO_OK;
        if (status == GO_OK && seen == k)
            *record = next;
        else
            game_record_destroy(next);
    }
    corpus_close(c);
    if (status == GO_END && seen == 0)
        return go_fail(err, GO_EEMPTY, "%s: there is no game in it", path);
    if (status == GO_END)
        return go_fail(err, GO_EEMPTY, "%s: there is no game %d; it has %d", path, k, seen);
    return status;
}

/* The text up to its last whole property, with the ')' that are then missing;
 * owned by the caller.  NULL: there is none, or memory ran out.               */
static char *mend(const char *text, size_t n)
{
    start_scan start = {.file_begins = true};
    if (scan_game_start(&start, text, n, true) != SCAN_FOUND)
        return NULL;
    while (n > start.pos) {
        if (text[--n] != ']')
            continue;
        end_scan end = {.depth = start.bare};
        if (scan_game_end(&end, text + start.pos, n + 1 - start.pos, true) == SCAN_NONE &&
            !end.in_value && end.depth > 0) {
            char *mended = malloc(n + 1 + end.depth + 1);
            if (!mended)
                return NULL;
            memcpy(mended, text, n + 1);
            memset(mended + n + 1, ')', end.depth);
            mended[n + 1 + end.depth] = '\0';
            return mended;
        }
    }
    return NULL;
}

/* Reads a file that breaks off; GO_OK only if that was all that is wrong. */
static go_status read_rest(const char *path, int k, game_record **record)
{
    char *text = NULL, *mended = NULL;
    size_t n = 0;
    corpus_options strict = {.strict = true};
    corpus *c;
    go_status status = read_file(path, largest_file, &text, &n, NULL);
    if (status == GO_OK && !(mended = mend(text, n)))
        status = GO_EFORMAT;
    if (status == GO_OK)
        status = corpus_open_memory(&c, path, mended, strlen(mended), &strict, NULL);
    if (status == GO_OK)
        status = take_game(c, path, k, record, NULL);
    free(mended);
    free(text);
    return status;
}

go_status analyze_read(const char *path, int k, game_record **record,
                       char warning[ANALYZE_WARNING_MAX], go_error *err)
{
    corpus_options strict = {.strict = true};
    go_error own = {0};
    corpus *c;
    warning[0] = '\0';
    *record = NULL;
    go_status status = corpus_open(&c, &path, 1, &strict, &own);
    if (status == GO_OK)
        status = take_game(c, path, k, record, &own);
    if (status == GO_EFORMAT && read_rest(path, k, record) == GO_OK) {
        snprintf(warning, ANALYZE_WARNING_MAX, "%s; the %d moves before that are judged",
                 own.message, (*record)->n_moves);
        return GO_OK;
    }
    return status == GO_OK ? GO_OK : go_fail(err, status, "%s", own.message);
}
