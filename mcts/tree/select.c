#include "mcts/tree/select.h"

#include <math.h>

/* A child as the formulas see it, with virtual losses. */
typedef struct arm {
    double n;    /* weight of its visits, including those under way */
    double mean; /* for the side to move */
} arm;

/* `weight` of the child's visits, and of those under way. */
static double with_pending(const select_view *v, const tree_node *child, double weight)
{
    return weight + v->settings->virtual_loss * node_pending(child);
}

static arm arm_of(const select_view *v, const tree_node *child)
{
    double weight = node_weight(child);
    arm a = {.n = with_pending(v, child, weight)};
    a.mean = a.n > 0 ? node_utility(child, v->to_move) * weight / a.n : 0;
    return a;
}

/* ---- noise at the root ---- */

static double flatter(const select_view *v, double prior)
{
    return v->wide > 0 ? pow(prior, 1 / (4 * v->wide + 1)) : prior;
}

static double noise(const select_view *v)
{
    if (v->wide <= 0 || rng_double(v->random) < 0.5)
        return 0;
    return 0.5 * v->wide * fabs(rng_normal(v->random));
}

/* ---- any rule ---- */

static bool refused(const select_view *v, const tree_node *child)
{
    return node_has(child, NODE_BANNED) || (v->forbidden && v->forbidden[child->move]) ||
           (!v->proven && node_winner(child) == opponent(v->to_move));
}

/* The rule would go on.  If all known moves are open (another thread may be opening some), it wants
 * the others.                                                                 */
static void want_more(const select_view *v, int open)
{
    const tree_node *home = node_home(v->node);
    if (v->wants_more && node_is_some(home) && open >= tree_known(v->t, home))
        *v->wants_more = true;
}

/* ---- uct_rave ---- */

int select_width(double visits, double start, double growth)
{
    if (visits < start || growth <= 1)
        return visits < start ? 1 : BOARD_MAX_AREA + 1;
    double n = 2 + log(fmax(visits, 1) / fmax(start, 1)) / log(growth);
    return n < BOARD_MAX_AREA + 1 ? (int)n : BOARD_MAX_AREA + 1;
}

bool select_uses_rave(const select_settings *s)
{
    return s->rave && s->rule == RULE_UCT_RAVE;
}

int select_rave_reach(const select_settings *s)
{
    return select_uses_rave(s) ? s->rave_reach : 0;
}

double select_rave_weight(const select_settings *s, double visits, double n, double m)
{
    if (!s->rave || m <= 0)
        return 0;
    if (n <= 0)
        return 1;
    if (s->rave_schedule == RAVE_HAND)
        return sqrt(s->rave_k / (3 * visits + s->rave_k));
    return m / (n + m + 4 * n * m * s->rave_bias * s->rave_bias);
}

/* What RAVE knows of a child of a position worth `value`: a win rate, and from how many playouts.
 * With a reach it is that of the position, more by what the points around the move are better than
 * usual where the mover played it.                                            */
static double rave_of(const select_view *v, const tree_walk *w, double value, double *playouts)
{
    double mean = 0, usual;
    bool linked = atomic_load_explicit(&w->child->linked, memory_order_relaxed);
    *playouts = linked ? 0 : tree_sum_get(&w->child->rave, &mean);
    if (*playouts <= 0)
        return 0;
    if (!v->t->reach)
        return 0.5 * mean;
    tree_sum_get(tree_around(v->t, w), &usual);
    return value + v->settings->rave_point * (mean - usual);
}

/* The radius of confidence: UCB1, or with the variance of the results. */
static double radius(const select_settings *s, const arm *a, double log_visits)
{
    double ratio = log_visits / (a->n + 1);
    if (s->ucb == UCB_TUNED) {
        double variance = a->mean * (1 - a->mean) + sqrt(2 * ratio);
        ratio *= variance < 0.25 ? variance : 0.25;
    }
    return s->ucb_c * sqrt(ratio);
}

/* The best of the first *width moves that are not refused; subtracts from *width how many
 * of them are open.                                                           */
static tree_node *best_uct_rave(const select_view *v, int *width)
{
    const select_settings *s = v->settings;
    tree_node *best = NULL;
    double best_score = -INFINITY;
    double visits = node_visits(v->node) + 1.0, log_visits = log(visits), root = sqrt(visits);
    double value = node_value(v->node, v->to_move);
    for (tree_walk w = tree_first(v->t, v->node); w.child && *width > 0; tree_next(v->t, &w)) {
        if (refused(v, w.child))
            continue;
        --*width;
        arm a = arm_of(v, w.child);
        double n_rave, rave = rave_of(v, &w, value, &n_rave);
        double beta = select_rave_weight(s, visits, a.n, n_rave);
        double score = (1 - beta) * (a.n > 0 ? a.mean : value) + beta * rave +
                       radius(s, &a, log_visits) + noise(v) +
                       s->prior_weight * flatter(v, (double)w.child->prior) * root / (1 + a.n);
        if (score > best_score) {
            best = w.child;
            best_score = score;
        }
    }
    return best;
}

static tree_node *select_uct_rave(const select_view *v)
{
    const select_settings *s = v->settings;
    double growth = flatter(v, s->widening_growth);
    int width = s->widening ? select_width(node_visits(v->node), s->widening_start, growth)
                            : v->node->n_edges;
    int open = tree_open(v->t, v->node, width), missing = width;
    tree_node *best = best_uct_rave(v, &missing);
    while (missing > 0 && open < v->node->n_edges) { /* some are refused */
        int more = tree_open(v->t, v->node, open + 1);
        if (more == open) {
            want_more(v, open);
            break;
        }
        open = more;
        missing = width;
        best = best_uct_rave(v, &missing);
    }
    return best;
}

