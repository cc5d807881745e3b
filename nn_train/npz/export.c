#include "nn_train/npz/export.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/atomic_file.h"
#include "base/io/make_folder.h"
#include "base/rng.h"
#include "nn_train/data/rows.h"
#include "nn_train/npz/kata_rows.h"

/* The six arrays of one file. */
typedef struct arrays {
    int side;
    void *numbers[KATA_ARRAYS];
    size_t row[KATA_ARRAYS]; /* bytes of a row */
} arrays;

/* What one thread writes rows with. */
typedef struct exporter {
    const nn_store *store;
    row_maker *maker;
    nn_rows *rows; /* one */
    board past, soon, late;
} exporter;

/* ---- memory ---- */

static void arrays_free(arrays *a)
{
    for (int i = 0; i < KATA_ARRAYS; i++)
        free(a->numbers[i]);
}

static go_status arrays_create(arrays *a, int rows, int side, go_error *err)
{
    bool done = true;
    *a = (arrays){.side = side};
    for (int i = 0; i < KATA_ARRAYS; i++) {
        const npz_array form = kata_array_of((kata_array)i, rows, side);
        a->row[i] = npz_number_bytes(&form);
        for (int k = 1; k < form.n_dimensions; k++)
            a->row[i] *= (size_t)form.shape[k];
        done = (a->numbers[i] = malloc((size_t)rows * a->row[i])) && done;
    }
    if (done)
        return GO_OK;
    arrays_free(a);
    return go_fail(err, GO_ENOMEM, "out of memory for %d rows in a file", rows);
}

static void *row_of(const arrays *a, kata_array which, int i)
{
    return (char *)a->numbers[which] + (size_t)i * a->row[which];
}

static void exporter_free(exporter *e)
{
    row_maker_destroy(e->maker);
    nn_rows_destroy(e->rows);
}

static go_status exporter_create(exporter *e, const nn_store *s, int side, go_error *err)
{
    *e = (exporter){.store = s};
    GO_TRY(row_maker_create(&e->maker, s, NULL, err));
    return nn_rows_create(&e->rows, 1, side, err);
}

/* ---- one row ---- */

static void pack_planes(const float *planes, int side, uint8_t *out)
{
    const size_t area = (size_t)(side * side), bytes = kata_plane_bytes(side);
    memset(out, 0, NN_KATA_PLANES * bytes);
    for (size_t p = 0; p < NN_KATA_PLANES; p++)
        for (size_t k = 0; k < area; k++)
            if (planes[p * area + k] > 0)
                out[p * bytes + k / 8] |= (uint8_t)(0x80 >> k % 8);
}

static void write_moves(const nn_rows *r, int16_t *out)
{
    const int moves = r->size * r->size + 1;
    for (int k = 0; k < moves; k++) {
        out[k] = k == r->policy[0];
        /* a distribution also where it has no weight */
        out[moves + k] = r->answer_weight[0] > 0 ? k == r->answer[0] : 1;
    }
}

/* Six numbers that all rows of a game share. */
static void write_hash(const nn_store *s, const stored_game *g, float *out)
{
    static const int bits[6] = {22, 22, 20, 22, 22, 20};
    const stored_move *moves = nn_store_moves(s, g);
    uint64_t hash[2] = {rng_mix64(g->size), rng_mix64((uint64_t)g->n_setup + 0x2385)};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < g->n_moves; i++)
            hash[k] = rng_mix64(hash[k] ^ moves[i]);
    for (int i = 0; i < 6; i++) {
        out[i] = (float)(hash[i / 3] & (((uint64_t)1 << bits[i]) - 1));
        hash[i / 3] >>= bits[i];
    }
}

/* Which of the last moves may be shown, each only if the later ones are. */
static void write_shown(rng *random, float *out)
{
    bool shown = true;
    for (int i = 0; i < 5; i++) {
        shown = shown && rng_double(random) < 0.98;
        out[i] = shown;
    }
}

static bool counts_by_area(const rules *r)
{
    return r->scoring == SCORING_AREA && r->tax == TAX_NONE;
}

