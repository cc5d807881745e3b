/* The rules beyond the main game: phases, kos of the encore, copies. */
#include <string.h>

#include "base/rng.h"
#include "board/coord.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_planes.h"
#include "tests/support/unit.h"

static inputs in; /* large */

/* White can take C4 at B4, by ko. */
static const char ko_shape[] = ". X O . ."
                               "X . X O ."
                               ". X O . ."
                               ". . . . ."
                               ". . . . .";

/* ---- phases ---- */

static void two_passes_end_an_area_game(void **state)
{
    nn_position *p = position_on(9, 9, "tromp-taylor");
    (void)state;
    play_all(p, "B E5 W pass");
    assert_true(nn_position_pass_ends_phase(p));
    assert_true(nn_position_pass_ends_game(p));
    assert_false(p->over);
    play_all(p, "B pass");
    assert_true(p->over);
    assert_int_equal(p->phase, 0);
    nn_position_destroy(p);
}

static void two_passes_begin_an_encore_where_wanted(void **state)
{
    nn_position *p = position_on(9, 9, "japanese");
    (void)state;
    p->encores = true;
    play_all(p, "B E5 W C3 B pass");
    assert_true(nn_position_pass_ends_phase(p));
    assert_false(nn_position_pass_ends_game(p));
    play_all(p, "W pass");
    assert_int_equal(p->phase, 1);
    assert_int_equal(p->n_turns, 0);
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[12], 1);
    assert_int_equal(in.globals[13], 0);
    assert_int_equal(plane_sum(&in, 18) + plane_sum(&in, 20), 0);
    play_all(p, "B pass W pass");
    assert_int_equal(p->phase, 2);
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[13], 1);
    assert_int_equal(plane_sum(&in, 20), 1); /* black's E5 */
    assert_int_equal(plane_sum(&in, 21), 1);
    assert_int_equal(plane_sum(&in, 18), 1); /* dame all around: stones of the start */
    play_all(p, "B pass W pass");
    assert_true(p->over);
    assert_int_equal(p->phase, 2);
    nn_position_destroy(p);
}

static void without_encores_a_territory_game_just_stops(void **state)
{
    nn_position *p = position_on(9, 9, "japanese");
    (void)state;
    play_all(p, "B E5 W C3 B pass W pass");
    assert_true(p->over);
    assert_int_equal(p->phase, 0);
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[0], 1); /* only the last pass is shown */
    assert_int_equal(in.globals[1], 0);
    assert_int_equal(plane_sum(&in, 11), 0);
    nn_position_destroy(p);
}

static void moves_cost_a_point_until_the_second_encore(void **state)
{
    nn_position *p = position_on(9, 9, "japanese");
    (void)state;
    p->encores = true;
    play_all(p, "B E5");
    assert_close(p->bonus, 1, 0);
    play_all(p, "W C3 B pass W pass B D5");
    assert_close(p->bonus, 1, 0);
    play_all(p, "W pass B pass");
    assert_int_equal(p->phase, 2);
    play_all(p, "W C4");
    assert_close(p->bonus, 1, 0);
    assert_close(nn_position_own_komi(p, 0.5), -8, 0);
    assert_close(nn_position_own_komi(p, 1), -8.5, 0); /* draws are wins for white */
    nn_position_destroy(p);
}

static void handicap_and_button_stay_when_the_side_changes(void **state)
{
    nn_position *p = position_on(9, 9, "aga");
    (void)state;
    play_all(p, "B E5 B C3 W G7 B E3"); /* two of black's before white's first */
    assert_int_equal(p->handicap, 2);
    nn_position_turn(p, BLACK);
    assert_int_equal(p->handicap, 2);
    assert_int_equal(p->n_turns, 0);
    play_all(p, "B C6 B C7");
    assert_int_equal(p->handicap, 2);
    nn_position_destroy(p);

    p = position_on(9, 9, "aga-button");
    play_all(p, "B E5 W pass");
    assert_false(p->button);
    assert_close(p->bonus, 0.5, 0);
    nn_position_turn(p, WHITE);
    assert_false(p->button);
    assert_close(p->bonus, 0.5, 0);
    nn_position_destroy(p);
}

/* Games that begin in every order of colours and passes: the handicap is the game's. */
static void handicap_is_that_of_the_game(void **state)
{
    (void)state;
    enum { MOVES = 7 };
    rules r;
    int n_handicaps = 0;
    assert_true(rules_by_name("chinese", &r));
    for (int order = 0; order < 1 << (2 * MOVES); order++) { /* two bits a move */
        game *g;
        nn_position *p, *all;
        assert_int_equal(game_create(&g, 9, &r, NULL), GO_OK);
        assert_int_equal(nn_position_create(&p, 9, 9, &r, 7, NULL), GO_OK);
        for (int i = 0; i < MOVES && !game_is_over(g); i++) {
            const colour c = order >> (2 * i) & 1 ? WHITE : BLACK;
            const point at = order >> (2 * i + 1) & 1 ? (point)PASS : board_point_on(9, i, 4);
            assert_int_equal(game_play(g, c, at, NULL), GO_OK);
            assert_int_equal(nn_position_play(p, c, at, NULL), GO_OK);
            assert_int_equal(p->handicap, g->handicap);
            n_handicaps += p->handicap > 0;
        }
        if (order % 64 == 0) {
            assert_int_equal(nn_position_create(&all, 9, 9, &r, 7, NULL), GO_OK);
            assert_int_equal(nn_position_of_game(all, g, g->to_move, NULL), GO_OK);
            assert_int_equal(all->handicap, g->handicap);
            nn_position_destroy(all);
        }
        nn_position_destroy(p);
        game_destroy(g);
    }
    assert_true(n_handicaps > 1000);
}

