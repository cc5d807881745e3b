/* Collections: files, folders, compressed files, archives, several threads. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <archive.h>
#include <archive_entry.h>

#include "sgf_corpus/corpus.h"
#include "sgf_corpus/game_hash.h"
#include "tests/support/temp_dir.h"

static char buffer[400];

/* ---- making inputs ---- */

static const char *make_file(const char *name, const char *text)
{
    return temp_dir_text(&group_dir, name, text, buffer);
}

typedef int set_format(struct archive *a);

/* An archive with the members name, text, name, text, ..., NULL. */
static const char *make_archive(const char *file, set_format *format, set_format *filter,
                                const char *const *members)
{
    const char *path = temp_dir_path(&group_dir, file, buffer);
    struct archive *a = archive_write_new();
    assert_int_equal(format(a), ARCHIVE_OK);
    assert_int_equal(filter(a), ARCHIVE_OK);
    assert_int_equal(archive_write_open_filename(a, path), ARCHIVE_OK);
    for (; *members; members += 2) {
        struct archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, members[0]);
        archive_entry_set_size(entry, (la_int64_t)strlen(members[1]));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        assert_int_equal(archive_write_header(a, entry), ARCHIVE_OK);
        archive_write_data(a, members[1], strlen(members[1]));
        archive_entry_free(entry);
    }
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
    return path;
}

static void truncate_file(const char *path, double share)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(truncate(path, (off_t)((double)st.st_size * share)), 0);
}

/* ---- reading them ---- */

/* Board sizes of the games in order, as "9 19 ", and the error that ended it. */
static go_status sizes_of(const char *const *inputs, int n, char sizes[200], go_error *err)
{
    corpus *c;
    game_record *game;
    sizes[0] = 0;
    go_status status = corpus_open(&c, inputs, n, NULL, err);
    if (status != GO_OK)
        return status;
    while ((status = corpus_next(c, &game, err)) == GO_OK) {
        size_t at = strlen(sizes);
        snprintf(sizes + at, 200 - at, "%d ", game->size);
        game_record_destroy(game);
    }
    corpus_close(c);
    return status;
}

static void check_sizes(const char *input, const char *expected)
{
    char sizes[200];
    go_error err;
    go_status status = sizes_of(&input, 1, sizes, &err);
    if (status != GO_END)
        fail_msg("%s", err.message);
    assert_string_equal(sizes, expected);
}

/* The sentence that ends the reading of `input`. */
static void check_end(const char *input, go_status expected, const char *part)
{
    char sizes[200];
    go_error err;
    assert_int_equal(sizes_of(&input, 1, sizes, &err), expected);
    if (!strstr(err.message, input) || !strstr(err.message, part))
        fail_msg("no \"%s\" in: %s", part, err.message);
}

static void plain_and_compressed_files(void **state)
{
    (void)state;
    static const struct { const char *name; set_format *filter; } kinds[] = {
        {"a.sgf", archive_write_add_filter_none}, {"a.sgf.gz", archive_write_add_filter_gzip},
        {"a.sgf.zst", archive_write_add_filter_zstd}, {"a.sgf.xz", archive_write_add_filter_xz},
        {"a.sgf.bz2", archive_write_add_filter_bzip2}, {"oddly-named", archive_write_add_filter_gzip},
    };
    static const char *const members[] = {"x", "(;SZ[9];B[aa])\n(;SZ[19])\n", NULL};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        check_sizes(make_archive(kinds[i].name, archive_write_set_format_raw, kinds[i].filter,
                                 members), "9 19 ");
}

