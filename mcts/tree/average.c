#include "mcts/tree/average.h"

#include <math.h>

#include "mcts/tree/arctan.h"

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
    double weight = record_get(&r->own_weight) + e->weight, share = e->weight / weight;
    r->own_win += (float)(share * (e->win - (double)r->own_win));
    double utility = record_get(&r->own_utility);
    set(&r->own_utility, utility + share * (e->utility - utility));
    r->own_lead += (float)(share * (e->lead - (double)r->own_lead));
    r->own_score += (float)(share * (e->score - (double)r->own_score));
    r->own_stdev += (float)(share * (e->stdev - (double)r->own_stdev));
    set(&r->own_weight, weight);
    unlock(r);
}

/* ---- the terms of a mean ---- */

/* One of the children, or the position itself. */
typedef struct term {
    double weight;
    double all, all_square; /* of its record: sums of the weights and of their squares */
    double win, utility, utility_square, lead;
    double prior, own_view; /* own_view: utility for the side to move, -1 .. 1 */
} term;

/* Of the children, the likeliest first.  *visited: the sum of their visits. */
static int find_terms(const tree *t, const tree_node *home, term *out, double *visited)
{
    int n = 0;
    colour to_move = (colour)home->move;
    *visited = 0;
    for (tree_walk w = tree_first(t, home); w.child; tree_next(t, &w)) {
        const tree_record *r = node_record(w.child);
        double all = r ? node_visits(node_home(w.child)) : 0, visits = node_visits(w.child);
        double weight = r ? record_get(&r->weight) : 0;
        *visited += visits;
        if (all <= 0 || visits <= 0 || weight <= 0)
            continue;
        double utility = record_get(&r->utility);
        out[n++] = (term){.weight = weight * visits / all,
                          .all = weight,
                          .all_square = record_get(&r->weight_square),
                          .win = record_get(&r->win),
                          .utility = utility,
                          .utility_square = record_get(&r->utility_square),
                          .lead = record_get(&r->lead),
                          .prior = (double)w.child->prior,
                          .own_view = to_move == BLACK ? 2 * utility - 1 : 1 - 2 * utility};
    }
    return n;
}

/* Made of `n` evaluations. */
static term term_of_own(const tree_record *r, double utility, double n)
{
    double weight = record_get(&r->own_weight);
    return (term){.weight = weight,
                  .all = weight,
                  .all_square = weight * weight / n,
                  .win = (double)r->own_win,
                  .utility = utility,
                  .utility_square = utility * utility,
                  .lead = (double)r->own_lead};
}

static double sum_weights(const term *terms, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += terms[i].weight;
    return sum;
}

/* A move that is worse than the likelier ones before it was visited in vain, as far as it
 * was visited more than twice as much as its prior asks for: the more it is worse, the less
 * of that excess remains.                                                     */
static void prune_noise(term *terms, int n)
{
    const double lenience = 2, scale = 0.15;
    double weight = 0, value = 0, prior = 0; /* of those before */
    for (term *i = terms; i < terms + n; i++) {
        double gap = weight > 0 ? value / weight - i->own_view : 0;
        double excess = prior > 0 ? i->weight - lenience * weight * i->prior / prior : 0;
        if (gap > 0 && excess > 0)
            i->weight -= excess * (1 - exp(-gap / scale));
        weight += i->weight;
        value += i->weight * i->own_view;
        prior += i->prior;
    }
}

/* Student's t of three degrees of freedom: P(T <= z). */
static double student3(double z)
{
    double x = z / sqrt(3);
    return 0.5 + (x / (1 + x * x) + arctan(x)) / M_PI;
}

/* The usual power is a quarter, for which pow takes three times as long. */
static double raised(double x, double power)
{
    return power == 0.25 ? sqrt(sqrt(x)) : pow(x, power);
}

/* Moves count less, the less likely they are to be as good as all of them are on average;
 * their weights together stay the same.                                       */
