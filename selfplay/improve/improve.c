#include "selfplay/improve/improve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/io/atomic_file.h"
#include "base/text_json.h"
#include "nn/formats/kata_grow.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"
#include "nn/model/random_net.h"
#include "selfplay/improve/measure.h"
#include "selfplay/improve/spare.h"
#include "selfplay/improve/worker.h"
#include "selfplay/state/generation.h"
#include "selfplay/state/play_file.h"
#include "selfplay/state/spent.h"
#include "selfplay/page/run_page.h"
#include "selfplay/run.h"
#include "selfplay/start_stones.h"

/* A run on its way. */
typedef struct improver {
    const improve_settings *s;
    const improve_listener *tell;
    run_folder folder;
    run_history history;
    double began;
    selfplay_settings play; /* of the newest generation */
    play_orders orders;
    generation_count count; /* of its games by all */
    int64_t own, others;    /* of these, by this process and by workers */
    double rate;            /* games that this process plays in a second; 0: unknown */
    run_step step;          /* what is known of it so far */
    run_spent before; /* what it had taken when this process began on it; evaluations till now */
    double step_began, noted;
} improver;

/* ---- what may not change ---- */

static json_t *fixed_settings(const improve_settings *s)
{
    json_t *sizes = json_array();
    for (int i = 0; i < s->play.sizes.n; i++)
        json_array_append_new(sizes, json_integer(s->play.sizes.size[i]));
    return json_pack("{s:o, s:o, s:o, s:i, s:i}", "from", text_json(s->from ? s->from : ""),
                     "shape", text_json(s->shape ? s->shape : ""), "sizes", sizes, "games",
                     s->games, "seed", s->play.seed);
}

/* ---- generation 0 ---- */

/* The network of --from; with a shape it becomes a larger one. */
static go_status old_bytes(const improver *im, const nn_random_shape *shape, char **bytes,
                           size_t *n, go_error *err)
{
    char path[DATA_FILE_PATH], *smaller;
    size_t n_smaller;
    GO_TRY(nn_net_find(im->s->from, im->s->play.sizes.size[0], path, err));
    if (!im->s->shape)
        return learner_first_net(path, bytes, n, err);
    GO_TRY(learner_first_net(path, &smaller, &n_smaller, err));
    const go_status status = nn_kata_grow(shape, path, smaller, n_smaller, bytes, n, err);
    free(smaller);
    return status;
}

static go_status first_bytes(const improver *im, char **bytes, size_t *n, go_error *err)
{
    nn_random_shape shape = {0};
    if (im->s->shape)
        GO_TRY(nn_random_shape_parse(im->s->shape, &shape, err));
    shape.seed = (uint64_t)im->s->play.seed;
    shape.to_learn = true;
    return im->s->from ? old_bytes(im, &shape, bytes, n, err)
                       : nn_random_bytes(&shape, bytes, n, err);
}

static go_status make_first(improver *im, go_error *err)
{
    char path[RUN_PATH], *bytes;
    size_t n;
    atomic_file *file;
    if (im->folder.newest >= 0)
        return GO_OK;
    GO_TRY(first_bytes(im, &bytes, &n, err));
    go_status status = atomic_file_open(&file, run_folder_net(&im->folder, 0, path), err);
    if (status == GO_OK) {
        fwrite(bytes, 1, n, atomic_file_stream(file));
        status = atomic_file_commit(file, err);
    }
    free(bytes);
    im->folder.newest = status == GO_OK ? 0 : -1;
    return status;
}

/* ---- time ---- */

/* What the generation has taken up to now. */
static run_spent spent(const improver *im)
{
    run_spent s = im->before;
    s.seconds += clock_now() - im->step_began;
    return s;
}

/* Now and then: what a crash loses is no more than half a minute of time. */
static void note_spent(improver *im, double pause)
{
    go_error ignored; /* the games and networks are what counts */
    if (clock_now() - im->noted < pause)
        return;
    const run_spent s = spent(im);
    (void)run_spent_write(&im->folder, im->folder.newest, &s, &ignored);
    im->noted = clock_now();
}

