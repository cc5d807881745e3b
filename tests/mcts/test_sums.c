/* The sums of one thread stay exact in searches of hours. */
#include <stdlib.h>

#include "mcts/sums.h"
#include "tests/support/drawn.h"
#include "tests/support/unit.h"

#include "tests/support/assert_close.h"

static const char owned[] = "X X"
                            "X .";

/* A playout of that many moves that ends as drawn, after a prediction. */
static leaf_value ended(const board *end, const float *ownership, int moves)
{
    return (leaf_value){.end = end, .n_moves = moves, .playout_lead = 4, .predicted = true,
                        .ownership = ownership};
}

static void a_search_may_play_more_than_2_to_the_32_moves(void **state)
{
    (void)state;
    board *b = board_of(2, owned);
    thread_sums *s = calloc(1, sizeof *s);
    leaf_value v = ended(b, NULL, 1 << 30);
    assert_non_null(s);
    assert_int_equal(sums_begin(s, 2, false, false, NULL), GO_OK);
    for (int i = 0; i < 5; i++)
        sums_add(s, &v, 2, -1);
    assert_close((double)s->moves, 5.0 * (1 << 30), 0.5);
    sums_free(s);
    free(s);
    board_destroy(b);
}

static void ownership_after_a_move_goes_on_growing(void **state)
{
    (void)state;
    const float ownership[4] = {0.3f, -0.3f, 0.3f, 1};
    const int before = 1 << 24, more = 1000; /* a float of 2^24 stays the same when 1 is added */
    board *b = board_of(2, owned);
    thread_sums *s = calloc(1, sizeof *s);
    leaf_value v = ended(b, ownership, 3);
    assert_non_null(s);
    assert_int_equal(sums_begin(s, 2, true, false, NULL), GO_OK);
    owner_sums *after = &s->behind[1];
    after->played[0] = before;
    after->predicted[0] = before;
    for (int i = 0; i < more; i++)
        sums_add(s, &v, 2, 1);
    assert_close((double)after->played[0], before + more, 0.5);
    assert_close((double)after->predicted[0], before + 0.3 * more, 0.5);
    assert_close((double)after->predicted[1], -0.3 * more, 0.5);
    sums_free(s);
    free(s);
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_may_play_more_than_2_to_the_32_moves),
        cmocka_unit_test(ownership_after_a_move_goes_on_growing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
