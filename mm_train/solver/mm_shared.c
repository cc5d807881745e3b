#include "mm_train/solver/mm_shared.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

struct mm_shared {
    comm *c;
    mm_problem share, all;
    double *wins; /* [n_gammas] of all */
    double *sums; /* [n_gammas + N_EXTRA] sent in one message */
};

/* What follows the expectations. */
enum { LOG_LIKELIHOOD, INTERRUPTED, FAILED, N_EXTRA };

static go_status check_same_gammas(comm *c, const mm_problem *share, go_error *err)
{
    uint64_t mine = rng_mix64((uint64_t)share->n_gammas);
    for (int g = 0; g <= share->groups.n_groups; g++)
        mine = rng_mix64(mine ^ (uint64_t)share->groups.first[g]);
    uint64_t first = mine;
    GO_TRY(comm_broadcast(c, &first, sizeof first, 0, err));
    int64_t differ = first != mine;
    GO_TRY(comm_sum_counts(c, &differ, 1, err));
    return differ == 0 ? GO_OK
                       : go_fail(err, GO_EINVAL,
                                 "the gammas of %lld of %d ranks differ from those of rank 0",
                                 (long long)differ, comm_size(c));
}

static go_status expect(void *data, const double *theta, double *expected,
                        double *log_likelihood, go_error *err)
{
    mm_shared *s = data;
    size_t n = (size_t)s->share.n_gammas;
    double *extra = s->sums + n;
    go_status mine = GO_OK;
    memset(s->sums, 0, (n + N_EXTRA) * sizeof *s->sums);
    if (s->share.n_competitions > 0)
        mine = s->share.expect(s->share.data, theta, s->sums, &extra[LOG_LIKELIHOOD], err);
    extra[INTERRUPTED] = mine == GO_EINTR;
    extra[FAILED] = mine != GO_OK && mine != GO_EINTR;
    GO_TRY(comm_sum(s->c, s->sums, (int64_t)(n + N_EXTRA), err));
    if (mine != GO_OK && mine != GO_EINTR)
        return mine;
    if (extra[FAILED] > 0)
        return go_fail(err, GO_EIO, "rank %d of %d: stopped, because %.0f other ranks failed",
                       comm_rank(s->c), comm_size(s->c), extra[FAILED]);
    if (extra[INTERRUPTED] > 0)
        return go_fail(err, GO_EINTR, "interrupted");
    memcpy(expected, s->sums, n * sizeof *expected);
    *log_likelihood = extra[LOG_LIKELIHOOD];
    return GO_OK;
}

go_status mm_shared_create(comm *c, const mm_problem *share, mm_shared **out, go_error *err)
{
    GO_TRY(check_same_gammas(c, share, err));
    const size_t n = (size_t)share->n_gammas;
    mm_shared *s = calloc(1, sizeof *s);
    if (s) {
        s->wins = calloc(n + 1, sizeof *s->wins);
        s->sums = calloc(n + N_EXTRA, sizeof *s->sums);
    }
    if (!s || !s->wins || !s->sums) {
        mm_shared_destroy(s);
        return go_fail(err, GO_ENOMEM, "no memory for %d gammas", share->n_gammas);
    }
    s->c = c;
    s->share = s->all = *share;
    s->all.wins = s->wins;
    s->all.expect = expect;
    s->all.data = s;
    memcpy(s->wins, share->wins, n * sizeof *s->wins);
    go_status status = comm_sum(c, s->wins, (int64_t)n, err);
    if (status == GO_OK)
        status = comm_sum_counts(c, &s->all.n_competitions, 1, err);
    if (status == GO_OK)
        *out = s;
    else
        mm_shared_destroy(s);
    return status;
}

void mm_shared_destroy(mm_shared *shared)
{
    if (!shared)
        return;
    free(shared->wins);
    free(shared->sums);
    free(shared);
}

const mm_problem *mm_shared_problem(const mm_shared *shared)
{
    return &shared->all;
}
