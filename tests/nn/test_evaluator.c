/* The evaluator's means, with a backend that counts what it is asked. */
#include <stdlib.h>
#include <string.h>

#include "board/coord.h"
#include "board/symmetry.h"
#include "nn/evaluator.h"
#include "nn/reference/reference.h"
#include "tests/support/assert_close.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

enum { SIZE = 5 };

static int n_batches; /* computed so far */

static go_status evaluate_and_count(void *state, const nn_batch *batch, go_error *err)
{
    n_batches++;
    return nn_reference.evaluate(state, batch, err);
}

/* A position that no symmetry leaves as it is. */
static nn_position *some_position(void)
{
    nn_position *p;
    rules r;
    point at;
    assert_true(rules_by_name("chinese", &r));
    assert_int_equal(nn_position_create(&p, SIZE, SIZE, &r, 7.5, NULL), GO_OK);
    const char *const moves[] = {"B2", "C4", "D4"};
    for (int i = 0; i < 3; i++) {
        assert_true(coord_from_gtp(SIZE, moves[i], &at));
        assert_int_equal(nn_position_play(p, i % 2 ? WHITE : BLACK, at, NULL), GO_OK);
    }
    return p;
}

/* Evaluations of a network are dear; on two processors or a GPU eight at once take the time of
 * four or of one.                                                             */
static void the_mean_takes_as_few_batches_as_it_can(void **state)
{
    const struct {
        int max_batch, batches;
    } cases[] = {{1, 8}, {3, 3}, {8, 1}, {100, 1}};
    nn_backend counting = nn_reference;
    nn_model *model = tiny_model(15, SIZE);
    nn_position *position = some_position();
    nn_query query = {.position = position, .view = nn_view_plain(SIZE)};
    static nn_result each[N_SYMMETRIES], mean, found;
    (void)state;
    counting.evaluate = evaluate_and_count;
    for (int i = 0; i < 4; i++) {
        const nn_settings settings = {.size = SIZE, .max_batch = cases[i].max_batch, .threads = 1};
        nn_evaluator *e;
        assert_int_equal(nn_evaluator_create(&e, model, &counting, &settings, NULL), GO_OK);
        n_batches = 0;
        assert_int_equal(nn_evaluate_mean(e, &query, &found, NULL), GO_OK);
        assert_int_equal(n_batches, cases[i].batches);
        nn_query one = query;
        for (one.view.symmetry = 0; one.view.symmetry < N_SYMMETRIES; one.view.symmetry++)
            assert_int_equal(nn_evaluate(e, &one, 1, &each[one.view.symmetry], NULL), GO_OK);
        nn_result_mean(each, N_SYMMETRIES, SIZE * SIZE, &mean);
        assert_close(found.win, mean.win, 1e-6);
        assert_close(found.lead, mean.lead, 1e-5);
        for (int p = 0; p <= SIZE * SIZE; p++)
            assert_close((double)found.policy[p], (double)mean.policy[p], 1e-6);
        nn_evaluator_destroy(e);
    }
    nn_position_destroy(position);
    nn_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_takes_as_few_batches_as_it_can),
    };
    return cmocka_run_group_tests_name("evaluator", tests, NULL, NULL);
}
