#include <math.h>
#include <stdlib.h>

#include "mcts/evaluate/parts.h"

typedef struct network_state {
    network *net;
    const evaluate_settings *settings;
    nn_position *root, *leaf;        /* as the network sees them; NULL: no search yet */
    nn_result answer;                /* on `leaf` */
    float ownership[BOARD_MAX_AREA]; /* by the answer: 1 black's */
} network_state;

static void destroy(void *state)
{
    network_state *n = state;
    if (!n)
        return;
    nn_position_destroy(n->root);
    nn_position_destroy(n->leaf);
    free(n);
}

static go_status create(void **state, const knowledge *k, const evaluate_settings *settings,
                        go_error *err)
{
    network_state *n = calloc(1, sizeof *n);
    *state = n;
    if (!n)
        return go_fail(err, GO_ENOMEM, "out of memory for the answers of a network");
    n->net = k->net;
    n->settings = settings;
    return GO_OK;
}

static void enter(void *state) { network_enter(((network_state *)state)->net); }
static void leave(void *state) { network_leave(((network_state *)state)->net); }

static go_status begin(void *state, const root_position *root, go_error *err)
{
    network_state *n = state;
    int size = root->board.size;
    go_status status = GO_OK;
    if (!n->root)
        status = nn_position_create(&n->root, size, size, &root->game->rules, 0, err);
    if (status == GO_OK && !n->leaf)
        status = nn_position_create(&n->leaf, size, size, &root->game->rules, 0, err);
    if (status == GO_OK)
        status = nn_position_of_game(n->root, root->game, root->to_move, err);
    if (status == GO_OK) /* dynamic komi in whole points, so that it is no draw by chance */
        n->root->komi += round(root->dynamic_komi);
    return status;
}

/* Evaluates the position after the first `depth` moves of the line. */
static go_status ask(network_state *n, const line *at, int depth, go_error *err)
{
    go_status status = nn_position_copy(n->leaf, n->root, err);
    for (int i = 0; i < depth && status == GO_OK; i++)
        status = nn_position_play(n->leaf, (colour)at->move[i].colour, at->move[i].at, err);
    if (status != GO_OK)
        return status;
    bool average = !depth && n->settings->net.root_average;
    return network_evaluate(n->net, n->leaf,
                            average ? SYMMETRY_AVERAGE : n->settings->net.symmetry,
                            at->root->seed, &n->answer, err);
}

static void tell_prior(const network_state *n, leaf_value *out)
{
    out->raw = &n->answer;
    out->prior = n->answer.policy;
    out->prior_knows_pass = true;
}

static go_status prior(void *state, const line *at, leaf_value *out, go_error *err)
{
    go_status status = ask(state, at, at->depth, err);
    if (status == GO_OK)
        tell_prior(state, out);
    return status;
}

/* The chains that on the mean belong to the other side; none if nobody knows. */
static void find_dead(const network_state *n, const board *b, bool dead[BOARD_MAX_POINTS])
{
    memset(dead, 0, BOARD_MAX_POINTS * sizeof *dead);
    for (point p = 0; p < b->n_points && n->answer.has_ownership; p++) {
        if (b->at[p] != BLACK && b->at[p] != WHITE)
            continue;
        double owner = 0;
        point s = p;
        do {
            owner += (double)n->ownership[board_index(b, s)];
            s = b->link[s];
        } while (s != p);
        dead[p] = b->at[p] == BLACK ? owner < 0 : owner > 0;
    }
}

/* Where two passes have ended the game the network says, by the position before the
 * second one, which stones are dead.                                          */
static go_status value(void *state, const line *at, rng *random, leaf_value *out, go_error *err)
{
    (void)random;
    network_state *n = state;
    const nn_result *r = &n->answer;
    double komi = at->root->dynamic_komi;
    int area = at->board.size * at->board.size;
    bool over = line_is_over(at);
    go_status status = ask(n, at, over ? at->depth - 1 : at->depth, err);
    if (status != GO_OK)
        return status;
    double sign = n->leaf->to_move == BLACK ? 1 : -1;
    for (int i = 0; i < area && r->has_ownership; i++)
        n->ownership[i] = (float)sign * r->ownership[i];
    double win = 0.5 + 0.5 * sign * r->value;
    out->lead = (r->has_score ? sign * r->lead : 0) + round(komi);
    out->has_lead = r->has_score;
    if (over) {
        bool dead[BOARD_MAX_POINTS];
        find_dead(n, &at->board, dead);
        out->lead = line_lead(at, dead);
        out->has_lead = true;
        win = leaf_win(out->lead - komi);
    } else {
        tell_prior(n, out);
    }
    out->value = leaf_weigh(win, out->lead - komi, out->has_lead ? n->settings->score_weight : 0,
                            area);
    out->predicted = true;
    out->lead_stdev = nn_result_score_stdev(r);
    out->ownership = r->has_ownership ? n->ownership : NULL;
    return GO_OK;
}

const evaluator_part part_network = {.predicts = true,
                                     .tells_all = true,
                                     .slow = true,
                                     .create = create,
                                     .destroy = destroy,
                                     .begin = begin,
                                     .enter = enter,
                                     .leave = leave,
                                     .prior = prior,
                                     .value = value};
