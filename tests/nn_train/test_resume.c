/* Trainings that are interrupted, or end early, and their checkpoints. */
#include <string.h>

#include "tests/support/stored_games.h"
#include "tests/support/temp_dir.h"
#include "tests/support/training.h"
#include "tests/support/unit.h"

static void what_was_interrupted_goes_on(void **state)
{
    (void)state;
    nn_store s;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    for (int kind = 0; kind < OPTIMISER_N; kind++) {
        o.choices.optimiser.kind = kind;
        o.choices.average.kind = AVERAGE_EXPONENTIAL + kind; /* another one each time */
        training_goes_on(&s, &o);
    }
    o.choices.pool = 40;
    training_goes_on(&s, &o);
    go_error err;
    nn_model *m = training_model();
    o.choices.pool = 15; /* a batch has 16 rows */
    assert_int_equal(nn_train(m, &s, &o, 16, NULL, NULL, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "--pool 15 holds less than a batch of 16 rows"));
    nn_model_destroy(m);
    nn_store_free(&s);
}

/* Games whose moves are the same, but whose results, komi, rules, stones or owners are not. */
static void other_games_are_refused(void **state)
{
    (void)state;
    nn_store s;
    temp_dir dir = temp_dir_create();
    char path[400];
    go_error err;
    int64_t half = 160, never = 1 << 20;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    nn_model *m = training_model();
    o.budget = 320;
    o.checkpoint = temp_dir_path(&dir, "state", path);
    o.checkpoint_seconds = 1e9;
    assert_int_equal(nn_train(m, &s, &o, 16, training_until, &half, NULL), GO_EINTR);
    o.resume = true;
    for (int i = 0; i < 5; i++) {
        stored_game *g = (void *)s.games.data;
        const stored_game was = *g;
        g->komi += i == 0;
        g->winner ^= i == 1 ? BLACK ^ WHITE : 0;
        g->rules.suicide ^= i == 2;
        g->knows_score ^= i == 3;
        s.owners.data[0] ^= i == 4;
        assert_int_equal(nn_train(m, &s, &o, 16, training_until, &never, &err), GO_EFORMAT);
        assert_non_null(strstr(err.message, "belongs to other games"));
        s.owners.data[0] ^= i == 4;
        *g = was;
    }
    nn_model_destroy(m);
    m = training_model();
    assert_int_equal(nn_train(m, &s, &o, 16, training_until, &never, NULL), GO_OK);
    nn_model_destroy(m);
    nn_store_free(&s);
    temp_dir_remove(&dir);
}

/* What the last report said; it stops the training at `stop` rows. */
typedef struct told {
    int64_t stop;
    int reports;
    nn_train_progress last;
} told;

static bool remember(void *user, const nn_train_progress *p)
{
    told *t = user;
    t->reports++;
    t->last = *p;
    return p->rows < t->stop;
}

/* As when the network could not be written: nothing is left to learn, but all is known. */
static void the_end_is_reported_again(void **state)
{
    (void)state;
    nn_store s;
    temp_dir dir = temp_dir_create();
    char path[400];
    told first = {.stop = 320}, second = {.stop = 1 << 20};
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    nn_model *m = training_model(), *again = training_model();
    o.budget = 320;
    o.checkpoint = temp_dir_path(&dir, "state", path);
    o.checkpoint_seconds = 1e9;
    assert_int_equal(nn_train(m, &s, &o, 64, remember, &first, NULL), GO_EINTR);
    assert_int_equal(first.reports, 5);
    assert_int_equal(first.last.reported, 256);
    o.resume = true;
    assert_int_equal(nn_train(again, &s, &o, 64, remember, &second, NULL), GO_OK);
    same_numbers(m, again);
    assert_int_equal(second.reports, 1);
    assert_int_equal(second.last.rows, 320);
    assert_int_equal(second.last.reported, 320);
    assert_memory_equal(&second.last.sums, &first.last.sums, sizeof first.last.sums);
    nn_model_destroy(m);
    nn_model_destroy(again);
    nn_store_free(&s);
    temp_dir_remove(&dir);
}

/* One bit of the numbers, and all else is as it was written. */
static void a_damaged_checkpoint_is_refused(void **state)
{
    (void)state;
    nn_store s;
    temp_dir dir = temp_dir_create();
    char path[400];
    go_error err;
    int64_t half = 160;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    nn_model *m = training_model(), *second = training_model();
    o.budget = 320;
    o.checkpoint = temp_dir_path(&dir, "state", path);
    o.checkpoint_seconds = 1e9;
    assert_int_equal(nn_train(m, &s, &o, 16, training_until, &half, NULL), GO_EINTR);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, 1000, SEEK_SET);
    const int byte = fgetc(f);
    fseek(f, 1000, SEEK_SET);
    fputc(byte ^ 1, f);
    fclose(f);
    o.resume = true;
    assert_int_equal(nn_train(second, &s, &o, 16, training_until, &half, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "cut short or damaged"));
    nn_model_destroy(m);
    nn_model_destroy(second);
    nn_store_free(&s);
    temp_dir_remove(&dir);
}

static void numbers_that_are_none_end_it(void **state)
{
    (void)state;
    nn_store s;
    temp_dir dir = temp_dir_create();
    char path[400];
    go_error err;
    int64_t rows = 32;
    store_of(&s, "chinese", two_games, 2);
    nn_train_options o = training_options(training_gradient(), 1);
    o.warm_up = 0;
    o.checkpoint = temp_dir_path(&dir, "state", path);
    o.checkpoint_seconds = 0;
    o.choices.optimiser.rate = 1e30; /* the first step ends all */
    nn_model *m = training_model();
    assert_int_equal(nn_train(m, &s, &o, 16, NULL, NULL, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "no longer a finite number"));
    assert_non_null(strstr(err.message, "--rate below 1e+30"));
    assert_non_null(strstr(err.message, "without --resume; first remove"));
    assert_non_null(strstr(err.message, path));
    o.resume = true; /* it is whole: it leads to the same end */
    assert_int_equal(nn_train(m, &s, &o, 16, training_until, &rows, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "no longer a finite number"));
    nn_model_destroy(m);
    nn_store_free(&s);
    temp_dir_remove(&dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_interrupted_goes_on),
        cmocka_unit_test(other_games_are_refused),
        cmocka_unit_test(the_end_is_reported_again),
        cmocka_unit_test(a_damaged_checkpoint_is_refused),
        cmocka_unit_test(numbers_that_are_none_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
