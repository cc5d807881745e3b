/* Owners of points, as far as a recorded score proves them. */
#include "nn_train/data/ending.h"
#include "tests/support/drawn.h"
#include "tests/support/unit.h"

/* Does the ending give these owners: X, O, or . for nobody? */
static bool owners_are(const board *b, const uint8_t *owner, const char *drawing)
{
    int i = 0;
    for (; *drawing; drawing++) {
        if (*drawing == ' ')
            continue;
        if (owner[board_point_at(b->size, i++)] !=
            (*drawing == 'X' ? BLACK : *drawing == 'O' ? WHITE : EMPTY))
            return false;
    }
    return i == b->size * b->size;
}

static bool find(const board *b, const char *ruleset, bool sure, double margin, double to_white,
                 uint8_t *owner)
{
    rules r;
    assert_true(rules_by_name(ruleset, &r));
    game_ending ending = {.board = b, .rules = &r, .rules_are_sure = sure, .margin = margin,
                          .to_white = to_white};
    return nn_ending_owners(&ending, owner);
}

/* Black lives at the top with two eyes, white at the bottom; on 7x7. */
static const char settled[] = "X . X . X X ."
                              "X X X X X X X"
                              "X X X X X X X"
                              "X X X X X X X"
                              "O O O O O O O"
                              "O . O O O . O"
                              "O O O O O O O";
static const char settled_owners[] = "X X X X X X X"
                                     "X X X X X X X"
                                     "X X X X X X X"
                                     "X X X X X X X"
                                     "O O O O O O O"
                                     "O O O O O O O"
                                     "O O O O O O O";

static void a_settled_board(void **state)
{
    (void)state;
    board *b = board_of(7, settled);
    uint8_t owner[BOARD_MAX_POINTS];
    assert_true(find(b, "chinese", true, 28 - 21 - 7.5, 7.5, owner));
    assert_true(owners_are(b, owner, settled_owners));
    assert_true(find(b, "japanese", true, 3 - 2 - 5.5, 5.5, owner));
    assert_true(owners_are(b, owner, settled_owners));
    /* another score; and that of the other rules, unless the rules are only a guess */
    assert_false(find(b, "chinese", true, 28 - 21 - 7.5 + 2, 7.5, owner));
    assert_false(find(b, "chinese", true, 3 - 2 - 7.5, 7.5, owner));
    assert_true(find(b, "chinese", false, 3 - 2 - 7.5, 7.5, owner));
    board_destroy(b);
}

/* A white stone in black's area cannot live. */
static void a_dead_stone(void **state)
{
    (void)state;
    board *b = board_of(7, "X . . O . X ."
                           "X X . . X X X"
                           "X X X X X X X"
                           "X X X X X X X"
                           "O O O O O O O"
                           "O . O O O . O"
                           "O O O O O O O");
    uint8_t owner[BOARD_MAX_POINTS];
    assert_true(find(b, "chinese", true, 28 - 21 - 7.5, 7.5, owner));
    assert_true(owners_are(b, owner, settled_owners));
    /* seven points and a prisoner */
    assert_true(find(b, "japanese", true, 7 + 1 - 2 - 5.5, 5.5, owner));
    assert_true(owners_are(b, owner, settled_owners));
    board_destroy(b);
}

/* Counted as it stands, an empty board is nobody's and the score is komi's: that a game
 * without stones was recorded as such proves nothing.                         */
static void an_open_board_proves_nothing(void **state)
{
    (void)state;
    board *b = board_of(7, ". . . . . . ."
                           ". . . . . . ."
                           ". . X . . . ."
                           ". . . . . . ."
                           ". . . . O . ."
                           ". . . . . . ."
                           ". . . . . . .");
    uint8_t owner[BOARD_MAX_POINTS];
    assert_false(find(b, "chinese", true, -7.5, 7.5, owner));
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_settled_board),
        cmocka_unit_test(a_dead_stone),
        cmocka_unit_test(an_open_board_proves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
