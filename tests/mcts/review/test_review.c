/* Reviewed games: what a move lost, the SGF and the picture of it, real searches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board/coord.h"
#include "mcts/review/review.h"
#include "tests/support/assert_close.h"
#include "tests/support/count_of.h"
#include "tests/support/games.h"

static review *review_of(const game_record *record, review_options options)
{
    review *r;
    go_error err = {0};
    if (review_create(&r, record, &options, &err) != GO_OK)
        fail_msg("%s", err.message);
    return r;
}

static void release(review *r, game_record *record)
{
    review_destroy(r);
    game_record_destroy(record);
}

/* A finding by hand: black's win rate and lead, and the best line. */
static void find(review *r, int i, double winrate, double lead, const char *line)
{
    review_position *p = &r->position[i];
    char name[COORD_MAX];
    p->searched = true;
    p->winrate = winrate;
    p->lead = lead;
    for (int n; sscanf(line, "%7s%n", name, &n) == 1; line += n)
        assert_true(coord_from_gtp(r->record->size, name, &p->pv[p->n_pv++]));
}

/* A game of four moves on 5x5: black's second throws away 30 %, white's answer
 * 12 % of that.                                                               */
static const char four[] =
    "(;SZ[5]KM[3.5]PB[A [\\\\ B\\]]RU[Japanese]RE[W+R];B[cc];W[cd];B[aa];W[ee])";

static review *four_moves(game_record **record)
{
    *record = game_of(four);
    review *r = review_of(*record, (review_options){0});
    find(r, 0, 0.60, 2.0, "C3 C2 B2");
    find(r, 1, 0.62, 2.5, "B2");
    find(r, 2, 0.59, 1.5, "D2 B2 D4");
    find(r, 3, 0.29, -5.0, "D3");
    find(r, 4, 0.41, -1.0, "D3");
    return r;
}

/* ---- the game ---- */

static void what_the_record_says(void **state)
{
    game_record *record = game_of(four);
    review *r = review_of(record, (review_options){0});
    (void)state;
    assert_int_equal(r->n_moves, 4);
    assert_int_equal(r->from, 1);
    assert_int_equal(r->to, 4);
    assert_int_equal(r->rules.scoring, SCORING_TERRITORY);
    assert_close(r->komi, 3.5, 0);
    assert_false(r->komi_assumed || r->rules_assumed);
    assert_int_equal(r->position[1].to_move, WHITE);
    assert_int_equal(r->position[4].to_move, BLACK);
    release(r, record);
}

static void komi_and_rules_that_are_missing(void **state)
{
    game_record *even = game_of("(;SZ[9];B[ee])"), *handicap = game_of("(;SZ[9]HA[2];W[ee])");
    review *r = review_of(even, (review_options){0});
    review *h = review_of(handicap, (review_options){0});
    (void)state;
    assert_true(r->komi_assumed && h->komi_assumed && r->rules_assumed);
    assert_close(r->komi, 7.5, 0);
    assert_close(h->komi, 0.5, 0);
    assert_int_equal(r->rules.scoring, SCORING_AREA);
    release(r, even);
    release(h, handicap);
    rules aga;
    double komi = 6.5;
    assert_true(rules_by_name("aga", &aga));
    even = game_of("(;SZ[9];B[ee])");
    r = review_of(even, (review_options){.rules = &aga, .komi = &komi});
    assert_true(rules_equal(&r->rules, &aga));
    assert_close(r->komi, 6.5, 0);
    assert_false(r->komi_assumed || r->rules_assumed);
    release(r, even);
}

static void ranges(void **state)
{
    game_record *record = game_of(four);
    review *r = review_of(record, (review_options){.from = 2, .to = 3});
    (void)state;
    assert_int_equal(r->from, 2);
    assert_int_equal(r->to, 3);
    review_destroy(r);
    r = review_of(record, (review_options){.from = 4, .to = 400}); /* as far as there is */
    assert_int_equal(r->to, 4);
    review_destroy(r);
    go_error err = {0};
    assert_int_equal(review_create(&r, record, &(review_options){.from = 5}, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "no move 5; the game has 4"));
    assert_int_equal(review_create(&r, record, &(review_options){.from = 3, .to = 2}, &err),
                     GO_EINVAL);
    assert_non_null(strstr(err.message, "the last move to review (2) is before the first (3)"));
    assert_null(r);
    game_record_destroy(record);
    record = game_of("(;SZ[5])");
    r = review_of(record, (review_options){0}); /* no moves: nothing to review */
    assert_true(r->to < r->from);
    release(r, record);
}

