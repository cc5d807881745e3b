#include "selfplay/tally.h"

void played_tally_add(played_tally *t, const played_game *g)
{
    t->shortest = !t->games || g->n_moves < t->shortest ? g->n_moves : t->shortest;
    t->longest = g->n_moves > t->longest ? g->n_moves : t->longest;
    t->games++;
    t->moves += g->n_moves;
    for (int i = 0; i < g->n_moves; i++)
        t->recorded += g->moves[i].how == PLAYED_FULL;
    t->black_wins += g->winner == BLACK;
    t->draws += g->winner == EMPTY;
    t->ends[g->end]++;
    t->played_out += g->plays_out;
    t->would += g->plays_out && g->would_resign != EMPTY;
    t->wrong += played_game_was_wrong(g);
}

double played_tally_black(const played_tally *t)
{
    return t->games ? ((double)t->black_wins + (double)t->draws / 2) / (double)t->games : 0;
}

double played_tally_wrong(const played_tally *t)
{
    return t->would ? (double)t->wrong / (double)t->would : -1;
}
