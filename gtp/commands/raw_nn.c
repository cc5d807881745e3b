/* raw_nn.c -- `kata-raw-nn`: the network's prediction without search, in KataGo's format,
 * from white's view.                                                          */
#include <string.h>

#include "board/symmetry.h"
#include "gtp/commands/command.h"
#include "gtp/text/args.h"

/* KataGo's bit 0 mirrors the rows and its bit 1 the columns, the reverse of
 * board/symmetry.h.                                                           */
static go_status write_raw(gtp_engine *e, int symmetry, FILE *out, go_error *err)
{
    nn_result r;
    const board *b = &e->game->board;
    int size = b->size;
    bool is_white = e->game->to_move == WHITE;
    double sign = is_white ? 1 : -1;
    go_status status = search_evaluate_network(e->search, e->game, e->game->to_move,
                                               symmetry_swap_mirrors(symmetry), &r, err);
    notice_tell(&e->people, e->search);
    if (status != GO_OK)
        return status;
    fprintf(out, "symmetry %d\nwhiteWin %.6f\nwhiteLoss %.6f\nnoResult %.6f\nwhiteLead %.3f\n"
            "whiteScoreSelfplay %.3f\nwhiteScoreSelfplaySq %.3f\nvarTimeLeft %.3f\n"
            "shorttermWinlossError %.3f\nshorttermScoreError %.3f\npolicy\n", symmetry,
            is_white ? r.win : r.loss, is_white ? r.loss : r.win, r.no_result, sign * r.lead,
            sign * r.score, r.score_sq, r.time_variance, r.value_error, r.score_error);
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

static go_status cmd_raw_nn(GTP_ARGS)
{
    const char *which = r->n ? r->arg[0] : "0";
    bool all = strcmp(which, "all") == 0;
    if (!all && (strlen(which) != 1 || which[0] < '0' || which[0] >= '0' + N_SYMMETRIES))
        return gtp_syntax(err, "a symmetry of 0 to 7, or all", which);
    int from = all ? 0 : which[0] - '0', to = all ? N_SYMMETRIES - 1 : from;
    for (int i = from; i <= to; i++)
        GO_TRY(write_raw(e, i, out, err));
    return GO_OK;
}

const gtp_command gtp_network_commands[] = {
    {"kata-raw-nn", cmd_raw_nn, 0, "[SYMMETRY|all]"},
    {0}};
