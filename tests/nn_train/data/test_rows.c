/* Rows against games that are played plainly, and the targets of small games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/symmetry.h"
#include "nn/inputs/encode.h"
#include "nn_train/data/rows.h"
#include "sgf_corpus/sgf/record_game.h"
#include "tests/support/assert_close.h"
#include "tests/support/games.h"
#include "tests/support/random_moves.h"
#include "tests/support/stored_games.h"
#include "tests/support/unit.h"

static rules japanese;

static void add(nn_store *s, const char *text)
{
    store_add_sgf(s, "japanese", text);
}

/* One row of a store. */
static nn_rows *row_of(const nn_store *s, sample_row row, int size)
{
    go_error err;
    nn_rows *rows;
    row_maker *maker;
    assert_int_equal(nn_rows_create(&rows, 1, size, &err), GO_OK);
    assert_int_equal(row_maker_create(&maker, s, NULL, &err), GO_OK);
    assert_int_equal(row_maker_fill(maker, row, rows, 0, &err), GO_OK);
    row_maker_destroy(maker);
    return rows;
}

/* An SGF text of random moves, turned by a symmetry. */
static const char *random_game(int size, const char *header, int n, int symmetry, uint64_t seed)
{
    static char text[4000];
    rng random = rng_seed(seed);
    board b;
    size_t used = (size_t)snprintf(text, sizeof text, "(;SZ[%d]%s", size, header);
    board_init(&b, size);
    if (strstr(header, "AW[aa]"))
        board_setup(&b, WHITE, board_point(&b, 0, 0));
    for (int i = 0; i < n; i++) {
        colour c = i % 17 == 16 ? opponent(i % 2 ? WHITE : BLACK) : i % 2 ? WHITE : BLACK;
        point p = random_move(&b, c, &random), to = symmetry_point(symmetry, size, p);
        board_play_legal(&b, c, p);
        used += (size_t)snprintf(text + used, sizeof text - used, ";%c[", c == BLACK ? 'B' : 'W');
        if (p != PASS)
            used += (size_t)snprintf(text + used, sizeof text - used, "%c%c",
                                     'a' + board_x(&b, to), 'a' + board_y(&b, to));
        used += (size_t)snprintf(text + used, sizeof text - used, "]");
    }
    snprintf(text + used, sizeof text - used, ")");
    return text;
}

/* ---- inputs ---- */

/* What the network would be shown in play: the game by game.h, then nn_encode. */
static void expect_plain_inputs(const game_record *record, int ply, sample_row row,
                                const nn_rows *rows)
{
    static const nn_model model = {.family = NN_KATAGO, .planes = NN_KATA_PLANES,
                                   .globals = NN_KATA_GLOBALS};
    size_t area = (size_t)rows->size * (size_t)rows->size;
    float *planes = malloc(NN_KATA_PLANES * area * sizeof *planes);
    float *mask = malloc(area * sizeof *mask), globals[NN_KATA_GLOBALS];
    go_error err;
    game *g;
    nn_position *p;
    rules r = japanese;
    record_game_rules(record, &r);
    assert_int_equal(record_game_replay(&g, record, &r, record_game_komi(record, &r), ply, NULL,
                                        &err), GO_OK);
    assert_int_equal(nn_position_create(&p, record->size, record->size, &r, 0, &err), GO_OK);
    colour to_move = (colour)record->moves[ply].colour;
    assert_int_equal(nn_position_of_game(p, g, to_move, &err), GO_OK);
    nn_view view = nn_view_plain(rows->size);
    view.symmetry = row.symmetry;
    view.hidden = row.hidden;
    nn_encode(&model, p, &view, NULL, planes, globals, mask);
    assert_memory_equal(planes, rows->planes, NN_KATA_PLANES * area * sizeof *planes);
    assert_memory_equal(globals, rows->globals, sizeof globals);
    assert_memory_equal(mask, rows->mask, area * sizeof *mask);
    point played = record->moves[ply].at;
    int index = played == PASS ? (int)area : nn_view_index(&model, &view, p, played);
    assert_int_equal(rows->policy[0], index);
    nn_position_destroy(p);
    game_destroy(g);
    free(planes);
    free(mask);
}

