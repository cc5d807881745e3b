#include "mm_train/data/harvest.h"

#include <omp.h>
#include <stdlib.h>

#include "patterns/extract.h"

enum { SKETCH_BITS = 28, SKETCH_FULL = HARVEST_MAX_COUNT, SUM_AT_ONCE = 1 << 20 };

/* A shape that may be kept, with the first move that showed it. */
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

typedef struct harvest {
    vocabulary *v;
    const games *g;
    comm *c;
    const harvest_options *options;
    uint8_t *sketch;
} harvest;

/* ---- walking over all moves ---- */

typedef go_status visit_move(void *user, int thread, const extractor *x, int64_t game, int ply,
                             colour c, point p);

static go_status visit_game(extractor *x, const games *g, int64_t game, int thread,
                            visit_move *visit, void *user)
{
    board b;
    int n_moves;
    const packed_move *move = games_open(g, game, &b, &n_moves);
    extractor_start(x, &b);
    go_status status = GO_OK;
    for (int ply = 0; ply < n_moves && status == GO_OK; ply++) {
        colour c = packed_colour(move[ply]);
        point p = board_point_at(b.size, packed_index(move[ply]));
        if (p != PASS)
            status = visit(user, thread, x, game, ply, c, p);
        extractor_play(x, c, p);
    }
    return status;
}

/* Calls `visit` before every move but passes, on all threads. */
static go_status visit_all(const harvest *h, const char *phase, visit_move *visit, void *user,
                           go_error *err)
{
    go_status result = GO_OK;
    int64_t done = 0;
#pragma omp parallel num_threads(h->options->n_threads) shared(result, done)
    {
        extractor *x = NULL;
        go_status status = extractor_create(&x, h->v, h->g->size, err);
#pragma omp for schedule(dynamic, 64)
        for (int64_t i = 0; i < h->g->n_games; i++) {
            go_status seen;
#pragma omp atomic read
            seen = result;
            if (seen != GO_OK || status != GO_OK)
                continue;
            status = visit_game(x, h->g, i, omp_get_thread_num(), visit, user);
            int64_t now;
#pragma omp atomic capture
            now = ++done;
            if (status == GO_OK && omp_get_thread_num() == 0 && h->options->progress &&
                !h->options->progress(h->options->user, phase, now, h->g->n_games))
                status = GO_EINTR;
        }
        if (status != GO_OK) {
#pragma omp atomic write
            result = status;
        }
        extractor_destroy(x);
    }
    if (result == GO_EINTR)
        return go_fail(err, GO_EINTR, "interrupted while counting shapes");
    return result;
}

/* ---- pass 1: the sketch ---- */

static uint8_t *counter_of(const harvest *h, uint64_t key)
{
    return &h->sketch[key * 0x9e3779b97f4a7c15u >> (64 - SKETCH_BITS)];
}

static go_status count_roughly(void *user, int thread, const extractor *x, int64_t game, int ply,
                               colour c, point p)
{
    const harvest *h = user;
    nest_key keys[MAX_NEST];
    int n = extractor_nests(x, c, p, keys);
    (void)thread, (void)game, (void)ply;
    for (int i = 0; i < n; i++) {
        uint8_t *counter = counter_of(h, keys[i].key);
        /* two threads may push it a little over, never around */
        if (__atomic_load_n(counter, __ATOMIC_RELAXED) < SKETCH_FULL)
            __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
    }
    return GO_OK;
}

