/* Searches that share a network, and the policy that a search improves. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "tests/support/assert_close.h"
#include "tests/support/searching.h"
#include "tests/support/small_nets.h"
#include "tests/support/unit.h"

static search *borrower_of(search *lender, const char *words)
{
    search *s = NULL;
    search_settings settings = *search_configured(lender);
    settings.threads = 1;
    set_words(&settings, words);
    assert_int_equal(search_create_sharing(&s, lender, &settings, NULL), GO_OK);
    return s;
}

/* ---- sharing ---- */

static void a_shared_network_gives_the_same_tree(void **state)
{
    (void)state;
    game *g = some_game("chinese");
    search *alone = search_on_net(nets.net, "reference", "");
    search *lender = search_on_net(nets.net, "reference", "threads=2");
    assert_int_equal(search_prepare(lender, 7, NULL), GO_OK);
    search *a = borrower_of(lender, ""), *b = borrower_of(lender, "");
    search_game(alone, g);
    search_game(a, g);
    int64_t evaluated = search_net_evaluated(lender);
    assert_int_equal(evaluated, search_net_evaluated(alone));
    assert_true(tree_signature(a) == tree_signature(alone));
    search_game(b, g); /* from the cache of both */
    assert_int_equal(search_net_evaluated(lender), evaluated);
    assert_true(tree_signature(b) == tree_signature(alone));
    search_destroy(a);
    search_destroy(b);
    search_destroy(lender);
    search_destroy(alone);
    game_destroy(g);
}

typedef struct walker {
    search *s;
    uint64_t signature;
} walker;

static void *search_some(void *data)
{
    walker *w = data;
    game *g = some_game("chinese");
    search_limits limits = search_limits_default(search_configured(w->s));
    limits.exact = true;
    if (search_run(w->s, g, BLACK, &limits, NULL) == GO_OK)
        w->signature = tree_signature(w->s);
    game_destroy(g);
    return NULL;
}

static void threads_that_share_get_what_they_would_alone(void **state)
{
    enum { N = 4 };
    (void)state;
    walker w[N], alone = {search_on_net(nets.net, "reference", "playouts=100"), 0};
    pthread_t thread[N];
    search *lender = search_on_net(nets.net, "reference", "threads=4 playouts=100");
    assert_int_equal(search_prepare(lender, 7, NULL), GO_OK);
    search_some(&alone);
    for (int i = 0; i < N; i++) {
        w[i] = (walker){borrower_of(lender, ""), 0};
        assert_int_equal(pthread_create(&thread[i], NULL, search_some, &w[i]), 0);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(thread[i], NULL);
        assert_true(w[i].signature == alone.signature);
        search_destroy(w[i].s);
    }
    search_destroy(lender);
    search_destroy(alone.s);
}

static void what_cannot_be_shared_is_refused(void **state)
{
    (void)state;
    go_error err;
    search *s = NULL, *lender = search_on_net(nets.net, "reference", "");
    search_settings settings = *search_configured(lender);
    assert_int_equal(search_create_sharing(&s, lender, &settings, &err), GO_EINVAL);
    assert_int_equal(search_prepare(lender, 7, NULL), GO_OK);
    settings.evaluate.net.file = nets.two;
    assert_int_equal(search_create_sharing(&s, lender, &settings, &err), GO_EINVAL);
    assert_null(s);
    s = borrower_of(lender, "");
    assert_int_equal(search_prepare(s, 9, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "7x7"));
    assert_int_equal(search_prepare(s, 7, &err), GO_OK);
    search_destroy(s);
    search_destroy(lender);
}

/* ---- the improved policy ---- */

/* The formula of gumbel.h from what an analysis says of each move. */
static void improve_by_hand(const search_analysis *a, double *share)
{
    const int area = 49;
    double q[50], visits = 0, most = 0, prior = 0, sum = 0, total = 0;
    bool known[50] = {false};
    for (int i = 0; i < a->n_moves; i++) {
        const search_move *m = &a->move[i];
        int at = m->at == PASS ? area : board_index_on(7, m->at);
        double p = (double)a->prior[at];
        if (!m->visits)
            continue;
        known[at] = true;
        q[at] = m->winrate;
        visits += (double)m->visits;
        most = fmax(most, (double)m->visits);
        prior += p;
        sum += p * q[at];
    }
    double own = 0.5 + 0.5 * a->raw->value;
    double mixed = (own + visits * sum / prior) / (1 + visits);
    for (int i = 0; i <= area; i++) {
        double p = (double)a->prior[i];
        share[i] = p > 0 ? p * exp((50 + most) * ((known[i] ? q[i] : mixed) - mixed)) : 0;
        total += share[i];
    }
    for (int i = 0; i <= area; i++)
        share[i] /= total;
}

static void the_improved_policy_is_that_of_the_paper(void **state)
{
    (void)state;
    static const char *const words[] = {
        "root=gumbel gumbel-noise=1 playouts=32 root-symmetry=no", "playouts=60 root-symmetry=no"};
    for (size_t i = 0; i < 2; i++) {
        game *g = some_game("chinese");
        search *s = search_on_net(nets.net, "reference", words[i]);
        search_analysis a = {0};
        double share[SEARCH_MAX_MOVES], expected[50], total = 0;
        assert_int_equal(search_improved_policy(s, share, NULL), GO_EINVAL);
        search_game(s, g);
        assert_int_equal(search_analyze(s, NULL, &a, NULL), GO_OK);
        assert_int_equal(search_improved_policy(s, share, NULL), GO_OK);
        improve_by_hand(&a, expected);
        for (int k = 0; k < 50; k++) {
            assert_close(share[k], expected[k], 1e-9);
            total += share[k];
        }
        assert_close(total, 1, 1e-9);
        search_analysis_release(&a);
        search_destroy(s);
        game_destroy(g);
    }
}

/* Black lives everywhere; under rules without agreement a pass after white's wins at once. */
static void a_proven_win_takes_the_policy(void **state)
{
    (void)state;
    game *g = game_drawn(7, "tromp-taylor", 7, WHITE,
                         ". X . X . . ." "X X X X . . ." ". . . . . . ." ". . . . . . ."
                         ". . . . . . ." ". . . . . . ." ". . . . . . .");
    search *s = search_on_net(nets.net, "reference", "root=gumbel gumbel-moves=50 "
                              "playouts=200");
    double share[SEARCH_MAX_MOVES];
    play_moves(g, "W pass");
    search_game(s, g);
    assert_int_equal(search_improved_policy(s, share, NULL), GO_OK);
    assert_true(share[49] > 0.5);
    search_destroy(s);
    game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shared_network_gives_the_same_tree),
        cmocka_unit_test(threads_that_share_get_what_they_would_alone),
        cmocka_unit_test(what_cannot_be_shared_is_refused),
        cmocka_unit_test(the_improved_policy_is_that_of_the_paper),
        cmocka_unit_test(a_proven_win_takes_the_policy),
    };
    return cmocka_run_group_tests(tests, small_nets_setup, small_nets_teardown);
}
