/* Boards as letters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "board/board_text.h"
#include "tests/support/drawn.h"

static void a_board_with_its_last_move(void **state)
{
    (void)state;
    board *b = board_of(9, ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . X . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . . . ."
                           ". . . . . . O . ."
                           ". . . . . . . . ."
                           ". . . . . . . . .");
    char *text;
    size_t n;
    assert_int_equal(board_play(b, BLACK, at(b, "J3")), MOVE_OK);
    FILE *out = open_memstream(&text, &n);
    board_text_write(out, b);
    fclose(out);
    assert_string_equal(text, "    A B C D E F G H J\n"
                              "  9 . . . . . . . . . 9 \n"
                              "  8 . . . . . . . . . 8 \n"
                              "  7 . . X . . . + . . 7 \n"
                              "  6 . . . . . . . . . 6 \n"
                              "  5 . . . . + . . . . 5 \n"
                              "  4 . . . . . . . . . 4 \n"
                              "  3 . . + . . . O .(X)3 \n"
                              "  2 . . . . . . . . . 2 \n"
                              "  1 . . . . . . . . . 1 \n"
                              "    A B C D E F G H J\n");
    free(text);
    board_destroy(b);
}

static int count_stars(int size)
{
    int n = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            n += board_is_star(size, x, y);
    return n;
}

static void star_points_of_the_usual_sizes(void **state)
{
    (void)state;
    assert_int_equal(count_stars(19), 9);
    assert_true(board_is_star(19, 3, 15));
    assert_true(board_is_star(19, 9, 3));
    assert_int_equal(count_stars(13), 9);
    assert_int_equal(count_stars(9), 5);
    assert_int_equal(count_stars(18), 4); /* it has no middle */
    assert_int_equal(count_stars(5), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_with_its_last_move),
        cmocka_unit_test(star_points_of_the_usual_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