/* The third move is on a stone: the two before it are reviewed. */
static void an_illegal_move_ends_it(void **state)
{
    game_record *record = game_of("(;SZ[5];B[cc];W[cd];B[cd];W[aa])");
    review *r = review_of(record, (review_options){0});
    (void)state;
    assert_int_equal(r->n_moves, 2);
    assert_int_equal(r->to, 2);
    assert_int_equal(r->stop.status, GO_EILLEGAL);
    assert_non_null(strstr(r->stop.message, "move 3 cannot be played"));
    release(r, record);
}

/* A stone is taken off after the second move. */
static void a_setup_in_mid_game_ends_it(void **state)
{
    game_record *record = game_of("(;SZ[5];B[cc];W[dd];AE[cc];B[aa])");
    review *r = review_of(record, (review_options){0});
    (void)state;
    assert_int_equal(r->n_moves, 2);
    assert_int_equal(r->stop.status, GO_EUNSUPPORTED);
    assert_string_equal(r->stop.message, "stones are set up after move 2");
    release(r, record);
}

/* A ko taken back after two passes is against positional superko, but was
 * played: simple ko it is then.
 *
 *     . X O . .
 *     X . X O .      white takes at B4 (bb in SGF), passes, black takes back
 *     . X O . .                                                               */
static void superko_gives_way(void **state)
{
    game_record *record = game_of("(;SZ[5]RU[AGA]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W]"
                             ";W[bb];B[];W[];B[cb])");
    review *r = review_of(record, (review_options){0});
    (void)state;
    assert_int_equal(r->stop.status, GO_OK);
    assert_int_equal(r->n_moves, 4);
    assert_int_equal(r->rules.ko, KO_SIMPLE);
    release(r, record);
}

static void a_setup_without_liberties(void **state)
{
    game_record *record = game_of("(;SZ[3]AB[aa]AW[ba][ab];B[cc])");
    review *r;
    go_error err = {0};
    (void)state;
    assert_int_equal(review_create(&r, record, &(review_options){0}, &err), GO_EILLEGAL);
    assert_non_null(strstr(err.message, "liberties"));
    game_record_destroy(record);
}

/* ---- losses ---- */

static void what_moves_lost(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    move_loss loss;
    (void)state;
    assert_true(review_loss(r, 1, &loss));
    assert_true(loss.best); /* the rise to 62 % is the search's, not the move's */
    assert_close(loss.winrate, 0, 0);
    assert_true(review_loss(r, 2, &loss)); /* better than what was found: no loss */
    assert_close(loss.winrate, 0.0, 0);
    assert_close(loss.points, 0.0, 0);
    assert_true(review_loss(r, 3, &loss));
    assert_close(loss.winrate, 0.30, 1e-12);
    assert_close(loss.points, 6.5, 1e-12);
    assert_true(review_loss(r, 4, &loss)); /* white's loss is black's gain */
    assert_close(loss.winrate, 0.12, 1e-12);
    assert_close(loss.points, 4.0, 1e-12);
    assert_int_equal(review_mistake(r, 3, 0.1), 2);
    assert_int_equal(review_mistake(r, 4, 0.1), 1);
    assert_int_equal(review_mistake(r, 4, 0.121), 0);
    assert_int_equal(review_mistake(r, 1, 0.001), 0);
    r->position[4].searched = false;
    assert_false(review_loss(r, 4, &loss));
    assert_false(review_loss(r, 5, &loss));
    assert_false(review_loss(r, 0, &loss));
    release(r, record);
}

static void what_cannot_be_shown_is_no_loss(void **state)
{
    const move_loss none = {0.0004, 0.04, false}, points = {0, 0.06, false},
                    rate = {0.0006, 0, false}, best = {0, 0, true};
    (void)state;
    assert_true(review_lossless(&none));
    assert_false(review_lossless(&points));
    assert_false(review_lossless(&rate));
    assert_false(review_lossless(&best));
}

static void win_rate_and_lead_at_odds(void **state)
{
    (void)state;
    assert_true(review_at_odds(&(review_position){.searched = true, .winrate = 0.45, .lead = 7.6}));
    assert_true(review_at_odds(&(review_position){.searched = true, .winrate = 0.55, .lead = -2}));
    assert_false(review_at_odds(&(review_position){.searched = true, .winrate = 0.55, .lead = 2}));
    assert_false(review_at_odds(&(review_position){.searched = true, .winrate = 0.5, .lead = 9}));
    assert_false(review_at_odds(&(review_position){.winrate = 0.45, .lead = 7.6}));
}

static void sums(void **state)
{
    game_record *record;
    review *r = four_moves(&record);
    review_side black = review_sum(r, BLACK, 0.1), white = review_sum(r, WHITE, 0.1);
    (void)state;
    assert_int_equal(black.reviewed, 2);
    assert_int_equal(black.agreed, 1);
    assert_int_equal(black.mistakes, 1);
    assert_int_equal(black.bad, 1);
    assert_close(black.points, 6.5, 1e-12);
    assert_int_equal(white.reviewed, 2);
    assert_int_equal(white.mistakes, 1);
    assert_int_equal(white.bad, 0);
    release(r, record);
}

