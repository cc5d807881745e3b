#include "mm_train/data/corpus_games.h"

#include <stdlib.h>

typedef struct game_reader {
    games *train, *test; /* test: NULL where no game is held out */
    packed_move entries[BOARD_MAX_AREA + PLAYABLE_MOST_MOVES];
} game_reader;

/* Packs a game; the setup as the stones that it leaves on the board, because no entry can
 * take a stone away.                                                          */
static go_status keep(void *to, const game_record *game, bool held_out, go_error *err)
{
    game_reader *r = to;
    games *g = held_out ? r->test : r->train;
    board b;
    int n_setup = 0;
    (void)game_record_start(game, &b, NULL);
    for (int i = 0; i < game->size * game->size; i++) {
        point p = board_point_at(game->size, i);
        if (b.at[p] != EMPTY)
            r->entries[n_setup++] = pack_move((colour)b.at[p], i);
    }
    packed_move *moves = r->entries + n_setup;
    for (int i = 0; i < game->n_moves; i++)
        moves[i] = pack_move((colour)game->moves[i].colour, board_index(&b, game->moves[i].at));
    games_set_size(r->train, game->size);
    if (r->test)
        games_set_size(r->test, game->size);
    return games_add(g, r->entries, n_setup, game->n_moves, err);
}

go_status corpus_games_read(games *train, games *test, const char *const *inputs, int n_inputs,
                            const playable_options *options, const char *folder,
                            corpus_counts *counts, go_error *err)
{
    *counts = (corpus_counts){0};
    *train = (games){0};
    if (test)
        *test = (games){0};
    game_reader *r = malloc(sizeof *r);
    if (!r)
        return go_fail(err, GO_ENOMEM, "out of memory for reading games");
    r->train = train;
    r->test = test;
    playable_options how = *options;
    how.one_size = true;
    how.suicide = false;
    if (!test)
        how.held_out = 0;
    go_status status = games_create(train, options->size, folder, err);
    if (status == GO_OK && test)
        status = games_create(test, options->size, folder, err);
    if (status == GO_OK)
        status = playable_games(inputs, n_inputs, &how, keep, r, counts, err);
    if (status != GO_OK) {
        games_free(train);
        if (test)
            games_free(test);
    }
    free(r);
    return status;
}
