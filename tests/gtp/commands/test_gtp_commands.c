/* A transcript of every command: what is sent, and what comes back to the byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board/coord.h"
#include "gtp/commands/command.h"
#include "tests/support/count_of.h"
#include "tests/support/gtp_talk.h"

static void about_itself(void **state)
{
    (void)state;
    expect_transcript("name", "= Katachi\n\n");
    expect_transcript("version", "= " KATACHI_VERSION "\n\n");
    expect_transcript("protocol_version", "= 2\n\n");
    expect_transcript("known_command genmove", "= true\n\n");
    expect_transcript("known_command analyze", "= false\n\n");
    expect_transcript("known_command genmove_analyze", "= false\n\n");
    expect_transcript("genmov b", "? unknown command; did you mean genmove?\n\n");
    expect_transcript("xyzzyxyzzy", "? unknown command\n\n");
    expect_transcript("known_command", "? syntax error: usage: known_command NAME\n\n");
    expect_transcript("help play", "= play COLOUR VERTEX\n\n");
    expect_transcript("help analyze", "= analyze [COLOUR] [CENTISECONDS] [KEY VALUE...]\n\n");
    expect_transcript("help pley", "? unknown command; did you mean play?\n\n");
    expect_transcript("echo  a  b", "= a  b\n\n");
}

static void list_commands_is_the_tables(void **state)
{
    gtp_settings s = quick_settings();
    char *got = transcript(&s, "list_commands");
    (void)state;
    int n = 0;
    for (const gtp_command *const *table = gtp_tables; *table; table++) {
        for (const gtp_command *c = *table; c->name; c++, n++) {
            char line[100];
            snprintf(line, sizeof line, "%s\n", c->name);
            assert_non_null(strstr(got, line));
            assert_ptr_equal(gtp_find(c->name), c); /* each name once */
        }
    }
    assert_int_equal(count_of(got, "\n"), n + 1);
    free(got);
}

static void cputime_is_a_number(void **state)
{
    static const char *const commands[] = {"cputime", "gomill-cpu_time"};
    gtp_settings s = quick_settings();
    (void)state;
    for (int i = 0; i < 2; i++) {
        char *got = transcript(&s, commands[i]), *end;
        assert_memory_equal(got, "= ", 2);
        assert_true(strtod(got + 2, &end) >= 0 && end > got + 2);
        assert_string_equal(end, "\n\n");
        free(got);
    }
}

/* ---- board ---- */

static void sizes(void **state)
{
    (void)state;
    expect_transcript("boardsize 13\nquery_boardsize", "=\n\n= 13\n\n");
    expect_transcript("boardsize 25\nplay b Z25\nboardsize 2\nplay b b2",
                      "=\n\n=\n\n=\n\n=\n\n");
    expect_transcript("boardsize 26", "? unacceptable size: the board size must be 2 to 25\n\n");
    expect_transcript("boardsize 1\nquery_boardsize",
                      "? unacceptable size: the board size must be 2 to 25\n\n= 9\n\n");
    expect_transcript("boardsize big", "? syntax error: expected a board size, not 'big'\n\n");
    expect_transcript("rectangular_boardsize 7 7\nquery_boardsize", "=\n\n= 7\n\n");
    expect_transcript("rectangular_boardsize 9 7\nboardsize 13 13\nboardsize 9 13\nquery_boardsize",
                      "? unacceptable size: the board must be square, not 9 by 7\n\n=\n\n? "
                      "unacceptable size: the board must be square, not 9 by 13\n\n= 13\n\n");
    expect_transcript("boardsize 9 tall", "? syntax error: expected a board size, not 'tall'\n\n");
}

static void clear_board_keeps_komi_and_time(void **state)
{
    (void)state;
    expect_transcript("komi 0.5\nplay b d4\nclear_board\nget_komi\nplay w d4",
                      "=\n\n=\n\n=\n\n= 0.5\n\n=\n\n");
    expect_transcript("komi 5.5\nboardsize 9\nget_komi", "=\n\n=\n\n= 5.5\n\n");
}

#define NO_KOMI "? syntax error: expected a number of points from -10000 to 10000, not "

