/* Character sets: brackets that are half a character, texts that do not say
 * what they are.                                                             */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/games.h"

static void check_black(const char *sgf, const char *name, int n_moves)
{
    game_record *g = game_of(sgf);
    assert_string_equal(g->text[GAME_PB], name);
    assert_int_equal(g->n_moves, n_moves);
    game_record_destroy(g);
}

static void second_bytes_that_look_like_brackets(void **state)
{
    (void)state;
    /* Shift_JIS 83 5D is katakana ZO, 5D the code of ']'; 95 5C is "hyo", 5C of '\' */
    check_black("(;CA[Shift_JIS]PB[\x83\x5d\x95\x5c];B[aa];W[bb])", "ゾ表", 2);
    /* Big5 A5 5C "gong", A4 5D "ye" */
    check_black("(;CA[Big5]PB[\xa5\x5c\xa4\x5d];B[aa];W[bb])", "功也", 2);
    /* GBK 81 5C and 81 5D */
    check_black("(;CA[GBK]PB[\x81\x5c\x81\x5d];B[aa];W[bb])", "乗乚", 2);
    /* ISO-2022-JP: pairs of 7-bit bytes; 25 5C and 25 5D are katakana BO and PO */
    check_black("(;CA[ISO-2022-JP]PB[\x1b$B%]%\\\x1b(B];B[aa])", "ポボ", 1);
    check_black("(;CA[ISO-2022-JP-2]PB[\x1b$B%]%\\\x1b(B];B[aa])", "ポボ", 1);
    /* JIS X 0212, which four bytes switch to */
    check_black("(;CA[ISO-2022-JP-2]PB[\x1b$(D0\\0]\x1b(B];B[aa])", "伙伮", 1);
    check_black("(;CA[Shift_JISX0213]PB[\x83\x5d];B[aa])", "ゾ", 1);
}

static void utf8_needs_no_name_and_wins_over_a_wrong_one(void **state)
{
    (void)state;
    check_black("(;PB[古力];B[aa])", "古力", 1);
    check_black("(;CA[ISO-8859-1]PB[古力];B[aa])", "古力", 1);
    check_black("(;CA[gb2312]PB[Müller];B[aa])", "Müller", 1);
}

static void named_character_sets(void **state)
{
    (void)state;
    check_black("(;CA[KOI8-R]PB[\xe9\xd7\xc1\xce\xcf\xd7])", "Иванов", 0);
    check_black("(;CA[windows-1251]PB[\xc8\xe2\xe0\xed\xee\xe2])", "Иванов", 0);
    check_black("(;CA[gb2312]PB[\xb9\xc5\xc1\xa6])", "古力", 0);
    check_black("(;CA[EUC-KR]PB[\xc0\xcc\xc3\xa2\xc8\xa3])", "이창호", 0);
    check_black("(;CA[EUC-JP]PB[\xb8\xb5\xb0\xd7])", "元易", 0);
    /* as Java calls them; by itself the short text looks like Greek */
    check_black("(;CA[EUC_JP]PB[\xba\xe4\xc5\xc4\xb1\xc9\xc3\xcb])", "坂田栄男", 0);
    check_black("(;CA[x-euc-jp]PB[\xba\xe4\xc5\xc4\xb1\xc9\xc3\xcb])", "坂田栄男", 0);
    check_black("(;CA[MS949]PB[\x94\xee\x8c\x63\xb9\xe6])", "뷁똠방", 0);
    check_black("(;CA[MS936]PB[\x81\x5c\x81\x5d];B[aa])", "乗乚", 1);
    check_black("(;CA[iso-8859-1]PB[M\xfcller])", "Müller", 0);
    /* iconv holds an "n" back, which an accent may follow */
    check_black("(;CA[windows-1258]PB[Nguy\xea\xden V\xe3n])", "Nguyễn Văn", 0);
}

static void faulty_bytes_become_replacement_characters(void **state)
{
    (void)state;
    /* mostly UTF-8, one byte cut off */
    check_black("(;PB[古力 vs \xe5\x8f];B[aa])", "古力 vs \xef\xbf\xbd\xef\xbf\xbd", 1);
    /* nothing to go by: Western */
    check_black("(;PB[M\xfcller];B[aa])", "Müller", 1);
}

