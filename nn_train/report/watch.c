#include "nn_train/report/watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/io/work_folder.h"
#include "draw/page.h"
#include "mm_train/data/games.h"
#include "mm_train/evaluate.h"
#include "nn/formats/kata_write.h"
#include "nn/formats/model_read.h"
#include "nn/model/fold.h"
#include "nn/session.h"
#include "nn_train/data/batches.h"
#include "nn_train/report/page.h"

/* Test positions of a look, and of the last one.  Of each game walked through every fourth position
 * is taken at a look.                                                         */
enum { LEAST_POSITIONS = 512, MOST_POSITIONS = 4096, LAST_POSITIONS = 40000, LOOK_STRIDE = 4 };

enum { LOOKS = 30 };                         /* in a training that is short */
static const double part_of_time = 1.0 / 25; /* for looking, at most */
static const double least_seconds = 2;       /* between two looks */
static const double least_last_seconds = 10; /* that the last one may take */
static const double evaluations_for_row = 4; /* in the time of learning from a row, about */

/* What is taken of the test games or of the others. */
typedef struct sample_of_games {
    int step, stride;
} sample_of_games;

struct watch {
    watch_options o;
    training_history history;
    bool began;             /* the first progress has come */
    bool ends;              /* the last look, whose progress is shown */
    double looked, costs;   /* when the last look ended, and how long it took */
    network_stats net, known; /* of the last look */
    prediction_stats gammas;
    bool has_gammas;
    notable_moves notable;
    sample_of_games sample; /* of the test games, that net and gammas are of */
    sample_of_games of_known;
    drawn_counts drawn, all;
    int64_t positions, budget;
    double filled;
};

static games_run run_of(const watch *w)
{
    return (games_run){w->o.threads, w->ends ? w->o.progress : NULL, w->o.user};
}

/* ---- gammas on the same games ---- */

/* One game; a suicide, which gammas do not know, and what follows is left out. */
static go_status add_game(games *to, const nn_store *s, const stored_game *g, go_error *err)
{
    packed_move entries[BOARD_MAX_AREA + PLAYABLE_MOST_MOVES]; /* of the same form as stored_move */
    const stored_move *moves = nn_store_moves(s, g);
    board b;
    int n = 0;
    nn_store_start(s, g, &b);
    b.suicide_allowed = false;
    memcpy(entries, nn_store_setup(s, g), g->n_setup * sizeof *entries);
    while (n < g->n_moves && board_play(&b, stored_colour(moves[n]),
                                        board_point_at(g->size, stored_index(moves[n]))) == MOVE_OK)
        n++;
    memcpy(entries + g->n_setup, moves, (size_t)n * sizeof *entries);
    return n ? games_add(to, entries, g->n_setup, n, err) : GO_OK;
}

static go_status gather_games(games *to, const nn_store *s, int size, int step, go_error *err)
{
    int64_t number = 0;
    GO_TRY(games_create(to, size, NULL, err));
    go_status status = GO_OK;
    for (int64_t i = 0; i < s->n_games && status == GO_OK; i++) {
        const stored_game *g = nn_store_game(s, i);
        if (g->size == size && number++ % step == 0)
            status = add_game(to, s, g, err);
    }
    if (status != GO_OK)
        games_free(to);
    return status;
}

static go_status predict_by_gammas(watch *w, int size, go_error *err)
{
    gammas *g = NULL;
    games gs;
    prediction_stats own;
    const games_run run = run_of(w);
    if (gammas_read_or_find(&g, w->o.gammas, "large", size, err) != GO_OK)
        return w->o.gammas ? err->status : GO_EEMPTY;
    if (g->v->board_size != size) {
        gammas_destroy(g);
        return GO_EEMPTY;
    }
    go_status status = gather_games(&gs, w->o.test, size, w->sample.step, err);
    if (status == GO_OK) {
        status = evaluate_games_sample(&own, g, &gs, w->sample.stride, &run, err);
        games_free(&gs);
    }
    gammas_destroy(g);
    if (status == GO_OK)
        prediction_stats_add(&w->gammas, &own);
    return status;
}

/* There are gammas to compare with if there are some for every size: otherwise the network would be
 * measured on more games than they.                                           */
static go_status compare_with_gammas(watch *w, go_error *err)
{
    go_error own = {0};
    w->gammas = (prediction_stats){0};
    w->has_gammas = false;
    for (int size = BOARD_MIN_SIZE; size <= w->o.test->largest; size++) {
        int64_t first;
        if (!nn_store_range(w->o.test, size, &first))
            continue;
        go_status status = predict_by_gammas(w, size, &own);
        if (status == GO_EEMPTY)
            return GO_OK;
        if (status != GO_OK)
            return go_fail(err, status, "%s", own.message);
    }
    w->has_gammas = w->gammas.all.positions > 0;
    return GO_OK;
}

