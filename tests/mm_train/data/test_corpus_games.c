/* From SGF texts to packed games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "mm_train/data/corpus_games.h"
#include "tests/support/temp_dir.h"

static temp_dir dir;

static const char *file_of(const char *text)
{
    static char path[400];
    return temp_dir_text(&dir, "t.sgf", text, path);
}

static go_status read_text(games *train, games *test, const char *text,
                           const playable_options *o, corpus_counts *counts, go_error *err)
{
    const char *path = file_of(text);
    return corpus_games_read(train, test, &path, 1, o, NULL, counts, err);
}

static void setup_and_moves_are_packed(void **state)
{
    (void)state;
    games g;
    corpus_counts counts;
    go_error err;
    playable_options o = {.size = 0};
    /* the stone at bb is taken away again; white moves first */
    assert_int_equal(read_text(&g, NULL, "(;SZ[5]AB[cc][bb]AE[bb]AW[ea];W[dd];B[];W[ab])", &o,
                               &counts, &err), GO_OK);
    assert_int_equal(g.size, 5);
    assert_int_equal(g.n_games, 1);
    assert_int_equal(g.n_moves, 3);
    const games_start *start = games_at(&g, 0);
    const packed_move *m = games_moves(&g, 0);
    assert_int_equal(start->n_setup, 2);
    assert_int_equal(m[0], pack_move(WHITE, 0 * 5 + 4));
    assert_int_equal(m[1], pack_move(BLACK, 2 * 5 + 2));
    assert_int_equal(m[2], pack_move(WHITE, 3 * 5 + 3));
    assert_int_equal(m[3], pack_move(BLACK, 25)); /* the pass */
    assert_int_equal(m[4], pack_move(WHITE, 1 * 5 + 0));
    games_free(&g);
}

static void the_first_game_decides_on_the_size(void **state)
{
    (void)state;
    games g;
    corpus_counts counts;
    go_error err;
    playable_options o = {.size = 0};
    assert_int_equal(read_text(&g, NULL, "(;SZ[7];B[aa])(;SZ[9];B[aa])(;SZ[7];B[gg];W[aa])", &o,
                               &counts, &err), GO_OK);
    assert_int_equal(g.size, 7);
    assert_int_equal(g.n_games, 2);
    assert_int_equal(counts.games, 2);
    assert_int_equal(counts.filtered, 1);
    assert_int_equal(counts.moves, 3);
    games_free(&g);
}

/* One without a move, or with an illegal one, does not. */
static void the_first_usable_game_decides_on_the_size(void **state)
{
    (void)state;
    games g;
    corpus_counts counts;
    go_error err;
    playable_options o = {.size = 0};
    const char *four = "(;SZ[19])(;SZ[5];B[cc];W[cc])(;SZ[9];B[aa])(;SZ[5];B[cc])";
    assert_int_equal(read_text(&g, NULL, four, &o, &counts, &err), GO_OK);
    assert_int_equal(g.size, 9);
    assert_int_equal(g.n_games, 1);
    assert_int_equal(counts.filtered, 2);
    assert_int_equal(counts.other_size, 1);
    assert_int_equal(counts.broken, 1);
    games_free(&g);
    assert_int_equal(read_text(&g, NULL, "(;SZ[9])", &o, &counts, &err), GO_EEMPTY);
    assert_non_null(strstr(err.message, "no usable game: 1 filtered out, 0 broken"));
}

static void remember(void *user, const char *message)
{
    snprintf(user, 1024, "%s", message);
}

/* White fills the last liberty of two own stones in the corner, as New Zealand
 * rules allow; but the features know no suicide.                             */
static const char suicide[] = "(;SZ[5]RU[NZ];B[ab];W[aa];B[bb];W[ee];B[ca];W[ba])"
                              "(;SZ[5];B[cc])";

static void broken_games_are_counted_and_named(void **state)
{
    (void)state;
    games g;
    corpus_counts counts;
    go_error err;
    char said[1024] = "";
    playable_options o = {.size = 5, .on_broken = remember, .user = said};
    const char *two = "(;SZ[5];B[cc];W[cc])(;SZ[5];B[cc])";
    assert_int_equal(read_text(&g, NULL, two, &o, &counts, &err), GO_OK);
    assert_int_equal(g.n_games, 1);
    assert_int_equal(counts.broken, 1);
    assert_non_null(strstr(said, "game 1 (byte 0): move 2, white C3, is illegal"));
    games_free(&g);
    assert_int_equal(read_text(&g, NULL, suicide, &o, &counts, &err), GO_OK);
    assert_int_equal(g.n_games, 1);
    assert_int_equal(counts.broken, 1);
    assert_non_null(strstr(said, "move 6, white B5, is illegal: suicide"));
    games_free(&g);
}

