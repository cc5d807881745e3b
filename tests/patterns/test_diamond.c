/* Diamonds: which cells belong to them, what their keys tell apart and what
 * they do not, and that the hashes kept step by step are those counted afresh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "board/symmetry.h"
#include "patterns/diamond.h"
#include "tests/support/drawn.h"
#include "tests/support/random_moves.h"

static diamond_geometry *geometry; /* set up for the group */

static int make_geometry(void **state)
{
    (void)state;
    geometry = diamond_geometry_create();
    return geometry == NULL;
}

static int drop_geometry(void **state)
{
    (void)state;
    diamond_geometry_destroy(geometry);
    return 0;
}

/* The lanes of the diamond of `size` around p by the hashes kept for the board. */
static diamond_lanes kept_lanes(const board *b, point p, colour own, int size)
{
    diamond_state s;
    diamond_lanes lanes = {0};
    assert_int_equal(diamond_state_init(&s, geometry, b->size, NULL), GO_OK);
    diamond_state_reset(&s, b);
    for (int d = DIAMOND_MIN; d <= size; d++)
        lanes ^= diamond_ring(&s, board_y(b, p) * b->size + board_x(b, p), d, own);
    diamond_state_free(&s);
    return lanes;
}

static uint64_t key_at(const board *b, const char *name, colour own, int size)
{
    return diamond_key(kept_lanes(b, at(b, name), own, size));
}

/* By hand from d = |dx| + |dy| + max(|dx|, |dy|): the cells of d = 2 are the four
 * neighbours, d = 3 adds the corners of the square, d = 4 (2,0), d = 5 (2,1),
 * d = 6 (2,2) and (3,0), d = 7 (3,1), d = 8 (3,2) and (4,0), d = 9 (3,3) and
 * (4,1), d = 10 (4,2) and (5,0), each with its mirror images.                */
static void cells_of_each_size(void **state)
{
    static const int cells[] = {[2] = 4,  [3] = 8,  [4] = 12, [5] = 20,
                                [6] = 28, [7] = 36, [8] = 48, [9] = 60, [10] = 72};
    (void)state;
    for (int size = 2; size <= 10; size++)
        assert_int_equal(geometry->end[size], cells[size]);
    assert_int_equal(geometry->end[DIAMOND_MAX], geometry->n_cells);
    for (int i = 0; i < geometry->n_cells; i++) {
        const diamond_cell *c = &geometry->cell[i];
        int ax = abs(c->dx), ay = abs(c->dy);
        assert_int_equal(c->d, ax + ay + (ax > ay ? ax : ay));
        assert_int_equal(geometry->index[c->dy + DIAMOND_REACH][c->dx + DIAMOND_REACH], i);
        assert_true(i == 0 || geometry->cell[i - 1].d <= c->d);
    }
}

static void a_symmetry_moves_cells_within_their_ring(void **state)
{
    (void)state;
    for (int t = 0; t < 8; t++) {
        bool met[DIAMOND_MAX_CELLS] = {false};
        for (int i = 0; i < geometry->n_cells; i++) {
            int to = geometry->turned[t][i];
            assert_int_equal(geometry->cell[to].d, geometry->cell[i].d);
            assert_false(met[to]);
            met[to] = true;
        }
    }
}

static board turned_board(const board *b, int symmetry, bool swap)
{
    board to;
    board_init(&to, b->size);
    for (int i = 0; i < b->size * b->size; i++) {
        point p = board_point_at(b->size, i);
        colour c = (colour)b->at[p];
        if (c != EMPTY)
            board_setup(&to, swap ? opponent(c) : c, symmetry_point(symmetry, b->size, p));
    }
    return to;
}

/* 16 images of a position: 8 symmetries, each as it is and with colours swapped. */
static void images_have_one_key(void **state)
{
    rng random = rng_seed(1);
    board b = random_position(13, 70, &random);
    (void)state;
    for (int image = 0; image < 16; image++) {
        board to = turned_board(&b, image & 7, image > 7);
        colour own = image > 7 ? WHITE : BLACK;
        for (int i = 0; i < 20; i++) {
            point p = board_point(&b, (7 * i) % 13, (5 * i + 2) % 13);
            for (int size = DIAMOND_MIN; size <= DIAMOND_MAX; size++)
                assert_true(diamond_key(kept_lanes(&b, p, BLACK, size)) ==
                            diamond_key(kept_lanes(&to, symmetry_point(image & 7, 13, p), own,
                                                   size)));
        }
    }
}

