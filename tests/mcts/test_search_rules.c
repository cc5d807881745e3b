/* The search under all rules: komi, prisoners, handicap, button, the end of the game; and
 * resignation, weaker play, early stop.                                      */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/searching.h"

static search_analysis analysis_of(search *s, const game *g)
{
    search_analysis a = {0};
    search_game(s, g);
    assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
    return a;
}

/* Lead and win rate of the side to move. */
static void expect_lead(const game *g, const char *words, double lead, double winrate)
{
    search *s = search_of(words);
    search_analysis a = analysis_of(s, g);
    assert_close(a.lead, lead, 0.01);
    assert_close(a.winrate, winrate, 0.05);
    search_analysis_release(&a);
    search_destroy(s);
}

static void any_komi(void **state)
{
    (void)state;
    static const double komi[] = {-1000.5, -0.5, 0, 6.5, 7, 7.5, 1000};
    for (int i = 0; i < 7; i++) {
        game *g = game_drawn(7, "tromp-taylor", komi[i], BLACK, finished_7x7);
        double won = komi[i] < 7 ? 1 : komi[i] == 7 ? 0.5 : 0;
        expect_lead(g, "playouts=60", 7 - komi[i], won);
        expect_lead(g, "playouts=60 rule=puct", 7 - komi[i], won);
        game_destroy(g);
        g = game_drawn(7, "chinese", komi[i], WHITE, finished_7x7);
        expect_lead(g, "playouts=60", komi[i] - 7, 1 - won);
        game_destroy(g);
    }
}

/* The lead agrees with game_margin, whatever was captured. */
static void territory_and_prisoners(void **state)
{
    (void)state;
    game *g = game_drawn(7, "japanese", 0.5, WHITE, finished_7x7);
    double margin = game_margin(g, NULL);
    expect_lead(g, "playouts=60", -margin, margin > 0 ? 0 : 1);
    game_destroy(g);
    g = game_drawn(7, "japanese", 0.5, BLACK,
                   "O X . X O . ."
                   ". X X X O O O"
                   "X X . X O . O"
                   "X X X X O O ."
                   ". X . X O . O"
                   "X X X X O O O"
                   ". X X X O . O");
    play_moves(g, "B A6 W pass"); /* takes A7: a prisoner, and one point less */
    margin = game_margin(g, NULL);
    expect_lead(g, "playouts=60", margin, margin > 0);
    game_destroy(g);
}

/* Black has passed.  The groups live though the dame between them is open: with them counted so,
 * white, to move, is behind by half a point and has to play one of the five dame.  Counted as
 * sekis, a pass would seem to win.                                                   */
static void a_dame_makes_no_seki(void **state)
{
    (void)state;
    search_decision found;
    game *g = game_drawn(5, "stone-scoring", -0.5, BLACK,
                         ". X . O O"
                         ". X . O ."
                         ". X . O O"
                         ". X . O ."
                         ". X . O O");
    g->rules.friendly_pass = false;
    play_moves(g, "B pass");
    assert_close(game_margin(g, NULL), 0.5, 1e-9);
    search *s = search_of("playouts=500 playout-policy=gammas");
    search_game(s, g);
    search_decide(s, &found);
    assert_true(found.at != PASS);
    game_destroy(g);
    search_destroy(s);
}

/* Half a point decides, and nobody gains anything by the dame: not by the last one, and not by
 * filling more of them than the other side.                                   */
static void dame_decide_nothing(void **state)
{
    (void)state;
    static const char *const dame[] = {"XXOO.........", "XXOOX........"};
    for (int i = 0; i < 8; i++) {
        char drawing[13 * 13 + 1] = "";
        const colour mover = i & 1 ? WHITE : BLACK, winner = i & 2 ? WHITE : BLACK;
        for (int y = 0; y < 13; y++)
            snprintf(drawing + 13 * y, 14, ".XXXXX%cOOOOO.", dame[i / 4][y]);
        game *g = game_drawn(13, "japanese", winner == BLACK ? -0.5 : 0.5, mover, drawing);
        search *s = search_of("playouts=100 playout-policy=gammas");
        search_analysis a = analysis_of(s, g);
        assert_close(a.winrate, mover == winner ? 1 : 0, 0.2);
        search_analysis_release(&a);
        search_destroy(s);
        game_destroy(g);
    }
}

/* Two living groups pay twice what one pays. */
static void group_tax(void **state)
{
    (void)state;
    static const char *const names[] = {"stone-scoring", "chinese"};
    for (int i = 0; i < 2; i++) {
        game *g = game_drawn(7, names[i], 0, BLACK,
                             ". O X . X O ."
                             "O O X X X O O"
                             ". O X . X O ."
                             "O O X X X O O"
                             "O O X X X O O"
                             "O O X X X O O"
                             "O O X X X O O");
        const double margin = i ? -7 : -7 - 2 + 4;
        assert_close(game_margin(g, NULL), margin, 1e-9);
        expect_lead(g, "playouts=60", margin, 0);
        game_destroy(g);
    }
}

