/* Talking to programs that speak GTP, or should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "match/client/gtp_client.h"
#include "tests/support/fake_player.h"

static gtp_client *start(const char *command)
{
    gtp_client *c;
    go_error err;
    if (gtp_client_start(&c, command, &err) != GO_OK)
        fail_msg("%s", err.message);
    return c;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void answers_have_a_text(void **state)
{
    (void)state;
    gtp_client *c = start(FAKE("good D4"));
    assert_int_equal(gtp_client_ask(c, 10, "name"), GTP_YES);
    assert_string_equal(gtp_client_text(c), "fake");
    assert_int_equal(gtp_client_ask(c, 10, "genmove %c", 'b'), GTP_YES);
    assert_string_equal(gtp_client_text(c), "D4");
    assert_true(gtp_client_seconds(c) > 0);
    assert_int_equal(gtp_client_ask(c, 10, "komi %g", 6.5), GTP_YES);
    assert_string_equal(gtp_client_text(c), "");
    assert_int_equal(gtp_client_ask(c, 10, "boardsize 13"), GTP_NO);
    assert_string_equal(gtp_client_text(c), "unacceptable size");
    assert_string_equal(gtp_client_fault(c),
                        "answered 'boardsize 13' with an error: unacceptable size");
    assert_int_equal(gtp_client_ask(c, 10, "name"), GTP_YES); /* an error is not the end */
    gtp_client_end(c, 1);
}

static void it_knows_what_is_listed_and_no_part_of_it(void **state)
{
    (void)state;
    gtp_client *c = start(FAKE("good"));
    assert_true(gtp_client_knows(c, "genmove", 10));
    assert_true(gtp_client_knows(c, "set_random_seed", 10));
    assert_false(gtp_client_knows(c, "gen", 10));
    assert_false(gtp_client_knows(c, "seed", 10));
    gtp_client_end(c, 1);
}

/* Without list_commands, known_command tells. */
static void a_program_without_a_list_is_asked_for_each(void **state)
{
    (void)state;
    gtp_client *c = start("while read -r a b; do case $a$b in known_commandkomi) "
                          "printf '= true\\n\\n';; known_command*) printf '= false\\n\\n';; *) "
                          "printf '? unknown command\\n\\n';; esac; done");
    assert_true(gtp_client_knows(c, "komi", 10));
    assert_false(gtp_client_knows(c, "genmove", 10));
    gtp_client_end(c, 1);
}

/* It is not asked again, nor waited for: the first failure is the one to report. */
static void a_program_that_failed_has_failed(void **state)
{
    (void)state;
    gtp_client *c = start("read -r a; exit 7");
    assert_false(gtp_client_knows(c, "genmove", 10));
    assert_int_equal(gtp_client_ask(c, 10, "genmove b"), GTP_DIED);
    assert_string_equal(gtp_client_fault(c), "ended at 'list_commands' (exit code 7)");
    gtp_client_end(c, 0.1);
    c = start("read -r a; sleep 0.6; printf '= late\\n\\n'; read -r a; printf '= 2\\n\\n'");
    assert_false(gtp_client_knows(c, "genmove", 0.2));
    assert_int_equal(gtp_client_ask(c, 10, "genmove b"), GTP_LATE);
    assert_string_equal(gtp_client_fault(c), "did not answer 'list_commands' within 0.2 s");
    assert_string_equal(gtp_client_text(c), "");
    gtp_client_end(c, 0.1);
}

/* Line ends of other systems and empty lines before the answer. */
static void sloppy_answers_are_understood(void **state)
{
    (void)state;
    gtp_client *c = start("read -r a; printf '\\n\\n=  A1\\r\\n\\r\\n'; read -r a; "
                          "printf '=\\tB2\\nC3  \\n\\n\\n'; read -r a; printf '= D4\\n\\n'");
    assert_int_equal(gtp_client_ask(c, 10, "x"), GTP_YES);
    assert_string_equal(gtp_client_text(c), "A1");
    assert_int_equal(gtp_client_ask(c, 10, "x"), GTP_YES);
    assert_string_equal(gtp_client_text(c), "B2\nC3");
    assert_int_equal(gtp_client_ask(c, 10, "x"), GTP_YES);
    assert_string_equal(gtp_client_text(c), "D4");
    gtp_client_end(c, 1);
}

static void a_fault_is_one_line(void **state)
{
    (void)state;
    gtp_client *c = start("read -r a; printf '? cannot\\n\\tdo\\nthat\\n\\n'; read -r a; "
                          "printf 'Hello\\nthere\\n'; read -r a");
    assert_int_equal(gtp_client_ask(c, 10, "x"), GTP_NO);
    assert_string_equal(gtp_client_text(c), "cannot\n\tdo\nthat");
    assert_string_equal(gtp_client_fault(c), "answered 'x' with an error: cannot  do that");
    assert_int_equal(gtp_client_ask(c, 10, "x"), GTP_NONSENSE);
    assert_string_equal(gtp_client_fault(c), "answered 'x' with 'Hello'");
    gtp_client_end(c, 0.2);
}

