#include "mcts/results.h"

#include <stdlib.h>

void search_analysis_release(search_analysis *a)
{
    free(a->move);
    free(a->move_ownership);
    a->move = NULL;
    a->move_ownership = NULL;
}

double search_counts_cached(const search_counts *c)
{
    return c->net_queries > 0 ? 1 - (double)c->net_evaluated / (double)c->net_queries : 0;
}

double search_counts_batch(const search_counts *c)
{
    return c->net_batches > 0 ? (double)c->net_evaluated / (double)c->net_batches : 0;
}
