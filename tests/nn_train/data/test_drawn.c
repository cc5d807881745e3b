/* What was drawn from a store, against what there is. */
#include <string.h>

#include "nn_train/data/batches.h"
#include "nn_train/data/drawn.h"
#include "tests/support/games.h"
#include "tests/support/stored_games.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

/* Three games of two sizes in two files: seven positions. */
static void read_two_files(nn_store *s)
{
    char one[400], two[400];
    const char *inputs[] = {
        temp_dir_text(&group_dir, "one.sgf", "(;SZ[5]KM[0.5]RE[B+R];B[cc];W[bb];B[dd])"
                                             "(;SZ[5]KM[6]RE[0];B[cc];W[bb])", one),
        temp_dir_text(&group_dir, "two.sgf", "(;SZ[7];B[cc];W[bb])", two)};
    const playable_options o = {0};
    corpus_counts counts;
    rules r;
    rules_by_name("chinese", &r);
    assert_int_equal(nn_store_read(s, NULL, inputs, 2, &o, &r, NULL, &counts, NULL), GO_OK);
}

static const nn_sample usual = {.seed = 7, .forget = 0.2, .other_rules = 0.5};

/* n rows in batches of one row. */
static void draw(nn_drawn *d, const nn_store *s, const nn_sample *how, int n)
{
    nn_rows *rows;
    row_maker *maker;
    nn_batches plan;
    nn_batches_plan(&plan, s, 1, how);
    assert_int_equal(nn_rows_create(&rows, 1, s->largest, NULL), GO_OK);
    assert_int_equal(row_maker_create(&maker, s, NULL, NULL), GO_OK);
    for (int i = 0; i < n; i++) {
        batch_place place = nn_batches_at(&plan, i);
        rows->size = place.size;
        assert_int_equal(row_maker_fill(maker, nn_sample_at(place.sample, place.first_row), rows, 0,
                                        NULL), GO_OK);
        nn_drawn_rows(d, rows, 0, 1);
    }
    row_maker_destroy(maker);
    nn_rows_destroy(rows);
}

static void what_there_is(void **state)
{
    (void)state;
    nn_store s;
    drawn_counts all;
    read_two_files(&s);
    nn_drawn_store(&all, &s);
    assert_int_equal(all.rows, 7);
    assert_int_equal(all.size[5], 5);
    assert_int_equal(all.size[7], 2);
    assert_int_equal(all.input[0], 5);
    assert_int_equal(all.input[1], 2);
    assert_int_equal(all.result[DRAWN_WON], 2); /* black to move in a game that black won */
    assert_int_equal(all.result[DRAWN_LOST], 1);
    assert_int_equal(all.result[DRAWN_DRAW], 2);
    assert_int_equal(all.result[DRAWN_UNKNOWN], 2);
    assert_int_equal(all.stage[0], 7);
    assert_int_equal(all.value, 5);
    assert_int_equal(all.score, 2);
    assert_int_equal(all.ownership, 0);
    nn_store_free(&s);
}

static void an_epoch_draws_each_position_once(void **state)
{
    (void)state;
    nn_store s;
    drawn_counts all;
    nn_drawn d;
    read_two_files(&s);
    nn_drawn_store(&all, &s);
    assert_int_equal(nn_drawn_create(&d, s.n_moves, NULL), GO_OK);
    draw(&d, &s, &usual, 7);
    assert_int_equal(d.positions, 7);
    assert_int_equal(d.counts.rows, 7);
    assert_memory_equal(d.counts.size, all.size, sizeof all.size);
    assert_memory_equal(d.counts.input, all.input, sizeof all.input);
    assert_memory_equal(d.counts.result, all.result, sizeof all.result);
    assert_memory_equal(d.counts.stage, all.stage, sizeof all.stage);
    assert_int_equal(d.counts.value, all.value);
    assert_int_equal(d.counts.score, all.score);
    nn_drawn_destroy(&d);
    nn_store_free(&s);
}

/* Under another komi, games have other winners, and some become draws; the shares stay those of the
 * games as they were played.                                                  */
static void another_komi_changes_no_share(void **state)
{
    (void)state;
    nn_store s;
    drawn_counts all;
    nn_drawn d;
    const nn_sample how = {.seed = 7, .other_komi = 1};
    const char *const games[] = {"(;SZ[5]KM[6]RE[B+1];B[cc];W[bb];B[dd])",
                                 "(;SZ[5]KM[6]RE[0];B[cc];W[bb])"};
    store_of(&s, "chinese", games, 2);
    nn_drawn_store(&all, &s);
    assert_int_equal(all.score, 5);
    assert_int_equal(nn_drawn_create(&d, s.n_moves, NULL), GO_OK);
    draw(&d, &s, &how, 5 * 40);
    for (int k = 0; k < DRAWN_RESULTS; k++)
        assert_int_equal(d.counts.result[k], 40 * all.result[k]);
    nn_drawn_destroy(&d);
    nn_store_free(&s);
}

static void eight_epochs_draw_all_symmetries_alike(void **state)
{
    (void)state;
    nn_store s;
    nn_drawn d;
    read_two_files(&s);
    assert_int_equal(nn_drawn_create(&d, s.n_moves, NULL), GO_OK);
    draw(&d, &s, &usual, 8 * 7);
    assert_int_equal(d.positions, 7);
    int64_t shown = 0, hidden = 0, own = 0, other = 0;
    for (int k = 0; k < 8; k++)
        assert_int_equal(d.counts.symmetry[k], 7);
    for (int k = 0; k < DRAWN_HIDDEN; k++)
        *(k ? &hidden : &shown) += d.counts.hidden[k];
    for (int k = 0; k <= SAMPLE_N_RULES; k++)
        *(k ? &other : &own) += d.counts.rules[k];
    assert_int_equal(shown + hidden, 56);
    assert_true(shown > 0 && hidden > 0);
    assert_int_equal(own + other, 56);
    char line[512];
    nn_drawn_line(&d, line);
    assert_string_equal(line, "56 rows, 7 different positions of 7; 5x5 71.4 %, 7x7 28.6 %; 28.6 % "
                              "to be won, 14.3 % to be lost; 12.5 to 12.5 % in each symmetry");
    assert_true(own > 0 && other > 0);
    nn_drawn_destroy(&d);
    nn_store_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_there_is),
        cmocka_unit_test(an_epoch_draws_each_position_once),
        cmocka_unit_test(another_komi_changes_no_share),
        cmocka_unit_test(eight_epochs_draw_all_symmetries_alike),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
