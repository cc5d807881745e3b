/* Gammas in words and in order, and the search for those that came along. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "patterns/dense.h"
#include "patterns/gammas/gamma_words.h"
#include "patterns/gammas/gammas.h"
#include "tests/support/temp_dir.h"

/* The fast set with one shape, all gammas 1. */
static gammas *plain_gammas(void)
{
    vocabulary *v = vocabulary_create(feature_set_by_name("fast"), 9);
    shape s = {.nest = 1, .size = 2, .mark = 0, .mark_class = 2};
    assert_int_equal(vocabulary_add(v, F_RESPONSE, shape_key_of(v, F_RESPONSE, &s), &s, NULL),
                     GO_OK);
    vocabulary_number(v);
    double *zero = calloc((size_t)vocabulary_gammas(v), sizeof *zero);
    gammas *g;
    gammas_origin origin = {.games = 1};
    assert_int_equal(gammas_create(&g, v, zero, zero, &origin, NULL), GO_OK);
    free(zero);
    return g;
}

static void strongest_first_and_only_what_was_learnt(void **state)
{
    (void)state;
    gammas *g = plain_gammas();
    int first = g->v->first[F_SELF_ATARI], numbers[64];
    g->gamma[first + 2] = 0.5f;
    g->gamma[first + 5] = 3;
    g->count[first + 7] = 4; /* it came back to 1, but was seen */
    assert_int_equal(gammas_sorted(g, F_SELF_ATARI, numbers), 3);
    assert_int_equal(numbers[0], first + 5);
    assert_int_equal(numbers[1], first + 7);
    assert_int_equal(numbers[2], first + 2);
    gammas_destroy(g);
}

static void a_shape_and_a_level_in_words(void **state)
{
    (void)state;
    gammas *g = plain_gammas();
    char words[256], expected[64];
    int number = g->v->first[F_RESPONSE] + 1;
    const diamond_cell *c = &g->v->geometry->cell[0];
    gamma_words(g, number, words, sizeof words);
    snprintf(expected, sizeof expected, "size 2, stone at %d,%d of 2 liberties", c->dx, c->dy);
    assert_string_equal(words, expected);
    assert_non_null(gamma_shape(g, number));
    gamma_words(g, number - 1, words, sizeof words);
    assert_string_equal(words, "no known shape");
    assert_null(gamma_shape(g, number - 1));
    gamma_words(g, g->v->first[F_PASS] + 1, words, sizeof words);
    assert_string_equal(words, "after a pass: yes");
    gammas_destroy(g);
}

/* Every level has a pair, the first in the tables that has its gamma. */
static void pairs_by_level(int size)
{
    vocabulary *v = vocabulary_create(feature_set_by_name("large"), size);
    const dense_row kind = feature_row(F_PAIR);
    dense_tables d;
    int next = 0;
    vocabulary_number(v);
    assert_int_equal(dense_tables_init(&d, v, size, NULL), GO_OK);
    const int layer = d.gamma[kind][0][0] == (uint32_t)v->first[F_PAIR] ? 0 : 1;
    for (int i = 0; i < d.area * d.area; i++) {
        int former, move;
        const uint32_t gamma = d.gamma[kind][layer][i / d.area * d.width + i % d.area];
        if (gamma != (uint32_t)(v->first[F_PAIR] + next))
            continue;
        dense_pair(size, next++, &former, &move);
        assert_int_equal(former * d.area + move, i);
    }
    assert_int_equal(next, feature_levels(F_PAIR, size));
    dense_tables_free(&d);
    vocabulary_destroy(v);
}

static void a_pair_for_every_level(void **state)
{
    (void)state;
    pairs_by_level(2);
    pairs_by_level(9);
    pairs_by_level(10);
}

/* On a board a pair is that of its points, whatever it is called elsewhere. */
static void a_pair_on_a_board(void **state)
{
    (void)state;
    vocabulary *v = vocabulary_create(feature_set_by_name("large"), 9);
    vocabulary_number(v);
    double *zero = calloc((size_t)vocabulary_gammas(v), sizeof *zero);
    gammas *g;
    gammas_origin origin = {.games = 1};
    char words[256], general[256];
    board b;
    assert_int_equal(gammas_create(&g, v, zero, zero, &origin, NULL), GO_OK);
    free(zero);
    board_init(&b, 9);
    board_play(&b, BLACK, board_point(&b, 6, 4)); /* G5 */
    board_play(&b, WHITE, board_point(&b, 8, 0)); /* J9 */
    const point f5 = board_point(&b, 5, 4);
    gamma_words_at(g, g->v->first[F_PAIR] + 1, &b, f5, words, sizeof words);
    assert_string_equal(words, "F5 with the last move at J9");
    gamma_words_at(g, g->v->first[F_PAIR2] + 1, &b, f5, words, sizeof words);
    assert_string_equal(words, "F5 with the move before the last at G5");
    gamma_words_at(g, g->v->first[F_CAPTURE] + 1, &b, f5, words, sizeof words);
    gamma_words(g, g->v->first[F_CAPTURE] + 1, general, sizeof general);
    assert_string_equal(words, general);
    gammas_destroy(g);
}

static void gammas_are_found_in_the_users_folder(void **state)
{
    (void)state;
    temp_dir dir = temp_dir_create();
    char name[300], path[GAMMAS_PATH];
    go_error err;
    setenv("XDG_DATA_HOME", dir.path, 1);
    assert_int_equal(gammas_find("no-such-set", 7, path, &err), GO_EIO);
    assert_non_null(strstr(err.message, "data/no-such-set-7x7.gammas.zst, "));
    assert_non_null(strstr(err.message, dir.path));
    assert_non_null(strstr(err.message, "katachi train --features no-such-set --size 7"));
    assert_non_null(strstr(err.message, "make install")); /* there are none for any size */
    snprintf(name, sizeof name, "mkdir '%s/katachi' && touch "
             "'%s/katachi/no-such-set-7x7.gammas.zst'", dir.path, dir.path);
    assert_int_equal(system(name), 0);
    assert_int_equal(gammas_find("no-such-set", 7, path, &err), GO_OK);
    snprintf(name, sizeof name, "%s/katachi/no-such-set-7x7.gammas.zst", dir.path);
    assert_string_equal(path, name);
    assert_int_equal(gammas_find("no-such-set", 8, path, &err), GO_EIO);
    assert_null(strstr(err.message, "make install"));
    remove(name);
    *strrchr(name, '/') = '\0';
    remove(name);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strongest_first_and_only_what_was_learnt),
        cmocka_unit_test(a_shape_and_a_level_in_words),
        cmocka_unit_test(a_pair_for_every_level),
        cmocka_unit_test(a_pair_on_a_board),
        cmocka_unit_test(gammas_are_found_in_the_users_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