static void a_row_is_what_the_network_sees_in_play(void **state)
{
    (void)state;
    static const char *const headers[] = {"KM[6.5]", "RU[Chinese]KM[7.5]AW[aa]",
                                          "RU[Tromp-Taylor]KM[7]", "RU[AGA]"};
    rng random = rng_seed(2385);
    for (int i = 0; i < 40; i++) {
        int size = 5 + 2 * (i % 3), n = 20 + (int)rng_below(&random, 60);
        const char *text = random_game(size, headers[i % 4], n, 0, (uint64_t)i);
        nn_store s;
        store_of(&s, "japanese", NULL, 0);
        add(&s, "(;SZ[9];B[ee];W[cc])"); /* another game before it */
        add(&s, text);
        game_record *record = game_of(text);
        for (int k = 0; k < 6; k++) {
            int ply = (int)rng_below(&random, (uint32_t)n);
            sample_row row = {.position = 2 + ply, .symmetry = (int)rng_below(&random, 8),
                              .hidden = k % 3 ? 0 : (int)rng_below(&random, 6)};
            nn_rows *rows = row_of(&s, row, k % 2 ? 9 : 11);
            expect_plain_inputs(record, ply, row, rows);
            nn_rows_destroy(rows);
        }
        game_record_destroy(record);
        nn_store_free(&s);
    }
}

/* A row turned is the row of the turned game. */
static void symmetries(void **state)
{
    (void)state;
    for (int t = 0; t < N_SYMMETRIES; t++) {
        nn_store s;
        const char *header = "RU[Chinese]KM[0.5]";
        store_of(&s, "japanese", NULL, 0);
        add(&s, random_game(7, header, 60, 0, 5));
        add(&s, random_game(7, header, 60, t, 5));
        for (int ply = 0; ply < 60; ply += 7) {
            nn_rows *turned = row_of(&s, (sample_row){.position = ply, .symmetry = t}, 9);
            nn_rows *plain = row_of(&s, (sample_row){.position = 60 + ply}, 9);
            assert_memory_equal(turned->planes, plain->planes,
                                NN_KATA_PLANES * 81 * sizeof(float));
            assert_memory_equal(turned->globals, plain->globals, NN_KATA_GLOBALS * sizeof(float));
            assert_int_equal(turned->policy[0], plain->policy[0]);
            assert_int_equal(turned->answer[0], plain->answer[0]);
            nn_rows_destroy(turned);
            nn_rows_destroy(plain);
        }
        nn_store_free(&s);
    }
}

static void rules_can_be_others(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "japanese", NULL, 0);
    add(&s, "(;SZ[5]RU[Japanese]KM[6.5]RE[B+R];B[cc];W[bb];B[aa])");
    nn_rows *own = row_of(&s, (sample_row){.position = 2}, 5);
    nn_rows *chinese = row_of(&s, (sample_row){.position = 2, .rules = 1}, 5);
    nn_rows *tromp = row_of(&s, (sample_row){.position = 2, .rules = 3}, 5);
    assert_true(own->globals[9] == 1); /* territory */
    assert_true(chinese->globals[9] == 0);
    assert_true(chinese->globals[6] == 0); /* simple ko */
    assert_true(tromp->globals[6] == 1);
    assert_true(tromp->globals[8] == 1); /* suicide */
    assert_true(tromp->value[0] == own->value[0]);
    nn_rows_destroy(own);
    nn_rows_destroy(chinese);
    nn_rows_destroy(tromp);
    nn_store_free(&s);
}

/* Own komi of white after two handicap stones, under those of SAMPLE_RULES or, 0, the game's. */
static double white_komi(const char *name, int number)
{
    nn_store s;
    char text[200];
    snprintf(text, sizeof text, "(;SZ[5]RU[%s]KM[0.5]HA[2]AB[bb][dd]RE[W+R];W[cc];B[bc])", name);
    store_of(&s, "japanese", NULL, 0);
    add(&s, text);
    nn_rows *row = row_of(&s, (sample_row){.position = 0, .rules = number}, 5);
    const double komi = 20 * (double)row->globals[5];
    nn_rows_destroy(row);
    nn_store_free(&s);
    return komi;
}

/* The score is that of the game, so komi may not be another one by other rules. */
static void handicap_is_worth_the_same_by_other_rules(void **state)
{
    static const struct {
        const char *rules;
        double komi;
    } games[] = {{"Japanese", 2.5}, {"Chinese", 2.5}, {"AGA", 1.5}, {"Tromp-Taylor", 0.5}};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k <= SAMPLE_N_RULES; k++)
            if (fabs(white_komi(games[i].rules, k) - games[i].komi) > 1.001)
                fail_msg("%s as rules %d: %g", games[i].rules, k, white_komi(games[i].rules, k));
}