enum { NOTE_SECONDS = 30 };

/* ---- playing ---- */

static void on_game(void *user, const played_folder *folder)
{
    improver *im = user;
    note_spent(im, NOTE_SECONDS);
    if (im->tell->playing)
        im->tell->playing(im->tell->user, im->folder.newest,
                          im->others + played_folder_tally(folder)->games);
}

static void on_notice(void *user, const char *notice, bool failed)
{
    const improver *im = user;
    if (failed && im->tell->backend_failed)
        im->tell->backend_failed(im->tell->user, notice);
}

/* Decides how the newest generation plays, and tells the workers. */
static go_status give_orders(improver *im, go_error *err)
{
    const int newest = im->folder.newest;
    im->play = im->s->play;
    im->orders = (play_orders){newest, run_history_best(&im->history, newest), im->s->games};
    GO_TRY(plan_generation(&im->s->plan, &im->folder, newest, &im->play, err));
    GO_TRY(run_folder_link(&im->folder, im->orders.net, err));
    return play_file_write(&im->folder, &im->play, &im->orders, err);
}

/* Plays up to `games` in the folder of this process. */
static go_status play_up_to(improver *im, const selfplay_settings *play, selfplay_run *run,
                            int64_t games, go_error *err)
{
    char path[RUN_PATH];
    played_folder *folder;
    go_error late;
    selfplay_done done;
    GO_TRY(played_folder_open(&folder, run_folder_games(&im->folder, im->folder.newest, path), err));
    run->games = games;
    go_status status = selfplay_run_games(play, run, folder, &done, err);
    im->own = played_folder_tally(folder)->games;
    if (played_folder_close(folder, status == GO_OK ? err : &late) != GO_OK && status == GO_OK)
        status = GO_EIO;
    im->before.evaluations += (double)done.evaluations;
    im->before.playing += done.seconds;
    im->rate = done.seconds > 0 ? (double)done.games / done.seconds : 0;
    return status;
}

enum { LOOK_SECONDS = 2 }; /* a generation may have its games sooner if others play, too */

/* Plays until the generation has its games, all at once if nobody helps. */
static go_status play_games(improver *im, go_error *err)
{
    char net[RUN_PATH];
    const int newest = im->folder.newest;
    selfplay_settings play = im->play;
    play.net = run_folder_net(&im->folder, im->orders.net, net);
    play.seed = (int)(((unsigned)play.seed * 1000003u + (unsigned)newest) & 0x7fffffffu);
    selfplay_run run = {
        .games_at_once = im->s->parallel, .starts = im->s->starts, .on_game = on_game,
        .on_notice = on_notice, .user = im};
    GO_TRY(selfplay_run_resolve(&play, &run, im->s->threads, err));
    im->own = 0;
    GO_TRY(play_up_to(im, &play, &run, 0, err)); /* how many it has */
    for (;;) {
        GO_TRY(generation_count_go_on(&im->count, &im->folder, newest, err));
        const int64_t all = im->count.tally.games, left = im->s->games - all;
        const bool helped = generation_has_workers(&im->folder, newest) ||
                            generation_has_workers(&im->folder, newest - 1);
        const int64_t portion =
            worker_portion(run.games_at_once, LOOK_SECONDS * im->rate, im->s->games);
        const int64_t next = helped && left > portion ? portion : left;
        if (left <= 0)
            return GO_OK;
        im->others = all - im->own;
        GO_TRY(play_up_to(im, &play, &run, im->own + next, err));
    }
}

static void note_games(run_step *step, const played_tally *t)
{
    const double n = t->games > 0 ? (double)t->games : 1;
    step->games = t->games;
    step->moves = t->moves;
    step->recorded = t->recorded;
    step->black_wins = played_tally_black(t);
    step->resigned = (double)t->ends[PLAYED_RESIGNED] / n;
    step->would = t->would;
    step->wrong = played_tally_wrong(t);
}