static void archives(void **state)
{
    (void)state;
    static const char *const members[] = {
        "one.sgf", "(;SZ[9])(;SZ[13])", "notes.txt", "(;SZ[2])", ".hidden.sgf", "(;SZ[3])",
        "./deep/er/two.SGF", "(;SZ[19])", "__MACOSX/deep/er/._two.SGF", "(;SZ[4])",
        ".trash/three.sgf", "(;SZ[5])", "./deep/.er/three.sgf", "(;SZ[6])", NULL};
    check_sizes(make_archive("a.zip", archive_write_set_format_zip, archive_write_add_filter_none,
                             members), "9 13 19 ");
    check_sizes(make_archive("a.tar", archive_write_set_format_ustar,
                             archive_write_add_filter_none, members), "9 13 19 ");
    check_sizes(make_archive("a.tar.gz", archive_write_set_format_ustar,
                             archive_write_add_filter_gzip, members), "9 13 19 ");
    check_sizes(make_archive("a.tar.zst", archive_write_set_format_ustar,
                             archive_write_add_filter_zstd, members), "9 13 19 ");
    check_sizes(make_archive("a.7z", archive_write_set_format_7zip, archive_write_add_filter_none,
                             members), "9 13 19 ");
}

static void names_of_members_in_any_script(void **state)
{
    (void)state;
    static const char *const members[] = {"café/棋.sgf", "(;SZ[9])", "読.txt", "hello", NULL};
    static set_format *const formats[] = {archive_write_set_format_zip,
                                          archive_write_set_format_7zip};
    for (int i = 0; i < 2; i++) {
        corpus *c;
        game_record *game;
        locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
        locale_t before = uselocale(utf8); /* for writing; who reads has no such locale */
        const char *path = make_archive("a", formats[i], archive_write_add_filter_none, members);
        uselocale(before);
        freelocale(utf8);
        assert_int_equal(corpus_open(&c, &path, 1, NULL, NULL), GO_OK);
        assert_int_equal(corpus_next(c, &game, NULL), GO_OK);
        assert_non_null(strstr(game->source, "!café/棋.sgf"));
        game_record_destroy(game);
        assert_int_equal(corpus_next(c, &game, NULL), GO_END);
        assert_int_equal(corpus_counted(c)->ignored, 1);
        assert_int_equal(corpus_counted(c)->broken, 0);
        corpus_close(c);
    }
}

static void messages_name_the_member(void **state)
{
    (void)state;
    static const char *const members[] = {"good.sgf", "(;)", "bad.sgf", "(;)(;SZ[99])", NULL};
    const char *path = make_archive("a.zip", archive_write_set_format_zip,
                                    archive_write_add_filter_none, members);
    corpus_options strict = {.strict = true};
    corpus *c;
    game_record *game;
    go_error err;
    char expected[600];
    assert_int_equal(corpus_open(&c, &path, 1, &strict, &err), GO_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(corpus_next(c, &game, &err), GO_OK);
        game_record_destroy(game);
    }
    assert_int_equal(corpus_next(c, &game, &err), GO_EFORMAT);
    snprintf(expected, sizeof expected,
             "%s!bad.sgf: game 2, byte 8: the board size 99 is out of range: 2 to 25", path);
    assert_string_equal(err.message, expected);
    assert_int_equal(corpus_counted(c)->files, 2);
    corpus_close(c);
}

static void folders_in_the_order_of_names(void **state)
{
    (void)state;
    char sub[420], inner[440], loop[440];
    make_file("b.sgf", "(;SZ[3])");
    make_file("a.sgf", "(;SZ[2])");
    make_file("d.txt", "(;SZ[25])");
    make_file(".hidden.sgf", "(;SZ[25])");
    assert_int_equal(symlink("/no/such", temp_dir_path(&group_dir, "e.txt", buffer)), 0);
    /* nobody writes to it: reading it would never end */
    assert_int_equal(mkfifo(temp_dir_path(&group_dir, "pipe.sgf", buffer), 0600), 0);
    snprintf(sub, sizeof sub, "%s/c", group_dir.path);
    snprintf(inner, sizeof inner, "%s/x.sgf", sub);
    assert_int_equal(mkdir(sub, 0755), 0);
    FILE *file = fopen(inner, "w");
    fputs("(;SZ[4])", file);
    fclose(file);
    snprintf(loop, sizeof loop, "%s/loop", sub);
    assert_int_equal(symlink("..", loop), 0);
    check_sizes(group_dir.path, "2 3 4 ");
    unlink(loop);
    unlink(inner);
    rmdir(sub);
}