static void komi(void **state)
{
    (void)state;
    expect_transcript("get_komi", "= 7.5\n\n");
    expect_transcript("komi 0x10\nget_komi",
                      NO_KOMI "'0x10'\n\n= 7.5\n\n");
    expect_transcript("komi -3.25\nget_komi", "=\n\n= -3.25\n\n");
    expect_transcript("komi -0\nget_komi", "=\n\n= 0\n\n");
    expect_transcript("komi x", NO_KOMI "'x'\n\n");
    expect_transcript("komi nan", NO_KOMI "'nan'\n\n");
    expect_transcript("komi 1e9", NO_KOMI "'1e9'\n\n");
}

static void moves(void **state)
{
    (void)state;
    expect_transcript("play b D4\nplay WHITE e5\nplay Black pass\nplay w PASS\nplay b c3",
                      "=\n\n=\n\n=\n\n=\n\n=\n\n");
    expect_transcript("play b d4\nplay b d5", "=\n\n=\n\n"); /* twice the same colour */
    expect_transcript("play b d4\nplay w d4", "=\n\n? illegal move\n\n");
    expect_transcript("play b i4", "? syntax error: expected a vertex of this board, such as C3, "
                                   "or pass, not 'i4'\n\n");
    expect_transcript("play b k4", "? syntax error: expected a vertex of this board, such as C3, "
                                   "or pass, not 'k4'\n\n");
    expect_transcript("play x d4", "? syntax error: expected b or w, not 'x'\n\n");
    expect_last("play b a2\nplay b b1\nplay w a1", "? illegal move\n\n");
    /* a ko: white takes at C2, black may not take back */
    expect_last("gogui-play_sequence b c3 w d3 b b2 w e2 b c1 w d1 b d2 w c2\nplay b d2",
                "? illegal move\n\n");
}

/* Arbiters compare the reply with these words; people are told more. */
static void why_a_move_is_illegal_is_told_to_people(void **state)
{
    gtp_settings s = quick_settings();
    char *talk;
    (void)state;
    s.quiet = false;
    free(transcript_and_talk(&s, "play b d4\nplay w d4\n", &talk));
    assert_non_null(strstr(talk, "katachi: illegal move W D4: the point is occupied\n"));
    free(talk);
}

static void captures_and_legality(void **state)
{
    static const char ko[] = "gogui-play_sequence b c3 w d3 b b2 w e2 b c1 w d1 b d2 w c2\n";
    char text[300];
    (void)state;
    snprintf(text, sizeof text, "%scaptures w", ko);
    expect_last(text, "= 1\n\n");
    snprintf(text, sizeof text, "%scaptures b", ko);
    expect_last(text, "= 0\n\n");
    snprintf(text, sizeof text, "%sis_legal b d2\nis_legal w d2\nis_legal b c2", ko);
    expect_last(text, "= 0\n\n= 1\n\n= 0\n\n");
    expect_last("boardsize 2\nplay b a1\nall_legal w", "= A2 B2 B1\n\n");
    expect_last("play w d4\nplay b a1\nplay b c9\nlist_stones b", "= C9 A1\n\n");
    expect_last("play b a1\nplay w pass\nplay b b2\nmove_history",
                "= black B2\nwhite pass\nblack A1\n\n");
}

static void undoing(void **state)
{
    (void)state;
    expect_transcript("undo", "? cannot undo\n\n");
    expect_transcript("play b d4\nundo\nundo\nplay w d4", "=\n\n=\n\n? cannot undo\n\n=\n\n");
    expect_last("play b d4\nplay w e5\nplay b c3\ngg-undo 2\nmove_history", "= black D4\n\n");
    expect_last("play b d4\ngg-undo\nmove_history", "=\n\n");
    expect_transcript("gg-undo 1", "? cannot undo\n\n");
    expect_transcript("gg-undo x", "? syntax error: expected a number of moves, not 'x'\n\n");
}

static void sequences_are_played_whole_or_not_at_all(void **state)
{
    (void)state;
    expect_last("gogui-play_sequence b d4 w e5 b pass\nmove_history",
                "= black pass\nwhite E5\nblack D4\n\n");
    expect_transcript("gogui-play_sequence b d4 w d4\nmove_history",
                      "? illegal move W D4: the point is occupied\n\n=\n\n");
    expect_transcript("gogui-play_sequence b d4 w",
                      "? syntax error: no vertex after the last colour\n\n");
    expect_transcript("gogui-play_sequence", "=\n\n");
}

