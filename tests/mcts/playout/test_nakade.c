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
#include "board/random_playout.h"
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

/* White's stone on C7 dies with two others; the same with the colours exchanged. */
static void the_hole_of_a_suicide_is_a_space(void **state)
{
    static const char besieged[] = "O O . X O . ."
                                   "X X X X O . ."
                                   "O O O . O . ."
                                   ". . . . . . ."
                                   ". . . . . . ."
                                   ". . . . . . ."
                                   ". . . . . . .",
                      loose[] = "O O . X . . ."
                                "X X X X . . ."
                                ". . . . . . ."
                                ". . . . . . ."
                                ". . . . . . ."
                                ". . . . . . ."
                                ". . . . . . .";
    (void)state;
    for (int k = 0; k < 4; k++) {
        const colour owner = k % 2 ? WHITE : BLACK;
        char drawing[sizeof besieged];
        memcpy(drawing, k < 2 ? besieged : loose, sizeof drawing);
        for (char *at = drawing; *at && owner == WHITE; at++)
            *at = *at == 'X' ? 'O' : *at == 'O' ? 'X' : *at;
        board *b = board_of(SIZE, drawing);
        b->suicide_allowed = true;
        assert_int_equal(board_play(b, opponent(owner), at(b, "C7")), MOVE_OK);
        assert_int_equal(b->at[at(b, "C7")], EMPTY);
        assert_int_equal(playout_nakade(b, owner), k < 2 ? at(b, "B7") : PASS);
        board_destroy(b);
    }
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

/* ---- the same by plain reading ---- */

typedef struct plain_space {
    int n;
    point at[NAKADE_MAX + 1];
} plain_space;

static bool plain_holds(const plain_space *s, point p)
{
    for (int i = 0; i < s->n; i++)
        if (s->at[i] == p)
            return true;
    return false;
}

/* The connected points around `start` that are not `wall`, one more than a shape has at most. */
static plain_space plain_space_of(const board *b, point start, colour wall)
{
    plain_space s = {1, {start}};
    for (int i = 0; i < s.n; i++)
        FOR_EACH_NEIGHBOUR (b, s.at[i], q)
            if (b->at[q] != wall && b->at[q] != OFFBOARD && !plain_holds(&s, q) &&
                s.n <= NAKADE_MAX)
                s.at[s.n++] = q;
    return s;
}

static int plain_neighbours(const board *b, const plain_space *s, point p)
{
    int n = 0;
    FOR_EACH_NEIGHBOUR (b, p, q)
        n += plain_holds(s, q);
    return n;
}

static bool plain_besieged(const board *b, const plain_space *s, colour wall)
{
    for (int i = 0; i < s->n; i++)
        FOR_EACH_NEIGHBOUR (b, s->at[i], q) {
            int outside = b->at[q] == wall ? board_chain_libs(b, q) : 0;
            for (int k = 0; k < s->n && b->at[q] == wall; k++)
                outside -= board_is_lib(b, b->chain[q], s->at[k]);
            if (outside > 2)
                return false;
        }
    return true;
}

/* Shapes by their points, the neighbours of the centre and the pairs of neighbours. */
static point plain_vital_point(const board *b, point start, colour wall)
{
    static const int shapes[][3] = {{3, 2, 2}, {4, 3, 3}, {5, 3, 5}, {5, 4, 4}, {6, 4, 6}};
    const plain_space s = plain_space_of(b, start, wall);
    point centre = PASS;
    int most = 0, pairs = 0;
    for (int i = 0; i < s.n; i++) {
        const int n = plain_neighbours(b, &s, s.at[i]);
        pairs += n;
        centre = n > most ? s.at[i] : centre;
        most = n > most ? n : most;
    }
    for (int i = 0; i < 5; i++)
        if (s.n == shapes[i][0] && most == shapes[i][1] && pairs == 2 * shapes[i][2])
            return b->at[centre] == EMPTY && plain_besieged(b, &s, wall) ? centre : (point)PASS;
    return PASS;
}

static point plain_nakade(const board *b, colour c)
{
    const colour other = (colour)b->at[b->last];
    point found = other == opponent(c) ? plain_vital_point(b, b->last, c) : (point)PASS;
    FOR_EACH_NEIGHBOUR (b, b->last, q)
        if (found == PASS && b->at[q] == EMPTY)
            found = plain_vital_point(b, q, other);
    return found;
}

/* Along random games on boards of all sizes, from every point. */
static void windows_of_bits_find_what_plain_reading_finds(void **state)
{
    int found = 0, in_games = 0;
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        rng random = rng_seed((uint64_t)size);
        for (int game = 0; game < 40; game++) {
            board b;
            board_init(&b, size);
            colour c = BLACK;
            const int moves = 1 + (int)rng_below(&random, (uint32_t)(2 * size * size));
            for (int i = 0; i < moves && b.n_passes < 2; i++, c = opponent(c)) {
                board_play_legal(&b, c, random_playout_move(&b, c, &random));
                for (int side = BLACK; side <= WHITE && b.last != PASS; side++) {
                    assert_int_equal(playout_nakade(&b, (colour)side),
                                     plain_nakade(&b, (colour)side));
                    in_games += plain_nakade(&b, (colour)side) != PASS;
                }
            }
            for (int i = 0; i < 2 * size * size; i++) {
                const point p = board_point_at(size, i / 2);
                const colour wall = (colour)(BLACK + i % 2);
                if (b.at[p] == wall)
                    continue;
                assert_int_equal(playout_vital_point(&b, p, wall), plain_vital_point(&b, p, wall));
                found += plain_vital_point(&b, p, wall) != PASS;
            }
        }
    }
    print_message("%d vital points of spaces, %d next to last moves\n", found, in_games);
    assert_true(found > 100 && in_games > 1000);
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
        cmocka_unit_test(the_hole_of_a_suicide_is_a_space),
        cmocka_unit_test(playouts_go_for_it_as_often_as_asked),
        cmocka_unit_test(playouts_see_more_deaths),
        cmocka_unit_test(windows_of_bits_find_what_plain_reading_finds),
    };
    return cmocka_run_group_tests_name("nakade", tests, NULL, NULL);
}
