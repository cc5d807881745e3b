#include "selfplay/improve/improve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/io/atomic_file.h"
#include "base/io/read_file.h"
#include "nn/formats/own_net.h"
#include "nn/model/random_net.h"
#include "selfplay/improve/duel.h"
#include "selfplay/state/generation.h"
#include "selfplay/state/play_file.h"
#include "selfplay/page/run_page.h"
#include "selfplay/run.h"

/* A run on its way. */
typedef struct improver {
    const improve_settings *s;
    const improve_listener *tell;
    run_folder folder;
    run_history history;
    double began;
    int64_t own, others; /* games of the newest generation by this process, by workers */
} improver;

/* ---- what may not change ---- */

static json_t *fixed_settings(const improve_settings *s)
{
    json_t *sizes = json_array();
    for (int i = 0; i < s->play.sizes.n; i++)
        json_array_append_new(sizes, json_integer(s->play.sizes.size[i]));
    return json_pack("{s:s, s:s, s:o, s:i, s:i}", "from", s->from ? s->from : "", "shape",
                     s->shape ? s->shape : "", "sizes", sizes, "games", s->games, "seed",
                     s->play.seed);
}

/* ---- generation 0 ---- */

static go_status first_bytes(const improver *im, char **bytes, size_t *n, go_error *err)
{
    enum { MOST_BYTES = 1 << 30 };
    char path[DATA_FILE_PATH];
    nn_random_shape shape;
    if (im->s->from) {
        GO_TRY(nn_net_find(im->s->from, im->s->play.sizes.size[0], path, err));
        return read_file(path, MOST_BYTES, bytes, n, err);
    }
    GO_TRY(nn_random_shape_parse(im->s->shape, &shape, err));
    shape.seed = (uint64_t)im->s->play.seed;
    shape.to_learn = true;
    return nn_random_bytes(&shape, bytes, n, err);
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

/* ---- playing ---- */

static void on_game(void *user, const played_folder *folder)
{
    const improver *im = user;
    if (im->tell->playing)
        im->tell->playing(im->tell->user, im->folder.newest,
                          im->others + played_folder_tally(folder)->games);
}

/* The settings with which the newest generation plays. */
static selfplay_settings settings_of(const improver *im, const char *net)
{
    selfplay_settings play = im->s->play;
    play.net = net;
    play.seed = (int)(((unsigned)play.seed * 1000003u + (unsigned)im->folder.newest) & 0x7fffffffu);
    return play;
}

/* Plays up to `games` in the folder of this process. */
static go_status play_up_to(improver *im, const selfplay_settings *play, selfplay_run *run,
                            int64_t games, selfplay_done *sum, go_error *err)
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
    sum->evaluations += done.evaluations;
    sum->seconds += done.seconds;
    return status;
}

/* Plays until the generation has its games, all at once if nobody helps. */
static go_status play_games(improver *im, played_tally *all, selfplay_done *sum, go_error *err)
{
    char net[RUN_PATH];
    const int newest = im->folder.newest;
    selfplay_settings play = settings_of(im, run_folder_net(&im->folder, newest, net));
    selfplay_run run = {.games_at_once = im->s->parallel, .on_game = on_game, .user = im};
    GO_TRY(selfplay_run_resolve(&play, &run, im->s->threads, err));
    GO_TRY(play_file_write(&im->folder, &im->s->play, im->s->games, err));
    im->own = 0;
    GO_TRY(play_up_to(im, &play, &run, 0, sum, err)); /* how many it has */
    for (;;) {
        GO_TRY(generation_tally(&im->folder, newest, all, err));
        const int64_t left = im->s->games - all->games;
        const bool helped = generation_has_workers(&im->folder, newest) ||
                            generation_has_workers(&im->folder, newest - 1);
        const int64_t next = helped && left > run.games_at_once ? run.games_at_once : left;
        if (left <= 0)
            return GO_OK;
        im->others = all->games - im->own;
        GO_TRY(play_up_to(im, &play, &run, im->own + next, sum, err));
    }
}

