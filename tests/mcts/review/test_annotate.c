/* Judged games: what a move lost, the SGF and the picture of it, real searches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board/coord.h"
#include "mcts/review/annotate.h"
#include "mcts/review/annotate_graph.h"
#include "mcts/review/annotate_sgf.h"
#include "tests/support/assert_close.h"
#include "tests/support/games.h"

static annotated_game *annotated_of(const game_record *record, annotate_options options)
{
    annotated_game *a;
    go_error err = {0};
    if (annotated_create(&a, record, &options, &err) != GO_OK)
        fail_msg("%s", err.message);
    return a;
}

static void release(annotated_game *a, game_record *record)
{
    annotated_destroy(a);
    game_record_destroy(record);
}

/* A finding by hand: black's win rate and lead, and the best line. */
static void find(annotated_game *a, int i, double winrate, double lead, const char *line)
{
    annotation *p = &a->position[i];
    char name[COORD_MAX];
    p->searched = true;
    p->winrate = winrate;
    p->lead = lead;
    for (int n; sscanf(line, "%7s%n", name, &n) == 1; line += n)
        assert_true(coord_from_gtp(a->record->size, name, &p->pv[p->n_pv++]));
}

/* A game of four moves on 5x5: black's second throws away 30 %, white's answer
 * 12 % of that.                                                               */
static const char four[] =
    "(;SZ[5]KM[3.5]PB[A [\\\\ B\\]]RU[Japanese]RE[W+R];B[cc];W[cd];B[aa];W[ee])";

static annotated_game *four_moves(game_record **record)
{
    *record = game_of(four);
    annotated_game *a = annotated_of(*record, (annotate_options){0});
    find(a, 0, 0.60, 2.0, "C3 C2 B2");
    find(a, 1, 0.62, 2.5, "B2");
    find(a, 2, 0.59, 1.5, "D2 B2 D4");
    find(a, 3, 0.29, -5.0, "D3");
    find(a, 4, 0.41, -1.0, "D3");
    return a;
}

/* ---- the game ---- */

static void what_the_record_says(void **state)
{
    game_record *r = game_of(four);
    annotated_game *a = annotated_of(r, (annotate_options){0});
    (void)state;
    assert_int_equal(a->n_moves, 4);
    assert_int_equal(a->from, 1);
    assert_int_equal(a->to, 4);
    assert_int_equal(a->rules.scoring, SCORING_TERRITORY);
    assert_close(a->komi, 3.5, 0);
    assert_false(a->komi_assumed);
    assert_int_equal(a->position[1].to_move, WHITE);
    assert_int_equal(a->position[4].to_move, BLACK);
    release(a, r);
}

static void komi_and_rules_that_are_missing(void **state)
{
    game_record *even = game_of("(;SZ[9];B[ee])"), *handicap = game_of("(;SZ[9]HA[2];W[ee])");
    annotated_game *a = annotated_of(even, (annotate_options){0});
    annotated_game *h = annotated_of(handicap, (annotate_options){0});
    (void)state;
    assert_true(a->komi_assumed && h->komi_assumed);
    assert_close(a->komi, 7.5, 0);
    assert_close(h->komi, 0.5, 0);
    assert_int_equal(a->rules.scoring, SCORING_AREA);
    release(a, even);
    release(h, handicap);
    rules aga;
    double komi = 6.5;
    assert_true(rules_by_name("aga", &aga));
    even = game_of("(;SZ[9];B[ee])");
    a = annotated_of(even, (annotate_options){.rules = &aga, .komi = &komi});
    assert_true(rules_equal(&a->rules, &aga));
    assert_close(a->komi, 6.5, 0);
    assert_false(a->komi_assumed);
    release(a, even);
}

static void ranges(void **state)
{
    game_record *r = game_of(four);
    annotated_game *a = annotated_of(r, (annotate_options){.from = 2, .to = 3});
    (void)state;
    assert_int_equal(a->from, 2);
    assert_int_equal(a->to, 3);
    annotated_destroy(a);
    a = annotated_of(r, (annotate_options){.from = 4, .to = 400}); /* as far as there is */
    assert_int_equal(a->to, 4);
    annotated_destroy(a);
    go_error err = {0};
    assert_int_equal(annotated_create(&a, r, &(annotate_options){.from = 5}, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "the game has 4"));
    assert_null(a);
    game_record_destroy(r);
    r = game_of("(;SZ[5])");
    a = annotated_of(r, (annotate_options){0}); /* no moves: nothing to judge */
    assert_true(a->to < a->from);
    release(a, r);
}

