/* Counts of positions by their hash, against a plain list. */
#include "base/rng.h"
#include "board/game/position_set.h"
#include "tests/support/unit.h"

enum { HASHES = 300 };

/* Hash number i: one of all over the table, or one of many that end in the same bits, with 0. */
static uint64_t hash_of(int i)
{
    return i % 2 ? rng_mix64((uint64_t)i) : (uint64_t)(i % 3) | (uint64_t)i << 20;
}

static void counts_are_those_of_a_list(void **state)
{
    position_set s = {0};
    uint32_t expected[HASHES] = {0};
    rng r = rng_seed(3);
    (void)state;
    assert_int_equal(position_set_count(&s, 0), 0);
    for (int i = 0; i < 4 * HASHES; i++) {
        const int k = (int)rng_below(&r, HASHES - 1); /* the last one never comes */
        assert_int_equal(position_set_add(&s, hash_of(k)), GO_OK);
        expected[k]++;
        for (int j = 0; j < HASHES; j++)
            assert_int_equal(position_set_count(&s, hash_of(j)), expected[j]);
    }
    size_t used = 0;
    for (int j = 0; j < HASHES; j++)
        used += expected[j] > 0;
    assert_int_equal(s.used, used);
    assert_true(s.capacity >= 2 * used && s.capacity < 8 * used);
    position_set_destroy(&s);
}

static void a_cleared_set_is_empty_and_keeps_its_memory(void **state)
{
    position_set s = {0};
    (void)state;
    position_set_clear(&s); /* of a new one, too */
    for (int i = 0; i < HASHES; i++)
        assert_int_equal(position_set_add(&s, hash_of(i)), GO_OK);
    const size_t capacity = s.capacity;
    position_set_clear(&s);
    assert_int_equal(s.used, 0);
    assert_int_equal(s.capacity, capacity);
    for (int i = 0; i < HASHES; i++)
        assert_int_equal(position_set_count(&s, hash_of(i)), 0);
    assert_int_equal(position_set_add(&s, hash_of(1)), GO_OK);
    assert_int_equal(position_set_count(&s, hash_of(1)), 1);
    position_set_destroy(&s);
    assert_int_equal(s.used + s.capacity, 0);
    assert_int_equal(position_set_count(&s, hash_of(1)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_a_list),
        cmocka_unit_test(a_cleared_set_is_empty_and_keeps_its_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