static void showboard_draws(void **state)
{
    (void)state;
    expect_last("boardsize 3\nkomi 1\nplay b b2\nplay w a3\nshowboard",
                "=\n"
                "    A B C\n"
                "  3(O). . 3 \n"
                "  2 . X . 2 \n"
                "  1 . . . 1 \n"
                "    A B C\n"
                "Black (X) to move, Chinese rules, komi 1, 2 moves played\n"
                "Captured: 0 black, 0 white\n\n");
    expect_last("boardsize 2\nkomi 1\nplay b b2\nshowboard",
                "=\n"
                "    A B\n"
                "  2 .(X)2 \n"
                "  1 . . 1 \n"
                "    A B\n"
                "White (O) to move, Chinese rules, komi 1, 1 move played\n"
                "Captured: 0 black, 0 white\n\n");
}

/* ---- handicap ---- */

static void handicap(void **state)
{
    (void)state;
    expect_transcript("fixed_handicap 3", "= C3 G7 C7\n\n");
    expect_transcript("fixed_handicap 10", "? invalid number of stones: must be 2 to 9\n\n");
    expect_transcript("fixed_handicap 1", "? invalid number of stones: must be 2 to 9\n\n");
    expect_transcript("boardsize 5\nfixed_handicap 2",
                      "=\n\n? invalid number of stones: this board has no fixed handicap\n\n");
    expect_transcript("play b e5\nfixed_handicap 2\nplace_free_handicap 2\nset_free_handicap a1 b1",
                      "=\n\n? board not empty\n\n? board not empty\n\n? board not empty\n\n");
    expect_transcript("place_free_handicap 4", "= C3 G7 C7 G3\n\n");
    expect_transcript("boardsize 2\nplace_free_handicap 2",
                      "=\n\n? invalid number of stones: the board is too small\n\n");
    expect_transcript("place_free_handicap 1", "? invalid number of stones: must be 2 to 80\n\n");
    expect_transcript("set_free_handicap C3 G7\nis_legal w g7", "=\n\n= 0\n\n");
    expect_transcript("set_free_handicap C3 C3", "? bad vertex list: 'C3'\n\n");
    expect_transcript("set_free_handicap C3 pass", "? bad vertex list: 'pass'\n\n");
    expect_transcript("set_free_handicap C3", "? bad vertex list: 2 to 80 stones\n\n");
}

/* ---- rules ---- */

static const char chinese[] =
    "= {\"friendlyPassOk\":true,\"hasButton\":false,\"ko\":\"SIMPLE\",\"scoring\":\"AREA\","
    "\"suicide\":false,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"N\"}\n\n";

static void rules_by_name_and_one_by_one(void **state)
{
    (void)state;
    expect_transcript("kata-get-rules", chinese);
    expect_last("kata-set-rules {\"ko\": \"situational\", \"suicide\": true, \"tax\":\"SEKI\", "
                "\"whiteHandicapBonus\": 0}\nkata-get-rules",
                "= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"SITUATIONAL\","
                "\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"SEKI\","
                "\"whiteHandicapBonus\":\"0\"}\n\n");
    expect_last("kata-set-rules japanese\nkata-set-rules {\"ko\":\"SIMPLE\"}\nkata-get-rules",
                "= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"SIMPLE\","
                "\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\","
                "\"whiteHandicapBonus\":\"0\"}\n\n"); /* the others are Tromp-Taylor's */
    expect_transcript("kata-set-rules japanes",
                      "? unknown rules 'japanes'; did you mean japanese?\n\n");
    expect_last("kata-set-rules {\"score\":\"TERRITORY\"}\nkata-get-rules",
                "= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"POSITIONAL\","
                "\"scoring\":\"TERRITORY\",\"suicide\":true,\"tax\":\"SEKI\","
                "\"whiteHandicapBonus\":\"0\"}\n\n");
    expect_last("kata-set-rules japanese\nkata-set-rule scoring area\nkata-set-rule ko simple\n"
                "kata-set-rule tax none\nkata-set-rule whiteHandicapBonus N\n"
                "kata-set-rule hasButton false\nkata-get-rules", chinese);
    expect_transcript("kata-set-rules martian",
                      "? unknown rules 'martian'; try chinese, japanese, aga or tromp-taylor\n\n");
    expect_transcript("kata-set-rules {\"ko\":\"NONE\"}",
                      "? ko is SIMPLE, POSITIONAL or SITUATIONAL, not 'NONE'\n\n");
    expect_transcript("kata-set-rule score points", "? scoring is AREA or TERRITORY, not 'points'\n\n");
    expect_transcript("kata-set-rule suicide often", "? suicide is true or false, not 'often'\n\n");
    expect_transcript("kata-set-rule colour red",
                      "? unknown rule 'colour'; the rules are ko, scoring, tax, suicide, hasButton, "
                      "friendlyPassOk and whiteHandicapBonus\n\n");
}