/* The third move is on a stone: the two before it are judged. */
static void an_illegal_move_ends_it(void **state)
{
    game_record *r = game_of("(;SZ[5];B[cc];W[cd];B[cd];W[aa])");
    annotated_game *a = annotated_of(r, (annotate_options){0});
    (void)state;
    assert_int_equal(a->n_moves, 2);
    assert_int_equal(a->to, 2);
    assert_int_equal(a->stop.status, GO_EILLEGAL);
    assert_non_null(strstr(a->stop.message, "move 3 cannot be played"));
    release(a, r);
}

/* A ko taken back after two passes is against positional superko, but was
 * played: simple ko it is then.
 *
 *     . X O . .
 *     X . X O .      white takes at B4 (bb in SGF), passes, black takes back
 *     . X O . .                                                               */
static void superko_gives_way(void **state)
{
    game_record *r = game_of("(;SZ[5]RU[AGA]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W]"
                             ";W[bb];B[];W[];B[cb])");
    annotated_game *a = annotated_of(r, (annotate_options){0});
    (void)state;
    assert_int_equal(a->stop.status, GO_OK);
    assert_int_equal(a->n_moves, 4);
    assert_int_equal(a->rules.ko, KO_SIMPLE);
    release(a, r);
}

static void a_setup_without_liberties(void **state)
{
    game_record *r = game_of("(;SZ[3]AB[aa]AW[ba][ab];B[cc])");
    annotated_game *a;
    go_error err = {0};
    (void)state;
    assert_int_equal(annotated_create(&a, r, &(annotate_options){0}, &err), GO_EILLEGAL);
    assert_non_null(strstr(err.message, "liberties"));
    game_record_destroy(r);
}

/* ---- losses ---- */

static void what_moves_lost(void **state)
{
    game_record *r;
    annotated_game *a = four_moves(&r);
    move_loss loss;
    (void)state;
    assert_true(annotated_loss(a, 1, &loss));
    assert_true(loss.best); /* the rise to 62 % is the search's, not the move's */
    assert_close(loss.winrate, 0, 0);
    assert_true(annotated_loss(a, 2, &loss)); /* better than what was found: no loss */
    assert_close(loss.winrate, 0.0, 0);
    assert_close(loss.points, 0.0, 0);
    assert_true(annotated_loss(a, 3, &loss));
    assert_close(loss.winrate, 0.30, 1e-12);
    assert_close(loss.points, 6.5, 1e-12);
    assert_true(annotated_loss(a, 4, &loss)); /* white's loss is black's gain */
    assert_close(loss.winrate, 0.12, 1e-12);
    assert_close(loss.points, 4.0, 1e-12);
    assert_int_equal(annotated_mistake(a, 3, 0.1), 2);
    assert_int_equal(annotated_mistake(a, 4, 0.1), 1);
    assert_int_equal(annotated_mistake(a, 4, 0.121), 0);
    assert_int_equal(annotated_mistake(a, 1, 0.001), 0);
    a->position[4].searched = false;
    assert_false(annotated_loss(a, 4, &loss));
    assert_false(annotated_loss(a, 5, &loss));
    assert_false(annotated_loss(a, 0, &loss));
    release(a, r);
}

static void sums(void **state)
{
    game_record *r;
    annotated_game *a = four_moves(&r);
    annotated_side black = annotated_sum(a, BLACK, 0.1), white = annotated_sum(a, WHITE, 0.1);
    (void)state;
    assert_int_equal(black.judged, 2);
    assert_int_equal(black.agreed, 1);
    assert_int_equal(black.mistakes, 1);
    assert_int_equal(black.bad, 1);
    assert_close(black.points, 6.5, 1e-12);
    assert_int_equal(white.judged, 2);
    assert_int_equal(white.mistakes, 1);
    assert_int_equal(white.bad, 0);
    release(a, r);
}

/* ---- files ---- */