static void discount_bad(term *terms, int n, double power)
{
    double total = sum_weights(terms, n), mean = 0;
    for (int i = 0; i < n; i++)
        mean += terms[i].weight * terms[i].own_view / total;
    for (term *i = terms; i < terms + n; i++) {
        double deviation = sqrt(1e-8 + 1 / (1.5 * sqrt(i->weight)));
        i->weight *= raised(student3((i->own_view - mean) / deviation) + 1e-4, power);
    }
    double factor = total / sum_weights(terms, n);
    for (int i = 0; i < n; i++)
        terms[i].weight *= factor;
}

/* ---- the mean ---- */

static void write_mean(tree_record *r, const term *terms, int n)
{
    double weight = 0, square = 0, win = 0, utility = 0, utility_square = 0, lead = 0;
    for (const term *i = terms; i < terms + n; i++) {
        double scale = i->weight / i->all;
        weight += i->weight;
        square += scale * scale * i->all_square;
        win += i->weight * i->win;
        utility += i->weight * i->utility;
        utility_square += i->weight * i->utility_square;
        lead += i->weight * i->lead;
    }
    set(&r->win, win / weight);
    set(&r->utility, utility / weight);
    set(&r->utility_square, utility_square / weight);
    set(&r->lead, lead / weight);
    set(&r->weight, weight);
    set(&r->weight_square, square);
}

/* The utility of the position's own evaluations as the table corrects it, which learns how
 * far they are from the mean of the n children.                               */
static double unbiased(tree_record *r, const term *terms, int n, double weight, averaging *a)
{
    const double exponent = 0.85;
    double own = record_get(&r->own_utility);
    if (n) {
        double below = 0, total = sum_weights(terms, n), power = pow(weight, exponent);
        for (int i = 0; i < n; i++)
            below += terms[i].weight * terms[i].utility / total;
        double sum = (below - own) * power;
        value_bias_change(&a->bias, r->bias, (double)r->bias_sum, (double)r->bias_weight,
                          (double)(float)sum, (double)(float)power);
        r->bias_sum = (float)sum;
        r->bias_weight = (float)power;
    }
    return own + a->settings->bias * value_bias_get(&a->bias, r->bias);
}

void average_update(const tree *t, tree_node *home, averaging *a, uint32_t visits)
{
    term terms[BOARD_MAX_AREA + 2];
    const average_settings *s = a->settings;
    tree_record *r = node_record(home);
    double visited;
    lock(r);
    int n = find_terms(t, home, terms, &visited);
    double weight = sum_weights(terms, n);
    if (s->prune_noise)
        prune_noise(terms, n);
    if (s->discount > 0 && n)
        discount_bad(terms, n, s->discount);
    if (record_get(&r->own_weight) > 0) {
        double utility = record_get(&r->own_utility);
        if (s->bias > 0 && r->bias)
            utility = unbiased(r, terms, n, weight, a);
        terms[n++] = term_of_own(r, utility, fmax(1, node_visits(home) + visits - visited));
    }
    if (n)
        write_mean(r, terms, n);
    atomic_fetch_add_explicit(&home->visits, visits, memory_order_relaxed);
    unlock(r);
}

void average_review(tree *t, averaging *a, const utility_view *view)
{
    const average_settings *s = a->settings;
    size_t n = tree_list_homes(t);
    a->view = *view;
    value_bias_fade(&a->bias);
    for (size_t i = n; i-- > 0;) {
        tree_node *home = tree_at(t, t->stack[i]);
        tree_record *r = node_record(home);
        if (a->bias.entry && r->bias)
            value_bias_restore(&a->bias, r->bias, (double)r->bias_sum, (double)r->bias_weight);
        if (utility_has_score(&s->utility))
            set(&r->own_utility, utility_of(&s->utility, view, (double)r->own_win,
                                            (double)r->own_score, (double)r->own_stdev));
    }
    for (size_t i = n; i-- > 0 && utility_has_score(&s->utility);)
        average_update(t, tree_at(t, t->stack[i]), a, 0);
}
