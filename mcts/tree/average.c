#include "mcts/tree/average.h"

#include <math.h>

double average_weight(const average_settings *s, double error)
{
    const double most = 8;
    return s->uncertainty > 0 ? s->uncertainty / (error + s->uncertainty / most) : 1;
}

static void lock(tree_record *r)
{
    while (atomic_exchange_explicit(&r->lock, 1, memory_order_acquire))
        ;
}

static void unlock(tree_record *r)
{
    atomic_store_explicit(&r->lock, 0, memory_order_release);
}

static void set(_Atomic float *x, double value)
{
    atomic_store_explicit(x, (float)value, memory_order_relaxed);
}

void average_add(tree_node *home, const evaluation *e)
{
    tree_record *r = node_record(home);
    lock(r);
    double weight = (double)r->own_weight + e->weight, share = e->weight / weight;
    r->own_win += (float)(share * (e->win - (double)r->own_win));
    r->own_utility += (float)(share * (e->utility - (double)r->own_utility));
    r->own_lead += (float)(share * (e->lead - (double)r->own_lead));
    r->own_score += (float)(share * (e->score - (double)r->own_score));
    r->own_stdev += (float)(share * (e->stdev - (double)r->own_stdev));
    r->own_weight = (float)weight;
    unlock(r);
}

/* ---- the mean ---- */

/* One of the children, or the position itself. */
typedef struct term {
    double weight, weight_square;
    double win, utility, utility_square, lead;
} term;

/* *visited: the sum of their visits. */
static int find_terms(const tree *t, const tree_node *home, term *out, double *visited)
{
    int n = 0;
    *visited = 0;
    for (tree_walk w = tree_first(t, home); w.child; tree_next(t, &w)) {
        const tree_record *r = node_record(w.child);
        double all = r ? node_visits(node_home(w.child)) : 0, visits = node_visits(w.child);
        *visited += visits;
        double share = all > 0 ? visits / all : 0, weight = r ? record_get(&r->weight) : 0;
        if (share <= 0 || weight <= 0)
            continue;
        out[n++] = (term){.weight = share * weight,
                          .weight_square = share * record_get(&r->weight_square),
                          .win = record_get(&r->win),
                          .utility = record_get(&r->utility),
                          .utility_square = record_get(&r->utility_square),
                          .lead = record_get(&r->lead)};
    }
    return n;
}

/* Made of `n` evaluations. */
static term term_of_own(const tree_record *r, double n)
{
    double utility = (double)r->own_utility, weight = (double)r->own_weight;
    return (term){.weight = weight,
                  .weight_square = weight * weight / n,
                  .win = (double)r->own_win,
                  .utility = utility,
                  .utility_square = utility * utility,
                  .lead = (double)r->own_lead};
}

static void write_mean(tree_record *r, const term *terms, int n)
{
    term sum = {0};
    for (const term *i = terms; i < terms + n; i++) {
        sum.weight += i->weight;
        sum.weight_square += i->weight_square;
        sum.win += i->weight * i->win;
        sum.utility += i->weight * i->utility;
        sum.utility_square += i->weight * i->utility_square;
        sum.lead += i->weight * i->lead;
    }
    if (sum.weight <= 0)
        return;
    set(&r->win, sum.win / sum.weight);
    set(&r->utility, sum.utility / sum.weight);
    set(&r->utility_square, sum.utility_square / sum.weight);
    set(&r->lead, sum.lead / sum.weight);
    set(&r->weight, sum.weight);
    set(&r->weight_square, sum.weight_square);
}

void average_update(const tree *t, tree_node *home, const average_settings *s, colour to_move)
{
    term terms[BOARD_MAX_AREA + 2];
    tree_record *r = node_record(home);
    (void)s, (void)to_move;
    lock(r);
    double visited;
    int n = find_terms(t, home, terms, &visited);
    terms[n++] = term_of_own(r, fmax(1, node_visits(home) + 1 - visited));
    write_mean(r, terms, n);
    atomic_fetch_add_explicit(&home->visits, 1, memory_order_relaxed);
    unlock(r);
}
