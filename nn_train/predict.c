#include "nn_train/predict.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "nn/evaluator.h"

enum { BATCH = 8, GPU_BATCH = 128, GPU_THREADS = 8, GAMES_FOR_EACH = 4 };

/* ---- moves worth a picture ---- */

/* The list is sorted; `sign` 1 puts the largest probability first, -1 the smallest. */
static void keep_notable(notable_move *list, int *n, const notable_move *candidate, int sign)
{
    if (*n == NOTABLE_MOVES && sign * (candidate->probability - list[*n - 1].probability) <= 0)
        return;
    int at = *n < NOTABLE_MOVES ? (*n)++ : NOTABLE_MOVES - 1;
    for (; at > 0 && sign * (candidate->probability - list[at - 1].probability) > 0; at--)
        list[at] = list[at - 1];
    list[at] = *candidate;
}

static void merge_notable(notable_moves *to, const notable_moves *from)
{
    for (int i = 0; i < from->n_most; i++)
        keep_notable(to->most, &to->n_most, &from->most[i], 1);
    for (int i = 0; i < from->n_least; i++)
        keep_notable(to->least, &to->n_least, &from->least[i], -1);
}

/* ---- one game ---- */

/* A game on its way, move by move; a worker has as many as a batch has positions. */
typedef struct game_player {
    const stored_game *g; /* NULL: no game */
    int64_t number;       /* of the game among those that are predicted */
    int ply;
    nn_position *p;
    prediction_stats moves;
    outcome_game ends;
    notable_move most, least; /* of this game */
    bool has_notable;
} game_player;

/* What one thread needs. */
typedef struct predictor {
    const nn_store *store;
    const nn_model *model;
    const nn_predict_options *options;
    int size, batch;
    int64_t first, count; /* games of this size: each step-th from the first on */
    int64_t step;
    network_stats *total;
    notable_moves *all_notable;
    nn_evaluator *evaluator;
    game_player *player;   /* [batch] */
    nn_query *query;       /* [batch] */
    nn_result *result;     /* [batch] */
    int *who;              /* [batch]: the player of each query */
    network_stats *sum;
    notable_moves *notable;
} predictor;

static const stored_move *move_of(const predictor *t, const game_player *p)
{
    return nn_store_moves(t->store, p->g) + p->ply;
}

static void start_game(predictor *t, game_player *p, int64_t number)
{
    board start;
    p->g = nn_store_game(t->store, t->first + number * t->step);
    p->number = number;
    p->ply = 0;
    p->has_notable = false;
    memset(&p->moves, 0, sizeof p->moves);
    memset(&p->ends, 0, sizeof p->ends);
    p->moves.games = 1;
    nn_store_start(t->store, p->g, &start);
    nn_position_begin(p->p, &start, &p->g->rules, (double)p->g->komi,
                      stored_colour(*move_of(t, p)));
}

static void end_game(predictor *t, game_player *p)
{
    prediction_close_game(&p->moves);
    prediction_stats_add(&t->sum->moves, &p->moves);
    outcome_add_game(&t->sum->ends, &p->ends);
    if (t->notable && p->has_notable) {
        keep_notable(t->notable->most, &t->notable->n_most, &p->most, 1);
        keep_notable(t->notable->least, &t->notable->n_least, &p->least, -1);
    }
    p->g = NULL;
}

static go_status play_move(predictor *t, game_player *p, go_error *err)
{
    const stored_move move = *move_of(t, p);
    GO_TRY(nn_position_play(p->p, stored_colour(move),
                            board_point_at(p->g->size, stored_index(move)), err));
    if (++p->ply < p->g->n_moves)
        nn_position_turn(p->p, stored_colour(*move_of(t, p)));
    return GO_OK;
}

/* Goes on to the next position that is measured; at the end of a game there is none. */
static go_status find_position(predictor *t, game_player *p, go_error *err)
{
    while (p->ply < p->g->n_moves &&
           !prediction_samples(p->number, p->ply, t->options->stride))
        GO_TRY(play_move(t, p, err));
    return GO_OK;
}

