/* Shapes laid out and drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "patterns/shape_cells.h"
#include "tests/support/count_of.h"

static vocabulary *v;

static int make_vocabulary(void **state)
{
    (void)state;
    v = vocabulary_create(feature_set_by_name("large"), 9);
    return v ? 0 : -1;
}

static int free_vocabulary(void **state)
{
    (void)state;
    vocabulary_destroy(v);
    return 0;
}

static int cell_at(int dx, int dy)
{
    return v->geometry->index[dy + DIAMOND_REACH][dx + DIAMOND_REACH];
}

static void assert_row(const shape_cells *c, int y, const char *expected)
{
    char text[2 * SHAPE_SIDE + 2];
    shape_cells_row(c, y, text);
    assert_string_equal(text, expected);
}

/* An own stone above with 2 liberties, a hostile one at the left, the border
 * below.                                                                     */
static shape square(void)
{
    shape s = {.size = 3, .mark = -1};
    shape_set_cell(&s, cell_at(0, -1), CELL_OWN);
    shape_set_cell(&s, cell_at(-1, 0), CELL_OPP);
    for (int dx = -1; dx <= 1; dx++)
        shape_set_cell(&s, cell_at(dx, 1), CELL_BORDER);
    s.libs[cell_at(0, -1)] = 2;
    return s;
}

static void a_square_at_the_border(void **state)
{
    (void)state;
    shape s = square();
    shape_cells c;
    shape_cells_fill(&c, v, F_SHAPE3, &s);
    assert_int_equal(c.reach, 1);
    assert_row(&c, 0, " . X2. ");
    assert_row(&c, 1, " O * . ");
    assert_row(&c, 2, " # # # ");
}

static void the_last_move_in_brackets(void **state)
{
    (void)state;
    shape s = {.size = 2, .mark = (int16_t)cell_at(1, 0), .mark_class = 3};
    shape_set_cell(&s, cell_at(1, 0), CELL_OPP);
    shape_cells c;
    shape_cells_fill(&c, v, F_RESPONSE, &s);
    assert_false(c.apart);
    assert_row(&c, 0, "   .   ");
    assert_row(&c, 1, " . *(O)");
    assert_row(&c, 2, "   .   ");
}

static void a_mark_outside_the_shape(void **state)
{
    (void)state;
    shape s = {.size = 0, .mark = (int16_t)cell_at(-2, 1), .mark_class = 1};
    shape_cells c;
    shape_cells_fill(&c, v, F_FOLLOW, &s);
    assert_int_equal(c.reach, 2);
    assert_true(c.apart);
    assert_row(&c, 2, "     *     ");
    assert_row(&c, 3, "(X)        "); /* the move before the last is one's own */
    shape_cells_fill(&c, v, F_RESPONSE, &s);
    assert_row(&c, 3, "(O)        ");
}

static void the_picture_has_every_stone(void **state)
{
    (void)state;
    shape s = square();
    shape_cells c;
    char *text;
    size_t n;
    shape_cells_fill(&c, v, F_SHAPE3, &s);
    FILE *out = open_memstream(&text, &n);
    svg_shape_write(out, &c, 100);
    fclose(out);
    assert_int_equal(count_of(text, "<rect class=\"w\""), 6);
    assert_int_equal(count_of(text, "<rect class=\"b\""), 3);
    assert_int_equal(count_of(text, "<circle class=\"x\""), 1);
    assert_int_equal(count_of(text, "<circle class=\"o\""), 1);
    assert_int_equal(count_of(text, ">2</text>"), 1);
    assert_int_equal(count_of(text, "</svg>"), 1);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_at_the_border),
        cmocka_unit_test(the_last_move_in_brackets),
        cmocka_unit_test(a_mark_outside_the_shape),
        cmocka_unit_test(the_picture_has_every_stone),
    };
    return cmocka_run_group_tests(tests, make_vocabulary, free_vocabulary);
}
