/* Positions as pictures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/svg_board.h"
#include "tests/support/count_of.h"
#include "tests/support/drawn.h"

static char *picture_of(const svg_board *picture)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    svg_board_write(out, picture);
    fclose(out);
    return text;
}

static void stones_heat_and_captions(void **state)
{
    (void)state;
    board *b = board_of(5, ". . . . ."
                           ". X O . ."
                           ". X O . ."
                           ". . O . ."
                           ". . . . .");
    float probability[26] = {0};
    probability[0] = 0.6f;
    probability[24] = 0.396f;
    probability[20] = 0.004f; /* too little for a number */
    svg_board picture = {b, probability, 24, {"Black & <White>", "second", NULL}};
    char *text = picture_of(&picture);
    assert_int_equal(count_of(text, "fill=\"#1f1e1c\""), 2);
    assert_int_equal(count_of(text, "fill=\"#fbfaf7\""), 3);
    assert_int_equal(count_of(text, ">60</text>"), 1);
    assert_int_equal(count_of(text, ">40</text>"), 1);
    assert_int_equal(count_of(text, "fill=\"#ecd3a4\""),
                     3);                             /* the wood; below numbers without lines */
    assert_int_equal(count_of(text, "<title>"), 25); /* one for each point */
    assert_int_equal(count_of(text, "<title>A5: 60.00 %</title>"), 1);
    assert_int_equal(count_of(text, "<title>E1: 39.60 %, the move played</title>"), 1);
    assert_int_equal(count_of(text, "<title>B4: black, 4 liberties</title>"), 1);
    assert_int_equal(count_of(text, "<title>C2: white, 6 liberties</title>"), 1);
    assert_int_equal(count_of(text, "stroke-width=\"3.5\""), 1); /* the ring */
    assert_int_equal(count_of(text, "Black &amp; &lt;White&gt;</text>"), 1);
    assert_int_equal(count_of(text, "second"), 1);
    free(text);
    board_destroy(b);
}

/* On 9x9 C3, G3, E5, C7 and G7; A9 is at the top left, between its coordinates. */
static void stars_and_coordinates(void **state)
{
    static const char *const star[] = {"cx=\"109\" cy=\"229\"", "cx=\"229\" cy=\"229\"",
                                       "cx=\"169\" cy=\"169\"", "cx=\"109\" cy=\"109\"",
                                       "cx=\"229\" cy=\"109\""};
    board b;
    board_init(&b, 9);
    const svg_board picture = {&b, NULL, -1, {NULL}};
    char *text = picture_of(&picture);
    (void)state;
    assert_int_equal(count_of(text, " r=\"3\""), 5);
    for (size_t i = 0; i < sizeof star / sizeof *star; i++)
        assert_int_equal(count_of(text, star[i]), 1);
    assert_int_equal(count_of(text, ">A</text>"), 2);
    assert_int_equal(count_of(text, ">9</text>"), 2);
    assert_int_equal(count_of(text, "<text x=\"49\" y=\"22.7\">A</text>"), 1);
    assert_int_equal(count_of(text, "<text x=\"49\" y=\"323.3\">A</text>"), 1);
    assert_int_equal(count_of(text, "<text x=\"18.7\" y=\"53\">9</text>"), 1);
    assert_int_equal(count_of(text, "<text x=\"319.3\" y=\"53\">9</text>"), 1);
    free(text);
}

