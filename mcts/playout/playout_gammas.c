/* playout_gammas.c -- the tables of playout_gammas_tables.h from a file's gammas.
 *
 * Each entry is found the way the extractor finds it (patterns/extract.c): as
 * the largest known shape of the nest, by its key.                           */
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "mcts/playout/playout_gammas_tables.h"

/* Where the board's directions (N E S W NE SE SW NW) lie. */
static const int8_t dir_x[8] = {0, 1, 0, -1, 1, 1, -1, -1};
static const int8_t dir_y[8] = {-1, 0, 1, 0, -1, 1, 1, -1};

/* A float holds the sum, over the board, of the products of seven of them. */
static float gamma_of(const gammas *g, int number)
{
    return fminf(fmaxf(g->gamma[number], 1e-5f), 1e5f);
}

static int cell_at(const diamond_geometry *g, int dx, int dy)
{
    return g->index[dy + DIAMOND_REACH][dx + DIAMOND_REACH];
}

static int content(unsigned around, int k)
{
    return (int)(around >> (2 * k) & 3);
}

/* Is it off the board exactly where straight borders would have it? */
static bool possible(unsigned around)
{
    bool off[8];
    for (int k = 0; k < 8; k++)
        off[k] = content(around, k) == OFFBOARD;
    for (int k = 0; k < 4; k++)
        if (off[4 + k] != (off[k] || off[(k + 1) & 3]))
            return false;
    return !(off[0] && off[2]) && !(off[1] && off[3]);
}

/* No border on both sides of the point? */
static bool possible_near(unsigned near)
{
    bool off[4];
    for (int k = 0; k < 4; k++)
        off[k] = (near >> (3 * k) & 7) == KIND_OFF;
    return !(off[0] && off[2]) && !(off[1] && off[3]);
}

/* ---- shape3 ---- */

static uint32_t swapped_code(uint32_t code)
{
    static const uint8_t other[8] = {KIND_EMPTY, KIND_OFF, 5, 6, 7, 2, 3, 4};
    uint32_t result = swapped(code & 255u);
    for (int k = 0; k < 4; k++)
        result |= (uint32_t)other[code >> (8 + 3 * k) & 7] << (8 + 3 * k);
    return result;
}

/* The number within the group of the largest known shape, black to move, of the
 * 3x3 square `around`: with the liberties of the neighbours (F_SHAPE3), or with
 * the last move of a liberty class on cell `mark` (F_RESPONSE).              */
static uint32_t largest_known(const vocabulary *v, feature_id group, unsigned around,
                              const uint8_t *libs, int mark, int class)
{
    const diamond_geometry *g = v->geometry;
    uint32_t best = 0;
    for (int nest = 0; nest < shape_nests(&v->set, group); nest++) {
        shape s = {.nest = (uint8_t)nest, .size = (uint8_t)shape_size(group, nest),
                   .mark = (int16_t)mark, .mark_class = (uint8_t)class};
        for (int k = 0; k < 8; k++) {
            int cell = cell_at(g, dir_x[k], dir_y[k]);
            if (s.size && cell < g->end[s.size])
                shape_set_cell(&s, cell, content(around, k)); /* CELL_OWN is BLACK, ... */
            if (libs && k < 4 && (nest == NEST_NEIGHBOURS || (nest == NEST_ATARI && libs[k] == 1)))
                s.libs[cell] = libs[k];
        }
        uint32_t found = dictionary_find(&v->shapes[group], shape_key_of(v, group, &s));
        if (!found)
            break;
        best = found;
    }
    return best;
}

/* An eye of black (board_is_eye), or suicide. */
static bool unplayable(uint32_t code, unsigned around)
{
    if (board_eye_around(around, BLACK))
        return true;
    unsigned ways_out = code_directions(code, KIND_EMPTY) |
                        code_directions(code, stone_kind(BLACK, 2)) |
                        code_directions(code, stone_kind(BLACK, 3)) |
                        code_directions(code, stone_kind(WHITE, 1));
    return !ways_out;
}

/* May a level group say something of black's move?  A self-atari leaves no
 * second liberty in sight.                                                   */
static unsigned marks_of(uint32_t code)
{
    const unsigned empty = code_directions(code, KIND_EMPTY);
    if (code_directions(code, stone_kind(WHITE, 1)))
        return SHAPE_CAPTURE;
    return code_directions(code, stone_kind(BLACK, 1)) ||
                   code_directions(code, stone_kind(WHITE, 2)) ||
                   (!(empty & (empty - 1)) && !code_directions(code, stone_kind(BLACK, 3)))
               ? SHAPE_LOOSE
               : 0;
}

