/* How lines become commands and replies: the parts of GTP that people get wrong,
 * and input that is meant badly.                                             */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "tests/support/count_of.h"
#include "tests/support/gtp_talk.h"

static void ids_are_glued_to_the_sign(void **state)
{
    (void)state;
    expect_transcript("name\n", "= Katachi\n\n");
    expect_transcript("17 name\n", "=17 Katachi\n\n");
    expect_transcript("0 protocol_version\n", "=0 2\n\n");
    expect_transcript("3 komi 6.5\n", "=3\n\n");
    expect_transcript("4 no_such_thing\n", "?4 unknown command\n\n");
}

static void comments_and_blank_lines_are_skipped(void **state)
{
    (void)state;
    expect_transcript("\n   \n# nothing\n\t\n  1   name # what else\n# 2 name\n",
                      "=1 Katachi\n\n");
}

static void carriage_returns_and_control_characters_are_dropped(void **state)
{
    (void)state;
    expect_transcript("name\r\n1 version\r\n\r\n", "= Katachi\n\n=1 " KATACHI_VERSION "\n\n");
    expect_transcript("play\tb\tD4\n2\tna\001me\177\n", "=\n\n=2 Katachi\n\n");
    gtp_settings s = quick_settings();
    char *got = transcript_n(&s, "na\0me\n", 6);
    assert_string_equal(got, "= Katachi\n\n");
    free(got);
}

static void the_last_line_may_lack_its_end(void **state)
{
    (void)state;
    expect_transcript("name\n1 protocol_version", "= Katachi\n\n=1 2\n\n");
}

static void no_input_is_no_output(void **state)
{
    (void)state;
    expect_transcript("", "");
}

static void quit_answers_and_ends(void **state)
{
    (void)state;
    expect_transcript("1 quit\n2 name\n", "=1\n\n");
}

static void a_byte_order_mark_is_no_part_of_the_first_command(void **state)
{
    (void)state;
    expect_transcript("\xef\xbb\xbf" "1 name\n", "=1 Katachi\n\n");
    expect_transcript("\xef\xbb\xbf" "1 name", "=1 Katachi\n\n");
    expect_transcript("\xef\xbb\xbf\nname\n", "= Katachi\n\n");
    expect_transcript("name\n\xef\xbb\xbfname\n", "= Katachi\n\n? unknown command\n\n");
}

static void an_id_alone_is_answered(void **state)
{
    (void)state;
    expect_transcript("12\n", "?12 syntax error: an id without a command\n\n");
}

static void missing_arguments_are_a_syntax_error(void **state)
{
    (void)state;
    expect_transcript("play b\n", "? syntax error: usage: play COLOUR VERTEX\n\n");
    expect_transcript("komi\n", "? syntax error: usage: komi POINTS\n\n");
    expect_transcript("genmove\n", "? syntax error: usage: genmove COLOUR\n\n");
    expect_transcript("genmove green\n", "? syntax error: expected b or w, not 'green'\n\n");
}

/* Sabaki sends its first questions at once and without ids. */
static void many_commands_at_once_are_answered_in_order(void **state)
{
    (void)state;
    expect_transcript("name\nversion\nprotocol_version\nknown_command play\n5 boardsize 9\n"
                      "known_command dance\n",
                      "= Katachi\n\n= " KATACHI_VERSION "\n\n= 2\n\n= true\n\n=5\n\n= false\n\n");
}

static void no_reply_holds_an_empty_line(void **state)
{
    static const char *const questions[] = {"showboard", "list_commands", "help",
                                            "gogui-analyze_commands", "katachi-param",
                                            "final_status_list alive", "move_history"};
    gtp_settings s = quick_settings();
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        char *got = transcript(&s, questions[i]), *end = strstr(got, "\n\n");
        assert_non_null(end);
        assert_int_equal(end[2], '\0');
        free(got);
    }
}

/* ---- long lines ---- */

