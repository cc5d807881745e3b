#include "gtp/json/query.h"

#include <stdlib.h>

#include "board/coord.h"
#include "sgf_corpus/sgf/record_game.h"

void json_query_destroy(json_query *q)
{
    if (!q)
        return;
    json_decref(q->id);
    free(q->record.setup);
    free(q->record.moves);
    free(q->turns);
    free(q->avoid);
    free(q->allow);
    free(q);
}

go_status json_query_game(const json_query *q, size_t n, game **out, bool *setup_only,
                          go_error *err)
{
    game *g;
    go_status status = record_game_create(&g, &q->record, &q->rules, q->record.komi, err);
    if (setup_only)
        *setup_only = status != GO_OK;
    if (status == GO_EILLEGAL)
        return go_fail(err, GO_EINVAL, "some of the stones have no liberties");
    if (status != GO_OK)
        return status;
    for (size_t i = 0; i < n && status == GO_OK; i++) {
        char name[COORD_MAX];
        board_move m = q->record.moves[i];
        status = record_game_play(g, &q->record, (int)i, err);
        if (status == GO_EILLEGAL)
            go_fail(err, status, "Illegal move %zu: %s (%s)", i,
                    coord_to_gtp(q->record.size, m.at, name),
                    move_status_text(game_legal(g, (colour)m.colour, m.at)));
    }
    if (status == GO_OK)
        *out = g;
    else
        game_destroy(g);
    return status;
}
