#include "mcts/evaluate/line.h"

void root_position_set(root_position *r, const game *g, colour to_move, double stone_komi, int seed)
{
    bool area = g->rules.scoring == SCORING_AREA;
    double left = 1 - (double)g->n_steps / (0.5 * (g->board.size * g->board.size));
    r->game = g;
    board_copy(&r->board, &g->board);
    r->to_move = to_move;
    r->offset = game_margin(g, NULL) - score_points(&g->board, &g->rules, NULL);
    r->dynamic_komi = left > 0 ? stone_komi * g->handicap * left : 0;
    r->counts_territory = !area;
    r->exact_ends = area && !g->rules.friendly_pass;
    r->seed = (uint64_t)seed;
}

void line_begin(line *l, const root_position *root)
{
    l->root = root;
    l->key[0] = game_situation(root->game, root->board.hash, root->to_move);
    line_restart(l);
}

void line_restart(line *l)
{
    board_copy(&l->board, &l->root->board);
    l->to_move = l->root->to_move;
    l->depth = 0;
    l->passes = l->root->game->n_passes;
    l->button = l->root->game->button;
}

void line_play(line *l, point move)
{
    const game *g = l->root->game;
    if (move == PASS && g->rules.button && l->button == EMPTY)
        l->button = l->to_move; /* the first pass takes it and does not end the game */
    else
        l->passes = move == PASS ? l->passes + 1 : 0;
    board_play_legal(&l->board, l->to_move, move);
    l->move[l->depth++] = (board_move){move, (uint8_t)l->to_move};
    l->to_move = opponent(l->to_move);
    l->key[l->depth] = game_situation(g, l->board.hash, l->to_move);
}

bool line_repeats(const line *l, point move)
{
    const game *g = l->root->game;
    if (move == PASS || g->rules.ko == KO_SIMPLE)
        return false;
    uint64_t key = game_situation(g, board_hash_after(&l->board, l->to_move, move),
                                  opponent(l->to_move));
    if (position_set_count(&g->seen, key))
        return true;
    for (int i = 0; i < l->depth; i++)
        if (l->key[i] == key)
            return true;
    return false;
}

bool line_is_over(const line *l) { return l->depth && l->passes >= 2; }

/* Komi and other bonuses, with the button if it was taken in this line. */
static double bonus_of(const line *l)
{
    double button = l->button == l->root->game->button ? 0 : l->button == BLACK ? 0.5 : -0.5;
    return l->root->offset + button;
}

/* Territory scoring is area scoring minus the stones that each side has played, dead or
 * alive.  In the playout both sides fill the board, which costs neither (but borders.h). */
double line_offset(const line *l)
{
    const board *b = &l->board;
    double offset = bonus_of(l);
    if (l->root->counts_territory)
        offset -= b->n_stones[BLACK] + b->n_captured[BLACK] -
                  (b->n_stones[WHITE] + b->n_captured[WHITE]);
    return offset;
}

double line_lead(const line *l, const bool *dead)
{
    return score_points(&l->board, &l->root->game->rules, dead) + bonus_of(l);
}
