/* board.c -- the board, and moves that are not the engine's own. */
#include "base/plural.h"
#include "board/board_text.h"
#include "gtp/commands/command.h"
#include "gtp/text/args.h"

static go_status set_size(gtp_engine *e, int size, go_error *err)
{
    game *g;
    GO_TRY(gtp_empty_game(e, size, &g, err));
    gtp_take_game(e, g);
    gtp_reset_clocks(e);
    return GO_OK;
}

static go_status need_size(const char *text, int *size, go_error *err)
{
    if (!gtp_arg_int(text, -1000000, 1000000, size))
        return gtp_syntax(err, "a board size", text);
    if (*size < BOARD_MIN_SIZE || *size > BOARD_MAX_SIZE)
        return go_fail(err, GO_EINVAL, "unacceptable size: the board size must be %d to %d",
                       BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    return GO_OK;
}

/* "boardsize 9 13", as KataGo understands it, and rectangular_boardsize. */
static go_status cmd_boardsize(GTP_ARGS)
{
    int width, height;
    GO_TRY(need_size(r->arg[0], &width, err));
    GO_TRY(need_size(r->arg[r->n > 1], &height, err));
    if (width != height)
        return go_fail(err, GO_EINVAL, "unacceptable size: the board must be square, not %d by %d",
                       width, height);
    return set_size(e, width, err);
}

static go_status cmd_query_boardsize(GTP_ARGS)
{
    fprintf(out, "%d", (int)e->game->board.size);
    return GO_OK;
}

/* Komi and time settings stay: a client may send them once per match. */
static go_status cmd_clear_board(GTP_ARGS)
{
    return set_size(e, e->game->board.size, err);
}

static go_status cmd_komi(GTP_ARGS)
{
    double komi;
    if (!gtp_arg_komi(r->arg[0], &komi))
        return gtp_syntax(err, GTP_KOMI, r->arg[0]);
    if (komi != e->game->komi)
        gtp_position_changed(e);
    e->game->komi = e->own_komi = komi;
    return GO_OK;
}

static go_status cmd_get_komi(GTP_ARGS)
{
    fprintf(out, "%.10g", e->game->komi);
    return GO_OK;
}

/* ---- moves ---- */

/* An illegal move gets exactly the protocol's words, and people are told the reason: the arbiter of
 * gomill's ringmaster takes any other text for a failure of this engine, which then loses the game
 * (gomill/gtp_games.py, notify_move).                                         */
static go_status play(gtp_engine *e, colour c, point p, go_error *err)
{
    go_error why;
    const go_status status = game_play(e->game, c, p, &why);
    if (status == GO_OK)
        return status;
    if (status != GO_EILLEGAL)
        return go_fail(err, status, "%s", why.message);
    notice_say(&e->people, "%s", why.message);
    return go_fail(err, status, "illegal move");
}

/* A client that asks for moves with kata-search plays the engine's moves, too: pondering begins
 * after these as after those of genmove.                                      */
static go_status cmd_play(GTP_ARGS)
{
    colour c;
    point p;
    GO_TRY(gtp_need_move(e, r->arg, &c, &p, err));
    const bool own = e->thought_for == c;
    GO_TRY(play(e, c, p, err));
    gtp_position_changed(e);
    e->ponder_for = own ? opponent(c) : EMPTY;
    return GO_OK;
}

static go_status undo(gtp_engine *e, int n, go_error *err)
{
    if ((size_t)n > e->game->n_steps)
        return go_fail(err, GO_EINVAL, "cannot undo");
    if (n == 0) /* the position, with what is known of it, stays */
        return GO_OK;
    go_status status = game_undo(e->game, (size_t)n, err);
    gtp_position_changed(e);
    return status;
}

static go_status cmd_undo(GTP_ARGS)
{
    return undo(e, 1, err);
}

static go_status cmd_gg_undo(GTP_ARGS)
{
    int n = 1;
    if (r->n > 0)
        GO_TRY(gtp_need_count(r->arg[0], "a number of moves", &n, err));
    return undo(e, n, err);
}

/* Plays all of the moves or none, which leaves the result and the score of the position. */
static go_status cmd_play_sequence(GTP_ARGS)
{
    go_status status = GO_OK;
    size_t before = e->game->n_steps;
    for (int i = 0; status == GO_OK && i < r->n; i += 2) {
        colour c;
        point p;
        status = gtp_need_colour(r->arg[i], &c, err);
        if (status == GO_OK && i + 1 == r->n)
            status = go_fail(err, GO_EINVAL, "syntax error: no vertex after the last colour");
        if (status == GO_OK)
            status = gtp_need_vertex(e, r->arg[i + 1], &p, err);
        if (status == GO_OK)
            status = game_play(e->game, c, p, err);
    }
    if (status != GO_OK && e->game->n_steps > before)
        game_undo(e->game, e->game->n_steps - before, NULL);
    if (e->game->n_steps != before)
        gtp_position_changed(e);
    return status;
}

/* ---- the position ---- */

static go_status cmd_showboard(GTP_ARGS)
{
    const game *g = e->game;
    char title[RULES_TITLE_MAX];
    fputc('\n', out);
    board_text_write(out, &g->board);
    fprintf(out, "%s to move, %s, komi %.10g, %zu move%s played\n",
            g->to_move == BLACK ? "Black (X)" : "White (O)", rules_title(&g->rules, title), g->komi,
            g->n_steps, plural_s((long long)g->n_steps));
    fprintf(out, "Captured: %d black, %d white\n", (int)g->board.n_captured[BLACK],
            (int)g->board.n_captured[WHITE]);
    return GO_OK;
}

static go_status cmd_captures(GTP_ARGS)
{
    colour c;
    GO_TRY(gtp_need_colour(r->arg[0], &c, err)); /* counts the stones this colour has taken */
    fprintf(out, "%d", (int)e->game->board.n_captured[opponent(c)]);
    return GO_OK;
}

static go_status cmd_is_legal(GTP_ARGS)
{
    colour c;
    point p;
    GO_TRY(gtp_need_move(e, r->arg, &c, &p, err));
    fputs(game_legal(e->game, c, p) == MOVE_OK ? "1" : "0", out);
    return GO_OK;
}

static go_status cmd_all_legal(GTP_ARGS)
{
    colour c;
    const board *b = &e->game->board;
    GO_TRY(gtp_need_colour(r->arg[0], &c, err));
    for (int i = 0; i < b->size * b->size; i++) {
        point p = board_point_at(b->size, i);
        if (game_legal(e->game, c, p) == MOVE_OK) {
            gtp_write_vertex(e, p, out);
            fputc(' ', out);
        }
    }
    return GO_OK;
}

static go_status cmd_list_stones(GTP_ARGS)
{
    colour c;
    const board *b = &e->game->board;
    int n = 0;
    GO_TRY(gtp_need_colour(r->arg[0], &c, err));
    for (point p = 0; p < b->n_points; p++) {
        if (b->at[p] != c)
            continue;
        fputs(n++ ? " " : "", out);
        gtp_write_vertex(e, p, out);
    }
    return GO_OK;
}

/* Newest first, as in GNU Go. */
static go_status cmd_move_history(GTP_ARGS)
{
    for (size_t i = e->game->n_steps; i-- > 0;) {
        fputs(e->game->steps[i].colour == BLACK ? "black " : "white ", out);
        gtp_write_vertex(e, e->game->steps[i].at, out);
        fputc('\n', out);
    }
    return GO_OK;
}

const gtp_command gtp_board_commands[] = {
    {"boardsize", cmd_boardsize, 1, "SIZE [SIZE]"},
    {"rectangular_boardsize", cmd_boardsize, 2, "WIDTH HEIGHT"},
    {"query_boardsize", cmd_query_boardsize, 0, NULL},
    {"clear_board", cmd_clear_board, 0, NULL},
    {"komi", cmd_komi, 1, "POINTS"},
    {"get_komi", cmd_get_komi, 0, NULL},
    {"play", cmd_play, 2, "COLOUR VERTEX"},
    {"gogui-play_sequence", cmd_play_sequence, 0, "[COLOUR VERTEX]..."},
    {"undo", cmd_undo, 0, NULL},
    {"gg-undo", cmd_gg_undo, 0, "[MOVES]"},
    {"showboard", cmd_showboard, 0, NULL},
    {"captures", cmd_captures, 1, "COLOUR"},
    {"is_legal", cmd_is_legal, 2, "COLOUR VERTEX"},
    {"all_legal", cmd_all_legal, 1, "COLOUR"},
    {"list_stones", cmd_list_stones, 1, "COLOUR"},
    {"move_history", cmd_move_history, 0, NULL},
    {0}};
