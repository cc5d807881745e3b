#include "mcts/playout/playout.h"

#include <stdlib.h>

#include "board/random_playout.h"
#include "mcts/playout/nakade.h"
#include "mcts/playout/overlay.h"

struct playout {
    const playout_gammas *g;
    board b;
    int n_moves, capacity;
    board_move *moves; /* [capacity] */
    playout_weights weights;
    playout_overlay overlay;
};

go_status playout_create(playout **out, const playout_gammas *g, go_error *err)
{
    playout *p = calloc(1, sizeof *p);
    if (p) {
        p->g = g;
        p->capacity = 3 * g->size * g->size;
        p->moves = calloc((size_t)p->capacity, sizeof *p->moves);
        board_init(&p->b, g->size);
        playout_weights_init(&p->weights, g);
    }
    if (!p || !p->moves) {
        playout_destroy(p);
        return go_fail(err, GO_ENOMEM, "out of memory for playouts");
    }
    *out = p;
    return GO_OK;
}

void playout_destroy(playout *p)
{
    if (!p)
        return;
    free(p->moves);
    free(p);
}

/* ---- playing ---- */

/* A vital point to play at once; PASS: none.  A random number is drawn only
 * when there is one.                                                         */
static point vital_point(playout *p, colour c, double chance, rng *random)
{
    point at = chance > 0 ? playout_nakade(&p->b, c) : PASS;
    if (at == PASS || rng_double(random) >= chance || board_is_eye(&p->b, at, c) ||
        board_legal(&p->b, c, at) != MOVE_OK)
        return PASS;
    return at;
}

static point play_one(playout *p, colour c, double nakade, rng *random)
{
    point at;
    if (p->g->uniform) {
        at = random_playout_move(&p->b, c, random);
        board_play_legal(&p->b, c, at);
    } else {
        at = vital_point(p, c, nakade, random);
        if (at == PASS) {
            playout_overlay_fill(&p->overlay, &p->weights, &p->b, c);
            at = playout_overlay_draw(&p->overlay, &p->weights, &p->b, c, random);
        }
        playout_weights_play(&p->weights, &p->b, c, at);
    }
    p->moves[p->n_moves++] = (board_move){at, (uint8_t)c};
    return at;
}

int playout_run(playout *p, const board *b, colour to_move, const playout_options *options,
                rng *random)
{
    const int mercy = options && options->mercy ? options->mercy : BOARD_MAX_AREA;
    const int asked = options && options->max_moves ? options->max_moves : p->capacity;
    const int limit = asked < p->capacity ? asked : p->capacity;
    const double nakade = options ? options->nakade : 0;
    int passes = 0, lead = 0;
    board_copy(&p->b, b);
    p->b.suicide_allowed = false;
    p->n_moves = 0;
    if (!p->g->uniform)
        playout_weights_start(&p->weights, &p->b);
    for (colour c = to_move; passes < 2 && p->n_moves < limit && lead <= mercy;
         c = opponent(c)) {
        passes = play_one(p, c, nakade, random) == PASS ? passes + 1 : 0;
        lead = abs(p->b.n_stones[BLACK] - p->b.n_stones[WHITE]);
    }
    return random_playout_score(&p->b);
}

const board_move *playout_moves(const playout *p, int *n)
{
    *n = p->n_moves;
    return p->moves;
}

const board *playout_board(const playout *p)
{
    return &p->b;
}
