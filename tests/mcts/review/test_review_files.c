/* The SGF and the picture of a reviewed game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mcts/review/review.h"
#include "tests/support/count_of.h"
#include "tests/support/reviewed.h"

/* ---- SGF ---- */

/* What a writer writes, owned by the caller. */
static char *sgf_of(const review *r, int line)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    review_sgf_options options = {0.1, line, "By [hand] \\ so."};
    assert_int_equal(review_sgf_write(out, r, &options, NULL), GO_OK);
    fclose(out);
    return text;
}

static void sgf_keeps_the_game(void **state)
{
    static const char *const games[] = {four_moves_sgf,
                                        "(;SZ[9]HA[2];W[ee];W[];B[dd];B[];W[])",
                                        "(;SZ[5]AB[aa][bb]AW[cc]AE[aa]AB[dd]PL[W];W[bd];B[dc])",
                                        "(;SZ[25]KM[-5];B[yy];W[aa])",
                                        "(;SZ[5];B[cc];W[cd];B[cd];W[aa])",
                                        "(;SZ[5]PB[none])"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        game_record *record = game_of(games[i]);
        review *r = review_of(record, (review_options){0});
        for (int k = 0; k <= r->n_moves; k++) /* every move by anyone is a mistake */
            review_find(r, k, r->position[k].to_move == BLACK ? 0.9 : 0.1, 0, "E1 E2 pass");
        char *text = sgf_of(r, 3);
        game_record *again = game_of(text);
        if (!game_record_equal(record, again))
            fail_msg("%s became %s", games[i], text);
        free(text);
        game_record_destroy(again);
        review_release(r, record);
    }
}

static void sgf_says_what_was_found(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    char *text = sgf_of(r, 2);
    (void)state;
    assert_non_null(strstr(text, "PB[A [\\\\ B\\]]"));
    assert_non_null(strstr(text, "By [hand\\] \\\\ so."));
    assert_non_null(strstr(text, "SBKV[60.00]V[2.0];B[cc]SBKV[62.00]V[2.5]C["));
    assert_non_null(strstr(text, "\n(;B[aa]SBKV[29.00]V[-5.0]BM[2]C[A bad mistake."));
    assert_non_null(strstr(text, "\n(;W[ee]SBKV[41.00]V[-1.0]BM[1]C[A mistake."));
    assert_non_null(strstr(text, "(;B[dd]SBKV[59.00]V[1.5]C[Katachi's choice.];W[bd])"));
    assert_non_null(strstr(text, "Better seems D2 (black wins 59.0 %, lead B+1.5), then B2 D4.\n"
                                 "Lost: 30.0 % of the win rate, 6.5 points."));
    assert_non_null(strstr(text, "Katachi prefers, with the same result, B2 (black wins 62.0 %, "
                                 "lead B+2.5).]")); /* nothing was lost */
    free(text);
    text = sgf_of(r, 0); /* no lines, no variations */
    assert_null(strstr(text, "(;B[dd]"));
    assert_ptr_equal(strrchr(text, '('), strstr(text, "(black wins 29.0"));
    free(text);
    review_release(r, record);
}

/* The search got as far as the second move. */
static void sgf_of_an_interrupted_review(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    (void)state;
    r->done = 2;
    r->position[3].searched = r->position[4].searched = false;
    char *text = sgf_of(r, 2);
    assert_non_null(strstr(text, "Moves 1 to 2, reviewed by Katachi."));
    assert_non_null(strstr(text, ";B[aa];W[ee])")); /* nothing is known of them */
    free(text);
    review_release(r, record);
}

/* The last pass ended the game. */
static void no_loss_where_nothing_was_searched(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    (void)state;
    r->position[4].searched = false;
    char *text = sgf_of(r, 2);
    assert_non_null(strstr(text, "C[Katachi would play D3 (black wins 29.0 %, lead W+5.0).]"));
    free(text);
    review_release(r, record);
}

static void a_lead_of_nothing(void **state)
{
    char text[REVIEW_LEAD_TEXT];
    game_record *record;
    review *r = four_moves(&record);
    (void)state;
    assert_string_equal(review_lead_text(-0.04, text), "0.0");
    assert_string_equal(review_lead_text(-0.06, text), "W+0.1");
    assert_string_equal(review_lead_text(12.34, text), "B+12.3");
    r->position[1].lead = -0.04;
    char *sgf = sgf_of(r, 2);
    assert_non_null(strstr(sgf, "V[0.0]C[Katachi: black wins 62.0 %, lead 0.0."));
    free(sgf);
    review_release(r, record);
}

