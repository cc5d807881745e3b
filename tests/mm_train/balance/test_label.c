/* Positions drawn from games and judged by a network. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <cmocka.h>

#include "board/symmetry.h"
#include "mm_train/balance/label.h"
#include "sgf_corpus/sgf/record_game.h"
#include "tests/support/assert_close.h"
#include "tests/support/small_nets.h"
#include "tests/support/temp_dir.h"

static playout_gammas *tables;

static int set_up(void **state)
{
    gammas *g;
    if (gammas_read_or_find(&g, NULL, "fast", 9, NULL) != GO_OK ||
        playout_gammas_create(&tables, g, 9, NULL) != GO_OK)
        return -1;
    gammas_destroy(g);
    return small_nets_setup(state);
}

static int tear_down(void **state)
{
    playout_gammas_destroy(tables);
    return small_nets_teardown(state);
}

static label_options options(int positions)
{
    return (label_options){.positions = positions, .per_game = 2, .astray = 3, .even = 0.5,
                           .nakade = 0.9, .visits = 1, .seed = 1, .playouts = tables};
}

/* In games that the network plays, on a board of any size. */
static go_status judge_own(balance_positions *p, const label_options *o, int size)
{
    search *teacher = search_on_net(nets.net, "reference", "");
    const go_status status = label_positions(p, NULL, size, teacher, o, NULL);
    search_destroy(teacher);
    return status;
}

static go_status judge_games(balance_positions *p, const char *games, const label_options *o)
{
    corpus *c;
    search *teacher = search_on_net(nets.net, "reference", "");
    assert_int_equal(corpus_open(&c, &games, 1, NULL, NULL), GO_OK);
    const go_status status = label_positions(p, c, 9, teacher, o, NULL);
    corpus_close(c);
    search_destroy(teacher);
    return status;
}

static go_status judge(balance_positions *p, const label_options *o)
{
    return judge_games(p, "data/sample-9x9.sgf.gz", o);
}

static void expect_equal(const balance_positions *p, const balance_positions *q)
{
    assert_int_equal(p->n, q->n);
    for (int i = 0; i < p->n; i++) {
        assert_true(game_record_equal(p->at[i].record, q->at[i].record));
        assert_true(fabsf(p->at[i].win - q->at[i].win) < 1e-6f);
    }
}

static void positions_are_drawn_and_judged(void **state)
{
    (void)state;
    balance_positions p = {0};
    const label_options o = options(12);
    int even = 0;
    assert_int_equal(judge(&p, &o), GO_OK);
    assert_int_equal(p.n, 12);
    assert_int_equal(p.size, 9);
    for (int i = 0; i < p.n; i++) {
        const game_record *r = p.at[i].record;
        assert_true(p.at[i].win > 0 && p.at[i].win < 1);
        assert_non_null(p.at[i].owner);
        assert_true(r->n_moves >= 4);
        assert_int_equal(p.at[i].to_move, opponent((colour)r->moves[r->n_moves - 1].colour));
        assert_true(i < 2 || p.at[i].game > p.at[i - 2].game); /* two from a game */
        even += fabs(r->komi - floor(r->komi) - 0.5) < 1e-6 && fabs(r->komi - 7) > 0.75;
    }
    assert_true(even > 2 && even < 10); /* this network finds hardly any position even */
    balance_positions_free(&p);
}

static void what_is_there_is_not_judged_again(void **state)
{
    (void)state;
    balance_positions once = {0}, parts = {0};
    const label_options some = options(5), all = options(12);
    assert_int_equal(judge(&once, &all), GO_OK);
    assert_int_equal(judge(&parts, &some), GO_OK);
    assert_int_equal(parts.n, 5);
    parts.at[0].win = 0.125f; /* stays */
    assert_int_equal(judge(&parts, &all), GO_OK);
    assert_true(fabsf(parts.at[0].win - 0.125f) < 1e-6f);
    parts.at[0].win = once.at[0].win;
    expect_equal(&once, &parts);
    balance_positions_free(&once);
    balance_positions_free(&parts);
}

static bool stop_after_seven(void *user, const char *phase, int64_t done, int64_t total)
{
    (void)user, (void)phase, (void)total;
    return done < 7;
}

static void an_interrupt_keeps_what_was_judged(void **state)
{
    (void)state;
    balance_positions p = {0};
    label_options o = options(12);
    o.progress = stop_after_seven;
    assert_int_equal(judge(&p, &o), GO_EINTR);
    assert_int_equal(p.n, 7);
    balance_positions_free(&p);
}

