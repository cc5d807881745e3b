#include "selfplay/ending.h"

#include <string.h>

#include "board/game/benson.h"

bool ending_is_settled(const board *b)
{
    bool owned[BOARD_MAX_POINTS];
    int area = b->size * b->size;
    if (2 * b->n_empty > area) /* hardly ever, and the search would take time */
        return false;
    int black = benson_area(b, BLACK, owned);
    return black + benson_area(b, WHITE, owned) == area;
}

bool ending_reached(const game *g, const selfplay_settings *s, int moves, played_end *end)
{
    *end = game_is_over(g)                ? PLAYED_PASSES
           : ending_is_settled(&g->board) ? PLAYED_SETTLED
                                          : PLAYED_TOO_LONG;
    return *end != PLAYED_TOO_LONG || moves >= selfplay_longest(s, g->board.size);
}

/* Stones within the other side's pass-alive area. */
static void find_lost(const board *b, bool dead[BOARD_MAX_POINTS])
{
    bool owned[BOARD_MAX_POINTS];
    memset(dead, 0, BOARD_MAX_POINTS * sizeof *dead);
    for (colour c = BLACK; c <= WHITE; c++) {
        benson_area(b, c, owned);
        for (point p = 0; p < b->n_points; p++)
            dead[p] |= owned[p] && b->at[p] == opponent(c);
    }
}

void ending_count(const game *g, played_end end, played_game *out)
{
    const board *b = &g->board;
    bool dead[BOARD_MAX_POINTS] = {false};
    uint8_t owner[BOARD_MAX_POINTS];
    if (end != PLAYED_PASSES)
        find_lost(b, dead);
    score_owners(b, dead, owner);
    for (int i = 0; i < b->size * b->size; i++)
        out->owner[i] = owner[board_point_at(b->size, i)];
    out->end = end;
    out->counted = true;
    out->margin = game_margin(g, dead);
    out->winner = out->margin > 0 ? BLACK : out->margin < 0 ? WHITE : EMPTY;
}
