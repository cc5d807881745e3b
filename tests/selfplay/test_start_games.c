/* Games that begin at positions of others, and the komi that makes a position even. */
#include "selfplay/start_games.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/coord.h"
#include "selfplay/player.h"
#include "selfplay/start_even.h"
#include "tests/support/assert_close.h"
#include "tests/support/searching.h"
#include "tests/support/needs.h"
#include "tests/support/selfplaying.h"
#include "tests/support/small_nets.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

/* On 5x5 a game of 6 moves before its first pass, on 7x7 one of 3; the others cannot be used: a
 * setup, white first, a pass first.                                           */
static const char *const collection =
    "(;SZ[5];B[bb];W[dd];B[bd];W[db];B[cc];W[cd];B[];W[aa])"
    "(;SZ[7];B[cc];W[ee];B[ce])"
    "(;SZ[5]AB[bb];B[cc];W[cd])"
    "(;SZ[5];W[aa];B[cc])"
    "(;SZ[5];B[];W[cc])"
    "(;SZ[9];B[ee];W[cc])";
static const char *const moves5[] = {"B4", "D2", "B2", "D4", "C3", "C2"};

static point at(int size, const char *name)
{
    point p;
    assert_true(coord_from_gtp(size, name, &p));
    return p;
}

static start_games *read_games(const char *text, double share, selfplay_sizes sizes)
{
    char path[400];
    start_games *games;
    const start_games_settings s = {temp_dir_text(&group_dir, "games.sgf", text, path), share};
    assert_int_equal(start_games_read(&games, &s, &sizes, NULL), GO_OK);
    return games;
}

static void only_games_that_begin_as_a_network_does_are_used(void **state)
{
    (void)state;
    start_games *games = read_games(collection, 1, (selfplay_sizes){2, {5, 7}});
    assert_int_equal(start_games_count(games, 5), 1);
    assert_int_equal(start_games_count(games, 7), 1);
    assert_int_equal(start_games_count(games, 9), 1);
    assert_int_equal(start_games_count(games, 6), 0);
    start_games_free(games);
}

static void every_number_of_moves_is_drawn_that_leaves_one_out(void **state)
{
    (void)state;
    start_games *games = read_games(collection, 1, (selfplay_sizes){2, {7, 5}});
    rng random = rng_seed(3);
    int drawn[7] = {0}, n;
    for (int i = 0; i < 600; i++) {
        const point *move = start_games_draw(games, 5, &random, &n);
        assert_in_range(n, 0, 5);
        drawn[n]++;
        for (int k = 0; k < n; k++)
            assert_int_equal(move[k], at(5, moves5[k]));
    }
    for (int k = 0; k < 6; k++)
        assert_in_range(drawn[k], 50, 150);
    const point *move = start_games_draw(games, 7, &random, &n);
    assert_int_equal(move[0], at(7, "C5"));
    assert_in_range(n, 0, 2);
    start_games_free(games);
}

/* A long game gives half the points at most: later everything is decided. */
static void no_more_than_half_the_board_is_played(void **state)
{
    (void)state;
    char text[400];
    int used = snprintf(text, sizeof text, "(;SZ[5]");
    for (int i = 0; i < 20; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, ";%c[%c%c]", "BW"[i % 2],
                         'a' + i % 5, 'a' + i / 5);
    snprintf(text + used, sizeof text - (size_t)used, ")");
    start_games *games = read_games(text, 1, (selfplay_sizes){1, {5}});
    rng random = rng_seed(1);
    int most = 0, n;
    for (int i = 0; i < 300; i++) {
        start_games_draw(games, 5, &random, &n);
        most = n > most ? n : most;
    }
    assert_int_equal(most, 12);
    start_games_free(games);
}

