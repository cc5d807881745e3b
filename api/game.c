#include <katachi/game.h>

#include <math.h>
#include <stdlib.h>

#include "api/internal.h"
#include "board/coord.h"
#include "board/game/handicap.h"

/* ---- points ---- */

int katachi_point(int size, const char *name)
{
    point p;
    if (size < BOARD_MIN_SIZE || size > BOARD_MAX_SIZE || !coord_from_gtp(size, name, &p))
        return -1;
    return board_index_on(size, p);
}

const char *katachi_point_name(int size, int at, char name[KATACHI_NAME_MAX])
{
    _Static_assert((int)KATACHI_NAME_MAX == (int)COORD_MAX, "every name has room");
    return coord_to_gtp(size, board_point_at(size, at), name);
}

/* ---- games ---- */

katachi_status katachi_game_new(katachi_game **out, int size, const char *named,
                                katachi_error *err)
{
    go_error why;
    rules r;
    katachi_game *k = *out = NULL;
    if (!rules_by_name(named ? named : "chinese", &r))
        return api_status(go_fail(&why, GO_EINVAL, "there are no rules \"%s\"; try chinese, "
                                  "japanese, aga or tromp-taylor", named), &why, err);
    k = calloc(1, sizeof *k);
    go_status status = k ? game_create(&k->g, size, &r, &why)
                            : go_fail(&why, GO_ENOMEM, "out of memory for a game");
    if (status == GO_OK)
        *out = k;
    else
        free(k);
    return api_status(status, &why, err);
}

void katachi_game_free(katachi_game *k)
{
    if (!k)
        return;
    game_destroy(k->g);
    free(k);
}

katachi_status katachi_game_set_komi(katachi_game *k, double komi, katachi_error *err)
{
    go_error why;
    if (!(fabs(komi) <= 1000) || 2 * komi != floor(2 * komi))
        return api_status(go_fail(&why, GO_EINVAL, "komi is a whole or half number of points, at "
                                  "most 1000, not %g", komi), &why, err);
    k->g->komi = komi;
    return KATACHI_OK;
}

double katachi_game_komi(const katachi_game *k) { return k->g->komi; }
const char *katachi_game_rules(const katachi_game *k) { return rules_name(&k->g->rules); }
int katachi_game_size(const katachi_game *k) { return k->g->board.size; }

/* ---- before the first move ---- */

katachi_status katachi_game_handicap(katachi_game *k, int stones, katachi_error *err)
{
    go_error why;
    point at[BOARD_MAX_AREA];
    int n = stones >= 2 ? handicap_free(k->g->board.size, stones, at) : 0;
    go_status status = n == stones && n > 0
                           ? game_place_handicap(k->g, at, n, &why)
                           : go_fail(&why, GO_EINVAL, "%d handicap stones cannot be placed on a "
                                     "board of %d lines", stones, k->g->board.size);
    return api_status(status, &why, err);
}

katachi_status katachi_game_setup(katachi_game *k, katachi_colour c, int at,
                                  katachi_error *err)
{
    go_error why;
    int size = k->g->board.size;
    go_status status = c == KATACHI_EMPTY ? GO_OK : api_check_colour(c, &why);
    if (status == GO_OK && (at < 0 || at >= size * size))
        status = go_fail(&why, GO_EINVAL, "there is no point %d to put a stone on", at);
    if (status == GO_OK)
        status = game_setup(k->g, (colour)c, board_point_at(size, at), &why);
    return api_status(status, &why, err);
}

katachi_status katachi_game_setup_to_move(katachi_game *k, katachi_colour c,
                                          katachi_error *err)
{
    go_error why;
    go_status status = api_check_colour(c, &why);
    if (status == GO_OK)
        status = game_setup_to_move(k->g, (colour)c, &why);
    return api_status(status, &why, err);
}

/* ---- moves ---- */

int katachi_game_legal(const katachi_game *k, katachi_colour c, int at)
{
    int size = k->g->board.size;
    return api_check_point(size, at, NULL) == GO_OK && api_check_colour(c, NULL) == GO_OK &&
           game_legal(k->g, (colour)c, board_point_at(size, at)) == MOVE_OK;
}

katachi_status katachi_game_play(katachi_game *k, katachi_colour c, int at, katachi_error *err)
{
    go_error why;
    int size = k->g->board.size;
    go_status status = api_check_colour(c, &why);
    if (status == GO_OK)
        status = api_check_point(size, at, &why);
    if (status == GO_OK)
        status = game_play(k->g, (colour)c, board_point_at(size, at), &why);
    return api_status(status, &why, err);
}

katachi_status katachi_game_undo(katachi_game *k, int n, katachi_error *err)
{
    go_error why;
    go_status status = n >= 0 ? game_undo(k->g, (size_t)n, &why)
                              : go_fail(&why, GO_EINVAL, "%d moves cannot be taken back", n);
    return api_status(status, &why, err);
}

/* ---- the position ---- */

katachi_colour katachi_game_to_move(const katachi_game *k)
{
    return (katachi_colour)k->g->to_move;
}

katachi_colour katachi_game_at(const katachi_game *k, int at)
{
    const board *b = &k->g->board;
    bool stone = at >= 0 && at < b->size * b->size;
    return stone ? (katachi_colour)b->at[board_point_at(b->size, at)] : KATACHI_EMPTY;
}

int katachi_game_captured(const katachi_game *k, katachi_colour c)
{
    return api_check_colour(c, NULL) == GO_OK ? k->g->board.n_captured[c] : 0;
}

int katachi_game_moves(const katachi_game *k) { return (int)k->g->n_steps; }

int katachi_game_move(const katachi_game *k, int i, katachi_colour *c)
{
    if (i < 0 || (size_t)i >= k->g->n_steps)
        return -1;
    if (c)
        *c = (katachi_colour)k->g->steps[i].colour;
    return board_index(&k->g->board, k->g->steps[i].at);
}

int katachi_game_over(const katachi_game *k) { return game_is_over(k->g); }

double katachi_game_score(const katachi_game *k, const unsigned char *dead)
{
    const board *b = &k->g->board;
    bool marked[BOARD_MAX_POINTS] = {false};
    for (int i = 0; dead && i < b->size * b->size; i++)
        marked[board_point_at(b->size, i)] = dead[i] != 0;
    return game_margin(k->g, dead ? marked : NULL, SEKI_BY_DAME);
}
