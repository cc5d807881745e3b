#include "mcts/decide.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcts/exact_end.h"
#include "mcts/idle_move.h"
#include "mcts/outcome.h"

/* ---- the order of choice ---- */

/* By Student's t: with few visits the deviation is itself uncertain. */
static double lcb_of_sums(const search_root *root, const tree_node *child)
{
    double n = node_visits(child);
    if (n < 2)
        return -INFINITY;
    double black = node_utility(child, BLACK), sample = node_sample(child);
    /* as if one more win and one more loss had been seen, so that nothing is certain */
    double variance = fmax(node_squares(child) / n - black * black, 0) * n / (n - 1) + 0.25 / n;
    double t = gsl_cdf_tdist_Qinv(1 - root->settings->choice.lcb_confidence, n - 1);
    return node_utility(child, root->position.to_move) - t * sqrt(variance / sample);
}

/* By five standard deviations of a mean of n evaluations, as many as the weights tell as much
 * as.  The largest variance that utilities can have counts beside that found, like n^-2 more
 * evaluations, so that a bound makes sense from the first visit on (KataGo,
 * Search::getSelfUtilityLCBAndRadius).                                        */
static double lcb_of_means(const search_root *root, const tree_node *child)
{
    const utility_settings *u = &root->settings->average.utility;
    double most = 0.5 * (1 + u->score + u->score_change), n = node_sample(child);
    double share = 1 / (n * n * n); /* of the child's weight */
    double black = node_utility(child, BLACK);
    double variance = fmax(record_get(&node_record(child)->utility_square) - black * black, 0) +
                      most * most * share / (1 + share);
    double sample = (1 + share) * (1 + share) / (1 / n + share * share);
    return node_utility(child, root->position.to_move) - 5 * sqrt(variance / sample);
}

double order_lcb(const search_root *root, const tree_node *child)
{
    return root->averages ? lcb_of_means(root, child) : lcb_of_sums(root, child);
}

typedef struct ranked {
    tree_node *child;
    double key[3]; /* larger first: proven or not, the bound, visits */
} ranked;

static int by_rank(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? 1 : -1;
    return (x->child > y->child) - (x->child < y->child);
}

/* Moves with at least this share of the most visits are ranked by their bound; the others
 * follow, ranked by visits.  Moves proven to win are before all others, those proven to lose
 * behind.                                                                     */
static const double enough_visits = 0.15;

/* The visited moves that are neither refused nor banned, ranked by visits, or by the weight of
 * their visits where values are means.                                         */
static int list_moves(const search_root *root, ranked *list)
{
    int n = 0;
    colour c = root->position.to_move;
    for (tree_walk w = tree_first(root->tree, tree_root(root->tree)); w.child;
         tree_next(root->tree, &w)) {
        if (!node_visits(w.child) || root->refused[w.child->move] || node_has(w.child, NODE_BANNED))
            continue;
        colour winner = node_winner(w.child);
        double proof = winner == c ? 1 : winner == EMPTY ? 0 : -1;
        double weight = root->averages ? node_weight(w.child) : node_visits(w.child);
        list[n++] = (ranked){w.child, {proof, -INFINITY, weight}};
    }
    return n;
}

/* The move that most was searched for.  Where weights differ, the last visit counts for nothing
 * and the prior a little, so that it is the same move from visit to visit (KataGo). */
static const ranked *find_main(const search_root *root, const ranked *list, int n)
{
    const ranked *best = list;
    double most = -INFINITY;
    for (const ranked *r = list; r < list + n; r++) {
        double visits = node_visits(r->child), good = r->key[2];
        if (root->averages)
            good = good * (visits - 1) / visits + 2 * (double)r->child->prior;
        if (good > most) {
            most = good;
            best = r;
        }
    }
    return best;
}

/* Puct visits moves that turn out to be bad: visits that it would not give them again, seeing
 * what it sees now, do not count in the choice (KataGo).  `best` keeps all of its own. */
static void cut_visits(const search_root *root, ranked *list, int n, const ranked *best)
{
    select_view view = {&root->settings->select, root->tree, tree_root(root->tree),
                        root->position.to_move, root->refused, true, NULL, 0, NULL};
    for (ranked *r = list; r < list + n; r++)
        if (r != best)
            r->key[2] = fmin(r->key[2], ceil(select_puct_again(&view, best->child, r->child)));
}

