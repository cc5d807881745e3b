/* Games that know what each move was worth: from the store to rows. */
#include "nn_train/data/taught.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn_train/data/rows.h"
#include "nn_train/reference/reference.h"
#include "nn_train/train.h"
#include "tests/support/assert_close.h"
#include "tests/support/stored_games.h"
#include "tests/support/unit.h"

/* A game of 3x3: white has a stone in the corner; black, white, black and white move, and the
 * first and the third position were searched well.                            */
static const stored_move setup[] = {0x8000};
static const uint8_t owners[] = {WHITE, BLACK, BLACK, BLACK, BLACK, BLACK, EMPTY, BLACK, WHITE};
static const stored_share shares[] = {{4, 50000}, {9, 15535}, {5, 65535}};

static taught_game game_of_3x3(stored_move moves[4])
{
    static const double black_wins[] = {0.75, -1, 0.5, 0.25};
    static const int64_t first[] = {0, 2, 2, 3, 3};
    static const uint8_t times[] = {1, 0, 2, 0};
    moves[0] = store_move(BLACK, 4);
    moves[1] = store_move(WHITE, 8);
    moves[2] = store_move(BLACK, 5);
    moves[3] = store_move(WHITE, 9);
    taught_game g = {.size = 3, .komi = 0.5, .setup = setup, .n_setup = 1, .moves = moves,
                     .n_moves = 4, .knows_winner = true, .counted = true, .winner = BLACK,
                     .margin = 3.5, .owner = owners, .black_wins = black_wins, .shares = shares,
                     .first = first, .times = times};
    rules_by_name("chinese", &g.rules);
    return g;
}

static void begin(nn_store *s)
{
    assert_int_equal(nn_store_create(s, NULL, NULL), GO_OK);
    s->chooses = true;
}

static void add(nn_store *s, const taught_game *g)
{
    go_error err;
    if (nn_store_add_taught(s, g, &err) != GO_OK)
        fail_msg("%s", err.message);
}

/* Row `row` of the store; the caller destroys it. */
static nn_rows *row_of(const nn_store *s, int64_t row, int symmetry)
{
    nn_rows *rows;
    row_maker *maker;
    go_error err;
    const sample_row wanted = {.position = row, .symmetry = symmetry};
    assert_int_equal(nn_rows_create(&rows, 1, 3, &err), GO_OK);
    assert_int_equal(row_maker_create(&maker, s, NULL, &err), GO_OK);
    if (row_maker_fill(maker, wanted, rows, 0, &err) != GO_OK)
        fail_msg("%s", err.message);
    row_maker_destroy(maker);
    return rows;
}

static void targets_become_rows(void **state)
{
    (void)state;
    nn_store s;
    stored_move moves[4];
    const taught_game g = game_of_3x3(moves);
    begin(&s);
    add(&s, &g);
    assert_int_equal(s.n_moves, 4);
    assert_int_equal(s.n_rows, 3);
    assert_int_equal(nn_store_row(&s, 0), 0);
    assert_int_equal(nn_store_row(&s, 1), 2);
    assert_int_equal(nn_store_row(&s, 2), 2);

    nn_rows *r = row_of(&s, 0, 0); /* black to move; white's answer was not searched well */
    assert_true(r->has_shares[0]);
    assert_int_equal(r->policy[0], 4);
    assert_close(r->shares[4], 50000.0 / 65535, 1e-6);
    assert_close(r->shares[9], 15535.0 / 65535, 1e-6);
    assert_close(r->policy_weight[0], 1, 0);
    assert_close(r->answer_weight[0], 0, 0);
    assert_close(r->value[0], 1, 0); /* black won */
    assert_close(r->search[0], 0.75, 1e-4);
    assert_close(r->score[0], 3.5, 1e-6);
    assert_int_equal(r->ownership[0], -1); /* white's corner */
    assert_int_equal(r->ownership[6], 0);
    assert_int_equal(r->ownership[4], 1);
    nn_rows_destroy(r);

    r = row_of(&s, 2, 0); /* the third position: the whole share to the right of the middle */
    assert_int_equal(r->policy[0], 5);
    assert_close(r->shares[5], 1, 1e-6);
    assert_close(r->search[0], 0.5, 1e-4);
    assert_int_equal(r->origin[0].ply, 2);
    nn_rows_destroy(r);

    for (int symmetry = 1; symmetry < 8; symmetry++) { /* turned with the board; a pass stays */
        r = row_of(&s, 1, symmetry);
        int at = 0;
        for (int i = 0; i < 9; i++)
            at = r->shares[i] > 0 ? i : at;
        assert_true(at == 1 || at == 3 || at == 5 || at == 7);
        assert_int_equal(at, r->policy[0]);
        nn_rows_destroy(r);
        r = row_of(&s, 0, symmetry);
        assert_close(r->shares[9], 15535.0 / 65535, 1e-6);
        nn_rows_destroy(r);
    }
    nn_store_free(&s);
}

