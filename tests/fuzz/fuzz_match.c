/* fuzz_match.c -- the folder of a match: looked at, rated, continued; sentences, never a
 * crash.
 *
 * The parts are match.json, results.jsonl and any number of records, each of which
 * becomes a member of games.sgf.gz.                                           */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match/rating/strength.h"
#include "match/store/pace.h"
#include "match/store/settings.h"
#include "match/store/store.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_PARTS = 12, MOST_PLAYERS = 16 };

static void write_folder(const uint8_t *data, size_t size)
{
    fuzz_part parts[MOST_PARTS];
    char path[400];
    int n = fuzz_parts(data, size, parts, MOST_PARTS);
    fuzz_write("match.json", parts[0].bytes, parts[0].n, path);
    fuzz_write("results.jsonl", parts[n > 1].bytes, n > 1 ? parts[1].n : 0, path);
    fuzz_write("games.sgf.gz", "", 0, path);
    FILE *records = fopen(path, "wb");
    for (int i = 2; records && i < n; i++) {
        size_t packed;
        uint8_t *member = fuzz_gzip(parts[i].bytes, parts[i].n, &packed);
        if (fwrite(member, 1, packed, records) != packed)
            abort();
        free(member);
    }
    if (!records || fclose(records) != 0)
        abort();
}

static void look(const char *folder)
{
    match_store *s;
    json_t *settings;
    go_error err = {GO_OK, ""};
    player_pace pace[MOST_PLAYERS];
    if (match_store_look(&s, folder, &settings, &err) != GO_OK) {
        if (!err.message[0])
            abort();
        return;
    }
    int n = (int)json_array_size(json_object_get(settings, "players"));
    if (n <= MOST_PLAYERS)
        (void)match_pace_read(s, n, pace, &err);
    match_store_close(s);
    json_decref(settings);
}

static void rate(const char *folder)
{
    strength s;
    go_error err = {GO_OK, ""};
    const char *folders[] = {folder, folder};
    if (strength_read(&s, folders, 2, &err) != GO_OK && !err.message[0])
        abort();
    strength_free(&s);
}

/* Opens it with the settings that it holds, cuts off what is incomplete, adds a game. */
static void go_on(const char *folder)
{
    match_store *s;
    json_t *settings;
    go_error err = {GO_OK, ""};
    static const player players[2] = {{.spec = "a", .name = "a"}, {.spec = "b", .name = "b"}};
    char record[] = "(;GM[1]SZ[9];B[aa])";
    match_game m = {.number = 7, .side = {[BLACK] = {.player = 0}, [WHITE] = {.player = 1}},
                    .end = END_RESIGN, .winner = BLACK, .n_moves = 1, .sgf = record};
    if (match_settings_read(folder, &settings, NULL) != GO_OK)
        return;
    if (match_store_open(&s, folder, settings, players, 2, &err) == GO_OK) {
        int64_t before = match_store_count(s);
        if (!match_store_find(s, m.number) && match_store_add(s, &m, &err) == GO_OK &&
            match_store_count(s) != before + 1)
            abort();
        match_store_close(s);
    } else if (!err.message[0]) {
        abort();
    }
    json_decref(settings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    write_folder(data, size);
    look(fuzz_folder());
    rate(fuzz_folder());
    go_on(fuzz_folder());
    return 0;
}
