#include "gtp/player/final_estimate.h"

#include "mcts/evaluate/knowledge.h"

/* Playouts for the engine's board, by the same gammas as those of the search. */
static go_status make_playout(gtp_engine *e, go_error *err)
{
    gtp_judge *j = &e->judge;
    int size = e->game->board.size;
    playout_destroy(j->p);
    playout_gammas_destroy(j->tables);
    j->p = NULL;
    j->tables = NULL;
    j->size = 0;
    char notice[KNOWLEDGE_NOTICE_MAX]; /* which the search gives, too */
    go_status status = knowledge_read_playouts(&j->tables, &e->now.evaluate.playout, size, notice,
                                               err);
    if (status == GO_OK)
        status = playout_create(&j->p, j->tables, err);
    if (status == GO_OK)
        j->size = size;
    return status;
}

go_status gtp_judge_position(gtp_engine *e, const final_status **out, go_error *err)
{
    gtp_judge *j = &e->judge;
    go_status status = GO_OK;
    if (j->size == 0 || j->size != e->game->board.size)
        status = make_playout(e, err);
    if (status == GO_OK && j->judged != e->position) {
        j->judged = 0;
        status = final_status_find(&j->status, e->game, j->p, NULL, err);
    }
    if (status != GO_OK)
        return status;
    j->judged = e->position;
    *out = &j->status;
    return GO_OK;
}
