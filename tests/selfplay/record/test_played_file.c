/* Files of played games: what is written is read again, whole or not at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/read_file.h"
#include "selfplay/record/played_bytes.h"
#include "selfplay/record/played_file.h"
#include "selfplay/record/played_replay.h"
#include "sgf_corpus/sgf/record_game.h"
#include "tests/support/games.h"
#include "tests/support/played.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

enum { GAMES = 12 };

static const int sizes[] = {2, 5, 9, 13, 19, 25};

static void draw(played_game *g, int i)
{
    played_draw(g, sizes[i % 6], 40 + 3 * i, (uint64_t)i);
}

/* A file of GAMES games; ends[i]: its length after i games. */
static void make_file(const char *path, off_t ends[GAMES + 1])
{
    played_writer *w;
    played_game g = {0};
    struct stat st;
    unlink(path);
    for (int i = 0; i <= GAMES; i++) {
        assert_int_equal(played_writer_open(&w, path, NULL, NULL, NULL), GO_OK);
        assert_int_equal(played_writer_count(w), i);
        assert_int_equal(stat(path, &st), 0);
        ends[i] = st.st_size;
        draw(&g, i);
        if (i < GAMES)
            assert_int_equal(played_writer_add(w, &g, NULL), GO_OK);
        played_writer_close(w);
    }
    played_game_free(&g);
}

/* Reads all games, compares them with those drawn, and returns how the file ended. */
static go_status read_all(const char *path, int *n, go_error *err)
{
    played_reader *r;
    played_game g = {0}, same = {0};
    *n = 0;
    go_status status = played_reader_open(&r, path, err);
    while (status == GO_OK && (status = played_reader_next(r, &g, err)) == GO_OK) {
        draw(&same, *n);
        played_assert_equal(&g, &same);
        ++*n;
    }
    if (status != GO_OK && status != GO_END)
        assert_true(err->message[0]);
    played_reader_close(r);
    played_game_free(&g);
    played_game_free(&same);
    return status;
}

static void games_come_back_as_they_were(void **state)
{
    (void)state;
    char path[400];
    off_t ends[GAMES + 1];
    go_error err = {0};
    int n;
    make_file(temp_dir_path(&group_dir, "games", path), ends);
    assert_int_equal(read_all(path, &n, &err), GO_END);
    assert_int_equal(n, GAMES);
}

/* Whatever length a killed process leaves, the whole games before it are read, and the file
 * can be continued.                                                           */
static void a_torn_tail_is_dropped(void **state)
{
    (void)state;
    char path[400];
    off_t ends[GAMES + 1];
    go_error err = {0};
    int n, whole = 0;
    make_file(temp_dir_path(&group_dir, "games", path), ends);
    for (off_t length = 0; length < ends[3]; length += length < 60 ? 1 : 37) {
        make_file(path, ends);
        assert_int_equal(truncate(path, length), 0);
        for (whole = 0; ends[whole + 1] <= length; whole++)
            ;
        assert_int_equal(read_all(path, &n, &err), GO_END);
        assert_int_equal(n, whole);
        played_writer *w;
        played_game g = {0};
        assert_int_equal(played_writer_open(&w, path, NULL, NULL, &err), GO_OK);
        assert_int_equal(played_writer_count(w), whole);
        assert_int_equal(played_writer_cut(w),
                         length < ends[0] ? length : length - ends[whole]);
        draw(&g, whole);
        assert_int_equal(played_writer_add(w, &g, &err), GO_OK);
        played_writer_close(w);
        played_game_free(&g);
        assert_int_equal(read_all(path, &n, &err), GO_END);
        assert_int_equal(n, whole + 1);
    }
}

/* The whole games of a file that is in memory. */
static int count_in_memory(const char *path)
{
    char *bytes;
    size_t n, at = PLAYED_FILE_START, used;
    int games = 0;
    played_game g = {0};
    go_status status;
    assert_int_equal(read_file(path, 1 << 20, &bytes, &n, NULL), GO_OK);
    while ((status = played_file_game((uint8_t *)bytes + at, n - at, &g, &used, NULL)) == GO_OK) {
        at += used;
        games++;
    }
    assert_int_equal(status, GO_END);
    played_game_free(&g);
    free(bytes);
    return games;
}