/* White has passed three times: by territory its komi would be 3.5, but the score that of the game.
 */
static void stones_beside_passes_keep_the_rules(void **state)
{
    (void)state;
    for (int k = 0; k <= SAMPLE_N_RULES; k++) {
        nn_store s;
        store_of(&s, "japanese", NULL, 0);
        add(&s, "(;SZ[5]RU[Chinese]KM[0.5]RE[W+5.5];B[ba];W[ca];B[bb];W[];B[bc];W[];B[bd];W[];B[be]"
                ";W[ce])");
        nn_rows *r = row_of(&s, (sample_row){.position = 8, .rules = k}, 5);
        assert_true(fabs(20 * (double)r->globals[5] + 0.5) < 1.001); /* black is to play */
        nn_rows_destroy(r);
        nn_store_free(&s);
    }
}

/* ---- targets ---- */

/* Black has the left two columns and white the next three, of 5x5. */
static const char divided[] = "(;SZ[5]RU[Chinese]KM[0.5]RE[W+5.5];B[ba];W[ca];B[bb];W[cb];B[bc]"
                              ";W[cc];B[bd];W[cd];B[be];W[ce];B[];W[])";

static void a_handicap_game_teaches_moves_only(void **state)
{
    nn_store s;
    (void)state;
    store_of(&s, "japanese", NULL, 0);
    add(&s, "(;SZ[5]RU[Chinese]KM[0.5]HA[2]AB[ba][be]RE[W+3.5];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd]"
            ";W[cd];B[];W[ce];B[];W[])");
    nn_rows *r = row_of(&s, (sample_row){.position = 2, .komi = 10}, 5);
    assert_int_equal(r->policy[0], 1 * 5 + 2);
    assert_true(r->policy_weight[0] == 1 && r->answer_weight[0] == 1);
    assert_true(r->value_weight[0] == 0 && r->score_weight[0] == 0 && r->ownership_weight[0] == 0);
    assert_close(20 * (double)r->globals[5], 2.5, 1e-5); /* komi and two stones, as recorded */
    nn_rows_destroy(r);
    nn_store_free(&s);
    /* servers let black place the stones as moves */
    store_of(&s, "japanese", NULL, 0);
    add(&s, "(;SZ[5]RU[Chinese]KM[0.5]HA[2]RE[W+3.5];B[ba];B[be];W[ca];B[bb];W[cb];B[bc];W[cc])");
    r = row_of(&s, (sample_row){.position = 3}, 5);
    assert_true(r->policy_weight[0] == 1 && r->value_weight[0] == 0 && r->score_weight[0] == 0);
    nn_rows_destroy(r);
    nn_store_free(&s);
}

/* White won by 5.5 with 0.5 points of komi. */
static void another_komi_changes_score_and_winner(void **state)
{
    static const struct {
        int more; /* half points */
        double score, value;
    } rows[] = {{0, 5.5, 1}, {4, 7.5, 1}, {-10, 0.5, 1}, {-11, 0, 0.5}, {-12, -0.5, 0}, {-40, -14.5, 0}};
    nn_store s;
    (void)state;
    store_of(&s, "japanese", NULL, 0);
    add(&s, divided);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nn_rows *r = row_of(&s, (sample_row){.position = 3, .komi = rows[i].more}, 5); /* white */
        assert_close(r->score[0], rows[i].score, 1e-6);
        assert_close(r->value[0], rows[i].value, 0);
        assert_close(r->value[1], 1 - rows[i].value, 0);
        assert_close(20 * (double)r->globals[5], 0.5 + 0.5 * rows[i].more, 1e-5);
        assert_int_equal(r->origin[0].komi, rows[i].more);
        assert_int_equal(r->ownership[0], -1);
        nn_rows_destroy(r);
    }
    nn_store_free(&s);
    store_of(&s, "japanese", NULL, 0);
    add(&s, "(;SZ[5]RU[Chinese]KM[0.5]RE[W+R];B[ba];W[ca];B[bb])"); /* nobody knows the score */
    nn_rows *r = row_of(&s, (sample_row){.position = 1, .komi = 40}, 5);
    assert_close(20 * (double)r->globals[5], 0.5, 1e-5);
    assert_true(r->value[0] == 1 && r->value_weight[0] == 1 && r->score_weight[0] == 0);
    assert_int_equal(r->origin[0].komi, 0);
    nn_rows_destroy(r);
    nn_store_free(&s);
}

