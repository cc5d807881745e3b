/* setup.c -- handicap stones and set-up positions. */
#include <string.h>
#include <strings.h>

#include "board/coord.h"
#include "board/game/handicap.h"
#include "gtp/commands/command.h"
#include "gtp/text/args.h"
#include "sgf_corpus/sgf/record_game.h"

/* ---- handicap ---- */

static go_status need_empty(const gtp_engine *e, go_error *err)
{
    const board *b = &e->game->board;
    if (e->game->n_steps > 0 || b->n_stones[BLACK] + b->n_stones[WHITE] > 0)
        return go_fail(err, GO_EINVAL, "board not empty");
    return GO_OK;
}

static go_status place(gtp_engine *e, const point *stones, int n, FILE *out, go_error *err)
{
    GO_TRY(game_place_handicap(e->game, stones, n, err));
    gtp_position_changed(e);
    for (int i = 0; out && i < n; i++) {
        fputs(i ? " " : "", out);
        gtp_write_vertex(e, stones[i], out);
    }
    return GO_OK;
}

static go_status need_stones(const gtp_engine *e, const char *text, int max, int *n,
                             go_error *err)
{
    GO_TRY(need_empty(e, err));
    if (!gtp_arg_int(text, -1000000, 1000000, n))
        return gtp_syntax(err, "a number of stones", text);
    if (*n < 2 || *n > max)
        return go_fail(err, GO_EINVAL,
                       max < 2 ? "invalid number of stones: this board has no fixed handicap"
                               : "invalid number of stones: must be 2 to %d",
                       max);
    return GO_OK;
}

static go_status cmd_fixed_handicap(GTP_ARGS)
{
    int n, size = e->game->board.size;
    point stones[BOARD_MAX_AREA];
    GO_TRY(need_stones(e, r->arg[0], handicap_fixed_max(size), &n, err));
    if (!handicap_fixed(size, n, stones))
        return go_fail(err, GO_EINVAL, "invalid number of stones");
    return place(e, stones, n, out, err);
}

static go_status cmd_place_free_handicap(GTP_ARGS)
{
    int n, size = e->game->board.size;
    point stones[BOARD_MAX_AREA];
    GO_TRY(need_stones(e, r->arg[0], size * size - 1, &n, err));
    n = handicap_free(size, n, stones);
    if (n < 2) /* one stone is no handicap */
        return go_fail(err, GO_EINVAL, "invalid number of stones: the board is too small");
    return place(e, stones, n, out, err);
}

static go_status cmd_set_free_handicap(GTP_ARGS)
{
    point stones[BOARD_MAX_AREA];
    bool taken[BOARD_MAX_POINTS] = {false};
    int area = e->game->board.size * e->game->board.size;
    GO_TRY(need_empty(e, err));
    if (r->n < 2 || r->n >= area)
        return go_fail(err, GO_EINVAL, "bad vertex list: 2 to %d stones", area - 1);
    for (int i = 0; i < r->n; i++) {
        point p = PASS;
        if (!coord_from_gtp(e->game->board.size, r->arg[i], &p) || p == PASS || taken[p])
            return go_fail(err, GO_EINVAL, "bad vertex list: '%s'", r->arg[i]);
        taken[p] = true;
        stones[i] = p;
    }
    return place(e, stones, r->n, NULL, err);
}

/* ---- any position ---- */

/* Makes the position of these colours by point, one in which all stones have liberties, the start
 * of a new game.                                                              */
static go_status take_position(gtp_engine *e, const uint8_t *at, colour to_move, go_error *err)
{
    board_move stones[BOARD_MAX_AREA];
    const board *b = &e->game->board;
    game_record record = {.size = b->size, .setup = stones, .first = (uint8_t)to_move};
    game *g;
    for (point p = 0; p < b->n_points; p++)
        if (at[p] == BLACK || at[p] == WHITE)
            stones[record.n_setup++] = (board_move){p, at[p]};
    const rules next = gtp_next_rules(e);
    go_status status = record_game_create(&g, &record, &next, e->game->komi, err);
    if (status == GO_EILLEGAL)
        return go_fail(err, status, "some stones would have no liberties");
    if (status == GO_OK)
        gtp_take_game(e, g);
    return status;
}

/* Reads the arguments COLOUR VERTEX... into colours by point; the last one of a point counts. */
static go_status read_stones(const gtp_engine *e, const gtp_request *r, uint8_t *at, go_error *err)
{
    bool placed[BOARD_MAX_POINTS] = {false};
    if (r->n % 2 != 0)
        return go_fail(err, GO_EINVAL, "syntax error: no vertex after the last colour");
    for (int i = 0; i < r->n; i += 2) {
        colour c = EMPTY;
        point p = PASS;
        if (strcasecmp(r->arg[i], "empty") != 0 && strcasecmp(r->arg[i], "e") != 0)
            GO_TRY(gtp_need_colour(r->arg[i], &c, err));
        GO_TRY(gtp_need_vertex(e, r->arg[i + 1], &p, err));
        if (p == PASS)
            return go_fail(err, GO_EINVAL, "syntax error: a pass cannot be set up");
        if (c != EMPTY && placed[p])
            return go_fail(err, GO_EINVAL, "two stones on %s", r->arg[i + 1]);
        placed[p] |= c != EMPTY;
        at[p] = (uint8_t)c;
    }
    return GO_OK;
}

/* After moves the position becomes the start of a new game. */
static go_status cmd_setup(GTP_ARGS)
{
    uint8_t at[BOARD_MAX_POINTS];
    memcpy(at, e->game->board.at, sizeof at);
    GO_TRY(read_stones(e, r, at, err));
    return take_position(e, at, e->game->to_move, err);
}

/* KataGo's command: exactly these stones. */
static go_status cmd_set_position(GTP_ARGS)
{
    uint8_t at[BOARD_MAX_POINTS] = {EMPTY};
    GO_TRY(read_stones(e, r, at, err));
    return take_position(e, at, BLACK, err);
}

static go_status cmd_setup_player(GTP_ARGS)
{
    colour c;
    GO_TRY(gtp_need_colour(r->arg[0], &c, err));
    if (c == e->game->to_move) /* the game and its prisoners stay */
        return GO_OK;
    if (e->game->n_steps > 0)
        return take_position(e, e->game->board.at, c, err);
    gtp_position_changed(e);
    return game_setup_to_move(e->game, c, err);
}

const gtp_command gtp_setup_commands[] = {
    {"fixed_handicap", cmd_fixed_handicap, 1, "STONES"},
    {"place_free_handicap", cmd_place_free_handicap, 1, "STONES"},
    {"set_free_handicap", cmd_set_free_handicap, 0, "VERTEX..."},
    {"gogui-setup", cmd_setup, 0, "[COLOUR VERTEX]..."},
    {"set_position", cmd_set_position, 0, "[COLOUR VERTEX]..."},
    {"gogui-setup_player", cmd_setup_player, 1, "COLOUR"},
    {0}};