static void a_search_judges_otherwise(void **state)
{
    (void)state;
    balance_positions bare = {0}, searched = {0};
    label_options o = options(4);
    double differs = 0;
    assert_int_equal(judge(&bare, &o), GO_OK);
    o.visits = 30;
    assert_int_equal(judge(&searched, &o), GO_OK);
    for (int i = 0; i < 4; i++) {
        assert_true(game_record_equal(bare.at[i].record, searched.at[i].record));
        assert_true(searched.at[i].win > 0 && searched.at[i].win < 1);
        differs += fabs((double)(searched.at[i].win - bare.at[i].win));
    }
    assert_true(differs > 1e-4);
    balance_positions_free(&bare);
    balance_positions_free(&searched);
}

/* Black's chance by the network's answers in all symmetries. */
static double network_says(const game *g)
{
    search *teacher = search_on_net(nets.net, "reference", "");
    double win = 0;
    for (int s = 0; s < N_SYMMETRIES; s++) {
        nn_result r;
        assert_int_equal(search_evaluate_network(teacher, g, g->to_move, s, 0, &r, NULL), GO_OK);
        win += (0.5 + 0.5 * colour_sign(g->to_move) * (r.win - r.loss)) / N_SYMMETRIES;
    }
    search_destroy(teacher);
    return win;
}

/* A playout's lead is compared with komi alone, so the teacher gives white nothing else. */
static void handicap_stones_are_worth_what_playouts_see(void **state)
{
    static const char sgf[] = "(;SZ[9]KM[7]HA[4]AB[cc][gc][cg][gg];W[ee];B[ef];W[de];B[df];W[ce]"
                              ";B[bf];W[ge];B[gf];W[he])";
    char path[400];
    balance_positions p = {0};
    label_options o = options(1);
    temp_dir dir = temp_dir_create();
    game *g;
    rules r;
    (void)state;
    o.astray = 0;
    o.even = 0;
    assert_int_equal(judge_games(&p, temp_dir_text(&dir, "handicap.sgf", sgf, path), &o), GO_OK);
    assert_int_equal(p.n, 1);
    rules_by_name("chinese", &r);
    r.bonus = BONUS_NONE;
    const game_record *record = p.at[0].record;
    assert_int_equal(record_game_replay(&g, record, &r, record->komi, record->n_moves, NULL, NULL),
                     GO_OK);
    assert_close(p.at[0].win, network_says(g), 1e-4);
    g->rules.bonus = BONUS_N;
    assert_true(fabs((double)p.at[0].win - network_says(g)) > 1e-3);
    game_destroy(g);
    balance_positions_free(&p);
    temp_dir_remove(&dir);
}

static void games_may_run_out(void **state)
{
    (void)state;
    balance_positions p = {0};
    label_options o = options(1000);
    o.per_game = 1;
    o.astray = 0;
    o.even = 0;
    assert_int_equal(judge(&p, &o), GO_OK);
    assert_true(p.n > 250 && p.n <= 300); /* the games that there are */
    balance_positions_free(&p);
}

static void a_network_plays_games_if_there_are_none(void **state)
{
    (void)state;
    balance_positions once = {0}, parts = {0};
    label_options some = options(5), all = options(12);
    assert_int_equal(judge_own(&once, &all, 9), GO_OK);
    assert_int_equal(once.n, 12);
    assert_int_equal(judge_own(&parts, &some, 9), GO_OK);
    assert_int_equal(judge_own(&parts, &all, 9), GO_OK); /* goes on with the same games */
    expect_equal(&once, &parts);
    for (int i = 2; i < once.n; i++) { /* different games, played by the rules */
        const game_record *r = once.at[i].record, *other = once.at[i - 2].record;
        game *g;
        rules chinese;
        assert_int_equal(once.at[i].game, i / 2);
        assert_memory_not_equal(r->moves, other->moves, 4 * sizeof *r->moves);
        rules_by_name("chinese", &chinese);
        assert_int_equal(record_game_replay(&g, r, &chinese, 7, r->n_moves, NULL, NULL), GO_OK);
        game_destroy(g);
    }
    balance_positions_free(&once);
    balance_positions_free(&parts);
}

static void a_board_too_small_for_games_ends_the_search_for_them(void **state)
{
    (void)state;
    balance_positions p = {0};
    label_options o = options(3);
    assert_int_equal(judge_own(&p, &o, BOARD_MIN_SIZE), GO_OK);
    assert_true(p.n <= 3);
    balance_positions_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_drawn_and_judged),
        cmocka_unit_test(what_is_there_is_not_judged_again),
        cmocka_unit_test(an_interrupt_keeps_what_was_judged),
        cmocka_unit_test(a_search_judges_otherwise),
        cmocka_unit_test(handicap_stones_are_worth_what_playouts_see),
        cmocka_unit_test(games_may_run_out),
        cmocka_unit_test(a_network_plays_games_if_there_are_none),
        cmocka_unit_test(a_board_too_small_for_games_ends_the_search_for_them),
    };
    return cmocka_run_group_tests_name("label", tests, set_up, tear_down);
}
