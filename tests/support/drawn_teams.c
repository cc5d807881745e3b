#include "tests/support/drawn_teams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static drawn *draw(const mm_synthetic_group *groups, int n_groups, uint64_t seed,
                   int n_competitions, int n_teams)
{
    go_error err = {GO_OK, ""};
    rng random = rng_seed(seed);
    drawn *d = calloc(1, sizeof *d);
    assert_non_null(d);
    go_status status = mm_synthetic_draw(groups, n_groups, n_competitions, n_teams, &random,
                                         d->truth, &d->teams, &err);
    if (status != GO_OK)
        fail_msg("%s", err.message);
    mm_teams_set_threads(d->teams, 1); /* small: more would wait for each other */
    d->problem = mm_teams_problem(d->teams);
    return d;
}

drawn *drawn_small(uint64_t seed, int n_competitions)
{
    static const mm_synthetic_group groups[] = {
        {4, 1.0, 0.3, 0.0, 0.7},
        {5, 0.8, 0.5, 0.0, 0.7},
        {2, 0.15, 0.0, 0.0, 1.0},
        {4, 0.9, 0.0, 0.5, 0.5},
    };
    return draw(groups, 4, seed, n_competitions, 7);
}

drawn *drawn_like_moves(uint64_t seed, int n_competitions)
{
    static const mm_synthetic_group groups[] = {
        {600, 0.99, 1.0, 0.0, 1.5}, {10, 1.0, 0.5, 0.6, 1.0}, {20, 1.0, 0.3, 0.0, 1.2},
        {20, 1.0, 0.3, 0.3, 0.8},   {6, 0.05, 0.5, 0.2, 1.5}, {5, 0.03, 0.5, 0.9, 1.5},
    };
    return draw(groups, 6, seed, n_competitions, 60);
}

void drawn_free(drawn *d)
{
    mm_teams_destroy(d->teams);
    free(d);
}
