/* The exact search of a small part of the board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "mcts/final/local_reader.h"
#include "tests/support/drawn.h"

/* Reads with the points named as the zone ("A1 B1 ..."). */
static local_result read_out(const board *b, const char *zone, const char *target, colour first,
                             int nodes)
{
    local_reader *r = NULL;
    local_zone z = {.n = 0};
    char name[8];
    int used;
    assert_int_equal(local_reader_create(&r, NULL), GO_OK);
    for (const char *s = zone; sscanf(s, "%7s%n", name, &used) == 1; s += used)
        z.at[z.n++] = at(b, name);
    local_result result = local_reader_catch(r, b, &z, at(b, target), PASS, first, nodes);
    assert_true(local_reader_nodes(r) <= nodes);
    local_reader_destroy(r);
    return result;
}

enum { MANY = 100000 };

/* White's eye space A7 .. D7 with so many points, black all around. */
static void rows_of_eye_space(void **state)
{
    static const struct {
        const char *drawing, *zone;
        local_result attacked, defended;
    } rows[] = {
        {". . O X . . ."
         "O O O X . . ."
         "X X X X . . ."
         ". . . . . . ."
         ". . . . . . ."
         ". . . . . . ."
         ". . . . . . .", "A7 B7", LOCAL_CAUGHT, LOCAL_CAUGHT},
        {". . . O X . ."
         "O O O O X . ."
         "X X X X X . ."
         ". . . . . . ."
         ". . . . . . ."
         ". . . . . . ."
         ". . . . . . .", "A7 B7 C7", LOCAL_CAUGHT, LOCAL_SAFE},
        {". . . . O X ."
         "O O O O O X ."
         "X X X X X X ."
         ". . . . . . ."
         ". . . . . . ."
         ". . . . . . ."
         ". . . . . . .", "A7 B7 C7 D7", LOCAL_SAFE, LOCAL_SAFE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        board *b = board_of(7, rows[i].drawing);
        assert_int_equal(read_out(b, rows[i].zone, "A6", BLACK, MANY), rows[i].attacked);
        assert_int_equal(read_out(b, rows[i].zone, "A6", WHITE, MANY), rows[i].defended);
        board_destroy(b);
    }
}

/* The six points are dead once the heart C7 is taken, and alive otherwise. */
static void a_rabbity_six(void **state)
{
    board *b = board_of(9, "O O O O O X . . ."
                           "O . . O O X . . ."
                           "O . X . O X . . ."
                           "O O . O O X . . ."
                           "O O O O O X . . ."
                           "X X X X X X . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    const char *zone = "B8 C8 B7 C7 D7 C6";
    (void)state;
    assert_int_equal(read_out(b, zone, "A9", BLACK, MANY), LOCAL_CAUGHT);
    assert_int_equal(read_out(b, zone, "A9", WHITE, MANY), LOCAL_CAUGHT);
    board_setup(b, EMPTY, at(b, "C7"));
    assert_int_equal(read_out(b, zone, "A9", BLACK, MANY), LOCAL_CAUGHT);
    assert_int_equal(read_out(b, zone, "A9", WHITE, MANY), LOCAL_SAFE);
    board_destroy(b);
}

/* Whoever plays C7 or C6 is taken: by passing both are safe. */
static void a_seki_is_safe_for_both(void **state)
{
    board *b = board_of(7, "O X . O X . ."
                           "O X . O X . ."
                           "O X X O X X X"
                           "O O O X X . ."
                           ". . O X . . ."
                           "O O O X . . ."
                           ". . O X . . .");
    const char *zone = "C7 C6 B7 B6 B5 C5 D7 D6 D5";
    (void)state;
    for (colour first = BLACK; first <= WHITE; first++) {
        assert_int_equal(read_out(b, zone, "B7", first, MANY), LOCAL_SAFE);
        assert_int_equal(read_out(b, zone, "D7", first, MANY), LOCAL_SAFE);
    }
    board_play(b, BLACK, at(b, "C7"));
    assert_int_equal(read_out(b, zone, "B7", WHITE, MANY), LOCAL_CAUGHT);
    board_destroy(b);
}

/* White's capture of four leads to a ko for which there is no threat. */
static void a_bent_four_is_caught_by_ko(void **state)
{
    board *b = board_of(7, "O O . X O . ."
                           "O X X X O . ."
                           ". X O O O . ."
                           "X X O . . . ."
                           "O O O . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    const char *zone = "A7 B7 C7 A6 A5";
    (void)state;
    assert_int_equal(read_out(b, zone, "D7", WHITE, MANY), LOCAL_CAUGHT);
    assert_int_equal(read_out(b, zone, "D7", BLACK, MANY), LOCAL_CAUGHT);
    board_destroy(b);
}

/* Black can take the three stones, but in the three points then left to him white
 * plays C7, and the wall is dead.                                              */
static void a_capture_may_cost_the_captor(void **state)
{
    board *b = board_of(7, ". O O O . X ."
                           "X X X X X X O"
                           "O O O O O O O"
                           ". . . . . . ."
                           ". O . . O . ."
                           ". . . . . . ."
                           ". . . . . . .");
    const char *points[] = {"A7", "B7", "C7", "D7", "E7", "G7"};
    local_reader *r = NULL;
    local_zone z = {.n = 0};
    (void)state;
    for (int i = 0; i < 6; i++)
        z.at[z.n++] = at(b, points[i]);
    assert_int_equal(local_reader_create(&r, NULL), GO_OK);
    point stones = at(b, "B7"), wall = at(b, "A6");
    assert_int_equal(local_reader_catch(r, b, &z, stones, PASS, BLACK, MANY), LOCAL_CAUGHT);
    assert_int_equal(local_reader_catch(r, b, &z, stones, wall, BLACK, MANY), LOCAL_SAFE);
    local_reader_destroy(r);
    board_destroy(b);
}

/* Who fills a shared point is taken: what would happen in the space of the seventeen stones
 * of the ring need not be read.                                               */
static void taking_many_stones_lives(void **state)
{
    board *b = board_of(9, "X X X X X X X . ."
                           "X O O O O O X . ."
                           "X O . X X O X . ."
                           "X O X X X O X X X"
                           "X O X X . O X . ."
                           "X O O O O O X . ."
                           "X X X X X X X X X"
                           ". . X . . . X . ."
                           ". . X . . . X . .");
    const char *zone = "B8 C8 D8 E8 F8 B7 C7 D7 E7 F7 B6 C6 D6 E6 F6 B5 C5 D5 E5 F5 B4 C4 D4 E4 F4";
    (void)state;
    for (colour first = BLACK; first <= WHITE; first++)
        assert_int_equal(read_out(b, zone, "D6", first, 500), LOCAL_SAFE);
    board_destroy(b);
}

static void what_is_too_much_is_unknown(void **state)
{
    board *b = board_of(7, ". . . . O X ."
                           "O O O O O X ."
                           "X X X X X X ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    assert_int_equal(read_out(b, "A7 B7 C7 D7", "A6", BLACK, 5), LOCAL_UNKNOWN);
    board_destroy(b);
}

/* The same questions in a row to one reader, whose table is never cleared. */
static void questions_do_not_disturb_each_other(void **state)
{
    board *b = board_of(7, "O X . O X . ."
                           "O X . O X . ."
                           "O X X O X X X"
                           "O O O X X . ."
                           ". . O X . . ."
                           "O O O X . . ."
                           ". . O X . . .");
    local_reader *r = NULL;
    local_zone z = {2, {at(b, "C7"), at(b, "C6")}};
    (void)state;
    assert_int_equal(local_reader_create(&r, NULL), GO_OK);
    for (int i = 0; i < 4; i++) {
        colour first = i & 1 ? WHITE : BLACK;
        assert_int_equal(local_reader_catch(r, b, &z, at(b, "B7"), PASS, first, MANY), LOCAL_SAFE);
        assert_int_equal(local_reader_catch(r, b, &z, at(b, "D7"), PASS, first, MANY), LOCAL_SAFE);
    }
    local_reader_destroy(r);
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_eye_space),
        cmocka_unit_test(a_rabbity_six),
        cmocka_unit_test(a_seki_is_safe_for_both),
        cmocka_unit_test(a_bent_four_is_caught_by_ko),
        cmocka_unit_test(a_capture_may_cost_the_captor),
        cmocka_unit_test(taking_many_stones_lives),
        cmocka_unit_test(what_is_too_much_is_unknown),
        cmocka_unit_test(questions_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
