/* How games begin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "board/coord.h"
#include "match/game/opening.h"
#include "tests/support/temp_dir.h"

static temp_dir dir;

static openings_options options(int size, const char *file, int moves)
{
    openings_options o = {.file = file, .moves = moves, .size = size, .seed = 1};
    assert_true(rules_by_name("chinese-ogs", &o.rules));
    return o;
}

static openings *create(const openings_options *o)
{
    openings *all;
    go_error err;
    if (openings_create(&all, o, &err) != GO_OK)
        fail_msg("%s", err.message);
    return all;
}

/* "D4 Q16": the moves of the k-th. */
static const char *moves_of(openings *all, int64_t k, int size, char text[400])
{
    opening one;
    char name[COORD_MAX];
    text[0] = '\0';
    openings_get(all, k, &one);
    for (int i = 0; i < one.n; i++)
        snprintf(text + strlen(text), 400 - strlen(text), "%s%s", i ? " " : "",
                 coord_to_gtp(size, one.at[i], name));
    return text;
}

static void drawn_ones_repeat_and_differ(void **state)
{
    (void)state;
    openings_options o = options(9, NULL, 4), other = o;
    other.seed = 2;
    openings *a = create(&o), *b = create(&o), *c = create(&other);
    char x[400], y[400];
    int different = 0, changed = 0;
    for (int k = 0; k < 20; k++) {
        assert_string_equal(moves_of(a, k, 9, x), moves_of(b, k, 9, y));
        different += strcmp(x, moves_of(a, k + 1, 9, y)) != 0;
        changed += strcmp(x, moves_of(c, k, 9, y)) != 0;
    }
    assert_true(different >= 17);
    assert_true(changed >= 17);
    openings_destroy(a);
    openings_destroy(b);
    openings_destroy(c);
}

/* What strong players do: the first stone is never on the edge of the board. */
static void drawn_ones_are_sane(void **state)
{
    (void)state;
    openings_options o = options(19, NULL, -1);
    openings *all = create(&o);
    for (int k = 0; k < 20; k++) {
        opening one;
        openings_get(all, k, &one);
        assert_int_equal(one.n, 6);
        assert_in_range(board_x_on(19, one.at[0]), 2, 16);
        assert_in_range(board_y_on(19, one.at[0]), 2, 16);
    }
    openings_destroy(all);
}

static void a_text_has_one_on_each_line(void **state)
{
    (void)state;
    char path[400], text[400];
    temp_dir_text(&dir, "o.TXT", "\xef\xbb\xbf# three\nE5 C3 g7\n\nD4, F6 # old\nE3\n", path);
    openings_options o = options(9, path, -1);
    openings *all = create(&o);
    assert_string_equal(moves_of(all, 0, 9, text), "E5 C3 G7");
    assert_string_equal(moves_of(all, 1, 9, text), "D4 F6");
    assert_string_equal(moves_of(all, 2, 9, text), "E3");
    assert_string_equal(moves_of(all, 3, 9, text), "E5 C3 G7"); /* again from the first */
    uint64_t sum = openings_fingerprint(all);
    openings_destroy(all);
    o.moves = 2;
    all = create(&o);
    assert_string_equal(moves_of(all, 0, 9, text), "E5 C3");
    assert_true(openings_fingerprint(all) != sum);
    openings_destroy(all);
    o.moves = 0; /* three empty boards */
    all = create(&o);
    assert_string_equal(moves_of(all, 0, 9, text), "");
    assert_memory_equal(openings_text(all), "3 of ", 5);
    openings_destroy(all);
}

static void games_give_their_first_moves(void **state)
{
    (void)state;
    char path[400], text[400];
    openings_options o = options(
        9, temp_dir_text(&dir, "o.sgf", "(;SZ[9];B[ee];W[cc];AB[gg])(;SZ[9];B[dd])", path), 2);
    openings *all = create(&o);
    assert_string_equal(moves_of(all, 0, 9, text), "E5 C7");
    assert_string_equal(moves_of(all, 1, 9, text), "D6");
    assert_string_equal(moves_of(all, 2, 9, text), "E5 C7"); /* again from the first */
    openings_destroy(all);
    o = options(9, "data/sample-9x9.sgf.gz", 3);
    all = create(&o);
    for (int k = 0; k < 20; k++) { /* 300 games */
        char again[400];
        assert_string_equal(moves_of(all, k, 9, text), moves_of(all, 300 + k, 9, again));
    }
    openings_destroy(all);
}

static void refused(const char *name, const char *content, go_status wanted, const char *why)
{
    char path[400];
    openings_options o = options(9, temp_dir_text(&dir, name, content, path), -1);
    openings *all;
    go_error err;
    go_status got = openings_create(&all, &o, &err);
    if (got != wanted || !strstr(err.message, why))
        fail_msg("%s: %d, %s", name, got, err.message);
    assert_null(all);
}

static void what_is_no_opening_is_named(void **state)
{
    (void)state;
    refused("a.txt", "E5\nE5 J9 Z1\n", GO_EFORMAT, "a.txt, line 2: 'Z1' is not a point of a board of size");
    refused("b.txt", "E5 E5\n", GO_EILLEGAL, "b.txt, line 1: move 2 of the opening is illegal");
    refused("c.txt", "E5 pass pass\n", GO_EFORMAT, "two passes");
    refused("d.txt", "# nothing\n\n", GO_EEMPTY, "no opening");
    refused("e.sgf", "(;SZ[19];B[dd])", GO_EFORMAT, "the opening is on 19x19");
    refused("f.sgf", "(;SZ[9]AB[dd];W[ee])", GO_EFORMAT, "empty board");
    refused("g.sgf", "(;SZ[9];B[dd];B[ee])", GO_EFORMAT, "move 2 has the wrong colour");
    refused("h.sgf", "(;SZ[9];B[dd];W[ee];AB[aa];W[ff])", GO_EFORMAT,
            "h.sgf, game 1: the opening has setup stones after move 2");
    openings_options o = options(9, "no/such/file.txt", -1);
    openings *all;
    go_error err;
    assert_int_equal(openings_create(&all, &o, &err), GO_EIO);
    assert_non_null(strstr(err.message, "no/such/file.txt"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_ones_repeat_and_differ),
        cmocka_unit_test(drawn_ones_are_sane),
        cmocka_unit_test(a_text_has_one_on_each_line),
        cmocka_unit_test(games_give_their_first_moves),
        cmocka_unit_test(what_is_no_opening_is_named),
    };
    dir = temp_dir_create();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    temp_dir_remove(&dir);
    return failed;
}
