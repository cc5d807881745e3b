/* Benson's unconditional life, on drawn boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "board/game/benson.h"
#include "tests/support/drawn.h"

static void two_separate_eyes_live(void **state)
{
    board *b = board_of(5, ". X . X O"
                           "X X X X O"
                           "O O O O O"
                           ". . . . ."
                           ". . . . .");
    benson life;
    (void)state;
    benson_find(b, BLACK, &life);
    assert_int_equal(life.n_chains, 1);
    assert_int_equal(life.n_regions, 2);
    assert_true(life.alive[at(b, "B5")]);
    assert_true(life.vital[at(b, "A5")]);
    assert_true(life.vital[at(b, "C5")]);
    assert_false(life.vital[at(b, "A1")]);
    assert_false(life.alive[at(b, "A3")]);
    benson_find(b, WHITE, &life); /* one region above (black's), one below */
    assert_int_equal(life.n_chains, 0);
    board_destroy(b);
}

static void one_large_eye_is_not_enough(void **state)
{
    board *b = board_of(5, ". . . X O"
                           "X X X X O"
                           "O O O O O"
                           ". . . . ."
                           ". . . . .");
    benson life;
    (void)state;
    benson_find(b, BLACK, &life);
    assert_int_equal(life.n_chains, 0);
    assert_int_equal(life.n_regions, 0);
    board_destroy(b);
}

static void a_region_may_hold_stones_of_the_opponent(void **state)
{
    /* the eye B6 C6 holds a white stone; its only empty point is a liberty */
    board *b = board_of(6, "X O . X . X"
                           "X X X X X X"
                           "O O O O O O"
                           ". . . . . ."
                           ". . . . . ."
                           ". . . . . .");
    benson life;
    (void)state;
    benson_find(b, BLACK, &life);
    assert_int_equal(life.n_chains, 1);
    assert_int_equal(life.n_regions, 2);
    assert_true(life.vital[at(b, "B6")]);
    board_destroy(b);
}

static void chains_may_live_through_each_other(void **state)
{
    /* the two black chains touch only at the eyes A5 and B4, which both need */
    board *b = board_of(5, ". X X O ."
                           "X . X O ."
                           "X X O O ."
                           "O O O . ."
                           ". . . . .");
    benson life;
    (void)state;
    benson_find(b, BLACK, &life);
    assert_int_equal(life.n_chains, 2);
    assert_int_equal(life.n_regions, 2);
    assert_true(life.alive[at(b, "C5")]);
    assert_true(life.alive[at(b, "A3")]);
    board_destroy(b);
}

static void a_false_eye_is_not_an_eye(void **state)
{
    /* the stones A4 A3 A2 hang on the eye A5 alone */
    board *b = board_of(5, ". X . X O"
                           "X O X X O"
                           "X O O O O"
                           "X O . . ."
                           "O O . . .");
    benson life;
    (void)state;
    benson_find(b, BLACK, &life);
    assert_false(life.alive[at(b, "A4")]);
    assert_false(life.alive[at(b, "B5")]);
    assert_int_equal(life.n_chains, 0);
    board_destroy(b);
}

static void seki_is_beyond_benson(void **state)
{
    /* the chains of A5 and C5 share B5 and B4, and neither can take the other */
    board *b = board_of(5, "X . O X ."
                           "X . O X X"
                           "X X O X ."
                           "O O O X X"
                           "X X X X .");
    benson life;
    (void)state;
    benson_find(b, BLACK, &life);
    assert_false(life.alive[at(b, "A5")]);
    assert_true(life.alive[at(b, "D5")]);
    assert_int_equal(life.n_chains, 1);
    benson_find(b, WHITE, &life);
    assert_int_equal(life.n_chains, 0);
    board_destroy(b);
}

/* The corner chain touches its only eye A7 B7 and the region around it in turn; that one has D5,
 * which touches the living chain alone.                                       */
