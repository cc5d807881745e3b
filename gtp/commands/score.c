/* score.c -- the end of the game (mcts/final/final_status.h). */
#include <string.h>

#include "gtp/commands/command.h"
#include "gtp/player/think.h"
#include "gtp/text/args.h"

/* Errors begin with the words of the specification. */
static go_status estimate(gtp_engine *e, const final_status **found, go_error *err)
{
    go_error why = {GO_OK, ""};
    go_status status = gtp_final_estimate_find(e, false, found, &why);
    return status == GO_OK ? GO_OK : go_fail(err, status, "cannot score: %s", why.message);
}

static go_status cmd_final_score(GTP_ARGS)
{
    const final_status *found;
    char text[SCORE_TEXT_MAX];
    GO_TRY(estimate(e, &found, err));
    fputs(score_text(found->margin, text), out);
    return GO_OK;
}

/* ---- lists of chains and points ---- */

/* Writes each chain as a line of its stones. */
static void write_chains(const gtp_engine *e, const final_status *found, stone_fate fate,
                         FILE *out)
{
    const board *b = &e->game->board;
    bool listed[BOARD_MAX_POINTS] = {false};
    for (point p = 0; p < b->n_points; p++) {
        if ((b->at[p] != BLACK && b->at[p] != WHITE) || found->fate[p] != fate || listed[p])
            continue;
        point s = p;
        do {
            listed[s] = true;
            gtp_write_vertex(e, s, out);
            s = b->link[s];
            fputc(s == p ? '\n' : ' ', out);
        } while (s != p);
    }
}

/* Writes the points that belong to `owner`, except those under living stones. */
static void write_points(const gtp_engine *e, const final_status *found, colour owner, FILE *out)
{
    const board *b = &e->game->board;
    int n = 0;
    for (point p = 0; p < b->n_points; p++) {
        bool free = b->at[p] == EMPTY || (b->at[p] != OFFBOARD && found->dead[p]);
        if (!free || found->owner[p] != owner)
            continue;
        fputs(n++ ? " " : "", out);
        gtp_write_vertex(e, p, out);
    }
}

/* The words of the specification. */
static const struct {
    const char *word;
    stone_fate fate; /* FATE_NONE: a word for points without stones */
    colour owner;
} kinds[] = {{"alive", FATE_ALIVE, EMPTY},          {"seki", FATE_SEKI, EMPTY},
             {"dead", FATE_DEAD, EMPTY},            {"black_territory", FATE_NONE, BLACK},
             {"white_territory", FATE_NONE, WHITE}, {"dame", FATE_NONE, EMPTY}};

enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

static go_status cmd_final_status_list(GTP_ARGS)
{
    const final_status *found;
    int i = 0;
    while (i < N_KINDS && strcmp(kinds[i].word, r->arg[0]) != 0)
        i++;
    if (i == N_KINDS)
        return gtp_syntax(err, "alive, seki, dead, black_territory, white_territory or dame",
                          r->arg[0]);
    GO_TRY(estimate(e, &found, err));
    if (kinds[i].fate != FATE_NONE)
        write_chains(e, found, kinds[i].fate, out);
    else
        write_points(e, found, kinds[i].owner, out);
    return GO_OK;
}

static go_status cmd_final_status(GTP_ARGS)
{
    const final_status *found;
    point p;
    GO_TRY(gtp_need_vertex(e, r->arg[0], &p, err));
    if (p == PASS)
        return gtp_syntax(err, "a vertex of this board", r->arg[0]);
    GO_TRY(estimate(e, &found, err));
    bool empty = e->game->board.at[p] == EMPTY;
    for (int i = 0; i < N_KINDS; i++)
        if (empty ? kinds[i].fate == FATE_NONE && kinds[i].owner == found->owner[p]
                  : kinds[i].fate == found->fate[p])
            fputs(kinds[i].word, out);
    return GO_OK;
}

const gtp_command gtp_score_commands[] = {
    {"final_score", cmd_final_score, 0, NULL},
    {"final_status_list", cmd_final_status_list, 1, "alive|seki|dead|..."},
    {"final_status", cmd_final_status, 1, "VERTEX"},
    {0}};