static void strict_reading_ends_at_a_broken_game(void **state)
{
    (void)state;
    games g;
    corpus_counts counts;
    go_error err;
    playable_options o = {.size = 5, .strict = true};
    const char *two = "(;SZ[5];B[cc];W[cc])(;SZ[5];B[cc])";
    assert_int_equal(read_text(&g, NULL, two, &o, &counts, &err), GO_EILLEGAL);
    assert_non_null(strstr(err.message, "move 2"));
}

static void no_game_left_is_an_error(void **state)
{
    (void)state;
    games g;
    corpus_counts counts;
    go_error err;
    playable_options o = {.size = 9};
    assert_int_equal(read_text(&g, NULL, "(;SZ[5];B[cc])(;SZ[9])", &o, &counts, &err), GO_EEMPTY);
    assert_non_null(strstr(err.message, "no usable game on 9x9: 2 filtered out (1 on boards of "
                                        "other sizes; --size N chooses a size), 0 broken"));
}

/* Many small games, each one move longer or otherwise different. */
static const char *many_games(int n)
{
    static char text[100000];
    size_t used = 0;
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "(;SZ[9];B[%c%c];W[%c%c];B[%s])",
                                 'a' + i % 9, 'a' + i / 9 % 9, 'a' + (i + 1) % 9,
                                 'a' + i / 9 % 9, i % 2 ? "" : "ii");
    return text;
}

static void ranks_share_the_games(void **state)
{
    (void)state;
    int64_t total = 0;
    for (int rank = 0; rank < 3; rank++) {
        games g;
        corpus_counts counts;
        go_error err;
        playable_options o = {.size = 9, .rank = rank, .n_ranks = 3};
        assert_int_equal(read_text(&g, NULL, many_games(70), &o, &counts, &err), GO_OK);
        assert_int_equal(counts.games, 70);
        assert_in_range(g.n_games, 23, 24);
        total += g.n_games;
        games_free(&g);
    }
    assert_int_equal(total, 70);
}

static void the_split_takes_about_its_share(void **state)
{
    (void)state;
    games train, test;
    corpus_counts counts;
    go_error err;
    playable_options o = {.size = 9, .held_out = 0.3};
    assert_int_equal(read_text(&train, &test, many_games(70), &o, &counts, &err), GO_OK);
    assert_int_equal(train.n_games + test.n_games, 70);
    assert_in_range(test.n_games, 9, 35);
    games_free(&train);
    games_free(&test);
}

static void held_out_games_give_the_size_too(void **state)
{
    (void)state;
    games train, test;
    corpus_counts counts;
    go_error err;
    playable_options o = {.size = 0, .held_out = 1};
    assert_int_equal(read_text(&train, &test, "(;SZ[7];B[cc])", &o, &counts, &err), GO_OK);
    assert_int_equal(train.n_games, 0);
    assert_int_equal(train.size, 7);
    assert_int_equal(train.area, 49);
    assert_int_equal(test.size, 7);
    games_free(&train);
    games_free(&test);
}

/* Does the split put this game into the test set? */
static bool held_out(const char *text)
{
    games train, test;
    corpus_counts counts;
    go_error err;
    playable_options o = {.size = 9, .held_out = 0.5};
    assert_int_equal(read_text(&train, &test, text, &o, &counts, &err), GO_OK);
    bool is = test.n_games == 1;
    games_free(&train);
    games_free(&test);
    return is;
}

static void mirrored_games_stay_together(void **state)
{
    (void)state;
    int n_held_out = 0;
    for (int i = 0; i < 20; i++) {
        char text[100], mirrored[100], turned[100];
        int x = i % 9, y = i / 9 + 2;
        snprintf(text, sizeof text, "(;SZ[9];B[%c%c];W[ee];B[])", 'a' + x, 'a' + y);
        snprintf(mirrored, sizeof mirrored, "(;SZ[9];B[%c%c];W[ee];B[])", 'i' - x, 'a' + y);
        snprintf(turned, sizeof turned, "(;SZ[9];B[%c%c];W[ee];B[])", 'a' + y, 'i' - x);
        bool is = held_out(text);
        assert_int_equal(held_out(mirrored), is);
        assert_int_equal(held_out(turned), is);
        n_held_out += is;
    }
    assert_in_range(n_held_out, 1, 19); /* both sides are in use */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setup_and_moves_are_packed),
        cmocka_unit_test(the_first_game_decides_on_the_size),
        cmocka_unit_test(the_first_usable_game_decides_on_the_size),
        cmocka_unit_test(broken_games_are_counted_and_named),
        cmocka_unit_test(strict_reading_ends_at_a_broken_game),
        cmocka_unit_test(no_game_left_is_an_error),
        cmocka_unit_test(ranks_share_the_games),
        cmocka_unit_test(the_split_takes_about_its_share),
        cmocka_unit_test(held_out_games_give_the_size_too),
        cmocka_unit_test(mirrored_games_stay_together),
    };
    dir = temp_dir_create();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    temp_dir_remove(&dir);
    return failed;
}