static void kgs_rules(void **state)
{
    (void)state;
    expect_transcript("kgs-rules chinese\nkgs-rules aga\nkgs-rules new_zealand\n"
                      "kgs-rules japanese\nkgs-rules ing",
                      "=\n\n=\n\n=\n\n=\n\n=\n\n");
    expect_last("boardsize 2\nkgs-rules chinese\nshowboard",
                "=\n"
                "    A B\n"
                "  2 . . 2 \n"
                "  1 . . 1 \n"
                "    A B\n"
                "Black (X) to move, Chinese (OGS, KGS) rules, komi 7.5, 0 moves played\n"
                "Captured: 0 black, 0 white\n\n");
    expect_transcript("kgs-rules ludo",
                      "? unknown rules 'ludo'; try chinese, japanese, aga or tromp-taylor\n\n");
}

/* Three kos: the sixth capture brings the first position back.
 *
 *     9 . X O . . . X O .
 *     8 X . X O . X . X O
 *     7 . X O . . . X O .
 *     ...
 *     3 . X O . . . . . .
 *     2 X O . O . . . . .
 *     1 . X O . . . . . .                                                    */
static void superko_follows_the_rules(void **state)
{
    static const char kos[] =
        "gogui-setup b b9 w c9 b g9 w h9 b a8 b c8 w d8 b f8 b h8 w j8 b b7 w c7 b g7 w h7 "
        "b b3 w c3 b a2 w b2 w d2 b b1 w c1\n"
        "gogui-setup_player w\ngogui-play_sequence w b8 b c2 w g8 b c8 w b2\n";
    char input[500];
    (void)state;
    snprintf(input, sizeof input, "kgs-rules chinese\n%sis_legal b h8\nplay b h8", kos);
    expect_last(input, "= 0\n\n? illegal move\n\n");
    snprintf(input, sizeof input, "kata-set-rules chinese\n%sis_legal b h8", kos);
    expect_last(input, "= 1\n\n");
}

/* ---- time ---- */

static void clocks_are_set(void **state)
{
    (void)state;
    expect_transcript("time_settings 0 5 1\ntime_settings 600 0 0\ntime_settings 0 1 0",
                      "=\n\n=\n\n=\n\n");
    expect_transcript("time_left b 12.5 0\ntime_left white 3 5", "=\n\n=\n\n");
    expect_transcript("kgs-time_settings none\nkgs-time_settings absolute 300\n"
                      "kgs-time_settings byoyomi 300 30 5\nkgs-time_settings canadian 300 300 25",
                      "=\n\n=\n\n=\n\n=\n\n");
    expect_transcript("kata-time_settings fischer 60 5\nkata-list_time_settings",
                      "=\n\n= none absolute byoyomi canadian fischer fischer-capped\n\n");
    expect_transcript("time_left b soon 0",
                      "? syntax error: expected a number of seconds, not 'soon'\n\n");
    expect_transcript("time_settings 1 2",
                      "? syntax error: usage: time_settings MAIN PERIOD STONES\n\n");
}

static void bad_time_settings_are_a_syntax_error(void **state)
{
    static const char *const bad[] = {"time_settings -1 0 0", "time_settings a b c",
                                      "time_settings 1 2 3 4",
                                      "kgs-time_settings sundial", "kata-time_settings fischer"};
    gtp_settings s = quick_settings();
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *got = transcript(&s, bad[i]);
        assert_memory_equal(got, "? syntax error: ", 16);
        free(got);
    }
}

