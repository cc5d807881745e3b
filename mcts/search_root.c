/* search_root.c -- from one move to the next: the root goes where the game is. */
#include <stdlib.h>

#include "mcts/search_internal.h"

/* ---- where the root is ---- */

static uint64_t start_key(const game *g)
{
    return g->start.hash ^ rng_mix64((uint64_t)g->start_to_move + 7 * (uint64_t)g->handicap);
}

static bool same_steps(const board_move *a, const board_move *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].at != b[i].at || a[i].colour != b[i].colour)
            return false;
    return true;
}

/* Does the game go on from where the tree's root is? */
static bool continues(const search *s, const game *g)
{
    const root_place *p = &s->place;
    const root_settings *o = &s->settings.root;
    bool plain = o->noise.share <= 0 && o->noise.temperature == 1 && o->rule != ROOT_GUMBEL;
    return p->known && s->settings.tree.reuse && plain && p->size == g->board.size &&
           p->start == start_key(g) && rules_equal(&p->rules, &g->rules) && p->komi == g->komi &&
           p->n_steps <= g->n_steps && same_steps(p->steps, g->steps, p->n_steps);
}

/* The node of the position, when the moves since then are in the tree. */
static const tree_node *find_node(const search *s, const game *g, colour to_move)
{
    const tree_node *node = tree_at(&s->tree, TREE_ROOT);
    colour c = s->place.to_move;
    for (size_t i = s->place.n_steps; node && i < g->n_steps; i++, c = opponent(c))
        node = g->steps[i].colour == c ? tree_child(&s->tree, node, g->steps[i].at) : NULL;
    return c == to_move ? node : NULL;
}

static go_status remember_place(search *s, const game *g, colour to_move, go_error *err)
{
    root_place *p = &s->place;
    p->known = false;
    if (g->n_steps > p->capacity) {
        board_move *steps = realloc(p->steps, 2 * g->n_steps * sizeof *steps);
        if (!steps)
            return go_fail(err, GO_ENOMEM, "out of memory for the moves of the game");
        p->steps = steps;
        p->capacity = 2 * g->n_steps;
    }
    if (g->n_steps)
        memcpy(p->steps, g->steps, g->n_steps * sizeof *p->steps);
    p->n_steps = g->n_steps;
    p->size = g->board.size;
    p->start = start_key(g);
    p->rules = g->rules;
    p->komi = g->komi;
    p->to_move = to_move;
    p->known = true;
    return GO_OK;
}

/* ---- what holds for the whole search ---- */

/* The connected points of `in` around `start`, taken out of it; the number of
 * them, and in *stones how many are stones.                                   */
static int take_region(const board *b, bool *in, point start, point *out, int *stones)
{
    int n = 0;
    *stones = 0;
    out[n++] = start;
    in[start] = false;
    for (int i = 0; i < n; i++) {
        *stones += b->at[out[i]] != EMPTY;
        for (int k = 0; k < 4; k++) {
            point q = (point)(out[i] + b->offset[k]);
            if (in[q]) {
                in[q] = false;
                out[n++] = q;
            }
        }
    }
    return n;
}

/* Moves in pass-alive regions are useless.  But where two passes count the board
 * as it stands, the owner has to take the dead stones in them off.            */
static void find_settled_of(search *s, colour owner)
{
    benson found;
    point region[BOARD_MAX_AREA];
    int stones;
    benson_find(&s->board, owner, &found);
    for (point p = 0; p < s->board.n_points; p++) {
        if (!found.vital[p])
            continue;
        int n = take_region(&s->board, found.vital, p, region, &stones);
        for (int i = 0; i < n; i++) {
            s->settled[opponent(owner)][region[i]] = true;
            s->settled[owner][region[i]] |= !s->exact_ends || !stones;
        }
    }
}

static void find_settled(search *s)
{
    memset(s->settled, 0, sizeof s->settled);
    find_settled_of(s, BLACK);
    find_settled_of(s, WHITE);
}

/* Half of its points at the start of the game, none after half of the board. */
static double komi_for_handicap(const search *s, const game *g)
{
    double area = s->board.size * s->board.size;
    double left = 1 - (double)g->n_steps / (0.5 * area);
    return left > 0 ? s->settings.root.dynamic_komi * g->handicap * left : 0;
}

static void set_root(search *s, const game *g, colour to_move)
{
    bool area = g->rules.scoring == SCORING_AREA;
    s->game = g;
    board_copy(&s->board, &g->board);
    s->to_move = to_move;
    s->counts_territory = !area;
    s->exact_ends = area && !g->rules.friendly_pass;
    s->offset = game_margin(g, NULL, SEKI_BY_DAME) -
                score_points(&g->board, &g->rules, NULL, SEKI_BY_DAME);
    s->handicap_offset = komi_for_handicap(s, g);
    s->handicap = g->handicap;
    s->game_moves = (int)g->n_steps;
    s->passes = g->n_passes;
    find_settled(s);
}

go_status search_place_root(search *s, const game *g, colour to_move, go_error *err)
{
    const tree_node *node = continues(s, g) ? find_node(s, g, to_move) : NULL;
    if (node)
        tree_keep(&s->tree, node, 0);
    else
        tree_clear(&s->tree);
    set_root(s, g, to_move);
    return remember_place(s, g, to_move, err);
}