/* The view of the side to move: white's rows say the opposite. */
static void white_has_the_opposite_view(void **state)
{
    (void)state;
    nn_store s;
    stored_move moves[4];
    static const int64_t first[] = {0, 0, 1, 3, 3};
    static const uint8_t times[] = {0, 1, 0, 0};
    static const double black_wins[] = {-1, 0.75, -1, -1};
    static const stored_share target[] = {{8, 65535}, {5, 60000}, {3, 5535}};
    taught_game g = game_of_3x3(moves);
    g.first = first;
    g.times = times;
    g.black_wins = black_wins;
    g.shares = target;
    begin(&s);
    add(&s, &g);
    nn_rows *r = row_of(&s, 0, 0);
    assert_int_equal(r->policy[0], 8);
    assert_close(r->value[0], 0, 0);
    assert_close(r->value[1], 1, 0);
    assert_close(r->search[0], 0.25, 1e-4);
    assert_close(r->score[0], -3.5, 1e-6);
    assert_int_equal(r->ownership[0], 1);
    assert_close(r->answer_weight[0], 1, 0); /* black's answer was searched */
    assert_close(r->shares[10 + 5], 60000.0 / 65535, 1e-6);
    assert_int_equal(r->answer[0], 5);
    nn_rows_destroy(r);
    nn_store_free(&s);
}

/* Games of several sizes, with targets and without, are sorted, and rows stay what they were. */
static void rows_survive_sorting(void **state)
{
    (void)state;
    nn_store s;
    stored_move moves[4];
    const taught_game g = game_of_3x3(moves);
    int64_t first;
    begin(&s);
    store_add_sgf(&s, "chinese", "(;SZ[5]KM[0.5]RE[B+R];B[cc];W[bb])");
    add(&s, &g);
    add(&s, &g);
    assert_int_equal(nn_store_sort(&s, NULL), GO_OK);
    assert_int_equal(s.n_games, 3);
    assert_int_equal(s.n_rows, 8);
    assert_int_equal(nn_store_range(&s, 3, &first), 6);
    assert_int_equal(first, 0);
    assert_int_equal(nn_store_range(&s, 5, &first), 2);
    assert_int_equal(first, 6);
    assert_int_equal(nn_store_row(&s, 5), 6); /* the third position of the second game */
    assert_int_equal(nn_store_row(&s, 7), 9);
    nn_rows *r = row_of(&s, 4, 0);
    assert_int_equal(r->policy[0], 5);
    nn_rows_destroy(r);
    nn_store_free(&s);
}

static void wrong_games_are_refused(void **state)
{
    (void)state;
    stored_move moves[4];
    go_error err;
    nn_store s;
    taught_game g = game_of_3x3(moves);
    begin(&s);
    moves[2] = store_move(BLACK, 8); /* there is a stone */
    assert_int_equal(nn_store_add_taught(&s, &g, &err), GO_EILLEGAL);
    assert_non_null(strstr(err.message, "move 3 cannot be played: the point is occupied"));
    nn_store_free(&s);
    static const stored_share outside[] = {{4, 50000}, {10, 15535}, {5, 65535}};
    g = game_of_3x3(moves);
    g.shares = outside;
    begin(&s);
    assert_int_equal(nn_store_add_taught(&s, &g, &err), GO_EILLEGAL);
    assert_non_null(strstr(err.message, "point 10"));
    nn_store_free(&s);
    g = game_of_3x3(moves);
    g.n_moves = 0;
    begin(&s);
    assert_int_equal(nn_store_add_taught(&s, &g, &err), GO_EINVAL);
    nn_store_free(&s);
}

/* The policy approaches the shares: its loss their entropy, not 0. */
static void shares_are_learned(void **state)
{
    (void)state;
    const nn_random_shape shape = {.blocks = 1, .channels = 8, .to_learn = true, .seed = 3};
    char *bytes;
    size_t n;
    nn_model *m;
    nn_store s;
    stored_move moves[4];
    nn_loss_sums sums;
    taught_game g = game_of_3x3(moves);
    static const uint8_t times[] = {1, 0, 0, 0};
    const double p = 50000.0 / 65535, entropy = -p * log(p) - (1 - p) * log(1 - p);
    g.times = times;
    begin(&s);
    add(&s, &g);
    assert_int_equal(nn_random_bytes(&shape, &bytes, &n, NULL), GO_OK);
    assert_int_equal(nn_model_parse(&m, bytes, n, "net", NULL), GO_OK);
    free(bytes);
    nn_train_options o = {.gradient = &nn_gradient_reference, .lanes = 1, .rows = 8, .threads = 1,
                          .budget = 4000, .seed = 1};
    nn_train_choices_default(&o.choices);
    o.choices.optimiser.rate = 0.01;
    assert_int_equal(nn_train(m, &s, &o, 1 << 20, NULL, NULL, NULL), GO_OK);
    assert_int_equal(nn_train_measure(m, &s, &o, 64, NULL, NULL, &sums, NULL), GO_OK);
    assert_close(sums.policy / sums.policy_rows, entropy, 0.05);
    nn_model_destroy(m);
    nn_store_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_become_rows),
        cmocka_unit_test(white_has_the_opposite_view),
        cmocka_unit_test(rows_survive_sorting),
        cmocka_unit_test(wrong_games_are_refused),
        cmocka_unit_test(shares_are_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
