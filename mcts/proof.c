#include "mcts/proof.h"

#include "board/game/benson.h"

static colour sign_colour(double lead) { return lead > 0 ? BLACK : lead < 0 ? WHITE : EMPTY; }

colour proof_find(const line *l)
{
    bool owned[BOARD_MAX_POINTS];
    const root_position *root = l->root;
    const rules *r = &root->game->rules;
    const board *b = &l->board;
    int area = b->size * b->size;
    if (root->dynamic_komi != 0 || root->counts_territory)
        return EMPTY;
    if (line_is_over(l))
        return root->exact_ends ? sign_colour(line_lead(l, NULL)) : EMPTY;
    if (r->tax != TAX_NONE || r->button || 2 * b->n_empty > area)
        return EMPTY;
    double offset = line_lead(l, NULL) - score_points(b, r, NULL);
    colour winner = EMPTY;
    if (2 * benson_area(b, BLACK, owned) - area + offset > 0)
        winner = BLACK;
    else if (area - 2 * benson_area(b, WHITE, owned) + offset < 0)
        winner = WHITE;
    /* the side to move may end the game with a pass, dead stones still on the board */
    bool may_end = root->exact_ends && l->passes && winner == opponent(l->to_move);
    return may_end && sign_colour(line_lead(l, NULL)) != winner ? EMPTY : winner;
}

void proof_mark_gaps(tree_node *node, const line *l, const bool *settled, int n)
{
    const board *b = &l->board;
    int moves = 1, left_out = 0;
    for (int i = 0; i < b->n_empty; i++)
        if (board_legal(b, l->to_move, b->empty[i]) == MOVE_OK) {
            moves++;
            left_out += settled[b->empty[i]];
        }
    if (n + left_out < moves || (left_out && b->ko != PASS))
        node_mark(node, NODE_GAPS);
    if (left_out)
        node_mark(node, NODE_SPARES);
}

/* Are all moves of the node, c to play, proven for the other side?  A move that superko forbids
 * could be played after one that was left out, if the other side answers that. */
static bool all_lose(const tree *t, const tree_node *node, colour c)
{
    node = node_home(node);
    if (node->state != NODE_READY || node_has(node, NODE_GAPS))
        return false;
    int n = 0;
    for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w), n++)
        if (node_has(w.child, NODE_BANNED) ? node_has(node, NODE_SPARES)
                                           : node_winner(w.child) != opponent(c))
            return false;
    return n == node->n_edges;
}

void proof_back_up(const search_root *root, tree_node *const *path, const line *l)
{
    /* superko can forbid a move on one of the lines that lead to a shared node, and not on
     * another; only one leads to the root                                     */
    bool superko = root->position.game->rules.ko != KO_SIMPLE;
    for (int i = root->shares && superko && l->depth ? 1 : l->depth; i-- > 0;) {
        colour c = (colour)l->move[i].colour, winner = node_winner(path[i + 1]);
        if (winner == EMPTY || node_winner(path[i]) != EMPTY)
            continue;
        if (winner == c || all_lose(root->tree, path[i], c))
            node_prove(path[i], winner);
    }
}

void proof_begin(search_root *root)
{
    line at;
    tree_node *node = tree_at(root->tree, TREE_ROOT);
    colour c = root->position.to_move;
    line_begin(&at, &root->position);
    root->decided = proof_find(&at);
    atomic_fetch_and(&node->marks, (uint8_t)~(NODE_BLACK | NODE_WHITE));
    if (all_lose(root->tree, node, c))
        node_prove(node, opponent(c));
    for (tree_walk w = tree_first(root->tree, node_home(node)); w.child; tree_next(root->tree, &w))
        if (node_winner(w.child) == c && !root->refused[w.child->move])
            node_prove(node, c);
}

bool proof_ends_search(const search_root *root)
{
    colour winner = node_winner(tree_at(root->tree, TREE_ROOT));
    return winner != EMPTY && root->decided == EMPTY;
}
