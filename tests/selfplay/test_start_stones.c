/* Games that begin with handicap stones: what is played, and what is learned from it. */
#include "selfplay/start_stones.h"

#include <math.h>
#include <string.h>

#include "board/game/handicap.h"
#include "nn/inputs/encode.h"
#include "nn_train/data/rows.h"
#include "selfplay/player.h"
#include "selfplay/record/played_replay.h"
#include "selfplay/teach.h"
#include "tests/support/assert_close.h"
#include "tests/support/selfplaying.h"
#include "tests/support/small_nets.h"
#include "tests/support/unit.h"

static void boards_have_their_stones(void **state)
{
    (void)state;
    assert_int_equal(start_most_stones(19), 9);
    assert_int_equal(start_most_stones(13), 6);
    assert_int_equal(start_most_stones(9), 3);
    assert_int_equal(start_most_stones(8), 2);
    assert_true(start_most_stones(7) < 2 && start_most_stones(5) < 2);
}

/* What white gets for n stones by the names of rules. */
static double bonus_of(const played_game *p)
{
    const int n = p->n_setup;
    return p->rules.bonus == BONUS_N ? n : p->rules.bonus == BONUS_N_MINUS_1 && n ? n - 1 : 0;
}

static void check_margin(const played_game *p)
{
    int points = 0;
    for (int i = 0; i < p->size * p->size; i++)
        points += (p->owner[i] == BLACK) - (p->owner[i] == WHITE);
    assert_close(p->margin, points - p->komi - bonus_of(p), 1e-6);
    assert_int_equal(p->winner, p->margin > 0 ? BLACK : p->margin < 0 ? WHITE : EMPTY);
}

/* A row shows what the search saw, and its targets are those of the side to move. */
static void check_row(const played_game *p, const game *g, const nn_store *s, int64_t row,
                      const played_move *m)
{
    enum { AREA = 64 };
    float planes[NN_KATA_PLANES * AREA], globals[NN_KATA_GLOBALS];
    const nn_view view = nn_view_plain(p->size);
    nn_position *seen;
    nn_rows *rows;
    row_maker *maker;
    assert_int_equal(nn_position_create(&seen, p->size, p->size, &g->rules, 0, NULL), GO_OK);
    assert_int_equal(nn_position_of_game(seen, g, g->to_move, NULL), GO_OK);
    nn_encode(nets.model, seen, &view, NULL, planes, globals, NULL);
    assert_int_equal(nn_rows_create(&rows, 1, p->size, NULL), GO_OK);
    assert_int_equal(row_maker_create(&maker, s, nets.model, NULL), GO_OK);
    assert_int_equal(row_maker_fill(maker, (sample_row){.position = row}, rows, 0, NULL), GO_OK);
    assert_memory_equal(rows->planes, planes, sizeof planes);
    assert_memory_equal(rows->globals, globals, sizeof globals);
    const double own = colour_sign(g->to_move);
    assert_close((double)globals[5], -own * (p->komi + bonus_of(p)) / 20, 1e-5);
    assert_close((double)rows->score[0], own * p->margin, 1e-4);
    assert_close((double)rows->value[0], p->winner == EMPTY ? 0.5 : p->winner == g->to_move, 0);
    assert_close((double)rows->search[0], (double)m->winrate, 1e-4);
    row_maker_destroy(maker);
    nn_rows_destroy(rows);
    nn_position_destroy(seen);
}

static void check_lessons(const played_game *p)
{
    nn_store s;
    game *g;
    int64_t row = 0;
    assert_int_equal(nn_store_create(&s, NULL, NULL), GO_OK);
    s.chooses = true;
    assert_int_equal(selfplay_teach(&s, p, 0, NULL), GO_OK);
    assert_int_equal(played_replay_start(p, &g, NULL), GO_OK);
    assert_int_equal(g->handicap, p->n_setup);
    for (int i = 0; i < p->n_moves; i++) {
        if (p->moves[i].how == PLAYED_FULL && row < 12)
            check_row(p, g, &s, row++, &p->moves[i]);
        assert_int_equal(p->moves[i].colour, g->to_move);
        assert_int_equal(played_replay_move(p, g, i, NULL), GO_OK);
    }
    assert_true(row > 0);
    game_destroy(g);
    nn_store_free(&s);
}