static void rank_by_gumbel(const search_root *root, ranked *list, int n)
{
    const tree_node *node = tree_root(root->tree);
    uint32_t most = 0;
    for (int i = 0; i < n; i++)
        most = node_visits(list[i].child) > most ? node_visits(list[i].child) : most;
    for (ranked *r = list; r < list + n; r++) {
        r->key[1] = node_visits(r->child);
        r->key[2] = gumbel_score(root->gumbel, node, r->child, root->position.to_move, most);
    }
}

/* A bound of sums needs ten visits to say something. */
static void rank_by_bound(const search_root *root, ranked *list, int n, const ranked *best)
{
    double enough = enough_visits * best->key[2];
    for (ranked *r = list; r < list + n; r++)
        if (r->key[2] > 0 && r->key[2] >= enough && (root->averages || r->key[2] >= 10))
            r->key[1] = order_lcb(root, r->child);
}

int order_of_choice(const search_root *root, tree_node **out)
{
    ranked list[SEARCH_MAX_MOVES];
    const choice_settings *o = &root->settings->choice;
    int n = list_moves(root, list);
    const ranked *best = find_main(root, list, n);
    if (root->gumbel)
        rank_by_gumbel(root, list, n);
    else if (root->settings->select.rule == RULE_PUCT && o->retrospect && n)
        cut_visits(root, list, n, best);
    if (o->lcb && !root->gumbel && n)
        rank_by_bound(root, list, n, best);
    qsort(list, (size_t)n, sizeof *list, by_rank);
    for (int i = 0; i < n; i++)
        out[i] = list[i].child;
    return n;
}

bool order_is_decided(const search_root *root, double left)
{
    tree_node *order[SEARCH_MAX_MOVES];
    int n = order_of_choice(root, order);
    if (!n)
        return false;
    if (tree_root(root->tree)->n_edges == 1)
        return true;
    uint32_t best = node_visits(order[0]), second = 0;
    for (int i = 1; i < n; i++)
        if (node_visits(order[i]) > second)
            second = node_visits(order[i]);
    return best > second && (double)(best - second) > left;
}

bool order_is_unclear(const search_root *root)
{
    tree_node *order[SEARCH_MAX_MOVES];
    int n = order_of_choice(root, order);
    for (int i = 1; i < n; i++)
        if (10.0 * node_visits(order[i]) > 7.0 * node_visits(order[0]))
            return true;
    return false;
}

/* ---- the move ---- */

/* Draws by visits to the power 1 / temperature.  A pass or a move that is proven to lose is
 * never drawn by chance, only played if it is the best.                       */
static const tree_node *draw(tree_node *const *order, int n, colour c, double temperature,
                             rng *random)
{
    double weight[SEARCH_MAX_MOVES], total = 0, most = 1;
    for (int i = 0; i < n; i++)
        most = fmax(most, node_visits(order[i]));
    for (int i = 0; i < n; i++) {
        weight[i] = pow(node_visits(order[i]) / most, 1 / temperature);
        bool loses = node_winner(order[i]) == opponent(c);
        if (i && (order[i]->move == PASS || loses))
            weight[i] = 0;
        total += weight[i];
    }
    double left = rng_double(random) * total;
    for (int i = 0; i < n; i++) {
        left -= weight[i];
        if (left < 0)
            return order[i];
    }
    return order[0];
}

/* Who sees little does not know that all is lost, and plays on: a single playout is won or lost. */
static bool knows_enough(const search_root *root)
{
    enum { ENOUGH = 100 }; /* visits */
    const bool sees_little =
        root->limits.candidates.n > 0 || root->settings->evaluate.evaluator == EVALUATOR_ROLLOUT;
    return !sees_little || node_visits(tree_root(root->tree)) >= ENOUGH;
}

/* Moves that are not in the game any more, as after an undo, do not count, and one that is asked for
 * again counts once.                                                          */
static void count_hopeless(hopeless_row *row, const game *g, bool hopeless)
{
    while (row->n && (row->move[row->n - 1].steps >= g->n_steps ||
                      !position_set_count(&g->seen, row->move[row->n - 1].position)))
        row->n--;
    if (!hopeless) {
        row->n = 0;
        return;
    }
    if (row->n == MOST_RESIGN_MOVES)
        memmove(row->move, row->move + 1, (size_t)--row->n * sizeof *row->move);
    row->move[row->n].steps = g->n_steps;
    row->move[row->n].position = game_situation(g, g->board.hash, g->to_move);
    row->n++;
}