/* ---- looking ---- */

/* At most about `most` positions; games are left out rather than walked through for little. */
static sample_of_games sample_of(const nn_store *s, int64_t most, int stride)
{
    const int64_t step = (s->n_moves + most * stride - 1) / (most * stride);
    if (s->n_moves <= most)
        return (sample_of_games){1, 1};
    return (sample_of_games){step > 1 ? (int)step : 1, stride};
}

/* The network as a program would read it. */
static go_status read_back(nn_model **out, const watch *w, const nn_model *m, go_error *err)
{
    char *text = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);
    *out = NULL;
    if (!memory)
        return go_fail(err, GO_ENOMEM, "out of memory for a look at the network");
    go_status status = nn_kata_write(memory, m, w->o.bytes, w->o.n_bytes, NULL, err);
    if (fclose(memory) != 0 && status == GO_OK)
        status = go_fail(err, GO_ENOMEM, "out of memory for a look at the network");
    if (status == GO_OK)
        status = nn_model_parse(out, text, n, "the network that learns", err);
    if (status == GO_OK)
        status = nn_model_fold(*out, err);
    free(text);
    return status;
}

static go_status predict(const watch *w, network_stats *out, notable_moves *notable,
                         const nn_model *m, const nn_store *s, sample_of_games sample,
                         go_error *err)
{
    const nn_predict_options how = {.backend = w->o.backend ? w->o.backend : nn_backend_first(),
                                    .step = sample.step,
                                    .stride = sample.stride};
    const games_run run = run_of(w);
    return nn_predict_games(out, notable, m, s, &how, &run, err);
}

static go_status test(watch *w, const nn_model *learning, int64_t rows, double seconds,
                      go_error *err)
{
    nn_model *m;
    const double began = clock_now();
    go_status status = read_back(&m, w, learning, err);
    if (status == GO_OK && w->o.test->n_games)
        status = predict(w, &w->net, &w->notable, m, w->o.test, w->sample, err);
    if (status == GO_OK)
        status = predict(w, &w->known, NULL, m, w->o.train, w->of_known, err);
    nn_model_destroy(m);
    if (status != GO_OK)
        return status;
    history_tested(&w->history, &(tested_point){rows, seconds, history_answers_of(&w->net),
                                                history_answers_of(&w->known)});
    const double costs = clock_now() - began;
    w->costs = w->costs > 0 ? fmin(costs, 2 * w->costs) : costs; /* a busy moment is forgiven */
    return GO_OK;
}

/* ---- writing ---- */

static go_status write_page(const watch *w, bool ended, go_error *err)
{
    const training_page page = {
        .test = w->o.test, .test_name = w->o.test_name, .inputs = w->o.inputs,
        .n_inputs = w->o.n_inputs, .facts = w->o.facts, .n_facts = w->o.n_facts,
        .history = &w->history, .ended = ended, .budget = w->budget,
        .net = w->net.moves.all.positions ? &w->net : NULL,
        .gammas = w->has_gammas ? &w->gammas : NULL, .notable = &w->notable,
        .drawn = &w->drawn, .all = &w->all, .positions = w->positions,
        .filled = w->filled};
    atomic_file *file;
    GO_TRY(page_open(&file, w->o.folder, err));
    training_page_write(atomic_file_stream(file), &page);
    return atomic_file_commit(file, err);
}

static void history_path(const watch *w, char *path, size_t n)
{
    snprintf(path, n, "%s/history.tsv", w->o.folder);
}

static go_status write_files(const watch *w, bool ended, go_error *err)
{
    char path[4200];
    history_path(w, path, sizeof path);
    GO_TRY(history_write(&w->history, path, err));
    return write_page(w, ended, err);
}

/* ---- the interface ---- */

/* See training_page. */
static double filled_of(const watch_options *o)
{
    const nn_sample how = {.seed = 1};
    nn_batches plan;
    nn_batches_plan(&plan, o->train, o->batch, &how);
    const double rows = (double)plan.per_epoch * plan.rows;
    return rows > 0 ? 1 - (double)o->train->n_rows / rows : 0;
}