static void zeros_at_the_end_are_no_game(void **state)
{
    (void)state;
    char path[400];
    off_t ends[GAMES + 1];
    go_error err = {0};
    int n;
    make_file(temp_dir_path(&group_dir, "games", path), ends);
    assert_int_equal(truncate(path, ends[2] + 3), 0);
    assert_int_equal(truncate(path, ends[3] + 9000), 0);
    assert_int_equal(read_all(path, &n, &err), GO_END); /* three bytes of game 3 */
    assert_int_equal(n, 2);
    assert_int_equal(count_in_memory(path), 2);
    assert_int_equal(truncate(path, ends[2]), 0);
    assert_int_equal(truncate(path, ends[2] + 9000), 0);
    assert_int_equal(read_all(path, &n, &err), GO_END);
    assert_int_equal(n, 2);
    assert_int_equal(count_in_memory(path), 2);
}

static void change_byte(const char *path, off_t at)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, (long)at, SEEK_SET);
    int c = fgetc(f);
    fseek(f, (long)at, SEEK_SET);
    fputc(c ^ 0x10, f);
    fclose(f);
}

static void damage_within_a_file_is_an_error(void **state)
{
    (void)state;
    char path[400], where[60];
    off_t ends[GAMES + 1];
    go_error err = {0};
    int n;
    make_file(temp_dir_path(&group_dir, "games", path), ends);
    change_byte(path, ends[2] + 40);
    snprintf(where, sizeof where, "game 3, at byte %lld", (long long)ends[2]);
    assert_int_equal(read_all(path, &n, &err), GO_EFORMAT);
    assert_int_equal(n, 2);
    assert_non_null(strstr(err.message, where));
    assert_non_null(strstr(err.message, path));
    played_writer *w;
    assert_int_equal(played_writer_open(&w, path, NULL, NULL, &err), GO_EFORMAT);
    assert_null(w);
    make_file(path, ends);
    change_byte(path, ends[2] + 2); /* its length: beyond the end of the file */
    assert_int_equal(read_all(path, &n, &err), GO_EFORMAT);
    assert_int_equal(n, 2);
    assert_non_null(strstr(err.message, "its length is wrong"));
    assert_int_equal(played_writer_open(&w, path, NULL, NULL, &err), GO_EFORMAT);
    make_file(path, ends);
    change_byte(path, ends[GAMES - 1] + 2); /* of the last one */
    assert_int_equal(read_all(path, &n, &err), GO_END);
    assert_int_equal(n, GAMES - 1);
    make_file(path, ends);
    change_byte(path, ends[GAMES - 1] + 40); /* the last game: perhaps not written to its end */
    assert_int_equal(read_all(path, &n, &err), GO_END);
    assert_int_equal(n, GAMES - 1);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    char path[400];
    go_error err = {0};
    int n;
    temp_dir_text(&group_dir, "other", "(;FF[4]GM[1])\n", path);
    assert_int_equal(read_all(path, &n, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "not a file of games"));
    temp_dir_text(&group_dir, "other", "katachi games 2\nxyz", path);
    assert_int_equal(read_all(path, &n, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "newer version"));
    temp_dir_path(&group_dir, "none", path);
    assert_int_equal(read_all(path, &n, &err), GO_EIO);
}

static void one_process_writes_a_file(void **state)
{
    (void)state;
    char path[400];
    go_error err = {0};
    played_writer *a, *b;
    temp_dir_path(&group_dir, "mine", path);
    assert_int_equal(played_writer_open(&a, path, NULL, NULL, &err), GO_OK);
    assert_int_equal(played_writer_open(&b, path, NULL, NULL, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "another process"));
    assert_null(b);
    played_writer_close(a);
    assert_int_equal(played_writer_open(&b, path, NULL, NULL, &err), GO_OK);
    played_writer_close(b);
}

static void a_full_disk_is_an_error(void **state)
{
    (void)state;
    go_error err = {0};
    played_writer *w = NULL;
    if (access("/dev/full", W_OK) != 0)
        skip();
    assert_int_equal(played_writer_open(&w, "/dev/full", NULL, NULL, &err), GO_EIO);
    assert_non_null(strstr(err.message, "/dev/full"));
    assert_null(w);
}

/* ---- the games ---- */