static void targets_of_a_counted_game(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "japanese", NULL, 0);
    add(&s, divided);
    nn_rows *r = row_of(&s, (sample_row){.position = 3, .symmetry = 1}, 6); /* white plays C4 */
    assert_int_equal(r->policy[0], 1 * 6 + 2);
    assert_int_equal(r->answer[0], 2 * 6 + 3); /* B3, mirrored */
    assert_true(r->answer_weight[0] == 1);
    assert_true(r->value[0] == 1 && r->value[1] == 0 && r->value[2] == 0);
    assert_true(r->value_weight[0] == 1);
    assert_close(r->score[0], 5.5, 1e-6);
    assert_true(r->score_weight[0] == 1);
    assert_true(r->ownership_weight[0] == 1);
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 6; x++)
            assert_int_equal(r->ownership[y * 6 + x], x == 5 || y == 5 ? 0 : x < 3 ? 1 : -1);
    nn_rows_destroy(r);
    r = row_of(&s, (sample_row){.position = 10}, 5); /* black passes */
    assert_int_equal(r->policy[0], 25);
    assert_int_equal(r->answer[0], 25);
    assert_true(r->value[0] == 0 && r->value[1] == 1);
    assert_close(r->score[0], -5.5, 1e-6);
    assert_int_equal(r->ownership[0], 1);
    assert_int_equal(r->ownership[24], -1);
    assert_int_equal(r->origin[0].position, 10);
    assert_int_equal(r->origin[0].ply, 10);
    assert_int_equal(r->origin[0].size, 5);
    nn_rows_destroy(r);
    r = row_of(&s, (sample_row){.position = 11}, 5); /* the last move has no answer */
    assert_true(r->answer_weight[0] == 0);
    assert_true(r->globals[0] == 1 || r->globals[14] == 0); /* a friendly pass is hidden */
    nn_rows_destroy(r);
    nn_store_free(&s);
}

static void what_is_unknown_weighs_nothing(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "japanese", NULL, 0);
    add(&s, "(;SZ[5]KM[6.5]RE[W+T];B[cc];W[bb];W[aa])");
    add(&s, "(;SZ[5]KM[6.5]RE[B+R];B[cc];W[bb])");
    add(&s, "(;SZ[5]KM[6]RE[0];B[cc];W[bb])");
    nn_rows *r = row_of(&s, (sample_row){.position = 1}, 5);
    assert_true(r->value_weight[0] == 0 && r->value[0] == 0 && r->value[1] == 0);
    assert_true(r->score_weight[0] == 0 && r->ownership_weight[0] == 0);
    assert_true(r->answer_weight[0] == 0); /* white moves twice */
    nn_rows_destroy(r);
    r = row_of(&s, (sample_row){.position = 4}, 5); /* resigned */
    assert_true(r->value_weight[0] == 1 && r->value[0] == 0 && r->value[1] == 1);
    assert_true(r->score_weight[0] == 0 && r->ownership_weight[0] == 0);
    nn_rows_destroy(r);
    r = row_of(&s, (sample_row){.position = 5}, 5); /* a draw */
    assert_true(r->value_weight[0] == 1 && r->value[0] == 0.5f && r->value[1] == 0.5f);
    assert_true(r->score_weight[0] == 1 && r->score[0] == 0);
    nn_rows_destroy(r);
    nn_store_free(&s);
}

/* ---- batches ---- */

static bool same_rows(const nn_rows *a, const nn_rows *b)
{
    size_t n = (size_t)a->n, area = (size_t)a->size * (size_t)a->size;
    for (size_t i = 0; i < n; i++)
        if (a->origin[i].position != b->origin[i].position)
            return false;
    return !memcmp(a->planes, b->planes, n * NN_KATA_PLANES * area * sizeof *a->planes) &&
           !memcmp(a->globals, b->globals, n * NN_KATA_GLOBALS * sizeof *a->globals) &&
           !memcmp(a->mask, b->mask, n * area * sizeof *a->mask) &&
           !memcmp(a->policy, b->policy, n * sizeof *a->policy) &&
           !memcmp(a->value, b->value, 3 * n * sizeof *a->value) &&
           !memcmp(a->ownership, b->ownership, n * area) &&
           !memcmp(a->answer, b->answer, n * sizeof *a->answer);
}