/* What a writer writes, owned by the caller. */
static char *sgf_of(const annotated_game *a, int line)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    annotate_sgf_options options = {0.1, line, "By [hand] \\ so."};
    assert_int_equal(annotate_sgf_write(out, a, &options, NULL), GO_OK);
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
        game_record *r = game_of(games[i]);
        annotated_game *a = annotated_of(r, (annotate_options){0});
        for (int k = 0; k <= a->n_moves; k++) /* every move by anyone is a mistake */
            find(a, k, a->position[k].to_move == BLACK ? 0.9 : 0.1, 0, "E1 E2 pass");
        char *text = sgf_of(a, 3);
        game_record *again = game_of(text);
        if (!game_record_equal(r, again))
            fail_msg("%s became %s", games[i], text);
        free(text);
        game_record_destroy(again);
        release(a, r);
    }
}

static void sgf_says_what_was_found(void **state)
{
    game_record *r;
    annotated_game *a = four_moves(&r);
    char *text = sgf_of(a, 2);
    (void)state;
    assert_non_null(strstr(text, "PB[A [\\\\ B\\]]"));
    assert_non_null(strstr(text, "By [hand\\] \\\\ so."));
    assert_non_null(strstr(text, "SBKV[60.00]V[2.0];B[cc]SBKV[62.00]V[2.5]C["));
    assert_non_null(strstr(text, "\n(;B[aa]SBKV[29.00]V[-5.0]BM[2]C[A bad mistake."));
    assert_non_null(strstr(text, "\n(;W[ee]SBKV[41.00]V[-1.0]BM[1]C[A mistake."));
    assert_non_null(strstr(text, "(;B[dd]SBKV[59.00]V[1.5]C[Katachi's choice.];W[bd])"));
    free(text);
    text = sgf_of(a, 0); /* no lines, no variations */
    assert_null(strstr(text, "(;B[dd]"));
    assert_ptr_equal(strrchr(text, '('), strstr(text, "(black wins 29.0"));
    free(text);
    release(a, r);
}

static void sgf_keeps_what_others_said(void **state)
{
    game_record *r = commented_game_of(
        "(;SZ[5]C[A game.];B[cc]C[Good [or\\] not];W[cd];B[cb]C[End])");
    annotated_game *a = annotated_of(r, (annotate_options){.to = 2});
    (void)state;
    for (int k = 0; k <= 2; k++)
        find(a, k, 0.5, 0, "E1");
    char *text = sgf_of(a, 0);
    assert_non_null(strstr(text, "C[A game.\n\nMoves 1 to 2, judged by Katachi.\n"));
    assert_non_null(strstr(text, "C[Good [or\\] not\n\nKatachi: black wins 50.0 %"));
    assert_non_null(strstr(text, ";W[cd]SBKV[50.00]V[0.0]C[Katachi: "));
    assert_non_null(strstr(text, ";B[cb]C[End])")); /* which is not judged */
    free(text);
    release(a, r);
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

static char *svg_of(const annotated_game *a)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    annotate_graph_write(out, a, 0.1, "A <&> \"B\"");
    fclose(out);
    return text;
}

static void the_picture(void **state)
{
    game_record *r;
    annotated_game *a = four_moves(&r);
    char *text = svg_of(a);
    (void)state;
    assert_non_null(strstr(text, "A &lt;&amp;&gt; &quot;B&quot;"));
    assert_int_equal(count(text, "class=\"k k"), 2);
    assert_int_equal(count(text, "<polyline"), 2);
    assert_non_null(strstr(text, "3. Black A5: black wins 29.0 %, W+5.0; lost 30.0 % and 6.5 "
                                 "points, D2 was better"));
    assert_null(strstr(text, "nan"));
    free(text);
    a->position[2].searched = false; /* a hole: two pieces of each curve */
    text = svg_of(a);
    assert_int_equal(count(text, "<polyline"), 4);
    free(text);
    release(a, r);
}

