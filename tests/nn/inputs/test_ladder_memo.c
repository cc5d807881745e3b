/* Ladders that are remembered are those that are read. */
#include "nn/inputs/ladder_memo.h"
#include "tests/support/drawn.h"
#include "tests/support/point_set.h"
#include "tests/support/random_moves.h"
#include "tests/support/unit.h"

static void assert_ladders(nn_ladder_memo *memo, const board *b, colour prey, bool attacks)
{
    nn_ladders read, found;
    nn_ladders_find(b, prey, &read);
    nn_ladder_memo_find(memo, b, prey, attacks, &found);
    assert_memory_equal(found.caught, read.caught, (size_t)b->words * sizeof read.caught[0]);
    if (attacks)
        assert_memory_equal(found.attack, read.attack, (size_t)b->words * sizeof read.caught[0]);
}

/* Random games, with each board and the two before it, on boards of several sizes in turn. */
static void remembered_ladders_are_those_read(void **state)
{
    (void)state;
    static const int sizes[] = {9, 19, 5, 13};
    nn_ladder_memo *memo;
    rng random = rng_seed(4);
    int caught = 0;
    assert_int_equal(nn_ladder_memo_create(&memo, NULL), GO_OK);
    for (int n = 0; n < 8; n++) {
        board past[3];
        for (int i = 0; i < 3; i++)
            board_init(&past[i], sizes[n % 4]);
        colour c = BLACK;
        for (int ply = 0; ply < 150; ply++, c = opponent(c)) {
            nn_ladders now;
            past[2] = past[1];
            past[1] = past[0];
            board_play_legal(&past[0], c, random_move(&past[0], c, &random));
            for (int ago = 0; ago < 3; ago++)
                assert_ladders(memo, &past[ago], c, ago == 0);
            nn_ladders_find(&past[0], c, &now);
            for (point p = 0; p < past[0].n_points; p++)
                caught += point_set_has(now.caught, p);
        }
    }
    assert_true(caught > 1000);
    nn_ladder_memo_destroy(memo);
}

/* Boards with the same stones where one has a ko: it decides the ladder of the stone that would
 * take it back.                                                               */
static void the_ko_is_a_part_of_the_board(void **state)
{
    (void)state;
    nn_ladder_memo *memo;
    board *b = board_of(5, ". X O . ." "X . X O ." ". X O . ." ". . . . ." ". . . . .");
    board without;
    assert_int_equal(nn_ladder_memo_create(&memo, NULL), GO_OK);
    board_play_legal(b, WHITE, at(b, "B4"));
    without = *b;
    assert_true(b->ko != PASS);
    without.ko = PASS;
    assert_ladders(memo, b, BLACK, false);
    assert_ladders(memo, &without, BLACK, false);
    assert_ladders(memo, b, WHITE, false);
    board_destroy(b);
    nn_ladder_memo_destroy(memo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(remembered_ladders_are_those_read),
        cmocka_unit_test(the_ko_is_a_part_of_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