static void several_inputs_one_after_the_other(void **state)
{
    (void)state;
    char a[400], b[400], sizes[200];
    go_error err;
    snprintf(a, sizeof a, "%s", make_file("a.sgf", "(;SZ[9])"));
    snprintf(b, sizeof b, "%s", make_file("b.sgf", "(;SZ[13])"));
    const char *const inputs[] = {b, a, b};
    assert_int_equal(sizes_of(inputs, 3, sizes, &err), GO_END);
    assert_string_equal(sizes, "13 9 13 ");
}

/* ---- what can go wrong ---- */

static void inputs_that_are_not_there(void **state)
{
    (void)state;
    check_end("/no/such/file.sgf", GO_EIO, "cannot read the input: No such file or directory");
    corpus *c;
    go_error err;
    const char *const inputs[] = {make_file("a.sgf", "(;)"), "/no/such"};
    assert_int_equal(corpus_open(&c, inputs, 2, NULL, &err), GO_EIO); /* at once */
}

static void truncated_and_damaged_archives(void **state)
{
    (void)state;
    static const struct { const char *name; set_format *format, *filter; } kinds[] = {
        {"a.sgf.gz", archive_write_set_format_raw, archive_write_add_filter_gzip},
        {"a.sgf.zst", archive_write_set_format_raw, archive_write_add_filter_zstd},
        {"a.sgf.xz", archive_write_set_format_raw, archive_write_add_filter_xz},
        {"a.sgf.bz2", archive_write_set_format_raw, archive_write_add_filter_bzip2},
        {"a.zip", archive_write_set_format_zip, archive_write_add_filter_none},
        {"a.tar", archive_write_set_format_ustar, archive_write_add_filter_none},
        {"a.tar.gz", archive_write_set_format_ustar, archive_write_add_filter_gzip},
        {"a.7z", archive_write_set_format_7zip, archive_write_add_filter_none},
    };
    char *text = malloc(200001);
    unsigned x = 1;
    for (int i = 0; i < 200000; i++) /* games that do not compress to nothing */
        text[i] = i % 20 ? (char)('a' + ((x = x * 1103515245u + 12345) >> 16) % 19) : '\n';
    memcpy(text, "(;C[", 4);
    text[199998] = ']';
    text[199999] = ')';
    text[200000] = 0;
    const char *const members[] = {"a.sgf", text, NULL};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *path = make_archive(kinds[i].name, kinds[i].format, kinds[i].filter, members);
        check_sizes(path, "19 ");
        truncate_file(path, 0.6);
        check_end(path, GO_EFORMAT, "the file is damaged or cut short");
    }
    free(text);
}

static int encrypted_zip(struct archive *a)
{
    assert_int_equal(archive_write_set_format_zip(a), ARCHIVE_OK);
    assert_int_equal(archive_write_set_passphrase(a, "secret"), ARCHIVE_OK);
    return archive_write_set_options(a, "zip:encryption=traditional");
}

static void encrypted_archives(void **state)
{
    (void)state;
    static const char *const members[] = {"a.sgf", "(;SZ[9])", NULL};
    check_end(make_archive("a.zip", encrypted_zip, archive_write_add_filter_none, members),
              GO_EFORMAT, "the archive is encrypted; unpack it");
}

/* The checksum at the end of a .gz file is another one. */
static void damage_checksum(const char *path)
{
    FILE *f = fopen(path, "r+b");
    assert_int_equal(fseek(f, -8, SEEK_END), 0);
    int byte = fgetc(f);
    assert_int_equal(fseek(f, -8, SEEK_END), 0);
    fputc(byte ^ 1, f);
    fclose(f);
}