static go_status play(improver *im, go_error *err)
{
    GO_TRY(play_games(im, err));
    const run_spent *s = &im->before;
    im->step = (run_step){.generation = im->folder.newest,
                          .evaluations = s->playing > 0 ? s->evaluations / s->playing : 0,
                          .threshold = im->play.resign_threshold,
                          .visits = im->play.visits,
                          .net = im->orders.net};
    note_games(&im->step, &im->count.tally);
    return GO_OK;
}

/* Games that workers finished after the next generation had learned count, too. */
static go_status note_late_games(improver *im, int64_t *rows, go_error *err)
{
    const run_step *last = run_history_step(&im->history, im->folder.newest - 1);
    generation_count count = {0};
    *rows = 0;
    if (!last)
        return GO_OK;
    run_step step = *last;
    go_status status = generation_count_go_on(&count, &im->folder, step.generation, err);
    if (status == GO_OK && count.tally.games > step.games) {
        *rows = count.tally.recorded - step.recorded;
        note_games(&step, &count.tally);
        status = run_history_add_step(&im->history, &im->folder, &step, err);
    }
    generation_count_free(&count);
    return status;
}

/* ---- learning ---- */

static bool on_rows(void *user, int64_t rows, int64_t budget)
{
    improver *im = user;
    note_spent(im, NOTE_SECONDS);
    if (im->tell->learning)
        im->tell->learning(im->tell->user, im->folder.newest + 1, rows, budget);
    return !interrupt_requested();
}

static double mean(double sum, double n)
{
    return n > 0 ? sum / n : 0;
}

/* The history knows of a generation before the next one is there. */
static go_status on_learned(void *user, const learner_done *done, go_error *err)
{
    improver *im = user;
    run_step *step = &im->step;
    step->rows = done->rows;
    step->window = done->window;
    step->policy = mean(done->sums.policy, done->sums.policy_rows);
    step->value = mean(done->sums.value, done->sums.value_rows);
    step->seconds = spent(im).seconds;
    GO_TRY(run_history_add_step(&im->history, &im->folder, step, err));
    if (im->tell->played)
        im->tell->played(im->tell->user, step);
    return GO_OK;
}

/* The rows of all generations before the newest; games are read only where the history does not
 * tell.                                                                       */
static go_status count_older(const improver *im, int64_t *rows, go_error *err)
{
    *rows = 0;
    for (int i = 0; i < im->folder.newest; i++) {
        const run_step *step = run_history_step(&im->history, i);
        generation_count count = {0};
        const go_status status = step ? GO_OK : generation_count_go_on(&count, &im->folder, i, err);
        *rows += step ? step->recorded : count.tally.recorded;
        generation_count_free(&count);
        GO_TRY(status);
    }
    return GO_OK;
}

static go_status learn(improver *im, go_error *err)
{
    const learner_listener listener = {on_rows, on_learned, im};
    learner_rows rows;
    GO_TRY(note_late_games(im, &rows.late, err));
    GO_TRY(count_older(im, &rows.older, err));
    GO_TRY(learner_run(&im->folder, &im->s->learn, &rows, &listener, err));
    im->folder.newest++;
    return GO_OK;
}

/* ---- measuring ---- */

static go_status tidy(const improver *im, go_error *err)
{
    tidy_done done;
    GO_TRY(spare_remove(im->s, &im->folder, &im->history, &done, err));
    if (done.bytes > 0 && im->tell->tidied)
        im->tell->tidied(im->tell->user, &done);
    return GO_OK;
}

/* The orders are given as soon as it is known who plays. */
static go_status measure(improver *im, go_error *err)
{
    const measuring m = {im->s, im->tell, &im->folder, &im->history};
    GO_TRY(measure_gate(&m, err));
    GO_TRY(give_orders(im, err));
    GO_TRY(measure_strength(&m, err));
    GO_TRY(tidy(im, err));
    return run_page_write(&im->folder, &im->history, err);
}

