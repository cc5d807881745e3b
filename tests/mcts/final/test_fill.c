/* Which points of territory have to be filled before counting.  In the drawings X and O live, x and
 * o are dead, S is a black chain in seki; b and w are territory, dots are dame. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board/coord.h"
#include "mcts/final/fill.h"
#include "tests/support/drawn.h"

typedef struct drawn_end {
    board *b;
    uint8_t fate[BOARD_MAX_POINTS], owner[BOARD_MAX_POINTS];
} drawn_end;

static char stone_of(char c)
{
    return c == 'S' ? 'X' : strchr("XOxo", c) ? (char)toupper((unsigned char)c) : '.';
}

static drawn_end end_of(int size, const char *drawing)
{
    char stones[BOARD_MAX_AREA + 1] = "", letters[BOARD_MAX_AREA + 1] = "";
    drawn_end e = {.b = NULL};
    size_t n = 0;
    for (const char *d = drawing; *d; d++) {
        if (*d == ' ')
            continue;
        letters[n] = *d;
        stones[n++] = stone_of(*d);
    }
    e.b = board_of(size, stones);
    for (int i = 0; i < size * size; i++) {
        const char c = letters[i];
        const point p = board_point_at(size, i);
        e.fate[p] = c == 'S'          ? FATE_SEKI
                    : strchr("xo", c) ? FATE_DEAD
                    : strchr("XO", c) ? FATE_ALIVE
                                      : FATE_NONE;
        e.owner[p] = strchr("XSob", c) ? BLACK : strchr("Oxw", c) ? WHITE : EMPTY;
    }
    return e;
}

/* The points that stop being territory, "A5 B2" in the order of the board's rows, are these. */
static void expect_filled(int size, const char *drawing, const char *filled)
{
    drawn_end e = end_of(size, drawing);
    uint8_t before[BOARD_MAX_POINTS];
    char found[400] = "", name[COORD_MAX];
    memcpy(before, e.owner, sizeof before);
    final_fill(e.b, e.fate, e.owner);
    for (point p = 0; p < e.b->n_points; p++) {
        if (e.owner[p] == before[p])
            continue;
        assert_int_equal(e.owner[p], EMPTY);
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", *found ? " " : "",
                 coord_to_gtp(e.b->size, p, name));
    }
    assert_string_equal(found, filled);
    board_destroy(e.b);
}

static void the_last_liberty_of_a_living_chain(void **state)
{
    (void)state;
    expect_filled(5,
                  "b X O O w"
                  "X O O O O"
                  "X X O O w"
                  "b X O O O"
                  "b X O w w",
                  "A5");
    /* another liberty, and it stays */
    expect_filled(5,
                  "b X b O w"
                  "X O O O O"
                  "X X O O w"
                  "b X O O O"
                  "b X O w w",
                  "");
}

static void a_seki_is_left_alone(void **state)
{
    (void)state;
    expect_filled(5,
                  "b S O O w"
                  "X O O O O"
                  "X X O O w"
                  "b X O O O"
                  "b X O w w",
                  "");
}

static void a_point_of_the_other_side_is_not_filled(void **state)
{
    (void)state;
    expect_filled(5,
                  "w X O O w"
                  "X O O O O"
                  "X X O O w"
                  "b X O O O"
                  "b X O w w",
                  "");
}

/* B5 can join D5 at the dame C5. */
static void a_dame_that_joins_saves_the_point(void **state)
{
    (void)state;
    expect_filled(5,
                  "b X . X b"
                  "X O O X b"
                  "X X O X X"
                  "b X O O O"
                  "b X O w w",
                  "");
    /* the dame joins nothing */
    expect_filled(5,
                  "b X . O w"
                  "X O O O O"
                  "X X O O w"
                  "b X O O O"
                  "b X O w w",
                  "A5");
}

/* A1 joins B1 and A2, and only then A2 is in atari at A3. */
static void filling_can_make_it_necessary_to_fill_more(void **state)
{
    (void)state;
    expect_filled(5,
                  "b X b X O"
                  "X X X X O"
                  "b X O O O"
                  "X O O w O"
                  "b X O O w",
                  "A3 A1");
}

/* White takes one stone at D4 with the dead D3, which is retaken at once. */
static void taking_one_stone_with_one_that_is_retaken_is_vain(void **state)
{
    static const char *const above = "w O w O w O w"
                                     "O O O O O O O"
                                     "X O O X O O X"
                                     "X X X b X X X";
    char drawing[120];
    (void)state;
    snprintf(drawing, sizeof drawing, "%s%s", above,
             "b X X o X X b"
             "X X X X X X X"
             "b X b X b X b");
    expect_filled(7, drawing, "");
    /* the dead stones have another liberty: what was taken stays taken */
    snprintf(drawing, sizeof drawing, "%s%s", above,
             "b X X o X X b"
             "X X X o X X X"
             "b X X b X X b");
    expect_filled(7, drawing, "D4");
    /* nothing is there to take with but the new stone */
    snprintf(drawing, sizeof drawing, "%s%s", above,
             "b X X X X X b"
             "X X X X X X X"
             "b X b X b X b");
    expect_filled(7, drawing, "D4");
    /* two stones: the taker has two liberties then */
    expect_filled(7,
                  "w O w O w O w"
                  "O O O X O O O"
                  "X O O X O O X"
                  "X X X b X X X"
                  "b X X o X X b"
                  "X X X X X X X"
                  "b X b X b X b",
                  "D4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_liberty_of_a_living_chain),
        cmocka_unit_test(a_seki_is_left_alone),
        cmocka_unit_test(a_point_of_the_other_side_is_not_filled),
        cmocka_unit_test(a_dame_that_joins_saves_the_point),
        cmocka_unit_test(filling_can_make_it_necessary_to_fill_more),
        cmocka_unit_test(taking_one_stone_with_one_that_is_retaken_is_vain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
