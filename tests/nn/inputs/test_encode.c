/* The planes and numbers of small positions, worked out by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "board/symmetry.h"
#include "nn/inputs/encode.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn.h"
#include "tests/support/drawn_planes.h"
#include "tests/support/random_moves.h"
#include "tests/support/unit.h"

static inputs in, other; /* large */

/* ---- planes ---- */

static void stones_and_liberties(void **state)
{
    nn_position *p = position_of(5, "X . . . ."
                                    "O . . X X"
                                    ". . . X O"
                                    ". . . . ."
                                    ". . O . .", "chinese", WHITE);
    (void)state;
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 0), 25);
    assert_true(plane_is(&in, 1, ". . . . ." /* white's, whose turn it is */
                                 "1 . . . ."
                                 ". . . . 1"
                                 ". . . . ."
                                 ". . 1 . ."));
    assert_true(plane_is(&in, 2, "1 . . . ."
                                 ". . . 1 1"
                                 ". . . 1 ."
                                 ". . . . ."
                                 ". . . . ."));
    assert_true(plane_is(&in, 3, "1 . . . ." /* one liberty: B5; and E2 */
                                 ". . . . ."
                                 ". . . . 1"
                                 ". . . . ."
                                 ". . . . ."));
    assert_true(plane_is(&in, 4, ". . . . ." /* two: A3 and B4 */
                                 "1 . . . ."
                                 ". . . . ."
                                 ". . . . ."
                                 ". . . . ."));
    assert_true(plane_is(&in, 5, ". . . . ." /* three; black's chain has five */
                                 ". . . . ."
                                 ". . . . ."
                                 ". . . . ."
                                 ". . 1 . ."));
    nn_position_destroy(p);
}

static void the_last_five_moves(void **state)
{
    static const char *const names[5] = {"E5", "D4", "C3", "B2", "A1"};
    nn_position *p = position_on(5, 5, "tromp-taylor");
    (void)state;
    play_all(p, "B A5 W A1 B B2 W C3 B D4 W E5");
    kata_inputs(p, NULL, &in);
    for (int i = 0; i < 5; i++) {
        nn_view v = nn_view_plain(5);
        nn_model m = {.family = NN_KATAGO};
        assert_int_equal(plane_sum(&in, 9 + i), 1);
        assert_int_equal(in.planes[(9 + i) * 25 + nn_view_index(&m, &v, p, spot(p, names[i]))], 1);
        assert_int_equal(in.globals[i], 0);
    }
    play_all(p, "B pass W E4");
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 9), 1);
    assert_int_equal(plane_sum(&in, 10), 0);
    assert_int_equal(in.globals[1], 1);
    assert_int_equal(plane_sum(&in, 11), 1);
    nn_position_destroy(p);
}

static void a_player_who_moves_twice_begins_a_new_history(void **state)
{
    nn_position *p = position_on(5, 5, "tromp-taylor");
    (void)state;
    play_all(p, "B A1 W B2 B C3 B D4");
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 9), 1);
    assert_int_equal(plane_sum(&in, 10), 0);
    nn_position_turn(p, BLACK); /* and once more */
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 9), 0);
    nn_position_destroy(p);
}

static void a_pass_that_need_not_be_answered_hides_the_history(void **state)
{
    nn_position *p = position_on(5, 5, "chinese");
    nn_view careful = nn_view_plain(5);
    (void)state;
    play_all(p, "B A1 W B2 B pass");
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[0], 0);
    assert_int_equal(in.globals[14], 0);
    assert_int_equal(plane_sum(&in, 10), 0);
    p->rules.friendly_pass = false;
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[0], 1);
    assert_int_equal(in.globals[14], 1);
    assert_int_equal(plane_sum(&in, 10), 1);
    careful.hide_last_pass = true;
    kata_inputs(p, &careful, &in);
    assert_int_equal(in.globals[0] + in.globals[14], 0);
    play_all(p, "W pass"); /* the end: only its last move counts */
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[0], 1);
    assert_int_equal(in.globals[1], 0);
    nn_position_destroy(p);
}

/* Three kos are taken and taken back; then white, who has passed here before, ends the game by
 * another pass, whether black has just passed or not.                         */
