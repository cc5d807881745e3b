#include "sgf_corpus/sgf/sgf_points.h"

#include <stdlib.h>
#include <string.h>

#include "board/coord.h"
#include "board/game/handicap.h"

/* Both ways to write a point; blanks within are ignored. */
static bool read_point(int size, sgf_value v, point *p)
{
    if (v.length == 2 && coord_from_sgf(size, v.bytes, 2, p))
        return true;
    char text[32];
    size_t n = sgf_value_plain(v, text);
    return coord_from_sgf(size, text, n, p) || coord_from_gtp(size, text, p);
}

go_status sgf_take_move(sgf_reading *r, int colour_of, sgf_value v)
{
    point p;
    move_list *moves = &r->scratch->moves;
    if (!read_point(r->game.size, v, &p))
        return sgf_fail_at(r, v.bytes, "move %d, \"%s\", is not a point of a %dx%d board",
                           moves->n + 1, sgf_value_show(v).text, r->game.size, r->game.size);
    if (moves->n == SGF_MAX_MOVES)
        return sgf_fail_at(r, v.bytes, "the game has more than %d moves", SGF_MAX_MOVES);
    return sgf_append_move(moves, p, colour_of) ? GO_OK : sgf_no_memory(r);
}

/* ---- setup ---- */

void sgf_settle_stones(sgf_reader *s)
{
    board_move stones[BOARD_MAX_AREA];
    if (!s->setup.n)
        return;
    s->setup.n = game_setup_stones(s->setup.at, s->setup.n, stones);
    memcpy(s->setup.at, stones, (size_t)s->setup.n * sizeof *stones);
}

bool sgf_replay(sgf_reading *r)
{
    sgf_reader *s = r->scratch;
    if (!s->board && !(s->board = malloc(sizeof *s->board)))
        return false;
    if (r->replayed < 0) {
        sgf_settle_stones(s);
        sgf_set_arrays(r);
        (void)game_record_start(&r->game, s->board, NULL);
        r->replayed = 0;
    }
    for (; r->replayed < s->moves.n; r->replayed++) {
        board_move m = s->moves.at[r->replayed];
        if (board_play(s->board, (colour)m.colour, m.at) != MOVE_OK)
            return false;
    }
    return true;
}

static go_status take_setup_point(sgf_reading *r, int colour_of, point p, const char *where)
{
    if (++r->setup_seen > SGF_MAX_SETUP)
        return sgf_fail_at(r, where, "the game has more than %d setup points", SGF_MAX_SETUP);
    move_list *list = r->nodes <= 1 ? &r->scratch->setup : &r->scratch->placed_late;
    return sgf_append_move(list, p, colour_of) ? GO_OK : sgf_no_memory(r);
}

/* Is on the board after the moves so far what the node at work sets up? */
static bool is_there_anyway(sgf_reading *r)
{
    const move_list *late = &r->scratch->placed_late;
    bool there = sgf_replay(r);
    for (int i = 0; there && i < late->n; i++)
        there = r->scratch->board->at[late->at[i].at] == late->at[i].colour;
    return there;
}

go_status sgf_settle_setup(sgf_reading *r)
{
    sgf_reader *s = r->scratch;
    const bool early = r->moves_before == 0;
    const bool changes = s->placed_late.n > 0 && (s->moves.n == 0 || !is_there_anyway(r));
    r->moves_before = s->moves.n;
    if (changes && !early)
        r->done = r->game.cut = true;
    if (changes && early) {
        for (int i = 0; i < s->placed_late.n; i++)
            if (!sgf_append_move(&s->setup, s->placed_late.at[i].at, s->placed_late.at[i].colour))
                return sgf_no_memory(r);
        r->replayed = -1; /* the start has changed */
    }
    s->placed_late.n = 0;
    return GO_OK;
}

go_status sgf_take_setup(sgf_reading *r, int colour_of, sgf_value v)
{
    char text[32];
    size_t n = sgf_value_plain(v, text);
    if (n == 0)
        return GO_OK;
    if (n == 2 || (n == 5 && text[2] == ':')) { /* a point, or two opposite corners */
        const char *last = n == 5 ? text + 3 : text;
        const int size = r->game.size;
        const int xa = text[0] - 'a', ya = text[1] - 'a', xb = last[0] - 'a', yb = last[1] - 'a';
        const int x0 = xa < xb ? xa : xb, x1 = xa + xb - x0;
        const int y0 = ya < yb ? ya : yb, y1 = ya + yb - y0;
        const bool inside = x0 >= 0 && x1 < size && y0 >= 0 && y1 < size;
        for (int y = y0; inside && y <= y1; y++)
            for (int x = x0; x <= x1; x++)
                GO_TRY(take_setup_point(r, colour_of, board_point_on(size, x, y), v.bytes));
        if (inside)
            return GO_OK;
    }
    point p;
    if (coord_from_gtp(r->game.size, text, &p) && p != PASS)
        return take_setup_point(r, colour_of, p, v.bytes);
    return sgf_fail_at(r, v.bytes, "the setup point \"%s\" is not on a %dx%d board",
                       sgf_value_show(v).text, r->game.size, r->game.size);
}