/* `winrate` and `lead` of the side to move. */
static bool should_resign(decider *d, const search_root *root, double winrate, double lead)
{
    const choice_settings *o = &root->settings->choice;
    const root_position *p = &root->position;
    hopeless_row *row = &d->hopeless[p->to_move];
    count_hopeless(row, p->game, winrate < o->resign_threshold && -lead >= o->resign_lead);
    /* not in the opening, and even later with handicap: white starts far behind and
     * waits for mistakes                                                      */
    double area = p->board.size * p->board.size;
    double from = 0.2 * area + (p->game->handicap > 1 ? 0.3 * area : 0);
    return row->n >= o->resign_moves && o->resign &&
           (double)p->game->n_steps >= from;
}

/* Confidence of the estimate that is enough to end the game. */
static const double sure = 0.8;

/* The result if the game ended now, which is estimated once for a decision, when it is asked for. */
typedef struct foresight {
    const decider *d;
    const search_root *root;
    double planned; /* seconds given to the move; 0: no time limit */
    bool asked, known;
    pass_outlook outlook; /* if known */
} foresight;

/* The evaluations that the network may spend on it: a quarter of what the search has cost, and of
 * the time, if there is a limit.                                              */
static int affordable(const foresight *f)
{
    const double visits = node_visits(tree_root(f->root->tree)), one = f->d->evaluation_seconds;
    const bool timed = f->planned > 0 && one > 0;
    return (int)fmin(0.25 * visits, timed ? 0.25 * f->planned / one : INFINITY);
}

/* False: it cannot be estimated. */
static bool estimate(const foresight *f, pass_outlook *out)
{
    const decider *d = f->d;
    const search_root *root = f->root;
    final_status *status = malloc(sizeof *status);
    if (status && root->position.exact_ends) { /* dead stones stay on the board */
        final_status_as_it_stands(status, root->position.game);
        *out = final_status_pass(status, root->position.to_move);
        free(status);
        return true;
    }
    /* as long as it takes, or under a clock a share of the move's time, since every move
     * of an endgame may need it                                               */
    double seconds = f->planned > 0 ? fmax(0.01, fmin(0.2, 0.25 * f->planned)) : 0;
    final_status_options options = {.seconds = seconds, .seed = root->position.seed};
    bool known = status && d->ending &&
                 outcome_find(status, root->position.game, d->ending, d->net, affordable(f),
                              &options, NULL) == GO_OK;
    if (known)
        *out = final_status_pass(status, root->position.to_move);
    free(status);
    return known;
}

/* NULL: it cannot be estimated. */
static const pass_outlook *foresee(foresight *f)
{
    if (!f->asked)
        f->known = estimate(f, &f->outlook);
    f->asked = true;
    return f->known ? &f->outlook : NULL;
}

/* After the opponent's pass, ours ends the game: it is right exactly if we then win
 * (*over).  Otherwise a pass waits while something is unclear and another move loses
 * nothing.                                                                    */
static const tree_node *consider_passing(foresight *f, tree_node *const *order, int n,
                                         const tree_node *best, bool *over)
{
    const search_root *root = f->root;
    int passes_before = root->position.game->n_passes;
    bool passes = !best || best->move == PASS;
    *over = false;
    if (!root->may_pass || (!passes && !passes_before))
        return best;
    const pass_outlook *o = foresee(f);
    if (!o)
        return best;
    const bool exact = root->position.exact_ends;
    const bool wins =
        exact ? o->as_is > 0 : o->agreed > 0 && (o->as_is > 0 || o->confidence >= sure);
    *over = passes_before && wins;
    if (*over)
        return NULL;
    assert(best || !n);
    int first = 0; /* the best move that is not a pass */
    while (first < n && order[first]->move == PASS)
        first++;
    if (!passes || first == n)
        return best;
    const tree_node *play = order[first];
    colour c = root->position.to_move;
    const double value = node_value(play, c), loss = node_value(best ? best : play, c) - value;
    const bool unclear = exact ? o->as_is <= 0 : o->confidence < sure;
    /* the search counts the end by what it expects of the stones; the count is more careful */
    const bool ends_badly = passes_before && (exact ? o->as_is : o->agreed) <= 0 && value > 0.5;
    return ((unclear && loss < 0.02) || ends_badly) && node_visits(play) > 1 ? play : best;
}

/* In a game that is won, a move that gains nothing costs a point under territory scoring: a pass is
 * better, though the other side may go on.  A rank has left out such moves before. */
