/* Writing games: what was read, written and read again is the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sgf_corpus/sgf/sgf_write.h"
#include "tests/support/games.h"
#include "tests/support/needs.h"

/* The record as text, for the caller to free. */
static char *written(const game_record *game)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    sgf_write(out, game);
    fclose(out);
    return text;
}

static void check_round_trip(const game_record *game)
{
    char *text = written(game);
    game_record *again = game_of(text);
    if (!game_record_equal(game, again))
        fail_msg("not the same: %s", text);
    char *twice = written(again);
    assert_string_equal(twice, text);
    game_record_destroy(again);
    free(twice);
    free(text);
}

static void the_form_of_the_text(void **state)
{
    (void)state;
    game_record *g = game_of("(\n;GM[1] SZ[9]\nRE[B+R] PB[A\\]n\\\\n]KM[375]HA[2]AB[cc:cd]"
                             ";W[ee]C[hm](;B[])(;B[aa]))");
    char *text = written(g);
    assert_string_equal(text, "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[A\\]n\\\\n]RE[B+R]KM[7.5]HA[2]"
                              "AB[cc][cd];W[ee];B[])\n");
    free(text);
    game_record_destroy(g);
}

/* Others refuse a file with AB twice in a node, or with setup in a later one; and in FF[4] a node
 * names each point once.                                                      */
static void setup_is_written_as_one_position(void **state)
{
    (void)state;
    static const char *const games[][2] = {
        {"AB[aa]AW[bb];AB[cc]AW[dd];AB[ee]", "AB[aa][cc][ee]AW[bb][dd]"},
        {"AB[aa][cc]AW[bb];AE[aa];AW[aa]", "AB[cc]AW[aa][bb]"},
        {"AB[cc];AE[cc]", ""}};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        char sgf[100], expected[100];
        snprintf(sgf, sizeof sgf, "(;SZ[9]PL[W]%s)", games[i][0]);
        snprintf(expected, sizeof expected, "(;FF[4]GM[1]CA[UTF-8]SZ[9]PL[W]%s)\n", games[i][1]);
        game_record *g = game_of(sgf);
        char *text = written(g);
        assert_string_equal(text, expected);
        free(text);
        game_record_destroy(g);
    }
}

static void odd_records_round_trip(void **state)
{
    (void)state;
    static const char *const games[] = {
        "(;)",
        "(;SZ[2];B[aa];W[bb])",
        "(;SZ[25]KM[-0.5];B[yy];W[tt])",
        "(;PL[W]AB[aa]AW[bb]AE[cc];AB[cc]AW[aa])",   /* colours again and again */
        "(;AB[aa][bb];PL[W]AE[aa];AB[aa][cc];AE[cc])",
        "(;HA[3])", "(;HA[3]PL[B])", "(;HA[3];W[dd])", "(;HA[12];W[dd])", "(;AB[aa][bb]PL[W])",
        "(;B[aa];B[bb];W[];W[])",
        "(;PB[a  b\n\nc]GC[\\[x\\]\\\\]KM[5 1/3])",
        "(;CA[GBK]PB[\xb9\xc5\xc1\xa6\x81\x5d]PW[\x81\x5c];B[aa])",
        "(;PB[古力\xe5]PW[\xe9];B[aa])",
        "(;CA[ISO-2022-JP]PB[\x1b$B%]%\\\x1b(B])",
        "(;RE[黑中盘胜]DT[13/5/95]BR[P9段])",
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        game_record *g = game_of(games[i]);
        check_round_trip(g);
        game_record_destroy(g);
    }
}

static void shared_games_round_trip(void **state)
{
    (void)state;
    static const char *const inputs[] = {"../shared/corpus/messy",
                                         "../shared/corpus/foxpro19/fox-dev.sgf.gz",
                                         "../shared/corpus/ogs9/ogs-dev.sgf.gz"};
    corpus *c;
    game_record *g;
    go_status status;
    int games = 0;
    for (int i = 0; i < 3; i++)
        need_file(inputs[i]);
    assert_int_equal(corpus_open(&c, inputs, 3, NULL, NULL), GO_OK);
    for (; (status = corpus_next(c, &g, NULL)) == GO_OK; games++) {
        check_round_trip(g);
        game_record_destroy(g);
    }
    assert_int_equal(status, GO_END);
    assert_true(games > 700);
    corpus_close(c);
}

static void a_write_error_sticks_to_the_stream(void **state)
{
    (void)state;
    game_record *g = game_of("(;B[aa])");
    FILE *full = fopen("/dev/full", "w");
    sgf_write(full, g);
    assert_int_equal(fflush(full), EOF);
    assert_true(ferror(full));
    fclose(full);
    game_record_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_form_of_the_text),
        cmocka_unit_test(setup_is_written_as_one_position),
        cmocka_unit_test(odd_records_round_trip),
        cmocka_unit_test(shared_games_round_trip),
        cmocka_unit_test(a_write_error_sticks_to_the_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
