#include "mcts/solve/map.h"

#include <stdlib.h>

#include "board/game/benson.h"

static go_status need_plain_area(const rules *r, go_error *err)
{
    if (r->scoring != SCORING_AREA)
        return go_fail(err, GO_EINVAL,
                       "the solver supports only area scoring; choose rules such as tromp-taylor");
    if (r->tax != TAX_NONE || r->button)
        return go_fail(err, GO_EINVAL,
                       "the solver does not support %s; choose other rules, such as tromp-taylor",
                       r->button ? "button" : "group tax");
    return GO_OK;
}

static void number_whole(solve_map *map, int16_t *cell)
{
    map->stride = map->size + 1; /* a gap ends each row */
    map->n = map->size * map->stride - 1;
    for (int y = 0; y < map->size; y++)
        for (int x = 0; x < map->size; x++)
            cell[board_point_on(map->size, x, y)] = (int16_t)(y * map->stride + x);
}

/* Takes dead stones, with the regions of c that they are in, out of what is decided: c has yet to
 * take them, and they count if the game ends before.                          */
static void leave_dead_stones(const board *b, colour c, bool *decided)
{
    point list[BOARD_MAX_AREA];
    int n = 0;
    for (int i = 0; i < b->size * b->size; i++) {
        point p = board_point_at(b->size, i);
        if (decided[p] && b->at[p] == opponent(c)) {
            decided[p] = false;
            list[n++] = p;
        }
    }
    for (int i = 0; i < n; i++)
        FOR_EACH_NEIGHBOUR (b, list[i], q)
            if (decided[q] && b->at[q] != c) {
                decided[q] = false;
                list[n++] = q;
            }
}

static go_status number_rest(solve_map *map, const board *b, const bool decided[3][BOARD_MAX_POINTS],
                             int16_t *cell, go_error *err)
{
    for (int i = 0; i < b->size * b->size; i++) {
        point p = board_point_at(b->size, i);
        if (decided[BLACK][p] || decided[WHITE][p])
            map->decided += decided[BLACK][p] ? 1 : -1;
        else if (map->n == MAP_WIDE)
            return go_fail(
                err, GO_EINVAL,
                "more than %d points of the board are undecided, too many for the solver",
                MAP_WIDE);
        else
            cell[p] = (int16_t)map->n++;
    }
    return GO_OK;
}

static void link_cells(solve_map *map, const board *b, const int16_t *cell)
{
    for (point p = 0; p < b->n_points; p++) {
        if (cell[p] < 0)
            continue;
        int i = cell[p];
        map->at[i] = p;
        map->stone[i] = b->at[p];
        map->n_open += b->at[p] == EMPTY;
        for (int k = 0; k < 4; k++) {
            point q = (point)(p + b->offset[k]);
            map->next[i][k] = cell[q];
            if (cell[q] < 0 && colour_sign(b->at[q]))
                map->touches[i][b->at[q]] = true;
        }
    }
}

/* A position can come back if nothing has changed among the points left out. */
static void remember(solve_map *map, const board *root, const board *b, const int16_t *cell,
                     colour to_move)
{
    map_past *past = &map->past[map->n_past];
    for (point p = 0; p < b->n_points; p++)
        if (cell[p] >= 0)
            past->stone[cell[p]] = b->at[p];
        else if (b->at[p] != root->at[p])
            return;
    if (!b->n_stones[BLACK] && !b->n_stones[WHITE] && !root->suicide_allowed)
        return; /* the last stone cannot be captured */
    past->to_move = (uint8_t)to_move;
    map->n_past++;
}

static go_status make_past(solve_map *map, const game *g, const int16_t *cell, go_error *err)
{
    board b;
    map->past = calloc(g->n_steps + 1, sizeof *map->past);
    if (!map->past)
        return go_fail(err, GO_ENOMEM, "out of memory for the history of a game");
    board_copy(&b, &g->start);
    b.suicide_allowed = g->rules.suicide;
    colour turn = g->start_to_move;
    for (size_t i = 0; i < g->n_steps && map->rule != KO_SIMPLE; i++) {
        remember(map, &g->board, &b, cell, turn);
        board_play_legal(&b, (colour)g->steps[i].colour, g->steps[i].at);
        turn = opponent((colour)g->steps[i].colour);
    }
    return GO_OK;
}

go_status solve_map_make(solve_map *map, const game *g, colour to_move, go_error *err)
{
    const board *b = &g->board;
    bool decided[3][BOARD_MAX_POINTS];
    int16_t cell[BOARD_MAX_POINTS];
    GO_TRY(need_plain_area(&g->rules, err));
    *map = (solve_map){.size = b->size,
                       .to_move = to_move,
                       .passes = g->n_passes ? 1 : 0,
                       .ko = -1,
                       .rule = g->rules.ko,
                       .suicide = g->rules.suicide};
    for (int p = 0; p < BOARD_MAX_POINTS; p++)
        cell[p] = -1;
    memset(map->next, -1, sizeof map->next);
    if (b->size * (b->size + 1) - 1 <= MAP_WIDE) {
        number_whole(map, cell);
    } else {
        benson_area(b, BLACK, decided[BLACK]);
        benson_area(b, WHITE, decided[WHITE]);
        for (colour c = BLACK; c <= WHITE; c++)
            leave_dead_stones(b, c, decided[c]);
        GO_TRY(number_rest(map, b, (const bool(*)[BOARD_MAX_POINTS])decided, cell, err));
    }
    link_cells(map, b, cell);
    if (b->ko != PASS && b->ko_colour == to_move)
        map->ko = cell[b->ko];
    return make_past(map, g, cell, err);
}

void solve_map_free(solve_map *map)
{
    free(map->past);
    map->past = NULL;
}
