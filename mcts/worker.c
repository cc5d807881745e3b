/* worker.c -- one thread of a search: descents through the tree. */
#include <math.h>
#include <stdlib.h>

#include "board/random_playout.h"
#include "mcts/search_internal.h"

/* ---- making ---- */

go_status worker_create(worker **out, search *s, int number, go_error *err)
{
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return go_fail(err, GO_ENOMEM, "out of memory for thread %d of the search", number);
    w->s = s;
    go_status status = GO_OK;
    if (s->knowledge.large)
        status = policy_create(&w->policy, s->knowledge.large, s->knowledge.size, err);
    if (status == GO_OK)
        status = s->type->create(&w->evaluator, &s->knowledge, err);
    if (status != GO_OK) {
        worker_destroy(w);
        return status;
    }
    *out = w;
    return GO_OK;
}

void worker_destroy(worker *w)
{
    if (!w)
        return;
    policy_destroy(w->policy);
    w->s->type->destroy(w->evaluator);
    nn_position_destroy(w->root_position);
    nn_position_destroy(w->position);
    move_owners_destroy(w->owners);
    free(w);
}

void worker_begin(worker *w)
{
    memset(&w->sums, 0, sizeof w->sums);
    w->path[0] = tree_at(&w->s->tree, TREE_ROOT);
    w->keys[0] = game_situation(w->s->game, w->s->board.hash, w->s->to_move);
}

/* ---- expanding ---- */

/* Gives a BUSY node its edges; for those of a network the answer is there.
 * False: the tree is full.                                                    */
static bool expand(worker *w, tree_node *node, colour c)
{
    tree_edge edge[BOARD_MAX_AREA + 1];
    int n = worker_edges(w, c, edge);
    if (tree_expand(&w->s->tree, node, edge, n))
        return true;
    atomic_store_explicit(&w->s->full, true, memory_order_relaxed);
    return false;
}

static bool claim(tree_node *node)
{
    uint8_t expected = NODE_LEAF;
    return atomic_compare_exchange_strong(&node->state, &expected, NODE_BUSY);
}

/* ---- descending ---- */

bool worker_forbids(const search_limits *l, int depth, colour c,
                    bool forbidden[BOARD_MAX_POINTS])
{
    bool any = false, allow = l->n_allow && depth < l->allow_depth && l->allow_colour == c;
    for (int i = 0; i < l->n_avoid && !any; i++)
        any = depth < l->avoid[i].depth && l->avoid[i].colour == c;
    if (!any && !allow)
        return false;
    memset(forbidden, allow, BOARD_MAX_POINTS * sizeof *forbidden);
    for (int i = 0; allow && i < l->n_allow; i++)
        forbidden[l->allow[i]] = false;
    for (int i = 0; i < l->n_avoid; i++)
        if (depth < l->avoid[i].depth && l->avoid[i].colour == c)
            forbidden[l->avoid[i].at] = true;
    return true;
}

/* Would the move bring back a position of the game or of this line of play?
 * A tree knows no transpositions, so the answer is the same at every visit.   */
static bool is_superko(const worker *w, colour c, point move)
{
    const game *g = w->s->game;
    if (move == PASS || g->rules.ko == KO_SIMPLE)
        return false;
    uint64_t key = game_situation(g, board_hash_after(&w->board, c, move), opponent(c));
    if (position_set_count(&g->seen, key))
        return true;
    for (int i = 0; i < w->depth; i++)
        if (w->keys[i] == key)
            return true;
    return false;
}

static tree_node *choose_child(worker *w, tree_node *node, colour c)
{
    search *s = w->s;
    bool some = worker_forbids(&s->limits, w->depth, c, w->forbidden);
    select_view view = {&s->settings.select, &s->tree, node, c, some ? w->forbidden : NULL};
    for (;;) {
        tree_node *child = !w->depth && s->gumbel.n ? gumbel_select(&s->gumbel, &view) : NULL;
        if (!child)
            child = s->rule(&view);
        if (!child || node_visits(child) || !is_superko(w, c, child->move))
            /* cppcheck-suppress returnDanglingLifetime; a node of the tree, no part of the view */
            return child;
        atomic_store_explicit(&child->banned, 1, memory_order_relaxed);
    }
}

/* The first pass takes the button, where there is one, and ends nothing. */
static void count_pass(worker *w, colour c, bool pass)
{
    if (pass && w->s->game->rules.button && w->button == EMPTY)
        w->button = c;
    else
        w->passes = pass ? w->passes + 1 : 0;
}

static void step(worker *w, tree_node *child, colour c)
{
    count_pass(w, c, child->move == PASS);
    atomic_fetch_add_explicit(&child->pending, 1, memory_order_relaxed);
    board_play_legal(&w->board, c, child->move);
    w->moves[w->depth] = (board_move){child->move, (uint8_t)c};
    w->path[++w->depth] = child;
    w->keys[w->depth] = game_situation(w->s->game, w->board.hash, opponent(c));
}