/* Under rules in which the stones give white 2 points, 1, and none. */
static void games_and_lessons_know_of_the_stones(void **state)
{
    (void)state;
    enum { N = 24 };
    played_game p = {0};
    selfplay_nets read = {0};
    selfplay_player *player;
    int with = 0, kinds[3] = {0};
    selfplay_settings s = selfplay_of(nets.net, "visits=6 quick-visits=3 handicap=0.7 komi=6.3 "
                                      "komi-spread=2 full-share=0.5 resign-threshold=0 "
                                      "rules=chinese,aga,tromp-taylor");
    s.sizes = (selfplay_sizes){1, {8}};
    s.max_moves = 40;
    assert_int_equal(selfplay_nets_read(&read, &s, 1, NULL), GO_OK);
    assert_int_equal(selfplay_player_create(&player, &s, &read, NULL, NULL), GO_OK);
    for (int i = 0; i < N; i++) {
        assert_int_equal(selfplay_play(player, i, &p, NULL), GO_OK);
        assert_true(2 * p.komi == rint(2 * p.komi));
        assert_int_equal(p.first, p.n_setup ? WHITE : BLACK);
        assert_true(p.n_setup == 0 || p.n_setup == 2);
        with += p.n_setup > 0;
        if (p.n_setup)
            kinds[p.rules.bonus]++;
        check_margin(&p);
        check_lessons(&p);
    }
    assert_in_range(with, 4, N - 1);
    assert_true(kinds[BONUS_NONE] && kinds[BONUS_N] && kinds[BONUS_N_MINUS_1]);
    selfplay_player_destroy(player);
    selfplay_nets_free(&read);
    played_game_free(&p);
}

/* With the network that came with the program, which knows roughly what stones are worth: more of
 * them, more komi, and then the search gives both about the same chances.           */
static void the_komi_makes_them_even(void **state)
{
    (void)state;
    double komi[4] = {0};
    for (int number = 0; number < 40 && !(komi[2] > 0 && komi[3] > 0); number++) {
        selfplay_settings s = selfplay_of("data/own-9x9.bin.gz", "handicap=1 komi=7 komi-spread=0");
        search_settings how;
        search *net;
        game *g;
        rng random = rng_seed((uint64_t)number);
        search_analysis a = {0};
        search_limits limits = {.visits = 32, .exact = true};
        s.backend = NULL;
        s.quick_visits = 32;
        how = selfplay_search_settings(&s, false);
        assert_int_equal(search_create(&net, &how, NULL), GO_OK);
        assert_int_equal(search_prepare(net, 9, NULL), GO_OK);
        assert_int_equal(game_create(&g, 9, &s.rules.rules[0], NULL), GO_OK);
        g->komi = 7;
        assert_int_equal(start_give_stones(&s, net, g, &random, NULL), GO_OK);
        assert_int_equal(g->to_move, WHITE);
        assert_in_range(g->handicap, 2, 3);
        komi[g->handicap] = g->komi;
        assert_int_equal(search_run(net, g, WHITE, &limits, NULL), GO_OK);
        assert_int_equal(search_analyze(net, NULL, &a, NULL), GO_OK);
        assert_close(a.winrate, 0.5, 0.2);
        search_analysis_release(&a);
        game_destroy(g);
        search_destroy(net);
    }
    assert_true(komi[2] > 0 && komi[3] > komi[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_have_their_stones),
        cmocka_unit_test(games_and_lessons_know_of_the_stones),
        cmocka_unit_test(the_komi_makes_them_even),
    };
    return cmocka_run_group_tests(tests, small_nets_setup, small_nets_teardown);
}