static void a_suicide_stays_played_when_the_rules_change(void **state)
{
    (void)state;
    static const char *const moves[] = {"A3", "A2", "B2",
                                        "B1", "C1", "A1"}; /* the last three die */
    nn_position *p = position_on(9, 9, "chinese");
    rules allowed, forbidden;
    game *g;
    assert_true(rules_by_name("tromp-taylor", &allowed) && rules_by_name("chinese", &forbidden));
    assert_int_equal(game_create(&g, 9, &allowed, NULL), GO_OK);
    for (int i = 0; i < 6; i++) {
        point at = PASS;
        assert_true(coord_from_gtp(9, moves[i], &at));
        assert_int_equal(game_play(g, i % 2 ? BLACK : WHITE, at, NULL), GO_OK);
    }
    assert_int_equal(game_set_rules(g, &forbidden), GO_OK);
    assert_int_equal(nn_position_of_game(p, g, WHITE, NULL), GO_OK);
    for (int ago = 0; ago < NN_PAST_BOARDS; ago++)
        assert_false(nn_position_board(p, ago)->suicide_allowed);
    assert_true(memcmp(nn_position_board(p, 0)->at, g->board.at, (size_t)g->board.n_points) == 0);
    game_destroy(g);
    nn_position_destroy(p);
}

/* Two kos go round until the board on which black passed is back. */
static nn_position *back_to_a_pass(const char *rules_name)
{
    nn_position *p = position_of(9, ". X O . . . X O ."
                                    "X . X O . X . X O"
                                    ". X O . . . X O ."
                                    ". . . . . . . . ."
                                    ". . . . . . . . ."
                                    ". . . . . . . . ."
                                    ". . . . . . . . ."
                                    ". . . . . . . . ."
                                    ". . . . . . . . .", rules_name, WHITE);
    play_all(p, "W B8 B pass W G8 B C8 W pass B H8");
    assert_false(nn_position_pass_ends_phase(p));
    play_all(p, "W B8");
    return p;
}

static void passing_twice_on_one_board_ends_a_phase_without_superko(void **state)
{
    nn_position *p = back_to_a_pass("chinese");
    (void)state;
    assert_true(nn_position_pass_ends_phase(p));
    play_all(p, "B pass");
    assert_true(p->over);
    nn_position_destroy(p);
    p = back_to_a_pass("chinese-kgs"); /* where the rules allow it to come back at all */
    assert_false(nn_position_pass_ends_phase(p));
    nn_position_destroy(p);
}

/* ---- kos ---- */

static void a_ko_of_the_encore_is_noted_before_it_is_retaken(void **state)
{
    nn_position *p = position_of(5, ko_shape, "japanese", BLACK);
    (void)state;
    p->encores = true;
    play_all(p, "B pass W pass");
    assert_int_equal(p->phase, 1);
    play_all(p, "B pass W B4"); /* white takes C4 */
    kata_inputs(p, NULL, &in);
    assert_true(plane_is(&in, 7, ". . . . ."
                                 ". 1 . . ."
                                 ". . . . ."
                                 ". . . . ."
                                 ". . . . ."));
    assert_int_equal(plane_sum(&in, 6), 0);
    assert_true(nn_position_legal(p, spot(p, "C4")));
    assert_true(nn_position_legal(p, spot(p, "B4"))); /* noted by naming the stone */
    play_all(p, "B C4");                              /* only lifts the ban */
    assert_int_equal(nn_position_board(p, 0)->at[spot(p, "B4")], WHITE);
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 7), 0);
    assert_int_equal(plane_sum(&in, 9), 1);
    play_all(p, "W E1 B C4"); /* now it takes */
    assert_int_equal(nn_position_board(p, 0)->at[spot(p, "B4")], EMPTY);
    nn_position_destroy(p);
}

static void a_ko_is_taken_once_in_a_position_of_the_encore(void **state)
{
    nn_position *p = position_of(5, ko_shape, "japanese", BLACK);
    (void)state;
    p->encores = true;
    play_all(p, "B pass W pass B pass W B4 B C4 W pass B C4"); /* black has taken back */
    kata_inputs(p, NULL, &in);
    assert_true(plane_is(&in, 6, ". . . . ." /* the board of white's taking is back */
                                 ". 1 . . ."
                                 ". . . . ."
                                 ". . . . ."
                                 ". . . . ."));
    assert_true(plane_is(&in, 7, ". . . . ."
                                 ". . 1 . ."
                                 ". . . . ."
                                 ". . . . ."
                                 ". . . . ."));
    nn_position_destroy(p);
}

