/* Ladders as networks want them: drawn ones, and all short chains of random
 * positions against the definition written down plainly on boards.           */
#include "nn/inputs/chase.h"
#include "tests/support/drawn.h"
#include "tests/support/needs.h"
#include "tests/support/point_set.h"
#include "tests/support/random_moves.h"
#include "tests/support/unit.h"

/* ---- drawn ---- */

/* Is the chain at `name` caught? */
static bool caught(const board *b, const char *name)
{
    nn_ladders found;
    nn_ladders_find(b, BLACK, &found);
    return point_set_has(found.caught, at(b, name));
}

static void a_ladder_runs_unless_a_friend_waits(void **state)
{
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
    assert_true(caught(b, "C7"));
    assert_false(caught(b, "C8"));
    board_setup(b, WHITE, at(b, "G3"));
    assert_false(caught(b, "C7"));
    board_destroy(b);
}

static void only_the_attack_that_works_is_noted(void **state)
{
    /* with C1 black's, D1 lets white out to E2; E2 leaves it the first line */
    board *b = board_of(7, ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . X X . . ."
                           ". X O O . . ."
                           ". . . . . . .");
    nn_ladders found;
    (void)state;
    nn_ladders_find(b, WHITE, &found);
    assert_false(point_set_has(found.caught, at(b, "C2"))); /* three liberties */
    board_setup(b, BLACK, at(b, "C1"));
    nn_ladders_find(b, WHITE, &found);
    assert_true(point_set_has(found.caught, at(b, "C2")));
    assert_true(point_set_has(found.caught, at(b, "D2")));
    assert_true(point_set_has(found.attack, at(b, "E2")));
    assert_false(point_set_has(found.attack, at(b, "D1")));
    nn_ladders_find(b, BLACK, &found); /* black's chains are asked about */
    assert_true(point_set_has(found.caught, at(b, "C2")));
    assert_false(point_set_has(found.attack, at(b, "E2")));
    board_destroy(b);
}

static void a_chain_that_can_take_its_hunters_is_not_caught(void **state)
{
    /* white's A3 would be suicide, but E3 takes D3, D2, D1 and C1 */
    board *b = board_of(5, ". . . . ."
                           "X X X O ."
                           ". O O X ."
                           "X X O X O"
                           ". O X X O");
    (void)state;
    assert_false(caught(b, "C3"));
    board_setup(b, EMPTY, at(b, "D4"));
    assert_true(caught(b, "C3"));
    board_destroy(b);
}

/* White can take A3 by B3, the only extension, or C4 by C3; neither saves the two stones.  But C3
 * is found last and makes three liberties, with which KataGo is content.         */
static void a_last_capture_of_three_liberties_is_enough(void **state)
{
    board *b = board_of(4, "O O X O"
                           "X . . ."
                           "O X X X"
                           ". X X .");
    (void)state;
    assert_false(caught(b, "A4"));
    board_setup(b, WHITE, at(b, "D3")); /* C3 makes two */
    board_setup(b, BLACK, at(b, "D4"));
    assert_true(caught(b, "A4"));
    board_destroy(b);
}

/* ---- against the definition ---- */

typedef struct shadow {
    int nodes; /* moves played */
} shadow;

enum { SHADOW_NODES = 3000 }; /* beyond that a position is not compared */

static bool prey_caught(shadow *s, const board *b, point prey, int depth);

static bool shadow_plays(shadow *s, const board *b, point prey, colour c, point p, int depth)
{
    board copy;
    if (board_legal(b, c, p) != MOVE_OK)
        return c == b->at[prey]; /* a move that cannot be is one that fails */
    if (++s->nodes > SHADOW_NODES)
        return false;
    board_copy(&copy, b);
    board_play_legal(&copy, c, p);
    copy.ko_colour = (uint8_t)opponent(c);
    return prey_caught(s, &copy, prey, depth + 1);
}

/* The last liberties of the hunter's chains in atari around the prey. */
static int captures(const board *b, point prey, point *out)
{
    int n = 0;
    point stone = prey;
    do {
        for (int k = 0; k < 4; k++) {
            point q = (point)(stone + b->offset[k]);
            if (b->at[q] == opponent((colour)b->at[prey]) && board_chain_libs(b, q) == 1)
                out[n++] = board_first_lib(b, b->chain[q]);
        }
        stone = b->link[stone];
    } while (stone != prey);
    return n;
}

/* Would the hunter at p take exactly one stone, shut in there by his own? */
static bool ko_taking(const board *b, colour hunter, point p)
{
    int ataris = 0;
    bool single = true;
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + b->offset[k]);
        if (b->at[q] == EMPTY || b->at[q] == hunter)
            return false;
        if (b->at[q] == OFFBOARD || board_chain_libs(b, q) > 1)
            continue;
        ataris++;
        single &= board_chain_size(b, q) == 1;
    }
    return ataris == 1 && single;
}

