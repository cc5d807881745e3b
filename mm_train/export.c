#include "mm_train/export.h"

#include <stdio.h>

#include "base/io/atomic_file.h"
#include "patterns/team.h"

typedef struct exporter {
    FILE *out;
    const vocabulary *v;
    extractor *x;
    dense_tables dense;
} exporter;

static void write_head(exporter *e)
{
    int n_groups = 0;
    for (int g = 0; g < F_N_GROUPS; g++)
        n_groups += e->v->first[g + 1] > e->v->first[g];
    fprintf(e->out, "! %d\n%d\n", vocabulary_gammas(e->v), n_groups);
    for (int g = 0; g < F_N_GROUPS; g++)
        if (e->v->first[g + 1] > e->v->first[g])
            fprintf(e->out, "%d %s\n", e->v->first[g + 1] - e->v->first[g],
                    feature_describe((feature_id)g)->name);
    fprintf(e->out, "!\n");
}

/* Returns the number of gammas written. */
static int write_team(exporter *e, colour c, int candidate)
{
    int numbers[F_N_GROUPS], n = team_gammas(e->x, &e->dense, c, candidate, numbers);
    for (int i = 0; i < n; i++)
        fprintf(e->out, "%s%d", i ? " " : "", numbers[i]);
    fputc('\n', e->out);
    return n;
}

static bool write_position(exporter *e, colour c, int winner)
{
    int n_changes;
    extractor_update(e->x, c, &n_changes);
    fprintf(e->out, "#\n");
    bool ok = write_team(e, c, winner) > 0;
    for (int i = 0; i <= e->dense.area; i++)
        if (extractor_legal(e->x, c, i))
            ok &= write_team(e, c, i) > 0;
    return ok;
}

static bool write_game(exporter *e, const games *g, int64_t game)
{
    board b;
    int n_moves;
    const packed_move *move = games_open(g, game, &b, &n_moves);
    bool ok = true;
    extractor_start(e->x, &b);
    for (int ply = 0; ply < n_moves && ok; ply++) {
        colour c = packed_colour(move[ply]);
        ok = write_position(e, c, packed_index(move[ply]));
        extractor_play(e->x, c, board_point_at(b.size, packed_index(move[ply])));
    }
    return ok;
}

static go_status write_games(exporter *e, const games *g, train_progress *progress, void *user,
                             go_error *err)
{
    write_head(e);
    for (int64_t i = 0; i < g->n_games; i++) {
        if (!write_game(e, g, i))
            return go_fail(err, GO_EINVAL, "a move has no feature at all, which the text format "
                           "of mm cannot express; leave fewer groups out");
        if (progress && !progress(user, "writing competitions", i + 1, g->n_games))
            return go_fail(err, GO_EINTR, "interrupted while writing competitions");
    }
    return GO_OK;
}

go_status export_mm_text(const char *path, const vocabulary *v, const games *g,
                         train_progress *progress, void *user, go_error *err)
{
    exporter e = {.v = v};
    atomic_file *file = NULL;
    go_status status = atomic_file_open(&file, path, err);
    if (status != GO_OK)
        return status;
    e.out = atomic_file_stream(file);
    status = extractor_create(&e.x, v, g->size, err);
    if (status == GO_OK)
        status = dense_tables_init(&e.dense, v, g->size, err);
    if (status == GO_OK)
        status = write_games(&e, g, progress, user, err);
    extractor_destroy(e.x);
    dense_tables_free(&e.dense);
    if (status == GO_OK)
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return status;
}