static void sgf_keeps_what_others_said(void **state)
{
    game_record *record =
        commented_game_of("(;SZ[5]C[A game.];B[cc]C[Good [or\\] not];W[cd];B[cb]C[End])");
    review *r = review_of(record, (review_options){.to = 2});
    (void)state;
    for (int k = 0; k <= 2; k++)
        review_find(r, k, 0.5, 0, "E1");
    char *text = sgf_of(r, 0);
    assert_non_null(strstr(text, "C[A game.\n\nMoves 1 to 2, reviewed by Katachi.\n"));
    assert_non_null(strstr(text, "C[Good [or\\] not\n\nKatachi: black wins 50.0 %"));
    assert_non_null(strstr(text, ";W[cd]SBKV[50.00]V[0.0]C[Katachi: "));
    assert_non_null(strstr(text, ";B[cb]C[End])")); /* which is not reviewed */
    free(text);
    review_release(r, record);
}

/* What an earlier review said is replaced line by line; what people said stays. */
static void a_second_review_replaces_the_first(void **state)
{
    game_record *record = commented_game_of(
        "(;SZ[5]C[A game.\n\nMoves 1 to 9, reviewed by Katachi.\nBlack: moves 5, as Katachi would "
        "play 40 %, points lost a move 1.00, mistakes 0 (bad: 0).\nKatachi 0.0.1, 20 playouts for "
        "each position.];B[cc]C[A bad mistake. Katachi: black wins 5.0 %, lead W+4.3.\nBetter "
        "seems D2 (black wins 59.0 %, lead B+1.5), then D2 B2.\nLost: 54.0 % of the win rate, 6.5 "
        "points.\nI do not think so.\n\nLost: my patience\n\nKatachi: black wins 12 %, W+2.1. C3 "
        "lost 30 % and 4.0 points; best D2 B2.];W[cd]C[Katachi: black wins 7.0 %, lead "
        "W+2.0.\nKatachi would have played it too.])");
    review *r = review_of(record, (review_options){.to = 1});
    (void)state;
    for (int k = 0; k <= 1; k++)
        review_find(r, k, 0.5, 0, "E1");
    char *text = sgf_of(r, 0);
    assert_non_null(strstr(text, "C[A game.\n\nMoves 1 to 1, reviewed by Katachi.\n"));
    assert_int_equal(count_of(text, "reviewed by"), 1);
    assert_null(strstr(text, "40 %"));
    assert_null(strstr(text, "0.0.1"));
    assert_non_null(strstr(text, "C[I do not think so.\n\nLost: my patience\n\nKatachi: black wins "
                                 "50.0 %"));
    assert_null(strstr(text, "59.0"));
    assert_non_null(strstr(text, ";W[cd]C[Katachi: black wins 7.0 %, lead W+2.0.\n" /* not again */
                                 "Katachi would have played it too.])"));
    free(text);
    review_release(r, record);
}

/* ---- the picture ---- */

static char *svg_with_title(const review *r, const char *title)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    review_svg_write(out, r, 0.1, title);
    fclose(out);
    return text;
}

static char *svg_of(const review *r)
{
    return svg_with_title(r, "A <&> \"B\"");
}

/* Two long names, also Japanese ones, fit the width of the picture. */
static void the_heading_fits(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    char *text = svg_of(r);
    (void)state;
    assert_int_equal(count_of(text, "textLength"), 0);
    free(text);
    text = svg_with_title(
        r, "黒番の囲碁ソフトウェアのとても長い名前 - 白番の囲碁ソフトウェアのとても長い名前");
    assert_int_equal(count_of(text, "textLength=\"684\""), 1);
    free(text);
    review_release(r, record);
}

static void the_picture(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    char *text = svg_of(r);
    (void)state;
    assert_non_null(strstr(text, "A &lt;&amp;&gt; &quot;B&quot;"));
    assert_int_equal(count_of(text, "class=\"k kb\""), 1); /* one mistake of each */
    assert_int_equal(count_of(text, "class=\"k kw\""), 1);
    assert_int_equal(count_of(text, "<polyline"), 2);
    assert_non_null(strstr(text, "3. Black A5: black wins 29.0 %, lead W+5.0; lost 30.0 % and 6.5 "
                                 "points, D2 was better"));
    assert_null(strstr(text, "nan"));
    free(text);
    r->position[2].searched = false; /* a hole: two pieces of each curve */
    text = svg_of(r);
    assert_int_equal(count_of(text, "<polyline"), 4);
    assert_null(
        strstr(text, ": </title>")); /* of a move whose position was not searched only its name */
    free(text);
    review_release(r, record);
}

static void a_picture_of_nothing(void **state)
{
    game_record *record = game_of("(;SZ[5])");
    review *r = review_of(record, (review_options){0});
    char *text = svg_of(r);
    (void)state;
    assert_non_null(strstr(text, "</svg>"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    free(text);
    review_release(r, record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sgf_keeps_the_game),
        cmocka_unit_test(sgf_says_what_was_found),
        cmocka_unit_test(sgf_of_an_interrupted_review),
        cmocka_unit_test(no_loss_where_nothing_was_searched),
        cmocka_unit_test(a_lead_of_nothing),
        cmocka_unit_test(sgf_keeps_what_others_said),
        cmocka_unit_test(a_second_review_replaces_the_first),
        cmocka_unit_test(the_heading_fits),
        cmocka_unit_test(the_picture),
        cmocka_unit_test(a_picture_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
