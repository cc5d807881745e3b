/* Sequential halving at the root (mcts/tree/gumbel.h), with a network. */
#include <string.h>

#include "mcts/tree/gumbel.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"
#include "tests/support/unit.h"

static void half_of_the_moves_drop_out_each_time(void **state)
{
    (void)state;
    /* 4 moves, 16 playouts: two for each of four, then four for each of two */
    static const int due[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    for (int i = 0; i < 16; i++)
        assert_int_equal(gumbel_visits(4, 16, i), due[i]);
    for (int i = 0; i < 9; i++)
        assert_int_equal(gumbel_visits(1, 9, i), i);
    game *g = some_game("chinese");
    static const char *const words[] = {"root=gumbel gumbel-moves=4 playouts=16",
                                        "root=gumbel gumbel-moves=4 playouts=16 gumbel-noise=1"};
    for (int k = 0; k < 2; k++) {
        search *s = search_with(words[k]);
        search_analysis a = {0};
        search_game(s, g);
        assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
        assert_int_equal(a.n_moves, 4);
        static const int visits[4] = {6, 6, 2, 2};
        for (int i = 0; i < 4; i++)
            assert_int_equal(a.move[i].visits, visits[i]);
        search_analysis_release(&a);
        search_destroy(s);
    }
    game_destroy(g);
}

static void visits_are_a_number_of_playouts_to_halve(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool quiet;
    } cases[] = {
        {"root=gumbel gumbel-moves=4 playouts=0 visits=17", true}, /* the root's own is one */
        {"root=gumbel gumbel-moves=4 playouts=0 move-time=0.05", false},
        {"playouts=0 move-time=0.05", true}};
    game *g = some_game("chinese");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        search *s = search_with(cases[i].words);
        search_analysis a = {0};
        search_game(s, g);
        assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
        if (i == 0)
            assert_int_equal(a.move[0].visits + a.move[1].visits, 12);
        assert_int_equal(!strstr(search_notice(s), "; root=gumbel does nothing"), cases[i].quiet);
        search_analysis_release(&a);
        search_destroy(s);
    }
    game_destroy(g);
}

static void all_moves_of_the_largest_board_may_take_part(void **state)
{
    (void)state;
    search_settings s;
    search_settings_default(&s);
    assert_int_equal(search_settings_set(&s, "gumbel-moves", "626", NULL), GO_OK);
    assert_int_equal(search_settings_set(&s, "gumbel-moves", "627", NULL), GO_EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_of_the_moves_drop_out_each_time),
        cmocka_unit_test(visits_are_a_number_of_playouts_to_halve),
        cmocka_unit_test(all_moves_of_the_largest_board_may_take_part),
    };
    return cmocka_run_group_tests_name("gumbel", tests, small_nets_setup, small_nets_teardown);
}
