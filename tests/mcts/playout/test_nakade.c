/* The vital points of small eyespaces, and that playouts go for them.
 *
 * In the drawings white is shut in at the top, and * marks the vital point.   */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "board/coord.h"
#include "mcts/playout/playout.h"
#include "mcts/playout/nakade.h"
#include "patterns/gammas/gammas.h"
#include "tests/support/drawn.h"

enum { SIZE = 7 };

/* The board without the mark; *mark is where it was, or PASS. */
static board *marked(const char *drawing, point *mark)
{
    char plain[2 * SIZE * SIZE + 1] = "";
    int n = 0;
    *mark = PASS;
    for (size_t i = 0; drawing[i]; i++) {
        if (drawing[i] == '*')
            *mark = board_point_on(SIZE, n % SIZE, n / SIZE);
        plain[i] = drawing[i] == '*' ? '.' : drawing[i];
        n += drawing[i] != ' ';
    }
    return board_of(SIZE, plain);
}

/* Found from each of the points that belong to the space, the same. */
static void expect(const char *drawing, const char *first, const char *other)
{
    point mark;
    board *b = marked(drawing, &mark);
    assert_int_equal(playout_vital_point(b, at(b, first), WHITE), mark);
    assert_int_equal(playout_vital_point(b, at(b, other), WHITE), mark);
    board_destroy(b);
}

