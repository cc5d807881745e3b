#include "tests/support/tactics_said.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "board/symmetry.h"

const char *tactics_said(const char *set, const board *b, colour own, point move, feature_id group)
{
    static char name[128];
    static tactics t;
    int16_t level[TACTICS_LEVELS];
    memset(level, 0, sizeof level); /* as if left by another move */
    assert_int_equal(board_legal(b, own, move), MOVE_OK);
    tactics_init(&t, feature_set_by_name(set));
    tactics_begin(&t, b, own);
    tactics_levels(&t, move, level);
    name[0] = '\0';
    int value = level[(int)group - F_FIRST_LEVEL];
    assert_true(value < feature_levels(group, b->size));
    if (value >= 0)
        feature_level_name(group, value, name, sizeof name);
    return name;
}

/* The position with its ko and last move; the number of captured stones is not kept. */
static void turn(board *turned, const board *b, int symmetry)
{
    board_init(turned, b->size);
    for (int i = 0; i < b->size * b->size; i++) {
        const point from = board_point_at(b->size, i);
        if (b->at[from] != EMPTY)
            board_setup(turned, (colour)b->at[from], symmetry_point(symmetry, b->size, from));
    }
    turned->ko = symmetry_point(symmetry, b->size, b->ko);
    turned->ko_colour = b->ko_colour;
    turned->last = symmetry_point(symmetry, b->size, b->last);
    turned->last2 = symmetry_point(symmetry, b->size, b->last2);
}

void says(const board *b, colour own, const char *move, feature_id group, const char *expected)
{
    static board turned;
    assert_string_equal(tactics_said("large", b, own, at(b, move), group), expected);
    for (int s = 1; s < N_SYMMETRIES; s++) {
        turn(&turned, b, s);
        assert_string_equal(
            tactics_said("large", &turned, own, symmetry_point(s, b->size, at(b, move)), group),
            expected);
    }
}
