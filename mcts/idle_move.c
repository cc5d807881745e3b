#include "mcts/idle_move.h"

#include "mcts/final/final_status.h"

/* Visits that say what a move is worth, and the win rate that it may lack. */
enum { ENOUGH = 10 };
static const double as_good = 0.01;

/* Do playouts leave every empty point to the same side, whoever begins? */
static bool nothing_is_open(const board *b, playout *ending, uint64_t seed)
{
    bool idle[BOARD_MAX_POINTS];
    if (final_find_idle(b, ending, seed, idle, NULL) != GO_OK)
        return false;
    for (int i = 0; i < b->n_empty; i++)
        if (!idle[b->empty[i]])
            return false;
    return true;
}

bool idle_move_costs(const search_root *root, playout *ending, tree_node *const *order, int n,
                     const tree_node *best)
{
    const root_position *p = &root->position;
    const double least = node_value(best, p->to_move) - as_good;
    bool other = false;
    if (!ending || best->move == PASS || p->game->rules.scoring != SCORING_TERRITORY)
        return false;
    for (int i = 0; i < n; i++) {
        const bool tried = order[i] != best && node_visits(order[i]) >= ENOUGH;
        const bool good = tried && node_value(order[i], p->to_move) >= least;
        if (tried && !good && order[i]->move == PASS)
            return false; /* it would be punished */
        other |= good;
    }
    return other && nothing_is_open(&p->board, ending, p->seed);
}