/* ---- servers and parameters ---- */

/* Are people told, under these rules, that CGOS plays by others? */
static void expect_warned(const char *ruleset, const char *input, bool warned)
{
    gtp_settings s = quick_settings();
    char *talk;
    s.rules = ruleset;
    s.quiet = false;
    free(transcript_and_talk(&s, input, &talk));
    assert_true((strstr(talk, "--rules cgos") != NULL) == warned);
    free(talk);
}

static void servers(void **state)
{
    (void)state;
    expect_transcript("cgos-opponent_name GNU Go\ncgos-opponent_rating 1800?\n"
                      "cgos-gameover 2026-01-01 B+3.5\nkgs-game_over",
                      "=\n\n=\n\n=\n\n=\n\n");
    expect_warned("chinese", "cgos-opponent_name GNU Go", true);
    expect_warned("cgos", "cgos-opponent_name GNU Go", false);
    expect_transcript("kgs-chat game bob hello",
                      "? chat is off; start with --kgs-chat to switch it on\n\n");
    gtp_settings s = quick_settings();
    s.kgs_chat = true;
    char *got = transcript(&s, "komi 100\nkgs-chat private bob hello\ngenmove b\nkgs-chat game bob why");
    assert_non_null(strstr(got, "= I have not thought about this game yet.\n\n"));
    assert_non_null(strstr(got, "Black won 0 % of the games, and the lead is about W+"));
    free(got);
}

static void parameters(void **state)
{
    (void)state;
    expect_transcript("kata-get-param playouts", "= 60\n\n");
    expect_transcript("kata-set-param playouts 7\nkata-get-param playouts\n"
                      "kata-get-param maxPlayouts", "=\n\n= 7\n\n= 7\n\n");
    expect_transcript("kata-set-param maxVisits 9\nkata-get-param visits", "=\n\n= 9\n\n");
    expect_transcript("kata-set-param maxVisits -9",
                      "? maxVisits: visits expects a whole number from "
                      "0 to 2000000000, not '-9'\n\n");
    expect_transcript("kata-get-param warp", "? unknown parameter 'warp'\n\n");
    expect_transcript("kata-set-param warp 9", "? unknown parameter 'warp'\n\n");
    expect_transcript("kata-set-param rootNumSymmetriesToSample 4\nkata-set-param conservativePass "
                      "true\nkata-set-param ignorePreRootHistory no\nkata-set-param antiMirror 1",
                      "=\n\n=\n\n=\n\n=\n\n"); /* without effect, as in the analysis protocol */
    expect_transcript("kata-set-param gammas /a\nkata-set-param gammas /b c\n"
                      "kata-get-param gammas",
                      "=\n\n=\n\n= /b c\n\n"); /* a path */
    expect_transcript("kata-set-param net /nowhere\nreg_genmove b\nkata-set-param net\n"
                      "kata-get-param net\nkata-set-param playouts",
                      "=\n\n? cannot open '/nowhere': No such file or directory; check its name and its "
                      "folder\n\n=\n\n=\n\n? syntax error: usage: kata-set-param NAME VALUE\n\n");
    gtp_settings s = quick_settings();
    char *got = transcript(&s, "kata-set-param net /nowhere\nkata-set-param net\nreg_genmove b");
    assert_memory_equal(got, "=\n\n=\n\n= ", 8); /* a move without a network */
    free(got);
    got = transcript(&s, "kata-set-param playouts many\nkata-list-params\nkata-get-params");
    assert_memory_equal(got, "? ", 2);
    assert_non_null(strstr(got, "playouts visits "));
    assert_non_null(strstr(got, "\"playouts\":\"60\""));
    assert_non_null(strstr(got, "\"maxPlayouts\":\"60\"")); /* also by KataGo's names */
    assert_non_null(strstr(got, "\"analysisWideRootNoise\":"));
    free(got);
}