/* ---- answers ---- */

static void note_move(predictor *t, game_player *p, const nn_result *r)
{
    const int area = t->size * t->size, index = stored_index(*move_of(t, p));
    const double probability = (double)r->policy[index];
    prediction_add_move(&p->moves, p->ply, prediction_rank(r->policy, area + 1, index),
                        prediction_log(probability));
    if (!t->notable || index == area)
        return;
    notable_move m = {.position = p->g->at + p->ply, .probability = probability};
    memcpy(m.policy, r->policy, sizeof m.policy);
    if (!p->has_notable || probability > p->most.probability)
        p->most = m;
    if (!p->has_notable || probability < p->least.probability)
        p->least = m;
    p->has_notable = true;
}

static void note_end(predictor *t, game_player *p, const nn_result *r)
{
    const stored_game *g = p->g;
    const colour own = stored_colour(*move_of(t, p));
    signed char owner[BOARD_MAX_AREA];
    outcome_answer a = {.knows_winner = g->knows_winner, .p = (1 + r->value) / 2,
                        .y = g->winner == EMPTY ? 0.5 : g->winner == own,
                        .knows_score = g->knows_score && r->has_score, .lead = r->lead,
                        .score = r->score, .deviation = nn_result_score_stdev(r),
                        .margin = colour_sign(own) * (double)g->margin,
                        .knows_ownership = g->owners_at >= 0 && r->has_ownership,
                        .area = t->size * t->size, .ownership = r->ownership, .owner = owner};
    for (int i = 0; a.knows_ownership && i < a.area; i++)
        owner[i] = (signed char)(colour_sign(nn_store_owner(t->store, g, i)) * colour_sign(own));
    outcome_add_position(&p->ends, p->ply, &a);
}

/* ---- a run over all games of one size ---- */

static go_status begin(void *worker, go_error *err)
{
    predictor *t = worker;
    const size_t n = (size_t)t->batch;
    const nn_settings settings = {.size = t->size, .max_batch = t->batch, .threads = 1};
    rules r;
    rules_by_name("chinese", &r);
    t->player = calloc(n, sizeof *t->player);
    t->query = calloc(n, sizeof *t->query);
    t->result = calloc(n, sizeof *t->result);
    t->who = calloc(n, sizeof *t->who);
    t->sum = calloc(1, sizeof *t->sum);
    t->notable = t->all_notable ? calloc(1, sizeof *t->notable) : NULL;
    if (!t->player || !t->query || !t->result || !t->who || !t->sum ||
        (t->all_notable && !t->notable))
        return go_fail(err, GO_ENOMEM, "out of memory for predicting games");
    for (int i = 0; i < t->batch; i++)
        GO_TRY(nn_position_create(&t->player[i].p, t->size, t->size, &r, 0, err));
    return nn_evaluator_create(&t->evaluator, t->model, t->options->backend, &settings, err);
}

static void end(void *worker)
{
    predictor *t = worker;
    for (int i = 0; t->player && i < t->batch; i++)
        nn_position_destroy(t->player[i].p);
    nn_evaluator_destroy(t->evaluator);
    free(t->player);
    free(t->query);
    free(t->result);
    free(t->who);
    free(t->sum);
    free(t->notable);
}

/* One position of each game that the worker plays; takes new games for those that ended. */
static go_status gather(predictor *t, int64_t *next, int64_t last, int *n, go_error *err)
{
    *n = 0;
    for (int i = 0; i < t->batch; i++) {
        game_player *p = &t->player[i];
        while (p->g || *next < last) {
            if (!p->g)
                start_game(t, p, (*next)++);
            GO_TRY(find_position(t, p, err));
            if (p->ply < p->g->n_moves)
                break;
            end_game(t, p);
        }
        if (!p->g)
            continue;
        t->query[*n] = (nn_query){.position = p->p, .view = nn_view_plain(t->size)};
        t->who[(*n)++] = i;
    }
    return GO_OK;
}