/* Expands a claimed node that has not been judged in this visit. */
static bool expand_now(worker *w, tree_node *node, colour c)
{
    if (w->s->settings.evaluate.prior != PRIOR_NETWORK || worker_net_ask(w, w->depth))
        return expand(w, node, c);
    atomic_store_explicit(&node->state, NODE_LEAF, memory_order_release);
    return false;
}

/* Is this position to be looked into, or to be judged? */
static bool goes_on(worker *w, tree_node *node, colour c)
{
    if (w->depth == SEARCH_MAX_DEPTH || (w->depth && w->passes >= 2))
        return false;
    int state = atomic_load_explicit(&node->state, memory_order_acquire);
    if (state != NODE_LEAF)
        return state == NODE_READY;
    if (w->depth && (w->s->net_edges || (int)node_visits(node) < w->s->settings.tree.expand))
        return false;
    return claim(node) && expand_now(w, node, c);
}

/* Walks from the root to a leaf; returns the side to move there. */
static colour descend(worker *w)
{
    colour c = w->s->to_move;
    board_copy(&w->board, &w->s->board);
    w->depth = 0;
    w->passes = w->s->passes;
    w->button = w->s->game->button;
    while (goes_on(w, w->path[w->depth], c)) {
        tree_node *child = choose_child(w, w->path[w->depth], c);
        if (!child)
            break;
        step(w, child, c);
        c = opponent(c);
    }
    if ((uint32_t)w->depth > tally_get(&w->sums.max_depth))
        tally_add(&w->sums.max_depth, (uint32_t)w->depth - tally_get(&w->sums.max_depth));
    return c;
}

/* ---- judging ---- */

/* Komi and what is like it, the button too if it was taken in this line of play. */
static double bonus_of(const worker *w)
{
    double button = w->button == w->s->game->button ? 0 : w->button == BLACK ? 0.5 : -0.5;
    return w->s->offset + button;
}

/* Points beside the area: komi and what is like it.  Territory scoring is area
 * scoring less the stones that each side has played, dead or alive; both sides
 * fill up in a playout, which costs neither.                                 */
static double offset_of(const worker *w)
{
    const board *b = &w->board;
    double offset = bonus_of(w);
    if (w->s->counts_territory)
        offset -= b->n_stones[BLACK] + b->n_captured[BLACK] -
                  (b->n_stones[WHITE] + b->n_captured[WHITE]);
    return offset;
}

/* The score of a game that ends here. */
static double end_lead(const worker *w, const bool *dead)
{
    return score_points(&w->board, &w->s->game->rules, dead, SEKI_BY_DAME) + bonus_of(w);
}

/* Asks the network about a leaf.  Where two passes have ended the game it says,
 * by the position before the second one, which stones are dead.               */
static bool ask_about(worker *w, bool over, leaf *at)
{
    bool dead[BOARD_MAX_POINTS];
    int area = w->board.size * w->board.size;
    if (!worker_net_ask(w, over ? w->depth - 1 : w->depth))
        return false;
    worker_net_count(w);
    at->net = worker_net_opinion(w);
    if (over) {
        worker_net_dead(w, dead);
        at->net.lead = end_lead(w, dead);
        at->net.value = evaluator_value(at->net.lead - at->handicap, 0, area);
        at->net.has_lead = true;
    }
    return true;
}

/* Gives the leaf its edges by the answer that it was just judged by. */
static void expand_judged(worker *w, colour c)
{
    tree_node *node = w->path[w->depth];
    if (w->depth < SEARCH_MAX_DEPTH && claim(node))
        expand(w, node, c);
}

/* False: no judgement can be had. */
static bool judge(worker *w, colour to_move, evaluation *e)
{
    const search *s = w->s;
    int area = s->board.size * s->board.size;
    bool over = w->depth && w->passes >= 2;
    leaf at = {.board = &w->board, .to_move = to_move, .offset = offset_of(w),
               .handicap = s->handicap_offset};
    *e = (evaluation){0};
    if (over && s->exact_ends) {
        e->lead = end_lead(w, NULL);
        e->value = evaluator_value(e->lead - at.handicap, s->settings.evaluate.score_weight, area);
        return true;
    }
    if (s->net_values && !ask_about(w, over, &at))
        return false;
    s->type->evaluate(w->evaluator, &at, &s->settings.evaluate, &w->random, e);
    if (s->net_edges && !over)
        expand_judged(w, to_move);
    return true;
}

/* ---- backing up ---- */