static go_status play(improver *im, run_step *step, go_error *err)
{
    played_tally t = {0};
    selfplay_done sum = {0};
    GO_TRY(play_games(im, &t, &sum, err));
    const double n = t.games > 0 ? (double)t.games : 1;
    step->games = t.games;
    step->moves = t.moves;
    step->recorded = t.recorded;
    step->black_wins = ((double)t.black_wins + (double)t.draws / 2) / n;
    step->resigned = (double)t.ends[PLAYED_RESIGNED] / n;
    step->would = t.would;
    step->wrong = played_tally_wrong(&t);
    step->evaluations = sum.seconds > 0 ? (double)sum.evaluations / sum.seconds : 0;
    return GO_OK;
}

/* ---- learning ---- */

static bool on_rows(void *user, int64_t rows, int64_t budget)
{
    const improver *im = user;
    if (im->tell->learning)
        im->tell->learning(im->tell->user, im->folder.newest + 1, rows, budget);
    return !interrupt_requested();
}

static double mean(double sum, double n)
{
    return n > 0 ? sum / n : 0;
}

static go_status learn(improver *im, run_step *step, go_error *err)
{
    learner_done done;
    GO_TRY(learner_run(&im->folder, &im->s->learn, on_rows, im, &done, err));
    step->rows = done.rows;
    step->window = done.window;
    step->policy = mean(done.sums.policy, done.sums.policy_rows);
    step->value = mean(done.sums.value, done.sums.value_rows);
    im->folder.newest++;
    return GO_OK;
}

/* ---- measuring ---- */

static go_status duel(improver *im, int against, int budget, go_error *err)
{
    char own[RUN_PATH], other[RUN_PATH];
    run_duel d = {im->folder.newest, against, {0}};
    const duel_settings s = {
        .play = &im->s->play, .games = im->s->duel_games, .threads = im->s->threads,
        .seed = (uint64_t)im->s->play.seed + (uint64_t)im->folder.newest,
        .side = {{run_folder_net(&im->folder, im->folder.newest, own), im->s->duel_visits},
                 {against < 0 ? NULL : run_folder_net(&im->folder, against, other), budget}}};
    if (s.games == 0 || run_history_duel(&im->history, d.first, against))
        return GO_OK;
    if (im->tell->dueling)
        im->tell->dueling(im->tell->user, d.first, against);
    GO_TRY(duel_run(&s, &d.result, err));
    GO_TRY(run_history_add_duel(&im->history, &im->folder, &d, err));
    if (im->tell->dueled)
        im->tell->dueled(im->tell->user, &d);
    return GO_OK;
}

static go_status measure(improver *im, go_error *err)
{
    const improve_settings *s = im->s;
    const int newest = im->folder.newest;
    if (newest > 0)
        GO_TRY(duel(im, newest - 1, s->duel_visits, err));
    if (s->anchor_every && newest % s->anchor_every == 0)
        GO_TRY(duel(im, RUN_ANCHOR, s->anchor_playouts, err));
    return run_page_write(&im->folder, &im->history, err);
}

/* ---- the loop ---- */

static bool is_over(const improver *im)
{
    const improve_settings *s = im->s;
    return (s->generations && im->folder.newest >= s->generations) ||
           (s->seconds > 0 && clock_now() - im->began >= s->seconds);
}

/* A generation plays, and the next one is made. */
static go_status advance(improver *im, go_error *err)
{
    const double began = clock_now();
    run_step step = {.generation = im->folder.newest};
    GO_TRY(play(im, &step, err));
    if (is_over(im))
        return GO_OK;
    GO_TRY(learn(im, &step, err));
    step.seconds = clock_now() - began;
    GO_TRY(run_history_add_step(&im->history, &im->folder, &step, err));
    if (im->tell->played)
        im->tell->played(im->tell->user, &step);
    return GO_OK;
}

static go_status go_on(improver *im, go_error *err)
{
    GO_TRY(run_history_read(&im->history, &im->folder, err));
    GO_TRY(make_first(im, err));
    GO_TRY(measure(im, err));
    while (!is_over(im)) {
        GO_TRY(advance(im, err));
        if (!is_over(im) || im->s->generations)
            GO_TRY(measure(im, err));
    }
    return GO_OK;
}

static go_status check(const improve_settings *s, go_error *err)
{
    if (!s->from == !s->shape)
        return go_fail(err, GO_EINVAL, "name the first network with --from, or a new one with "
                       "--shape");
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
    run_folder_close(&im.folder);
    return status;
}
