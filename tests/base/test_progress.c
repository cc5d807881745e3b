/* What is shown of a long job. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/progress.h"
#include "tests/support/unit.h"

/* The lines a finished job leaves in a file. */
static void last_line(int64_t total, int64_t done, char text[300])
{
    FILE *out = tmpfile();
    progress *p = progress_start(out, "reading", "games", total);
    for (int64_t i = 0; i < done; i++)
        progress_add(p, 1);
    progress_note(p, "mean %.2f", -2.456);
    progress_end(p);
    rewind(out);
    memset(text, 0, 300);
    assert_true(fread(text, 1, 299, out) > 0);
    fclose(out);
}

static void a_file_gets_plain_lines(void **state)
{
    (void)state;
    char text[300];
    last_line(4000, 2000, text);
    assert_true(strncmp(text, "reading  50 % 2000 games, ", 26) == 0);
    assert_non_null(strstr(text, ", mean -2.46\n"));
    assert_null(strchr(text, '\r'));
    assert_int_equal(strchr(text, '\n') - text, (int)strlen(text) - 1);
}

static void an_unknown_total_has_no_percentage(void **state)
{
    (void)state;
    char text[300];
    last_line(0, 12345, text);
    assert_true(strncmp(text, "reading 12.3k games, ", 21) == 0);
}

static void nothing_done_shows_nothing(void **state)
{
    (void)state;
    FILE *out = tmpfile();
    progress_end(progress_start(out, "playing", "games", 40));
    assert_int_equal(ftell(out), 0);
    fclose(out);
}

static void threads_lose_no_step(void **state)
{
    (void)state;
    FILE *out = tmpfile();
    char text[300] = "";
    progress *p = progress_start(out, "x", "steps", 0);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 9000; i++)
        progress_add(p, 1);
    progress_end(p);
    rewind(out);
    assert_non_null(fgets(text, sizeof text, out));
    assert_true(strncmp(text, "x 9000 steps, ", 14) == 0);
    fclose(out);
}

/* What follows `before` and, without a rate, the time that it took: on a busy machine some seconds.
 */
static const char *after_the_time(const char *text, const char *before)
{
    int n = 0;
    const char *at = strstr(text, before);
    assert_non_null(at);
    at += strlen(before);
    (void)sscanf(at, "%*d s%n", &n);
    assert_true(n > 0);
    return at + n;
}

/* A job that goes on: what was done before it began counts in the share, not in the rate. */
static void what_was_done_before_is_not_speed(void **state)
{
    (void)state;
    FILE *out = tmpfile();
    char text[300] = "";
    progress *p = progress_start(out, "learning", "rows", 10000);
    progress_skip(p, 9000);
    progress_set(p, 9000);
    progress_end(p);
    rewind(out);
    assert_non_null(fgets(text, sizeof text, out));
    assert_string_equal(after_the_time(text, "learning  90 % 9000 rows, "), "\n");
    fclose(out);
}

/* On a terminal, after the 200 ms in which nothing is shown.  The time until then is not what is
 * left.                                                                       */
static void nobody_knows_how_long_a_job_without_steps_takes(void **state)
{
    (void)state;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
        skip();
    FILE *out = fopen(ptsname(terminal), "w");
    assert_non_null(out);
    char text[300] = "";
    progress *p = progress_start(out, "learning", "rows", 10000);
    progress_skip(p, 9000);
    nanosleep(&(struct timespec){.tv_nsec = 250000000}, NULL);
    progress_set(p, 9000);
    assert_true(read(terminal, text, sizeof text - 1) > 0);
    after_the_time(text, "]  90 % 9000 rows, ");
    assert_null(strstr(text, "left"));
    progress_end(p);
    fclose(out);
    close(terminal);
}

/* Before the first step nothing is known but the total; in a file that would be a line too many. */
static void a_slow_job_shows_that_it_began(void **state)
{
    (void)state;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
        skip();
    FILE *out = fopen(ptsname(terminal), "w"), *file = tmpfile();
    assert_non_null(out);
    char text[300] = "";
    progress *p = progress_start(out, "playing", "games", 40);
    progress_note(p, "waiting");
    progress_show(p);
    assert_true(read(terminal, text, sizeof text - 1) > 0);
    assert_non_null(strstr(text, "playing [....................]   0 % 0 games, waiting"));
    progress_end(p);
    fclose(out);
    close(terminal);
    p = progress_start(file, "playing", "games", 40);
    progress_show(p);
    progress_end(p);
    assert_int_equal(ftell(file), 0);
    fclose(file);
}

/* Of less than one a second it says how many a minute: here at most 55, and at least one. */
static void slow_work_has_a_rate_by_the_minute(void **state)
{
    (void)state;
    FILE *out = tmpfile();
    static const char begin[] = "playing  50 % 1 game, ";
    char text[300] = "", *unit;
    progress *p = progress_start(out, "playing", "games", 2);
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);
    progress_set(p, 1);
    progress_end(p);
    rewind(out);
    assert_non_null(fgets(text, sizeof text, out));
    assert_memory_equal(text, begin, strlen(begin));
    const double rate = strtod(text + strlen(begin), &unit);
    assert_true(rate >= 1 && rate <= 55);
    assert_memory_equal(unit, "/min,", 5);
    fclose(out);
}

static void null_is_silence(void **state)
{
    (void)state;
    progress_add(NULL, 1);
    progress_set(NULL, 1);
    progress_total(NULL, 1);
    progress_skip(NULL, 1);
    progress_show(NULL);
    progress_note(NULL, "x");
    progress_end(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_gets_plain_lines),
        cmocka_unit_test(an_unknown_total_has_no_percentage),
        cmocka_unit_test(nothing_done_shows_nothing),
        cmocka_unit_test(threads_lose_no_step),
        cmocka_unit_test(what_was_done_before_is_not_speed),
        cmocka_unit_test(nobody_knows_how_long_a_job_without_steps_takes),
        cmocka_unit_test(a_slow_job_shows_that_it_began),
        cmocka_unit_test(slow_work_has_a_rate_by_the_minute),
        cmocka_unit_test(null_is_silence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
