#include "mm_train/data/harvest.h"

#include <stdlib.h>

#include "patterns/extract.h"

enum { SKETCH_BITS = 28, SKETCH_FULL = HARVEST_MAX_COUNT, SUM_AT_ONCE = 1 << 20 };

/* A shape that may be kept, with the first move at which it occurred. */
typedef struct found {
    uint64_t key;
    int64_t count;
    int64_t game; /* of the example: the rank that has it in the top 16 bits */
    uint16_t ply;
    uint8_t group, nest;
} found;

/* An open-addressing map of found shapes by key. */
typedef struct found_map {
    found *slot;
    int64_t n, capacity;
} found_map;

typedef struct harvest_worker harvest_worker;

typedef struct harvest {
    vocabulary *v;
    const games *g;
    comm *c;
    int min_count;
    const games_run *run;
    uint8_t *sketch;
    found_map found;       /* by all threads */
    const found **by_move; /* [found.n] what is kept, sorted by game and ply */
    shape *shapes;         /* [found.n] of found.slot */
} harvest;

/* ---- a pass over all moves ---- */

/* Called for each move that is not a pass, before it is played. */
typedef go_status visit_move(harvest_worker *w, int64_t game, const game_walk *move);

struct harvest_worker {
    harvest *h;
    visit_move *visit;
    extractor *x;
    found_map found;
};

static go_status begin(void *worker, go_error *err)
{
    harvest_worker *w = worker;
    return extractor_create(&w->x, w->h->v, w->h->g->size, err);
}

static go_status visit_game(void *worker, int64_t number, go_error *err)
{
    harvest_worker *w = worker;
    game_walk move;
    games_walk(w->h->g, number, &move);
    extractor_start(w->x, &move.start);
    while (game_walk_next(&move)) {
        if (move.at != PASS && w->visit(w, number, &move) != GO_OK)
            return go_fail(err, GO_ENOMEM, "out of memory while counting shapes");
        extractor_play(w->x, move.colour, move.at);
    }
    return GO_OK;
}

static void end(void *worker)
{
    harvest_worker *w = worker;
    extractor_destroy(w->x);
    free(w->found.slot);
}

static go_status visit_all(harvest *h, const char *phase, visit_move *visit,
                           go_status (*merge)(void *worker, go_error *err), go_error *err)
{
    const harvest_worker prototype = {.h = h, .visit = visit};
    const game_job job = {phase, &prototype, sizeof prototype, begin, visit_game, merge, end, 0};
    /* an interruption may have reached this rank alone, and the next step needs all of them */
    return comm_agree(h->c, each_game(h->g->n_games, &job, h->run, err), err);
}

/* ---- pass 1: the sketch ---- */

static uint8_t *counter_of(const harvest *h, uint64_t key)
{
    return &h->sketch[key * 0x9e3779b97f4a7c15u >> (64 - SKETCH_BITS)];
}

