#include "mcts/root.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "board/game/benson.h"
#include "mcts/final/eyes.h"
#include "mcts/tree/edges.h"

static uint64_t start_key(const game *g)
{
    return g->start.hash ^ rng_mix64((uint64_t)g->start_to_move + 7 * (uint64_t)g->handicap);
}

/* The node of the position if the game continues from the tree's root within the tree. */
static const tree_node *find_node(const search_root *root, const root_place *p, const game *g,
                                  colour to_move)
{
    const uint64_t forbidden = search_limits_forbidden(&root->limits, 0, to_move);
    if (p->n_steps == g->n_steps ? p->forbidden != forbidden : p->forbidden_below || forbidden)
        return NULL; /* its values come from other lines; `depth` counts from the root */
    if (p->few && p->n_steps == g->n_steps) /* below it all moves were searched */
        return NULL;
    if (!p->known || !search_limits_keep_tree(&root->limits, root->settings) ||
        p->size != g->board.size || p->start != start_key(g) ||
        !rules_equal(&p->rules, &g->rules) || p->komi != g->komi || p->n_steps > g->n_steps)
        return NULL;
    for (size_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].at != g->steps[i].at || p->steps[i].colour != g->steps[i].colour)
            return NULL;
    const tree_node *node = tree_at(root->tree, TREE_ROOT);
    colour c = p->to_move;
    for (size_t i = p->n_steps; node && i < g->n_steps; i++, c = opponent(c))
        node = g->steps[i].colour == c ? tree_child(root->tree, node, g->steps[i].at) : NULL;
    return c == to_move ? node : NULL;
}

/* Moves in pass-alive regions are useless; but if two passes count the board as it stands, the
 * owner has to capture the dead stones there.  Then only those regions are eyes that still are
 * when the stones are gone: where every point is next to the chain, as if suicide were allowed. */
static void find_settled(search_root *root, colour owner)
{
    benson_regions r;
    benson found;
    const board *b = &root->position.board;
    const bool exact = root->position.exact_ends;
    benson_find_regions(b, owner, &r);
    benson_find_in(b, owner, &r, b->suicide_allowed || exact, &found);
    for (int id = 1; id <= r.n; id++) {
        if (!found.vital[r.points[r.first[id]]])
            continue;
        for (int i = r.first[id]; i < r.first[id + 1]; i++) {
            root->settled[opponent(owner)][r.points[i]] = true;
            root->settled[owner][r.points[i]] |= !exact || r.empty[id];
        }
    }
}

/* Has the side to move a legal move of use, or a pass, that is not refused? */
static bool has_useful_move(const search_root *root)
{
    const board *b = &root->position.board;
    const colour c = root->position.to_move;
    if (!root->refused[PASS])
        return true;
    for (int i = 0; i < b->n_empty; i++) {
        const point p = b->empty[i];
        if (!root->refused[p] && !edge_is_useless(b, c, root->settled[c], p) &&
            game_legal(root->position.game, c, p) == MOVE_OK)
            return true;
    }
    return false;
}

void root_refuse_settled(search_root *root)
{
    const board *b = &root->position.board;
    const bool *settled = root->settled[root->position.to_move];
    root->takes_useless = !has_useful_move(root);
    if (root->takes_useless) { /* who fills an eye may live no more */
        memset(root->settled, 0, sizeof root->settled);
        return;
    }
    for (int i = 0; i < b->n_empty; i++) {
        root->refused[b->empty[i]] |= settled[b->empty[i]];
        root->refuses |= settled[b->empty[i]];
    }
}

/* Do groups without two eyes face each other? */
static bool may_be_seki(const board *b)
{
    bool settled[BOARD_MAX_CHAINS] = {false}, facing[BOARD_MAX_CHAINS];
    bool any = false;
    for (colour c = BLACK; c <= WHITE; c++) {
        benson found;
        benson_find(b, c, &found);
        for (point p = 0; p < b->n_points; p++)
            if (found.alive[p])
                settled[b->chain[p]] = true;
    }
    final_eyes_facing(b, NULL, settled, facing);
    for (int chain = 1; chain < b->n_chain_ids; chain++)
        any |= facing[chain];
    return any;
}

double root_patience(const search_root *root)
{
    const search_limits *l = &root->limits;
    return l->seconds > 0 ? 0.25 * l->seconds : l->stop ? 2 : INFINITY;
}