static game *handicap_game(const rules *r, double komi, int stones)
{
    game *g = NULL;
    point where[9];
    assert_int_equal(game_create(&g, 9, r, NULL), GO_OK);
    static const char *const names[] = {"C3", "G7", "G3", "C7"};
    for (int i = 0; i < stones; i++)
        where[i] = at(&g->board, names[i]);
    assert_int_equal(game_place_handicap(g, where, stones, NULL), GO_OK);
    g->komi = komi;
    return g;
}

static void the_handicap_bonus_is_like_komi(void **state)
{
    (void)state;
    rules chinese, plain;
    assert_true(rules_by_name("chinese", &chinese));
    plain = chinese;
    plain.bonus = BONUS_NONE;
    game *a = handicap_game(&chinese, 0.5, 3), *b = handicap_game(&plain, 3.5, 3);
    search *s = search_of("playouts=200"), *t = search_of("playouts=200");
    search_game(s, a);
    search_game(t, b);
    assert_true(tree_signature(s) == tree_signature(t));
    search_destroy(s);
    search_destroy(t);
    game_destroy(a);
    game_destroy(b);
}

static void dynamic_komi_makes_the_stronger_side_work(void **state)
{
    (void)state;
    rules chinese;
    assert_true(rules_by_name("chinese", &chinese));
    game *g = handicap_game(&chinese, 0.5, 4);
    search *s = search_of("playouts=300"), *t = search_of("playouts=300 dynamic-komi=10");
    search_analysis a = analysis_of(s, g), b = analysis_of(t, g);
    assert_true(b.winrate > a.winrate + 0.1); /* of white, to move */
    assert_close(b.lead, a.lead, 10);         /* the lead does not include it */
    search_analysis_release(&a);
    search_analysis_release(&b);
    search_destroy(s);
    search_destroy(t);
    game_destroy(g);
}

/* 10 points each: black takes the button by passing first and wins by half a point; the
 * game continues after that pass.                                             */
static void the_button(void **state)
{
    (void)state;
    static const char even[] = ". X O . O"
                               "X X O O O"
                               ". X O . O"
                               "X X X O O"
                               ". X X O .";
    for (int friendly = 0; friendly < 2; friendly++) {
        game *g = game_drawn(5, "chinese", 0, BLACK, even);
        rules r = g->rules;
        r.button = true;
        r.friendly_pass = friendly;
        assert_int_equal(game_set_rules(g, &r), GO_OK);
        double area = game_margin(g, NULL);
        g->komi = area;
        expect_lead(g, "playouts=60", 0.5, 1);
        play_moves(g, "B pass");
        assert_false(game_is_over(g));
        expect_lead(g, "playouts=60", -0.5, 0);
        game_destroy(g);
    }
}

/* ---- the end of the board ---- */

static void tiny_full_and_finished_boards(void **state)
{
    (void)state;
    char name[16];
    static const char *const words[] = {"playouts=40", "playouts=40 rule=puct",
                                        "playouts=40 prior=uniform evaluator=uniform"};
    for (int i = 0; i < 3; i++) {
        search *s = search_of(words[i]);
        game *g = game_drawn(2, "tromp-taylor", 0.5, BLACK, NULL);
        move_found(s, g, name);
        assert_string_not_equal(name, "resign");
        game_destroy(g);

        /* white has only suicide moves */
        g = game_drawn(3, "chinese", 0.5, WHITE, "X . X"
                                                 ". X X"
                                                 "X X .");
        assert_string_equal(move_found(s, g, name), "pass");
        game_destroy(g);

        g = game_drawn(7, "chinese", 0.5, BLACK, finished_7x7); /* over already */
        play_moves(g, "B pass W pass");
        assert_string_equal(move_found(s, g, name), "pass");
        game_destroy(g);
        search_destroy(s);
    }
}

/* Games of the search against itself on boards so small that superko matters: all moves
 * are legal and every game ends.                                              */
static void small_games_under_superko(void **state)
{
    (void)state;
    static const char *const rulesets[] = {"tromp-taylor", "aga", "new-zealand"};
    for (int i = 0; i < 9; i++) {
        search *s = search_of(i & 1 ? "playouts=30 resign=no temperature=1 rule=puct"
                                    : "playouts=30 resign=no temperature=1");
        game *g = game_drawn(2 + i / 3, rulesets[i % 3], 0.5, BLACK, NULL);
        while (!game_is_over(g)) {
            search_decision d;
            go_error err;
            search_game(s, g);
            search_decide(s, &d);
            if (game_play(g, g->to_move, d.at, &err) != GO_OK)
                fail_msg("%s", err.message);
            assert_true(g->n_steps < 400);
        }
        game_destroy(g);
        search_destroy(s);
    }
}

