/* What the game is worth if it ended now, with a network and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mcts/outcome.h"
#include "tests/support/assert_close.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"

/* Too open to be read. */
static const char middle_game[] = ". . . . . . ."
                                  ". . X . O . ."
                                  ". . X . O . ."
                                  ". . X . O . ."
                                  ". . X . O . ."
                                  ". . . . . . ."
                                  ". . . . . . .";

/* The network of random weights owns nothing for sure, the playouts know better; it is asked as
 * often as it may be.                                                         */
static void the_network_is_asked_as_often_as_allowed(void **state)
{
    static const struct {
        int most, asked;
    } rows[] = {{0, 0}, {1, 0}, {2, 2}, {5, 4}, {100, 16}};
    const final_status_options options = {.seed = 1, .playouts = 200};
    search_settings settings;
    network *net = NULL;
    playout_gammas *tables = NULL;
    playout *p = NULL;
    final_status *alone = malloc(sizeof *alone), *with = malloc(sizeof *with);
    game *g = game_drawn(7, "chinese", 0, BLACK, middle_game);
    (void)state;
    assert_true(alone && with);
    search_settings_default(&settings);
    settings.evaluate.net.cache = 0;
    assert_int_equal(network_create(&net, nets.model, &settings.evaluate.net, 1, 7, NULL, NULL),
                     GO_OK);
    assert_int_equal(playout_gammas_create(&tables, NULL, 7, NULL), GO_OK);
    assert_int_equal(playout_create(&p, tables, NULL), GO_OK);
    assert_int_equal(outcome_find(alone, g, p, NULL, 100, &options, NULL), GO_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t before = network_counted(net).evaluated;
        assert_int_equal(outcome_find(with, g, p, net, rows[i].most, &options, NULL), GO_OK);
        assert_int_equal(network_counted(net).evaluated - before, rows[i].asked);
        if (!rows[i].asked)
            assert_close(with->confidence, alone->confidence, 0);
        else
            assert_true(with->confidence != alone->confidence);
    }
    playout_destroy(p);
    playout_gammas_destroy(tables);
    network_destroy(net);
    game_destroy(g);
    free(alone);
    free(with);
}

/* The networks that come along for larger boards know few dead stones (mcts/search_results.c). */
static void a_network_of_games_alone_is_not_asked(void **state)
{
    search_settings settings;
    search *s = NULL;
    final_status *status = malloc(sizeof *status);
    (void)state;
    assert_non_null(status);
    search_settings_default(&settings);
    settings.evaluate.net.file = "own";
    settings.evaluate.net.cache = 0;
    assert_int_equal(search_create(&s, &settings, NULL), GO_OK);
    for (int size = 9; size <= 13; size += 4) {
        rules r;
        game *g = NULL;
        assert_true(rules_by_name("chinese", &r));
        assert_int_equal(game_create(&g, size, &r, NULL), GO_OK);
        assert_int_equal(search_final_status(s, g, true, status, NULL), GO_OK);
        if (size == 9)
            assert_true(search_net_evaluated(s) > 0);
        else
            assert_int_equal(search_net_evaluated(s), 0);
        game_destroy(g);
    }
    search_destroy(s);
    free(status);
}

/* Which evaluator is usual, and so what is a good c-puct, is known only with the network, and "own" is
 * known with the size. */
static void the_size_chooses_what_was_left_open(void **state)
{
    search_settings settings;
    search *s = NULL;
    (void)state;
    search_settings_default(&settings);
    settings.evaluate.net.file = "own";
    settings.evaluate.net.cache = 0;
    settings.evaluate.lambda = 1;
    settings.seed = 3;
    assert_int_equal(search_create(&s, &settings, NULL), GO_OK);
    const search_settings *found = search_configured(s);
    assert_int_equal(search_prepare(s, 13, NULL), GO_OK);
    assert_int_equal(found->evaluate.evaluator, EVALUATOR_ROLLOUT);
    const double of_playouts = found->select.c_puct;
    assert_int_equal(search_prepare(s, 9, NULL), GO_OK);
    assert_int_equal(found->evaluate.evaluator, EVALUATOR_NETWORK);
    assert_true(found->select.c_puct < of_playouts);
    assert_int_equal(found->seed, 3);
    assert_int_equal(search_prepare(s, 13, NULL), GO_OK);
    assert_true(found->select.c_puct == of_playouts);
    search_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_network_is_asked_as_often_as_allowed),
        cmocka_unit_test(a_network_of_games_alone_is_not_asked),
        cmocka_unit_test(the_size_chooses_what_was_left_open),
    };
    return cmocka_run_group_tests(tests, small_nets_setup, small_nets_teardown);
}
