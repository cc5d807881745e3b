#include <katachi/game.h>

#include <math.h>

#include "api/inside.h"
#include "board/coord.h"
#include "board/game/handicap.h"

int katachi_point(int size, const char *name)
{
    point p;
    bool named = size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE && coord_from_gtp(size, name, &p);
    return named ? board_index_on(size, p) : -1;
}

const char *katachi_point_name(int size, int p, char name[KATACHI_NAME_MAX])
{
    _Static_assert((int)KATACHI_NAME_MAX == (int)COORD_MAX, "any name fits");
    name[0] = 0;
    if (size < BOARD_MIN_SIZE || size > BOARD_MAX_SIZE || p < 0 || p > size * size)
        return name;
    return coord_to_gtp(size, board_point_at(size, p), name);
}

katachi_status katachi_game_new(katachi_game **out, int size, const char *ruleset,
                                katachi_error *err)
{
    rules r;
    *out = NULL;
    API_TRY(api_rules(ruleset, &r, err));
    return outside(game_create(out, size, &r, why(err)));
}

void katachi_game_free(katachi_game *g) { game_destroy(g); }

katachi_status katachi_game_set_komi(katachi_game *g, double komi, katachi_error *err)
{
    if (!(fabs(komi) <= 1000) || 2 * komi != floor(2 * komi))
        return outside(
            go_fail(why(err), GO_EINVAL,
                    "komi must be a whole or half number of points, at most 1000, not %g", komi));
    g->komi = komi;
    return KATACHI_OK;
}

double katachi_game_komi(const katachi_game *g) { return g->komi; }
const char *katachi_game_rules(const katachi_game *g) { return rules_name(&g->rules); }
int katachi_game_size(const katachi_game *g) { return g->board.size; }
katachi_colour katachi_game_to_move(const katachi_game *g)
{
    return (katachi_colour)g->to_move;
}

katachi_status katachi_game_handicap(katachi_game *g, int stones, katachi_error *err)
{
    point at[BOARD_MAX_AREA];
    int size = katachi_game_size(g), n = stones >= 2 ? handicap_free(size, stones, at) : 0;
    if (n == 0 || n != stones)
        return outside(go_fail(why(err), GO_EINVAL,
                               "cannot place %d handicap stones on a board of size %d", stones,
                               size));
    return outside(game_place_handicap(g, at, n, why(err)));
}

katachi_status katachi_game_setup(katachi_game *g, katachi_colour c, int p, katachi_error *err)
{
    point at;
    API_TRY(api_read_move(g, c == KATACHI_EMPTY ? KATACHI_BLACK : c, p, &at, err));
    if (at == PASS)
        return outside(
            go_fail(why(err), GO_EINVAL, "a stone must be on a point; a pass is not a point"));
    return outside(game_setup(g, (colour)c, at, why(err)));
}

katachi_status katachi_game_setup_to_move(katachi_game *g, katachi_colour c, katachi_error *err)
{
    API_TRY(api_check_colour(c, err));
    return outside(game_setup_to_move(g, (colour)c, why(err)));
}

int katachi_game_legal(const katachi_game *g, katachi_colour c, int p)
{
    point at;
    return api_read_move(g, c, p, &at, NULL) == GO_OK &&
           game_legal(g, (colour)c, at) == MOVE_OK;
}

katachi_status katachi_game_play(katachi_game *g, katachi_colour c, int p, katachi_error *err)
{
    point at;
    API_TRY(api_read_move(g, c, p, &at, err));
    return outside(game_play(g, (colour)c, at, why(err)));
}

katachi_status katachi_game_undo(katachi_game *g, int n, katachi_error *err)
{
    if (n < 0)
        return outside(go_fail(why(err), GO_EINVAL, "cannot take back %d moves", n));
    return outside(game_undo(g, (size_t)n, why(err)));
}

katachi_colour katachi_game_at(const katachi_game *g, int p)
{
    const board *b = &g->board;
    bool on_board = p >= 0 && p < b->size * b->size;
    return on_board ? (katachi_colour)b->at[board_point_at(b->size, p)] : KATACHI_EMPTY;
}

int katachi_game_captured(const katachi_game *g, katachi_colour c)
{
    return api_check_colour(c, NULL) == GO_OK ? g->board.n_captured[c] : 0;
}

int katachi_game_moves(const katachi_game *g) { return (int)g->n_steps; }
int katachi_game_over(const katachi_game *g) { return game_is_over(g); }

int katachi_game_move(const katachi_game *g, int i, katachi_colour *c)
{
    if (i < 0 || (size_t)i >= g->n_steps)
        return -1;
    if (c)
        *c = (katachi_colour)g->steps[i].colour;
    return board_index(&g->board, g->steps[i].at);
}

double katachi_game_score(const katachi_game *g, const unsigned char *dead)
{
    bool marked[BOARD_MAX_POINTS] = {false};
    for (int i = 0; dead && i < g->board.size * g->board.size; i++)
        marked[board_point_at(g->board.size, i)] = dead[i] != 0;
    return game_margin(g, dead ? marked : NULL);
}