/* Its neighbours, seen by board.around, and their liberties, 0 where there is no stone. */
static unsigned around_of(uint32_t code, uint8_t libs[4])
{
    static const uint8_t colours[8] = {EMPTY, OFFBOARD, BLACK, BLACK, BLACK, WHITE, WHITE, WHITE};
    static const uint8_t classes[8] = {0, 0, 1, 2, 3, 1, 2, 3};
    unsigned around = (code & 255u) << 8;
    for (int k = 0; k < 4; k++) {
        unsigned kind = code >> (8 + 3 * k) & 7;
        around |= (unsigned)colours[kind] << (2 * k);
        libs[k] = classes[kind];
    }
    return around;
}

static void fill_shapes(playout_gammas *t, const gammas *g)
{
    const bool used = feature_used(&g->v->set, F_SHAPE3);
    for (uint32_t code = 0; code < SHAPE_CODES; code++) {
        uint8_t libs[4];
        const unsigned around = around_of(code, libs), marks = marks_of(code);
        if (!possible(around) || unplayable(code, around))
            continue;
        const uint32_t found = largest_known(g->v, F_SHAPE3, around, libs, -1, 0);
        float gamma = used ? gamma_of(g, g->v->first[F_SHAPE3] + (int)found) : 1;
        if (marks & SHAPE_LOOSE)
            gamma *= t->bound[loose_case(contact_of(t, 0, code))];
        gamma = shape_marked(gamma, marks);
        t->shape[shape_place(t, code)][0] = gamma;
        t->shape[shape_place(t, swapped_code(code))][1] = gamma;
    }
}

/* ---- response ---- */

/* Cells out of the set's reach have the number 0, and its gamma is 1. */
static void fill_responses(playout_gammas *t, const gammas *g)
{
    static const int8_t mark_x[RESPONSE_CELLS] = {0, 1, 0}, mark_y[RESPONSE_CELLS] = {-1, -1, -2};
    const vocabulary *v = g->v;
    const int known = v->shapes[F_RESPONSE].n + 1;
    for (int i = 0; i < known; i++)
        t->response_gamma[1 + i] = gamma_of(g, v->first[F_RESPONSE] + i);
    for (int table = 0; table < RESPONSE_TABLES; table++) {
        int cell = cell_at(v->geometry, mark_x[table / 4], mark_y[table / 4]);
        if (cell >= v->geometry->end[v->set.response_reach])
            continue;
        for (unsigned around = 0; around < 65536; around++)
            if (possible(around))
                t->response[table * RESPONSES + t->near[0][0][around & 255] +
                            t->far[0][0][around >> 8]] =
                    (uint16_t)(1 + largest_known(v, F_RESPONSE, around, NULL, cell, table & 3));
    }
}

/* ---- the numbers of squares ---- */

/* A byte of four cells turned so that direction `turns` comes first. */
static unsigned turned(unsigned byte, int turns)
{
    return (byte * 0x101u >> (2 * turns)) & 255u;
}

/* Four cells around a point, `bits` each, under a symmetry: turned by 0 .. 3 quarters
 * and then reflected, which takes the k-th cell to the place `last` - k.      */
static unsigned seen_by(unsigned cells, int symmetry, int bits, int last)
{
    const unsigned mask = (1u << bits) - 1;
    unsigned result = 0;
    for (int k = 0; k < 4; k++) {
        const int turned_to = (k + symmetry) & 3;
        const int to = symmetry & 4 ? (last - turned_to) & 3 : turned_to;
        result |= (cells >> (bits * k) & mask) << (bits * to);
    }
    return result;
}

/* Each way to have four neighbours shares the row of the least number that symmetry leads
 * to: north stays and east changes with west, so NE changes with NW.          */
static void fill_shape_rows(playout_gammas *t)
{
    unsigned rows = 0;
    for (unsigned near = 0; near < SHAPE_CODES >> 8; near++) {
        unsigned least = near;
        int turn = 0;
        for (int i = 1; i < SYMMETRIES; i++) {
            const unsigned seen = seen_by(near, i, 3, 4);
            turn = seen < least ? i : turn;
            least = seen < least ? seen : least;
        }
        t->shape_row[near].turn = (uint16_t)(256 * turn);
        t->shape_row[near].row = least < near            ? t->shape_row[least].row
                                 : possible_near(near) ? (uint16_t)(DIAGONALS * rows++)
                                                       : 0;
        assert(rows <= SHAPE_ROWS);
    }
}

