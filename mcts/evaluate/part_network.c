#include <math.h>

#include "mcts/evaluate/parts.h"

typedef struct network_state {
    network *net;
    const evaluate_settings *settings;
    nn_position *root, *leaf;        /* as the network sees them; NULL before any search */
    colour doubled;                  /* who has the playout doubling advantage */
    nn_ladder_memo *memo;
    nn_result answer;                /* for `leaf` */
    float ownership[BOARD_MAX_AREA]; /* from the answer; 1: black's, -1: white's */
    float prior[BOARD_MAX_AREA + 1]; /* its policy at the policy temperature, if that is not 1 */
} network_state;

static void destroy(void *state)
{
    network_state *n = state;
    nn_position_destroy(n->root);
    nn_position_destroy(n->leaf);
    nn_ladder_memo_destroy(n->memo);
}

static go_status create(void *state, const knowledge *k, const evaluate_settings *settings,
                        go_error *err)
{
    network_state *n = state;
    n->net = k->net;
    n->settings = settings;
    return nn_ladder_memo_create(&n->memo, err);
}

static void enter(void *state) { network_enter(((network_state *)state)->net); }
static void leave(void *state) { network_leave(((network_state *)state)->net); }

static go_status begin(void *state, const root_position *root, go_error *err)
{
    network_state *n = state;
    int size = root->board.size;
    if (!n->root)
        GO_TRY(nn_position_create(&n->root, size, size, &root->game->rules, 0, err));
    if (!n->leaf)
        GO_TRY(nn_position_create(&n->leaf, size, size, &root->game->rules, 0, err));
    GO_TRY(nn_position_of_game(n->root, root->game, root->to_move, err));
    n->doubled = n->settings->net.doubling_side == DOUBLING_MOVER   ? root->to_move
                 : n->settings->net.doubling_side == DOUBLING_BLACK ? BLACK
                                                                    : WHITE;
    /* whole points of dynamic komi, so that no draws arise by accident */
    n->root->komi += round(root->dynamic_komi);
    return GO_OK;
}

/* Evaluates the position after the first `depth` moves of the line. */
static go_status ask(network_state *n, const line *at, int depth, go_error *err)
{
    GO_TRY(nn_position_copy(n->leaf, n->root, err));
    for (int i = 0; i < depth; i++)
        GO_TRY(nn_position_play(n->leaf, (colour)at->move[i].colour, at->move[i].at, err));
    nn_position_find_bans(n->leaf);
    const network_settings *s = &n->settings->net;
    bool average = !depth && s->root_average;
    network_question how = {.symmetry = average ? SYMMETRY_AVERAGE : s->symmetry,
                            .seed = at->root->seed,
                            .optimism = depth ? s->optimism : s->root_optimism,
                            .doubling = n->leaf->to_move == n->doubled ? s->doubling : -s->doubling,
                            .memo = n->memo};
    return network_evaluate(n->net, n->leaf, &how, &n->answer, err);
}

/* The policy to the power 1 / temperature. */
static void temper(network_state *n, double temperature)
{
    const int moves = n->root->width * n->root->height + 1;
    float sum = 0;
    for (int i = 0; i < moves; i++) {
        n->prior[i] = powf(n->answer.policy[i], (float)(1 / temperature));
        sum += n->prior[i];
    }
    for (int i = 0; i < moves; i++)
        n->prior[i] /= sum;
}

static void set_prior(network_state *n, leaf_value *out)
{
    const double temperature = n->settings->net.policy_temperature;
    out->raw = &n->answer;
    out->prior = n->answer.policy;
    out->prior_knows_pass = true;
    if (temperature != 1) {
        temper(n, temperature);
        out->prior = n->prior;
    }
}

static go_status prior(void *state, const line *at, bool some, leaf_value *out, go_error *err)
{
    (void)some;
    GO_TRY(ask(state, at, at->depth, err));
    set_prior(state, out);
    return GO_OK;
}

/* The chains whose points belong to the opponent on average; none without ownership. */
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

/* After two passes, which end the game, the network's answer for the position before the
 * second one tells which stones are dead.                                     */
static go_status value(void *state, const line *at, rng *random, leaf_value *out, go_error *err)
{
    (void)random;
    network_state *n = state;
    const nn_result *r = &n->answer;
    double komi = at->root->dynamic_komi;
    int area = at->board.size * at->board.size;
    bool over = line_is_over(at);
    GO_TRY(ask(n, at, over ? at->depth - 1 : at->depth, err));
    double sign = n->leaf->to_move == BLACK ? 1 : -1;
    for (int i = 0; i < area && r->has_ownership; i++)
        n->ownership[i] = (float)sign * r->ownership[i];
    double win = 0.5 + 0.5 * sign * r->value;
    out->lead = r->has_score ? sign * r->lead + round(komi) : 0;
    out->has_lead = r->has_score;
    out->score = r->has_score ? sign * r->score + round(komi) : 0;
    out->lead_stdev = nn_result_score_stdev(r);
    out->value_error = r->value_error;
    out->score_error = r->score_error;
    if (over) {
        bool dead[BOARD_MAX_POINTS];
        find_dead(n, &at->board, dead);
        out->lead = out->score = line_lead(at, dead);
        out->lead_stdev = out->value_error = out->score_error = 0;
        out->has_lead = true;
        win = leaf_win(out->lead - komi);
    } else {
        set_prior(n, out);
    }
    out->win = win;
    out->value = leaf_weigh(win, out->lead - komi, out->has_lead ? n->settings->score_weight : 0,
                            area);
    out->predicted = true;
    out->ownership = r->has_ownership ? n->ownership : NULL;
    return GO_OK;
}

const evaluator_part part_network = {.predicts = true,
                                     .slow = true,
                                     .state_size = sizeof(network_state),
                                     .create = create,
                                     .destroy = destroy,
                                     .begin = begin,
                                     .enter = enter,
                                     .leave = leave,
                                     .prior = prior,
                                     .value = value};
