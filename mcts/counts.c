/* counts.c -- how much a search did. */
#include <omp.h>

#include "mcts/search_internal.h"

network_counts net_counts_since_start(const search *s)
{
    if (!s->knowledge.net)
        return (network_counts){0};
    network_counts now = network_counted(s->knowledge.net);
    return (network_counts){.queries = now.queries - s->net_before.queries,
                            .evaluated = now.evaluated - s->net_before.evaluated,
                            .batches = now.batches - s->net_before.batches};
}

static void count_net(const search *s, search_counts *c)
{
    network_counts used = s->running ? net_counts_since_start(s) : s->net_used;
    c->net_queries = used.queries;
    c->net_evaluated = used.evaluated;
    c->net_batches = used.batches;
}

static void count_playouts(const search *s, search_counts *c)
{
    double moves = 0, ends = 0;
    for (int i = 0; i < s->n_workers; i++) {
        const worker_sums *sums = &s->workers[i]->sums;
        moves += tally_get(&sums->moves);
        ends += tally_get(&sums->ends);
        if ((int)tally_get(&sums->max_depth) > c->max_depth)
            c->max_depth = (int)tally_get(&sums->max_depth);
    }
    c->mean_playout = ends > 0 ? moves / ends : 0;
}

search_counts search_counted(const search *s)
{
    search_counts c = {.playouts = s->playouts,
                       .visits = node_visits(tree_at(&s->tree, TREE_ROOT)),
                       .nodes = s->tree.used,
                       .bytes = (int64_t)s->tree.used * TREE_UNIT,
                       .bytes_max = (int64_t)s->tree.capacity * TREE_UNIT,
                       .seconds = s->running ? omp_get_wtime() - s->began : s->seconds,
                       .prunings = s->prunings};
    count_playouts(s, &c);
    count_net(s, &c);
    return c;
}

double search_counts_cached(const search_counts *c)
{
    return c->net_queries > 0 ? 1 - (double)c->net_evaluated / (double)c->net_queries : 0;
}

double search_counts_batch(const search_counts *c)
{
    return c->net_batches > 0 ? (double)c->net_evaluated / (double)c->net_batches : 0;
}
