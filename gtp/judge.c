#include "gtp/judge.h"

#include "patterns/gammas_find.h"

/* Playouts for the engine's board; uniform ones where the settings say so. */
static go_status make_playout(gtp_engine *e, go_error *err)
{
    gtp_judge *j = &e->judge;
    int size = e->game->board.size;
    gammas *fast = NULL;
    playout_destroy(j->p);
    playout_gammas_destroy(j->tables);
    j->p = NULL;
    j->tables = NULL;
    j->size = 0;
    go_status status = GO_OK;
    if (e->now.playout == PLAYOUT_GAMMAS)
        status = gammas_read_or_find(&fast, e->now.fast_gammas, "fast", size, err);
    if (status == GO_OK)
        status = playout_gammas_create(&j->tables, fast, size, err);
    if (status == GO_OK)
        status = playout_create(&j->p, j->tables, err);
    gammas_destroy(fast);
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