static void a_pass_in_the_same_position_hides_nothing(void **state)
{
    nn_position *p = position_of(9,
                                 ". X O . . . . . ."
                                 "X O . O . . . . ."
                                 ". X O . . . . . ."
                                 ". X O . . . . . ."
                                 "X . X O . . . . ."
                                 ". X O . . . . . ."
                                 ". X O . . . . . ."
                                 "X O . O . . . . ."
                                 ". X O . . . . . .",
                                 "chinese", WHITE);
    (void)state;
    play_all(p, "W pass B C8 W B5 B C2 W B8 B C5 W B2 B pass");
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[0], 1);
    assert_int_equal(in.globals[14], 1);
    assert_int_equal(plane_sum(&in, 10), 1);
    nn_position_destroy(p);
}

static void the_oldest_moves_can_be_hidden(void **state)
{
    (void)state;
    nn_position *p = position_on(5, 5, "tromp-taylor");
    nn_view some = nn_view_plain(5), all = nn_view_plain(5);
    some.hidden = 3;
    all.hidden = NN_PAST_MOVES;
    /* the last move is caught at the edge; before it nothing is */
    play_all(p, "B B2 W D4 B pass W E5 B C3 W A2");
    kata_inputs(p, &some, &in);
    for (int i = 0; i < 5; i++)
        assert_int_equal(plane_sum(&in, 9 + i), i < 2);
    kata_inputs(p, NULL, &other);
    assert_int_equal(other.globals[3], 1);
    assert_int_equal(in.globals[3], 0);
    assert_int_equal(plane_sum(&other, 15), 0);
    kata_inputs(p, &all, &in);
    for (int i = 0; i < 5; i++)
        assert_int_equal(plane_sum(&in, 9 + i), 0);
    assert_int_equal(plane_sum(&in, 14), 1);
    assert_int_equal(plane_sum(&in, 15), 1); /* as now */
    nn_model m = {.family = NN_KATAGO};
    assert_true(nn_encode_key(&m, p, &all) != nn_encode_key(&m, p, &some));
    nn_position_destroy(p);
}

static void kos_are_marked(void **state)
{
    nn_position *p = position_of(5, ". X O . ."
                                    "X . X O ."
                                    ". X O . ."
                                    ". . . . ."
                                    ". . . . .", "chinese", WHITE);
    (void)state;
    play_all(p, "W B4"); /* takes C4 */
    kata_inputs(p, NULL, &in);
    assert_true(plane_is(&in, 6, ". . . . ."
                                 ". . 1 . ."
                                 ". . . . ."
                                 ". . . . ."
                                 ". . . . ."));
    play_all(p, "B E1 W E2");
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 6), 0);
    nn_position_destroy(p);
}

/* The board after black has thrown in a second stone and white has taken both. */
static nn_position *two_for_one(const char *rules_name)
{
    nn_position *p = position_of(5, ". . . . ."
                                    ". . . . ."
                                    ". . . . ."
                                    "O O X . ."
                                    ". X . X .", rules_name, BLACK);
    play_all(p, "B A1 W C1");
    return p;
}

static void superko_is_marked(void **state)
{
    nn_position *p = two_for_one("chinese-kgs");
    (void)state;
    kata_inputs(p, NULL, &in);
    assert_true(plane_is(&in, 6, ". . . . ." /* taking C1 would bring the start back */
                                 ". . . . ."
                                 ". . . . ."
                                 ". . . . ."
                                 ". 1 . . ."));
    assert_false(nn_position_legal(p, spot(p, "B1")));
    nn_position_destroy(p);
    p = two_for_one("aga"); /* but then black was to move */
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 6), 0);
    assert_true(nn_position_legal(p, spot(p, "B1")));
    nn_position_destroy(p);
}

static void ladders_now_and_before(void **state)
{
    nn_position *p = position_of(7, ". . . . . . ."
                                    ". . X . . . ."
                                    ". X O . . . ."
                                    ". X . . . . ."
                                    ". . . . . . ."
                                    ". . . . . . ."
                                    ". . . . . . .", "chinese", BLACK);
    (void)state;
    kata_inputs(p, NULL, &in);
    assert_true(plane_is(&in, 14, ". . . . . . ."
                                  ". . . . . . ."
                                  ". . 1 . . . ."
                                  ". . . . . . ."
                                  ". . . . . . ."
                                  ". . . . . . ."
                                  ". . . . . . ."));
    assert_int_equal(plane_sum(&in, 15), 1); /* no history: the same board again */
    assert_int_equal(plane_sum(&in, 16), 1);
    assert_true(plane_is(&in, 17, ". . . . . . ."
                                  ". . . . . . ."
                                  ". . . 1 . . ."
                                  ". . . . . . ."
                                  ". . . . . . ."
                                  ". . . . . . ."
                                  ". . . . . . ."));
    play_all(p, "B E7 W E2"); /* a ladder breaker */
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 14), 0);
    assert_int_equal(plane_sum(&in, 15), 1);
    assert_int_equal(plane_sum(&in, 16), 1);
    play_all(p, "B G5");
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 15), 0);
    assert_int_equal(plane_sum(&in, 16), 1);
    nn_position_destroy(p);
}

