#include "gtp/player/state.h"

#include "board/coord.h"
#include "gtp/text/args.h"

void gtp_position_changed(gtp_engine *e)
{
    e->position++;
    e->thought_for = e->ponder_for = EMPTY;
}

void gtp_new_game(gtp_engine *e)
{
    gtp_game_head_clear(&e->head);
    gtp_position_changed(e);
    search_clear(e->search);
    gtp_reset_clocks(e);
}

void gtp_reset_clocks(gtp_engine *e)
{
    e->clock[BLACK] = e->clock[WHITE] = time_clock_start(&e->time);
    e->overrun = 0;
}

rules gtp_next_rules(const gtp_engine *e)
{
    rules next = e->game->rules;
    next.ko = e->next_ko;
    return next;
}

go_status gtp_empty_game(const gtp_engine *e, int size, game **out, go_error *err)
{
    const rules next = gtp_next_rules(e);
    GO_TRY(game_create(out, size, &next, err));
    (*out)->komi = e->game->komi;
    return GO_OK;
}

void gtp_take_game(gtp_engine *e, game *g)
{
    game_destroy(e->game);
    e->game = g;
    gtp_game_head_clear(&e->head);
    gtp_position_changed(e);
    search_clear(e->search);
}

go_status gtp_need_vertex(const gtp_engine *e, const char *text, point *p, go_error *err)
{
    if (coord_from_gtp(e->game->board.size, text, p))
        return GO_OK;
    return gtp_syntax(err, "a vertex of this board, such as C3, or pass", text);
}

go_status gtp_need_move(const gtp_engine *e, char *const arg[2], colour *c, point *p,
                        go_error *err)
{
    GO_TRY(gtp_need_colour(arg[0], c, err));
    return gtp_need_vertex(e, arg[1], p, err);
}

void gtp_write_vertex(const gtp_engine *e, point p, FILE *out)
{
    char name[COORD_MAX];
    fputs(coord_to_gtp(e->game->board.size, p, name), out);
}
