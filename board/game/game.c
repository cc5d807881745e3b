#include "board/game/game.h"

#include <stdlib.h>

#include "base/rng.h"
#include "board/coord.h"
#include "board/game/handicap.h"

/* ---- history ---- */

uint64_t game_situation(const game *g, uint64_t hash, colour to_move)
{
    bool by_player = g->rules.ko != KO_POSITIONAL;
    return hash ^ (by_player ? rng_mix64((uint64_t)to_move) : 0);
}

static go_status remember(game *g)
{
    return position_set_add(&g->seen, game_situation(g, g->board.hash, g->to_move));
}

static int count_handicap(const game *g)
{
    return handicap_count(g->start.n_stones[BLACK], g->start.n_stones[WHITE], g->steps, g->n_steps);
}

static go_status restart(game *g)
{
    board_copy(&g->board, &g->start);
    g->board.suicide_allowed = g->rules.suicide;
    g->to_move = g->start_to_move;
    g->n_passes = 0;
    g->button = EMPTY;
    g->handicap = count_handicap(g);
    position_set_clear(&g->seen);
    return remember(g);
}

/* Plays a legal move on board and history, but not into steps[]. */
static go_status advance(game *g, colour c, point p)
{
    uint64_t after = p == PASS ? g->board.hash : board_hash_after(&g->board, c, p);
    GO_TRY(position_set_add(&g->seen, game_situation(g, after, opponent(c))));
    board_play_legal(&g->board, c, p);
    g->to_move = opponent(c);
    if (p == PASS && g->rules.button && g->button == EMPTY)
        g->button = c;
    else
        g->n_passes = p == PASS ? g->n_passes + 1 : 0;
    return GO_OK;
}

/* Plays steps[0 .. n-1] again from the start. */
static go_status replay(game *g, size_t n)
{
    g->n_steps = n;
    GO_TRY(restart(g));
    for (size_t i = 0; i < n; i++)
        GO_TRY(advance(g, (colour)g->steps[i].colour, g->steps[i].at));
    return GO_OK;
}

/* ---- whole games ---- */

