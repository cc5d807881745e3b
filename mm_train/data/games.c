#include "mm_train/data/games.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_AT_ONCE = 4 }; /* that a thread takes */

go_status games_create(games *g, int size, const char *folder, go_error *err)
{
    *g = (games){.size = size, .area = size * size};
    GO_TRY(mapped_create(&g->moves, folder, err));
    go_status status = mapped_create(&g->starts, folder, err);
    if (status != GO_OK)
        games_free(g);
    return status;
}

void games_free(games *g)
{
    mapped_close(&g->moves);
    mapped_close(&g->starts);
}

go_status games_add(games *g, const packed_move *entries, int n_setup, int n_moves, go_error *err)
{
    games_start start = {(int64_t)(g->moves.size / sizeof *entries), (uint16_t)n_setup,
                         (uint16_t)n_moves};
    size_t n = (size_t)(n_setup + n_moves) * sizeof *entries;
    go_status status = mapped_append(&g->moves, entries, n, err);
    if (status == GO_OK)
        status = mapped_append(&g->starts, &start, sizeof start, err);
    if (status != GO_OK)
        return status;
    g->n_games++;
    g->n_moves += n_moves;
    return GO_OK;
}

void games_walk(const games *g, int64_t game, game_walk *w)
{
    const packed_move *entry = games_moves(g, game);
    const games_start *start = games_at(g, game);
    board_init(&w->start, g->size);
    for (int i = 0; i < start->n_setup; i++)
        board_setup(&w->start, packed_colour(entry[i]),
                    board_point_at(g->size, packed_index(entry[i])));
    w->move = entry + start->n_setup;
    w->n_moves = start->n_moves;
    w->ply = -1;
}

go_status each_game(const games *g, const game_job *job, const games_run *run, go_error *err)
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
#pragma omp for schedule(monotonic : dynamic, GAMES_AT_ONCE)
        for (int64_t i = 0; i < g->n_games; i++) {
            if (status != GO_OK)
                continue;
            status = job->game(worker, i, &mine);
            int64_t now;
#pragma omp atomic capture
            now = ++done;
            if (status == GO_OK && omp_get_thread_num() == 0 && run->progress &&
                !run->progress(run->user, job->phase, now, g->n_games))
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
    return result;
}
