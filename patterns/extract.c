#include "patterns/extract.h"

#include <stdlib.h>

#include "patterns/nest.h"
#include "patterns/tactics.h"

struct extractor {
    const vocabulary *v;
    int size, area;
    board b;
    uint8_t seen[BOARD_MAX_POINTS]; /* colours as the hashes know them */
    diamond_state shapes;
    uint8_t stale[BOARD_MAX_AREA];  /* bit c-1: a stone nearby changed since c's last update */
    tactics tactics;
    uint32_t none;                  /* the gamma of no feature */
    team *teams[2];                 /* [area + 1], by colour */
    bool legal[2][MAX_CANDIDATES];
    uint64_t liberties_seen[2][BOARD_MAX_AREA]; /* marks of the last F_SHAPE3 looked up */
    team_change changes[MAX_CANDIDATES];
    passing_feature passing[4 * DIAMOND_MAX_CELLS];
    int n_passing;
};

static int side(colour c)
{
    return c == WHITE;
}

/* ---- life ---- */

go_status extractor_create(extractor **out, const vocabulary *v, int size, go_error *err)
{
    extractor *x = aligned_alloc(64, (sizeof *x + 63) / 64 * 64);
    if (!x)
        return go_fail(err, GO_ENOMEM, "out of memory for the features of a position");
    memset(x, 0, sizeof *x);
    x->v = v;
    x->size = size;
    x->area = size * size;
    x->none = (uint32_t)vocabulary_gammas(v);
    tactics_init(&x->tactics, &v->set);
    go_status status = diamond_state_init(&x->shapes, v->geometry, size, err);
    for (int c = 0; c < 2 && status == GO_OK; c++) {
        x->teams[c] = calloc((size_t)x->area + 1, sizeof *x->teams[c]);
        if (!x->teams[c])
            status = GO_ENOMEM;
    }
    if (status != GO_OK) {
        extractor_destroy(x);
        return go_fail(err, status, "out of memory for the features of a position");
    }
    *out = x;
    return GO_OK;
}

void extractor_destroy(extractor *x)
{
    if (!x)
        return;
    diamond_state_free(&x->shapes);
    free(x->teams[0]);
    free(x->teams[1]);
    free(x);
}

/* ---- following the game ---- */

/* Updates the hashes for a point whose colour may have changed. */
static void follow(extractor *x, point p)
{
    const colour was = (colour)x->seen[p], is = (colour)x->b.at[p];
    const int px = board_x(&x->b, p), py = board_y(&x->b, p);
    if (was == is)
        return;
    if (was != EMPTY)
        diamond_state_toggle(&x->shapes, was, px, py, x->stale);
    if (is != EMPTY)
        diamond_state_toggle(&x->shapes, is, px, py, x->stale);
    x->stale[board_index(&x->b, p)] = 255;
    x->seen[p] = (uint8_t)is;
}

void extractor_start(extractor *x, const board *b)
{
    assert(b->size == x->size);
    board_copy(&x->b, b);
    memcpy(x->seen, b->at, sizeof x->seen);
    diamond_state_reset(&x->shapes, b);
    memset(x->stale, 255, sizeof x->stale);
    memset(x->legal, 0, sizeof x->legal);
    for (int c = 0; c < 2; c++)
        for (int i = 0; i <= x->area; i++)
            for (int g = 0; g < F_N_STORED; g++)
                x->teams[c][i][g] = x->none;
    x->n_passing = 0;
}

void extractor_play(extractor *x, colour c, point p)
{
    int captured = board_play_legal(&x->b, c, p);
    if (p == PASS)
        return;
    follow(x, p);
    if (captured || x->b.at[p] == EMPTY)
        for (int i = 0; i < x->area; i++)
            follow(x, board_point_at(x->size, i));
}

const board *extractor_board(const extractor *x)
{
    return &x->b;
}

/* ---- shapes ---- */

/* The nest of shapes around a candidate, member by member. */
typedef struct shape_nest {
    feature_id group;
    colour own;
    int index;                 /* of the candidate */
    int size;                  /* of the stones in `lanes` */
    diamond_lanes lanes;       /* of the member before */
    const shape3_marks *marks; /* F_SHAPE3 */
} shape_nest;

/* F_SHAPE3 (with its marks) and F_DIAMOND begin with the 3x3 square. */
static inline shape_nest nest_of_stones(const extractor *x, feature_id group, int index, colour own,
                                  const shape3_marks *marks)
{
    diamond_lanes square = diamond_ring(&x->shapes, index, 2, own) ^
                           diamond_ring(&x->shapes, index, 3, own);
    return (shape_nest){group, own, index, 3, square, marks};
}

