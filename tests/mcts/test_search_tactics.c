/* What the search must find within a few hundred playouts, on drawn boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/drawn.h"
#include "tests/support/searching.h"

static const char *const rules_of_selection[] = {"playouts=400 rule=uct-rave",
                                                 "playouts=400 rule=uct-rave rave-reach=4",
                                                 "playouts=400 rule=puct"};

/* Under all rules of selection the move is one of `expected`. */
static void expect(const char *ruleset, int size, double komi, colour c, const char *drawing,
                   const char *expected)
{
    for (size_t i = 0; i < sizeof rules_of_selection / sizeof *rules_of_selection; i++) {
        char name[16];
        game *g = game_drawn(size, ruleset, komi, c, drawing);
        search_anew(spare, rules_of_selection[i]);
        move_found(spare, g, name);
        if (!strstr(expected, name))
            fail_msg("%s: %s, not %s", rules_of_selection[i], name, expected);
        game_destroy(g);
    }
}

static void takes_the_group_in_atari_that_decides(void **state)
{
    (void)state;
    /* white has 16 points to 8 as the board stands, all 25 without black's stones */
    static const char dead_but_not_gone[] = "X X X O ."
                                            "X X X O O"
                                            "X X . O ."
                                            "O O O . O"
                                            ". O . O .";
    expect("tromp-taylor", 5, -15, WHITE, dead_but_not_gone, "C3");
    expect("chinese", 5, -15, WHITE, dead_but_not_gone, "pass C3");
}

static void makes_two_eyes(void **state)
{
    (void)state;
    /* black has 10 points if alive, none if dead */
    expect("chinese", 7, -39, BLACK, three_in_a_row, "C7");
    expect("tromp-taylor", 7, -39, BLACK, three_in_a_row, "C7");
    expect("japanese", 7, -15, BLACK, three_in_a_row, "C7");
}

static void kills_by_nakade(void **state)
{
    (void)state;
    expect("chinese", 7, -39, WHITE, three_in_a_row, "C7");
    expect("tromp-taylor", 7, -39, WHITE, three_in_a_row, "C7");
}

/* D9 and F9 have two liberties each; the first to take one wins the race. */
static const char race[] = "X X . O O X X . O O"
                           "X X . O O X X . O O"
                           "X X X X X O O O O O"
                           "X . X . X O . O . O"
                           "X X X X X O O O O O"
                           "X . X . X O . O . O"
                           "X X X X X O O O O O"
                           "X . X . X O . O . O"
                           "X X X X X O O O O O"
                           "X . X . X O . O . O";

static void wins_a_race_to_capture(void **state)
{
    (void)state;
    expect("chinese", 10, 0, BLACK, race, "C10 C9");
    expect("chinese", 10, 0, WHITE, race, "H10 H9");
    expect("japanese", 10, 0, BLACK, race, "C10 C9");
}

static void passes_when_all_is_done(void **state)
{
    (void)state;
    expect("chinese", 7, 0.5, BLACK, finished_7x7, "pass");
    expect("tromp-taylor", 7, 0.5, BLACK, finished_7x7, "pass");
    expect("japanese", 7, 0.5, BLACK, finished_7x7, "pass");
    expect("tromp-taylor", 7, 0.5, WHITE, finished_7x7, "pass"); /* lost, with nothing to gain */
}

static void fills_no_eyes(void **state)
{
    (void)state;
    static const analysis_options all = {.min_moves = SEARCH_MAX_MOVES};
    search *s = search_of("playouts=50");
    game *g = game_drawn(7, "tromp-taylor", 0.5, BLACK, finished_7x7);
    search_analysis a = {0};
    search_game(s, g);
    assert_int_equal(search_analyze(s, &all, &a, NULL), GO_OK);
    assert_int_equal(a.n_moves, 1);
    assert_int_equal(a.move[0].at, PASS);
    search_analysis_release(&a);
    game_destroy(g);
    search_destroy(s);
}

/* A white stone is dead in black's corner.  Black has 10 points and white 14 as the board
 * stands, 12 and 13 with A5 removed.  With komi -2 that decides the game.     */
static const char dead_stone[] = "O X . X O"
                                 ". X X X O"
                                 "X X O O O"
                                 "X O O . O"
                                 "X O . O O";

static void takes_dead_stones_where_they_count(void **state)
{
    (void)state;
    expect("tromp-taylor", 5, -2, BLACK, dead_stone, "A4");
    expect("chinese", 5, -2, BLACK, dead_stone, "pass");
}

static void answers_a_pass_by_the_result(void **state)
{
    (void)state;
    static const struct {
        const char *ruleset, *answer;
        double komi;
    } games[] = {
        {"tromp-taylor", "A4", -2},   /* passing would lose */
        {"tromp-taylor", "pass", -6}, /* wins as the board stands */
        {"chinese", "pass", -2},      /* the dead stone comes off by agreement */
    };
    for (int i = 0; i < 3; i++) {
        char name[16];
        search *s = search_of("playouts=200");
        game *g = game_drawn(5, games[i].ruleset, games[i].komi, WHITE, dead_stone);
        play_moves(g, "W pass");
        assert_string_equal(move_found(s, g, name), games[i].answer);
        game_destroy(g);
        search_destroy(s);
    }
}

static void leaves_pass_alive_regions_alone(void **state)
{
    (void)state;
    static const analysis_options all = {.min_moves = SEARCH_MAX_MOVES};
    search *s = search_of("playouts=50");
    game *g = game_drawn(5, "chinese", 0, BLACK, dead_stone);
    search_analysis a = {0};
    search_game(s, g);
    assert_int_equal(search_analyze(s, &all, &a, NULL), GO_OK);
    assert_int_equal(a.n_moves, 1);
    search_analysis_release(&a);
    game_destroy(g);
    search_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_group_in_atari_that_decides),
        cmocka_unit_test(makes_two_eyes),
        cmocka_unit_test(kills_by_nakade),
        cmocka_unit_test(wins_a_race_to_capture),
        cmocka_unit_test(passes_when_all_is_done),
        cmocka_unit_test(fills_no_eyes),
        cmocka_unit_test(takes_dead_stones_where_they_count),
        cmocka_unit_test(answers_a_pass_by_the_result),
        cmocka_unit_test(leaves_pass_alive_regions_alone),
    };
    return cmocka_run_group_tests_name("search_tactics", tests, make_spare, end_spare);
}
