#include "mcts/exact_end.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "board/game/benson.h"
#include "mcts/solve/solve.h"

enum { ENDING_OPEN = 14 /* empty points outside pass-alive areas */ };

/* Is the position so near its end that its value can be found? */
static bool is_ending(const root_position *p)
{
    bool owned[2][BOARD_MAX_POINTS];
    const board *b = &p->board;
    int n = 0;
    if (p->game->rules.scoring != SCORING_AREA || p->dynamic_komi != 0 || p->game->n_passes >= 2 ||
        b->n_empty > b->size * b->size / 2)
        return false;
    benson_area(b, BLACK, owned[0]);
    benson_area(b, WHITE, owned[1]);
    for (int i = 0; i < b->n_empty; i++)
        n += !owned[0][b->empty[i]] && !owned[1][b->empty[i]];
    return n && n <= ENDING_OPEN;
}

/* The value with `first` to play, for the side to move, and his best move if `wanted` is 1. */
static bool solved(const search_root *root, colour first, double *left, int wanted,
                   exact_end *out)
{
    const root_position *p = &root->position;
    const double began = clock_now();
    if (*left <= 0)
        return false;
    solve_options o = {.threads = 1,
                       .memory = 1 << 24,
                       .nodes = root->settings->choice.solve,
                       .seconds = isinf(*left) ? 0 : *left,
                       .line = wanted,
                       .no_passes = !p->exact_ends};
    solve_result *r = malloc(sizeof *r);
    bool known = r && solve_run(p->game, first, &o, r, NULL) == GO_OK && r->complete &&
                 r->low == r->high && r->reduced + r->needs_ko < 2 && r->n_line >= wanted;
    if (known)
        *out = (exact_end){wanted ? r->line[0].at : (point)PASS,
                           (r->low - r->komi) * colour_sign(p->to_move)};
    free(r);
    *left -= clock_now() - began;
    return known;
}

bool exact_end_find(const search_root *root, double *left, exact_end *out)
{
    const root_position *p = &root->position;
    return root->settings->choice.solve && is_ending(p) &&
           solved(root, p->to_move, left, 1, out);
}

bool exact_end_can_wait(const search_root *root, double *left, const exact_end *e)
{
    exact_end then;
    return solved(root, opponent(root->position.to_move), left, 0, &then) &&
           then.lead >= e->lead;
}