static void an_eye_counts_once(void **state)
{
    board *b = board_of(7, ". . X . X . ."
                           "X X X . X . ."
                           ". . . . X . ."
                           "X X X X X . ."
                           ". X . X . . ."
                           "X X X X . . ."
                           ". . . . . . .");
    benson life;
    (void)state;
    benson_find(b, BLACK, &life);
    assert_false(life.alive[at(b, "A6")]);
    assert_true(life.alive[at(b, "A4")]);
    assert_int_equal(life.n_chains, 1);
    assert_int_equal(life.n_regions, 2);
    board_destroy(b);
}

static void a_region_between_living_chains_may_be_vital_to_neither(void **state)
{
    board *b = board_of(6, ". X . . X ."
                           "X X . . X X"
                           ". X . . X ."
                           "X X . . X X"
                           "X X . . X X"
                           "X X . . X X");
    benson life;
    (void)state;
    benson_find(b, BLACK, &life);
    assert_int_equal(life.n_chains, 2);
    assert_int_equal(life.n_regions, 4);
    assert_false(life.vital[at(b, "C4")]);
    board_destroy(b);
}

static void suicide_makes_the_test_stricter(void **state)
{
    /* the left eye is six points, of which white holds those not next to black's
     * wall; giving them up by suicide would leave points that are no liberties */
    board *b = board_of(7, ". . . X . X O"
                           ". O . X X X O"
                           ". . . X O O O"
                           "X X X X O . ."
                           "O O O O O . ."
                           ". . . . . . ."
                           ". . . . . . .");
    benson life;
    (void)state;
    /* A7 A6 B7 are not next to the wall: no eye in either case */
    benson_find(b, BLACK, &life);
    assert_int_equal(life.n_chains, 0);
    board_destroy(b);

    b = board_of(7, "O O . X . X O"
                    "O O . X X X O"
                    ". . . X O O O"
                    "X X X X O . ."
                    "O O O O O . ."
                    ". . . . . . ."
                    ". . . . . . .");
    benson_find(b, BLACK, &life);
    assert_int_equal(life.n_chains, 1);
    b->suicide_allowed = true;
    benson_find(b, BLACK, &life);
    assert_int_equal(life.n_chains, 0);
    board_destroy(b);
}

/* The claim itself: the owner only passes, the opponent plays at random, also
 * into eyes, and never takes an alive stone nor gets a second eye inside.    */
static void attack(const board *b, colour owner, const benson *life, rng *r)
{
    board trial;
    board_copy(&trial, b);
    for (int i = 0; i < 6 * b->size * b->size && trial.n_empty > 0; i++) {
        point p = trial.empty[rng_below(r, (uint32_t)trial.n_empty)];
        board_play(&trial, opponent(owner), p);
    }
    for (point p = 0; p < b->n_points; p++)
        if (life->alive[p] && trial.at[p] != owner)
            fail_msg("a stone called alive was taken");
}

/* After random moves that fill no own eyes. */
static void random_position(board *b, int size, rng *r)
{
    board_init(b, size);
    for (int i = 0; i < 3 * size * size && b->n_empty > 0; i++) {
        colour c = i % 2 ? WHITE : BLACK;
        point p = b->empty[rng_below(r, (uint32_t)b->n_empty)];
        if (!board_is_eye(b, p, c))
            board_play(b, c, p);
    }
}

static void what_benson_calls_alive_cannot_be_taken(void **state)
{
    int alive = 0;
    rng r = rng_seed(5);
    (void)state;
    for (int game = 0; game < 300; game++) {
        board b;
        random_position(&b, 5 + game % 9, &r);
        b.suicide_allowed = game % 2;
        for (int c = BLACK; c <= WHITE; c++) {
            benson life;
            benson_find(&b, (colour)c, &life);
            alive += life.n_chains;
            for (int trial = 0; trial < 5; trial++)
                attack(&b, (colour)c, &life, &r);
        }
    }
    print_message("%d chains alive\n", alive);
    assert_true(alive > 100);
}

