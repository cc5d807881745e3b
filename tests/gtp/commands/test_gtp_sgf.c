/* Positions that are set up, and games as SGF: loadsgf, printsgf, savesgf. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "tests/support/gtp_talk.h"
#include "tests/support/temp_dir.h"

/* The reply of printsgf: size, players, result and rules, the rest.  Valid until the next call. */
static const char *sgf_head(const char *size, const char *players, const char *result,
                            const char *rules_name, const char *rest)
{
    static char text[1000];
    char date[20];
    const time_t now = time(NULL);
    struct tm day;
    strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &day));
    snprintf(text, sizeof text, "= (;FF[4]GM[1]CA[UTF-8]SZ[%s]%sDT[%s]%sRU[%s]AP[Katachi:"
             KATACHI_VERSION "]%s)\n\n", size, players, date, result, rules_name, rest);
    return text;
}

static const char *sgf(const char *size, const char *players, const char *rules_name, const char *rest)
{
    return sgf_head(size, players, "", rules_name, rest);
}

/* The same for a game as it was loaded, from a file without players and date. */
static const char *sgf_again(const char *rules_name, const char *rest)
{
    static char text[1000];
    snprintf(text, sizeof text,
             "= (;FF[4]GM[1]CA[UTF-8]SZ[9]RU[%s]AP[Katachi:" KATACHI_VERSION "]%s)\n\n", rules_name,
             rest);
    return text;
}

static void any_position(void **state)
{
    (void)state;
    expect_last("boardsize 3\nplay b a1\ngogui-setup w c3 b b2 e a1\nall_legal b",
                "= A3 B3 A2 C2 A1 B1 C1\n\n");
    expect_last("boardsize 2\ngogui-setup b a1 b a2\ngogui-setup_player w\nprintsgf",
                sgf("2", "", "Chinese", "KM[7.5]HA[2]PL[W]AB[aa][ab]"));
    expect_last("boardsize 2\nplay b a1\nset_position w b2\nundo", "? cannot undo\n\n");
    /* the game stays if that side is to move already */
    expect_transcript("play b a1\ngogui-setup_player w\nundo\ngogui-setup_player b\nundo",
                      "=\n\n=\n\n=\n\n=\n\n? cannot undo\n\n");
    expect_transcript("gogui-setup b pass", "? syntax error: a pass cannot be set up\n\n");
    expect_transcript("gogui-setup b", "? syntax error: no vertex after the last colour\n\n");
    expect_transcript("gogui-setup_player x", "? syntax error: expected b or w, not 'x'\n\n");
}

static void impossible_positions_change_nothing(void **state)
{
    static const char *const after = "=\n\n? %s\n\n= 0\n\n= C3\n\n=\n\n= white E5\nblack C3\n\n";
    static const struct {
        const char *stones, *why;
    } cases[] = {{"b a1 w a2 w b1 b e5", "some stones would have no liberties"},
                 {"b a1 w a1", "two stones on a1"},
                 {"b a1 e a1 b A1", "two stones on A1"}};
    char input[200], expected[300];
    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        snprintf(input, sizeof input, "play b c3\n%s %s\ncaptures w\nlist_stones b\nplay w e5\n"
                 "move_history", i % 2 ? "set_position" : "gogui-setup", cases[i / 2].stones);
        snprintf(expected, sizeof expected, after, cases[i / 2].why);
        expect_transcript(input, expected);
    }
    /* not in the order of the arguments: a stone removed last leaves a liberty */
    expect_last("boardsize 2\ngogui-setup b a1 b b1\ngogui-setup w a2 w b2 e a1\nlist_stones b",
                "= B1\n\n");
    expect_last("play b a1\ngogui-setup e a1 w a1\nlist_stones w", "= A1\n\n");
}

static void stones_set_up_are_a_handicap_as_in_files(void **state)
{
    static const char *const ways[] = {
        "play b b3\nplay b c3\nplay b d3", "set_position b b3 b c3 b d3",
        "gogui-setup b b3 b c3 b d3", "set_free_handicap b3 c3 d3"};
    char input[200];
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        snprintf(input, sizeof input, "boardsize 5\nkomi 0\n%s\nfinal_score", ways[i]);
        expect_last(input, "= B+22\n\n");
        snprintf(input, sizeof input, "boardsize 5\nkomi 0\nkata-set-rules tromp-taylor\n%s\n"
                 "final_score", ways[i]);
        expect_last(input, "= B+25\n\n");
    }
}

