#include "selfplay/improve/spare.h"

#include <stdlib.h>

#include "selfplay/teach.h"

static int64_t rows_of(const run_history *h, int generation)
{
    const run_step *step = run_history_step(h, generation);
    return step ? step->recorded : 0;
}

/* The oldest generation that the next one learns from.
 * With more games the window reaches back to newer ones, so what is outside now stays outside. */
static int first_in_window(const run_history *h, int newest, int64_t window)
{
    int64_t all = 0, rows = 0;
    int first = newest;
    for (int i = 0; i < newest; i++)
        all += rows_of(h, i);
    const int64_t wanted = selfplay_window(all, window);
    while (first > 0 && rows < wanted)
        rows += rows_of(h, --first);
    return first;
}

/* The generation of the highest rating; -1 without any. */
static go_status find_best(const run_history *h, int newest, int *best, go_error *err)
{
    const size_t n = (size_t)newest + 1;
    double *room = calloc(3 * n, sizeof *room), anchor;
    *best = -1;
    if (!room)
        return go_fail(err, GO_ENOMEM, "out of memory for the ratings of a run");
    const bool rated =
        run_history_rate(h, newest, room, room + n, room + 2 * n, &anchor, NULL) == GO_OK;
    for (int i = 0; i <= newest && rated; i++)
        if (*best < 0 || room[i] >= room[*best])
            *best = i;
    free(room);
    return GO_OK;
}

go_status spare_remove(const improve_settings *s, const run_folder *f, const run_history *h,
                       tidy_done *done, go_error *err)
{
    const int newest = f->newest;
    int best;
    *done = (tidy_done){0};
    if (s->limits.keep <= 0 && s->limits.spare <= 0)
        return GO_OK;
    GO_TRY(find_best(h, newest, &best, err));
    bool *needed = calloc((size_t)newest + 1, sizeof *needed);
    if (!needed)
        return go_fail(err, GO_ENOMEM, "out of memory for a list of networks");
    needed[newest] = needed[newest > 0 ? newest - 1 : 0] = needed[run_history_best(h, newest)] = true;
    if (best >= 0)
        needed[best] = true;
    int first = first_in_window(h, newest, s->learn.window);
    if (s->plan.wrong > 0 && first > newest - PLAN_GENERATIONS)
        first = newest - PLAN_GENERATIONS;
    const go_status status = run_tidy(f, &s->limits, first, needed, done, err);
    free(needed);
    return status;
}