/* ---- globals ---- */

static void rules_in_numbers(void **state)
{
    static const struct { const char *rules; float expected[12]; } cases[] = {
        /*                  ko       suicide territory tax     */
        {"tromp-taylor", {1, 0.5f, 1, 0, 0, 0}},  {"chinese", {0, 0, 0, 0, 0, 0}},
        {"japanese", {0, 0, 0, 1, 1, 0}},         {"aga", {1, -0.5f, 0, 0, 0, 0}},
        {"stone-scoring", {0, 0, 0, 0, 1, 1}},    {"new-zealand", {1, -0.5f, 1, 0, 0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nn_position *p = position_on(9, 9, cases[i].rules);
        kata_inputs(p, NULL, &in);
        for (int k = 0; k < 6; k++)
            assert_close(in.globals[6 + k], cases[i].expected[k], 0);
        nn_position_destroy(p);
    }
}

/* Two groups of one eye share the dame C3: 13 stones of black and B5, 9 of white and E5.  Group tax
 * takes the eyes in seki, and territory is not drawn before the last phase.    */
static void areas_follow_the_rules(void **state)
{
    static const struct {
        const char *rules;
        int own, others;
    } cases[] = {{"chinese", 14, 10}, {"stone-scoring", 13, 9}, {"japanese", 0, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nn_position *p = position_of(5,
                                     "X . X O ."
                                     "X X X O O"
                                     "X X . O O"
                                     "X X X O O"
                                     "X X X O O",
                                     cases[i].rules, BLACK);
        kata_inputs(p, NULL, &in);
        assert_int_equal(plane_sum(&in, 18), cases[i].own);
        assert_int_equal(plane_sum(&in, 19), cases[i].others);
        nn_position_destroy(p);
    }
}

static void komi_is_the_side_to_moves(void **state)
{
    nn_position *p = position_on(9, 9, "chinese");
    (void)state;
    kata_inputs(p, NULL, &in);
    assert_close(in.globals[5], -7 / 20.0, 1e-7);
    play_all(p, "B E5");
    kata_inputs(p, NULL, &in);
    assert_close(in.globals[5], 7 / 20.0, 1e-7);
    p->komi = 500; /* 81 points and 20 more are shown */
    kata_inputs(p, NULL, &in);
    assert_close(in.globals[5], 101 / 20.0, 1e-6);
    nn_position_destroy(p);
}

static void handicap_stones_count_by_the_rules(void **state)
{
    static const struct { const char *rules; double bonus; } cases[] = {
        {"chinese", 3}, {"aga", 2}, {"tromp-taylor", 0}, {"japanese", 3 - 1}};
    (void)state;
    for (size_t i = 0; i < 4; i++) { /* under territory each stone played costs a point */
        nn_position *p = position_on(9, 9, cases[i].rules);
        play_all(p, "B C3 B G7 W pass B G3 W E5");
        kata_inputs(p, NULL, &in);
        assert_close(in.globals[5], -(7 + cases[i].bonus) / 20, 1e-6);
        nn_position_destroy(p);
    }
    nn_position *p = position_on(9, 9, "chinese"); /* a single stone is none */
    play_all(p, "B C3 W E5");
    kata_inputs(p, NULL, &in);
    assert_close(in.globals[5], -7 / 20.0, 1e-6);
    nn_position_destroy(p);
}

static void the_parity_of_komi(void **state)
{
    (void)state;
    /* 81 points: odd komi can draw */
    assert_close(nn_komi_wave(7, 81), 0, 1e-12);
    assert_close(nn_komi_wave(7.5, 81), 0.5, 1e-12);
    assert_close(nn_komi_wave(8, 81), 0, 1e-12);
    assert_close(nn_komi_wave(6.5, 81), -0.5, 1e-12);
    assert_close(nn_komi_wave(-7.25, 81), -0.25, 1e-12);
    assert_close(nn_komi_wave(7.5, 100), -0.5, 1e-12); /* even komi can */
    assert_close(nn_komi_wave(6.25, 100), 0.25, 1e-12);
}

static void the_button_is_taken_by_the_first_pass(void **state)
{
    nn_position *p = position_on(9, 9, "aga-button");
    (void)state;
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[17], 1);
    play_all(p, "B pass");
    kata_inputs(p, NULL, &in);
    assert_int_equal(in.globals[17], 0);
    assert_close(in.globals[5], 6.5 / 20, 1e-6); /* black has half a point */
    assert_int_equal(in.globals[14], 0);         /* and has not begun to end the game */
    play_all(p, "W pass");
    kata_inputs(p, NULL, &in);
    assert_int_equal(p->over, 0);
    play_all(p, "B pass");
    assert_int_equal(p->over, 1);
    nn_position_destroy(p);
}

static void doubling_is_told(void **state)
{
    nn_position *p = position_on(9, 9, "chinese");
    nn_view v = nn_view_plain(9);
    (void)state;
    v.doubling = -1.5;
    kata_inputs(p, &v, &in);
    assert_close(in.globals[15], 1, 0);
    assert_close(in.globals[16], -0.75, 0);
    nn_position_destroy(p);
}

/* ---- views ---- */

/* Plays a random game on p and on its image under the symmetry on q. */
static void play_images(nn_position *p, nn_position *q, int symmetry, rng *random)
{
    go_error err;
    for (int i = 0; i < p->width * p->height * 4 / 5; i++) {
        point at = random_move(nn_position_board(p, 0), p->to_move, random);
        point image = symmetry_point(symmetry, p->width, at);
        if (!nn_position_legal(p, at))
            at = image = PASS;
        assert_int_equal(nn_position_play(p, p->to_move, at, &err), GO_OK);
        assert_int_equal(nn_position_play(q, q->to_move, image, &err), GO_OK);
    }
}

static void a_symmetric_view_is_the_view_of_a_symmetric_game(void **state)
{
    rng random = rng_seed(7);
    (void)state;
    for (int s = 0; s < N_SYMMETRIES; s++) {
        nn_position *p = position_on(9, 9, "tromp-taylor"), *q = position_on(9, 9, "tromp-taylor");
        nn_view v = nn_view_plain(9);
        v.symmetry = s;
        play_images(p, q, s, &random);
        kata_inputs(p, &v, &in);
        kata_inputs(q, NULL, &other);
        assert_memory_equal(in.planes, other.planes, 22 * 81 * sizeof(float));
        assert_memory_equal(in.globals, other.globals, sizeof in.globals);
        nn_position_destroy(p);
        nn_position_destroy(q);
    }
}

static void a_larger_buffer_has_the_board_in_its_corner(void **state)
{
    rng random = rng_seed(8);
    nn_position *p = position_on(7, 7, "stone-scoring"), *q = position_on(7, 7, "stone-scoring");
    nn_view v = nn_view_plain(9);
    (void)state;
    play_images(p, q, 0, &random);
    kata_inputs(p, NULL, &in);
    kata_inputs(p, &v, &other);
    for (int k = 0; k < 22; k++) {
        assert_int_equal(plane_sum(&in, k), plane_sum(&other, k));
        for (int i = 0; i < 49; i++)
            assert_close(in.planes[k * 49 + i], other.planes[k * 81 + i / 7 * 9 + i % 7], 0);
    }
    for (int i = 0; i < 81; i++)
        assert_close(other.mask[i], i / 9 < 7 && i % 9 < 7, 0);
    nn_position_destroy(p);
    nn_position_destroy(q);
}

static void a_rectangle_has_an_edge_of_its_own(void **state)
{
    nn_position *p = position_on(5, 3, "chinese");
    (void)state;
    play_all(p, "B A1 W A2 B E3 W B1"); /* takes A1 */
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 0), 15);
    assert_true(plane_is(&in, 1, ". . . . 1" ". . . . ." ". . . . ." ". . . . ." ". . . . ."));
    assert_true(plane_is(&in, 2, ". . . . ." "1 . . . ." ". 1 . . ." ". . . . ." ". . . . ."));
    assert_true(plane_is(&in, 4, ". . . . 1" ". . . . ." ". . . . ." ". . . . ." ". . . . ."));
    go_error err;
    assert_int_equal(nn_position_play(p, BLACK, board_point_on(5, 0, 3), &err), GO_EILLEGAL);
    nn_position_destroy(p);
}

