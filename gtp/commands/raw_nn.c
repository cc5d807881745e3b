/* raw_nn.c -- `kata-raw-nn` and `kata-raw-human-nn`: a network's prediction without search, in
 * KataGo's format, from white's view.                                         */
#include <string.h>

#include "board/symmetry.h"
#include "gtp/commands/command.h"
#include "gtp/text/args.h"

/* A question to one of the networks. */
typedef struct raw_question {
    colour c;
    int first, last; /* symmetries */
    double optimism;
    bool human;
} raw_question;

static go_status ask(gtp_engine *e, const raw_question *q, int symmetry, nn_result *r, go_error *err)
{
    if (q->human)
        return human_net_evaluate(e->human, e->game, q->c, e->human_profile, symmetry, r, err);
    go_status status = search_evaluate_network(e->search, e->game, q->c, symmetry, q->optimism, r,
                                               err);
    notice_tell(&e->people, e->search);
    return status;
}

/* A human-style network has learned how games ended, not how much komi would make them even. */
static void write_scores(const nn_result *r, double sign, bool human, FILE *out)
{
    if (human)
        fprintf(out, "whiteScore %.3f\nwhiteScoreSq %.3f\n", sign * r->score, r->score_sq);
    else
        fprintf(out, "whiteLead %.3f\nwhiteScoreSelfplay %.3f\nwhiteScoreSelfplaySq %.3f\n"
                "varTimeLeft %.3f\n", sign * r->lead, sign * r->score, r->score_sq,
                r->time_variance);
    fprintf(out, "shorttermWinlossError %.3f\nshorttermScoreError %.3f\n", r->value_error,
            r->score_error);
}

/* KataGo's bit 0 mirrors the rows and its bit 1 the columns, the reverse of
 * board/symmetry.h.                                                           */
static go_status write_raw(gtp_engine *e, const raw_question *q, int symmetry, FILE *out,
                           go_error *err)
{
    nn_result r;
    const board *b = &e->game->board;
    int size = b->size;
    bool is_white = q->c == WHITE;
    double sign = is_white ? 1 : -1;
    GO_TRY(ask(e, q, symmetry_swap_mirrors(symmetry), &r, err));
    fprintf(out, "symmetry %d\nwhiteWin %.6f\nwhiteLoss %.6f\nnoResult %.6f\n", symmetry,
            is_white ? r.win : r.loss, is_white ? r.loss : r.win, r.no_result);
    write_scores(&r, sign, q->human, out);
    fputs("policy\n", out);
    for (int i = 0; i < size * size; i++) {
        if (b->at[board_point_at(size, i)] == EMPTY && r.policy[i] > 0)
            fprintf(out, "%8.6f ", (double)r.policy[i]);
        else
            fputs("    NAN ", out);
        if (i % size == size - 1)
            fputc('\n', out);
    }
    fprintf(out, "policyPass %8.6f \n", (double)r.policy[size * size]);
    if (!r.has_ownership)
        return GO_OK;
    fputs("whiteOwnership\n", out);
    for (int i = 0; i < size * size; i++)
        fprintf(out, "%9.7f %s", sign * (double)r.ownership[i], i % size == size - 1 ? "\n" : "");
    return GO_OK;
}

/* [COLOUR] [SYMMETRY|all] and, for the network of the search, [OPTIMISM]. */
static go_status read_question(const gtp_engine *e, const gtp_request *r, raw_question *q,
                               go_error *err)
{
    int at = r->n > 0 && gtp_arg_colour(r->arg[0], &q->c) ? 1 : 0;
    const char *which = r->n > at ? r->arg[at] : "0";
    bool all = strcmp(which, "all") == 0;
    if (!all && (strlen(which) != 1 || which[0] < '0' || which[0] >= '0' + N_SYMMETRIES))
        return gtp_syntax(err, "a symmetry of 0 to 7, or all", which);
    if (!at)
        q->c = e->game->to_move;
    q->first = all ? 0 : which[0] - '0';
    q->last = all ? N_SYMMETRIES - 1 : q->first;
    q->optimism = e->now.evaluate.net.root_optimism;
    if (!q->human && r->n > at + 1 &&
        (!gtp_arg_real(r->arg[at + 1], &q->optimism) || q->optimism < 0 || q->optimism > 1))
        return gtp_syntax(err, "a share of the optimistic policy from 0 to 1", r->arg[at + 1]);
    return GO_OK;
}

static go_status write_all(gtp_engine *e, const raw_question *q, FILE *out, go_error *err)
{
    for (int i = q->first; i <= q->last; i++)
        GO_TRY(write_raw(e, q, i, out, err));
    return GO_OK;
}

static go_status cmd_raw_nn(GTP_ARGS)
{
    raw_question q = {.human = false};
    GO_TRY(read_question(e, r, &q, err));
    return write_all(e, &q, out, err);
}

static go_status cmd_raw_human_nn(GTP_ARGS)
{
    raw_question q = {.human = true};
    GO_TRY(read_question(e, r, &q, err));
    if (!e->human)
        return go_fail(err, GO_EUNSUPPORTED,
                       "no human-style network; start with -human-model FILE");
    if (human_net_imitates(e->human) && !e->human_profile[0])
        return go_fail(err, GO_EUNSUPPORTED,
                       "no profile to imitate; set humanSLProfile, for example to rank_5k");
    return write_all(e, &q, out, err);
}

const gtp_command gtp_network_commands[] = {
    {"kata-raw-nn", cmd_raw_nn, 0, "[COLOUR] [SYMMETRY|all] [OPTIMISM]"},
    {"kata-raw-human-nn", cmd_raw_human_nn, 0, "[COLOUR] [SYMMETRY|all]"},
    {0}};