static void a_size_without_games_is_an_error(void **state)
{
    (void)state;
    go_error err;
    char path[400];
    start_games *games;
    const selfplay_sizes sizes = {2, {5, 6}};
    rng random = rng_seed(1);
    start_games_settings s = {temp_dir_text(&group_dir, "games.sgf", collection, path), 1};
    assert_int_equal(start_games_read(&games, &s, &sizes, &err), GO_EEMPTY);
    assert_null(games);
    assert_non_null(strstr(err.message, "no game on 6x6"));
    assert_int_equal(start_games_read(&games, &s, NULL, &err), GO_OK); /* sizes not known yet */
    assert_true(start_games_begin(games, 5, &random));
    assert_false(start_games_begin(games, 6, &random));
    start_games_free(games);
    s.file = "no-such-file.sgf";
    assert_int_equal(start_games_read(&games, &s, &sizes, &err), GO_EIO);
    assert_null(games);
    s.file = NULL;
    assert_int_equal(start_games_read(&games, &s, &sizes, &err), GO_OK);
    assert_null(games);
    assert_false(start_games_begin(NULL, 5, &random));
    start_games_free(NULL);
}

/* ---- games that begin there ---- */

/* How many of the first moves are those of the collection's game. */
static int moves_shared(const played_game *p)
{
    int n = 0;
    while (n < p->n_moves && n < 6 &&
           board_point_at(5, p->moves[n].index) == at(5, moves5[n]))
        n++;
    return n;
}

static int opening_moves(const played_game *p)
{
    int n = 0;
    while (n < p->n_moves && p->moves[n].how == PLAYED_OPENING)
        n++;
    return n;
}

typedef struct play_room {
    selfplay_nets nets;
    selfplay_player *player;
    played_game game;
} play_room;

static void open_room(play_room *r, const selfplay_settings *s, const start_games *games)
{
    *r = (play_room){0};
    assert_int_equal(selfplay_nets_read(&r->nets, s, 1, NULL), GO_OK);
    assert_int_equal(selfplay_player_create(&r->player, s, &r->nets, games, NULL), GO_OK);
}

static void close_room(play_room *r)
{
    selfplay_player_destroy(r->player);
    selfplay_nets_free(&r->nets);
    played_game_free(&r->game);
}

static void a_share_of_the_games_begins_there(void **state)
{
    (void)state;
    enum { N = 120 };
    start_games *games = read_games(collection, 0.6, (selfplay_sizes){1, {5}});
    selfplay_settings s = selfplay_of(nets.net, "visits=4 quick-visits=3 opening=0");
    play_room r;
    int begun = 0;
    s.max_moves = 8;
    open_room(&r, &s, games);
    for (int i = 0; i < N; i++) {
        assert_int_equal(selfplay_play(r.player, i, &r.game, NULL), GO_OK);
        const int n = opening_moves(&r.game);
        assert_in_range(n, 0, 5);
        assert_true(moves_shared(&r.game) >= n);
        begun += n > 0;
    }
    /* a sixth of those that begin there have no move of it: 60 expected, 5.5 the deviation */
    assert_in_range(begun, 60 - 27, 60 + 27);
    close_room(&r);
    start_games_free(games);
}

/* Suicide is not allowed in this game, though it may have been in the other. */
static void a_start_ends_before_a_move_against_the_rules(void **state)
{
    (void)state;
    start_games *games = read_games("(;SZ[5]RU[NZ];B[ca];W[aa];B[bb];W[dd];B[ab];W[ba];B[cc];W[ee])", 1,
                                    (selfplay_sizes){1, {5}});
    selfplay_settings s = selfplay_of(nets.net, "visits=4 quick-visits=3 opening=0");
    play_room r;
    int most = 0;
    s.max_moves = 8;
    open_room(&r, &s, games);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(selfplay_play(r.player, i, &r.game, NULL), GO_OK);
        most = opening_moves(&r.game) > most ? opening_moves(&r.game) : most;
    }
    assert_int_equal(most, 5);
    close_room(&r);
    start_games_free(games);
}

/* ---- an even komi ---- */

