#include "sgf_corpus/each_game.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_AT_ONCE = 4 }; /* that a thread takes as a rule */

go_status each_game(int64_t n_games, const game_job *job, const games_run *run, go_error *err)
{
    go_status result = GO_OK;
    int64_t done = 0;
#pragma omp parallel num_threads(run->n_threads) shared(result, done)
    {
        go_error mine = {GO_OK, ""};
        go_status status = GO_OK;
        void *worker = malloc(job->worker_size);
        if (worker) {
            memcpy(worker, job->prototype, job->worker_size);
            status = job->begin(worker, &mine);
        } else {
            status = go_fail(&mine, GO_ENOMEM, "out of memory while %s", job->phase);
        }
        /* A thread that has failed takes the remaining games from the others.  Monotonic:
         * each worker sees rising numbers, which clang's runtime does not give by itself. */
#pragma omp for schedule(monotonic : dynamic, job->at_once ? job->at_once : GAMES_AT_ONCE)
        for (int64_t i = 0; i < n_games; i++) {
            if (status != GO_OK)
                continue;
            status = job->game(worker, i, &mine);
            int64_t now;
#pragma omp atomic capture
            now = ++done;
            if (status == GO_OK && omp_get_thread_num() == 0 && run->progress &&
                !run->progress(run->user, job->phase, now, n_games))
                status = go_fail(&mine, GO_EINTR, "interrupted while %s", job->phase);
        }
#pragma omp critical(each_game)
        {
            if (status == GO_OK && job->merge)
                status = job->merge(worker, &mine);
            if (status != GO_OK && result == GO_OK) {
                result = status;
                if (err)
                    *err = mine;
            }
        }
        if (worker)
            job->end(worker);
        free(worker);
    }
    /* The last games may have been those of threads that do not report. */
    if (result == GO_OK && run->progress && n_games > 0)
        (void)run->progress(run->user, job->phase, n_games, n_games);
    return result;
}