/* Four diagonals with three values each; border counts as empty. */
static unsigned rank_diagonals(unsigned byte)
{
    unsigned rank = 0;
    for (int k = 3; k >= 0; k--)
        rank = 3 * rank + (unsigned)content(byte, k) % OFFBOARD;
    return rank;
}

/* By kind: where black's bits of contact begin, -1 for none. */
static void fill_contacts(playout_gammas *t)
{
    static const int bits[8] = {CONTACT_EMPTY,   -1,          CONTACT_OWN,    CONTACT_OWN + 4,
                                   CONTACT_OWN + 8, CONTACT_OPP, CONTACT_OPP + 4, CONTACT_OPP + 8};
    for (uint32_t i = 0; i < SHAPE_CODES >> 8; i++) {
        uint32_t contact = 0;
        for (int k = 0; k < 4; k++) {
            int bit = bits[i >> (3 * k) & 7];
            contact |= bit < 0 ? 0 : 1u << (bit + k);
        }
        t->contact[i] = contact;
    }
}

static void fill_numbers(playout_gammas *t)
{
    uint8_t rank[256], n = 0; /* of four neighbours; no border on both sides of the point */
    for (unsigned byte = 0; byte < 256; byte++) {
        bool off[4];
        for (int k = 0; k < 4; k++)
            off[k] = content(byte, k) == OFFBOARD;
        rank[byte] = (off[0] && off[2]) || (off[1] && off[3]) ? 0 : n++;
    }
    assert(n == NEIGHBOURS);
    for (unsigned byte = 0; byte < 256; byte++) {
        for (int i = 0; i < SYMMETRIES; i++)
            t->diagonal[256u * (unsigned)i + byte] =
                (uint8_t)rank_diagonals(seen_by(byte, i, 2, 3));
        for (int i = 0; i < 8; i++) {
            unsigned seen = turned(i & 4 ? swapped(byte) : byte, i & 3);
            t->near[i >> 2][i & 3][byte] = (uint16_t)(rank[seen] * DIAGONALS);
            t->far[i >> 2][i & 3][byte] = (uint8_t)rank_diagonals(seen);
        }
    }
}

/* ---- levels and places ---- */

static void fill_levels(float *table, const gammas *g, feature_id id)
{
    for (int i = 0; i < feature_levels(id, g->v->board_size); i++)
        table[i] = feature_used(&g->v->set, id) ? gamma_of(g, g->v->first[id] + i) : 1;
}

/* The largest product that playout_tactics can find in a case, without a last move or ko. */
static float bound_of(const playout_gammas *t, unsigned loose)
{
    const bool threatens = loose & LOOSE_ATARI, rescues = loose & LOOSE_RESCUE;
    float atari = threatens ? 0 : 1, dies = 0, dies_saving = 0, lives = rescues ? 0 : 1;
    for (int stones = 1; stones <= 7; stones++) { /* a number for each class of sizes */
        for (int more = 0; more <= (loose & LOOSE_MORE ? 1 : 0) && threatens; more++)
            atari = fmaxf(atari, t->atari[atari_level(stones, 0, more, 0)]);
        dies = fmaxf(dies, t->self_atari[self_atari_level(stones, threatens)]);
        dies_saving = fmaxf(dies_saving, t->extend[extend_level(stones, 0, 0)]);
        for (int libs = 2; libs <= 3 && rescues; libs++)
            lives = fmaxf(lives, t->extend[extend_level(stones, libs, 0)]);
    }
    if (!(loose & LOOSE_LIBERTIES))
        return atari;
    return atari * fmaxf(lives, rescues ? dies * dies_saving : dies);
}

static void fill_tactics(playout_gammas *t, const gammas *g)
{
    fill_levels(t->capture, g, F_CAPTURE);
    fill_levels(t->extend, g, F_EXTEND);
    fill_levels(t->self_atari, g, F_SELF_ATARI);
    fill_levels(t->atari, g, F_ATARI);
    for (unsigned loose = 0; loose < LOOSE_CASES; loose++)
        t->bound[loose] = bound_of(t, loose);
}

