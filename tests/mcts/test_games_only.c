/* A network that has learned from games only is searched together with playouts, which judge life
 * and death, too.                                                                 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "mcts/search_parts.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"
#include "tests/support/unit.h"

/* The small network under another name, in a file of the folder. */
static const char *renamed(const char *name, char path[400])
{
    char *bytes, *text;
    size_t n, n_text;
    assert_int_equal(read_file(nets.net, 1 << 20, &bytes, &n, NULL), GO_OK);
    const char *rest = memchr(bytes, '\n', n);
    assert_non_null(rest);
    FILE *f = open_memstream(&text, &n_text);
    fprintf(f, "%s", name);
    fwrite(rest, 1, n - (size_t)(rest - bytes), f);
    fclose(f);
    temp_dir_bytes(&nets.dir, name, text, n_text, path);
    free(text);
    free(bytes);
    return path;
}

static int evaluator_used(search *s)
{
    assert_int_equal(search_prepare(s, 7, NULL), GO_OK);
    return search_configured(s)->evaluate.evaluator;
}

/* Its name tells, not that of the file; and what the user sets comes first. */
static void playouts_help_a_network_that_knows_games_only(void **state)
{
    (void)state;
    char games[400], other[400];
    renamed("some-games", games);
    renamed("games-and-more", other);
    search *s = search_on_net(other, "reference", "");
    assert_int_equal(evaluator_used(s), EVALUATOR_NETWORK);
    search_destroy(s);
    s = search_on_net(games, "reference", "evaluator=network");
    assert_int_equal(evaluator_used(s), EVALUATOR_NETWORK);
    search_destroy(s);
    s = search_on_net(games, "reference", "");
    assert_int_equal(evaluator_used(s), EVALUATOR_MIXED);
    search_settings settings = *search_configured(s);
    settings.evaluate.evaluator = EVALUATOR_AUTO;
    settings.evaluate.net.file = other;
    assert_int_equal(search_configure(s, &settings, NULL), GO_OK);
    assert_int_equal(evaluator_used(s), EVALUATOR_NETWORK);
    settings.evaluate.net.file = games;
    assert_int_equal(search_configure(s, &settings, NULL), GO_OK);
    assert_int_equal(evaluator_used(s), EVALUATOR_MIXED);
    settings.choice.resign = !settings.choice.resign;
    assert_int_equal(search_configure(s, &settings, NULL), GO_OK); /* it stays in memory */
    assert_int_equal(search_configured(s)->evaluate.evaluator, EVALUATOR_MIXED);
    search *borrower;
    assert_int_equal(evaluator_used(s), EVALUATOR_MIXED);
    assert_int_equal(search_create_sharing(&borrower, s, &settings, NULL), GO_OK);
    assert_int_equal(evaluator_used(borrower), EVALUATOR_MIXED);
    search_destroy(borrower);
    search_destroy(s);
}

/* By own-19x19, 87 % of finished games are counted exactly, by playouts 94 %. */
static void only_a_network_that_knows_more_than_games_judges_life_and_death(void **state)
{
    (void)state;
    char games[400], other[400];
    search_decision decided;
    game *g = game_drawn(7, "chinese", 7, BLACK, NULL);
    search *s = search_on_net(renamed("some-games", games), "reference", "");
    search_game(s, g);
    search_decide(s, &decided);
    assert_null(s->decider.net);
    search_destroy(s);
    s = search_on_net(renamed("games-and-more", other), "reference", "");
    search_game(s, g);
    search_decide(s, &decided);
    assert_non_null(s->decider.net);
    search_destroy(s);
    game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playouts_help_a_network_that_knows_games_only),
        cmocka_unit_test(only_a_network_that_knows_more_than_games_judges_life_and_death),
    };
    return cmocka_run_group_tests(tests, small_nets_setup, small_nets_teardown);
}
