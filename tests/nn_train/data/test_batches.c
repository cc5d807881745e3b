/* Batches of one board size each. */
#include <stdlib.h>

#include "nn_train/data/batches.h"
#include "tests/support/stored_games.h"
#include "tests/support/unit.h"

enum { ROWS = 8, N_5 = 40, N_7 = 25 }; /* rows of a batch; games of each size, two moves each */

static nn_store s;

static int make_store(void **state)
{
    (void)state;
    store_of(&s, "chinese", NULL, 0);
    for (int i = 0; i < N_5 + N_7; i++)
        store_add_sgf(&s, "chinese", i < N_5 ? "(;SZ[5];B[cc];W[bb])" : "(;SZ[7];B[cc];W[bb])");
    return nn_store_sort(&s, NULL) == GO_OK ? 0 : -1;
}

static int free_store(void **state)
{
    (void)state;
    nn_store_free(&s);
    return 0;
}

static nn_batches plan_of(uint64_t seed)
{
    nn_batches plan;
    nn_sample how = {.seed = seed};
    nn_batches_plan(&plan, &s, ROWS, &how);
    return plan;
}

static void an_epoch_shows_every_position(void **state)
{
    (void)state;
    nn_batches plan = plan_of(1);
    int *shown = calloc((size_t)s.n_moves, sizeof *shown);
    assert_int_equal(plan.n_sizes, 2);
    assert_int_equal(plan.per_epoch, 10 + 7); /* 80 and 50 positions */
    for (int64_t i = 0; i < plan.per_epoch; i++) {
        batch_place batch = nn_batches_at(&plan, i);
        assert_int_equal(batch.epoch, 0);
        for (int k = 0; k < ROWS; k++) {
            int64_t at = nn_sample_at(batch.sample, batch.first_row + k).position;
            assert_int_equal(nn_store_game(&s, nn_store_find(&s, at))->size, batch.size);
            shown[at]++;
        }
    }
    int twice = 0;
    for (int64_t i = 0; i < s.n_moves; i++) {
        assert_in_range(shown[i], 1, 2);
        twice += shown[i] == 2;
    }
    assert_int_equal(twice, 7 * ROWS - 50); /* what fills up the last batch */
    free(shown);
}

/* The sizes are mixed, differently in each epoch and for each seed, and no row of a
 * sample is left out or shown again.                                          */
static void batches_are_shuffled(void **state)
{
    (void)state;
    enum { EPOCHS = 30 };
    nn_batches plan = plan_of(1), other = plan_of(2);
    char shown[EPOCHS * 10] = {0};
    int same_epoch = 0, same_seed = 0, changes = 0;
    for (int64_t i = 0; i < EPOCHS * plan.per_epoch; i++) {
        batch_place batch = nn_batches_at(&plan, i);
        assert_int_equal(batch.epoch, i / 17);
        same_epoch += batch.size == nn_batches_at(&plan, i + 17).size;
        same_seed += batch.size == nn_batches_at(&other, i).size;
        changes += batch.size != nn_batches_at(&plan, i + 1).size;
        if (batch.size == 5)
            shown[batch.first_row / ROWS]++;
    }
    for (int i = 0; i < EPOCHS * 10; i++)
        assert_int_equal(shown[i], 1);
    /* of 510, by chance 0.515 are equal, and 0.485 differ from the next */
    assert_in_range(same_epoch, 200, 330);
    assert_in_range(same_seed, 200, 330);
    assert_in_range(changes, 180, 310);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_epoch_shows_every_position),
        cmocka_unit_test(batches_are_shuffled),
    };
    return cmocka_run_group_tests(tests, make_store, free_store);
}
