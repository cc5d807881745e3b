/* worker_net.c -- what one thread of a search asks a network. */
#include <math.h>

#include "mcts/search_internal.h"

go_status worker_net_begin(worker *w, go_error *err)
{
    const search *s = w->s;
    int size = s->board.size;
    go_status status = GO_OK;
    if (!s->knowledge.net)
        return GO_OK;
    if (!w->root_position)
        status = nn_position_create(&w->root_position, size, size, &s->game->rules, 0, err);
    if (status == GO_OK && !w->position)
        status = nn_position_create(&w->position, size, size, &s->game->rules, 0, err);
    if (status == GO_OK)
        status = nn_position_of_game(w->root_position, s->game, s->to_move, err);
    if (status == GO_OK) /* dynamic komi in whole points, so that it is no draw by chance */
        w->root_position->komi += round(s->handicap_offset);
    return status;
}

static void fail(worker *w, go_status status, const go_error *err)
{
    search *s = w->s;
#pragma omp critical(search_failure)
    if (s->failure.status == GO_OK) {
        s->failure = *err;
        s->failure.status = status;
    }
    atomic_store(&s->halt, true);
}

/* The root's position and the first n moves of the line. */
static go_status play_line(worker *w, int n, go_error *err)
{
    go_status status = nn_position_copy(w->position, w->root_position, err);
    for (int i = 0; i < n && status == GO_OK; i++)
        status = nn_position_play(w->position, (colour)w->moves[i].colour, w->moves[i].at, err);
    return status;
}

bool worker_net_ask(worker *w, int n)
{
    search *s = w->s;
    go_error err = {GO_OK, ""};
    bool average = !n && s->settings.evaluate.net.root_average;
    go_status status = play_line(w, n, &err);
    if (status == GO_OK)
        status = network_evaluate(s->knowledge.net, w->position,
                             average ? SYMMETRY_AVERAGE : s->settings.evaluate.net.symmetry,
                             (uint64_t)s->settings.seed, &w->answer, &err);
    if (status != GO_OK)
        fail(w, status, &err);
    if (status == GO_OK && !n && w == s->workers[0]) { /* whose thread looks at it, too */
        s->root_answer = w->answer;
        s->root_answered = true;
    }
    return status == GO_OK;
}

/* ---- reading the answer ---- */

static double black_share(double own, colour to_move)
{
    return to_move == BLACK ? own : -own;
}

net_opinion worker_net_opinion(const worker *w)
{
    const nn_result *r = &w->answer;
    colour c = w->position->to_move;
    double lead = r->has_score ? black_share(r->lead, c) : 0;
    return (net_opinion){.known = true,
                         .value = 0.5 + 0.5 * black_share(r->value, c),
                         .has_lead = r->has_score,
                         .lead = lead + round(w->s->handicap_offset)};
}

void worker_net_prior(worker *w)
{
    int area = w->s->board.size * w->s->board.size;
    memcpy(w->prior, w->answer.policy, (size_t)(area + 1) * sizeof *w->prior);
}

void worker_net_count(worker *w)
{
    const nn_result *r = &w->answer;
    worker_sums *sums = &w->sums;
    colour c = w->position->to_move;
    int area = w->s->board.size * w->s->board.size;
    double stdev = nn_result_score_stdev(r);
    tally_add(&sums->answers, 1);
    sum_add(&sums->net_variance, stdev * stdev);
    for (int i = 0; i < area && r->has_ownership; i++)
        sum_add(&sums->net_owns[i], black_share(r->ownership[i], c));
    if (w->owners && w->depth && r->has_ownership)
        move_owners_add_net(w->owners, board_index(&w->board, w->moves[0].at), r->ownership,
                            black_share(1, c));
}

/* ---- the end of a game by agreement ---- */

/* The mean ownership of a chain, from black's view. */
static double chain_owner(const worker *w, point p)
{
    const board *b = &w->board;
    double sum = 0;
    int n = 0;
    point s = p;
    do {
        sum += black_share(w->answer.ownership[board_index(b, s)], w->position->to_move);
        n++;
        s = b->link[s];
    } while (s != p);
    return sum / n;
}

void worker_net_dead(const worker *w, bool dead[BOARD_MAX_POINTS])
{
    const board *b = &w->board;
    memset(dead, 0, BOARD_MAX_POINTS * sizeof *dead);
    if (!w->answer.has_ownership)
        return;
    for (point p = 0; p < b->n_points; p++) {
        if (b->at[p] != BLACK && b->at[p] != WHITE)
            continue;
        double owner = chain_owner(w, p);
        dead[p] = b->at[p] == BLACK ? owner < 0 : owner > 0;
    }
}

/* ---- the network alone ---- */

go_status search_evaluate_network(search *s, const game *g, colour to_move, int symmetry,
                             nn_result *out, go_error *err)
{
    nn_position *p = NULL;
    if (!evaluate_settings_need_net(&s->settings.evaluate))
        return go_fail(err, GO_EUNSUPPORTED, "there is no network: name its file by the setting "
                       "net");
    go_status status = search_prepare(s, g->board.size, err);
    if (status == GO_OK)
        status = nn_position_create(&p, g->board.size, g->board.size, &g->rules, g->komi, err);
    if (status == GO_OK)
        status = nn_position_of_game(p, g, to_move, err);
    if (status == GO_OK)
        status = network_evaluate_shown(s->knowledge.net, p, symmetry, out, err);
    nn_position_destroy(p);
    return status;
}
