/* Ladders: drawn ones, and all chains in atari or with two liberties of random
 * positions against a search without cleverness.                             */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "board/ladder.h"
#include "board/symmetry.h"
#include "tests/support/drawn.h"

/* ---- drawn ---- */

static void stones_in_the_way_decide_a_ladder(void **state)
{
    /* white runs D7 D6 E6 E5 F5 F4 G4 G3 H3 ... to the lower right */
    board *b = board_of(9, ". . . . . . . . ."
                           ". . X X . . . . ."
                           ". X O . . . . . ."
                           ". . X . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    (void)state;
    assert_false(ladder_can_escape(b, at(b, "C7")));
    board_setup(b, WHITE, at(b, "G3")); /* a friend to run to */
    assert_true(ladder_can_escape(b, at(b, "C7")));
    board_setup(b, BLACK, at(b, "G3")); /* a hunter changes nothing */
    assert_false(ladder_can_escape(b, at(b, "C7")));
    board_setup(b, EMPTY, at(b, "G3"));
    board_setup(b, WHITE, at(b, "C3")); /* a friend off the path */
    assert_false(ladder_can_escape(b, at(b, "C7")));
    board_destroy(b);
}

static void a_ladder_crosses_the_largest_board(void **state)
{
    static const char *const black[] = {"C24", "D24", "B23", "C22"};
    board b;
    (void)state;
    board_init(&b, 25);
    for (int i = 0; i < 4; i++)
        board_setup(&b, BLACK, at(&b, black[i]));
    board_setup(&b, WHITE, at(&b, "C23"));
    assert_false(ladder_can_escape(&b, at(&b, "C23")));
    board_setup(&b, WHITE, at(&b, "X2"));
    assert_true(ladder_can_escape(&b, at(&b, "C23")));
}

/* The prey runs along the first line to the other corner; at each step the hunter could also
 * stop it there, which does not work.                                         */
static void a_ladder_runs_along_any_edge(void **state)
{
    static const char *const black[] = {"A1", "B1", "B2", "C2"};
    (void)state;
    for (int s = 0; s < N_SYMMETRIES; s++) {
        board b;
        board_init(&b, 19);
        for (int i = 0; i < 4; i++)
            board_setup(&b, BLACK, symmetry_point(s, 19, at(&b, black[i])));
        const point prey = symmetry_point(s, 19, at(&b, "C1"));
        board_setup(&b, WHITE, prey);
        assert_false(ladder_can_escape(&b, prey));
        board_setup(&b, WHITE, symmetry_point(s, 19, at(&b, "S2")));
        assert_true(ladder_can_escape(&b, prey));
    }
}

static void the_hunter_must_choose_the_right_side(void **state)
{
    board *b = board_of(9, ". . . . . . . . ."
                           ". . X X . . . . ."
                           ". X O O . . . . ."
                           ". . X . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    point move = PASS;
    (void)state;
    assert_true(ladder_can_capture(b, at(b, "C7"), &move));
    assert_int_equal(move, at(b, "E7"));
    assert_true(ladder_captures_at(b, at(b, "C7"), at(b, "E7")));
    assert_false(ladder_captures_at(b, at(b, "C7"), at(b, "D6")));
    board_setup(b, WHITE, at(b, "E5")); /* now neither side works */
    assert_false(ladder_can_capture(b, at(b, "C7"), &move));
    board_destroy(b);
}

static void taking_a_hunter_saves_the_prey(void **state)
{
    /* C3 cannot run by C2, but C4 can be taken at C5 */
    board *b = board_of(5, ". . . . ."
                           ". O X O ."
                           ". X O X ."
                           ". X . X ."
                           ". . . . .");
    (void)state;
    assert_true(ladder_can_escape(b, at(b, "C3")));
    board_setup(b, BLACK, at(b, "C5")); /* no longer in atari */
    assert_false(ladder_can_escape(b, at(b, "C3")));
    board_destroy(b);
}

static void a_snapback_is_no_escape(void **state)
{
    /* white may take B1 at A1, and black takes five stones back at B1 */
    board *b = board_of(5, ". . . . ."
                           ". . . . ."
                           "X X X . ."
                           "O O O X ."
                           ". X O X .");
    (void)state;
    assert_int_equal(board_legal(b, WHITE, at(b, "A1")), MOVE_OK);
    assert_false(ladder_can_escape(b, at(b, "C1")));
    board_destroy(b);
}

static void a_hunter_that_falls_into_atari_loses_the_prey(void **state)
{
    /* as above, but F7 takes liberties of the hunters at E7 and F6 */
    board *b = board_of(9, ". . . . . . . . ."
                           ". . X X . . . . ."
                           ". X O . . O . . ."
                           ". . X . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    (void)state;
    assert_true(ladder_can_escape(b, at(b, "C7")));
    board_destroy(b);
}

static void a_standing_ko_ban_holds_for_the_first_move(void **state)
{
    board *b = board_of(5, ". X O X ."
                           ". O . O ."
                           ". X O X ."
                           ". X . X ."
                           ". . . . .");
    (void)state;
    assert_int_equal(board_play(b, BLACK, at(b, "C4")), MOVE_OK); /* takes C5 */
    assert_int_equal(board_legal(b, WHITE, at(b, "C5")), MOVE_KO);
    assert_false(ladder_can_escape(b, at(b, "C3")));
    assert_false(ladder_can_capture(b, at(b, "C4"), NULL));
    assert_int_equal(board_play(b, WHITE, PASS), MOVE_OK); /* lifts the ban */
    assert_true(ladder_can_escape(b, at(b, "C3")));
    assert_true(ladder_can_capture(b, at(b, "C4"), NULL));
    board_destroy(b);
}

static void a_chain_with_three_liberties_is_away(void **state)
{
    board *b = board_of(5, ". . . . ."
                           ". . X . ."
                           ". . O . ."
                           ". . . . ."
                           ". . . . .");
    (void)state;
    assert_true(ladder_can_escape(b, at(b, "C3")));
    assert_false(ladder_can_capture(b, at(b, "C3"), NULL));
    assert_false(ladder_captures_at(b, at(b, "C3"), at(b, "C2")));
    board_destroy(b);
}

/* Whatever becomes of it: the question is about a chain in atari. */
static void a_chain_with_two_liberties_is_not_asked_about(void **state)
{
    board *b = board_of(5, ". . . . ."
                           ". . . . ."
                           "X X X . ."
                           "O O O X ."
                           ". . X X .");
    (void)state;
    assert_true(ladder_can_escape(b, at(b, "B2")));
    assert_int_equal(board_play(b, BLACK, at(b, "A1")), MOVE_OK);
    assert_false(ladder_can_escape(b, at(b, "B2")));
    board_destroy(b);
}

/* ---- limits ---- */

/* Five moves on one line of play have alternatives. */
static void alternatives_within_alternatives_are_read(void **state)
{
    board *b = board_of(7, ". . O X . . ."
                           "X O O X O X ."
                           "X X X O . . ."
                           "X X X . . . ."
                           "X X O . . . ."
                           "O X X . . . ."
                           ". O O . . . .");
    (void)state;
    assert_true(ladder_can_capture(b, at(b, "D5"), NULL));
    board_destroy(b);
}

/* Read to its end, by 700 moves, A3 is caught. */
static void a_prey_escapes_if_there_is_too_much_to_read(void **state)
{
    board *b = board_of(8, ". . . . O . . ."
                           ". . . O X X X ."
                           ". . . X . X . ."
                           ". . . . X O . ."
                           ". . . . . . . ."
                           "O . . . . . . ."
                           "X . . . . . . ."
                           "X O O . . . . .");
    (void)state;
    assert_false(ladder_can_capture(b, at(b, "A3"), NULL));
    board_destroy(b);
}

/* Thirteen stones around the row of white's can be taken. */
static void a_prey_escapes_if_it_has_too_many_answers(void **state)
{
    board b;
    (void)state;
    board_init(&b, 25);
    for (int x = 0; x < 25; x++) {
        board_setup(&b, x < 24 ? WHITE : EMPTY, board_point_on(25, x, 5));
        board_setup(&b, x % 2 ? BLACK : WHITE, board_point_on(25, x, 6));
        board_setup(&b, x % 2 ? EMPTY : BLACK, board_point_on(25, x, 7));
        board_setup(&b, x == 0 || x == 2 ? WHITE : BLACK, board_point_on(25, x, 4));
        board_setup(&b, x == 0 || x == 2 ? BLACK : EMPTY, board_point_on(25, x, 3));
    }
    const point prey = board_point_on(25, 0, 5);
    assert_int_equal(board_chain_libs(&b, prey), 1);
    assert_true(ladder_can_escape(&b, prey));
}

/* ---- against a plain search ---- */

typedef enum verdict { AWAY, CAUGHT, UNKNOWN } verdict;

enum { PLAIN_DEPTH = 40, PLAIN_NODES = 3000 };

static verdict plain_search(const board *b, point prey, bool hunter_moves, int depth, int *nodes);

/* The verdict after c plays p. */
static verdict plain_move(const board *b, point prey, colour c, point p, int depth, int *nodes)
{
    board next;
    board_copy(&next, b);
    next.suicide_allowed = false;
    board_play_legal(&next, c, p);
    if (next.ko_colour == b->at[prey])
        next.ko = PASS;
    return plain_search(&next, prey, b->at[prey] == c, depth - 1, nodes);
}

/* Would the owner's move at p take a chain next to the prey? */
static bool takes_a_neighbour(const board *b, point prey, point p)
{
    board next;
    board_copy(&next, b);
    board_play_legal(&next, (colour)b->at[prey], p);
    for (point s = 0; s < b->n_points; s++)
        for (int k = 0; k < 4 && b->at[s] != OFFBOARD && b->chain[s] == b->chain[prey]; k++)
            if (b->at[s + b->offset[k]] != EMPTY && next.at[s + b->offset[k]] == EMPTY)
                return true;
    return false;
}

static verdict plain_search(const board *b, point prey, bool hunter_moves, int depth, int *nodes)
{
    colour owner = (colour)b->at[prey], mover = hunter_moves ? opponent(owner) : owner;
    int libs = board_chain_libs(b, prey);
    if (libs != (hunter_moves ? 2 : 1))
        return libs < 2 ? CAUGHT : AWAY;
    if (depth == 0 || --*nodes < 0)
        return UNKNOWN;
    verdict good = hunter_moves ? CAUGHT : AWAY, result = hunter_moves ? AWAY : CAUGHT;
    for (point p = 1; p < b->n_points; p++) {
        if (board_legal(b, mover, p) != MOVE_OK)
            continue;
        bool lib = board_is_lib(b, b->chain[prey], p);
        if (!lib && (hunter_moves || !takes_a_neighbour(b, prey, p)))
            continue;
        if (board_libs_after(b, mover, p, 1) == 0)
            continue; /* suicide */
        verdict v = plain_move(b, prey, mover, p, depth, nodes);
        if (v == good)
            return good;
        result = v == UNKNOWN ? UNKNOWN : result;
    }
    return result;
}

static void compare_chain(const board *b, point stone, int *asked, int *unknown)
{
    int libs = board_chain_libs(b, stone), nodes = PLAIN_NODES;
    point move = PASS;
    verdict v = plain_search(b, stone, libs == 2, PLAIN_DEPTH, &nodes);
    bool caught = libs == 1 ? !ladder_can_escape(b, stone)
                            : ladder_can_capture(b, stone, &move);
    ++*asked;
    if (v == UNKNOWN)
        ++*unknown;
    else if (caught != (v == CAUGHT))
        fail_msg("size %d: the chain of %d with %d liberties: %d instead of %d", b->size, stone,
                 libs, caught, v == CAUGHT);
    if (libs == 2 && caught)
        assert_true(ladder_captures_at(b, stone, move));
}

/* A position after random moves that avoid own eyes and most self-ataris.  In some of them suicide
 * is allowed, which no ladder is read with.                                   */
static void random_position(board *b, int size, rng *r)
{
    int length = (int)rng_below(r, (uint32_t)(size * size)) + size;
    board_init(b, size);
    for (int i = 0; i < length; i++) {
        colour c = i % 2 ? WHITE : BLACK;
        point p = b->empty[rng_below(r, (uint32_t)b->n_empty)];
        if (board_legal(b, c, p) != MOVE_OK || board_is_eye(b, p, c))
            continue;
        if (board_libs_after(b, c, p, 2) == 2 || rng_below(r, 4) == 0)
            board_play_legal(b, c, p);
    }
    b->suicide_allowed = rng_below(r, 4) == 0;
}

static void reads_as_a_plain_search_does(void **state)
{
    static const int sizes[] = {3, 4, 5, 6, 7, 9, 13};
    int asked = 0, unknown = 0;
    rng r = rng_seed(11);
    (void)state;
    for (int i = 0; i < 1400; i++) {
        board b;
        random_position(&b, sizes[i % 7], &r);
        for (point p = 0; p < b.n_points; p++) {
            bool first = b.chain[p] && b.head[b.chain[p]] == p;
            if (first && (b.at[p] == BLACK || b.at[p] == WHITE) && board_chain_libs(&b, p) <= 2)
                compare_chain(&b, p, &asked, &unknown);
        }
    }
    print_message("%d chains read, %d too deep for the plain search\n", asked, unknown);
    assert_true(asked > 5000);
    assert_true(unknown * 50 < asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_in_the_way_decide_a_ladder),
        cmocka_unit_test(a_ladder_crosses_the_largest_board),
        cmocka_unit_test(a_ladder_runs_along_any_edge),
        cmocka_unit_test(the_hunter_must_choose_the_right_side),
        cmocka_unit_test(taking_a_hunter_saves_the_prey),
        cmocka_unit_test(a_snapback_is_no_escape),
        cmocka_unit_test(a_hunter_that_falls_into_atari_loses_the_prey),
        cmocka_unit_test(a_standing_ko_ban_holds_for_the_first_move),
        cmocka_unit_test(a_chain_with_three_liberties_is_away),
        cmocka_unit_test(a_chain_with_two_liberties_is_not_asked_about),
        cmocka_unit_test(alternatives_within_alternatives_are_read),
        cmocka_unit_test(a_prey_escapes_if_there_is_too_much_to_read),
        cmocka_unit_test(a_prey_escapes_if_it_has_too_many_answers),
        cmocka_unit_test(reads_as_a_plain_search_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
