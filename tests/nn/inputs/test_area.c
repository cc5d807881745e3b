/* The owners of points as networks see them, on drawn positions. */
#include <stdio.h>

#include "nn/inputs/area.h"
#include "tests/support/drawn.h"
#include "tests/support/unit.h"

/* Do the owners look like the drawing?  Prints them when they do not. */
static bool owners_are(const board *b, const uint8_t *owner, const char *drawing)
{
    int n = 0, wrong = 0;
    for (const char *s = drawing; *s; s++) {
        if (*s == ' ')
            continue;
        uint8_t found = owner[board_point_at(b->size, n)];
        wrong += ".XO"[found] != *s;
        n++;
    }
    for (int i = 0; wrong && i < n; i++)
        fprintf(stderr, "%c%c", ".XO"[owner[board_point_at(b->size, i)]],
                (i + 1) % b->size ? ' ' : '\n');
    return !wrong && n == b->size * b->size;
}

static bool area_is(const char *stones, int size, bool suicide, const char *expected)
{
    board *b = board_of(size, stones);
    uint8_t owner[BOARD_MAX_POINTS];
    nn_area_find(b, suicide, owner);
    bool right = owners_are(b, owner, expected);
    board_destroy(b);
    return right;
}

static bool area_without_seki_is(const char *stones, int size, bool keep_stones,
                                 bool keep_territory, const char *expected)
{
    board *b = board_of(size, stones);
    uint8_t owner[BOARD_MAX_POINTS];
    nn_area_find(b, false, owner);
    nn_area_drop_seki(b, keep_stones, keep_territory, owner);
    bool right = owners_are(b, owner, expected);
    board_destroy(b);
    return right;
}

static void an_empty_board_is_nobodys(void **state)
{
    (void)state;
    assert_true(area_is(". . . . . . . . .", 3, false, ". . . . . . . . ."));
}

static void a_lone_stone_owns_all_that_is_empty(void **state)
{
    (void)state;
    assert_true(area_is(". . . . X . . . .", 3, false, "X X X X X X X X X"));
}

static void stones_face_each_other(void **state)
{
    (void)state;
    assert_true(area_is(". X . O ."
                        ". X . O ."
                        ". X . O ."
                        ". X . O ."
                        ". X . O .", 5, false,
                        "X X . O O"
                        "X X . O O"
                        "X X . O O"
                        "X X . O O"
                        "X X . O O"));
}

static void pass_alive_chains_own_what_is_dead_in_them(void **state)
{
    static const char *const stones = ". X . . O"
                                      "X X . . O"
                                      "O . X . O"
                                      "X X . . O"
                                      ". . . . O";
    (void)state;
    /* black's chains are not pass-alive: A3 counts for white */
    assert_true(area_is(stones, 5, false, "X X . . O"
                                          "X X . . O"
                                          "O . X . O"
                                          "X X . . O"
                                          ". . . . O"));
    /* one chain with two eyes: A3 is dead */
    assert_true(area_is(". X . . O"
                        "X X X . O"
                        "O . X . O"
                        "X X X . O"
                        ". . . . O", 5, false,
                        "X X . . O"
                        "X X X . O"
                        "X X X . O"
                        "X X X . O"
                        ". . . . O"));
}

/* White's stones have one liberty in black's ring.  C4 is not next to black: if
 * white may kill himself there could be an eye some day.                     */
static void suicide_makes_fewer_chains_pass_alive(void **state)
{
    static const char *const stones = ". X . . . . O"
                                      "X X X X X . O"
                                      "X O O O X . O"
                                      "X O O O X . O"
                                      "X O O . X . O"
                                      "X X X X X . O"
                                      ". . . . . . O";
    (void)state;
    assert_true(area_is(stones, 7, false, "X X . . . . O"
                                          "X X X X X . O"
                                          "X X X X X . O"
                                          "X X X X X . O"
                                          "X X X X X . O"
                                          "X X X X X . O"
                                          ". . . . . . O"));
    assert_true(area_is(stones, 7, true, "X X . . . . O"
                                         "X X X X X . O"
                                         "X O O O X . O"
                                         "X O O O X . O"
                                         "X O O . X . O"
                                         "X X X X X . O"
                                         ". . . . . . O"));
}

/* White's corner and black's share the dame C3: both are in seki. */
static void what_touches_dame_is_in_seki(void **state)
{
    static const char *const stones = "X . X O ."
                                      "X X X O O"
                                      "X X . O O"
                                      "X X X O O"
                                      "X X X O O";
    (void)state;
    assert_true(area_without_seki_is(stones, 5, true, false, "X . X O ."
                                                             "X X X O O"
                                                             "X X . O O"
                                                             "X X X O O"
                                                             "X X X O O"));
    assert_true(area_without_seki_is(stones, 5, false, true, ". X . . O"
                                                             ". . . . ."
                                                             ". . . . ."
                                                             ". . . . ."
                                                             ". . . . ."));
    assert_true(area_without_seki_is(stones, 5, false, false, ". . . . ."
                                                              ". . . . ."
                                                              ". . . . ."
                                                              ". . . . ."
                                                              ". . . . ."));
}

static void what_is_settled_stays(void **state)
{
    /* no dame between them */
    static const char *const stones = ". X O . ."
                                      ". X O . ."
                                      ". X O O ."
                                      ". X X O ."
                                      ". . X O .";
    static const char *const owners = "X X O O O"
                                      "X X O O O"
                                      "X X O O O"
                                      "X X X O O"
                                      "X X X O O";
    (void)state;
    assert_true(area_without_seki_is(stones, 5, true, false, owners));
    assert_true(area_without_seki_is(stones, 5, false, false, owners));
}

static void a_stone_in_atari_makes_a_seki(void **state)
{
    (void)state;
    assert_true(area_without_seki_is(". X O . ." /* A5 is black's last liberty */
                                     "X X O . ."
                                     "O O O . ."
                                     ". . . . ."
                                     ". . . . .", 5, true, false,
                                     ". X O O O"
                                     "X X O O O"
                                     "O O O O O"
                                     "O O O O O"
                                     "O O O O O"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_board_is_nobodys),
        cmocka_unit_test(a_lone_stone_owns_all_that_is_empty),
        cmocka_unit_test(stones_face_each_other),
        cmocka_unit_test(pass_alive_chains_own_what_is_dead_in_them),
        cmocka_unit_test(suicide_makes_fewer_chains_pass_alive),
        cmocka_unit_test(what_touches_dame_is_in_seki),
        cmocka_unit_test(what_is_settled_stays),
        cmocka_unit_test(a_stone_in_atari_makes_a_seki),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