static void write_targets(const exporter *e, const stored_game *g, rng *random, float *out)
{
    const nn_rows *r = e->rows;
    const float result[4] = {r->value[0], r->value[1], r->value[2], r->score[0]};
    const float known = r->value_weight[0], ended = r->ownership_weight[0];
    memset(out, 0, KATA_TARGETS * sizeof *out);
    for (int k = 0; k < KATA_MARGIN; k += 4) { /* no search but the end of the game */
        memcpy(out + k, result, sizeof result);
        out[k + 2] += known > 0 ? 0 : 1; /* a distribution where it is unknown, too */
    }
    out[KATA_MARGIN] = ended > 0 ? r->score[0] : 0;
    out[KATA_LATER_UNUSED] = 1;
    out[KATA_ROW_WEIGHT] = out[KATA_POLICY_WEIGHT] = 1;
    out[KATA_END_WEIGHT] = ended;
    out[KATA_ANSWER_WEIGHT] = r->answer_weight[0];
    out[KATA_FUTURE_WEIGHT] = 1;
    out[KATA_AREA_WEIGHT] = counts_by_area(&g->rules) ? ended : 0;
    out[KATA_GAME_UNUSED] = 1 - known;
    write_shown(random, out + KATA_SHOWN);
    write_hash(e->store, g, out + KATA_GAME_HASH);
    out[KATA_OWN_KOMI] = 20 * r->globals[5];
    out[KATA_AREA_SCORING] = g->rules.scoring == SCORING_AREA;
    out[KATA_TURN] = (float)r->origin[0].ply;
    out[KATA_GAME_KIND] = 4;
    out[KATA_FINISHED] = g->knows_score;
    out[KATA_FORMAT] = 3;
}

/* 100 parts at the score, or shared by the two next to a whole number.  Cell k is the score
 * k - middle + 1/2.                                                          */
static void write_score(const nn_rows *r, int8_t *out)
{
    const int middle = r->size * r->size + KATA_SCORE_MARGIN, cells = 2 * middle;
    const float score = r->ownership_weight[0] > 0 ? r->score[0] : 0;
    const int near = (int)lrintf(score), part = (int)lrintf(100 * (score - (float)near + 0.5f));
    const int low = near + middle - 1 < 0 ? 0 : near + middle - 1;
    memset(out, 0, (size_t)cells);
    if (low >= cells - 1) {
        out[cells - 1] = 100;
        return;
    }
    out[low] = (int8_t)(100 - part);
    out[low + 1] = (int8_t)part;
}

/* The boards 8 and 32 moves after the row's, or at the end. */
static void replay(exporter *e, const stored_game *g, int ply)
{
    enum { SOON = 8, LATE = 32 };
    const stored_move *move = nn_store_moves(e->store, g);
    const int soon = ply + SOON < g->n_moves ? ply + SOON : g->n_moves;
    const int late = ply + LATE < g->n_moves ? ply + LATE : g->n_moves;
    nn_store_start(e->store, g, &e->past);
    for (int i = 0; i < late; i++) {
        if (i == soon)
            board_copy(&e->soon, &e->past);
        board_play(&e->past, stored_colour(move[i]),
                   board_point_at(g->size, stored_index(move[i])));
    }
    board_copy(&e->late, &e->past);
    if (soon == late)
        board_copy(&e->soon, &e->past);
}

static void write_stones(const board *b, colour own, int side, int8_t *out)
{
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            const colour c = (colour)b->at[board_point(b, x, y)];
            out[y * side + x] = (int8_t)(colour_sign(c) * colour_sign(own));
        }
}

static void write_planes(exporter *e, const stored_game *g, int8_t *out)
{
    const nn_rows *r = e->rows;
    const int ply = r->origin[0].ply;
    const size_t area = (size_t)(r->size * r->size);
    const colour own = stored_colour(nn_store_moves(e->store, g)[ply]);
    const int part = counts_by_area(&g->rules) ? 120 : 0;
    memset(out, 0, KATA_PLANES_OF_TARGETS * area);
    memcpy(out + KATA_OWNERSHIP * area, r->ownership, area);
    replay(e, g, ply);
    write_stones(&e->soon, own, r->size, out + KATA_SOON * area);
    write_stones(&e->late, own, r->size, out + KATA_LATE * area);
    for (size_t k = 0; k < area; k++)
        out[KATA_AREA * area + k] = (int8_t)(part * r->ownership[k]);
}

static go_status write_row(exporter *e, int64_t position, uint64_t seed, const arrays *a, int i,
                           go_error *err)
{
    const stored_game *g = nn_store_game(e->store, nn_store_find(e->store, position));
    rng random = rng_seed(rng_mix64(seed + 1) ^ (uint64_t)position);
    GO_TRY(row_maker_fill(e->maker, (sample_row){.position = position}, e->rows, 0, err));
    pack_planes(e->rows->planes, a->side, row_of(a, KATA_BINARY, i));
    memcpy(row_of(a, KATA_GLOBALS, i), e->rows->globals, a->row[KATA_GLOBALS]);
    write_moves(e->rows, row_of(a, KATA_POLICY, i));
    write_targets(e, g, &random, row_of(a, KATA_TARGET, i));
    write_score(e->rows, row_of(a, KATA_SCORE, i));
    write_planes(e, g, row_of(a, KATA_VALUE, i));
    return GO_OK;
}