static void a_picture_of_nothing(void **state)
{
    game_record *r = game_of("(;SZ[5])");
    annotated_game *a = annotated_of(r, (annotate_options){0});
    char *text = svg_of(a);
    (void)state;
    assert_non_null(strstr(text, "</svg>"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    free(text);
    release(a, r);
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
    s.memory = 16 << 20;
    go_error err = {0};
    if (search_create(&made, &s, &err) != GO_OK)
        fail_msg("%s", err.message);
    return made;
}

static const search_limits short_limits = {.playouts = 200, .exact = true};

static void judge(annotated_game *a)
{
    search *s = small_search();
    go_error err = {0};
    if (annotated_search(a, s, &short_limits, NULL, NULL, &err) != GO_OK)
        fail_msg("%s", err.message);
    search_destroy(s);
}

/* Two black moves in a row, a pass, handicap: everything but the position after
 * the two passes is searched.                                                 */
static void any_order_of_colours(void **state)
{
    game_record *r = game_of("(;SZ[5]KM[0.5]AB[bb][dd];B[cc];B[db];W[bd];W[];B[])");
    annotated_game *a = annotated_of(r, (annotate_options){0});
    (void)state;
    judge(a);
    assert_int_equal(annotated_count(a), 5);
    assert_false(a->position[5].searched);
    for (int i = 0; i < 5; i++) {
        assert_true(a->position[i].winrate >= 0 && a->position[i].winrate <= 1);
        assert_true(a->position[i].n_pv >= 1);
        assert_true(a->position[i].visits >= 200);
    }
    assert_true(a->position[2].winrate > 0.9); /* four black stones on 5x5 */
    assert_int_equal(a->position[1].to_move, BLACK);
    release(a, r);
}

static void the_range_changes_nothing(void **state)
{
    game_record *r = game_of("(;SZ[5]KM[3.5];B[cc];W[cd];B[dd];W[bd];B[de])");
    annotated_game *whole = annotated_of(r, (annotate_options){0});
    annotated_game *part = annotated_of(r, (annotate_options){.from = 3, .to = 4});
    (void)state;
    judge(whole);
    judge(part);
    assert_int_equal(annotated_count(part), 3);
    for (int i = 2; i <= 4; i++) {
        assert_int_equal(whole->position[i].pv[0], part->position[i].pv[0]);
        assert_int_equal(whole->position[i].rank, part->position[i].rank);
        assert_close(whole->position[i].winrate, part->position[i].winrate, 0);
        assert_close(whole->position[i].lead, part->position[i].lead, 0);
    }
    annotated_destroy(part);
    release(whole, r);
}

static bool never(void *user, search *s)
{
    (void)s;
    return --*(int *)user > 0;
}

/* The search that is cut short leaves no trace. */
static void interrupted(void **state)
{
    game_record *r = game_of("(;SZ[9];B[cc];W[cd];B[dd])");
    annotated_game *a = annotated_of(r, (annotate_options){0});
    search *s = small_search();
    int reports = 3;
    search_limits limits = {.seconds = 1, .exact = true, .report = never, .user = &reports,
                            .report_seconds = 0.001};
    go_error err = {0};
    (void)state;
    assert_int_equal(annotated_search(a, s, &limits, NULL, NULL, &err), GO_EINTR);
    assert_int_equal(annotated_count(a), 0);
    search_destroy(s);
    release(a, r);
}

static bool two_positions(void *user, const annotated_game *a, int position)
{
    (void)user;
    assert_true(a->position[position].searched);
    return position < 1;
}

static void ended_between_positions(void **state)
{
    game_record *r = game_of("(;SZ[5];B[cc];W[cd];B[dd])");
    annotated_game *a = annotated_of(r, (annotate_options){0});
    search *s = small_search();
    go_error err = {0};
    (void)state;
    assert_int_equal(annotated_search(a, s, &short_limits, two_positions, NULL, &err), GO_EINTR);
    assert_int_equal(annotated_count(a), 2);
    search_destroy(s);
    release(a, r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_record_says),
        cmocka_unit_test(komi_and_rules_that_are_missing),
        cmocka_unit_test(ranges),
        cmocka_unit_test(an_illegal_move_ends_it),
        cmocka_unit_test(superko_gives_way),
        cmocka_unit_test(a_setup_without_liberties),
        cmocka_unit_test(what_moves_lost),
        cmocka_unit_test(sums),
        cmocka_unit_test(sgf_keeps_the_game),
        cmocka_unit_test(sgf_says_what_was_found),
        cmocka_unit_test(sgf_keeps_what_others_said),
        cmocka_unit_test(the_picture),
        cmocka_unit_test(a_picture_of_nothing),
        cmocka_unit_test(any_order_of_colours),
        cmocka_unit_test(the_range_changes_nothing),
        cmocka_unit_test(interrupted),
        cmocka_unit_test(ended_between_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