/* The visits that a node below the new root needs to keep its moves; 0: none.  About one unit in
 * n belongs to nodes of n visits or more.                                     */
static uint32_t visits_to_keep(const search_root *root, const tree_node *node)
{
    const tree *t = root->tree;
    const double all = fmax(node_visits(tree_at(t, TREE_ROOT)), 1);
    const double units = (double)t->used * fmin(node_visits(node) / all, 1);
    const double of_unit = TREE_KEEP_SECONDS + (node->linked ? AVERAGE_REVIEW_SECONDS : 0);
    const double times = units * of_unit / root_patience(root);
    return times > 1 ? (uint32_t)fmin(ceil(times), UINT32_MAX) : 0;
}

/* Where the root stays, there is nothing to drop. */
static void keep_below(const search_root *root, const tree_node *node)
{
    if (!node) {
        tree_clear(root->tree);
        root->tree->reach = select_rave_reach(&root->settings->select);
    } else if (node != tree_at(root->tree, TREE_ROOT)) {
        tree_keep(root->tree, node, visits_to_keep(root, node));
    }
}

go_status root_move(search_root *root, root_place *p, const game *g, colour to_move, go_error *err)
{
    const search_settings *settings = root->settings;
    const tree_node *node = find_node(root, p, g, to_move);
    root->continues = node && p->n_steps == g->n_steps;
    keep_below(root, node);
    root_position_set(&root->position, g, to_move, settings->root.dynamic_komi, settings->seed);
    memset(root->settled, 0, sizeof root->settled);
    root->position.settled[BLACK] = root->settled[BLACK];
    root->position.settled[WHITE] = root->settled[WHITE];
    find_settled(root, BLACK);
    find_settled(root, WHITE);
    root->position.may_be_seki = root->settings->evaluate.playout.sekis &&
                                 may_be_seki(&root->position.board);

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
    *p = (root_place){.known = true,
                      .size = g->board.size,
                      .start = start_key(g),
                      .rules = g->rules,
                      .komi = g->komi,
                      .steps = p->steps,
                      .n_steps = g->n_steps,
                      .capacity = p->capacity,
                      .to_move = to_move,
                      .forbidden = search_limits_forbidden(&root->limits, 0, to_move),
                      .forbidden_below =
                          search_limits_forbidden(&root->limits, 1, opponent(to_move)),
                      .few = root->limits.candidates.n > 0};
    return GO_OK;
}

/* ---- symmetric moves ---- */

static bool is_symmetric(const board *b, int symmetry)
{
    for (int i = 0; i < b->size * b->size; i++) {
        point p = board_point_at(b->size, i);
        if (b->at[p] != b->at[symmetry_point(symmetry, b->size, p)])
            return false;
    }
    return true;
}

void root_find_twins(search_root *root)
{
    const board *b = &root->position.board;
    root->has_twins = false;
    if (b->n_captured[BLACK] || b->n_captured[WHITE])
        return;
    for (point p = 0; p < b->n_points; p++)
        root->twin[p] = p;
    root->symmetric[0] = true;
    for (int symmetry = 1; symmetry < N_SYMMETRIES; symmetry++) {
        root->symmetric[symmetry] = is_symmetric(b, symmetry);
        if (!root->symmetric[symmetry])
            continue;
        root->has_twins = true;
        for (int i = 0; i < b->n_empty; i++) {
            point p = b->empty[i], q = symmetry_point(symmetry, b->size, p);
            if (!root->refused[q] && (root->refused[root->twin[p]] || q < root->twin[p]))
                root->twin[p] = q;
        }
    }
}

int root_twin_symmetry(const search_root *root, point p)
{
    const int size = root->position.board.size;
    int symmetry = 0;
    while (!root->symmetric[symmetry] || symmetry_point(symmetry, size, root->twin[p]) != p)
        symmetry++;
    assert(symmetry < N_SYMMETRIES);
    return symmetry;
}

void root_fold_priors(const search_root *root, const float *prior, float *out)
{
    const board *b = &root->position.board;
    int area = b->size * b->size;
    memset(out, 0, (size_t)area * sizeof *out);
    out[area] = prior[area];
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        out[board_index(b, root->twin[p])] += prior[board_index(b, p)];
    }
}
