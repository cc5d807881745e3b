/* What a page is told: in order, whole, and to one reader at a time. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/unit.h"
#include "web/server/events.h"

/* Everything that waits, read in pieces of `most` bytes; 0 at the end. */
static void read_all(events *e, int reader, size_t most, char *to, size_t room)
{
    size_t n = 0;
    ssize_t got;
    events_end(e);
    while ((got = events_next(e, reader, to + n, most < room - n ? most : room - n)) > 0)
        n += (size_t)got;
    to[n] = '\0';
}

static void events_arrive_in_order_in_pieces_of_any_size(void **state)
{
    (void)state;
    for (size_t most = 1; most < 64; most += 7) {
        char text[300];
        events *e = events_create();
        int reader = events_open(e);
        events_add(e, "a", "1", false, 0);
        events_add(e, "b", "{\"x\":2}", true, 0);
        events_add(e, "a", "3", false, 0);
        read_all(e, reader, most, text, sizeof text);
        assert_string_equal(text, "event: a\ndata: 1\n\nevent: b\ndata: {\"x\":2}\n\n"
                                  "event: a\ndata: 3\n\n");
        events_destroy(e);
    }
}

static void fleeting_news_replaces_older_news_of_its_key(void **state)
{
    (void)state;
    char text[300];
    events *e = events_create();
    int reader = events_open(e);
    events_add(e, "a", "old", true, 1);
    events_add(e, "a", "other", true, 2);
    events_add(e, "b", "kept", true, 1);
    events_add(e, "a", "lasting", false, 1);
    events_add(e, "a", "new", true, 1);
    read_all(e, reader, 100, text, sizeof text);
    assert_string_equal(text, "event: a\ndata: other\n\nevent: b\ndata: kept\n\n"
                              "event: a\ndata: lasting\n\nevent: a\ndata: new\n\n");
    events_destroy(e);
}

static void what_has_been_sent_in_part_is_not_replaced(void **state)
{
    (void)state;
    char text[300] = "", part[4];
    events *e = events_create();
    int reader = events_open(e);
    events_add(e, "a", "old", true, 1);
    assert_int_equal(events_next(e, reader, part, sizeof part), 4);
    events_add(e, "a", "new", true, 1);
    read_all(e, reader, 100, text, sizeof text);
    assert_string_equal(text, "t: a\ndata: old\n\nevent: a\ndata: new\n\n");
    events_destroy(e);
}

static void a_new_reader_takes_the_place_of_the_old_one(void **state)
{
    (void)state;
    char text[300] = "", part[4];
    events *e = events_create();
    usleep(1000);
    assert_true(events_alone(e) > 0);
    int first = events_open(e);
    events_add(e, "a", "1", false, 0);
    assert_int_equal(events_next(e, first, part, sizeof part), 4);
    int second = events_open(e);
    assert_int_equal(events_next(e, first, text, sizeof text), -1);
    events_close(e, first); /* the old connection ends later: that is no news */
    usleep(1000);
    assert_true(events_alone(e) == 0);
    read_all(e, second, 100, text, sizeof text);
    assert_string_equal(text, "event: a\ndata: 1\n\n"); /* whole, though a part was sent before */
    events_close(e, second);
    usleep(1000);
    assert_true(events_alone(e) > 0);
    events_destroy(e);
}

static void after_the_end_nothing_is_added(void **state)
{
    (void)state;
    char text[300];
    events *e = events_create();
    int reader = events_open(e);
    events_end(e);
    events_add(e, "a", "late", false, 0);
    assert_int_equal(events_next(e, reader, text, sizeof text), -1);
    events_destroy(e);
    events_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_arrive_in_order_in_pieces_of_any_size),
        cmocka_unit_test(fleeting_news_replaces_older_news_of_its_key),
        cmocka_unit_test(what_has_been_sent_in_part_is_not_replaced),
        cmocka_unit_test(a_new_reader_takes_the_place_of_the_old_one),
        cmocka_unit_test(after_the_end_nothing_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