static void expect_end_within(double seconds, const char *command, gtp_answer wanted,
                              const char *fault)
{
    gtp_client *c = start(command);
    gtp_answer answer = gtp_client_ask(c, seconds, "name");
    if (answer == GTP_YES)
        answer = gtp_client_ask(c, seconds, "genmove b");
    if (answer == GTP_YES) /* what is said unasked shows at the next question */
        answer = gtp_client_ask(c, seconds, "name");
    if (answer != wanted || !strstr(gtp_client_fault(c), fault))
        fail_msg("%s: answer %d, '%s'", command, answer, gtp_client_fault(c));
    assert_string_equal(gtp_client_text(c), "");
    gtp_client_end(c, 0.2);
}

static void expect_end(const char *command, gtp_answer wanted, const char *fault)
{
    expect_end_within(20, command, wanted, fault);
}

static void every_kind_of_failure_is_told_apart(void **state)
{
    (void)state;
    expect_end("/no/such/program", GTP_DIED, "(the command was not found)");
    expect_end(FAKE("nostart"), GTP_DIED, "(exit code 3); its last words: cannot find my network");
    expect_end(FAKE("crash 1"), GTP_DIED, "(signal 11, Segmentation fault)");
    expect_end("bash tests/support/fake_player.sh crash 1", GTP_DIED,
               "(signal 11, Segmentation fault)");
    expect_end("bash tests/support/fake_player.sh closed 1", GTP_DIED, "(it closed its output)");
    expect_end(FAKE("crash 1"), GTP_DIED, "its last words: assertion failed");
    expect_end_within(2, FAKE("hang 1"), GTP_LATE, "did not answer 'genmove b' within 2 s");
    expect_end(FAKE("nonsense 1"), GTP_NONSENSE, "with 'I think I shall play in the centre.");
    expect_end(FAKE("banner"), GTP_NONSENSE, "Welcome to Fake 1.0");
    expect_end(FAKE("chatty"), GTP_NONSENSE, "'"); /* seen with the answer, or after it */
    expect_end(FAKE("flood"), GTP_NONSENSE, "more than 1048576 bytes");
    expect_end_within(0.3, "exec cat /dev/zero", GTP_LATE, "did not answer 'name'");
    expect_end("cat >/dev/null", GTP_DIED, "(it closed its output)");
    expect_end_within(0.3, "cat >/dev/null; true", GTP_LATE, "did not answer 'name'");
    expect_end_within(0.3, "sleep 100", GTP_LATE, "did not answer 'name'");
    expect_end("cat", GTP_NONSENSE, "answered 'name' with 'name'");
    expect_end("read -r a; printf '=999999 A1\\n\\n'; read -r a", GTP_NONSENSE,
               "answered 'name', which has no number, with '=999999 A1'");
    expect_end("read -r a; printf '?1\\n\\n'; read -r a", GTP_NONSENSE, "no number, with '?1'");
    expect_end("read -r a; printf '= x\\n\\n= y\\n\\n'; read -r a", GTP_NONSENSE, "two answers");
}

/* A program that ignores quit, EOF and friendly signals is killed, and so is what
 * it started in its group.                                                      */
static void a_stubborn_program_is_killed(void **state)
{
    (void)state;
    gtp_client *c = start(FAKE("stubborn"));
    assert_int_equal(gtp_client_ask(c, 10, "name"), GTP_YES);
    double began = now();
    gtp_client_end(c, 0.3);
    assert_true(now() - began < 5);
}

static void a_friendly_program_is_not_waited_for(void **state)
{
    (void)state;
    gtp_client *c = start(FAKE("good"));
    assert_int_equal(gtp_client_ask(c, INFINITY, "name"), GTP_YES);
    double began = now();
    gtp_client_end(c, 30);
    assert_true(now() - began < 10);
    gtp_client_end(NULL, 1);
}

/* A megabyte on stderr must not block the program. */
static void much_talk_on_stderr_does_not_stop_it(void **state)
{
    (void)state;
    gtp_client *c = start("read -r a; i=0; while [ $i -lt 3000 ]; do echo "
                          "'a line of eighty or so characters that nobody is ever going to read, "
                          "as usual' >&2; i=$((i+1)); done; printf '= done\\n\\n'; read -r a");
    assert_int_equal(gtp_client_ask(c, 60, "x"), GTP_YES);
    assert_string_equal(gtp_client_text(c), "done");
    gtp_client_end(c, 1);
}

/* Nor may endless talk there keep us from looking at the clock. */
static void endless_talk_on_stderr_is_no_excuse(void **state)
{
    (void)state;
    gtp_client *c = start("read -r a; yes >&2");
    assert_int_equal(gtp_client_ask(c, 0.5, "x"), GTP_LATE);
    assert_string_equal(gtp_client_fault(c), "did not answer 'x' within 0.5 s; its last words: y");
    gtp_client_end(c, 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_have_a_text),
        cmocka_unit_test(it_knows_what_is_listed_and_no_part_of_it),
        cmocka_unit_test(a_program_without_a_list_is_asked_for_each),
        cmocka_unit_test(a_program_that_failed_has_failed),
        cmocka_unit_test(sloppy_answers_are_understood),
        cmocka_unit_test(a_fault_is_one_line),
        cmocka_unit_test(every_kind_of_failure_is_told_apart),
        cmocka_unit_test(a_stubborn_program_is_killed),
        cmocka_unit_test(a_friendly_program_is_not_waited_for),
        cmocka_unit_test(much_talk_on_stderr_does_not_stop_it),
        cmocka_unit_test(endless_talk_on_stderr_is_no_excuse),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