static void a_lone_lead_byte_does_not_swallow_the_bracket(void **state)
{
    (void)state;
    check_black("(;CA[UTF-8]PB[\xe5\x8f\xa4\xe5];B[aa])", "古\xef\xbf\xbd", 1);
}

static void nonsense_in_ca(void **state)
{
    (void)state;
    check_black("(;CA[UTF-16LE]PB[古力];B[aa])", "古力", 1);
    check_black("(;CA[no-such-set]PB[M\xfcller];B[aa])", "Müller", 1);
    check_black("(;CA[]PB[Ann];B[aa])", "Ann", 1);
    /* sets of two bytes a character, and one without ASCII */
    check_black("(;CA[UNICODE]PB[M\xfcller];B[aa])", "Müller", 1);
    check_black("(;CA[UNICODE]PB[M\xfcllers];B[aa])", "Müllers", 1);
    check_black("(;CA[EBCDIC-US]PB[M\xfcller];B[aa])", "Müller", 1);
}

static void the_caller_may_name_one(void **state)
{
    (void)state;
    static const char sgf[] = "(;PB[Ren\x8e];B[aa])"; /* Macintosh */
    corpus_options options = {.charset = "macintosh"};
    corpus *c;
    game_record *g;
    go_error err;
    assert_int_equal(corpus_open_memory(&c, "t", sgf, strlen(sgf), &options, &err), GO_OK);
    assert_int_equal(corpus_next(c, &g, &err), GO_OK);
    assert_string_equal(g->text[GAME_PB], "René");
    game_record_destroy(g);
    corpus_close(c);
    options.charset = "no-such-set";
    assert_int_equal(corpus_open_memory(&c, "t", sgf, strlen(sgf), &options, &err), GO_EINVAL);
    assert_string_equal(err.message, "\"no-such-set\" is not a character set that iconv knows");
}

/* ---- UTF-16 ---- */

/* The UTF-16 of an ASCII text. */
static size_t widen(const char *ascii, bool mark, bool big, char out[400])
{
    size_t n = 0;
    if (mark)
        memcpy(out, big ? "\xfe\xff" : "\xff\xfe", n = 2);
    for (; *ascii; ascii++) {
        out[n + big] = *ascii;
        out[n + !big] = 0;
        n += 2;
    }
    return n;
}

static void utf16_with_and_without_mark(void **state)
{
    (void)state;
    char wide[400], errors[4096];
    for (int kind = 0; kind < 4; kind++) {
        size_t n = widen("(;SZ[9]PB[Ann];B[ee];W[dd])", kind & 1, kind & 2, wide);
        assert_int_equal(count_games(wide, n, errors), 1);
        n = widen("(;B[aa])\n(;SZ[9];B[jj])", kind & 1, kind & 2, wide);
        assert_int_equal(count_games(wide, n, errors), 1);
        char expected[200]; /* offsets are those of the file: two bytes a letter */
        snprintf(expected, sizeof expected, "t.sgf: game 2, byte %d: move 1, \"jj\", is not a "
                 "point of a 9x9 board\n", 2 * 19 + (kind & 1 ? 2 : 0));
        assert_string_equal(errors, expected);
    }
}

static void utf16_beyond_ascii(void **state)
{
    (void)state;
    static const char sgf[] = "\xff\xfe(\0;\0P\0B\0[\0\xe4\x53\x9b\x52\x3d\xd8\x00\xde]\0)"; /* cut */
    corpus *c;
    game_record *g;
    assert_int_equal(corpus_open_memory(&c, "t", sgf, sizeof sgf, NULL, NULL), GO_OK);
    assert_int_equal(corpus_next(c, &g, NULL), GO_OK);
    assert_string_equal(g->text[GAME_PB], "古力😀");
    game_record_destroy(g);
    corpus_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(second_bytes_that_look_like_brackets),
        cmocka_unit_test(utf8_needs_no_name_and_wins_over_a_wrong_one),
        cmocka_unit_test(named_character_sets),
        cmocka_unit_test(faulty_bytes_become_replacement_characters),
        cmocka_unit_test(a_lone_lead_byte_does_not_swallow_the_bracket),
        cmocka_unit_test(nonsense_in_ca),
        cmocka_unit_test(the_caller_may_name_one),
        cmocka_unit_test(utf16_with_and_without_mark),
        cmocka_unit_test(utf16_beyond_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