static void parameters_are_set_together_or_not_at_all(void **state)
{
    (void)state;
    expect_transcript("kata-set-params {\"maxVisits\":9,\"cpuctExploration\":1.5,\"net\":\"/a\","
                      "\"allowResignation\":true,\"analysisWideRootNoise\":\"0.5\",\"antiMirror\":1}\n"
                      "kata-get-param visits\nkata-get-param c-puct\nkata-get-param net\n"
                      "kata-get-param resign\nkata-get-param analysisWideRootNoise",
                      "=\n\n= 9\n\n= 0.75\n\n= /a\n\n= yes\n\n= 0.5\n\n");
    expect_transcript(
        "kata-set-param gammas /a\n"
        "kata-set-params {\"maxVisits\":9,\"gammas\":\"/b\",\"net\":\"/n\",\"warp\":1}\n"
        "kata-get-param visits\nkata-get-param gammas\nkata-get-param net",
        "=\n\n? unknown parameter 'warp'\n\n= 0\n\n= /a\n\n=\n\n");
    expect_transcript(
        "kata-set-param maxVisits 7\n" /* which is visits, too */
        "kata-set-params {\"maxVisits\":100,\"visits\":200,\"warp\":1}\nkata-get-param visits",
        "=\n\n? unknown parameter 'warp'\n\n= 7\n\n");
    expect_transcript(
        "kata-set-params [1]\nkata-set-params {\"maxVisits\":[]}\nkata-set-params {}",
        "? syntax error: the parameters are not a JSON object: it is something else\n\n"
        "? maxVisits: visits expects a whole number from 0 to 2000000000, not ''\n\n=\n\n");
}

/* A client may save all parameters and set them again later. */
static void what_is_told_of_all_parameters_can_be_set(void **state)
{
    gtp_settings s = quick_settings();
    char *told = transcript(&s, "kata-get-params"), *input;
    (void)state;
    assert_memory_equal(told, "= {", 3);
    assert_true(
        asprintf(&input,
                 "kata-set-params %.*s\nkata-get-params\nkata-set-param humanSLProfile rank_9d",
                 (int)strcspn(told + 2, "\n"), told + 2) > 0);
    char *got = transcript(&s, input);
    assert_memory_equal(got, "=\n\n", 3);
    assert_memory_equal(got + 3, told, strlen(told));
    assert_string_equal(got + 3 + strlen(told),
                        "? no human-style network; start with -human-model FILE\n\n");
    free(got);
    free(input);
    free(told);
}

/* KataGo's names have its scales and its words; limits beyond ours are the highest. */
static void katago_parameters(void **state)
{
    (void)state;
    expect_transcript("kata-set-param maxVisits 1125899906842624\nkata-get-param maxVisits\n"
                      "kata-get-param visits", "=\n\n= 2000000000\n\n= 2000000000\n\n");
    expect_transcript("kata-set-param cpuctExploration 1.5\nkata-get-param c-puct\n"
                      "kata-get-param cpuctExploration", "=\n\n= 0.75\n\n= 1.5\n\n");
    expect_transcript("kata-set-param resignThreshold -0.9\nkata-get-param resign-threshold",
                      "=\n\n= 0.05\n\n");
    expect_transcript("kata-set-param resignThreshold 0.5",
                      "? resignThreshold expects a number from -1 to 0, not '0.5'\n\n");
    expect_transcript("kata-set-param allowResignation true\nkata-get-param allowResignation\n"
                      "kata-get-param resign", "=\n\n= true\n\n= yes\n\n");
    expect_transcript("kata-set-param playoutDoublingAdvantage 1.5\n"
                      "kata-set-param playoutDoublingAdvantagePla W\n"
                      "kata-get-param doubling-side\nkata-get-param doubling-advantage\n"
                      "kata-set-param playoutDoublingAdvantage 4",
                      "=\n\n=\n\n= white\n\n= 1.5\n\n"
                      "? playoutDoublingAdvantage: doubling-advantage expects a number from -3 to "
                      "3, not '4'\n\n");
    expect_transcript("kata-set-param antiMirror true\nkata-get-param antiMirror\n"
                      "kata-get-param rootNumSymmetriesToSample\nkata-get-param weather",
                      "=\n\n= false\n\n= 1\n\n? unknown parameter 'weather'\n\n");
    expect_transcript("kata-get-param analysisWideRootNoise\n"
                      "kata-set-param analysisWideRootNoise 0.04\n"
                      "kata-get-param analysisWideRootNoise\nkata-get-param wideRootNoise\n"
                      "kata-set-param analysisWideRootNoise wide",
                      "= 0\n\n=\n\n= 0.04\n\n= 0\n\n"
                      "? analysisWideRootNoise expects a number from 0 to 5, not 'wide'\n\n");
}

