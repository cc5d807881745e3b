/* The pool of hard rows: what stays, what is given, and that nothing is lost or doubled. */
#include "nn_train/pool.h"

#include "base/rng.h"
#include "tests/support/unit.h"

enum { ROOM = 50, BATCH = 10 };

static pool_row row_of(int64_t position, float loss)
{
    return (pool_row){.row = {.position = position}, .loss = loss};
}

/* 10 rows numbered from `first` with losses drawn from r. */
static void put(nn_pool *p, int64_t first, rng *r)
{
    pool_row rows[BATCH];
    for (int i = 0; i < BATCH; i++)
        rows[i] = row_of(first + i, (float)rng_double(r));
    nn_pool_put(p, rows, BATCH);
}

static void is_sorted(const nn_pool *p)
{
    for (int i = 1; i < p->n; i++)
        assert_true(p->rows[i - 1].loss <= p->rows[i].loss);
}

static void what_is_easy_leaves(void **state)
{
    (void)state;
    nn_pool p;
    rng r = rng_seed(1);
    double loss[4 * ROOM];
    int n = 0;
    assert_int_equal(nn_pool_create(&p, ROOM, NULL), GO_OK);
    for (int64_t first = 0; first < 4 * ROOM; first += BATCH) {
        rng same = r;
        for (int i = 0; i < BATCH; i++)
            loss[n++] = rng_double(&same);
        put(&p, first, &r);
        assert_int_equal(p.n, n < ROOM ? n : ROOM);
        is_sorted(&p);
    }
    for (int i = 0; i < n; i++) { /* the ROOM largest, each once */
        int larger = 0, found = 0;
        for (int k = 0; k < n; k++)
            larger += loss[k] > loss[i];
        for (int k = 0; k < p.n; k++)
            found += p.rows[k].row.position == i;
        assert_int_equal(found, larger < ROOM);
    }
    nn_pool_destroy(&p);
}

static void rows_come_from_the_upper_half(void **state)
{
    (void)state;
    nn_pool p;
    rng r = rng_seed(2);
    sample_row out[BATCH];
    assert_int_equal(nn_pool_create(&p, ROOM, NULL), GO_OK);
    put(&p, 0, &r);
    assert_false(nn_pool_draw(&p, 1, BATCH, out)); /* not full yet */
    for (int64_t first = BATCH; first < 2 * ROOM; first += BATCH)
        put(&p, first, &r);
    assert_false(nn_pool_draw(&p, 1, ROOM / 2 + 1, out));
    nn_pool before = p;
    pool_row copy[ROOM];
    for (int i = 0; i < ROOM; i++)
        copy[i] = p.rows[i];
    assert_true(nn_pool_draw(&p, 1, BATCH, out));
    assert_int_equal(p.n, before.n - BATCH);
    is_sorted(&p);
    for (int i = 0; i < BATCH; i++) {
        int upper = 0, left = 0;
        for (int k = ROOM / 2; k < ROOM; k++)
            upper += copy[k].row.position == out[i].position;
        for (int k = 0; k < p.n; k++)
            left += p.rows[k].row.position == out[i].position;
        assert_int_equal(upper, 1);
        assert_int_equal(left, 0);
    }
    nn_pool_destroy(&p);
}

static void one_without_room_does_nothing(void **state)
{
    (void)state;
    nn_pool p;
    rng r = rng_seed(3);
    sample_row out[1];
    assert_int_equal(nn_pool_create(&p, 0, NULL), GO_OK);
    put(&p, 0, &r);
    assert_int_equal(p.n, 0);
    assert_false(nn_pool_draw(&p, 1, 1, out));
    nn_pool_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_easy_leaves),
        cmocka_unit_test(rows_come_from_the_upper_half),
        cmocka_unit_test(one_without_room_does_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