static bool double_ko(const board *b, point prey, const point libs[2])
{
    colour owner = (colour)b->at[prey];
    point taken[4 * BOARD_MAX_AREA];
    for (int i = 0; i < 2; i++)
        if (!ko_taking(b, opponent(owner), libs[i]) || board_libs_after(b, owner, libs[i], 3) > 2)
            return false;
    return captures(b, prey, taken) == 0;
}

static bool hunter_catches(shadow *s, const board *b, point prey, int depth)
{
    point libs[2];
    int n = board_chain_libs(b, prey);
    if (n != 2)
        return n < 2;
    board_libs(b, b->chain[prey], libs, 2);
    if (double_ko(b, prey, libs))
        return true;
    colour hunter = opponent((colour)b->at[prey]);
    return shadow_plays(s, b, prey, hunter, libs[0], depth) ||
           shadow_plays(s, b, prey, hunter, libs[1], depth);
}

/* May the order of the captures decide, since the extension is one of them and another one makes
 * three liberties (see chase.h)?                                             */
static bool captured_first(const board *b, point prey, const point *moves, int n, point extension)
{
    bool extends = false, frees = false;
    for (int i = 0; i < n; i++) {
        extends |= moves[i] == extension;
        frees |=
            moves[i] != extension && board_libs_after(b, (colour)b->at[prey], moves[i], 3) >= 3;
    }
    return extends && frees;
}

/* Whose turn it is shows in the depth: the prey moves first. */
static bool prey_caught(shadow *s, const board *b, point prey, int depth)
{
    if (depth % 2 == 1)
        return hunter_catches(s, b, prey, depth);
    if (board_chain_libs(b, prey) >= 2 || b->ko != PASS)
        return false;
    point moves[4 * BOARD_MAX_AREA];
    int n = captures(b, prey, moves);
    const point extension = board_first_lib(b, b->chain[prey]);
    if (captured_first(b, prey, moves, n, extension))
        s->nodes = SHADOW_NODES + 1;
    moves[n++] = extension;
    for (int i = 0; i < n; i++)
        if (!shadow_plays(s, b, prey, (colour)b->at[prey], moves[i], depth))
            return false;
    return true;
}

static bool first_move_caught(shadow *s, const board *b, point prey)
{
    board copy;
    board_copy(&copy, b);
    copy.ko = PASS;
    return prey_caught(s, &copy, prey, 0);
}

/* Does the attack at p catch the prey, which has two liberties? */
static bool attack_catches(shadow *s, const board *b, point prey, point p)
{
    board copy;
    colour hunter = opponent((colour)b->at[prey]);
    if (p == b->ko || board_legal(b, hunter, p) != MOVE_OK)
        return false;
    board_copy(&copy, b);
    board_play_legal(&copy, hunter, p);
    return first_move_caught(s, &copy, prey);
}

static int compare_chain(const board *b, const nn_ladders *found, point prey)
{
    shadow s = {0};
    point libs[2];
    bool expected;
    if (board_chain_libs(b, prey) == 1) {
        expected = first_move_caught(&s, b, prey);
    } else {
        board_libs(b, b->chain[prey], libs, 2);
        bool first = attack_catches(&s, b, prey, libs[0]);
        bool second = attack_catches(&s, b, prey, libs[1]);
        expected = first || second;
        if (s.nodes <= SHADOW_NODES && b->at[prey] == WHITE) {
            assert_true(!first || point_set_has(found->attack, libs[0]));
            assert_true(!second || point_set_has(found->attack, libs[1]));
        }
    }
    if (s.nodes > SHADOW_NODES)
        return 0;
    assert_int_equal(point_set_has(found->caught, prey), expected);
    return 1;
}

static int compare(const board *b)
{
    nn_ladders found;
    int compared = 0;
    nn_ladders_find(b, WHITE, &found);
    for (point p = 0; p < b->n_points; p++) {
        if (b->at[p] != BLACK && b->at[p] != WHITE)
            continue;
        if (board_chain_libs(b, p) > 2)
            assert_false(point_set_has(found.caught, p));
        else if (b->head[b->chain[p]] == p)
            compared += compare_chain(b, &found, p);
    }
    return compared;
}

static void random_positions_are_read_as_defined(void **state)
{
    rng random = rng_seed(20);
    int compared = 0;
    (void)state;
    for (int i = 0; i < (slow_tests() ? 4000 : 300); i++) {
        int size = 5 + i % 9;
        board b = random_position(size, size * size * (1 + i % 5) / 3, &random);
        compared += compare(&b);
    }
    assert_true(compared > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ladder_runs_unless_a_friend_waits),
        cmocka_unit_test(only_the_attack_that_works_is_noted),
        cmocka_unit_test(a_chain_that_can_take_its_hunters_is_not_caught),
        cmocka_unit_test(a_last_capture_of_three_liberties_is_enough),
        cmocka_unit_test(random_positions_are_read_as_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