/* Rows 0 .. N - 1 of a batch, in parts written by several makers at a time. */
static void fill(nn_rows *rows, row_maker *const *makers, int n_makers, const nn_sample *sample,
                 int64_t number)
{
#pragma omp parallel for schedule(static, 1) num_threads(n_makers)
    for (int k = 0; k < n_makers; k++) {
        int first = rows->n * k / n_makers, next = rows->n * (k + 1) / n_makers;
        for (int i = first; i < next; i++)
            assert_int_equal(row_maker_fill(makers[k], nn_sample_at(sample, number + i), rows, i,
                                            NULL), GO_OK);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    enum { N = 50, MAKERS = 3 };
    nn_store s;
    nn_rows *one, *three;
    row_maker *makers[MAKERS];
    go_error err;
    store_of(&s, "japanese", NULL, 0);
    for (int i = 0; i < 6; i++)
        add(&s, random_game(5 + 2 * (i % 3), "KM[6.5]RE[B+R]", 40, 0, (uint64_t)i));
    nn_sample sample = {.first = 0, .count = s.n_moves, .seed = 1, .forget = 0.1,
                        .other_rules = 0.5, .other_komi = 0.5};
    for (int i = 0; i < MAKERS; i++)
        assert_int_equal(row_maker_create(&makers[i], &s, NULL, &err), GO_OK);
    assert_int_equal(nn_rows_create(&one, N, s.largest, &err), GO_OK);
    assert_int_equal(nn_rows_create(&three, N, s.largest, &err), GO_OK);
    fill(one, makers, 1, &sample, 0);
    fill(three, makers, MAKERS, &sample, N);
    assert_false(same_rows(one, three)); /* the rows after them */
    fill(three, makers, MAKERS, &sample, 0);
    assert_true(same_rows(one, three));
    for (int i = 0; i < MAKERS; i++)
        row_maker_destroy(makers[i]);
    nn_rows_destroy(one);
    nn_rows_destroy(three);
    nn_store_free(&s);
}

static void a_board_must_fit(void **state)
{
    (void)state;
    nn_store s;
    nn_rows *rows;
    row_maker *maker;
    go_error err;
    nn_model leela = {.family = NN_LEELA_ZERO};
    store_of(&s, "japanese", NULL, 0);
    add(&s, "(;SZ[9];B[ee])");
    assert_int_equal(row_maker_create(&maker, &s, &leela, &err), GO_EINVAL);
    assert_int_equal(row_maker_create(&maker, &s, NULL, &err), GO_OK);
    assert_int_equal(nn_rows_create(&rows, 1, 7, &err), GO_OK);
    assert_int_equal(row_maker_fill(maker, (sample_row){0}, rows, 0, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "9 by 9 does not fit into a buffer of size 7"));
    row_maker_destroy(maker);
    nn_rows_destroy(rows);
    nn_store_free(&s);
}

/* A search's judgement is told from the view of the side to move. */
static void searches_are_seen_by_the_mover(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "japanese", NULL, 0);
    add(&s, "(;SZ[5]KM[0.5]RE[B+R]SBKV[40];B[cc]SBKV[75];W[cd];B[dd])");
    static const double expected[3] = {0.4, 0.25, 0};
    for (int i = 0; i < 3; i++) {
        nn_rows *rows = row_of(&s, (sample_row){.position = i}, 5);
        assert_close((double)rows->search[0], expected[i], 1e-4);
        assert_true(rows->search_weight[0] == (i < 2));
        nn_rows_destroy(rows);
    }
    nn_store_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_what_the_network_sees_in_play),
        cmocka_unit_test(symmetries),
        cmocka_unit_test(rules_can_be_others),
        cmocka_unit_test(stones_beside_passes_keep_the_rules),
        cmocka_unit_test(handicap_is_worth_the_same_by_other_rules),
        cmocka_unit_test(another_komi_changes_score_and_winner),
        cmocka_unit_test(a_handicap_game_teaches_moves_only),
        cmocka_unit_test(targets_of_a_counted_game),
        cmocka_unit_test(what_is_unknown_weighs_nothing),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_board_must_fit),
        cmocka_unit_test(searches_are_seen_by_the_mover),
    };
    rules_by_name("japanese", &japanese);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