/* The komi after start_make_even, and the chances of the side to move with it. */
static double even_komi(const char *diagram, double off, double *chance)
{
    selfplay_settings s = selfplay_of("data/own-9x9.bin.gz", "komi=7 quick-visits=32");
    const search_limits limits = {.visits = 64, .exact = true};
    search_analysis a = {0};
    search *net;
    s.backend = NULL;
    const search_settings how = selfplay_search_settings(&s, false);
    game *g = game_drawn(9, "chinese-ogs", 7, BLACK, diagram);
    assert_int_equal(search_create(&net, &how, NULL), GO_OK);
    assert_int_equal(search_prepare(net, 9, NULL), GO_OK);
    assert_int_equal(start_make_even(&s, net, g, off, NULL), GO_OK);
    assert_int_equal(search_run(net, g, BLACK, &limits, NULL), GO_OK);
    assert_int_equal(search_analyze(net, NULL, &a, NULL), GO_OK);
    const double komi = g->komi;
    *chance = a.winrate;
    search_analysis_release(&a);
    search_destroy(net);
    game_destroy(g);
    return komi;
}

static const char *const for_black = ". . . . . . . . ."
                                     ". . . . . . . . ."
                                     ". . X . . . O . ."
                                     ". . . . . . . . ."
                                     ". . . . X . . . ."
                                     ". . . . . . . . ."
                                     ". . X . . . O . ."
                                     ". . . . . . . . ."
                                     ". . . . . . . . .";

static void an_even_komi_gives_both_sides_a_chance(void **state)
{
    double chance;
    (void)state;
    const double even = even_komi(for_black, 0, &chance);
    assert_close(chance, 0.5, 0.2);
    assert_in_range((int)even, 9, 23); /* black is to move, and has a stone more */
    assert_close(even_komi(for_black, 2.5, &chance), even + 2.5, 0.01);
}

static void a_decided_game_keeps_its_komi(void **state)
{
    double chance;
    (void)state;
    assert_close(even_komi(". . . . . . . . ."
                           ". X X X X X X X ."
                           ". X . . . . . X ."
                           ". X . X X X . X ."
                           ". X . X . X . X ."
                           ". X . X X X . X ."
                           ". . . . . . . X ."
                           ". . X X X X X X ."
                           ". . . . . . . . .",
                           0, &chance),
                 7, 0);
    assert_true(chance > 0.9);
}

/* The komi is drawn anew only in the share of the games that asks for it. */
static void games_have_that_komi(void **state)
{
    (void)state;
    enum { N = 60 };
    selfplay_settings s = selfplay_of(nets.net, "visits=6 quick-visits=4 komi=0 komi-spread=0 "
                                      "even=0.5 opening=0.2");
    play_room r;
    int moved = 0;
    s.max_moves = 6;
    open_room(&r, &s, NULL);
    for (int i = 0; i < N; i++) {
        assert_int_equal(selfplay_play(r.player, i, &r.game, NULL), GO_OK);
        assert_true(2 * r.game.komi == rint(2 * r.game.komi) && fabs(r.game.komi) <= 5);
        moved += r.game.komi != 0;
    }
    assert_in_range(moved, 5, 45);
    close_room(&r);
}

static int set_up(void **state)
{
    return group_dir_make(state) || small_nets_setup(state);
}

static int tear_down(void **state)
{
    return small_nets_teardown(state) || group_dir_remove(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_games_that_begin_as_a_network_does_are_used),
        cmocka_unit_test(every_number_of_moves_is_drawn_that_leaves_one_out),
        cmocka_unit_test(no_more_than_half_the_board_is_played),
        cmocka_unit_test(a_size_without_games_is_an_error),
        cmocka_unit_test(a_share_of_the_games_begins_there),
        cmocka_unit_test(a_start_ends_before_a_move_against_the_rules),
        cmocka_unit_test(an_even_komi_gives_both_sides_a_chance),
        cmocka_unit_test(a_decided_game_keeps_its_komi),
        cmocka_unit_test(games_have_that_komi),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
