#include "patterns/gammas/strength.h"

#include <stdlib.h>

#include "base/huge.h"
#include "patterns/dense.h"
#include "patterns/nest.h"
#include "patterns/tactics.h"

enum {
    MARGIN = DIAMOND_REACH,
    WIDTH_MAX = BOARD_MAX_SIZE + 2 * MARGIN
};

struct strength_tables {
    const gammas *g;
    const vocabulary *v;
    int size, area;

    /* the shapes of all groups */
    uint32_t mask; /* slots, a power of two, less 1 */
    struct slot {
        uint32_t check; /* upper half of the key; 0: free */
        float gamma;
    } *slot;

    float *place[N_ROWS]; /* [rows][place_width] products of the dense groups; NULL: unused */
    int place_width;
    int16_t offset[DIAMOND_MAX_CELLS]; /* of the diamond's cells in strength.cell */
};

struct strength {
    const strength_tables *t;
    const board *b;
    colour own;
    const float *place[N_ROWS]; /* the rows of this position */
    tactics tactics;
    uint8_t cell[WIDTH_MAX * WIDTH_MAX]; /* CELL_...; the board with a margin of border */
};

/* ---- tables ---- */

/* Half of the key chooses the slot, the other one must agree: one unknown shape in 10^9 is
 * mistaken for a known one.                                                   */
static uint32_t check_of(uint64_t key)
{
    uint32_t check = (uint32_t)(key >> 32);
    return check + !check;
}

static struct slot *slot_of(const strength_tables *t, uint64_t key)
{
    const uint32_t check = check_of(key);
    uint32_t i = (uint32_t)key & t->mask;
    while (t->slot[i].check && t->slot[i].check != check)
        i = (i + 1) & t->mask;
    return &t->slot[i];
}

static void add_shapes(strength_tables *t, feature_id group)
{
    const dictionary *d = &t->v->shapes[group];
    const float *gamma = t->g->gamma + t->v->first[group];
    for (int i = 0; i < d->capacity && feature_used(&t->v->set, group); i++)
        if (d->slot[i].key)
            *slot_of(t, d->slot[i].key) =
                (struct slot){check_of(d->slot[i].key), gamma[d->slot[i].number]};
}

static bool fill_shapes(strength_tables *t)
{
    uint32_t n = 0, slots = 64;
    for (int g = 0; g < SHAPE_GROUPS; g++)
        n += (uint32_t)t->v->shapes[g].n;
    while (slots < 2 * n) /* at most half of them are used */
        slots *= 2;
    t->mask = slots - 1;
    t->slot = huge_calloc(slots, sizeof *t->slot);
    for (int g = 0; g < SHAPE_GROUPS && t->slot; g++)
        add_shapes(t, (feature_id)g);
    return t->slot;
}

static go_status fill_places(strength_tables *t, go_error *err)
{
    dense_tables d;
    go_status status = dense_tables_init(&d, t->v, t->size, err);
    t->place_width = d.width;
    for (int k = 0; k < N_ROWS && status == GO_OK; k++) {
        const int n = d.rows[k] * d.width;
        if (!n)
            continue;
        t->place[k] = malloc((size_t)n * sizeof *t->place[k]);
        if (!t->place[k])
            status = go_fail(err, GO_ENOMEM, "out of memory for the tables of places");
        for (int i = 0; i < n && status == GO_OK; i++)
            t->place[k][i] = dense_product(&d, k, i, t->g->gamma);
    }
    dense_tables_free(&d);
    return status;
}

go_status strength_tables_create(strength_tables **out, const gammas *g, int size, go_error *err)
{
    strength_tables *t = calloc(1, sizeof *t);
    if (!t)
        return go_fail(err, GO_ENOMEM, "out of memory for the tables of the gammas");
    *t = (strength_tables){.g = g, .v = g->v, .size = size, .area = size * size};
    const diamond_geometry *geometry = g->v->geometry;
    for (int i = 0; i < geometry->n_cells; i++)
        t->offset[i] = (int16_t)(geometry->cell[i].dy * (size + 2 * MARGIN) + geometry->cell[i].dx);
    go_status status = fill_places(t, err);
    if (status == GO_OK && !fill_shapes(t))
        status = go_fail(err, GO_ENOMEM, "out of memory for the tables of shapes");
    if (status == GO_OK)
        *out = t;
    else
        strength_tables_destroy(t);
    return status;
}