static void sgf_in_and_out(void **state)
{
    temp_dir dir = temp_dir_create();
    char path[400], input[1000];
    (void)state;
    temp_dir_text(&dir, "A Game.sgf",
                  "(;SZ[9]KM[0.5]RU[Japanese]HA[2]AB[cg][gc];W[ee];B[];W[ce])", path);
    snprintf(input, sizeof input, "loadsgf %s\nprintsgf", path);
    expect_last(input, sgf_again("Japanese", "KM[0.5]HA[2]AB[gc][cg];W[ee];B[];W[ce]"));
    snprintf(input, sizeof input, "loadsgf %s 3\nmove_history\nget_komi", path);
    expect_transcript(input, "=\n\n= black pass\nwhite E5\n\n= 0.5\n\n");
    snprintf(input, sizeof input, "loadsgf \"%s\" 1\nmove_history", path);
    expect_transcript(input, "=\n\n=\n\n");
    snprintf(input, sizeof input, "loadsgf %s\nprintsgf %s2\nclear_board\nloadsgf %s2\nget_komi\n"
             "move_history", path, path, path);
    expect_last(input, "= 0.5\n\n= white C5\nblack pass\nwhite E5\n\n");
    temp_dir_remove(&dir);
}

static void sgf_tells_players_and_result(void **state)
{
    temp_dir dir = temp_dir_create();
    char path[400], input[2000];
    (void)state;
    expect_last("boardsize 2\nplay b a1\nplay w pass\nplay b pass\nprintsgf", /* B+4, komi 7.5 */
                sgf_head("2", "", "RE[W+3.5]", "Chinese", "KM[7.5];B[ab];W[];B[]"));
    gtp_settings s = quick_settings();
    char *got = transcript(&s, "boardsize 5\ncgos-opponent_name Lee\ngenmove b\nprintsgf");
    assert_non_null(strstr(got, "SZ[5]PB[Katachi]PW[Lee]DT["));
    assert_null(strstr(got, "RE["));
    free(got);
    got = transcript(&s, "boardsize 5\ncgos-opponent_name \xffLee\ngenmove b\nprintsgf");
    assert_non_null(strstr(got, "PW[?Lee]")); /* CA[UTF-8] has to be true */
    free(got);
    temp_dir_text(&dir, "told.sgf", "(;SZ[9]PB[A]PW[B]DT[1846]RE[B+2.5]EV[Ear];B[ee];W[cc])", path);
    snprintf(input, sizeof input, "loadsgf %s\nprintsgf", path);
    expect_last(input, "= (;FF[4]GM[1]CA[UTF-8]SZ[9]PB[A]PW[B]DT[1846]EV[Ear]RE[B+2.5]RU[Chinese]"
                       "AP[Katachi:" KATACHI_VERSION "]KM[7.5];B[ee];W[cc])\n\n");
    temp_dir_text(&dir, "undated.sgf", "(;SZ[9]KM[6.5]RU[Korean]ON[Sanrensei];B[ee])", path);
    snprintf(input, sizeof input, "loadsgf %s\nprintsgf", path);
    /* nobody played today */
    expect_last(input,
                "= (;FF[4]GM[1]CA[UTF-8]SZ[9]RU[Korean]ON[Sanrensei]AP[Katachi:" KATACHI_VERSION
                "]KM[6.5];B[ee])\n\n");
    snprintf(input, sizeof input, "loadsgf %s\nkata-set-rules aga\nplay w cc\nprintsgf", path);
    got = transcript(&s, input);
    assert_non_null(strstr(got, "RU[AGA]"));
    assert_non_null(strstr(got, "DT["));
    free(got);
    snprintf(input, sizeof input, /* "Chinese" alone has simple ko */
             "clear_board\nkgs-rules chinese\nsavesgf %s\nkata-set-rules japanese\nloadsgf %s\n"
             "printsgf\nkata-get-rules",
             path, path);
    got = transcript(&s, input);
    assert_non_null(strstr(got, "RU[Chinese-OGS]"));
    assert_non_null(strstr(got, "\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\""));
    free(got);
    temp_dir_text(&dir, "told.sgf", "(;SZ[9]PB[A]PW[B]DT[1846]RE[B+2.5]EV[Ear];B[ee];W[cc])", path);
    static const char *const other[] = {" 2", "\nplay b f4", "\nundo"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        snprintf(input, sizeof input, "loadsgf %s%s\nprintsgf", path, other[i]);
        got = transcript(&s, input);
        assert_non_null(strstr(got, "PB[A]PW[B]DT[1846]EV[Ear]RU[")); /* of another position */
        free(got);
    }
    static const char *const nothing[] = {"gg-undo 0", "gogui-play_sequence",
                                          "gogui-play_sequence b f4 w f4"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        snprintf(input, sizeof input, "loadsgf %s\n%s\nprintsgf", path, nothing[i]);
        got = transcript(&s, input);
        assert_non_null(strstr(got, "EV[Ear]RE[B+2.5]RU[")); /* the game is as it was */
        free(got);
    }
    snprintf(input, sizeof input, "loadsgf %s\nclear_board\nboardsize 9\nprintsgf", path);
    expect_last(input, sgf("9", "", "Chinese", "KM[7.5]PL[B]"));
    temp_dir_remove(&dir);
}