/* What depends on the point alone; nothing without gammas. */
static void fill_points(playout_gammas *t, const gammas *g)
{
    const int size = t->size;
    const bool placed = feature_used(&g->v->set, F_PLACE);
    for (int i = 0; i < size * size; i++) {
        int x = i % size, y = i / size;
        point p = board_point_on(size, x, y);
        for (int k = 0; k < 4; k++)
            if ((unsigned)(x + dir_x[k]) >= (unsigned)size ||
                (unsigned)(y + dir_y[k]) >= (unsigned)size)
                t->border[p] |= (uint32_t)KIND_OFF << (8 + 3 * k);
        for (int stage = 0; stage < PLACE_STAGES; stage++) {
            int level = feature_place_level(size, x, y, stage);
            t->place[stage][p] = placed ? gamma_of(g, g->v->first[F_PLACE] + level) : 1;
            if (stage)
                t->place_change[stage][p] = t->place[stage][p] / t->place[stage - 1][p];
        }
    }
    for (int stage = 0; stage + 1 < PLACE_STAGES; stage++)
        while (feature_stage(t->stage_end[stage], size * size) <= stage)
            t->stage_end[stage]++;
    t->stage_end[PLACE_STAGES - 1] = INT32_MAX;
}

/* ---- life ---- */

static const uint32_t known_groups = 1u << F_SHAPE3 | 1u << F_RESPONSE | 1u << F_PASS |
                                     1u << F_CAPTURE | 1u << F_EXTEND | 1u << F_SELF_ATARI |
                                     1u << F_ATARI | 1u << F_PLACE;

/* Can these tables hold what the gammas know? */
static go_status check_known(const vocabulary *v, go_error *err)
{
    const feature_set *set = &v->set;
    const int responses = v->shapes[F_RESPONSE].n;
    if (strcmp(set->name, "fast"))
        return go_fail(err, GO_EINVAL,
                       "playouts need gammas of the feature set fast, not %s", set->name);
    if (set->groups & ~known_groups || set->ladders || set->shape_max > 3 ||
        set->response_max > 3 || set->response_reach > 4)
        return go_fail(err, GO_EINVAL,
                       "these gammas have features that playouts do not support; train them with "
                       "--features fast");
    if (responses >= UINT16_MAX) /* numbers of 16 bits, 0 for none and 1 for no known shape */
        return go_fail(err, GO_EINVAL,
                       "these gammas have %d shapes in the group 'response', but playouts support "
                       "at most %d; train them with a larger --min-count",
                       responses, UINT16_MAX - 1);
    return GO_OK;
}

static void fill_tables(playout_gammas *t, const gammas *g)
{
    fill_points(t, g);
    fill_numbers(t);
    fill_shape_rows(t);
    fill_contacts(t);
    fill_tactics(t, g);
    t->response_gamma[0] = 1; /* all there is if the set has no responses */
    if (feature_used(&g->v->set, F_RESPONSE))
        fill_responses(t, g);
    fill_shapes(t, g);
}

/* The struct, all 0, and the tables it points to as one block: in one large page they
 * need one entry of the processor's address cache instead of hundreds.  NULL when
 * memory runs out.                                                            */
static playout_gammas *allocate(const gammas *fast)
{
    const size_t page = 2 << 20, line = 64;
    const size_t responses = fast ? (size_t)fast->v->shapes[F_RESPONSE].n + 2 : 0;
    size_t part[] = {sizeof(playout_gammas), SHAPES * 2 * sizeof(float),
                     RESPONSE_TABLES * RESPONSES * sizeof(uint16_t), responses * sizeof(float)};
    size_t at[4], size = 0;
    for (int i = 0; i < (fast ? 4 : 1); i++) {
        at[i] = size;
        size += (part[i] + line - 1) / line * line;
    }
    if (!fast)
        return calloc(1, size);
    size = (size + page - 1) / page * page;
    char *block = aligned_alloc(page, size);
    if (!block)
        return NULL;
    madvise(block, size, MADV_HUGEPAGE); /* if it fails, pages are small */
    memset(block, 0, size);
    playout_gammas *t = (void *)block;
    t->shape = (void *)(block + at[1]);
    t->response = (void *)(block + at[2]);
    t->response_gamma = (void *)(block + at[3]);
    return t;
}

go_status playout_gammas_create(playout_gammas **out, const gammas *fast, int size,
                                go_error *err)
{
    GO_TRY(fast ? check_known(fast->v, err) : GO_OK);
    playout_gammas *t = allocate(fast);
    if (!t)
        return go_fail(err, GO_ENOMEM, "out of memory for the tables of the playouts");
    t->size = size;
    t->uniform = !fast;
    if (fast)
        fill_tables(t, fast);
    *out = t;
    return GO_OK;
}

void playout_gammas_destroy(playout_gammas *g)
{
    free(g);
}