static void wrong_checksums(void **state)
{
    (void)state;
    static const struct { const char *name; set_format *format; } kinds[] = {
        {"a.sgf.gz", archive_write_set_format_raw}, {"a.tar.gz", archive_write_set_format_ustar}};
    static const char *const members[] = {"a.sgf", "(;SZ[9];B[aa])", NULL};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *path = make_archive(kinds[i].name, kinds[i].format,
                                        archive_write_add_filter_gzip, members);
        check_sizes(path, "9 ");
        damage_checksum(path);
        check_end(path, GO_EFORMAT, "incorrect data check");
    }
}

static void keep_message(void *user, const char *message)
{
    snprintf(user, 1024, "%s", message);
}

static void archives_and_files_without_a_game(void **state)
{
    (void)state;
    static const char *const members[] = {"readme.txt", "hello", NULL};
    const char *path = make_archive("a.zip", archive_write_set_format_zip,
                                    archive_write_add_filter_none, members);
    char message[1024] = "";
    corpus_options options = {.on_broken = keep_message, .user = message};
    corpus *c;
    game_record *game;
    assert_int_equal(corpus_open(&c, &path, 1, &options, NULL), GO_OK);
    assert_int_equal(corpus_next(c, &game, NULL), GO_END);
    assert_non_null(strstr(message, "the archive holds no file that ends in .sgf"));
    assert_int_equal(corpus_counted(c)->broken, 1);
    assert_int_equal(corpus_counted(c)->ignored, 1);
    corpus_close(c);
    check_sizes(make_file("empty.sgf", ""), "");
}

/* ---- threads ---- */

enum { MANY = 3000 };

/* Games that differ, every 50th broken, every 7th with an illegal move. */
static const char *make_many(void)
{
    const char *path = temp_dir_path(&group_dir, "many.sgf", buffer);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < MANY; i++) {
        int x = 'a' + i % 19, y = 'a' + i / 19 % 18, z = 'a' + i / 342;
        fprintf(file, "(;SZ[%d];B[%c%c];W[%cs]C[", i % 50 ? 19 : 99, x, y, z);
        for (int k = 0; k < 100; k++)
            fputs("some words ", file);
        fprintf(file, "]%s)\n", i % 7 ? "" : ";B[ss];W[ss]");
    }
    fclose(file);
    return path;
}

typedef struct seen {
    game_key key[MANY]; /* by number; zero: not delivered */
    int calls;
    int64_t stop_at; /* fail at this number; -1: never */
} seen;

static go_status look(void *user, int thread, int64_t number, const game_record *game,
                      go_error *err)
{
    seen *s = user;
    (void)thread;
    if (number == s->stop_at || number == s->stop_at + 100)
        return go_fail(err, GO_EINVAL, "stopped at %lld", (long long)number);
    s->key[number] = game_hash(game);
#pragma omp atomic
    s->calls++;
    return GO_OK;
}

static void threads_see_each_game_once(void **state)
{
    (void)state;
    const char *path = make_many();
    corpus_options options = {.replay = true};
    seen *first = calloc(1, sizeof *first), *s = calloc(1, sizeof *s);
    for (int threads = 1; threads <= 4; threads++) {
        corpus *c;
        go_error err;
        memset(s, 0, sizeof *s);
        s->stop_at = -1000;
        assert_int_equal(corpus_open(&c, &path, 1, &options, &err), GO_OK);
        assert_int_equal(corpus_for_each(c, threads, look, s, &err), GO_OK);
        const corpus_counts *counts = corpus_counted(c);
        assert_int_equal(counts->broken, 60 + 429 - 9); /* multiples of 50, of 7, of both */
        assert_int_equal(counts->games, MANY - counts->broken);
        assert_int_equal(s->calls, counts->games);
        assert_int_equal(counts->bytes_read, counts->bytes_total);
        if (threads == 1)
            memcpy(first, s, sizeof *s);
        assert_memory_equal(first->key, s->key, sizeof s->key);
        corpus_close(c);
    }
    free(first);
    free(s);
}