/* ---- against the definition, written plainly ---- */

typedef struct plain {
    const board *b;
    colour c;
    int region[BOARD_MAX_POINTS]; /* its largest point; 0: none */
    bool alive[BOARD_MAX_POINTS]; /* stones */
} plain;

static bool next_to_chain(const board *b, point p, int chain)
{
    bool is = false;
    FOR_EACH_NEIGHBOUR (b, p, q)
        is |= b->chain[q] == chain;
    return is;
}

static void plain_regions(plain *s)
{
    for (point p = 0; p < s->b->n_points; p++)
        s->region[p] = s->b->at[p] == s->c || s->b->at[p] == OFFBOARD ? 0 : p;
    for (bool changed = true; changed;) {
        changed = false;
        for (point p = 0; p < s->b->n_points; p++) {
            FOR_EACH_NEIGHBOUR (s->b, p, q) {
                if (s->region[p] && s->region[q] > s->region[p]) {
                    s->region[p] = s->region[q];
                    changed = true;
                }
            }
        }
    }
}

/* Is the region vital to the chain, and are all others that it touches alive? */
static bool plain_vital(const plain *s, int region, int chain)
{
    const board *b = s->b;
    for (point p = 0; p < b->n_points; p++) {
        if (s->region[p] != region)
            continue;
        if ((b->at[p] == EMPTY || b->suicide_allowed) && !next_to_chain(b, p, chain))
            return false;
        FOR_EACH_NEIGHBOUR (b, p, q)
            if (b->at[q] == s->c && !s->alive[q])
                return false;
    }
    return true;
}

static int plain_eyes(const plain *s, int chain)
{
    int n = 0;
    for (point p = 0; p < s->b->n_points; p++)
        n += s->region[p] == p && p && plain_vital(s, p, chain);
    return n;
}

static void plain_life(plain *s)
{
    const board *b = s->b;
    for (point p = 0; p < b->n_points; p++)
        s->alive[p] = b->at[p] == s->c;
    for (bool changed = true; changed;) {
        changed = false;
        for (point p = 0; p < b->n_points; p++) {
            if (!s->alive[p] || b->head[b->chain[p]] != p || plain_eyes(s, b->chain[p]) >= 2)
                continue;
            FOR_EACH_STONE (b, q, p)
                s->alive[q] = false;
            changed = true;
        }
    }
}

static void compare_life(const plain *s)
{
    const board *b = s->b;
    bool vital[BOARD_MAX_POINTS] = {false}; /* by region */
    int n_chains = 0, n_regions = 0;
    benson life;
    benson_find(b, s->c, &life);
    for (point p = 0; p < b->n_points; p++) {
        assert_int_equal(life.alive[p], s->alive[p]);
        if (!s->alive[p] || b->head[b->chain[p]] != p)
            continue;
        n_chains++;
        for (point q = 1; q < b->n_points; q++)
            vital[q] |= s->region[q] == q && plain_vital(s, q, b->chain[p]);
    }
    for (point p = 0; p < b->n_points; p++) {
        assert_int_equal(life.vital[p], vital[s->region[p]]);
        n_regions += vital[p];
    }
    assert_int_equal(life.n_chains, n_chains);
    assert_int_equal(life.n_regions, n_regions);
}

static void compare_regions(const plain *s)
{
    const board *b = s->b;
    benson_regions r;
    int n = 0, n_points = 0;
    benson_find_regions(b, s->c, &r);
    for (point p = 0; p < b->n_points; p++) {
        n += p && s->region[p] == p;
        n_points += s->region[p] > 0;
    }
    assert_int_equal(r.n, n);
    assert_int_equal(r.first[r.n + 1], n_points);
    for (point p = 0; p < b->n_points; p++) {
        int apart = 0, apart_empty = 0, stones = 0, id = r.of[p];
        assert_int_equal(id > 0, s->region[p] > 0);
        for (point q = 1; q < b->n_points && id; q++) {
            bool touches = false;
            assert_int_equal(r.of[q] == id, s->region[q] == s->region[p]);
            if (r.of[q] != id)
                continue;
            FOR_EACH_NEIGHBOUR (b, q, next)
                touches |= b->at[next] == s->c;
            apart += !touches;
            apart_empty += !touches && b->at[q] == EMPTY;
            stones += b->at[q] != EMPTY;
        }
        if (!id)
            continue;
        assert_int_equal(r.apart[id], apart);
        assert_int_equal(r.apart_empty[id], apart_empty);
        assert_int_equal(r.empty[id], stones == 0);
    }
}

