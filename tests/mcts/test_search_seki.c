/* Does the search see who wins where a seki decides? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mcts/search.h"
#include "tests/support/fates.h"
#include "tests/support/searching.h"
#include "tests/support/seki_shapes.h"

/* Black's chance to win by a search with `to_move` first. */
static double value_of(search *s, const seki_shape *seki, double komi, colour to_move)
{
    search_decision d;
    game *g = game_of_fates("chinese", seki->size, seki->drawing);
    search_limits l = search_limits_default(search_configured(s));
    g->komi = komi;
    assert_int_equal(search_run(s, g, to_move, &l, NULL), GO_OK);
    search_decide(s, &d);
    game_destroy(g);
    return to_move == BLACK ? d.winrate : 1 - d.winrate;
}

/* Only shapes outside of which nothing is left to play: the sekis, and a group that is dead. */
enum { DEAD = 7, /* the first of seki_shapes that is no seki */
       POINTS = 2 };

/* With komi two points and a half below black's area he wins, with as much more he loses. */
static void the_winner_is_seen(void **state)
{
    search *s = search_of("playouts=2000 resign=no solve=0 playout-sekis=yes");
    (void)state;
    for (int i = 0; i <= DEAD; i++) {
        const seki_shape *seki = &seki_shapes[i];
        for (colour c = BLACK; c <= WHITE; c++) {
            search_clear(s);
            double ahead = value_of(s, seki, seki->area - POINTS - 0.5, c);
            search_clear(s);
            double behind = value_of(s, seki, seki->area + POINTS + 0.5, c);
            print_message("%s, %s first: ahead %.3f, behind %.3f\n", seki->name,
                          c == BLACK ? "black" : "white", ahead, behind);
            assert_true(ahead > 0.4 && behind < 0.4); /* most are 0.98 and 0.02 */
        }
    }
    search_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_winner_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
