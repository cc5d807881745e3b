#include "mcts/final/cleanup.h"

#include <stdlib.h>

int final_status_to_capture(const game *g, const final_status *s, colour c, point *out)
{
    const board *b = &g->board;
    bool listed[BOARD_MAX_CHAINS] = {false};
    int n = 0;
    for (point p = 0; p < b->n_points; p++) {
        if (b->at[p] != opponent(c) || !s->dead[p] || listed[b->chain[p]])
            continue;
        listed[b->chain[p]] = true;
        out[n++] = p;
    }
    return n;
}

/* Marks dead stones and what is connected with them through empty points and
 * dead stones.                                                               */
static void mark_near(const board *b, const final_status *s, colour c, bool *near)
{
    point queue[BOARD_MAX_AREA];
    int n = 0;
    for (point p = 0; p < b->n_points; p++) {
        if (b->at[p] == opponent(c) && s->dead[p]) {
            near[p] = true;
            queue[n++] = p;
        }
    }
    for (int i = 0; i < n; i++) {
        FOR_EACH_NEIGHBOUR (b, queue[i], q) {
            if (near[q] || b->at[q] == OFFBOARD)
                continue;
            if (b->at[q] == EMPTY || (b->at[q] == opponent(c) && s->dead[q])) {
                near[q] = true;
                queue[n++] = q;
            }
        }
    }
}

typedef struct cleanup_move {
    point at;
    int value;
} cleanup_move;

enum { CAPTURES = 100000, TOUCHES = 1000, INTO_ATARI = 1 };

/* Captures first, the largest before the others; then liberties of dead chains, best
 * where the new stone has most liberties; then other points; last the self-ataris that
 * a shape inside an eye needs.  0: not worth it.                              */
static int value_of(const game *g, const final_status *s, colour c, point p)
{
    const board *b = &g->board;
    int taken = 0;
    bool touches = false; /* a liberty of a dead chain */
    if (game_legal(g, c, p) != MOVE_OK)
        return 0;
    FOR_EACH_NEIGHBOUR (b, p, q) {
        if (b->at[q] != opponent(c) || !s->dead[q])
            continue;
        touches = true;
        if (board_chain_libs(b, q) == 1)
            taken += board_chain_size(b, q);
    }
    int libs = board_libs_after(b, c, p, 8);
    if (taken)
        return CAPTURES + 10 * taken + libs;
    if (board_is_eye(b, p, c) || (libs < 2 && !touches))
        return 0;
    return libs < 2 ? INTO_ATARI : (touches ? TOUCHES : INTO_ATARI) + libs;
}

static int by_value(const void *a, const void *b)
{
    const cleanup_move *x = a, *y = b;
    return x->value != y->value ? y->value - x->value : x->at - y->at;
}

int final_status_cleanup_moves(const game *g, const final_status *s, colour c, point *out)
{
    const board *b = &g->board;
    bool near[BOARD_MAX_POINTS] = {false};
    cleanup_move moves[BOARD_MAX_AREA];
    int n = 0;
    mark_near(b, s, c, near);
    for (point p = 0; p < b->n_points; p++) {
        int value = near[p] && b->at[p] == EMPTY ? value_of(g, s, c, p) : 0;
        if (value > 0)
            moves[n++] = (cleanup_move){p, value};
    }
    qsort(moves, (size_t)n, sizeof moves[0], by_value);
    for (int i = 0; i < n; i++)
        out[i] = moves[i].at;
    return n;
}