static void a_long_sequence_is_played(void **state)
{
    enum { MOVES = 20000 };
    gtp_settings s = quick_settings();
    char *input = malloc(MOVES * 8 + 100), *end = input;
    (void)state;
    end += sprintf(end, "gogui-play_sequence");
    for (int i = 0; i < MOVES; i++)
        end += sprintf(end, " %c pass", "bw"[i % 2]);
    sprintf(end, "\n1 name\n");
    char *got = transcript(&s, input);
    assert_string_equal(got, "=\n\n=1 Katachi\n\n");
    free(got);
    free(input);
}

static void a_line_without_end_is_refused_and_forgotten(void **state)
{
    size_t n = (17u << 20);
    gtp_settings s = quick_settings();
    char *input = malloc(n + 10);
    (void)state;
    memset(input, 'x', n);
    snprintf(input + n, 10, "\n1 name\n");
    char *got = transcript_n(&s, input, n + 8);
    assert_string_equal(got, "? syntax error: a line longer than 16 million bytes\n\n"
                             "=1 Katachi\n\n");
    free(got);
    free(input);
}

/* ---- bad intentions ---- */

static void random_lines_are_each_answered_once(void **state)
{
    static const char *const words[] = {
        "play", "genmove", "b", "w", "D4", "Z99", "pass", "-1", "1e999", "nan", "boardsize",
        "25", "2", "undo", "komi", "99999999999999999999", "time_left", "time_settings", "0",
        "fixed_handicap", "loadsgf", "/dev/null", "kata-set-rules", "{\"ko\":", "{}", "\"",
        "kata-set-param", "playouts", "\xff\xfe", "A0", "gogui-setup", "e", "echo",
        "place_free_handicap", "set_free_handicap", "final_status_list", "dead", "final_score"};
    enum { LINES = 3000, N = sizeof words / sizeof words[0] };
    gtp_settings s = quick_settings();
    s.search.limits.playouts = 4;
    rng r = rng_seed(7);
    char *input = malloc(LINES * 160), *end = input;
    int sent = 0;
    (void)state;
    for (int i = 0; i < LINES; i++) {
        int n = (int)rng_below(&r, 6);
        if (n > 0)
            end += sprintf(end, "%d", ++sent);
        for (int k = 0; k < n; k++)
            end += sprintf(end, " %s", words[rng_below(&r, N)]);
        *end++ = '\n';
    }
    end += sprintf(end, "kata-set-param playouts 4\n99999 name");
    *end = '\0';
    char *got = transcript(&s, input);
    assert_int_equal(count_of(got, "\n\n"), sent + 2);
    assert_non_null(strstr(got, "=99999 Katachi"));
    free(got);
    free(input);
}

static void random_bytes_do_no_harm(void **state)
{
    gtp_settings s = quick_settings();
    rng r = rng_seed(11);
    char bytes[20000];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)rng_below(&r, 256);
    snprintf(bytes + sizeof bytes - 11, 11, "\n777 name\n");
    char *got = transcript_n(&s, bytes, sizeof bytes);
    assert_non_null(strstr(got, "=777 Katachi\n\n"));
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_glued_to_the_sign),
        cmocka_unit_test(comments_and_blank_lines_are_skipped),
        cmocka_unit_test(carriage_returns_and_control_characters_are_dropped),
        cmocka_unit_test(the_last_line_may_lack_its_end),
        cmocka_unit_test(no_input_is_no_output),
        cmocka_unit_test(quit_answers_and_ends),
        cmocka_unit_test(a_byte_order_mark_is_no_part_of_the_first_command),
        cmocka_unit_test(an_id_alone_is_answered),
        cmocka_unit_test(missing_arguments_are_a_syntax_error),
        cmocka_unit_test(many_commands_at_once_are_answered_in_order),
        cmocka_unit_test(no_reply_holds_an_empty_line),
        cmocka_unit_test(a_long_sequence_is_played),
        cmocka_unit_test(a_line_without_end_is_refused_and_forgotten),
        cmocka_unit_test(random_lines_are_each_answered_once),
        cmocka_unit_test(random_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