/* ---- files ---- */

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
    static const char *const games[] = {
        four, "(;SZ[9]HA[2];W[ee];W[];B[dd];B[];W[])",
        "(;SZ[5]AB[aa][bb]AW[cc]AE[aa]AB[dd]PL[W];W[bd];B[dc])", "(;SZ[25]KM[-5];B[yy];W[aa])",
        "(;SZ[5];B[cc];W[cd];B[cd];W[aa])", "(;SZ[5]PB[none])"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        game_record *record = game_of(games[i]);
        review *r = review_of(record, (review_options){0});
        for (int k = 0; k <= r->n_moves; k++) /* every move by anyone is a mistake */
            find(r, k, r->position[k].to_move == BLACK ? 0.9 : 0.1, 0, "E1 E2 pass");
        char *text = sgf_of(r, 3);
        game_record *again = game_of(text);
        if (!game_record_equal(record, again))
            fail_msg("%s became %s", games[i], text);
        free(text);
        game_record_destroy(again);
        release(r, record);
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
    release(r, record);
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
    release(r, record);
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
    release(r, record);
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
    release(r, record);
}

static void sgf_keeps_what_others_said(void **state)
{
    game_record *record = commented_game_of(
        "(;SZ[5]C[A game.];B[cc]C[Good [or\\] not];W[cd];B[cb]C[End])");
    review *r = review_of(record, (review_options){.to = 2});
    (void)state;
    for (int k = 0; k <= 2; k++)
        find(r, k, 0.5, 0, "E1");
    char *text = sgf_of(r, 0);
    assert_non_null(strstr(text, "C[A game.\n\nMoves 1 to 2, reviewed by Katachi.\n"));
    assert_non_null(strstr(text, "C[Good [or\\] not\n\nKatachi: black wins 50.0 %"));
    assert_non_null(strstr(text, ";W[cd]SBKV[50.00]V[0.0]C[Katachi: "));
    assert_non_null(strstr(text, ";B[cb]C[End])")); /* which is not reviewed */
    free(text);
    release(r, record);
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
        find(r, k, 0.5, 0, "E1");
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
    release(r, record);
}

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
    text = svg_with_title(r, "黒番の囲碁ソフトウェアのとても長い名前 - 白番の囲碁ソフトウェアのとても長い名前");
    assert_int_equal(count_of(text, "textLength=\"684\""), 1);
    free(text);
    release(r, record);
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
    assert_null(strstr(text, ": </title>")); /* of a move whose position was not searched only its name */
    free(text);
    release(r, record);
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
    release(r, record);
}

/* ---- real searches ---- */

static search *small_search(void)
{
    search_settings s;
    search *made;
    search_settings_default(&s);
    assert_int_equal(search_settings_set(&s, "prior", "uniform", NULL), GO_OK);
    assert_int_equal(search_settings_set(&s, "playout-policy", "uniform", NULL), GO_OK);
    s.threads = 1;
    s.tree.memory = 16 << 20;
    go_error err = {0};
    if (search_create(&made, &s, &err) != GO_OK)
        fail_msg("%s", err.message);
    return made;
}

static const search_limits short_limits = {.playouts = 200, .exact = true};

static void search_game(review *r)
{
    search *s = small_search();
    go_error err = {0};
    if (review_search(r, s, &short_limits, NULL, NULL, &err) != GO_OK)
        fail_msg("%s", err.message);
    search_destroy(s);
}

/* Two black moves in a row, a pass, handicap: everything but the position after
 * the two passes is searched.                                                 */
static void any_order_of_colours(void **state)
{
    game_record *record = game_of("(;SZ[5]KM[0.5]AB[bb][dd];B[cc];B[db];W[bd];W[];B[])");
    review *r = review_of(record, (review_options){0});
    (void)state;
    search_game(r);
    assert_int_equal(review_count(r), 5);
    assert_false(r->position[5].searched);
    for (int i = 0; i < 5; i++) {
        assert_true(r->position[i].winrate >= 0 && r->position[i].winrate <= 1);
        assert_true(r->position[i].n_pv >= 1);
        assert_true(r->position[i].visits >= 200);
    }
    assert_true(r->position[2].winrate > 0.9); /* four black stones on 5x5 */
    assert_int_equal(r->position[1].to_move, BLACK);
    release(r, record);
}