/* ---- errors and copies ---- */

static void what_cannot_be_played_changes_nothing(void **state)
{
    nn_position *p = position_of(5, ". X . . ."
                                    "X . . . ."
                                    ". . . . ."
                                    ". . . . ."
                                    ". . . . .", "chinese", WHITE);
    go_error err;
    (void)state;
    assert_int_equal(nn_position_play(p, WHITE, spot(p, "B5"), &err), GO_EILLEGAL);
    assert_string_equal(err.message, "illegal move: the point is occupied");
    assert_int_equal(nn_position_play(p, WHITE, spot(p, "A5"), &err), GO_EILLEGAL);
    assert_string_equal(err.message, "illegal move: suicide");
    assert_int_equal(nn_position_play(p, BLACK, spot(p, "B5"), &err), GO_EILLEGAL);
    assert_int_equal(p->to_move, WHITE);
    assert_int_equal(p->n_turns, 0);
    rules r = p->rules;
    nn_position *none;
    assert_int_equal(nn_position_create(&none, 1, 9, &r, 7, &err), GO_EINVAL);
    assert_int_equal(nn_position_create(&none, 9, 26, &r, 7, &err), GO_EINVAL);
    nn_position_destroy(p);
}

static void a_copy_goes_its_own_way(void **state)
{
    nn_position *p = position_of(5, ko_shape, "chinese-kgs", WHITE);
    nn_position *copy = position_on(19, 19, "japanese");
    go_error err;
    (void)state;
    play_all(p, "W B4 B E1");
    assert_int_equal(nn_position_copy(copy, p, &err), GO_OK);
    play_all(copy, "W E2 B C4");
    assert_int_equal(nn_position_board(p, 0)->at[spot(p, "C4")], EMPTY);
    assert_true(nn_position_legal(p, spot(p, "E2")));
    assert_int_equal(nn_position_board(copy, 1)->at[spot(p, "E2")], WHITE);
    assert_int_equal(nn_position_board(copy, 2)->at[spot(p, "E2")], EMPTY);
    assert_int_equal(nn_position_stones(copy, 3)[spot(p, "C4")], EMPTY);
    assert_int_equal(nn_position_stones(copy, 4)[spot(p, "C4")], BLACK);
    assert_null(nn_position_stones(copy, 5));
    nn_position_destroy(p);
    nn_position_destroy(copy);
}

/* Any legal move: eyes are filled, too, so that small boards empty and fill again. */
static point any_move(const board *b, colour c, rng *random)
{
    for (int i = 0; i < 20; i++) {
        const point p = b->empty[rng_below(random, (uint32_t)b->n_empty)];
        if (board_legal(b, c, p) == MOVE_OK)
            return p;
    }
    return PASS;
}

/* Random games on small boards, in which positions often repeat. */
static void bans_found_at_once_are_those_asked_for_one_by_one(void **state)
{
    (void)state;
    static const char *const names[] = {"chinese", "japanese", "chinese-kgs", "aga"};
    rng random = rng_seed(6);
    int banned = 0;
    for (int n = 0; n < 60; n++) {
        nn_position *asked, *found;
        rules r;
        assert_true(rules_by_name(names[n % 4], &r));
        assert_int_equal(nn_position_create(&asked, 3, 3, &r, 7, NULL), GO_OK);
        assert_int_equal(nn_position_create(&found, 3, 3, &r, 7, NULL), GO_OK);
        for (int ply = 0; ply < 60; ply++) {
            const board *b = nn_position_board(asked, 0);
            const point move = any_move(b, asked->to_move, &random);
            assert_int_equal(nn_position_play(asked, asked->to_move, move, NULL), GO_OK);
            assert_int_equal(nn_position_copy(found, asked, NULL), GO_OK);
            nn_position_find_bans(found);
            for (point p = 0; p < b->n_points; p++) {
                if (b->at[p] == OFFBOARD)
                    continue;
                assert_int_equal(nn_position_banned(found, p), nn_position_banned(asked, p));
                assert_int_equal(nn_position_legal(found, p), nn_position_legal(asked, p));
                banned += nn_position_banned(asked, p);
            }
        }
        nn_position_destroy(asked);
        nn_position_destroy(found);
    }
    assert_true(banned > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_passes_end_an_area_game),
        cmocka_unit_test(two_passes_begin_an_encore_where_wanted),
        cmocka_unit_test(without_encores_a_territory_game_just_stops),
        cmocka_unit_test(moves_cost_a_point_until_the_second_encore),
        cmocka_unit_test(passing_twice_on_one_board_ends_a_phase_without_superko),
        cmocka_unit_test(a_ko_of_the_encore_is_noted_before_it_is_retaken),
        cmocka_unit_test(a_ko_is_taken_once_in_a_position_of_the_encore),
        cmocka_unit_test(handicap_and_button_stay_when_the_side_changes),
        cmocka_unit_test(handicap_is_that_of_the_game),
        cmocka_unit_test(a_suicide_stays_played_when_the_rules_change),
        cmocka_unit_test(what_cannot_be_played_changes_nothing),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(bans_found_at_once_are_those_asked_for_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