static void games_become_positions(void **state)
{
    game *g;
    rules r;
    go_error err;
    (void)state;
    assert_true(rules_by_name("chinese", &r));
    assert_int_equal(game_create(&g, 9, &r, &err), GO_OK);
    point stones[2] = {board_point_on(9, 2, 2), board_point_on(9, 6, 6)};
    assert_int_equal(game_place_handicap(g, stones, 2, &err), GO_OK);
    assert_int_equal(game_play(g, WHITE, board_point_on(9, 4, 4), &err), GO_OK);
    nn_position *p = position_on(19, 19, "japanese"), *copy = position_on(5, 5, "aga");
    assert_int_equal(nn_position_of_game(p, g, BLACK, &err), GO_OK);
    kata_inputs(p, NULL, &in);
    assert_close(in.globals[5], -(g->komi + 2) / 20, 1e-6);
    assert_int_equal(plane_sum(&in, 0), 81);
    assert_int_equal(plane_sum(&in, 1), 2);
    assert_int_equal(plane_sum(&in, 9), 1);
    assert_int_equal(nn_position_copy(copy, p, &err), GO_OK);
    kata_inputs(copy, NULL, &other);
    assert_memory_equal(in.planes, other.planes, 22 * 81 * sizeof(float));
    assert_int_equal(nn_position_of_game(p, g, WHITE, &err), GO_OK); /* white again */
    kata_inputs(p, NULL, &in);
    assert_int_equal(plane_sum(&in, 1), 1);
    assert_int_equal(plane_sum(&in, 9), 0);
    nn_position_destroy(p);
    nn_position_destroy(copy);
    game_destroy(g);
}