go_status watch_create(watch **out, const watch_options *options, go_error *err)
{
    char path[4200];
    atomic_file *file;
    watch *w = calloc(1, sizeof *w);
    *out = NULL;
    if (!w)
        return go_fail(err, GO_ENOMEM, "out of memory for the report");
    w->o = *options;
    gammas *g = NULL;
    go_status status = work_folder_check(options->folder, WORK_CURVES, err);
    if (status == GO_OK)
        status = page_open(&file, options->folder, err);
    if (status == GO_OK)
        atomic_file_discard(file);
    if (status == GO_OK && options->gammas)
        status = gammas_read(&g, options->gammas, err);
    gammas_destroy(g);
    if (status != GO_OK) {
        watch_destroy(w);
        return status;
    }
    history_path(w, path, sizeof path);
    if (options->resume)
        history_read(&w->history, path);
    nn_drawn_store(&w->all, options->train);
    w->filled = filled_of(options);
    *out = w;
    return GO_OK;
}

void watch_destroy(watch *w)
{
    free(w);
}

/* Seconds between two looks: in a long training o.seconds, in a short one fewer. */
static double usual_pause(const watch *w, const nn_train_progress *p)
{
    const double left = p->rows && p->budget > p->rows
        ? p->seconds * (double)(p->budget - p->rows) / (double)p->rows : 0;
    return fmin(w->o.seconds, fmax(least_seconds, (p->seconds + left) / LOOKS));
}

static bool is_due(const watch *w, const nn_train_progress *p)
{
    return p->seconds - w->looked >= fmax(usual_pause(w, p), w->costs / part_of_time);
}

/* Before the first look: as many positions as there is time for, the same ones each time. */
static go_status choose_sample(watch *w, const nn_train_progress *p, go_error *err)
{
    const double speed = p->seconds > 0 ? (double)p->rows / p->seconds : 0;
    const double time = part_of_time * usual_pause(w, p);
    const double most = fmax(LEAST_POSITIONS,
                             fmin(MOST_POSITIONS, time * speed * evaluations_for_row));
    w->sample = sample_of(w->o.test, (int64_t)most, LOOK_STRIDE);
    w->of_known = sample_of(w->o.train, (int64_t)most / 2, LOOK_STRIDE);
    return w->o.test->n_games ? compare_with_gammas(w, err) : GO_OK;
}

go_status watch_look(watch *w, const nn_train_progress *p, go_error *err)
{
    if (!w->began) { /* what was learned after the checkpoint is learned again */
        history_cut(&w->history, p->reported);
        w->looked = w->history.n_tested ? w->history.tested[w->history.n_tested - 1].seconds : 0;
        w->began = true;
    }
    if (p->rows > p->reported)
        history_learned(&w->history, &(learned_point){p->rows, p->seconds, p->rate, p->length,
                                                      p->sums});
    w->drawn = p->drawn->counts;
    w->positions = p->drawn->positions;
    w->budget = p->budget;
    const bool due = is_due(w, p);
    if (!due && !p->keeps)
        return GO_OK;
    if (due) {
        w->looked = p->seconds;
        if (!w->sample.step)
            GO_TRY(choose_sample(w, p, err));
        GO_TRY(test(w, nn_train_network(p), p->rows, p->seconds, err));
    }
    return write_files(w, false, err);
}

/* Test positions of the last look: many, if that does not take long beside the training.  After an
 * interruption as many as take a second or two, but no fewer than a look has at least. */
static int64_t last_positions(const watch *w, double seconds, bool ended)
{
    const double looked_at = (double)(w->net.moves.all.positions + w->known.moves.all.positions);
    const double each = looked_at > 0 ? w->costs / looked_at : 0;
    const double time = ended ? fmax(least_last_seconds, part_of_time * seconds) : least_seconds;
    const double least = ended ? MOST_POSITIONS : LEAST_POSITIONS;
    const double most = ended ? LAST_POSITIONS : MOST_POSITIONS;
    if (looked_at <= 0)
        return ended ? LAST_POSITIONS : LEAST_POSITIONS;
    return (int64_t)fmin(fmax(least, time / each), most);
}

go_status watch_finish(watch *w, const nn_model *m, bool ended, go_error *err)
{
    const training_history *h = &w->history;
    const learned_point *last = h->n_learned ? &h->learned[h->n_learned - 1] : NULL;
    const int64_t most = last_positions(w, last ? last->seconds : 0, ended);
    w->ends = ended;
    w->sample = sample_of(w->o.test, most, 1);
    w->of_known = sample_of(w->o.train, most < MOST_POSITIONS ? most : MOST_POSITIONS, LOOK_STRIDE);
    if (w->o.test->n_games)
        GO_TRY(compare_with_gammas(w, err));
    GO_TRY(test(w, m, last ? last->rows : 0, last ? last->seconds : 0, err));
    return write_files(w, ended, err);
}

double watch_top1(const watch *w)
{
    const training_history *h = &w->history;
    const history_answers *last = h->n_tested ? &h->tested[h->n_tested - 1].test : NULL;
    return last && last->positions > 0 ? last->top1 : (double)NAN;
}