/* F_RESPONSE and F_FOLLOW begin with the mark of the former move, on `cell`. */
static inline shape_nest nest_of_move(const extractor *x, feature_id group, int index, colour own,
                                int cell, point move)
{
    return (shape_nest){group, own, index, 0, mark_former(x->v, &x->b, cell, move), NULL};
}

/* The key of the next member, counted from 0. */
static inline uint64_t next_key(const extractor *x, shape_nest *n, int member)
{
    const int size = shape_size(n->group, member);
    if (size > n->size)
        n->lanes ^= diamond_ring(&x->shapes, n->index, size, n->own);
    n->size = size;
    return n->group == F_SHAPE3 ? shape3_key(n->lanes, n->marks, member)
                                : shape_key(n->lanes, n->group, member);
}

/* The gamma of the largest known shape of a nest. */
static inline uint32_t find_largest(const extractor *x, shape_nest n)
{
    const int members = shape_nests(&x->v->set, n.group);
    uint32_t best = 0;
    for (int i = 0; i < members; i++) {
        uint32_t found = dictionary_find(&x->v->shapes[n.group], next_key(x, &n, i));
        if (!found)
            break;
        best = found;
    }
    return (uint32_t)x->v->first[n.group] + best;
}

static void find_responses(extractor *x, feature_id group, point move, colour own)
{
    const diamond_geometry *g = x->v->geometry;
    if (move == PASS || !feature_used(&x->v->set, group))
        return;
    int mx = board_x(&x->b, move), my = board_y(&x->b, move);
    for (int i = 0; i < g->end[x->v->set.response_reach]; i++) {
        unsigned cx = (unsigned)(mx - g->cell[i].dx), cy = (unsigned)(my - g->cell[i].dy);
        if (cx >= (unsigned)x->size || cy >= (unsigned)x->size)
            continue;
        int index = (int)cy * x->size + (int)cx;
        if (!x->legal[side(own)][index])
            continue;
        x->passing[x->n_passing++] = (passing_feature){
            (uint16_t)index, (uint8_t)group, (uint8_t)i,
            find_largest(x, nest_of_move(x, group, index, own, i, move))};
    }
}

/* ---- teams ---- */

/* Writes the change of one candidate; returns 1 when there is one. */
static int update_candidate(extractor *x, colour own, int index, point p, team_change *change)
{
    const int s = side(own);
    const feature_set *set = &x->v->set;
    const bool legal = x->b.at[p] == EMPTY && board_legal(&x->b, own, p) == MOVE_OK;
    const bool stale = x->stale[index] & 1 << s;
    const unsigned around = x->b.around[p];
    *change = (team_change){(uint16_t)index, legal, legal != x->legal[s][index], 0};
    x->legal[s][index] = legal;
    /* far from all changed stones and without stones near: nothing can change */
    if (!legal || (!change->toggled && !stale && !((around ^ around >> 1) & 0x5555u)))
        return change->toggled;
    team now;
    memcpy(now, x->teams[s][index], sizeof now);
    if (feature_used(set, F_SHAPE3)) {
        /* looked up only if stones or liberties changed */
        shape3_marks m = mark_liberties(x->v, &x->b, p);
        uint64_t *seen = &x->liberties_seen[s][index];
        if (stale || *seen != m.all[0])
            now[F_SHAPE3] = find_largest(x, nest_of_stones(x, F_SHAPE3, index, own, &m));
        *seen = m.all[0];
    }
    if (feature_used(set, F_DIAMOND) && stale)
        now[F_DIAMOND] = find_largest(x, nest_of_stones(x, F_DIAMOND, index, own, NULL));
    int16_t level[TACTICS_LEVELS];
    tactics_levels(&x->tactics, p, level);
    for (int i = 0; i < TACTICS_LEVELS; i++) {
        int g = F_FIRST_LEVEL + i;
        if (feature_used(set, (feature_id)g))
            now[g] = level[i] < 0 ? x->none : (uint32_t)(x->v->first[g] + level[i]);
    }
    for (int g = 0; g < F_N_STORED; g++)
        change->mask |= (uint32_t)(now[g] != x->teams[s][index][g]) << g;
    memcpy(x->teams[s][index], now, sizeof now);
    x->stale[index] = (uint8_t)(x->stale[index] & ~(1 << s));
    return change->toggled || change->mask;
}