/* ---- the loop ---- */

static bool is_late(const improver *im)
{
    return im->s->seconds > 0 && clock_now() - im->began >= im->s->seconds;
}

static bool is_over(const improver *im)
{
    const int last = im->s->generations;
    return (last && im->folder.newest >= last) || is_late(im);
}

/* A generation plays, and the next one is made. */
static go_status advance(improver *im, go_error *err)
{
    const int generation = im->folder.newest;
    im->step_began = clock_now();
    run_spent_read(&im->folder, generation, &im->before);
    go_status status = play(im, err);
    if (status == GO_OK && !is_over(im))
        status = learn(im, err);
    if (im->folder.newest == generation)
        note_spent(im, 0);
    return status;
}

/* One that a crash of the system has cut short is known before anything is played. */
static go_status check_newest(const improver *im, go_error *err)
{
    char path[RUN_PATH];
    nn_model *m = NULL;
    if (im->folder.newest < 0)
        return GO_OK;
    const char *net = run_folder_net(&im->folder, im->folder.newest, path);
    const go_status status = nn_model_read(&m, net, err);
    nn_model_destroy(m);
    return status != GO_EFORMAT
               ? status
               : go_fail(err, status,
                         "%s is damaged or cut short; remove it, and the same command makes that "
                         "network again",
                         net);
}

/* No match begins any more; a new network plays from now on, unless it has to pass a gate. */
static go_status end_late(improver *im, go_error *err)
{
    if (im->orders.generation < im->folder.newest && im->s->gate.kind == GATE_NONE)
        GO_TRY(give_orders(im, err));
    return run_page_write(&im->folder, &im->history, err);
}

static go_status go_on(improver *im, go_error *err)
{
    GO_TRY(check_newest(im, err));
    GO_TRY(run_history_read(&im->history, &im->folder, err));
    GO_TRY(make_first(im, err));
    GO_TRY(measure(im, err));
    while (!is_over(im)) {
        GO_TRY(advance(im, err));
        if (!is_late(im))
            GO_TRY(measure(im, err));
    }
    return is_late(im) ? end_late(im, err) : GO_OK;
}

static go_status check(const improve_settings *s, go_error *err)
{
    if (!s->from && !s->shape)
        return go_fail(
            err, GO_EINVAL,
            "no network to begin with; name one with --from, or make a new one with --shape");
    if (s->plan.final_visits && s->plan.final_visits < s->play.visits)
        return go_fail(err, GO_EINVAL, "--visits-to must be 0 or at least %d, as --visits, not %d",
                       s->play.visits, s->plan.final_visits);
    if (s->learn.choices.pool > 0 && s->learn.choices.pool < s->learn.batch)
        return go_fail(err, GO_EINVAL,
                       "--pool %d holds less than a batch of %d rows, half of which come out of "
                       "it; use a larger pool or a smaller --batch",
                       s->learn.choices.pool, s->learn.batch);
    GO_TRY(start_stones_check(&s->play, err));
    return selfplay_settings_check(&s->play, err);
}

go_status improve_run(const char *folder, const improve_settings *s,
                      const improve_listener *listener, go_error *err)
{
    improver im = {.s = s, .tell = listener, .folder = {.lock = -1}, .began = clock_now()};
    GO_TRY(check(s, err));
    json_t *fixed = fixed_settings(s);
    go_status status = fixed ? run_folder_open(&im.folder, folder, fixed, err)
                             : go_fail(err, GO_ENOMEM, "out of memory for the settings");
    json_decref(fixed);
    if (status == GO_OK)
        status = go_on(&im, err);
    run_history_free(&im.history);
    generation_count_free(&im.count);
    run_folder_close(&im.folder);
    return status;
}
