/* fuzz_archive.c -- games in archives and compressed files: games or sentences, never a
 * crash, and a stream that ends.
 *
 * The first byte is a container.  'r': what follows is a file as it is.  Otherwise what
 * follows are parts, each with its name on the first line, which the target packs: a
 * digit's lowest two bits choose zip, tar, cpio or the bare first part, the next bits how
 * it is compressed.                                                           */
#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sgf_corpus/corpus.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_PARTS = 8, MOST_GAMES = 10000, ROOM = 1 << 20 };

static void read_games(const void *bytes, size_t n)
{
    corpus *c;
    game_record *game;
    go_error err = {GO_OK, ""};
    go_status status;
    int games = 0;
    corpus_options options = {.comments = true, .replay = true};
    if (corpus_open_memory(&c, "fuzz", bytes, n, &options, &err) != GO_OK)
        return;
    while ((status = corpus_next(c, &game, &err)) == GO_OK) {
        game_record_destroy(game);
        if (games++ > MOST_GAMES)
            abort(); /* no input of this size holds so many */
    }
    if (status != GO_END && !err.message[0])
        abort();
    corpus_close(c);
}

static void check(int code)
{
    if (code < ARCHIVE_WARN)
        abort();
}

static struct archive *writer(int kind, char *out, size_t *used)
{
    struct archive *a = archive_write_new();
    static int (*const formats[])(struct archive *) = {
        archive_write_set_format_zip, archive_write_set_format_pax_restricted,
        archive_write_set_format_cpio, archive_write_set_format_raw};
    static int (*const filters[])(struct archive *) = {
        archive_write_add_filter_none, archive_write_add_filter_gzip,
        archive_write_add_filter_zstd, archive_write_add_filter_compress};
    if (!a)
        abort();
    check(formats[kind % 4](a));
    check(filters[kind / 4 % 4](a));
    check(archive_write_open_memory(a, out, ROOM, used));
    return a;
}

static void add_part(struct archive *a, const fuzz_part *part)
{
    const uint8_t *line = memchr(part->bytes, '\n', part->n);
    size_t length = line ? (size_t)(line - part->bytes) : part->n;
    size_t n = line ? part->n - length - 1 : 0;
    char name[100] = "";
    memcpy(name, part->bytes, length < sizeof name - 1 ? length : sizeof name - 1);
    struct archive_entry *entry = archive_entry_new();
    if (!entry)
        abort();
    archive_entry_set_pathname(entry, name[0] ? name : "game.sgf");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)n);
    /* names that a format cannot hold are left out */
    if (archive_write_header(a, entry) >= ARCHIVE_WARN && n)
        (void)!archive_write_data(a, line + 1, n);
    archive_entry_free(entry);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char packed[ROOM];
    fuzz_part parts[MOST_PARTS];
    size_t used = 0;
    if (size < 2)
        return 0;
    if (data[0] == 'r') {
        read_games(data + 1, size - 1);
        return 0;
    }
    int kind = data[0] % 16, n = fuzz_parts(data + 1, size - 1, parts, MOST_PARTS);
    struct archive *a = writer(kind, packed, &used);
    for (int i = 0; i < (kind % 4 == 3 ? 1 : n); i++)
        add_part(a, &parts[i]);
    archive_write_close(a);
    archive_write_free(a);
    read_games(packed, used);
    return 0;
}