/* A group of games, so many that the batches are full most of the time. */
static go_status predict_group(void *worker, int64_t group, go_error *err)
{
    predictor *t = worker;
    const int64_t games = (int64_t)t->batch * GAMES_FOR_EACH;
    int64_t next = group * games, last = next + games < t->count ? next + games : t->count;
    for (;;) {
        int n;
        GO_TRY(gather(t, &next, last, &n, err));
        if (!n)
            return GO_OK;
        GO_TRY(nn_evaluate(t->evaluator, t->query, n, t->result, err));
        for (int i = 0; i < n; i++) {
            game_player *p = &t->player[t->who[i]];
            note_move(t, p, &t->result[i]);
            note_end(t, p, &t->result[i]);
            GO_TRY(play_move(t, p, err));
        }
    }
}

static go_status merge(void *worker, go_error *err)
{
    predictor *t = worker;
    (void)err;
    prediction_stats_add(&t->total->moves, &t->sum->moves);
    outcome_stats_add(&t->total->ends, &t->sum->ends);
    if (t->notable)
        merge_notable(t->all_notable, t->notable);
    return GO_OK;
}

/* Shows the progress of one size as part of that of all. */
typedef struct whole {
    const games_run *run;
    int64_t before, games, in_group, count; /* games: in all; count: of this size */
} whole;

static bool show(void *user, const char *phase, int64_t done, int64_t total)
{
    const whole *w = user;
    (void)total;
    int64_t games = done * w->in_group < w->count ? done * w->in_group : w->count;
    return w->run->progress(w->run->user, phase, w->before + games, w->games);
}

static go_status predict_size(predictor *t, const games_run *run, whole *w, go_error *err)
{
    const bool gpu = t->options->backend->gpu;
    int64_t in_group, groups;
    int threads = gpu && run->n_threads > GPU_THREADS ? GPU_THREADS : run->n_threads;
    t->batch = t->options->batch ? t->options->batch : gpu ? GPU_BATCH : BATCH;
    while (t->batch > 1 && (int64_t)t->batch * GAMES_FOR_EACH * threads > t->count)
        t->batch = (t->batch + 1) / 2; /* few games: no thread should be left without */
    in_group = (int64_t)t->batch * GAMES_FOR_EACH;
    groups = (t->count + in_group - 1) / in_group;
    const game_job job = {.phase = "predicting moves", .prototype = t, .worker_size = sizeof *t,
                          .begin = begin, .game = predict_group, .merge = merge, .end = end,
                          .at_once = 1};
    w->in_group = in_group;
    w->count = t->count;
    const games_run each = {threads, run->progress ? show : NULL, w};
    return each_game(groups, &job, &each, err);
}

/* The games of one size are next to one another; how many of them are predicted. */
static int64_t games_of(const nn_store *s, int size, int64_t step, int64_t *first)
{
    int64_t n = 0;
    *first = 0;
    for (int64_t i = 0; i < s->n_games; i++) {
        if (nn_store_game(s, i)->size != size)
            continue;
        if (!n++)
            *first = i;
    }
    return (n + step - 1) / step;
}

go_status nn_predict_games(network_stats *out, notable_moves *notable, const nn_model *m,
                           const nn_store *games, const nn_predict_options *options,
                           const games_run *run, go_error *err)
{
    whole w = {.run = run};
    const int64_t step = options->step > 1 ? options->step : 1;
    int64_t first;
    double began = clock_now();
    go_status status = GO_OK;
    memset(out, 0, sizeof *out);
    if (notable)
        *notable = (notable_moves){0};
    for (int size = BOARD_MIN_SIZE; size <= games->largest; size++)
        if (!options->size || options->size == size)
            w.games += games_of(games, size, step, &first);
    for (int size = BOARD_MIN_SIZE; size <= games->largest && status == GO_OK; size++) {
        predictor t = {.store = games, .model = m, .options = options, .size = size,
                       .total = out, .all_notable = notable, .step = step};
        if (options->size && options->size != size)
            continue;
        t.count = games_of(games, size, step, &t.first);
        if (t.count)
            status = predict_size(&t, run, &w, err);
        w.before += t.count;
    }
    out->moves.seconds = clock_now() - began;
    return status;
}