static int update_pass(extractor *x, colour own, team_change *change)
{
    const int s = side(own);
    uint32_t *now = x->teams[s][x->area], gamma = x->none;
    if (feature_used(&x->v->set, F_PASS))
        gamma = (uint32_t)x->v->first[F_PASS] + (x->b.n_passes > 0);
    *change = (team_change){(uint16_t)x->area, true, !x->legal[s][x->area],
                            (uint32_t)(now[F_PASS] != gamma) << F_PASS};
    now[F_PASS] = gamma;
    x->legal[s][x->area] = true;
    return change->toggled || change->mask;
}

const team_change *extractor_update(extractor *x, colour to_move, int *n_changes)
{
    int n = 0;
    tactics_begin(&x->tactics, &x->b, to_move);
    for (int i = 0, y = 0; y < x->size; y++)
        for (int column = 0; column < x->size; column++, i++)
            n += update_candidate(x, to_move, i, board_point(&x->b, column, y), &x->changes[n]);
    n += update_pass(x, to_move, &x->changes[n]);
    x->n_passing = 0;
    find_responses(x, F_RESPONSE, x->b.last, to_move);
    find_responses(x, F_FOLLOW, x->b.last2, to_move);
    *n_changes = n;
    return x->changes;
}

const uint32_t *extractor_team(const extractor *x, colour to_move, int candidate)
{
    return x->teams[side(to_move)][candidate];
}

bool extractor_legal(const extractor *x, colour to_move, int candidate)
{
    return x->legal[side(to_move)][candidate];
}

const passing_feature *extractor_passing(const extractor *x, int *n)
{
    *n = x->n_passing;
    return x->passing;
}

void extractor_dense(const extractor *x, int row[N_ROWS])
{
    row[ROW_LAST] = board_index(&x->b, x->b.last);
    row[ROW_LAST2] = board_index(&x->b, x->b.last2);
    row[ROW_STAGE] = feature_stage(x->b.n_moves, x->area);
}

/* ---- harvesting ---- */

static point former_move(const extractor *x, feature_id group)
{
    return group == F_RESPONSE ? x->b.last : x->b.last2;
}

int extractor_nests(const extractor *x, colour to_move, point p, nest_key keys[MAX_NEST])
{
    const shape3_marks marks = mark_liberties(x->v, &x->b, p);
    const int index = board_index(&x->b, p);
    int n = 0;
    for (int g = 0; g < SHAPE_GROUPS; g++) {
        const feature_id group = (feature_id)g;
        const bool of_move = group == F_RESPONSE || group == F_FOLLOW;
        const point move = former_move(x, group);
        const int cell = of_move ? former_cell(x->v, &x->b, p, move) : 0;
        if (!feature_used(&x->v->set, group) || cell < 0)
            continue;
        shape_nest members = of_move ? nest_of_move(x, group, index, to_move, cell, move)
                                     : nest_of_stones(x, group, index, to_move, &marks);
        for (int i = 0; i < shape_nests(&x->v->set, group); i++)
            keys[n++] = (nest_key){group, i, next_key(x, &members, i)};
    }
    return n;
}

void extractor_shape(const extractor *x, colour to_move, point p, feature_id group, int nest,
                     shape *out)
{
    const diamond_geometry *g = x->v->geometry;
    uint8_t cells[DIAMOND_MAX_CELLS];
    *out = (shape){.nest = (uint8_t)nest, .mark = -1};
    out->size = (uint8_t)shape_size(group, nest);
    if (group == F_RESPONSE || group == F_FOLLOW) {
        point move = former_move(x, group);
        out->mark = (int16_t)former_cell(x->v, &x->b, p, move);
        out->mark_class = (uint8_t)liberty_class(x->b.n_libs[x->b.chain[move]]);
    }
    if (out->size) {
        diamond_read(g, &x->b, p, to_move, out->size, cells);
        for (int i = 0; i < g->end[out->size]; i++)
            shape_set_cell(out, i, cells[i]);
    }
    const int n_libs = group != F_SHAPE3 ? 0 : nest < NEST_DIAGONALS ? 4 : SHAPE_LIBS;
    for (int i = 0; i < n_libs && nest > NEST_PLAIN; i++) {
        point q = (point)(p + g->cell[i].dy * x->b.stride + g->cell[i].dx);
        int chain = x->b.chain[q], libs = x->b.n_libs[chain];
        if (chain && (nest > NEST_ATARI || libs == 1))
            out->libs[i] = (uint8_t)liberty_class(libs);
    }
}