/* Adds up the sketches of all ranks. */
static go_status share_sketch(const harvest *h, go_error *err)
{
    const int64_t size = (int64_t)1 << SKETCH_BITS;
    if (comm_size(h->c) == 1)
        return GO_OK;
    int64_t *counts = malloc(SUM_AT_ONCE * sizeof *counts);
    if (!counts)
        return GO_ENOMEM;
    go_status status = GO_OK;
    for (int64_t from = 0; from < size && status == GO_OK; from += SUM_AT_ONCE) {
        for (int64_t i = 0; i < SUM_AT_ONCE; i++)
            counts[i] = h->sketch[from + i];
        status = comm_sum_counts(h->c, counts, SUM_AT_ONCE, err);
        for (int64_t i = 0; i < SUM_AT_ONCE; i++)
            h->sketch[from + i] = (uint8_t)(counts[i] < SKETCH_FULL ? counts[i] : SKETCH_FULL);
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

static go_status map_init(found_map *m, int64_t capacity)
{
    *m = (found_map){.slot = calloc((size_t)capacity, sizeof *m->slot), .capacity = capacity};
    return m->slot ? GO_OK : GO_ENOMEM;
}

static go_status map_grow(found_map *m)
{
    found_map bigger;
    if (map_init(&bigger, m->capacity * 2) != GO_OK)
        return GO_ENOMEM;
    for (int64_t i = 0; i < m->capacity; i++)
        if (m->slot[i].count)
            *find_slot(&bigger, m->slot[i].key) = m->slot[i];
    bigger.n = m->n;
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

static int64_t global_game(const harvest *h, int64_t game)
{
    return (int64_t)comm_rank(h->c) << 48 | game;
}

typedef struct exact_pass {
    const harvest *h;
    found_map *maps; /* one a thread */
} exact_pass;

static go_status count_exactly(void *user, int thread, const extractor *x, int64_t game, int ply,
                               colour c, point p)
{
    exact_pass *pass = user;
    nest_key keys[MAX_NEST];
    int n = extractor_nests(x, c, p, keys);
    for (int i = 0; i < n; i++) {
        if (*counter_of(pass->h, keys[i].key) < pass->h->options->min_count)
            continue;
        found f = {keys[i].key, 1, global_game(pass->h, game), (uint16_t)ply, (uint8_t)keys[i].group,
                   (uint8_t)keys[i].nest};
        if (map_add(&pass->maps[thread], &f) != GO_OK)
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

static go_status merge_maps(found_map *into, const found *from, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (from[i].count && map_add(into, &from[i]) != GO_OK)
            return GO_ENOMEM;
    return GO_OK;
}

/* Moves the used slots to the front; the map is a plain list afterwards. */
static void pack_map(found_map *m, int64_t min_count)
{
    int64_t n = 0;
    for (int64_t i = 0; i < m->capacity; i++)
        if (m->slot[i].count && m->slot[i].count >= min_count)
            m->slot[n++] = m->slot[i];
    m->n = n;
}

/* Adds the counts of the other ranks. */
static go_status share_counts(const harvest *h, found_map *m, go_error *err)
{
    void *all = NULL;
    int64_t *bounds = calloc((size_t)comm_size(h->c) + 1, sizeof *bounds);
    go_status status = bounds ? GO_OK : GO_ENOMEM;
    if (status == GO_OK) {
        pack_map(m, 1);
        status = comm_gather(h->c, m->slot, m->n * (int64_t)sizeof *m->slot, &all, bounds, err);
    }
    if (status == GO_OK) {
        free(m->slot);
        status = map_init(m, 1 << 16);
    }
    if (status == GO_OK)
        status = merge_maps(m, all, bounds[comm_size(h->c)] / (int64_t)sizeof *m->slot);
    free(all);
    free(bounds);
    return status;
}

/* The maps of all threads and ranks as one sorted list of the shapes to keep,
 * in maps[0].                                                                */
static go_status keep_frequent(const harvest *h, found_map *maps, go_error *err)
{
    found_map *all = &maps[0];
    go_status status = GO_OK;
    for (int t = 1; t < h->options->n_threads && status == GO_OK; t++)
        status = merge_maps(all, maps[t].slot, maps[t].capacity);
    if (status == GO_OK && comm_size(h->c) > 1)
        status = share_counts(h, all, err);
    if (status != GO_OK)
        return status;
    pack_map(all, h->options->min_count);
    qsort(all->slot, (size_t)all->n, sizeof *all->slot, by_group_and_count);
    return GO_OK;
}

/* ---- pass 3: the shapes themselves ---- */

typedef struct shape_pass {
    const harvest *h;
    const found **by_move; /* sorted by game and ply */
    int64_t n;
    const found *kept;
    shape *shapes; /* parallel to kept */
} shape_pass;

static int by_move(const void *a, const void *b)
{
    const found *f = *(const found *const *)a, *g = *(const found *const *)b;
    if (f->game != g->game)
        return f->game < g->game ? -1 : 1;
    return f->ply < g->ply ? -1 : f->ply > g->ply;
}

static go_status read_shapes(void *user, int thread, const extractor *x, int64_t game, int ply,
                             colour c, point p)
{
    shape_pass *pass = user;
    int64_t low = 0, high = pass->n;
    (void)thread;
    game = global_game(pass->h, game);
    while (low < high) {
        int64_t mid = (low + high) / 2;
        const found *f = pass->by_move[mid];
        if (f->game < game || (f->game == game && f->ply < ply))
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < pass->n; low++) {
        const found *f = pass->by_move[low];
        if (f->game != game || f->ply != ply)
            break;
        extractor_shape(x, c, p, (feature_id)f->group, f->nest, &pass->shapes[f - pass->kept]);
    }
    return GO_OK;
}

/* Each rank has read the shapes whose example it holds and sends them on. */
static go_status share_shapes(const harvest *h, const found *kept, shape *shapes, int64_t n,
                              go_error *err)
{
    go_status status = GO_OK;
    for (int64_t i = 0; i < n && comm_size(h->c) > 1 && status == GO_OK;) {
        /* runs of examples of one rank travel together */
        int64_t run = 1;
        while (i + run < n && kept[i + run].game >> 48 == kept[i].game >> 48)
            run++;
        status = comm_broadcast(h->c, &shapes[i], run * (int64_t)sizeof *shapes,
                                (int)(kept[i].game >> 48), err);
        i += run;
    }
    return status;
}

static go_status add_shapes(const harvest *h, const found *kept, int64_t n, go_error *err)
{
    shape_pass pass = {.h = h, .n = n, .kept = kept};
    pass.by_move = calloc((size_t)n + 1, sizeof *pass.by_move);
    pass.shapes = calloc((size_t)n + 1, sizeof *pass.shapes);
    go_status status = pass.by_move && pass.shapes ? GO_OK : GO_ENOMEM;
    if (status == GO_OK) {
        for (int64_t i = 0; i < n; i++)
            pass.by_move[i] = &kept[i];
        qsort(pass.by_move, (size_t)n, sizeof *pass.by_move, by_move);
        status = visit_all(h, "reading shapes", read_shapes, &pass, err);
    }
    if (status == GO_OK)
        status = share_shapes(h, kept, pass.shapes, n, err);
    for (int64_t i = 0; i < n && status == GO_OK; i++)
        status = vocabulary_add(h->v, (feature_id)kept[i].group, kept[i].key, &pass.shapes[i], err);
    free(pass.by_move);
    free(pass.shapes);
    return status;
}

static go_status three_passes(harvest *h, exact_pass *exact, go_error *err)
{
    go_status status = visit_all(h, "counting shapes", count_roughly, h, err);
    if (status == GO_OK)
        status = share_sketch(h, err);
    if (status == GO_OK)
        status = visit_all(h, "counting frequent shapes", count_exactly, exact, err);
    if (status == GO_OK)
        status = keep_frequent(h, exact->maps, err);
    free(h->sketch);
    h->sketch = NULL;
    return status == GO_OK ? add_shapes(h, exact->maps[0].slot, exact->maps[0].n, err) : status;
}

go_status harvest_shapes(vocabulary *v, const games *g, comm *c, const harvest_options *options,
                         go_error *err)
{
    harvest h = {v, g, c, options, calloc((size_t)1 << SKETCH_BITS, 1)};
    exact_pass exact = {&h, calloc((size_t)options->n_threads, sizeof *exact.maps)};
    go_status status = h.sketch && exact.maps ? GO_OK : GO_ENOMEM;
    for (int t = 0; t < options->n_threads && status == GO_OK; t++)
        status = map_init(&exact.maps[t], 1 << 16);
    if (status == GO_OK)
        status = three_passes(&h, &exact, err);
    for (int t = 0; exact.maps && t < options->n_threads; t++)
        free(exact.maps[t].slot);
    free(exact.maps);
    free(h.sketch);
    vocabulary_number(v);
    return status == GO_ENOMEM ? go_fail(err, GO_ENOMEM, "out of memory while counting shapes")
                               : status;
}