/* ---- resigning ---- */

/* White is far ahead by komi; n moves were played. */
static game *lost_game(int n, double komi)
{
    game *g = game_drawn(9, "chinese", komi, BLACK, NULL);
    for (int i = 0; i < n; i++) {
        point p = board_point(&g->board, 2 * (i % 4), i / 4);
        assert_int_equal(game_play(g, g->to_move, p, NULL), GO_OK);
    }
    return g;
}

static bool resigns(search *s, const game *g)
{
    search_decision d;
    search_game(s, g);
    search_decide(s, &d);
    return d.resign;
}

static bool resigns_after(search *s, int n, double komi)
{
    game *g = lost_game(n, komi);
    bool resigned = resigns(s, g);
    game_destroy(g);
    return resigned;
}

static void resigns_after_several_hopeless_moves(void **state)
{
    (void)state;
    search *s = search_of("playouts=120 resign-moves=3");
    assert_false(resigns_after(s, 18, 300));
    assert_false(resigns_after(s, 20, 300));
    assert_false(resigns_after(s, 22, -300)); /* the count starts again */
    assert_false(resigns_after(s, 18, 300));
    assert_false(resigns_after(s, 20, 300));
    assert_true(resigns_after(s, 22, 300));
    search_clear(s);
    assert_false(resigns_after(s, 24, 300));
    search_destroy(s);

    s = search_of("playouts=120 resign=no");
    for (int n = 18; n < 28; n += 2)
        assert_false(resigns_after(s, n, 300));
    search_destroy(s);
}

/* In time trouble, say; as hopeless as can be, but a few playouts of an even game look the same. */
static void a_few_playouts_are_no_reason_to_resign(void **state)
{
    (void)state;
    search *s = search_of("playouts=5 resign-moves=1 reuse=no");
    for (int n = 18; n < 28; n += 2)
        assert_false(resigns_after(s, n, 300));
    search_destroy(s);
}

static void close_games_are_not_resigned_if_asked(void **state)
{
    (void)state;
    search *s = search_of("playouts=120 resign-moves=2 resign-lead=232");
    assert_false(resigns_after(s, 18, 150)); /* nobody can be behind by more than 231 */
    assert_false(resigns_after(s, 20, 150));
    assert_false(resigns_after(s, 22, 150));
    assert_false(resigns_after(s, 24, 300));
    assert_true(resigns_after(s, 26, 300));
    search_destroy(s);
}

/* As by reg_genmove, or after undo. */
static void asked_again_a_hopeless_move_counts_once(void **state)
{
    (void)state;
    search *s = search_of("playouts=120 resign-moves=2");
    game *g = lost_game(20, 300);
    for (int i = 0; i < 3; i++)
        assert_false(resigns(s, g));
    game_destroy(g);
    assert_true(resigns_after(s, 22, 300));
    assert_true(resigns_after(s, 22, 300));
    search_destroy(s);
}

/* After an undo of several moves the count is that of the position which is then reached. */
static void hopeless_moves_that_are_taken_back_do_not_count(void **state)
{
    (void)state;
    search *s = search_of("playouts=120 resign-moves=4");
    for (int n = 18; n <= 22; n += 2)
        assert_false(resigns_after(s, n, 300));
    assert_false(resigns_after(s, 20, 300)); /* the second */
    assert_false(resigns_after(s, 22, 300));
    assert_true(resigns_after(s, 24, 300));
    assert_true(resigns_after(s, 26, 300)); /* the fifth */
    assert_false(resigns_after(s, 22, 300));
    assert_true(resigns_after(s, 24, 300));
    search_destroy(s);
}

/* Nor do those of another game, although it has as many moves as before, or more. */
static void hopeless_moves_of_other_games_do_not_count(void **state)
{
    (void)state;
    search *s = search_of("playouts=120 resign-moves=3");
    assert_false(resigns_after(s, 18, 300));
    game *g = lost_game(18, 300);
    assert_int_equal(game_play(g, BLACK, at(&g->board, "J9"), NULL), GO_OK);
    assert_int_equal(game_play(g, WHITE, at(&g->board, "H9"), NULL), GO_OK);
    assert_false(resigns(s, g)); /* the second of this game */
    assert_false(resigns_after(s, 22, 300)); /* and of that one, where black has not moved so */
    assert_true(resigns_after(s, 24, 300));
    game_destroy(g);
    search_destroy(s);
}