go_status game_create(game **out, int size, const rules *r, go_error *err)
{
    if (size < BOARD_MIN_SIZE || size > BOARD_MAX_SIZE)
        return go_fail(err, GO_EINVAL, "board size %d is out of range: %d to %d", size,
                       BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    game *g = calloc(1, sizeof *g);
    if (!g)
        return go_fail(err, GO_ENOMEM, "out of memory for a game");
    board_init(&g->start, size);
    g->rules = *r;
    g->komi = rules_default_komi(r);
    go_status status = game_clear(g);
    if (status != GO_OK) {
        game_destroy(g);
        return go_fail(err, status, "out of memory for a game");
    }
    *out = g;
    return GO_OK;
}

void game_destroy(game *g)
{
    if (!g)
        return;
    position_set_destroy(&g->seen);
    free(g->steps);
    free(g);
}

go_status game_clear(game *g)
{
    board empty;
    board_init(&empty, g->start.size);
    return game_set_start(g, &empty, BLACK);
}

go_status game_set_start(game *g, const board *start, colour to_move)
{
    board_copy(&g->start, start);
    g->start_to_move = to_move;
    g->n_steps = 0;
    return restart(g);
}

go_status game_set_rules(game *g, const rules *r)
{
    g->rules = *r;
    return replay(g, g->n_steps);
}

/* ---- the start ---- */

static go_status need_fresh(const game *g, go_error *err)
{
    if (g->n_steps > 0)
        return go_fail(err, GO_EINVAL, "stones can be set up only before the first move");
    return GO_OK;
}

go_status game_setup(game *g, colour c, point p, go_error *err)
{
    GO_TRY(need_fresh(g, err));
    if (p >= g->start.n_points || g->start.at[p] == OFFBOARD || c > WHITE)
        return go_fail(err, GO_EINVAL, "a setup stone is off the board");
    int32_t captured[3];
    memcpy(captured, g->start.n_captured, sizeof captured);
    board_setup(&g->start, c, p);
    memcpy(g->start.n_captured, captured, sizeof captured);
    return restart(g);
}

go_status game_setup_to_move(game *g, colour c, go_error *err)
{
    GO_TRY(need_fresh(g, err));
    g->start_to_move = c;
    return restart(g);
}

go_status game_place_handicap(game *g, const point *stones, int n, go_error *err)
{
    bool taken[BOARD_MAX_POINTS] = {false};
    char name[COORD_MAX];
    int area = g->start.size * g->start.size;
    GO_TRY(need_fresh(g, err));
    if (g->start.n_empty < area)
        return go_fail(err, GO_EINVAL, "handicap stones need an empty board");
    if (n < 1 || n >= area)
        return go_fail(err, GO_EINVAL, "%d handicap stones do not fit on the board", n);
    for (int i = 0; i < n; i++) {
        if (stones[i] >= g->start.n_points || g->start.at[stones[i]] == OFFBOARD)
            return go_fail(err, GO_EINVAL, "handicap stone %d is off the board", i + 1);
        if (taken[stones[i]])
            return go_fail(err, GO_EINVAL, "two handicap stones are on %s",
                           coord_to_gtp(g->start.size, stones[i], name));
        taken[stones[i]] = true;
    }
    for (int i = 0; i < n; i++)
        board_setup(&g->start, BLACK, stones[i]);
    g->start_to_move = WHITE;
    return restart(g);
}

/* ---- moves ---- */

move_status game_legal(const game *g, colour c, point p)
{
    move_status status = board_legal(&g->board, c, p);
    if (status != MOVE_OK || p == PASS || g->rules.ko == KO_SIMPLE)
        return status;
    uint64_t after = game_situation(g, board_hash_after(&g->board, c, p), opponent(c));
    return position_set_count(&g->seen, after) ? MOVE_SUPERKO : MOVE_OK;
}

go_status game_play(game *g, colour c, point p, go_error *err)
{
    char name[COORD_MAX];
    move_status legal = game_legal(g, c, p);
    if (legal == MOVE_OFFBOARD)
        return go_fail(err, GO_EILLEGAL, "illegal move: the point is off the board");
    if (legal != MOVE_OK)
        return go_fail(err, GO_EILLEGAL, "illegal move %c %s: %s", c == BLACK ? 'B' : 'W',
                       coord_to_gtp(g->board.size, p, name), move_status_text(legal));
    if (g->n_steps == g->capacity) {
        size_t capacity = g->capacity ? 2 * g->capacity : 256;
        board_move *steps = realloc(g->steps, capacity * sizeof *steps);
        if (!steps)
            return go_fail(err, GO_ENOMEM, "out of memory for another move");
        g->steps = steps;
        g->capacity = capacity;
    }
    if (advance(g, c, p) != GO_OK)
        return go_fail(err, GO_ENOMEM, "out of memory for another move");
    g->steps[g->n_steps++] = (board_move){p, (uint8_t)c};
    g->handicap = count_handicap(g);
    return GO_OK;
}

go_status game_undo(game *g, size_t n, go_error *err)
{
    if (n > g->n_steps)
        return go_fail(err, GO_EINVAL, "cannot undo %zu moves: only %zu %s been played", n,
                       g->n_steps, g->n_steps == 1 ? "has" : "have");
    return replay(g, g->n_steps - n);
}

bool game_is_over(const game *g)
{
    return g->n_passes >= 2;
}

/* ---- the end ---- */

double game_margin(const game *g, const bool *dead)
{
    const double button = 0.5 * colour_sign(g->button);
    const int bonus = rules_bonus(&g->rules, g->handicap);
    return score_points(&g->board, &g->rules, dead) - g->komi - bonus + button;
}
