/* A client that reads late, over a pipe that does not wait. */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "gtp/text/output.h"

enum { BYTES = 300000 }; /* more than a pipe holds */

static void *read_late(void *user)
{
    static char bytes[BYTES];
    size_t n = 0;
    ssize_t got;
    usleep(100000);
    while ((got = read(*(int *)user, bytes, sizeof bytes)) > 0)
        n += (size_t)got;
    return n == BYTES ? user : NULL;
}

static void nothing_is_lost_while_a_client_does_not_read(void **state)
{
    int ends[2];
    pthread_t reader;
    void *complete;
    FILE *out;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(pthread_create(&reader, NULL, read_late, &ends[0]), 0);
    assert_int_equal(gtp_output_open(&out, ends[1], NULL), GO_OK);
    for (int i = 0; i < BYTES; i++)
        fputc('x', out);
    assert_int_equal(fclose(out), 0);
    close(ends[1]);
    assert_int_equal(pthread_join(reader, &complete), 0);
    assert_non_null(complete);
    close(ends[0]);
}

static void what_cannot_be_written_is_an_error(void **state)
{
    FILE *out;
    const int fd = open("/dev/null", O_RDONLY);
    (void)state;
    assert_int_equal(gtp_output_open(&out, fd, NULL), GO_OK);
    fputs("text", out);
    assert_int_not_equal(fflush(out), 0);
    assert_true(ferror(out));
    fclose(out);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost_while_a_client_does_not_read),
        cmocka_unit_test(what_cannot_be_written_is_an_error),
    };
    return cmocka_run_group_tests_name("output", tests, NULL, NULL);
}