/* ---- files ---- */

static const char *file_path(char path[4096], const char *folder, int number)
{
    snprintf(path, 4096, "%s/rows-%05d.npz", folder, number);
    return path;
}

static go_status save(const arrays *a, int64_t rows, const char *path, go_error *err)
{
    npz_writer *out;
    go_status status = GO_OK;
    GO_TRY(npz_create(&out, path, err));
    for (int i = 0; i < KATA_ARRAYS && status == GO_OK; i++) {
        const npz_array form = kata_array_of((kata_array)i, rows, a->side);
        status = npz_add(out, &form, a->numbers[i], err);
    }
    if (status == GO_OK)
        return npz_commit(out, err);
    npz_discard(out);
    return status;
}

/* Rows first .. first + n - 1 of the shuffled order of all. */
static go_status write_file(exporter *e, const nn_export_options *o, const arrays *a, int64_t all,
                            int64_t first, int n, const char *path, go_error *err)
{
    const uint64_t key = rng_mix64(o->seed + 0x7a9);
    go_status status = GO_OK;
#pragma omp parallel for schedule(dynamic, 64) num_threads(o->threads) shared(status)
    for (int i = 0; i < n; i++) {
        go_error own;
        const int64_t position = nn_sample_permute(all, key, first + i);
        const go_status mine = write_row(&e[omp_get_thread_num()], position, o->seed, a, i, &own);
        if (mine == GO_OK)
            continue;
#pragma omp critical(nn_export_failed)
        {
            status = mine;
            if (err)
                *err = own;
        }
    }
    return status == GO_OK ? save(a, n, path, err) : status;
}

static go_status write_files(exporter *e, int64_t all, const char *folder,
                             const nn_export_options *o, const arrays *a, int *files, go_error *err)
{
    char path[4096];
    for (int64_t first = 0; first < all; first += o->rows) {
        const int n = (int)(all - first < o->rows ? all - first : o->rows);
        file_path(path, folder, (*files)++);
        GO_TRY(write_file(e, o, a, all, first, n, path, err));
        if (o->progress && !o->progress(o->user, first + n, all))
            return go_fail(err, GO_EINTR, "interrupted while writing rows");
    }
    return GO_OK;
}

static go_status remove_file(const char *path, go_error *err)
{
    if (remove(path) == 0 || errno == ENOENT || errno == ENOTDIR)
        return GO_OK;
    return go_fail(err, GO_EIO, "cannot remove '%s' of an earlier export: %s", path,
                   strerror(errno));
}

/* Removes the files of an earlier export, whose numbers follow one another: the last one first, so
 * that after an interruption the rest is found again.                         */
static go_status remove_older(const char *folder, go_error *err)
{
    char path[4096];
    int n = 0;
    while (access(file_path(path, folder, n), F_OK) == 0)
        n++;
    while (n > 0)
        GO_TRY(remove_file(file_path(path, folder, --n), err));
    return GO_OK;
}

go_status nn_export(const nn_store *s, const char *folder, const nn_export_options *o, int *files,
                    go_error *err)
{
    const int side = o->side ? o->side : s->largest;
    arrays a;
    assert(o->threads > 0);
    *files = 0;
    GO_TRY(remove_older(folder, err));
    if (!s->n_rows)
        return GO_OK;
    GO_TRY(make_folder(folder, err));
    GO_TRY(arrays_create(&a, o->rows, side, err));
    exporter *e = calloc((size_t)o->threads, sizeof *e);
    go_status status = e ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for rows");
    for (int i = 0; i < o->threads && status == GO_OK; i++)
        status = exporter_create(&e[i], s, side, err);
    if (status == GO_OK)
        status = write_files(e, s->n_rows, folder, o, &a, files, err);
    for (int i = 0; e && i < o->threads; i++)
        exporter_free(&e[i]);
    free(e);
    arrays_free(&a);
    return status;
}

/* train.json goes first: without it KataGo's trainer does not begin. */
go_status nn_export_remove(const char *folder, go_error *err)
{
    static const char *const parts[] = {"train", "val"};
    char path[4096];
    snprintf(path, sizeof path, "%s/train.json", folder);
    GO_TRY(remove_file(path, err));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, parts[i]);
        GO_TRY(remove_older(path, err));
    }
    return GO_OK;
}

go_status nn_export_range(const char *folder, int64_t rows, go_error *err)
{
    atomic_file *file;
    char path[4096];
    snprintf(path, sizeof path, "%s/train.json", folder);
    GO_TRY(atomic_file_open(&file, path, err));
    fprintf(atomic_file_stream(file), "{\"range\": [0, %lld]}\n", (long long)rows);
    return atomic_file_commit(file, err);
}
