/* fuzz_played.c -- files of played games: games in range, or a sentence.
 *
 * Mutations never keep a checksum right, so the first byte chooses: 'f', the rest is the file;
 * else it is the body of a game, which is read by itself, written and read again.  Games that
 * can be read are played and shown as SGF.                                    */
#include <stdlib.h>
#include <string.h>

#include "selfplay/record/played_bytes.h"
#include "selfplay/record/played_file.h"
#include "selfplay/record/played_replay.h"
#include "tests/fuzz/fuzz.h"

static void replay(const played_game *p)
{
    game *g;
    go_error err = {GO_OK, ""};
    char *text = NULL;
    size_t n;
    go_status status = played_replay_start(p, &g, &err);
    if (status == GO_OK) {
        for (int i = 0; i < p->n_moves && status == GO_OK; i++)
            status = played_replay_move(p, g, i, &err);
        game_destroy(g);
    }
    if (status != GO_OK && !err.message[0])
        abort();
    FILE *f = open_memstream(&text, &n);
    if (!f)
        abort();
    played_replay_sgf(p, f);
    fclose(f);
    if (strchr(text, '\n') != text + n - 1)
        abort();
    free(text);
}

static void read_body(const uint8_t *data, size_t size)
{
    played_game g = {0}, again = {0};
    go_error err = {GO_OK, ""};
    uint8_t *bytes = NULL;
    size_t n;
    go_status status = played_bytes_read(data, size, &g, &err);
    if (status == GO_OK) {
        replay(&g);
        if (played_bytes_write(&g, &bytes, &n, NULL) != GO_OK ||
            played_bytes_read(bytes, n, &again, NULL) != GO_OK || again.n_moves != g.n_moves)
            abort();
    } else if (!err.message[0]) {
        abort();
    }
    free(bytes);
    played_game_free(&g);
    played_game_free(&again);
}

static void read_file_of(const uint8_t *data, size_t size)
{
    char path[400];
    played_reader *r;
    played_game g = {0};
    go_error err = {GO_OK, ""};
    fuzz_write("games", data, size, path);
    go_status status = played_reader_open(&r, path, &err);
    if (status == GO_OK) {
        while ((status = played_reader_next(r, &g, &err)) == GO_OK)
            replay(&g);
        played_reader_close(r);
    }
    if (status != GO_END && !err.message[0])
        abort();
    played_game_free(&g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    if (data[0] == 'f')
        read_file_of(data + 1, size - 1);
    else
        read_body(data + 1, size - 1);
    return 0;
}