static void the_range_changes_nothing(void **state)
{
    game_record *record = game_of("(;SZ[5]KM[3.5];B[cc];W[cd];B[dd];W[bd];B[de])");
    review *whole = review_of(record, (review_options){0});
    review *part = review_of(record, (review_options){.from = 3, .to = 4});
    (void)state;
    search_game(whole);
    search_game(part);
    assert_int_equal(review_count(part), 3);
    for (int i = 2; i <= 4; i++) {
        assert_int_equal(whole->position[i].pv[0], part->position[i].pv[0]);
        assert_int_equal(whole->position[i].rank, part->position[i].rank);
        assert_close(whole->position[i].winrate, part->position[i].winrate, 0);
        assert_close(whole->position[i].lead, part->position[i].lead, 0);
    }
    review_destroy(part);
    release(whole, record);
}

/* Black's best move is played, and then black plays again: his chances are those after white's
 * answer, as if the game ended with that move.                                */
static void a_side_that_moves_twice(void **state)
{
    game_record *empty = game_of("(;SZ[5]KM[24.5])");
    review *first = review_of(empty, (review_options){0});
    char one[64], two[64], at[COORD_MAX];
    (void)state;
    search_game(first);
    coord_to_sgf(5, first->position[0].pv[0], at);
    snprintf(one, sizeof one, "(;SZ[5]KM[24.5];B[%s])", at);
    snprintf(two, sizeof two, "(;SZ[5]KM[24.5];B[%s];B[aa])", at);
    game_record *once = game_of(one), *twice = game_of(two);
    review *r = review_of(once, (review_options){0}), *again = review_of(twice, (review_options){0});
    search_game(r);
    search_game(again);
    assert_close(again->position[0].winrate, r->position[0].winrate, 0);
    assert_close(again->position[0].lead, r->position[0].lead, 0);
    release(first, empty);
    release(r, once);
    release(again, twice);
}

static bool never(void *user, search *s)
{
    (void)s;
    return --*(int *)user > 0;
}

/* The search that is cut short leaves no trace. */
static void interrupted(void **state)
{
    game_record *record = game_of("(;SZ[9];B[cc];W[cd];B[dd])");
    review *r = review_of(record, (review_options){0});
    search *s = small_search();
    int reports = 3;
    search_limits limits = {.seconds = 1, .exact = true, .report = never, .user = &reports,
                            .report_seconds = 0.001};
    go_error err = {0};
    (void)state;
    assert_int_equal(review_search(r, s, &limits, NULL, NULL, &err), GO_EINTR);
    assert_int_equal(review_count(r), 0);
    search_destroy(s);
    release(r, record);
}

static bool one_position(void *user, const review *r, int position)
{
    (void)user;
    (void)r;
    return position < 0;
}

/* The best move was played: the position has had one of its two searches, as the other is the first
 * of the next position. */
static void interrupted_between_the_searches_of_a_position(void **state)
{
    game_record *empty = game_of("(;SZ[5]KM[24.5])");
    review *first = review_of(empty, (review_options){0});
    char sgf[64], at[COORD_MAX];
    (void)state;
    search_game(first);
    coord_to_sgf(5, first->position[0].pv[0], at);
    snprintf(sgf, sizeof sgf, "(;SZ[5]KM[24.5];B[%s])", at);
    game_record *once = game_of(sgf);
    review *r = review_of(once, (review_options){0});
    search *s = small_search();
    go_error err = {0};
    assert_int_equal(review_search(r, s, &short_limits, one_position, NULL, &err), GO_EINTR);
    assert_int_equal(review_count(r), 0);
    search_destroy(s);
    release(first, empty);
    release(r, once);
}

static bool two_positions(void *user, const review *r, int position)
{
    (void)user;
    assert_true(r->position[position].searched);
    return position < 1;
}

static void ended_between_positions(void **state)
{
    game_record *record = game_of("(;SZ[5];B[cc];W[cd];B[dd])");
    review *r = review_of(record, (review_options){0});
    search *s = small_search();
    go_error err = {0};
    (void)state;
    assert_int_equal(review_search(r, s, &short_limits, two_positions, NULL, &err), GO_EINTR);
    assert_int_equal(review_count(r), 2);
    assert_int_equal(r->done, 1);
    search_destroy(s);
    release(r, record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_record_says),
        cmocka_unit_test(komi_and_rules_that_are_missing),
        cmocka_unit_test(ranges),
        cmocka_unit_test(an_illegal_move_ends_it),
        cmocka_unit_test(a_setup_in_mid_game_ends_it),
        cmocka_unit_test(superko_gives_way),
        cmocka_unit_test(a_setup_without_liberties),
        cmocka_unit_test(what_moves_lost),
        cmocka_unit_test(what_cannot_be_shown_is_no_loss),
        cmocka_unit_test(win_rate_and_lead_at_odds),
        cmocka_unit_test(sums),
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
        cmocka_unit_test(any_order_of_colours),
        cmocka_unit_test(the_range_changes_nothing),
        cmocka_unit_test(a_side_that_moves_twice),
        cmocka_unit_test(interrupted),
        cmocka_unit_test(interrupted_between_the_searches_of_a_position),
        cmocka_unit_test(ended_between_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
