#include "mm_train/export.h"

#include <stdio.h>

#include "base/io/atomic_file.h"
#include "patterns/dense.h"

typedef struct exporter {
    FILE *out;
    const vocabulary *v;
    extractor *x;
    dense_tables dense;
} exporter;

/* False: the team has no gamma. */
static bool write_team(const exporter *e, colour c, int candidate)
{
    int numbers[F_N_GROUPS], n = team_gammas(e->x, &e->dense, c, candidate, numbers);
    for (int i = 0; i < n; i++)
        fprintf(e->out, "%s%d", i ? " " : "", numbers[i]);
    fputc('\n', e->out);
    return n > 0;
}

static bool write_game(const exporter *e, const games *g, int64_t game)
{
    game_walk move;
    bool ok = true;
    games_walk(g, game, &move);
    extractor_start(e->x, &move.start);
    while (ok && game_walk_next(&move)) {
        int n_changes;
        extractor_update(e->x, move.colour, &n_changes);
        fprintf(e->out, "#\n");
        ok = write_team(e, move.colour, move.index);
        for (int i = 0; i <= e->dense.area; i++)
            if (extractor_legal(e->x, move.colour, i))
                ok &= write_team(e, move.colour, i);
        extractor_play(e->x, move.colour, move.at);
    }
    return ok;
}

static go_status write_games(const exporter *e, const games *g, const games_run *run,
                             go_error *err)
{
    const int *first = e->v->first;
    int n_groups = 0;
    for (int k = 0; k < F_N_GROUPS; k++)
        n_groups += first[k + 1] > first[k];
    fprintf(e->out, "! %d\n%d\n", vocabulary_gammas(e->v), n_groups);
    for (int k = 0; k < F_N_GROUPS; k++)
        if (first[k + 1] > first[k])
            fprintf(e->out, "%d %s\n", first[k + 1] - first[k],
                    feature_describe((feature_id)k)->name);
    fputs("!\n", e->out);
    for (int64_t i = 0; i < g->n_games; i++) {
        if (!write_game(e, g, i))
            return go_fail(err, GO_EINVAL, "a move has no feature, which the text format of mm "
                           "cannot express; leave out fewer groups");
        if (run->progress && !run->progress(run->user, "writing competitions", i + 1, g->n_games))
            return go_fail(err, GO_EINTR, "interrupted while writing competitions");
    }
    return GO_OK;
}

go_status export_mm_text(const char *path, const vocabulary *v, const games *g,
                         const games_run *run, go_error *err)
{
    exporter e = {.v = v};
    atomic_file *file = NULL;
    GO_TRY(atomic_file_open(&file, path, err));
    e.out = atomic_file_stream(file);
    go_status status = extractor_create(&e.x, v, g->size, err);
    if (status == GO_OK)
        status = dense_tables_init(&e.dense, v, g->size, err);
    if (status == GO_OK)
        status = write_games(&e, g, run, err);
    extractor_destroy(e.x);
    dense_tables_free(&e.dense);
    if (status == GO_OK)
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return status;
}