static bool rather_passes(foresight *f, tree_node *const *order, int n, const tree_node *best)
{
    const search_root *root = f->root;
    const double won = 0.9;   /* surely enough to spend time on it, */
    const double haste = 0.2; /* which are some hundredths of a second on 19x19 */
    const bool hurried = f->planned > 0 && f->planned < haste;
    if (!best || hurried || !root->may_pass || root->position.game->n_passes ||
        root->limits.candidates.n > 0 || node_value(best, root->position.to_move) < won ||
        !idle_move_costs(root, f->d->ending, order, n, best))
        return false;
    const pass_outlook *o = foresee(f);
    return o && o->agreed > 0 && o->confidence >= sure;
}

/* ---- the exact end ---- */

static double exact_seconds(double planned)
{
    return planned > 0 ? fmin(1, 0.2 * planned) : INFINITY;
}

/* With the value known, a pass is right where dead stones come off by agreement if that gives
 * the value already and the other side, moving first, can gain nothing, or has passed and nobody
 * can doubt what is dead; otherwise the best move is.  True: *at is what to play.
 *   *left  as of exact_end_find                                               */
static bool end_exactly(foresight *f, double *left, const exact_end *e, point *at)
{
    const search_root *root = f->root;
    const root_position *p = &root->position;
    *at = e->best;
    if (!p->exact_ends) {
        const pass_outlook *o = foresee(f);
        const bool clear = o && p->game->n_passes && o->confidence >= sure;
        const bool agreed =
            o && fabs(o->agreed - e->lead) < 0.25 && (clear || exact_end_can_wait(root, left, e));
        if (!agreed && *at == PASS) /* dead stones that the solver would have the other side take */
            return false;
        *at = agreed ? (point)PASS : *at;
    }
    return !root->refused[*at];
}

/* Replaces the decision by the exact one if the value is found within the limits. */
static bool solve_ending(foresight *f, search_decision *out)
{
    exact_end e;
    point at;
    double left = exact_seconds(f->planned);
    if (!exact_end_find(f->root, &left, &e) || !end_exactly(f, &left, &e, &at))
        return false;
    *out = (search_decision){.at = at,
                             .winrate = e.lead > 0 ? 1 : e.lead < 0 ? 0 : 0.5,
                             .lead = e.lead};
    return true;
}

/* The value of a node for c: a proven win is one, whatever few visits have seen before. */
static double certain_value(const tree_node *node, colour c)
{
    return node_winner(node) == c ? 1 : node_value(node, c);
}

static double lead_at(const decider *d, const tree_node *node, colour c)
{
    return node_lead(node, c) + colour_sign(c) * d->missing;
}

void decide_move(decider *d, const search_root *root, rng *random, double planned,
                 search_decision *out)
{
    bool over;
    tree_node *order[SEARCH_MAX_MOVES];
    const tree_node *node = tree_root(root->tree);
    const colour c = root->position.to_move;
    if (root->by_book) {
        *out = (search_decision){.at = root->book_move,
                                 .winrate = node_value(node, c),
                                 .lead = lead_at(d, node, c)};
        return;
    }
    const int n = order_of_choice(root, order);
    const choice_settings *o = &root->settings->choice;
    double temperature = o->temperature;
    if (o->temperature_moves > 0)
        temperature *= pow(0.5, (double)root->position.game->n_steps / o->temperature_moves);
    const tree_node *best = n < 1                ? NULL
                            : temperature > 0.01 ? draw(order, n, c, temperature, random)
                                                 : order[0];
    foresight f = {.d = d, .root = root, .planned = planned};
    best = consider_passing(&f, order, n, best, &over);
    if (rather_passes(&f, order, n, best))
        best = NULL;
    *out = (search_decision){.at = best ? best->move : (point)PASS,
                             .winrate = certain_value(best ? best : node, c),
                             .lead = lead_at(d, best ? best : node, c)};
    bool solved = temperature <= 0.01 && root->limits.candidates.n <= 0 &&
                  solve_ending(&f, out);
    /* resigning depends on the best move, not on the one drawn */
    const tree_node *judged = n ? order[0] : node;
    const double winrate = solved ? out->winrate : certain_value(judged, c);
    const double lead = solved ? out->lead : lead_at(d, judged, c);
    const bool certain = solved || node_winner(judged) != EMPTY;
    out->resign = (certain || knows_enough(root)) && should_resign(d, root, winrate, lead) && !over;
}