static void who_moves_matters(void **state)
{
    board *b = board_of(5, ". . . . ."
                           ". . X . ."
                           ". . . . ."
                           ". . O O ."
                           ". . . . .");
    (void)state;
    assert_true(key_at(b, "C3", BLACK, 3) != key_at(b, "C3", WHITE, 3));
    board_destroy(b);
}

/* Both have two stones next to the middle, once opposite, once at an angle. */
static void a_moved_stone_is_another_shape(void **state)
{
    board *a = board_of(7, ". . . . . . ."
                           ". . . . . . ."
                           ". . . X . . ."
                           ". . . . . . ."
                           ". . . X . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    board *b = board_of(7, ". . . . . . ."
                           ". . . . . . ."
                           ". . . X . . ."
                           ". . . . X . ."
                           ". . . . . . ."
                           ". . . . . . ."
                           ". . . . . . .");
    (void)state;
    for (int size = DIAMOND_MIN; size <= 5; size++)
        assert_true(key_at(a, "D4", BLACK, size) != key_at(b, "D4", BLACK, size));
    board_destroy(a);
    board_destroy(b);
}

/* A stone outside of a diamond does not change it, one inside does: F4 is at
 * (2, 1) from D5, d = 5.                                                     */
static void a_diamond_sees_as_far_as_its_size(void **state)
{
    board *a = board_of(9, ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . X . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    board b = *a;
    (void)state;
    board_setup(&b, WHITE, at(&b, "F4"));
    for (int size = DIAMOND_MIN; size <= 8; size++)
        assert_int_equal(key_at(a, "D5", BLACK, size) == key_at(&b, "D5", BLACK, size), size < 5);
    board_destroy(a);
}

/* On the empty 9x9: 2-2, 3-3 and 4-4 points see the border at d = 4, 6 and 8
 * (straight ahead at distance 2, 3 and 4); corners apart, points of the same
 * lines have one key.                                                        */
static void the_border_is_part_of_the_shape(void **state)
{
    board b;
    (void)state;
    board_init(&b, 9);
    for (int size = DIAMOND_MIN; size <= 8; size++) {
        uint64_t middle = key_at(&b, "E5", BLACK, size);
        assert_int_equal(key_at(&b, "B2", BLACK, size) == middle, size < 4);
        assert_int_equal(key_at(&b, "C3", BLACK, size) == middle, size < 6);
        assert_int_equal(key_at(&b, "D4", BLACK, size) == middle, size < 8);
        assert_true(key_at(&b, "C3", BLACK, size) == key_at(&b, "G7", WHITE, size));
        assert_true(key_at(&b, "B3", BLACK, size) == key_at(&b, "G8", BLACK, size));
        assert_true(key_at(&b, "A1", BLACK, size) != middle);
    }
}

/* diamond_read and diamond_of_cells go another way than the rings. */
static void cells_read_off_the_board_give_the_same_lanes(void **state)
{
    rng random = rng_seed(2);
    (void)state;
    for (int n = 0; n < 40; n++) {
        int size = 2 + (int)rng_below(&random, 18);
        board b = random_position(size, (int)rng_below(&random, (uint32_t)(size * size)), &random);
        point p = board_point(&b, (int)rng_below(&random, (uint32_t)size),
                              (int)rng_below(&random, (uint32_t)size));
        for (int d = DIAMOND_MIN; d <= DIAMOND_MAX; d++) {
            uint8_t cells[DIAMOND_MAX_CELLS], packed[DIAMOND_MAX_CELLS / 4] = {0};
            diamond_read(geometry, &b, p, WHITE, d, cells);
            for (int i = 0; i < geometry->end[d]; i++)
                packed[i / 4] = (uint8_t)(packed[i / 4] | cells[i] << (2 * (i % 4)));
            diamond_lanes a = diamond_of_cells(geometry, packed, d);
            diamond_lanes k = kept_lanes(&b, p, WHITE, d);
            assert_memory_equal(&a, &k, sizeof a);
        }
    }
}

static void drawn_cells(void **state)
{
    board *b = board_of(3, "X O ."
                           ". . X"
                           ". O .");
    uint8_t cells[DIAMOND_MAX_CELLS];
    (void)state;
    diamond_read(geometry, b, at(b, "C2"), BLACK, 3, cells); /* in the order of the cells */
    for (int i = 0; i < geometry->end[3]; i++) {
        const diamond_cell *c = &geometry->cell[i];
        int wanted = c->dx == 1 ? CELL_BORDER : c->dx == -1 && c->dy == -1 ? CELL_OPP
                     : c->dx == -1 && c->dy == 1 ? CELL_OPP : CELL_EMPTY;
        assert_int_equal(cells[i], wanted);
    }
    board_destroy(b);
}

static void stones_that_come_and_go_leave_no_trace(void **state)
{
    diamond_state kept, fresh;
    rng random = rng_seed(3);
    board b;
    (void)state;
    board_init(&b, 9);
    assert_int_equal(diamond_state_init(&kept, geometry, 9, NULL), GO_OK);
    assert_int_equal(diamond_state_init(&fresh, geometry, 9, NULL), GO_OK);
    diamond_state_reset(&kept, &b);
    size_t bytes = 81 * DIAMOND_RINGS * 2 * sizeof(diamond_lanes);
    for (int i = 0; i < 300; i++) {
        board before = b;
        colour c = i & 1 ? WHITE : BLACK;
        board_play_legal(&b, c, random_move(&b, c, &random));
        for (int k = 0; k < 81; k++) {
            point p = board_point(&b, k % 9, k / 9);
            if (before.at[p] != EMPTY && before.at[p] != b.at[p])
                diamond_state_toggle(&kept, (colour)before.at[p], k % 9, k / 9, NULL);
            if (b.at[p] != EMPTY && before.at[p] != b.at[p])
                diamond_state_toggle(&kept, (colour)b.at[p], k % 9, k / 9, NULL);
        }
        diamond_state_reset(&fresh, &b);
        assert_memory_equal(kept.ring, fresh.ring, bytes);
    }
    diamond_state_free(&kept);
    diamond_state_free(&fresh);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* No content of a cell is taken for another one, or for that of another cell. */
static void contents_have_numbers_of_their_own(void **state)
{
    enum { KINDS = DIAMOND_MARKS + 3 };
    uint64_t number[DIAMOND_MAX_CELLS * KINDS];
    size_t n = 0;
    (void)state;
    for (int cell = 0; cell < geometry->n_cells; cell++) {
        const uint64_t stone = geometry->stone[cell][0];
        number[n++] = stone;
        number[n++] = stone << 17 | stone >> 47; /* of the other colour */
        number[n++] = geometry->border[cell][0];
        for (int kind = 0; kind < DIAMOND_MARKS; kind++)
            number[n++] = geometry->mark[cell][kind][0];
    }
    qsort(number, n, sizeof *number, by_number);
    for (size_t i = 1; i < n; i++)
        assert_true(number[i] != number[i - 1]);
}

/* A mark turns with the shape and tells its attribute. */
static void marks(void **state)
{
    (void)state;
    for (int cell = 0; cell < geometry->n_cells; cell++) {
        uint64_t key = diamond_key(diamond_mark(geometry, cell, 2));
        for (int t = 0; t < 8; t++)
            assert_true(key == diamond_key(diamond_mark(geometry, geometry->turned[t][cell], 2)));
        assert_true(key != diamond_key(diamond_mark(geometry, cell, 1)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_of_each_size),
        cmocka_unit_test(a_symmetry_moves_cells_within_their_ring),
        cmocka_unit_test(images_have_one_key),
        cmocka_unit_test(who_moves_matters),
        cmocka_unit_test(a_moved_stone_is_another_shape),
        cmocka_unit_test(a_diamond_sees_as_far_as_its_size),
        cmocka_unit_test(the_border_is_part_of_the_shape),
        cmocka_unit_test(cells_read_off_the_board_give_the_same_lanes),
        cmocka_unit_test(drawn_cells),
        cmocka_unit_test(stones_that_come_and_go_leave_no_trace),
        cmocka_unit_test(contents_have_numbers_of_their_own),
        cmocka_unit_test(marks),
    };
    return cmocka_run_group_tests_name("diamond", tests, make_geometry, drop_geometry);
}
