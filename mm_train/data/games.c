#include "mm_train/data/games.h"

#include <stdlib.h>
#include <string.h>

go_status games_create(games *g, int size, const char *folder, go_error *err)
{
    *g = (games){.size = size, .area = size * size};
    GO_TRY(mapped_create(&g->moves, folder, err));
    go_status status = mapped_create(&g->starts, folder, err);
    if (status != GO_OK)
        games_free(g);
    return status;
}

void games_free(games *g)
{
    mapped_close(&g->moves);
    mapped_close(&g->starts);
}

go_status games_add(games *g, const packed_move *entries, int n_setup, int n_moves, go_error *err)
{
    games_start start = {(int64_t)(g->moves.size / sizeof *entries), (uint16_t)n_setup,
                         (uint16_t)n_moves};
    size_t n = (size_t)(n_setup + n_moves) * sizeof *entries;
    go_status status = mapped_append(&g->moves, entries, n, err);
    if (status == GO_OK)
        status = mapped_append(&g->starts, &start, sizeof start, err);
    if (status != GO_OK)
        return status;
    g->n_games++;
    g->n_moves += n_moves;
    return GO_OK;
}

void games_walk(const games *g, int64_t game, game_walk *w)
{
    const packed_move *entry = games_moves(g, game);
    const games_start *start = games_at(g, game);
    board_init(&w->start, g->size);
    for (int i = 0; i < start->n_setup; i++)
        board_setup(&w->start, packed_colour(entry[i]),
                    board_point_at(g->size, packed_index(entry[i])));
    w->move = entry + start->n_setup;
    w->n_moves = start->n_moves;
    w->ply = -1;
}