/* What a file does not tell is the session's own, not that of the file before. */
static void sgf_does_not_leak_into_the_next(void **state)
{
    temp_dir dir = temp_dir_create();
    char told[400], silent[400], input[2000];
    (void)state;
    temp_dir_text(&dir, "told.sgf", "(;SZ[9]KM[0]RU[Japanese];B[ee])", told);
    temp_dir_text(&dir, "silent.sgf", "(;SZ[9];B[cc])", silent);
    snprintf(input, sizeof input, "kgs-rules aga\nkomi 5.5\nloadsgf %s\nloadsgf %s\nprintsgf", told,
             silent);
    expect_last(input, sgf_again("AGA", "KM[5.5];B[cc]"));
    snprintf(input, sizeof input, "loadsgf %s\nclear_board\nget_komi", told);
    expect_last(input, "= 0\n\n"); /* as after any other game */
    snprintf(input, sizeof input, "loadsgf %s\nkomi 0\nkgs-rules japanese\nloadsgf %s\nprintsgf",
             told, silent); /* they are the game's already, and now the session's, too */
    expect_last(input, sgf_again("Japanese", "KM[0];B[cc]"));
    temp_dir_remove(&dir);
}

/* Simple ko is for the loaded game alone. */
static void superko_returns_after_a_file_that_breaks_it(void **state)
{
    static const char *const next[] = {"clear_board", "boardsize 9", "gogui-setup e c9 e b9 e a9",
                                       "kata-set-rule suicide true", "loadsgf %s\nclear_board"};
    temp_dir dir = temp_dir_create();
    char path[400], input[2000], more[800];
    gtp_settings s = quick_settings();
    (void)state;
    temp_dir_text(&dir, "repeats.sgf", "(;SZ[9]RU[Tromp-Taylor]AW[ah][bh][bg]AB[bi][ch][di][cg]"
                  ";B[ai];W[ci];B[bi])", path);
    snprintf(input, sizeof input, "loadsgf %s\nkata-get-rules", path);
    char *got = transcript(&s, input);
    assert_non_null(strstr(got, "\"ko\":\"SIMPLE\""));
    free(got);
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        snprintf(more, sizeof more, next[i], path);
        snprintf(input, sizeof input, "loadsgf %s\n%s\nkata-get-rules", path, more);
        got = transcript(&s, input);
        assert_null(strchr(got, '?'));
        assert_non_null(strstr(got, "\"ko\":\"POSITIONAL\""));
        free(got);
    }
    temp_dir_remove(&dir);
}

#define SET_UP "? cannot load file: stones are set up after move 2; 'loadsgf FILE 3' loads " \
               "the moves before that\n\n"

static void sgf_that_cannot_be_loaded_changes_nothing(void **state)
{
    temp_dir dir = temp_dir_create();
    char path[400], input[1000], expected[1000];
    (void)state;
    expect_transcript("loadsgf -", "? cannot load file: -: No such file or directory\n\n");
    expect_transcript("loadsgf /", "? cannot load file: / is not a regular file\n\n");
    temp_dir_text(&dir, "bad.sgf", "(;SZ[9];B[ee];W[ee])", path);
    snprintf(input, sizeof input, "play b c3\nloadsgf %s\nmove_history", path);
    snprintf(expected, sizeof expected,
             "=\n\n? cannot load file: move 2: illegal move W E5: the point is occupied; 'loadsgf "
             "FILE 2' loads the moves before it\n\n= black C3\n\n");
    expect_transcript(input, expected);
    snprintf(input, sizeof input, "loadsgf %s 2\nmove_history", path);
    expect_transcript(input, "=\n\n= black E5\n\n");
    temp_dir_text(&dir, "bad.sgf", "(;SZ[9];B[ee];W[ce];AB[gg][gc]AW[cc];B[dd])", path);
    snprintf(input, sizeof input, "play b c3\nloadsgf %s\nloadsgf %s 4\nmove_history\n"
             "loadsgf %s 3\nmove_history", path, path, path);
    expect_transcript(input, "=\n\n" SET_UP SET_UP "= black C3\n\n"
                      "=\n\n= white C5\nblack E5\n\n");
    temp_dir_text(&dir, "bad.sgf", "nothing", path);
    snprintf(input, sizeof input, "loadsgf %s", path);
    snprintf(expected, sizeof expected, "? cannot load file: %s: byte 0: no game found: this "
             "is not an SGF file\n\n", path);
    expect_transcript(input, expected);
    temp_dir_remove(&dir);
}

