#include "mm_train/evaluate.h"

#include "base/clock.h"
#include "patterns/gammas/policy.h"

/* What one thread needs to predict games. */
typedef struct predictor {
    const gammas *g;
    const games *games;
    int stride;
    prediction_stats *total;
    policy *p;
    prediction_stats sum;
} predictor;

static go_status begin(void *worker, go_error *err)
{
    predictor *t = worker;
    return policy_create(&t->p, t->g, t->games->size, err);
}

static go_status predict_game(void *worker, int64_t number, go_error *err)
{
    predictor *t = worker;
    float probability[BOARD_MAX_AREA + 1];
    prediction_stats game = {.games = 1};
    game_walk move;
    (void)err;
    games_walk(t->games, number, &move);
    policy_start(t->p, &move.start);
    while (game_walk_next(&move)) {
        if (prediction_samples(number, move.ply, t->stride)) {
            policy_distribution(t->p, move.colour, probability);
            prediction_add_move(&game, move.ply,
                                prediction_rank(probability, t->games->area + 1, move.index),
                                prediction_log((double)probability[move.index]));
        }
        policy_play(t->p, move.colour, move.at);
    }
    prediction_close_game(&game);
    prediction_stats_add(&t->sum, &game);
    return GO_OK;
}

static go_status merge(void *worker, go_error *err)
{
    predictor *t = worker;
    (void)err;
    prediction_stats_add(t->total, &t->sum);
    return GO_OK;
}

static void end(void *worker)
{
    policy_destroy(((predictor *)worker)->p);
}

go_status evaluate_games_sample(prediction_stats *out, const gammas *g, const games *gs,
                                int stride, const games_run *run, go_error *err)
{
    const predictor prototype = {.g = g, .games = gs, .stride = stride, .total = out};
    const game_job job = {.phase = "predicting moves", .prototype = &prototype,
                          .worker_size = sizeof prototype, .begin = begin, .game = predict_game,
                          .merge = merge, .end = end};
    double began = clock_now();
    *out = (prediction_stats){0};
    go_status status = each_game(gs->n_games, &job, run, err);
    out->seconds = clock_now() - began;
    return status;
}

go_status evaluate_games(prediction_stats *out, const gammas *g, const games *gs,
                         const games_run *run, go_error *err)
{
    return evaluate_games_sample(out, g, gs, 1, run, err);
}