void strength_tables_destroy(strength_tables *t)
{
    if (!t)
        return;
    for (int k = 0; k < N_ROWS; k++)
        free(t->place[k]);
    free(t->slot);
    free(t);
}

/* ---- a position ---- */

go_status strength_create(strength **out, const strength_tables *t, go_error *err)
{
    strength *s = malloc(sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for the strengths of moves");
    s->t = t;
    tactics_init(&s->tactics, &t->v->set);
    memset(s->cell, CELL_BORDER, sizeof s->cell);
    *out = s;
    return GO_OK;
}

void strength_destroy(strength *s) { free(s); }

static inline int cell_at(const strength *s, point p)
{
    const int size = s->t->size;
    return (board_y_on(size, p) + MARGIN) * (size + 2 * MARGIN) + board_x_on(size, p) + MARGIN;
}

void strength_start(strength *s, const board *b, colour to_move)
{
    const strength_tables *t = s->t;
    assert(b->size == t->size);
    s->b = b;
    s->own = to_move;
    for (int y = 0; y < t->size; y++) {
        const uint8_t *from = b->at + board_point_on(t->size, 0, y);
        uint8_t *to = s->cell + (y + MARGIN) * (t->size + 2 * MARGIN) + MARGIN;
        for (int x = 0; x < t->size; x++) /* BLACK and WHITE are CELL_OWN and CELL_OPP of black */
            to[x] = (uint8_t)(to_move == BLACK ? from[x] : (from[x] << 1 | from[x] >> 1) & 3);
    }
    const int row[N_ROWS] = {[ROW_LAST] = board_index(b, b->last),
                             [ROW_LAST2] = board_index(b, b->last2),
                             [ROW_STAGE] = feature_stage(b->n_moves, t->area)};
    for (int k = 0; k < N_ROWS; k++)
        s->place[k] = t->place[k] ? t->place[k] + row[k] * t->place_width : NULL;
    tactics_begin(&s->tactics, b, to_move);
}

void strength_places(const strength *s, float *place)
{
    const int area = s->t->area;
    for (int i = 0; i < area; i++)
        place[i] = 1;
    for (int k = 0; k < N_ROWS; k++)
        for (int i = 0; i < area && s->place[k]; i++)
            place[i] *= s->place[k][i];
}

/* ---- shapes ---- */

/* The diamonds around a point, as many as were asked for. */
typedef struct rings {
    const diamond_geometry *geometry;
    const uint8_t *cell;    /* of the point */
    const int16_t *offset;
    int size;               /* of the largest so far */
    diamond_lanes stones[DIAMOND_MAX + 1]; /* by size */
} rings;

static void rings_begin(rings *r, const strength *s, point p)
{
    r->geometry = s->t->v->geometry;
    r->cell = s->cell + cell_at(s, p);
    r->offset = s->t->offset;
    r->size = DIAMOND_MIN - 1;
    r->stones[0] = r->stones[1] = (diamond_lanes){0};
}

/* Each ring has an even number of cells, of which two are looked up together. */
static inline diamond_lanes diamond_of(rings *r, int size)
{
    for (; r->size < size; r->size++) {
        const diamond_geometry *g = r->geometry;
        diamond_lanes lanes = r->stones[r->size];
        for (int i = g->end[r->size]; i < g->end[r->size + 1]; i += 2)
            lanes ^= g->two[i / 2][r->cell[r->offset[i]] | r->cell[r->offset[i + 1]] << 2];
        r->stones[r->size + 1] = lanes;
    }
    return r->stones[size];
}

/* Members of each nest that are looked for in most positions. */
enum { AHEAD = 7 };
static const int usual[SHAPE_GROUPS] = {
    [F_SHAPE3] = AHEAD, [F_DIAMOND] = 3, [F_RESPONSE] = 5, [F_FOLLOW] = 5};

/* The nest of one group around a move. */
typedef struct group_nest {
    feature_id group;
    int n;              /* members */
    diamond_lanes mark; /* of the former move; nothing for F_DIAMOND */
    uint64_t key[AHEAD];
} group_nest;

/* The nests of a move; the entries of the first members are on their way from memory, since
 * those waits were most of the time that strengths take.                      */
typedef struct nests_of_move {
    rings rings;
    shape3_marks marks;
    int n;
    group_nest nest[SHAPE_GROUPS];
} nests_of_move;

static inline uint64_t member_key(nests_of_move *m, const group_nest *nest, int member)
{
    diamond_lanes stones = diamond_of(&m->rings, shape_size(nest->group, member));
    return nest->group == F_SHAPE3 ? shape3_key(stones, &m->marks, member)
                                   : shape_key(stones ^ nest->mark, nest->group, member);
}

static void add_nest(nests_of_move *m, const strength_tables *t, feature_id group,
                     diamond_lanes mark)
{
    group_nest *nest = &m->nest[m->n++];
    nest->group = group;
    nest->n = shape_nests(&t->v->set, group);
    nest->mark = mark;
    for (int i = 0; i < usual[group] && i < nest->n; i++) {
        nest->key[i] = member_key(m, nest, i);
        __builtin_prefetch(&t->slot[(uint32_t)nest->key[i] & t->mask]);
    }
}

static void add_former(nests_of_move *m, const strength *s, feature_id group, point p, point move)
{
    const vocabulary *v = s->t->v;
    const int cell = feature_used(&v->set, group) ? former_cell(v, s->b, p, move) : -1;
    if (cell >= 0)
        add_nest(m, s->t, group, mark_former(v, s->b, cell, move));
}

static void begin_shapes(nests_of_move *m, const strength *s, point p)
{
    const vocabulary *v = s->t->v;
    const diamond_lanes none = {0};
    rings_begin(&m->rings, s, p);
    m->n = 0;
    if (feature_used(&v->set, F_SHAPE3)) {
        m->marks = mark_liberties(v, s->b, p);
        add_nest(m, s->t, F_SHAPE3, none);
    }
    if (feature_used(&v->set, F_DIAMOND))
        add_nest(m, s->t, F_DIAMOND, none);
    add_former(m, s, F_RESPONSE, p, s->b->last);
    add_former(m, s, F_FOLLOW, p, s->b->last2);
}

/* The gamma of the largest known shape; of none, the group's first. */
static float largest_known(const strength_tables *t, nests_of_move *m, const group_nest *nest)
{
    float gamma = t->g->gamma[t->v->first[nest->group]];
    for (int i = 0; i < nest->n; i++) {
        uint64_t key = i < usual[nest->group] ? nest->key[i] : member_key(m, nest, i);
        const struct slot *slot = slot_of(t, key);
        if (!slot->check)
            break;
        gamma = slot->gamma;
    }
    return gamma;
}

/* ---- strengths ---- */

static double strength_of_pass(const strength *s)
{
    const vocabulary *v = s->t->v;
    if (!feature_used(&v->set, F_PASS))
        return 1;
    return (double)s->t->g->gamma[v->first[F_PASS] + (s->b->n_passes > 0)];
}

static double product_of(strength *s, nests_of_move *m, point p)
{
    const vocabulary *v = s->t->v;
    const int index = board_index_on(s->t->size, p);
    int16_t level[TACTICS_LEVELS];
    double product = 1;
    for (int i = 0; i < m->n; i++)
        product *= (double)largest_known(s->t, m, &m->nest[i]);
    tactics_levels(&s->tactics, p, level);
    for (int i = 0; i < TACTICS_LEVELS; i++)
        if (level[i] >= 0 && feature_used(&v->set, (feature_id)(F_FIRST_LEVEL + i)))
            product *= (double)s->t->g->gamma[v->first[F_FIRST_LEVEL + i] + level[i]];
    for (int k = 0; k < N_ROWS; k++)
        if (s->place[k])
            product *= (double)s->place[k][index];
    return product;
}

void strength_of_moves(strength *s, const point *p, int n, double *out)
{
    enum { TOGETHER = 8 }; /* moves whose shapes are fetched at once */
    nests_of_move m[TOGETHER];
    for (int first = 0; first < n; first += TOGETHER) {
        const int end = first + TOGETHER < n ? first + TOGETHER : n;
        for (int i = first; i < end; i++)
            if (p[i] != PASS)
                begin_shapes(&m[i - first], s, p[i]);
        for (int i = first; i < end; i++)
            out[i] = p[i] == PASS ? strength_of_pass(s) : product_of(s, &m[i - first], p[i]);
    }
}
