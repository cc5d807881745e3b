#include "selfplay/record/played_game.h"

#include <stdlib.h>

void played_game_clear(played_game *g)
{
    *g = (played_game){.setup = g->setup,
                       .moves = g->moves,
                       .shares = g->shares,
                       .setup_room = g->setup_room,
                       .moves_room = g->moves_room,
                       .shares_room = g->shares_room};
}

void played_game_free(played_game *g)
{
    free(g->setup);
    free(g->moves);
    free(g->shares);
    *g = (played_game){0};
}

/* Room for one more of n items of `size` bytes. */
static bool make_room(void **items, int n, int *room, size_t size)
{
    if (n < *room)
        return true;
    int more = *room ? 2 * *room : 128;
    void *grown = realloc(*items, (size_t)more * size);
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}

bool played_game_add_stone(played_game *g, played_stone stone)
{
    void *at = g->setup;
    bool fits = make_room(&at, g->n_setup, &g->setup_room, sizeof stone);
    g->setup = at;
    if (fits)
        g->setup[g->n_setup++] = stone;
    return fits;
}

bool played_game_add_move(played_game *g, const played_move *move)
{
    void *at = g->moves;
    bool fits = make_room(&at, g->n_moves, &g->moves_room, sizeof *move);
    g->moves = at;
    if (!fits)
        return false;
    g->moves[g->n_moves] = *move;
    g->moves[g->n_moves].first = (uint32_t)g->n_shares;
    g->moves[g->n_moves++].n_shares = 0;
    return true;
}

bool played_game_add_share(played_game *g, played_share share)
{
    void *at = g->shares;
    bool fits = make_room(&at, g->n_shares, &g->shares_room, sizeof share);
    g->shares = at;
    if (!fits)
        return false;
    g->shares[g->n_shares++] = share;
    played_game_last(g)->n_shares++;
    return true;
}

const char *played_end_word(played_end end)
{
    static const char *const words[PLAYED_ENDS] = {"two passes", "settled", "too long",
                                                   "resignation"};
    return words[end];
}
