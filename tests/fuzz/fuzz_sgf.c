/* fuzz_sgf.c -- any bytes as an SGF file: games or sentences, never a crash; and
 * what was read, written and read again is the same.                         */
#include <stdlib.h>
#include <string.h>

#include "sgf_corpus/corpus.h"
#include "sgf_corpus/game_hash.h"
#include "sgf_corpus/sgf/sgf_write.h"
#include "tests/fuzz/fuzz.h"

static void check_round_trip(const game_record *game)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return;
    sgf_write(out, game);
    fclose(out);
    corpus *again;
    game_record *copy = NULL;
    go_error err;
    if (corpus_open_memory(&again, "copy", text, n, NULL, &err) != GO_OK ||
        corpus_next(again, &copy, &err) != GO_OK || !game_record_equal(game, copy))
        abort();
    game_record_destroy(copy);
    if (corpus_next(again, &copy, &err) != GO_END)
        abort();
    corpus_close(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static board b;
    corpus *c;
    game_record *game;
    go_error err;
    corpus_options options = {.comments = true};
    if (corpus_open_memory(&c, "fuzz", data, size, &options, &err) != GO_OK)
        return 0;
    while (corpus_next(c, &game, &err) == GO_OK) {
        (void)game_record_replay(game, &b, &err);
        (void)game_hash(game);
        (void)date_of(game->text[GAME_DT]);
        (void)result_of(game->text[GAME_RE]);
        (void)rank_of(game->text[GAME_BR]);
        check_round_trip(game);
        game_record_destroy(game);
    }
    corpus_close(c);
    return 0;
}
