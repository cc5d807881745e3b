/* The rate over a training, and the averages of its steps. */
#include "nn_train/optimise/schedule.h"

#include <math.h>

#include "nn_train/optimise/average.h"
#include "tests/support/assert_close.h"
#include "tests/support/unit.h"

static void the_rate_rises_stays_and_falls(void **state)
{
    (void)state;
    const schedule_settings cosine = {FALL_COSINE, 1}, late = {FALL_LINEAR, 0.25};
    const schedule_settings never = {FALL_LINEAR, 0};
    assert_close(schedule_share(&cosine, 0, 1), 1, 1e-12);
    assert_close(schedule_share(&cosine, 0.25, 1), 0.5 + sqrt(0.125), 1e-12);
    assert_close(schedule_share(&cosine, 1, 1), 0, 1e-12);
    assert_close(schedule_share(&cosine, 0, 0.3), 0.3, 1e-12);
    assert_close(schedule_share(&late, 0.7, 1), 1, 1e-12);
    assert_close(schedule_share(&late, 0.9, 2), 0.4, 1e-12);
    assert_close(schedule_share(&never, 1, 1), 1, 1e-12);
}

/* The average of the numbers 1, 2, .. n, begun at 0. */
static double average_to(const averaging_settings *s, int n)
{
    double average = 0;
    for (int i = 1; i <= n; i++)
        average += average_share(s, i) * (i - average);
    return average;
}

static void averages_are_of_the_last_steps(void **state)
{
    (void)state;
    const averaging_settings none = {.kind = AVERAGE_NONE};
    const averaging_settings exponential = {.kind = AVERAGE_EXPONENTIAL, .steps = 50};
    const averaging_settings growing = {.kind = AVERAGE_GROWING, .part = 0.1};
    const averaging_settings snapshots = {.kind = AVERAGE_SNAPSHOTS, .steps = 10};
    assert_close(average_to(&none, 7), 7, 1e-12);
    assert_close(average_to(&exponential, 10), 5, 1e-12);  /* of 0 .. 10, all alike */
    assert_close(average_to(&exponential, 1000), 1000 - 49, 1e-3);
    assert_close(average_to(&growing, 1000) / 1000, 1 / 1.1, 1e-3); /* the same for any n */
    assert_close(average_to(&growing, 10000) / 10000, 1 / 1.1, 1e-3);
    assert_close(average_to(&snapshots, 9), 9, 1e-12);     /* a short training learns, too */
    assert_close(average_to(&snapshots, 49), 25, 1e-12);   /* of 10, 20, 30 and 40 */
    assert_close(average_to(&snapshots, 160), 85, 1e-12);
    assert_close(average_to(&snapshots, 170), 85 + 85.0 / 16, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rate_rises_stays_and_falls),
        cmocka_unit_test(averages_are_of_the_last_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
