/* Counts of matches: whose games they are, what both games of a pair give, who tells playouts. */
#include "match/rating/tally.h"
#include "tests/support/assert_close.h"
#include "tests/support/saved_match.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

/* Three pairs of a and b, the last without its second game, and one of a and c.  Only a and c tell
 * playouts (saved_match.h).                                                   */
static match_store *open_games(const char *name)
{
    static const char *const names[] = {"a", "b", "c"}, *const specs[] = {"x", "y", "z"};
    static const saved_game games[] = {
        {0, 1, BLACK, 10, {1, 2}, NULL}, {1, 0, BLACK, 20, {3, 6}, NULL}, /* 1 - 1 */
        {0, 2, BLACK, 30, {5, 7}, NULL}, {2, 0, WHITE, 40, {8, 2}, NULL},
        {0, 1, EMPTY, 10, {1, 1}, NULL}, {1, 0, WHITE, 10, {4, 1}, NULL}, /* 1.5 - 0.5 */
        {0, 1, WHITE, 50, {2, 9}, NULL}};
    const saved_match m = {names, specs, 3, 9, "none", games, sizeof games / sizeof *games};
    char path[400];
    match_store *store;
    json_t *settings;
    go_error err;
    saved_match_write(&m, temp_dir_path(&group_dir, name, path));
    if (match_store_look(&store, path, &settings, &err) != GO_OK)
        fail_msg("%s", err.message);
    json_decref(settings);
    return store;
}

static void games_of_others_are_not_counted(void **state)
{
    match_store *store = open_games("pair");
    match_tally t, turned;
    go_error err;
    (void)state;
    assert_int_equal(match_tally_count(store, 7, 0, 1, &t, &err), GO_OK);
    assert_true(t.games == 5 && t.wins == 2 && t.draws == 1 && t.losses == 2);
    assert_int_equal(t.black_wins, 2);
    assert_int_equal(t.ended_by[END_SCORE], 5);
    assert_close(match_tally_score(&t), 0.5, 0);
    assert_int_equal(match_tally_count(store, 7, 1, 0, &turned, &err), GO_OK);
    assert_true(turned.wins == 2 && turned.losses == 2);
    assert_int_equal(match_tally_count(store, 7, 1, 2, &t, &err), GO_OK);
    assert_int_equal(t.games, 0);
    assert_close(match_tally_score(&t), 0.5, 0);
    match_store_close(store);
}

/* 1 and 3/2 points of a; the game without a second is in no pair. */
static void only_complete_pairs_count_as_pairs(void **state)
{
    match_store *store = open_games("pairs");
    match_tally t;
    go_error err;
    (void)state;
    assert_int_equal(match_tally_count(store, 7, 0, 1, &t, &err), GO_OK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(t.pairs[i], i == 2 || i == 3);
    assert_int_equal(match_tally_count(store, 7, 1, 0, &t, &err), GO_OK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(t.pairs[i], i == 1 || i == 2);
    assert_int_equal(match_tally_count(store, 1, 0, 1, &t, &err), GO_OK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(t.pairs[i], 0);
    match_store_close(store);
}

static void each_side_has_its_moves_colours_and_losses(void **state)
{
    match_store *store = open_games("sides");
    match_tally t;
    char text[24];
    go_error err;
    (void)state;
    assert_int_equal(match_tally_count(store, 7, 0, 1, &t, &err), GO_OK);
    const side_tally *a = &t.side[0], *b = &t.side[1];
    assert_true(a->moves == 100 && b->moves == 100);
    assert_close(match_seconds_per_move(a), 0.11, 1e-12); /* 1 + 6 + 1 + 1 + 2 */
    assert_close(match_seconds_per_move(b), 0.19, 1e-12); /* 2 + 3 + 1 + 4 + 9 */
    assert_true(a->slowest == 6 && b->slowest == 9);
    assert_true(a->games[BLACK] == 3 && a->games[WHITE] == 2);
    assert_true(a->points2[BLACK] == 3 && a->points2[WHITE] == 2); /* won, drawn, lost; lost, won */
    assert_true(a->lost_by[END_SCORE] == 2 && b->lost_by[END_SCORE] == 2);
    assert_string_equal(match_playouts_text(a, "-", text), "100");
    assert_string_equal(match_playouts_text(b, "-", text), "-");
    assert_true(a->counted_moves == 100 && b->counted_moves == 0);
    assert_true(a->counted_seconds == 11 && b->counted_seconds == 0);
    match_store_close(store);
}

/* Playouts of games that tell none, or that there were none, are no number and 0. */
static void playouts_are_those_that_were_told(void **state)
{
    match_tally t = {0};
    match_game m = {.winner = BLACK};
    char text[24];
    (void)state;
    m.side[BLACK] = (game_side){.moves = 10, .playouts = 0};
    m.side[WHITE] = (game_side){.moves = 10, .playouts = -1};
    match_tally_add(&t, &m, BLACK);
    assert_string_equal(match_playouts_text(&t.side[0], "-", text), "0");
    assert_string_equal(match_playouts_text(&t.side[1], "-", text), "-");
    m.side[BLACK].playouts = 500;
    match_tally_add(&t, &m, BLACK);
    assert_string_equal(match_playouts_text(&t.side[0], "-", text), "25");
}

static void a_player_has_the_games_with_everybody(void **state)
{
    match_store *store = open_games("player");
    match_tally t;
    (void)state;
    match_tally_player(store, 0, &t);
    assert_true(t.games == 7 && t.wins == 4 && t.draws == 1 && t.losses == 2);
    assert_int_equal(t.side[0].moves, 170);
    match_tally_player(store, 2, &t);
    assert_true(t.games == 2 && t.wins == 0 && t.losses == 2);
    match_store_close(store);
}

/* By the share of both games that was won. */
static void a_test_weighs_pairs_by_their_points(void **state)
{
    static const double share[] = {0, 0.25, 0.5, 0.75, 1}, count[] = {3, 7, 20, 9, 5};
    const sprt_test test = {true, -20, 20, 0.05, 0.05};
    (void)state;
    const match_tally some = {.pairs = {3, 7, 20, 9, 5}};
    assert_close(match_tally_llr(&some, &test), stats_llr(share, count, 5, -20, 20), 1e-12);
    match_tally t = {.pairs = {1, 2, 5, 9, 800}};
    assert_int_equal(match_tally_decision(&t, &test), 1);
    assert_int_equal(match_tally_decision(&t, &(sprt_test){.on = false}), 0);
    t = (match_tally){.pairs = {800, 9, 5, 2, 1}};
    assert_int_equal(match_tally_decision(&t, &test), -1);
    t = (match_tally){.pairs = {1, 2, 5, 2, 1}};
    assert_int_equal(match_tally_decision(&t, &test), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_others_are_not_counted),
        cmocka_unit_test(only_complete_pairs_count_as_pairs),
        cmocka_unit_test(each_side_has_its_moves_colours_and_losses),
        cmocka_unit_test(playouts_are_those_that_were_told),
        cmocka_unit_test(a_player_has_the_games_with_everybody),
        cmocka_unit_test(a_test_weighs_pairs_by_their_points),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