/* ---- puct ---- */

/* Exploration grows with the standard deviation of a network's utilities, relative to the usual
 * one, for which a weight of two speaks from the start.  One evaluation says nothing about it,
 * and the variance is that of a sample, as in KataGo (cpp/search/searchexplorehelpers.cpp):
 * with v the usual variance, w the weight of the node and u its utility, which a decided game
 * brings near the ends of the scale,
 *
 *     variance = (2 v + w var + (u - 1/2)^2) / (w + 1)
 *
 * Playouts always scatter: theirs says nothing.                               */
static double spread_factor(const select_settings *s, const tree_node *node)
{
    const double usual = 0.2, supposed = 2;
    const tree_record *r = node_record(node);
    double weight = node_weight(node), mean = node_utility(node, BLACK);
    if (s->c_puct_spread <= 0 || !r || weight <= 1)
        return 1;
    double found = fmax(record_get(&r->utility_square) - mean * mean, 0);
    double sum = supposed * usual * usual + weight * found + (mean - 0.5) * (mean - 0.5);
    return 1 + s->c_puct_spread * (sqrt(sum / (weight + supposed - 1)) / usual - 1);
}

/* What the tried moves of a node add up to. */
typedef struct tried {
    double weight, prior;
} tried;

/* Moves are tried in the order of their priors.  *untried: the first that is not, nor is being
 * tried if that counts; NULL: all open ones are.                              */
static tried add_up(const select_view *v, tree_node **untried)
{
    tried sum = {0};
    *untried = NULL;
    for (tree_walk w = tree_first(v->t, v->node); w.child; tree_next(v->t, &w)) {
        double weight = node_weight(w.child);
        if (!refused(v, w.child) && with_pending(v, w.child, weight) <= 0) {
            *untried = w.child;
            break;
        }
        sum.weight += weight;
        sum.prior += refused(v, w.child) ? 0 : (double)w.child->prior;
    }
    return sum;
}

static double exploration(const select_view *v, const tried *sum)
{
    const select_settings *s = v->settings;
    double n = s->c_puct_count == PUCT_CHILDREN ? sum->weight + 0.01 : node_weight(v->node) + 1.0;
    double growth = 1 + s->c_puct_log * log((n + s->c_puct_base) / s->c_puct_base);
    return s->c_puct * growth * spread_factor(s, v->node) * sqrt(n);
}

/* First play urgency.  While little of the prior is tried, the average says little about
 * the position, and the network's own value counts instead (KataGo).          */
static double urgency(const select_view *v, const tried *sum)
{
    const select_settings *s = v->settings;
    const tree_record *r = node_record(v->node);
    double value = node_utility(v->node, v->to_move);
    if (r && record_get(&r->own_weight) > 0) {
        double black = record_get(&r->own_utility), own = v->to_move == BLACK ? black : 1 - black;
        double share = pow(fmin(sum->prior, 1), s->fpu_mix);
        value = share * value + (1 - share) * own;
    }
    bool is_root = v->node == tree_root(v->t);
    return value - (is_root ? s->root_fpu_reduction : s->fpu_reduction) * sqrt(sum->prior);
}

/* The best of the tried moves and the likeliest untried one, which beats all other untried
 * ones.  *open_end: there may be untried moves that are not open yet.         */
static tree_node *best_puct(const select_view *v, bool *open_end)
{
    tree_node *best = NULL, *untried;
    double best_score = -INFINITY;
    tried sum = add_up(v, &untried);
    double scale = exploration(v, &sum);
    for (tree_walk w = tree_first(v->t, v->node); w.child != untried; tree_next(v->t, &w)) {
        if (refused(v, w.child))
            continue;
        arm a = arm_of(v, w.child);
        double score = a.mean + noise(v) + scale * flatter(v, (double)w.child->prior) / (1 + a.n);
        if (score > best_score) {
            best = w.child;
            best_score = score;
        }
    }
    *open_end = !untried;
    if (untried && urgency(v, &sum) + noise(v) + scale * flatter(v, (double)untried->prior) >
                       best_score)
        best = untried;
    return best;
}

double select_puct_again(const select_view *v, const tree_node *best, const tree_node *child)
{
    tree_node *untried;
    tried sum = add_up(v, &untried);
    double scale = exploration(v, &sum);
    double score = node_utility(best, v->to_move) +
                   scale * (double)best->prior / (1 + node_weight(best));
    double short_of = score - node_utility(child, v->to_move);
    return short_of > 0 ? fmax(0, scale * (double)child->prior / short_of - 1) : INFINITY;
}

static tree_node *select_puct(const select_view *v)
{
    bool open_end;
    int open = tree_open(v->t, v->node, 1);
    tree_node *best = best_puct(v, &open_end);
    while (open_end && open < v->node->n_edges) {
        int more = tree_open(v->t, v->node, open + 1);
        if (more == open) {
            want_more(v, open);
            break;
        }
        open = more;
        best = best_puct(v, &open_end);
    }
    return best;
}

select_rule *select_rule_by_id(int id)
{
    static select_rule *const rules[] = {
        [RULE_AUTO] = select_uct_rave,
        [RULE_UCT_RAVE] = select_uct_rave,
        [RULE_PUCT] = select_puct,
    };
    return rules[id];
}