/* ---- Leela Zero ---- */

static void leela_sees_eight_boards(void **state)
{
    const nn_model leela = {.family = NN_LEELA_ZERO, .version = 1, .planes = NN_LEELA_PLANES,
                            .board_size = 5};
    nn_position *p = position_on(5, 5, "tromp-taylor");
    nn_view v = nn_view_plain(5);
    float planes[18 * 25];
    (void)state;
    play_all(p, "B A1 W pass B C3");
    nn_encode(&leela, p, &v, NULL, planes, NULL, NULL);
    /* white to move: the stones are opp's; row 1 is the first row */
    assert_close(planes[8 * 25 + 0], 1, 0);
    assert_close(planes[8 * 25 + 2 * 5 + 2], 1, 0);
    assert_close(planes[9 * 25 + 2 * 5 + 2], 0, 0);  /* before C3 */
    assert_close(planes[9 * 25 + 0], 1, 0);
    assert_close(planes[10 * 25 + 0], 1, 0);         /* before the pass */
    assert_close(planes[11 * 25 + 0], 0, 0);         /* the empty board */
    for (int i = 0; i < 25; i++) {
        assert_close(planes[i], 0, 0);
        assert_close(planes[16 * 25 + i], 0, 0);
        assert_close(planes[17 * 25 + i], 1, 0);
    }
    go_error err;
    assert_int_equal(nn_encode_check(&leela, p, &v, &err), GO_OK);
    nn_position *large = position_on(9, 9, "tromp-taylor");
    v.size = 9;
    assert_int_equal(nn_encode_check(&leela, large, &v, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "5x5"));
    nn_position_destroy(p);
    nn_position_destroy(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_and_liberties),
        cmocka_unit_test(the_last_five_moves),
        cmocka_unit_test(a_player_who_moves_twice_begins_a_new_history),
        cmocka_unit_test(a_pass_that_need_not_be_answered_hides_the_history),
        cmocka_unit_test(a_pass_in_the_same_position_hides_nothing),
        cmocka_unit_test(the_oldest_moves_can_be_hidden),
        cmocka_unit_test(kos_are_marked),
        cmocka_unit_test(superko_is_marked),
        cmocka_unit_test(ladders_now_and_before),
        cmocka_unit_test(rules_in_numbers),
        cmocka_unit_test(areas_follow_the_rules),
        cmocka_unit_test(komi_is_the_side_to_moves),
        cmocka_unit_test(handicap_stones_count_by_the_rules),
        cmocka_unit_test(the_parity_of_komi),
        cmocka_unit_test(the_button_is_taken_by_the_first_pass),
        cmocka_unit_test(doubling_is_told),
        cmocka_unit_test(a_symmetric_view_is_the_view_of_a_symmetric_game),
        cmocka_unit_test(a_larger_buffer_has_the_board_in_its_corner),
        cmocka_unit_test(a_rectangle_has_an_edge_of_its_own),
        cmocka_unit_test(games_become_positions),
        cmocka_unit_test(leela_sees_eight_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
