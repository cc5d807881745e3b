/* When a search passes, from numbers made by hand: on finished boards with dead stones on them. */
#include "tests/support/unit.h"

#include "mcts/search_parts.h"
#include "tests/support/root_scene.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"

/* Black has 28 points and white 21; as the board stands, the dead white stone makes it 19 and 22. */
static const char dead_white[] = ". . . X O . ."
                                 ". O . X O . ."
                                 ". . . X O . ."
                                 "X X X X O O O"
                                 ". X . X O . O"
                                 "X X X X O O O"
                                 ". X . X O . O";

/* The same points; as the board stands, black has 29 and white 15. */
static const char dead_black[] = ". . . X O . ."
                                 ". . . X O X ."
                                 ". . . X O . ."
                                 "X X X X O O O"
                                 ". X . X O . O"
                                 "X X X X O O O"
                                 ". X . X O . O";

/* Nobody knows who lives here. */
static const char begun[] = ". . . . . . ."
                            ". . . . . . ."
                            ". . X . . . ."
                            ". . . . O . ."
                            ". . X O . . ."
                            ". . . . . . ."
                            ". . . . . . .";

static int set_up(void **state)
{
    return make_spare(state) || small_nets_setup(state);
}

static int tear_down(void **state)
{
    return end_spare(state) || small_nets_teardown(state);
}

/* Does black, to move on the drawn board, pass?
 *   passed     in  white has just passed
 *   may_pass   in  as in search_root                                          */
static bool passes(const char *ruleset, double komi, const char *drawing, bool passed,
                   bool may_pass, const move_case *moves, int n)
{
    game *g = game_drawn(7, ruleset, komi, passed ? WHITE : BLACK, drawing);
    scene c;
    rng random = rng_seed(1);
    search_decision out;
    search_anew(spare, "playout-policy=gammas");
    if (passed)
        play_moves(g, "W pass");
    assert_int_equal(search_prepare(spare, 7, NULL), GO_OK);
    assert_int_equal(search_prepare_ending(spare, NULL), GO_OK);
    scene_begin_in(&c, g, "solve=0 lcb=no retrospect=no", moves, n);
    c.root->may_pass = may_pass;
    decide_move(&spare->decider, c.root, &random, 0, &out);
    scene_end(&c);
    game_destroy(g);
    return out.at == PASS;
}

static const move_case plays[] = {{0.5f, 40, 0.5, OPEN}, {0.5f, 10, 0.5, PASSES}},
                       waits[] = {{0.5f, 40, 0.5, PASSES}, {0.5f, 30, 0.49, OPEN}},
                       loses[] = {{0.5f, 40, 0.5, PASSES}, {0.5f, 30, 0.45, OPEN}},
                       unseen[] = {{0.5f, 40, 0.5, PASSES}, {0.5f, 1, 0.5, OPEN}};

/* However good a move seems, a pass that wins the game at once is better. */
static void the_answer_to_a_pass_ends_a_won_game(void **state)
{
    (void)state;
    assert_true(passes("chinese", 0.5, dead_white, true, true, plays, 2));
    assert_false(passes("chinese", 7, dead_white, true, true, plays, 2)); /* no more than even */
    assert_false(passes("chinese", 7.5, dead_white, true, true, plays, 2));
    assert_false(passes("chinese", 0.5, dead_white, false, true, plays, 2)); /* nobody passed */
    assert_false(passes("chinese", 0.5, dead_white, true, false, plays, 2)); /* it is forbidden */
}

/* Where dead stones stay on the board, they have to be taken first. */
static void as_the_board_stands_counts_where_nobody_need_agree(void **state)
{
    (void)state;
    assert_false(passes("tromp-taylor", 0.5, dead_white, true, true, plays, 2));
    assert_false(passes("tromp-taylor", -3, dead_white, true, true, plays, 2)); /* even */
    assert_true(passes("tromp-taylor", -3.5, dead_white, true, true, plays, 2));
    assert_true(passes("tromp-taylor", 8.5, dead_black, true, true, plays, 2));
    assert_false(passes("chinese", 8.5, dead_black, true, true, plays, 2)); /* white disagrees */
}

/* Who wins anyway need not know who lives. */
static void what_is_unclear_keeps_the_game_going_if_it_matters(void **state)
{
    (void)state;
    assert_false(passes("chinese", 1.5, begun, true, true, plays, 2));
    assert_true(passes("chinese", -60, begun, true, true, plays, 2));
}

/* A move that loses nothing is played before a pass while something is to be made clear. */
static void a_pass_waits_while_something_is_unclear(void **state)
{
    (void)state;
    assert_false(passes("chinese", 0.5, begun, false, true, waits, 2));
    assert_false(passes("chinese", -60, begun, false, true, waits, 2)); /* though it wins anyway */
    assert_true(passes("chinese", 0.5, begun, false, true, loses, 2));
    assert_true(passes("chinese", 0.5, begun, false, true, unseen, 2));
    assert_true(passes("chinese", 0.5, begun, false, true, waits, 1)); /* it is the only move */
    assert_true(passes("chinese", 0.5, dead_white, false, true, waits, 2)); /* all is clear */
    assert_false(passes("tromp-taylor", 0.5, dead_white, false, true, waits, 2));
    assert_true(passes("tromp-taylor", 0.5, dead_black, false, true, waits, 2));
}