static void the_shapes_have_their_vital_points(void **state)
{
    (void)state;
    expect(". * . O X . ." /* three in a row */
           "O O O O X . ."
           "X X X X X . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "A7", "C7");
    expect("* . O X . . ." /* bent three */
           ". O O X . . ."
           "O O X X . . ."
           "X X X . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "A6", "B7");
    expect(". * . O X . ." /* pyramid four */
           "O . O O X . ."
           "O O O X X . ."
           "X X X X . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "B6", "B7");
    expect(". * . O X . ." /* bulky five */
           ". . O O X . ."
           "O O O X X . ."
           "X X X X . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "C7", "A6");
    expect("O . O X . . ." /* crossed five */
           ". * . O X . ."
           "O . O X . . ."
           "O O O X . . ."
           "X X X X . . ."
           ". . . . . . ."
           ". . . . . . .", "B5", "A6");
    expect(". . O X . . ." /* rabbity six */
           ". * . O X . ."
           "O . O X . . ."
           "O O O X . . ."
           "X X X X . . ."
           ". . . . . . ."
           ". . . . . . .", "A7", "C6");
}

static void other_shapes_have_none(void **state)
{
    (void)state;
    expect(". . O X . . ." /* two */
           "O O O X . . ."
           "X X X X . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "A7", "B7");
    expect(". . . . O X ." /* four in a row lives */
           "O O O O O X ."
           "X X X X X X ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "A7", "C7");
    expect(". . O X . . ." /* a square four is dead */
           ". . O X . . ."
           "O O O X . . ."
           "X X X X . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "A7", "B6");
    expect(". . . O X . ." /* two by three */
           ". . . O X . ."
           "O O O O X . ."
           "X X X X X . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "B7", "C6");
    expect(". . . . . . ." /* no space at all */
           ". . . . . . ."
           ". . O O O . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "D6", "A1");
}

/* What stands inside belongs to the space; an occupied point is not vital. */
static void stones_inside_count(void **state)
{
    (void)state;
    expect("X * . O X . ."
           "O O O O X . ."
           "X X X X X . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "A7", "C7");
    expect(". X . O X . ."
           "O O O O X . ."
           "X X X X X . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "A7", "C7");
}

/* White has liberties, and so perhaps eyes, elsewhere. */
static void who_can_run_needs_no_eyes(void **state)
{
    (void)state;
    expect(". . . O . . ."
           "O O O O X . ."
           "X X . . X . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . ."
           ". . . . . . .", "A7", "B7");
}

/* ---- after a move ---- */

static const char gap_at_d7[] = ". . . . X . ."
                                "O O O O X . ."
                                "X X X X X . ."
                                ". . . . . . ."
                                ". . . . . . ."
                                ". . . . . . ."
                                ". . . . . . .";

static void the_last_move_shows_the_space(void **state)
{
    board *b = board_of(SIZE, gap_at_d7);
    (void)state;
    assert_int_equal(playout_nakade(b, BLACK), PASS); /* no last move */
    board_play(b, WHITE, at(b, "D7"));
    assert_int_equal(playout_nakade(b, BLACK), at(b, "B7")); /* kills */
    board_play(b, BLACK, at(b, "A7"));
    assert_int_equal(playout_nakade(b, WHITE), at(b, "B7")); /* lives */
    board_play(b, WHITE, PASS);
    assert_int_equal(playout_nakade(b, BLACK), PASS);
    board_destroy(b);
}

static void the_hole_of_a_capture_is_a_space(void **state)
{
    board *b = board_of(SIZE, "X X X . X . ."
                              "O O O O X . ."
                              "X X X X X . ."
                              ". . . . . . ."
                              ". . . . . . ."
                              ". . . . . . ."
                              ". . . . . . .");
    (void)state;
    board_play(b, WHITE, at(b, "D7")); /* takes three */
    assert_int_equal(playout_nakade(b, BLACK), at(b, "B7"));
    board_destroy(b);
}

/* ---- playouts ---- */

static playout_gammas *trained(int size)
{
    gammas *g;
    playout_gammas *tables;
    assert_int_equal(gammas_read_or_find(&g, NULL, "fast", 9, NULL), GO_OK);
    assert_int_equal(playout_gammas_create(&tables, g, size, NULL), GO_OK);
    gammas_destroy(g);
    return tables;
}

/* How many of 400 playouts begin on p. */
static int begin_on(playout *p, const board *b, colour c, double nakade, point where)
{
    const playout_options options = {.max_moves = 1, .nakade = nakade};
    rng random = rng_seed(1);
    int n, count = 0;
    for (int i = 0; i < 400; i++) {
        playout_run(p, b, c, &options, &random);
        count += playout_moves(p, &n)->at == where;
    }
    return count;
}

static void playouts_go_for_it_as_often_as_asked(void **state)
{
    playout_gammas *tables = trained(SIZE);
    playout *p;
    board *b = board_of(SIZE, gap_at_d7);
    (void)state;
    assert_int_equal(playout_create(&p, tables, NULL), GO_OK);
    board_play(b, WHITE, at(b, "D7"));
    int never = begin_on(p, b, BLACK, 0, at(b, "B7"));
    int half = begin_on(p, b, BLACK, 0.5, at(b, "B7"));
    assert_int_equal(begin_on(p, b, BLACK, 1, at(b, "B7")), 400);
    assert_in_range(never, 0, 399);
    assert_in_range(half, 200 + never / 2 - 60, 200 + never / 2 + 60);
    playout_destroy(p);
    playout_gammas_destroy(tables);
    board_destroy(b);
}

/* How many of 2000 playouts, black first, take the white stone at `stone`. */
static int kills(playout *p, const board *b, double nakade, point stone)
{
    const playout_options options = {.nakade = nakade};
    rng random = rng_seed(3);
    int count = 0;
    for (int i = 0; i < 2000; i++) {
        playout_run(p, b, BLACK, &options, &random);
        count += playout_board(p)->at[stone] != WHITE;
    }
    return count;
}

/* White's last move left a bulky five, and black is to move. */
static void playouts_see_more_deaths(void **state)
{
    playout_gammas *tables = trained(9);
    playout *p;
    board *b = board_of(9, ". . . . X . X . ."
                           ". . O O X X . X ."
                           "O O O X X . X . ."
                           "X X X X . . . X ."
                           ". X . X . . . . ."
                           ". . X . . O O O O"
                           ". X . . O . O . ."
                           "X . X . O O . O ."
                           ". X . . O . O . O");
    (void)state;
    assert_int_equal(playout_create(&p, tables, NULL), GO_OK);
    board_play(b, WHITE, at(b, "D9"));
    int without = kills(p, b, 0, at(b, "C8")), with = kills(p, b, 0.9, at(b, "C8"));
    print_message("killed without %d, with %d of 2000\n", without, with);
    assert_true(with > without + 100);
    playout_destroy(p);
    playout_gammas_destroy(tables);
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shapes_have_their_vital_points),
        cmocka_unit_test(other_shapes_have_none),
        cmocka_unit_test(stones_inside_count),
        cmocka_unit_test(who_can_run_needs_no_eyes),
        cmocka_unit_test(the_last_move_shows_the_space),
        cmocka_unit_test(the_hole_of_a_capture_is_a_space),
        cmocka_unit_test(playouts_go_for_it_as_often_as_asked),
        cmocka_unit_test(playouts_see_more_deaths),
    };
    return cmocka_run_group_tests_name("nakade", tests, NULL, NULL);
}