static void the_move_to_load_up_to_is_a_number(void **state)
{
    static const char *const wrong[] = {"0", "-1", "x", "1.5"};
    temp_dir dir = temp_dir_create();
    char path[400], input[1000], expected[1000];
    (void)state;
    temp_dir_text(&dir, "a 1.sgf", "(;SZ[9];B[ee])", path);
    for (int i = 0; i < 4; i++) {
        snprintf(expected, sizeof expected, "? syntax error: expected the number of a move, from "
                 "1, after FILE, not '%s'\n\n", wrong[i]);
        snprintf(input, sizeof input, "loadsgf %s %s", path, wrong[i]);
        expect_transcript(input, expected);
        snprintf(input, sizeof input, "loadsgf \"%s\" %s", path, wrong[i]);
        expect_transcript(input, expected);
    }
    snprintf(input, sizeof input, "loadsgf %s\nloadsgf %s 99\nloadsgf %s.sgf", path, path, path);
    snprintf(expected, sizeof expected, "=\n\n=\n\n? cannot load file: %s.sgf: No such file or "
             "directory\n\n", path);
    expect_transcript(input, expected);
    expect_transcript("kata-set-param memory 10", "? memory must be 0 or at least 1M (1048576 "
                      "bytes), not 10\n\n");
    temp_dir_remove(&dir);
}

/* "game 2" is the name of a file, not move 2 of "game", which stays as it is. */
static void a_number_may_end_the_name_of_a_file(void **state)
{
    temp_dir dir = temp_dir_create();
    char path[400], input[2000];
    (void)state;
    temp_dir_text(&dir, "game", "(;SZ[9];B[ee];W[cc])", path);
    snprintf(input, sizeof input, "boardsize 5\nplay b a1\nsavesgf %s 2\nloadsgf %s\n"
             "move_history\nloadsgf %s 2\nmove_history", path, path, path);
    expect_transcript(input, "=\n\n=\n\n=\n\n=\n\n= white C7\nblack E5\n\n=\n\n= black A1\n\n");
    snprintf(input, sizeof input, "loadsgf %s\nprintsgf \"%s 3\"\nloadsgf %s 1\nmove_history\n"
             "loadsgf \"%s 3\"\nmove_history", path, path, path, path);
    expect_transcript(input, "=\n\n=\n\n=\n\n=\n\n=\n\n= white C7\nblack E5\n\n");
    temp_dir_remove(&dir);
}

static void sgf_that_cannot_be_written_is_an_error(void **state)
{
    gtp_settings s = quick_settings();
    (void)state;
    char *got = transcript(&s, "savesgf /dev/null/x.sgf");
    assert_non_null(strstr(got, "? "));
    assert_non_null(strstr(got, "/dev/null/x.sgf"));
    free(got);
}

/* A resignation is the result until something else happens. */
static void a_resignation_is_written(void **state)
{
    static const char *const hopeless =
        "boardsize 5\nkata-set-param resign yes\nkata-set-param resign-moves 1\n"
        "kata-set-param playouts 200\nplay b c3\nplay w c4\nplay b d3\nplay w d4\n"
        "play b b3\nplay w b4\n";
    static const char *const moves = "B[cc];W[cb];B[dc];W[db];B[bc];W[bb]";
    char input[400], rest[100];
    (void)state;
    snprintf(input, sizeof input, "%skomi 100\ngenmove b\nprintsgf", hopeless);
    snprintf(rest, sizeof rest, "KM[100.0];%s", moves);
    expect_last(input, sgf_head("5", "PB[Katachi]", "RE[W+R]", "Chinese", rest));
    snprintf(input, sizeof input, "%skomi -100\ngenmove w\nprintsgf", hopeless);
    snprintf(rest, sizeof rest, "KM[-100.0];%s", moves);
    expect_last(input, sgf_head("5", "PW[Katachi]", "RE[B+R]", "Chinese", rest));
    snprintf(input, sizeof input, "%skomi 100\ngenmove b\nplay b a1\nprintsgf", hopeless);
    snprintf(rest, sizeof rest, "KM[100.0];%s;B[ae]", moves);
    expect_last(input, sgf("5", "PB[Katachi]", "Chinese", rest));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_position),
        cmocka_unit_test(impossible_positions_change_nothing),
        cmocka_unit_test(stones_set_up_are_a_handicap_as_in_files),
        cmocka_unit_test(sgf_in_and_out),
        cmocka_unit_test(sgf_tells_players_and_result),
        cmocka_unit_test(sgf_does_not_leak_into_the_next),
        cmocka_unit_test(superko_returns_after_a_file_that_breaks_it),
        cmocka_unit_test(sgf_that_cannot_be_loaded_changes_nothing),
        cmocka_unit_test(the_move_to_load_up_to_is_a_number),
        cmocka_unit_test(a_number_may_end_the_name_of_a_file),
        cmocka_unit_test(sgf_that_cannot_be_written_is_an_error),
        cmocka_unit_test(a_resignation_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