static void games_can_be_played_again(void **state)
{
    (void)state;
    played_game p = {0};
    game *g;
    for (int i = 0; i < 40; i++) {
        draw(&p, i);
        assert_int_equal(played_replay_start(&p, &g, NULL), GO_OK);
        assert_int_equal(g->handicap, p.n_setup > 1 ? p.n_setup : 0);
        assert_int_equal(g->to_move, p.first);
        for (int k = 0; k < p.n_moves; k++) {
            assert_int_equal(g->to_move, p.moves[k].colour);
            assert_int_equal(played_replay_move(&p, g, k, NULL), GO_OK);
        }
        if (p.counted && !g->handicap)
            assert_true(p.margin == game_margin(g, NULL));
        game_destroy(g);
    }
    played_game_free(&p);
}

/* How many values there are; those of the SGF must be the same. */
static int values_of(const played_game *p, const game_record *r)
{
    int n = 0;
    for (int k = 0; k < p->n_moves; k++) {
        const played_move *m = &p->moves[k];
        if (m->how == PLAYED_OPENING)
            continue;
        float black = m->colour == BLACK ? m->winrate : 1 - m->winrate;
        assert_true(n < r->n_values && r->value[n].move == k);
        assert_float_equal(r->value[n].black_wins, black, 1e-4f);
        n++;
    }
    return n;
}

static void sgf_has_the_moves_and_the_values(void **state)
{
    (void)state;
    played_game p = {0};
    for (int i = 0; i < 12; i++) {
        char *text = NULL;
        size_t n;
        draw(&p, i);
        FILE *f = open_memstream(&text, &n);
        played_replay_sgf(&p, f);
        fclose(f);
        assert_ptr_equal(strchr(text, '\n'), text + n - 1); /* one line */
        game_record *r = game_of(text);
        assert_int_equal(r->n_moves, p.n_moves);
        assert_int_equal(r->n_setup, p.n_setup);
        assert_true(r->komi == p.komi);
        for (int k = 0; k < p.n_moves; k++)
            assert_int_equal(board_index_on(p.size, r->moves[k].at), p.moves[k].index);
        assert_int_equal(r->n_values, values_of(&p, r));
        free(text);
        game_record_destroy(r);
    }
    played_game_free(&p);
}

static void a_lead_of_next_to_nothing_has_no_sign(void **state)
{
    (void)state;
    played_game p = {0};
    char *text = NULL;
    size_t n;
    played_draw(&p, 5, 20, 7);
    for (int k = 0; k < p.n_moves; k++)
        p.moves[k].lead = p.moves[k].colour == BLACK ? -0.04f : 0.04f; /* white leads */
    FILE *f = open_memstream(&text, &n);
    played_replay_sgf(&p, f);
    fclose(f);
    assert_non_null(strstr(text, "V[0.0]"));
    assert_null(strstr(text, "V[-0.0]"));
    free(text);
    played_game_free(&p);
}

/* Bytes that a checksum would let through are refused with a sentence, or are a game. */
static void changed_bytes_are_refused_or_in_range(void **state)
{
    (void)state;
    played_game p = {0}, other = {0};
    uint8_t *bytes;
    size_t n;
    played_draw(&p, 5, 20, 7);
    assert_int_equal(played_bytes_write(&p, &bytes, &n, NULL), GO_OK);
    for (size_t i = 0; i < n; i++) {
        for (int bit = 0; bit < 8; bit++) {
            go_error err = {0};
            bytes[i] ^= (uint8_t)(1 << bit);
            go_status status = played_bytes_read(bytes, n, &other, &err);
            assert_true(status == GO_OK || (status == GO_EFORMAT && err.message[0]));
            bytes[i] ^= (uint8_t)(1 << bit);
        }
        assert_int_equal(played_bytes_read(bytes, i, &other, NULL), GO_EFORMAT);
    }
    free(bytes);
    played_game_free(&p);
    played_game_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back_as_they_were),
        cmocka_unit_test(a_torn_tail_is_dropped),
        cmocka_unit_test(zeros_at_the_end_are_no_game),
        cmocka_unit_test(damage_within_a_file_is_an_error),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(one_process_writes_a_file),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(games_can_be_played_again),
        cmocka_unit_test(sgf_has_the_moves_and_the_values),
        cmocka_unit_test(a_lead_of_next_to_nothing_has_no_sign),
        cmocka_unit_test(changed_bytes_are_refused_or_in_range),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