static void each_side_counts_its_own_hopeless_moves(void **state)
{
    (void)state;
    search *s = search_of("playouts=120 resign-moves=2");
    game *g = lost_game(20, 300);
    assert_false(resigns(s, g));
    assert_int_equal(game_play(g, BLACK, PASS, NULL), GO_OK);
    assert_false(resigns(s, g)); /* white, who is winning */
    assert_int_equal(game_play(g, WHITE, at(&g->board, "E1"), NULL), GO_OK);
    assert_true(resigns(s, g));
    game_destroy(g);
    search_destroy(s);
}

static void does_not_resign_in_the_opening(void **state)
{
    (void)state;
    search *s = search_of("playouts=120 resign-moves=1");
    game *g = lost_game(10, 300);
    assert_false(resigns(s, g));
    game_destroy(g);
    search_destroy(s);
}

/* Moves in an area that has become pass-alive are not played on in a tree that is kept. */
static void settled_points_are_left_alone(void **state)
{
    (void)state;
    static const char drawing[] = ". . . . . X O"
                                  "X X X X X X O"
                                  "O O O O O O O"
                                  "O O O O O O O"
                                  "O . O . O . O"
                                  "O O O O O O O"
                                  "O . O . O . O";
    search *s = search_of("playouts=400 early-stop=no");
    game *g = game_drawn(7, "chinese", -30, BLACK, drawing);
    search_game(s, g);
    play_moves(g, "B C7"); /* two eyes, each of two points */
    search_game(s, g);
    search_analysis a = {0};
    assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
    assert_true(a.visits > 400); /* it was kept */
    assert_true(a.n_moves > 0);
    for (int i = 0; i < a.n_moves; i++)
        assert_int_equal(a.move[i].at, PASS);
    search_analysis_release(&a);
    game_destroy(g);
    search_destroy(s);
}

/* Black's stones live, but taking white's leaves room for a living group: where dead stones count
 * at the end, white's answers have to be searched.                            */
static void captured_stones_can_leave_room_to_live(void **state)
{
    (void)state;
    static const char drawing[] = "X . X X X X X X X"
                                  "X X X X X X X X X"
                                  "O O O O O O O O X"
                                  "O O O O O O O O X"
                                  "O O O O O O O O X"
                                  "O O O O O O O O X"
                                  "O O O O O O O O X"
                                  "O O O O O O O O X"
                                  "O O O O O O O . X";
    static const char *const words[] = {"playouts=500 rule=uct-rave", "playouts=500 rule=puct"};
    game *g = game_drawn(9, "cgos", 60.5, BLACK, drawing);
    for (int i = 0; i < 2; i++) {
        search *s = search_of(words[i]);
        search_game(s, g);
        search_analysis a = whole_analysis(s);
        const search_move *takes = tried(&a, g, "H1");
        assert_int_equal(takes->proven, EMPTY);
        assert_true(takes->n_pv > 1 && takes->pv[1] != PASS);
        search_analysis_release(&a);
        search_destroy(s);
    }
    game_destroy(g);
}

static void a_single_move_needs_no_search(void **state)
{
    (void)state;
    search *s = search_of("playouts=5000 early-stop=yes");
    game *g = game_drawn(7, "tromp-taylor", 0.5, BLACK, finished_7x7);
    search_game(s, g);
    assert_true(search_counted(s).playouts < 100);
    game_destroy(g);
    search_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_komi),
        cmocka_unit_test(territory_and_prisoners),
        cmocka_unit_test(a_dame_makes_no_seki),
        cmocka_unit_test(dame_decide_nothing),
        cmocka_unit_test(group_tax),
        cmocka_unit_test(the_handicap_bonus_is_like_komi),
        cmocka_unit_test(dynamic_komi_makes_the_stronger_side_work),
        cmocka_unit_test(the_button),
        cmocka_unit_test(tiny_full_and_finished_boards),
        cmocka_unit_test(small_games_under_superko),
        cmocka_unit_test(resigns_after_several_hopeless_moves),
        cmocka_unit_test(a_few_playouts_are_no_reason_to_resign),
        cmocka_unit_test(close_games_are_not_resigned_if_asked),
        cmocka_unit_test(asked_again_a_hopeless_move_counts_once),
        cmocka_unit_test(hopeless_moves_that_are_taken_back_do_not_count),
        cmocka_unit_test(hopeless_moves_of_other_games_do_not_count),
        cmocka_unit_test(each_side_counts_its_own_hopeless_moves),
        cmocka_unit_test(does_not_resign_in_the_opening),
        cmocka_unit_test(settled_points_are_left_alone),
        cmocka_unit_test(captured_stones_can_leave_room_to_live),
        cmocka_unit_test(a_single_move_needs_no_search),
    };
    return cmocka_run_group_tests_name("search_rules", tests, NULL, NULL);
}