static void life_is_as_the_definition_says(void **state)
{
    rng r = rng_seed(9);
    (void)state;
    for (int game = 0; game < 400; game++) {
        board b;
        random_position(&b, 4 + game / 2 % 5, &r);
        b.suicide_allowed = game % 2;
        for (int c = BLACK; c <= WHITE; c++) {
            plain s = {.b = &b, .c = (colour)c};
            plain_regions(&s);
            plain_life(&s);
            compare_life(&s);
            compare_regions(&s);
        }
    }
}

/* Beside the two eyes at the top black's wall encloses a region at the left side.  With one point
 * that touches no black stone, white cannot live in it; with two, she might.    */
static void area_is_where_the_opponent_cannot_live(void **state)
{
    board *small = board_of(7, ". X . X . . ."
                               "X X X X . . ."
                               ". . X . . . ."
                               "O . X . . . ."
                               ". O X . . . ."
                               "X X X . . . ."
                               ". . . . . . .");
    board *large = board_of(7, ". X . X . . ."
                               "X X X X . . ."
                               ". . X . . . ."
                               "O . X . . . ."
                               ". O X . . . ."
                               ". . X . . . ."
                               "X X X . . . .");
    bool owned[BOARD_MAX_POINTS];
    (void)state;
    assert_int_equal(benson_area(small, BLACK, owned), 12 + 2 + 6);
    assert_true(owned[at(small, "A4")] && owned[at(small, "A5")] && owned[at(small, "C7")]);
    assert_false(owned[at(small, "A1")] || owned[at(small, "E7")]);
    assert_int_equal(benson_area(large, BLACK, owned), 13 + 2);
    assert_false(owned[at(large, "A4")] || owned[at(large, "A2")]);
    assert_int_equal(benson_area(large, WHITE, owned), 0);
    board_destroy(small);
    board_destroy(large);
}

/* A3 can be taken, and then the region has room for two eyes. */
static void a_stone_that_may_be_taken_encloses_no_area(void **state)
{
    board *b = board_of(7, ". X . X . . ."
                           "X X X X . . ."
                           ". . X . . . ."
                           ". . X . . . ."
                           "X . X . . . ."
                           ". . X . . . ."
                           "X X X . . . .");
    bool owned[BOARD_MAX_POINTS];
    (void)state;
    assert_int_equal(benson_area(b, BLACK, owned), 13 + 2);
    assert_false(owned[at(b, "A4")] || owned[at(b, "A3")]);
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_separate_eyes_live),
        cmocka_unit_test(one_large_eye_is_not_enough),
        cmocka_unit_test(a_region_may_hold_stones_of_the_opponent),
        cmocka_unit_test(chains_may_live_through_each_other),
        cmocka_unit_test(a_false_eye_is_not_an_eye),
        cmocka_unit_test(seki_is_beyond_benson),
        cmocka_unit_test(an_eye_counts_once),
        cmocka_unit_test(a_region_between_living_chains_may_be_vital_to_neither),
        cmocka_unit_test(suicide_makes_the_test_stricter),
        cmocka_unit_test(area_is_where_the_opponent_cannot_live),
        cmocka_unit_test(a_stone_that_may_be_taken_encloses_no_area),
        cmocka_unit_test(life_is_as_the_definition_says),
        cmocka_unit_test(what_benson_calls_alive_cannot_be_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