/* Without playing a move, and without a network. */
static void katago_searches(void **state)
{
    (void)state;
    gtp_settings s = quick_settings();
    char *got = transcript(&s, "kata-search b\nmove_history\nstop\nclear_cache\n"
                               "kata-search_analyze w\nmove_history\nkata-get-models\n"
                               "kata-search_cancellable b\nkata-search_analyze_cancellable b");
    point p;
    char name[8] = "", second[8] = "";
    assert_int_equal(sscanf(got, "= %7s\n\n=\n\n=\n\n=\n\n=\ninfo move", name), 1);
    assert_true(coord_from_gtp(9, name, &p));
    const char *play = strstr(got, "\nplay ");
    assert_non_null(play);
    assert_int_equal(sscanf(play, "\nplay %7s", second), 1);
    assert_true(coord_from_gtp(9, second, &p));
    assert_non_null(strstr(play, "\n\n=\n\n= []\n\n= ")); /* history, models */
    assert_non_null(strstr(got, "\nplay cancelled\n\n")); /* the input has ended */
    free(got);
}

static void gogui(void **state)
{
    (void)state;
    expect_transcript("gogui-interrupt", "=\n\n");
    expect_transcript("katachi-param rank 3k\nkata-get-param rank", "=\n\n= 3k\n\n");
    expect_transcript("katachi-param live-gfx 1\nkatachi-param live-gfx maybe",
                      "=\n\n? syntax error: expected true or false, not 'maybe'\n\n");
    expect_transcript("katachi-param rank",
                      "? syntax error: usage: katachi-param NAME VALUE\n\n");
    expect_transcript("katachi-param", "= [bool] live-gfx 0\n[bool] ponder 0\n[bool] resign 0\n"
                      "[string] playouts 60\n[string] move-time 0\n[list/"
                      "full/30k/29k/28k/27k/26k/25k/24k/23k/22k/21k/20k/19k/18k/17k/16k/15k/"
                      "14k/13k/12k/11k/10k/9k/8k/7k/6k/5k/4k/3k/2k/1k/1d/2d/3d/4d/5d/6d/7d/8d/9d] "
                      "rank full\n\n");
}

static void there_is_no_network(void **state)
{
    (void)state;
    expect_transcript("kata-raw-nn 0", "? no network; name its file with the setting net\n\n");
    expect_transcript("kata-set-param net /n\nkata-set-param lambda 1\n"
                      "kata-set-param evaluator mixed\nkata-set-param prior gammas\nkata-raw-nn 0",
                      "=\n\n=\n\n=\n\n=\n\n? the settings do not use the network /n: set "
                      "prior=network, or evaluator=mixed with a lambda below 1\n\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(about_itself),
        cmocka_unit_test(list_commands_is_the_tables),
        cmocka_unit_test(cputime_is_a_number),
        cmocka_unit_test(sizes),
        cmocka_unit_test(clear_board_keeps_komi_and_time),
        cmocka_unit_test(komi),
        cmocka_unit_test(moves),
        cmocka_unit_test(why_a_move_is_illegal_is_told_to_people),
        cmocka_unit_test(captures_and_legality),
        cmocka_unit_test(undoing),
        cmocka_unit_test(sequences_are_played_whole_or_not_at_all),
        cmocka_unit_test(showboard_draws),
        cmocka_unit_test(handicap),
        cmocka_unit_test(rules_by_name_and_one_by_one),
        cmocka_unit_test(kgs_rules),
        cmocka_unit_test(superko_follows_the_rules),
        cmocka_unit_test(clocks_are_set),
        cmocka_unit_test(bad_time_settings_are_a_syntax_error),
        cmocka_unit_test(servers),
        cmocka_unit_test(parameters),
        cmocka_unit_test(parameters_are_set_together_or_not_at_all),
        cmocka_unit_test(what_is_told_of_all_parameters_can_be_set),
        cmocka_unit_test(katago_parameters),
        cmocka_unit_test(katago_searches),
        cmocka_unit_test(gogui),
        cmocka_unit_test(there_is_no_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
