#include "gtp/player/final_estimate.h"

#include "mcts/evaluate/knowledge.h"

/* Playouts for the engine's board, by the same gammas as those of the search. */
static go_status make_playout(gtp_engine *e, go_error *err)
{
    gtp_final_estimate *f = &e->final;
    int size = e->game->board.size;
    playout_destroy(f->p);
    playout_gammas_destroy(f->tables);
    *f = (gtp_final_estimate){0};
    char notice[KNOWLEDGE_NOTICE_MAX]; /* which the search gives, too */
    go_status status = knowledge_read_playouts(&f->tables, &e->now.evaluate.playout, size, notice,
                                               err);
    if (status == GO_OK)
        status = playout_create(&f->p, f->tables, err);
    if (status == GO_OK)
        f->size = size;
    return status;
}

go_status gtp_final_estimate_find(gtp_engine *e, const final_status **out, go_error *err)
{
    gtp_final_estimate *f = &e->final;
    go_status status = GO_OK;
    if (f->size != e->game->board.size)
        status = make_playout(e, err);
    if (status == GO_OK && f->position != e->position) {
        f->position = 0;
        status = final_status_find(&f->status, e->game, f->p, NULL, err);
    }
    if (status != GO_OK)
        return status;
    f->position = e->position;
    *out = &f->status;
    return GO_OK;
}
