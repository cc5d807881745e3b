/* The comments and values of a game: whose they are, and what becomes of their text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "tests/support/games.h"

/* "0: hello | 2: well played": the comments of a game. */
static void check(const char *sgf, const char *expected)
{
    game_record *g = commented_game_of(sgf);
    char text[2000] = "";
    size_t n = 0;
    for (int i = 0; i < g->n_comments; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%d: %s", i ? " | " : "",
                              g->comment[i].move, g->comment[i].text);
    assert_string_equal(text, expected);
    game_record_destroy(g);
}

static void each_belongs_to_a_move(void **state)
{
    (void)state;
    check("(;SZ[9]C[a game];B[ee]C[the middle];W[cc];C[alone];B[gg]C[end])",
          "0: a game | 1: the middle | 2: alone | 3: end");
    check("(;SZ[9];C[before its move]B[ee];W[cc])", "1: before its move");
    check("(;SZ[9]C[one]C[two];AB[ee]C[setup];W[cc])", "0: one | 0: two | 0: setup");
    check("(;SZ[9];B[ee]C[];W[cc]C[ \n ])", "");
}

/* Comments times moves would be ten thousand million steps. */
static void any_number_of_them_and_of_moves_in_a_node(void **state)
{
    (void)state;
    enum { COMMENTS = 200000, MOVES = 50000, LENGTH = 4 };
    char *sgf = malloc(COMMENTS * LENGTH + MOVES * LENGTH + 3), *at = sgf;
    at = stpcpy(at, "(;");
    for (int i = 0; i < COMMENTS; i++)
        at = stpcpy(at, "C[a]");
    for (int i = 0; i < MOVES; i++)
        at = stpcpy(at, "B[]");
    stpcpy(at, ")");
    const double began = clock_thread();
    game_record *g = commented_game_of(sgf);
    assert_true(clock_thread() - began < 2);
    assert_int_equal(g->n_moves, MOVES);
    assert_int_equal(g->n_comments, COMMENTS);
    assert_int_equal(g->comment[0].move, MOVES);
    game_record_destroy(g);
    free(sgf);
}

static void only_those_of_the_main_line_and_on_request(void **state)
{
    static const char sgf[] = "(;SZ[9]C[a](;B[ee]C[b];W[cc]C[c])(;B[dd]C[not this]))";
    (void)state;
    check(sgf, "0: a | 1: b | 2: c");
    game_record *without = game_of(sgf), *with = commented_game_of(sgf);
    assert_int_equal(without->n_comments, 0);
    assert_true(game_record_equal(without, with));
    game_record_destroy(without);
    game_record_destroy(with);
}

static void lines_stay_and_escapes_go(void **state)
{
    (void)state;
    check("(;SZ[9]C[ two\r\nlines\n\r\nand\ta \\\nlong one ])", "0: two\nlines\n\nand a long one");
    check("(;SZ[9]C[a [bracket\\] and a \\\\ and \\x])", "0: a [bracket] and a \\ and x");
}

static void characters_are_those_of_the_file(void **state)
{
    (void)state;
    check("(;CA[ISO-8859-1]SZ[9]C[G\xf6the])", "0: G\xc3\xb6the");
    check("(;B[ee]C[read twice]SZ[9];W[cc])", "1: read twice"); /* SZ comes late */
}

/* "0: 0.5 | 2: 0.625": black's chances in a game. */
static void check_values(const char *sgf, const char *expected)
{
    game_record *g = game_of(sgf);
    char text[2000] = "";
    size_t n = 0;
    for (int i = 0; i < g->n_values; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%d: %.4g", i ? " | " : "",
                              g->value[i].move, (double)g->value[i].black_wins);
    assert_string_equal(text, expected);
    game_record_destroy(g);
}

static void values_are_of_positions_too(void **state)
{
    (void)state;
    check_values("(;SZ[9]SBKV[50]V[0.3];B[ee]SBKV[62.50]C[x];W[cc];SBKV[ 25 ]B[gg])",
                 "0: 0.5 | 1: 0.625 | 3: 0.25");
    check_values("(;SZ[9](;B[ee]SBKV[1];W[cc]SBKV[0]SBKV[7])(;B[dd]SBKV[90]))", "1: 0.01 | 2: 0");
    check_values("(;SZ[9];B[ee]SBKV[];W[cc]SBKV[101];B[dd]SBKV[-1];W[gg]SBKV[1x];B[gc]SBKV[nan])", "");
    check_values("(;B[ee]SBKV[30]SZ[9];W[cc])", "1: 0.3"); /* read twice: SZ comes late */
    check_values("(;SZ[9];B[ee];W[cc])", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_belongs_to_a_move),
        cmocka_unit_test(any_number_of_them_and_of_moves_in_a_node),
        cmocka_unit_test(only_those_of_the_main_line_and_on_request),
        cmocka_unit_test(lines_stay_and_escapes_go),
        cmocka_unit_test(values_are_of_positions_too),
        cmocka_unit_test(characters_are_those_of_the_file),
    };
    return cmocka_run_group_tests_name("comments", tests, NULL, NULL);
}
