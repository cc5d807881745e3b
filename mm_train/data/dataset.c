#include "mm_train/data/dataset.h"

#include <stdlib.h>

#include "base/rng.h"
#include "mm_train/data/dataset_state.h"
#include "mm_train/data/encoding.h"
#include "patterns/dense.h"

/* What one thread needs to encode games. */
typedef struct encoder {
    dataset *d;
    const games *g;
    extractor *x;
    double *wins;
    dataset_sizes sizes;
    int64_t candidates[2]; /* present teams, by side */
    uint8_t *buffer, *end; /* the bytes of the present game */
    size_t room;
} encoder;

enum {
    POSITION_BYTES = 64 + MAX_CANDIDATES * (2 + 4 + 3 * SHAPE_GROUPS + F_N_STORED) +
                     N_PASSING * DIAMOND_MAX_CELLS * 5
};

static go_status begin(void *worker, go_error *err)
{
    encoder *e = worker;
    e->wins = calloc((size_t)e->d->n_gammas + 1, sizeof *e->wins);
    e->room = POSITION_BYTES;
    e->buffer = malloc(e->room);
    if (!e->wins || !e->buffer)
        return go_fail(err, GO_ENOMEM, "out of memory while encoding positions");
    return extractor_create(&e->x, e->d->v, e->d->size, err);
}

static void end(void *worker)
{
    encoder *e = worker;
    extractor_destroy(e->x);
    free(e->wins);
    free(e->buffer);
}

static bool make_room(encoder *e)
{
    size_t used = (size_t)(e->end - e->buffer);
    if (e->room - used >= POSITION_BYTES)
        return true;
    uint8_t *bigger = realloc(e->buffer, 2 * e->room);
    if (!bigger)
        return false;
    e->buffer = bigger;
    e->end = bigger + used;
    e->room *= 2;
    return true;
}

static void put_change(encoder *e, const team_change *change, const uint32_t *gammas)
{
    uint32_t mask = change->legal ? change->mask : 0, rest = mask;
    unsigned word = change->candidate | (change->legal ? 0u : CHANGE_ILLEGAL);
    for (int i = 0; i < N_SHORT; i++) {
        word |= (mask >> short_groups[i] & 1u) << (CHANGE_SHORT + i);
        rest &= ~(1u << short_groups[i]);
    }
    put_u16(&e->end, word | (rest ? (unsigned)CHANGE_LONG : 0u));
    if (rest)
        put_u16(&e->end, rest >> F_FIRST_LEVEL);
    for (; mask; mask &= mask - 1) {
        int g = __builtin_ctz(mask);
        bool none = gammas[g] == (uint32_t)e->d->n_gammas;
        uint32_t value = none ? 0 : gammas[g] - (uint32_t)e->d->v->first[g] + 1;
        if (g < SHAPE_GROUPS)
            put_varying(&e->end, value);
        else
            *e->end++ = (uint8_t)value;
    }
}

/* The n passing features, sorted by group, of the groups whose former move was played. */
static void put_passing(encoder *e, const int *row, const passing_feature *f, int n)
{
    const passing_feature *end = f + n;
    for (int i = 0; i < N_PASSING; i++) {
        const int group = (int)passing_group[i];
        if (!feature_used(&e->d->v->set, passing_group[i]) || row[passing_row[i]] == e->d->area)
            continue;
        uint8_t *bits = e->end;
        memset(bits, 0, (size_t)e->d->reach_bytes);
        e->end += e->d->reach_bytes;
        for (; f < end && f->group <= group; f++) {
            if (f->group < group)
                continue;
            bits[f->cell >> 3] = (uint8_t)(bits[f->cell >> 3] | 1 << (f->cell & 7));
            put_varying(&e->end, f->gamma - (uint32_t)e->d->v->first[group]);
        }
    }
}

static void put_position(encoder *e, colour c, int winner)
{
    int row[N_ROWS], n_changes, n_passing, numbers[F_N_GROUPS], n_numbers;
    const team_change *changes = extractor_update(e->x, c, &n_changes);
    const passing_feature *passing = extractor_passing(e->x, &n_passing);
    extractor_dense(e->x, row);
    put_u16(&e->end, (unsigned)winner | (c == WHITE ? 0x8000u : 0u));
    for (int k = 0; k < N_ROWS; k++)
        put_u16(&e->end, (unsigned)row[k]);
    put_u16(&e->end, (unsigned)n_changes);
    for (int i = 0; i < n_changes; i++) {
        put_change(e, &changes[i], extractor_team(e->x, c, changes[i].candidate));
        e->candidates[c == WHITE] += changes[i].toggled ? (changes[i].legal ? 1 : -1) : 0;
    }
    put_passing(e, row, passing, n_passing);
    n_numbers = team_gammas(e->x, &e->d->dense, c, winner, numbers);
    for (int i = 0; i < n_numbers; i++)
        e->wins[numbers[i]]++;
    e->sizes.positions++;
    e->sizes.teams += e->candidates[c == WHITE];
    e->sizes.changes += n_changes;
}