static go_status count_roughly(harvest_worker *w, int64_t game, const game_walk *move)
{
    nest_key keys[MAX_NEST];
    int n = extractor_nests(w->x, move->colour, move->at, keys);
    (void)game;
    for (int i = 0; i < n; i++) {
        uint8_t *counter = counter_of(w->h, keys[i].key);
        uint8_t count = __atomic_load_n(counter, __ATOMIC_RELAXED);
        while (count < SKETCH_FULL &&
               !__atomic_compare_exchange_n(counter, &count, (uint8_t)(count + 1), true,
                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ; /* another thread was faster: many of them must not count beyond what fits */
    }
    return GO_OK;
}

/* Counters travel four in a number, which is most of the time that ranks need for their sketches;
 * of more ranks than this a sum might not fit beside the others.              */
enum { RANKS_PACKED = 128, LANES = 4, LANE_BITS = 16 };

/* To `counts` [SUM_AT_ONCE], `lanes` counters in each. */
static void pack_counters(const uint8_t *sketch, int lanes, int64_t *counts)
{
    for (int64_t i = 0; i < SUM_AT_ONCE; i++) {
        counts[i] = 0;
        for (int k = 0; k < lanes; k++)
            counts[i] |= (int64_t)sketch[i * lanes + k] << k * LANE_BITS;
    }
}

static void unpack_counters(const int64_t *counts, int lanes, uint8_t *sketch)
{
    const int64_t lane = lanes == 1 ? INT64_MAX : (1 << LANE_BITS) - 1;
    for (int64_t i = 0; i < SUM_AT_ONCE; i++)
        for (int k = 0; k < lanes; k++) {
            const int64_t sum = counts[i] >> k * LANE_BITS & lane;
            sketch[i * lanes + k] = (uint8_t)(sum < SKETCH_FULL ? sum : SKETCH_FULL);
        }
}

/* Adds up the sketches of all ranks. */
static go_status share_sketch(const harvest *h, go_error *err)
{
    const int64_t size = (int64_t)1 << SKETCH_BITS;
    const int lanes = comm_size(h->c) <= RANKS_PACKED ? LANES : 1;
    if (comm_size(h->c) == 1)
        return GO_OK;
    int64_t *counts = malloc(SUM_AT_ONCE * sizeof *counts);
    if (!counts)
        return go_fail(err, GO_ENOMEM, "out of memory while counting shapes");
    go_status status = GO_OK;
    for (int64_t from = 0; from < size && status == GO_OK; from += (int64_t)SUM_AT_ONCE * lanes) {
        pack_counters(h->sketch + from, lanes, counts);
        status = comm_sum_counts(h->c, counts, SUM_AT_ONCE, err);
        unpack_counters(counts, lanes, h->sketch + from);
    }
    free(counts);
    return status;
}

/* ---- pass 2: exact counts ---- */

static found *find_slot(const found_map *m, uint64_t key)
{
    uint64_t mask = (uint64_t)m->capacity - 1, i = key * 0x9e3779b97f4a7c15u >> 20 & mask;
    while (m->slot[i].count && m->slot[i].key != key)
        i = (i + 1) & mask;
    return &m->slot[i];
}

static go_status map_grow(found_map *m)
{
    found_map bigger = {.n = m->n, .capacity = m->capacity ? 2 * m->capacity : 1 << 16};
    bigger.slot = calloc((size_t)bigger.capacity, sizeof *bigger.slot);
    if (!bigger.slot)
        return GO_ENOMEM;
    for (int64_t i = 0; i < m->capacity; i++)
        if (m->slot[i].count)
            *find_slot(&bigger, m->slot[i].key) = m->slot[i];
    free(m->slot);
    *m = bigger;
    return GO_OK;
}

/* Adds f's count to the map; of two examples the earlier one stays. */
static go_status map_add(found_map *m, const found *f)
{
    if (m->n * 2 >= m->capacity && map_grow(m) != GO_OK)
        return GO_ENOMEM;
    found *slot = find_slot(m, f->key);
    if (!slot->count) {
        *slot = *f;
        m->n++;
        return GO_OK;
    }
    int64_t count = slot->count + f->count;
    if (f->game < slot->game || (f->game == slot->game && f->ply < slot->ply))
        *slot = *f;
    slot->count = count;
    return GO_OK;
}

/* The number of a game among those of all ranks. */
static int64_t global_game(const harvest *h, int64_t game)
{
    return (int64_t)comm_rank(h->c) << 48 | game;
}

static go_status count_exactly(harvest_worker *w, int64_t game, const game_walk *move)
{
    nest_key keys[MAX_NEST];
    int n = extractor_nests(w->x, move->colour, move->at, keys);
    for (int i = 0; i < n; i++) {
        if (*counter_of(w->h, keys[i].key) < w->h->min_count)
            continue;
        found f = {keys[i].key, 1, global_game(w->h, game), (uint16_t)move->ply,
                   (uint8_t)keys[i].group, (uint8_t)keys[i].nest};
        if (map_add(&w->found, &f) != GO_OK)
            return GO_ENOMEM;
    }
    return GO_OK;
}

static int by_group_and_count(const void *a, const void *b)
{
    const found *f = a, *g = b;
    if (f->group != g->group)
        return f->group < g->group ? -1 : 1;
    if (f->count != g->count)
        return f->count > g->count ? -1 : 1;
    return f->key < g->key ? -1 : f->key > g->key;
}

static go_status add_found(found_map *into, const found *from, int64_t n, go_error *err)
{
    for (int64_t i = 0; i < n; i++)
        if (from[i].count && map_add(into, &from[i]) != GO_OK)
            return go_fail(err, GO_ENOMEM, "out of memory while counting shapes");
    return GO_OK;
}

static go_status merge_found(void *worker, go_error *err)
{
    harvest_worker *w = worker;
    found_map *all = &w->h->found;
    if (all->n)
        return add_found(all, w->found.slot, w->found.capacity, err);
    free(all->slot);
    *all = w->found;
    w->found = (found_map){0};
    return GO_OK;
}

/* Moves the used slots to the front; the map is a plain list afterwards. */
static void pack_map(found_map *m, int64_t min_count)
{
    m->n = 0;
    for (int64_t i = 0; i < m->capacity; i++)
        if (m->slot[i].count && m->slot[i].count >= min_count)
            m->slot[m->n++] = m->slot[i];
}

/* Adds the counts of the other ranks. */
static go_status share_counts(harvest *h, go_error *err)
{
    const int n_ranks = comm_size(h->c);
    found_map *m = &h->found;
    void *all = NULL;
    if (n_ranks == 1)
        return GO_OK;
    int64_t *bounds = calloc((size_t)n_ranks + 1, sizeof *bounds);
    if (!bounds)
        return go_fail(err, GO_ENOMEM, "out of memory while counting shapes");
    pack_map(m, 1);
    go_status status = comm_gather(h->c, m->slot, m->n * (int64_t)sizeof *m->slot, &all, bounds,
                                   err);
    if (status == GO_OK) {
        free(m->slot);
        *m = (found_map){0};
        status = add_found(m, all, bounds[n_ranks] / (int64_t)sizeof *m->slot, err);
    }
    free(all);
    free(bounds);
    return status;
}

/* ---- pass 3: the shapes themselves ---- */

static int by_move(const void *a, const void *b)
{
    const found *f = *(const found *const *)a, *g = *(const found *const *)b;
    if (f->game != g->game)
        return f->game < g->game ? -1 : 1;
    return f->ply < g->ply ? -1 : f->ply > g->ply;
}

static go_status read_shapes(harvest_worker *w, int64_t game, const game_walk *move)
{
    const harvest *h = w->h;
    int64_t low = 0, high = h->found.n;
    game = global_game(h, game);
    while (low < high) {
        int64_t mid = (low + high) / 2;
        const found *f = h->by_move[mid];
        if (f->game < game || (f->game == game && f->ply < move->ply))
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < h->found.n; low++) {
        const found *f = h->by_move[low];
        if (f->game != game || f->ply != move->ply)
            break;
        extractor_shape(w->x, move->colour, move->at, (feature_id)f->group, f->nest,
                        &h->shapes[f - h->found.slot]);
    }
    return GO_OK;
}

/* Each rank has read the shapes whose examples it holds and sends them to the others,
 * neighbouring ones together.                                                */
static go_status share_shapes(const harvest *h, go_error *err)
{
    const found *kept = h->found.slot;
    for (int64_t i = 0, run; i < h->found.n && comm_size(h->c) > 1; i += run) {
        int64_t rank = kept[i].game >> 48;
        for (run = 1; i + run < h->found.n && kept[i + run].game >> 48 == rank;)
            run++;
        GO_TRY(comm_broadcast(h->c, &h->shapes[i], run * (int64_t)sizeof *h->shapes, (int)rank,
                              err));
    }
    return GO_OK;
}

/* What is allocated here, harvest_shapes frees. */
static go_status three_passes(harvest *h, go_error *err)
{
    h->sketch = calloc((size_t)1 << SKETCH_BITS, 1);
    if (!h->sketch)
        return go_fail(err, GO_ENOMEM, "out of memory while counting shapes");
    GO_TRY(visit_all(h, "counting shapes", count_roughly, NULL, err));
    GO_TRY(share_sketch(h, err));
    GO_TRY(visit_all(h, "counting frequent shapes", count_exactly, merge_found, err));
    GO_TRY(share_counts(h, err));
    free(h->sketch);
    h->sketch = NULL;

    found *kept = h->found.slot;
    pack_map(&h->found, h->min_count);
    if (!kept)
        return GO_OK; /* no shape was played often enough */
    qsort(kept, (size_t)h->found.n, sizeof *kept, by_group_and_count);
    h->by_move = calloc((size_t)h->found.n + 1, sizeof *h->by_move);
    h->shapes = calloc((size_t)h->found.n + 1, sizeof *h->shapes);
    if (!h->by_move || !h->shapes)
        return go_fail(err, GO_ENOMEM, "out of memory while reading shapes");
    for (int64_t i = 0; i < h->found.n; i++)
        h->by_move[i] = &kept[i];
    qsort(h->by_move, (size_t)h->found.n, sizeof *h->by_move, by_move);
    GO_TRY(visit_all(h, "reading shapes", read_shapes, NULL, err));
    GO_TRY(share_shapes(h, err));
    for (int64_t i = 0; i < h->found.n; i++)
        GO_TRY(vocabulary_add(h->v, (feature_id)kept[i].group, kept[i].key, &h->shapes[i], err));
    return GO_OK;
}

go_status harvest_shapes(vocabulary *v, const games *g, comm *c, int min_count,
                         const games_run *run, go_error *err)
{
    harvest h = {.v = v, .g = g, .c = c, .min_count = min_count, .run = run};
    go_status status = three_passes(&h, err);
    free(h.sketch);
    free(h.found.slot);
    free(h.by_move);
    free(h.shapes);
    vocabulary_number(v);
    return status;
}