/* Both passes would end a game that the count says is lost, and the search knows a move that wins.
 */
static void a_pass_that_would_lose_waits_for_a_move_that_wins(void **state)
{
    (void)state;
    static const move_case wins[] = {{0.5f, 40, 0.9, PASSES}, {0.5f, 30, 0.51, OPEN}},
                           even[] = {{0.5f, 40, 0.9, PASSES}, {0.5f, 30, 0.5, OPEN}},
                           once[] = {{0.5f, 40, 0.9, PASSES}, {0.5f, 1, 0.51, OPEN}};
    assert_false(passes("chinese", 7.5, dead_white, true, true, wins, 2));
    assert_false(passes("chinese", 7, dead_white, true, true, wins, 2));   /* a draw */
    assert_true(passes("chinese", 7.5, dead_white, false, true, wins, 2)); /* it ends nothing */
    assert_true(passes("chinese", 7.5, dead_white, true, true, even, 2));
    assert_true(passes("chinese", 7.5, dead_white, true, true, once, 2));
    assert_false(passes("tromp-taylor", 0.5, dead_white, true, true, wins, 2)); /* as it stands */
    assert_true(passes("tromp-taylor", 0.5, dead_black, true, true, wins, 2));
}

/* A quarter of 50 visits, and of the time that is left: a slow network would lose the game on time.
 */
static void a_network_is_asked_as_often_as_time_allows(void **state)
{
    static const struct {
        double planned, evaluation;
        int asked;
    } rows[] = {{0, 0, 12}, {0, 5, 12}, {1, 0, 12}, {1, 0.01, 12}, {1, 0.06, 4}, {0.1, 0.06, 0}};
    search *s = search_on_net(nets.net, "reference", "net-cache=0 visits=20");
    game *g = game_drawn(7, "chinese", 0.5, WHITE, begun);
    search_decision out;
    (void)state;
    search_game(s, g);
    search_decide(s, &out);
    assert_true(s->decider.evaluation_seconds > 0);
    play_moves(g, "W pass");
    assert_int_equal(search_prepare_ending(s, NULL), GO_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scene c;
        rng random = rng_seed(1);
        const int64_t before = search_net_evaluated(s);
        scene_begin_in(&c, g, "solve=0 lcb=no retrospect=no", plays, 2);
        c.root->may_pass = true;
        s->decider.evaluation_seconds = rows[i].evaluation;
        decide_move(&s->decider, c.root, &random, rows[i].planned, &out);
        assert_int_equal(search_net_evaluated(s) - before, rows[i].asked);
        scene_end(&c);
    }
    game_destroy(g);
    search_destroy(s);
}

/* White has won by 6 and a half under a komi of 6.5, and nothing is left to do. */
static const char finished[] =
    "B F6 W E5 B D4 W F5 B C7 W D5 B G6 W D7 B D8 W E7 B G5 W G4 B C4 W H4 B F8 W E8 "
    "B C8 W G8 B C5 W E3 B D2 W F7 B E2 W F3 B H1 W G2 B G1 W F1 B F2 W H2 B E1 W D3 "
    "B C3 W C6 B B6 W G7 B E9 W F9 B D9 W E6 B E4 W F4 B D6 W J2 B F1 W J1 B C2 W C6 "
    "B G9 W H9 B D6 W H6 B C6";

/* White lives by the middle of three points in a row, and a black stone there kills. */
static const char must_be_defended[] = ". . X X X O O . ."
                                       ". . X . X O . O ."
                                       ". . X X X O O O O"
                                       "X X X . X X X X X"
                                       ". . X X X O O O O"
                                       ". X . . X O . . ."
                                       ". . X . X O O O O"
                                       ". . X . X X X X X"
                                       ". . . X . . . . .";

/* Any move would cost the winner a point. */
static void territory_is_not_filled_in_a_game_that_is_won(void **state)
{
    char name[16];
    search *s = search_of("playouts=1000 resign=no");
    game *g = game_drawn(9, "japanese", 6.5, BLACK, NULL);
    (void)state;
    play_moves(g, finished);
    assert_string_equal(move_found(s, g, name), "pass");
    game_destroy(g);
    search_destroy(s);
}

static void a_group_that_needs_a_move_gets_it_under_territory_scoring(void **state)
{
    char name[16];
    search *s = search_of("playouts=1000 resign=no");
    game *g = game_drawn(9, "japanese", 40.5, WHITE, must_be_defended);
    (void)state;
    assert_string_equal(move_found(s, g, name), "H4");
    game_destroy(g);
    search_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_to_a_pass_ends_a_won_game),
        cmocka_unit_test(as_the_board_stands_counts_where_nobody_need_agree),
        cmocka_unit_test(what_is_unclear_keeps_the_game_going_if_it_matters),
        cmocka_unit_test(a_pass_that_would_lose_waits_for_a_move_that_wins),
        cmocka_unit_test(a_pass_waits_while_something_is_unclear),
        cmocka_unit_test(a_network_is_asked_as_often_as_time_allows),
        cmocka_unit_test(territory_is_not_filled_in_a_game_that_is_won),
        cmocka_unit_test(a_group_that_needs_a_move_gets_it_under_territory_scoring),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