/* Relative, of a colour in sRGB. */
static double luminance(const double rgb[3])
{
    static const double share[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += share[i] * (rgb[i] <= 0.04045 * 255 ? rgb[i] / 255 / 12.92
                                                   : pow((rgb[i] / 255 + 0.055) / 1.055, 2.4));
    return sum;
}

/* Of the number of a move, white or ink, on the heat over the wood (WCAG 2.1). */
static double contrast(const char *picture)
{
    static const double wood[] = {236, 211, 164}, heat[] = {179, 38, 30}, white[] = {255, 255, 255},
                        ink[] = {35, 32, 28};
    const char *opacity = strstr(picture, "fill-opacity=\"");
    assert_non_null(opacity);
    const double share = strtod(opacity + strlen("fill-opacity=\""), NULL);
    const bool is_white = strstr(opacity, "fill=\"#fff\">") != NULL;
    assert_true(is_white || strstr(opacity, "fill=\"#23201c\">"));
    double ground[3];
    for (int i = 0; i < 3; i++)
        ground[i] = wood[i] + share * (heat[i] - wood[i]);
    const double ratio = (luminance(is_white ? white : ink) + 0.05) / (luminance(ground) + 0.05);
    return ratio < 1 ? 1 / ratio : ratio;
}

static void numbers_can_be_read(void **state)
{
    (void)state;
    board *b = board_of(2, ". . . .");
    for (int percent = 2; percent <= 100; percent++) {
        const float probability[5] = {[1] = (float)percent / 100, [4] = 1};
        const svg_board picture = {b, probability, -1, {NULL}};
        char *text = picture_of(&picture);
        if (contrast(text) < 3.9)
            fail_msg("%d %% has a contrast of %.2f", percent, contrast(text));
        free(text);
    }
    board_destroy(b);
}

/* On a page captions are text of the page, which does not shrink with the board. */
static void figures_have_their_captions_below(void **state)
{
    (void)state;
    board b;
    board_init(&b, 19);
    const svg_board picture = {&b, NULL, -1, {"W+R after <9> moves", "komi 7", NULL}};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    svg_board_figure(out, &picture);
    fclose(out);
    assert_int_equal(count_of(text, "viewBox=\"0 0 638 638\""), 1); /* no room for captions */
    assert_int_equal(count_of(text, "role=\"img\" aria-label=\"W+R after &lt;9&gt; moves\""), 1);
    assert_int_equal(count_of(text, "</svg>\n<figcaption><b>W+R after &lt;9&gt; moves</b><br/>komi 7"
                                    "</figcaption></figure>"), 1);
    free(text);
}

/* Nothing is cut off at the edge. */
static void long_captions_fit_small_boards(void **state)
{
    (void)state;
    board b;
    board_init(&b, 3);
    svg_board picture = {&b, NULL, -1, {"Black - White, move 2, white to play", "B2", NULL}};
    char *text = picture_of(&picture);
    assert_int_equal(count_of(text, "viewBox=\"0 0 340 "), 1); /* wider than the board */
    assert_int_equal(count_of(text, "translate(91 0)"), 1);
    assert_int_equal(count_of(text, "textLength"), 0);
    free(text);
    picture.caption[0] = "Hirata Tomoya - Zen, move 3, black to play"; /* bold: 312 of 306 */
    text = picture_of(&picture);
    assert_int_equal(count_of(text, "textLength=\"306\""), 1);
    free(text);
    picture.caption[0] = "Somebody of a long name - Somebody of an even longer name, move 2";
    text = picture_of(&picture);
    assert_int_equal(count_of(text, "textLength=\"306\""), 1);
    free(text);
}

static void a_pass_has_no_ring(void **state)
{
    (void)state;
    board b;
    board_init(&b, 5);
    svg_board picture = {&b, NULL, 25, {NULL}};
    char *text = picture_of(&picture);
    assert_int_equal(count_of(text, "stroke-width=\"3.5\""), 0);
    assert_int_equal(count_of(text, "<title>A1</title>"), 1);
    free(text);
}

/* Where hardly anything but a pass is likely, no point looks likely. */
static void the_likeliest_move_may_be_a_pass(void **state)
{
    (void)state;
    board b;
    float probability[26] = {0};
    board_init(&b, 5);
    probability[12] = 0.09f;
    probability[6] = 0.0005f;
    probability[25] = 0.9f;
    svg_board picture = {&b, probability, -1, {NULL}};
    char *text = picture_of(&picture);
    assert_int_equal(count_of(text, "fill-opacity"), 1);
    assert_int_equal(count_of(text, "fill-opacity=\"0.285\""), 1); /* 0.9 * sqrt(0.09 / 0.9) */
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_heat_and_captions),
        cmocka_unit_test(stars_and_coordinates),
        cmocka_unit_test(numbers_can_be_read),
        cmocka_unit_test(figures_have_their_captions_below),
        cmocka_unit_test(long_captions_fit_small_boards),
        cmocka_unit_test(a_pass_has_no_ring),
        cmocka_unit_test(the_likeliest_move_may_be_a_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