static void add_result(tree_node *node, const evaluation *e)
{
    double v = e->value;
    atomic_fetch_add_explicit(&node->value, (int64_t)lrint(v * TREE_ONE), memory_order_relaxed);
    atomic_fetch_add_explicit(&node->value_square, (int64_t)lrint(v * v * TREE_ONE),
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&node->lead, (int64_t)lrint(e->lead * TREE_POINT),
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
}

/* The moves are read from the edges, so that only nodes that change are touched:
 * other threads write to them all the time.                                   */
static void add_rave(const worker *w, tree_node *node, colour c, uint32_t half_wins)
{
    const tree *t = &w->s->tree;
    const tree_edge *edge = tree_edges(t, node);
    for (tree_walk k = tree_first(t, node); k.child; tree_next(t, &k), edge++)
        if (w->first[edge->move] == c && edge->move != PASS)
            node_add_rave(k.child, half_wins);
}

/* From the end of the playout to the root: `first` holds who came first to each
 * point after the node at hand.                                               */
static void back_up_rave(worker *w, const evaluation *e)
{
    double lead = e->playout_lead - w->s->handicap_offset; /* as the values have it */
    uint32_t black = lead > 0 ? 2 : lead < 0 ? 0 : 1;
    memset(w->first, 0, sizeof w->first);
    for (int i = e->n_moves; i-- > 0;)
        w->first[e->moves[i].at] = e->moves[i].colour;
    for (int i = w->depth; i-- > 0;) {
        colour c = (colour)w->moves[i].colour;
        w->first[w->moves[i].at] = (uint8_t)c;
        add_rave(w, w->path[i], c, c == BLACK ? black : 2 - black);
    }
}

static void back_up(worker *w, const evaluation *e)
{
    for (int i = 0; i <= w->depth; i++) {
        add_result(w->path[i], e);
        if (i)
            atomic_fetch_sub_explicit(&w->path[i]->pending, 1, memory_order_relaxed);
    }
    if (e->moves && w->s->settings.select.rave && w->s->settings.select.rule == RULE_UCT_RAVE)
        back_up_rave(w, e);
}

/* ---- ownership ---- */

static void count_end(worker_sums *sums, const evaluation *e)
{
    const board *b = e->end;
    colour winner = e->playout_lead > 0 ? BLACK : e->playout_lead < 0 ? WHITE : EMPTY;
    tally_add(&sums->ends, 1);
    tally_add(&sums->black_wins, winner == BLACK);
    tally_add(&sums->moves, (uint32_t)e->n_moves);
    sum_add(&sums->lead, e->playout_lead);
    sum_add(&sums->lead_square, e->playout_lead * e->playout_lead);
    for (int y = 0; y < b->size; y++) {
        point p = board_point(b, 0, y);
        for (int x = 0; x < b->size; x++, p++) {
            colour owner = random_playout_owner(b, p);
            tally_add(&sums->black_owns[p], owner == BLACK);
            tally_add(&sums->white_owns[p], owner == WHITE);
            tally_add(&sums->winner_owns[p], owner != EMPTY && owner == winner);
        }
    }
}

/* ---- the root, and the whole ---- */

/* A network's word on the root is a visit of it, and its ownership counts. */
static void judge_root(worker *w)
{
    evaluation e;
    leaf at = {.board = &w->board, .to_move = w->s->to_move, .offset = offset_of(w),
               .handicap = w->s->handicap_offset};
    worker_net_count(w);
    if (node_visits(w->path[0]) || w->s->settings.evaluate.evaluator != EVALUATOR_NETWORK)
        return;
    at.net = worker_net_opinion(w);
    w->s->type->evaluate(w->evaluator, &at, &w->s->settings.evaluate, &w->random, &e);
    add_result(w->path[0], &e);
}

void worker_expand_root(worker *w)
{
    const search *s = w->s;
    board_copy(&w->board, &s->board);
    w->depth = 0;
    w->button = s->game->button;
    bool leaf_now = claim(w->path[0]);
    bool asks = s->net_values || (leaf_now && s->settings.evaluate.prior == PRIOR_NETWORK);
    if (asks && !worker_net_ask(w, 0)) {
        if (leaf_now)
            atomic_store(&w->path[0]->state, NODE_LEAF);
        return;
    }
    if (leaf_now)
        expand(w, w->path[0], s->to_move);
    if (s->net_values)
        judge_root(w);
}

/* A descent that could not be judged has never been. */
static void take_back(worker *w)
{
    for (int i = 1; i <= w->depth; i++)
        atomic_fetch_sub_explicit(&w->path[i]->pending, 1, memory_order_relaxed);
}

void worker_simulate(worker *w)
{
    evaluation e;
    colour to_move = descend(w);
    if (!judge(w, to_move, &e)) {
        take_back(w);
        return;
    }
    back_up(w, &e);
    if (e.end)
        count_end(&w->sums, &e);
    if (e.end && w->owners && w->depth)
        move_owners_add_end(w->owners, board_index(&w->s->board, w->moves[0].at), e.end);
}