static go_status encode_game(void *worker, int64_t number, go_error *err)
{
    encoder *e = worker;
    game_walk move;
    go_status status;
    games_walk(e->g, number, &move);
    extractor_start(e->x, &move.start);
    e->end = e->buffer;
    e->candidates[0] = e->candidates[1] = 0;
    while (game_walk_next(&move)) {
        if (!make_room(e))
            return go_fail(err, GO_ENOMEM, "out of memory while encoding positions");
        put_position(e, move.colour, move.index);
        extractor_play(e->x, move.colour, move.at);
    }
    put_u16(&e->end, END_OF_GAME);
#pragma omp critical(dataset_append)
    {
        e->d->start[number] = e->d->bytes.size;
        status = mapped_append(&e->d->bytes, e->buffer, (size_t)(e->end - e->buffer), err);
    }
    return status;
}

static go_status merge(void *worker, go_error *err)
{
    const encoder *e = worker;
    dataset *d = e->d;
    (void)err;
    for (int i = 0; i < d->n_gammas; i++)
        d->wins[i] += e->wins[i];
    d->sizes.positions += e->sizes.positions;
    d->sizes.teams += e->sizes.teams;
    d->sizes.changes += e->sizes.changes;
    return GO_OK;
}

/* Depends on the dictionaries and the games, but not on the order of the games or on how
 * they are spread over ranks.                                                */
static uint64_t fingerprint(const vocabulary *v, const games *g)
{
    uint64_t h = rng_mix64((uint64_t)v->set.groups ^ (uint64_t)v->board_size << 32), sum = 0;
    for (int k = 0; k < SHAPE_GROUPS; k++)
        for (int i = 1; i <= v->shapes[k].n; i++)
            h = rng_mix64(h ^ shape_key_of(v, (feature_id)k, &v->shapes[k].shapes[i]));
    for (int64_t i = 0; i < g->n_games; i++) {
        const packed_move *move = games_moves(g, i);
        uint64_t game = h;
        for (int k = 0; k < games_at(g, i)->n_setup + games_at(g, i)->n_moves; k++)
            game = rng_mix64(game ^ move[k]);
        sum += game;
    }
    return sum;
}

go_status dataset_create(dataset **out, const vocabulary *v, const games *g, const char *folder,
                         const games_run *run, go_error *err)
{
    dataset *d = calloc(1, sizeof *d);
    if (!d)
        return go_fail(err, GO_ENOMEM, "out of memory for the data set");
    *d = (dataset){.v = v, .size = g->size, .area = g->area, .n_games = g->n_games,
                   .n_gammas = vocabulary_gammas(v), .run = *run,
                   .fingerprint = fingerprint(v, g), .sizes.games = g->n_games};
    d->reach_bytes = (v->geometry->end[v->set.response_reach] + 7) / 8;
    for (int i = 0; i < v->geometry->n_cells; i++)
        d->cell_step[i] = (int16_t)(v->geometry->cell[i].dy * g->size + v->geometry->cell[i].dx);
    d->start = calloc((size_t)g->n_games + 1, sizeof *d->start);
    d->wins = calloc((size_t)d->n_gammas + 1, sizeof *d->wins);
    go_status status = d->start && d->wins
                           ? mapped_create(&d->bytes, folder, err)
                           : go_fail(err, GO_ENOMEM, "out of memory for the data set");
    if (status == GO_OK)
        status = dense_tables_init(&d->dense, v, g->size, err);
    if (status == GO_OK) {
        const encoder prototype = {.d = d, .g = g};
        const game_job job = {"encoding positions", &prototype, sizeof prototype,
                              begin, encode_game, merge, end, 0};
        status = each_game(g->n_games, &job, run, err);
    }
    if (status != GO_OK) {
        dataset_destroy(d);
        return status;
    }
    d->sizes.bytes = (int64_t)d->bytes.size;
    *out = d;
    return GO_OK;
}

void dataset_destroy(dataset *d)
{
    if (!d)
        return;
    mapped_close(&d->bytes);
    dense_tables_free(&d->dense);
    free(d->start);
    free(d->wins);
    free(d);
}

dataset_sizes dataset_measure(const dataset *d)
{
    return d->sizes;
}

uint64_t dataset_fingerprint(const dataset *d)
{
    return d->fingerprint;
}

mm_problem dataset_problem(dataset *d, mm_expect *expect)
{
    return (mm_problem){.n_gammas = d->n_gammas,
                        .n_competitions = d->sizes.positions,
                        .groups = {F_N_GROUPS, d->v->first},
                        .wins = d->wins,
                        .expect = expect,
                        .data = d};
}