static void the_first_error_of_the_stream_is_returned(void **state)
{
    (void)state;
    const char *path = make_many();
    seen *s = calloc(1, sizeof *s);
    for (int threads = 1; threads <= 4; threads++) {
        corpus *c;
        go_error err;
        s->stop_at = 1101;
        assert_int_equal(corpus_open(&c, &path, 1, NULL, &err), GO_OK);
        assert_int_equal(corpus_for_each(c, threads, look, s, &err), GO_EINVAL);
        assert_string_equal(err.message, "stopped at 1101");
        corpus_close(c);
        corpus_options strict = {.strict = true};
        assert_int_equal(corpus_open(&c, &path, 1, &strict, &err), GO_OK);
        assert_int_equal(corpus_for_each(c, threads, look, s, &err), GO_EFORMAT);
        assert_non_null(strstr(err.message, "many.sgf: game 1, byte 5: the board size 99"));
        corpus_close(c);
    }
    free(s);
}

static void threads_take_up_where_one_has_stopped(void **state)
{
    (void)state;
    const char *path = make_many();
    seen *s = calloc(1, sizeof *s);
    corpus *c;
    game_record *game;
    go_error err;
    s->stop_at = -1000;
    assert_int_equal(corpus_open(&c, &path, 1, NULL, &err), GO_OK);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(corpus_next(c, &game, &err), GO_OK);
        game_record_destroy(game);
    }
    assert_int_equal(corpus_for_each(c, 3, look, s, &err), GO_OK);
    assert_int_equal(s->calls, MANY - 60 - 10);
    assert_int_equal(corpus_counted(c)->games, MANY - 60);
    assert_int_equal(corpus_next(c, &game, &err), GO_END);
    corpus_close(c);
    free(s);
}

static bool three_times(void *asked)
{
    return ++*(int *)asked < 3;
}

/* Where the filter delivers none, too. */
static void reading_can_be_stopped_between_games(void **state)
{
    (void)state;
    const char *path = make_many();
    int asked = 0;
    game_filter filter = game_filter_all();
    filter.size = 13;
    corpus_options options = {.filter = &filter, .go_on = three_times, .user = &asked};
    seen *s = calloc(1, sizeof *s);
    corpus *c;
    game_record *game;
    go_error err;
    assert_int_equal(corpus_open(&c, &path, 1, &options, &err), GO_OK);
    assert_int_equal(corpus_next(c, &game, &err), GO_EINTR);
    assert_int_equal(asked, 3);
    assert_string_equal(err.message, "interrupted while reading games");
    assert_in_range(corpus_counted(c)->filtered, 1, MANY / 2);
    corpus_close(c);

    asked = 0;
    assert_int_equal(corpus_open(&c, &path, 1, &options, &err), GO_OK);
    assert_int_equal(corpus_for_each(c, 1, look, s, &err), GO_EINTR);
    assert_int_equal(asked, 3);
    assert_in_range(corpus_counted(c)->filtered, 1, MANY / 2);
    corpus_close(c);
    free(s);
}

#define WITH_DIR(test) cmocka_unit_test_setup_teardown(test, group_dir_make, group_dir_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DIR(plain_and_compressed_files),
        WITH_DIR(archives),
        WITH_DIR(names_of_members_in_any_script),
        WITH_DIR(messages_name_the_member),
        WITH_DIR(folders_in_the_order_of_names),
        WITH_DIR(several_inputs_one_after_the_other),
        WITH_DIR(inputs_that_are_not_there),
        WITH_DIR(truncated_and_damaged_archives),
        WITH_DIR(encrypted_archives),
        WITH_DIR(wrong_checksums),
        WITH_DIR(archives_and_files_without_a_game),
        WITH_DIR(threads_see_each_game_once),
        WITH_DIR(the_first_error_of_the_stream_is_returned),
        WITH_DIR(threads_take_up_where_one_has_stopped),
        WITH_DIR(reading_can_be_stopped_between_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
