#include "mcts/playout/playout.h"

#include <stdlib.h>

#include "board/random_playout.h"
#include "mcts/playout/nakade.h"
#include "mcts/playout/overlay_on.h"
#include "mcts/playout/weights_on.h"

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

static bool playable(const board *b, colour c, point at)
{
    return !board_is_eye(b, at, c) && board_legal(b, c, at) == MOVE_OK;
}

/* A vital point to play at once; PASS: none.  A random number is drawn only
 * when there is one.                                                         */
static point vital_point(playout *p, colour c, double chance, rng *random)
{
    point at = playout_nakade(&p->b, c);
    if (at == PASS || rng_double(random) >= chance || !playable(&p->b, c, at))
        return PASS;
    return at;
}

BOARD_INLINE point play_one(playout *p, colour c, double nakade, rng *random, board_grid g)
{
    point at = nakade > 0 ? vital_point(p, c, nakade, random) : PASS;
    if (at == PASS)
        at = overlay_draw_on(&p->overlay, &p->weights, &p->b, c, random, g);
    weights_play_on(&p->weights, &p->b, c, at, g);
    return at;
}

/* The conditions under which a playout goes on. */
typedef struct course {
    int limit;
    double nakade;
} course;

static inline bool goes_on(const playout *p, const course *k, int passes)
{
    return passes < 2 && p->n_moves < k->limit;
}

BOARD_INLINE void run_on(playout *p, colour c, const course *k, rng *random, board_grid g)
{
    weights_start_on(&p->weights, &p->b, g);
    for (int passes = 0; goes_on(p, k, passes); c = opponent(c)) {
        point at = play_one(p, c, k->nakade, random, g);
        p->moves[p->n_moves++] = (board_move){at, (uint8_t)c};
        passes = at == PASS ? passes + 1 : 0;
    }
}

static void run_9(playout *p, colour c, const course *k, rng *random)
{
    run_on(p, c, k, random, board_grid_on(9));
}

static void run_13(playout *p, colour c, const course *k, rng *random)
{
    run_on(p, c, k, random, board_grid_on(13));
}

static void run_19(playout *p, colour c, const course *k, rng *random)
{
    run_on(p, c, k, random, board_grid_on(19));
}

static void run_any(playout *p, colour c, const course *k, rng *random)
{
    run_on(p, c, k, random, board_grid_on(p->g->size));
}

static void run_uniform(playout *p, colour c, const course *k, rng *random)
{
    for (int passes = 0; goes_on(p, k, passes); c = opponent(c)) {
        point at = random_playout_move(&p->b, c, random);
        board_play_legal(&p->b, c, at);
        p->moves[p->n_moves++] = (board_move){at, (uint8_t)c};
        passes = at == PASS ? passes + 1 : 0;
    }
}

int playout_run(playout *p, const board *b, colour to_move, const playout_options *options,
                rng *random)
{
    const int asked = options && options->max_moves ? options->max_moves : p->capacity;
    const course k = {.limit = asked < p->capacity ? asked : p->capacity,
                      .nakade = options ? options->nakade : 0};
    board_copy(&p->b, b);
    p->b.suicide_allowed = false;
    p->overlay.keeps = options && options->keep_sekis;
    p->n_moves = 0;
    if (p->g->uniform)
        run_uniform(p, to_move, &k, random);
    else if (p->g->size == 9)
        run_9(p, to_move, &k, random);
    else if (p->g->size == 13)
        run_13(p, to_move, &k, random);
    else if (p->g->size == 19)
        run_19(p, to_move, &k, random);
    else
        run_any(p, to_move, &k, random);
    return random_playout_score(&p->b);
}

void playout_first_weights(playout *p, const board *b, colour to_move, float *weight)
{
    playout_weights_start(&p->weights, b);
    playout_overlay_lay(&p->overlay, &p->weights, b, to_move);
    for (int i = 0; i < b->n_empty; i++)
        weight[b->empty[i]] = playout_overlay_at(&p->weights, b, to_move, b->empty[i]);
    playout_overlay_lift(&p->overlay, &p->weights);
}

void playout_follow(playout *p, const board *b)
{
    board_copy(&p->b, b);
    p->b.suicide_allowed = false;
    playout_weights_start(&p->weights, &p->b);
}

double playout_follow_weights(playout *p, colour c, float *weight, point *vital)
{
    const board *b = &p->b;
    double sum = 0;
    playout_overlay_lay(&p->overlay, &p->weights, b, c);
    for (int i = 0; i < b->n_empty; i++) {
        const point at = b->empty[i];
        weight[at] = playout_overlay_at(&p->weights, b, c, at);
        sum += (double)weight[at];
    }
    playout_overlay_lift(&p->overlay, &p->weights);
    *vital = playout_nakade(b, c);
    if (*vital != PASS && !playable(b, c, *vital))
        *vital = PASS;
    return sum;
}

void playout_follow_play(playout *p, colour c, point at)
{
    playout_weights_play(&p->weights, &p->b, c, at);
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
