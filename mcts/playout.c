#include "mcts/playout.h"

#include <math.h>
#include <stdlib.h>

#include "board/random_playout.h"
#include "patterns/policy.h"

struct playout_gammas {
    int size;
    gammas *fast; /* a copy; NULL: uniform */
};

struct playout {
    const playout_gammas *g;
    policy *policy; /* NULL: uniform */
    board b;
    float probability[BOARD_MAX_AREA + 1];
    int n_moves, capacity;
    playout_move *moves; /* [capacity] */
};

/* ---- the tables ---- */

static go_status copy_shapes(vocabulary *to, const vocabulary *from, feature_id group,
                             go_error *err)
{
    const dictionary *d = &from->shapes[group];
    go_status status = vocabulary_reserve(to, group, d->n, err);
    for (int i = 1; i <= d->n && status == GO_OK; i++)
        status = vocabulary_add(to, group, shape_key_of(from, group, &d->shapes[i]),
                                &d->shapes[i], err);
    return status;
}

static go_status copy_gammas(gammas **out, const gammas *g, go_error *err)
{
    vocabulary *v = vocabulary_create(&g->v->set, g->v->board_size);
    double *theta = calloc(2 * (size_t)g->n, sizeof *theta);
    go_status status = v && theta ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for gammas");
    for (int group = 0; group < SHAPE_GROUPS && status == GO_OK; group++)
        status = copy_shapes(v, g->v, (feature_id)group, err);
    if (status == GO_OK) {
        vocabulary_number(v);
        for (int i = 0; i < g->n; i++)
            theta[i] = log((double)g->gamma[i]);
        status = gammas_create(out, v, theta, theta + g->n, &g->origin, err);
    }
    if (status != GO_OK)
        vocabulary_destroy(v);
    free(theta);
    return status;
}

go_status playout_gammas_create(playout_gammas **out, const gammas *fast, int size,
                                go_error *err)
{
    if (fast && strcmp(fast->v->set.name, "fast"))
        return go_fail(err, GO_EINVAL, "playouts need gammas of the set fast, not %s",
                       fast->v->set.name);
    playout_gammas *g = calloc(1, sizeof *g);
    go_status status = g ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for playouts");
    if (g)
        g->size = size;
    if (g && fast)
        status = copy_gammas(&g->fast, fast, err);
    if (status != GO_OK) {
        playout_gammas_destroy(g);
        return status;
    }
    *out = g;
    return GO_OK;
}

void playout_gammas_destroy(playout_gammas *g)
{
    if (!g)
        return;
    gammas_destroy(g->fast);
    free(g);
}

/* ---- the workspace ---- */

go_status playout_create(playout **out, const playout_gammas *g, go_error *err)
{
    playout *p = calloc(1, sizeof *p);
    if (!p)
        return go_fail(err, GO_ENOMEM, "out of memory for playouts");
    p->g = g;
    p->capacity = 3 * g->size * g->size;
    p->moves = calloc((size_t)p->capacity, sizeof *p->moves);
    go_status status = p->moves ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for playouts");
    if (status == GO_OK && g->fast)
        status = policy_create(&p->policy, g->fast, g->size, err);
    if (status != GO_OK) {
        playout_destroy(p);
        return status;
    }
    board_init(&p->b, g->size);
    *out = p;
    return GO_OK;
}

void playout_destroy(playout *p)
{
    if (!p)
        return;
    policy_destroy(p->policy);
    free(p->moves);
    free(p);
}

/* ---- playing ---- */

static point draw_move(playout *p, colour c, rng *random)
{
    if (!p->policy)
        return random_playout_move(&p->b, c, random);
    const int size = p->g->size;
    double sum = 0;
    policy_distribution(p->policy, c, p->probability);
    for (int i = 0; i < size * size; i++) {
        if (p->probability[i] > 0 && board_is_eye(&p->b, board_point(&p->b, i % size, i / size), c))
            p->probability[i] = 0;
        sum += (double)p->probability[i];
    }
    double left = rng_double(random) * sum;
    for (int i = 0; i < size * size; i++) {
        left -= (double)p->probability[i];
        if (left < 0 && p->probability[i] > 0)
            return board_point(&p->b, i % size, i / size);
    }
    return PASS;
}

static void play(playout *p, colour c, point at)
{
    board_play_legal(&p->b, c, at);
    if (p->policy)
        policy_play(p->policy, c, at);
    p->moves[p->n_moves++] = (playout_move){at, (uint8_t)c};
}

int playout_run(playout *p, const board *b, colour to_move, const playout_options *options,
                rng *random)
{
    const int mercy = options && options->mercy ? options->mercy : BOARD_MAX_AREA;
    const int asked = options && options->max_moves ? options->max_moves : p->capacity;
    const int limit = asked < p->capacity ? asked : p->capacity;
    int passes = 0, lead = 0;
    board_copy(&p->b, b);
    p->b.suicide_allowed = false;
    if (p->policy)
        policy_start(p->policy, &p->b);
    p->n_moves = 0;
    for (colour c = to_move; passes < 2 && p->n_moves < limit && lead <= mercy;
         c = opponent(c)) {
        point at = draw_move(p, c, random);
        play(p, c, at);
        passes = at == PASS ? passes + 1 : 0;
        lead = abs(p->b.n_stones[BLACK] - p->b.n_stones[WHITE]);
    }
    return random_playout_score(&p->b);
}

const playout_move *playout_moves(const playout *p, int *n)
{
    *n = p->n_moves;
    return p->moves;
}

const board *playout_board(const playout *p)
{
    return &p->b;
}
