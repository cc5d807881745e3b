#include "selfplay/improve/learner.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io/read_file.h"
#include "nn/formats/kata_write.h"
#include "nn/formats/model_read.h"
#include "nn_train/gradients.h"
#include "selfplay/improve/lessons.h"
#include "selfplay/state/generation.h"
#include "selfplay/teach.h"

/* ---- games ---- */

typedef struct lessons {
    nn_store store;
    double surprise;
    int64_t rows; /* positions that were searched well */
} lessons;

static go_status add_game(void *user, const played_game *g, go_error *err)
{
    lessons *l = user;
    for (int i = 0; i < g->n_moves; i++)
        l->rows += g->moves[i].how == PLAYED_FULL;
    return selfplay_teach(&l->store, g, l->surprise, err);
}

/* Is there the state, whose file is named, of a learning under way? */
static bool has_begun(const run_folder *f, char state[RUN_PATH])
{
    return access(run_folder_file(f, "learning", state), F_OK) == 0;
}

/* The generations whose rows, the newest first, fill the window. */
static go_status read_window(const run_folder *f, const learner_settings *s,
                             const learner_rows *rows, lessons *l, lesson_list *list,
                             go_error *err)
{
    int64_t wanted = 1;
    for (int i = f->newest; i >= 0 && l->rows < wanted; i--) {
        GO_TRY(generation_games(f, i, add_game, l, &list->games, err));
        if (i == f->newest) {
            list->fresh = l->rows + rows->late;
            wanted = selfplay_window(l->rows + rows->older, s->window);
        }
    }
    return lesson_list_write(f, list, err);
}

/* A learning that was interrupted goes on with the games that it began with, although workers may
 * have added more, and with the late ones among its fresh rows, of which nobody tells again.  */
static go_status read_lessons(const run_folder *f, const learner_settings *s,
                              const learner_rows *rows, lessons *l, learner_done *done,
                              go_error *err)
{
    lesson_list list = {0};
    go_status status = lesson_list_read(f, &list)
                           ? generation_games_again(f, &list.games, add_game, l, err)
                           : read_window(f, s, rows, l, &list, err);
    done->fresh = list.fresh > 0 ? list.fresh : 0; /* fewer: games have been removed by hand */
    done->window = l->rows;
    generation_marks_free(&list.games);
    GO_TRY(status);
    if (l->store.n_rows == 0) {
        lesson_list_remove(f); /* workers may still bring some */
        return go_fail(err, GO_EEMPTY,
                       "%s: no position of the games had a full search; start in another folder, "
                       "with more --games or a larger --full-share",
                       f->path);
    }
    return nn_store_sort(&l->store, err);
}

/* ---- the network ---- */

/* A network as it was read, which is needed to write it again. */
typedef struct learning_net {
    char *bytes;
    size_t n;
    nn_model *m;
} learning_net;

static void free_net(learning_net *net)
{
    nn_model_destroy(net->m);
    free(net->bytes);
}

static go_status read_net(const char *path, learning_net *net, go_error *err)
{
    enum { MOST_BYTES = 1 << 30 };
    GO_TRY(read_file(path, MOST_BYTES, &net->bytes, &net->n, err));
    GO_TRY(nn_model_parse(&net->m, net->bytes, net->n, path, err));
    if (net->m->family == NN_KATAGO)
        return GO_OK;
    return go_fail(err, GO_EUNSUPPORTED, "%s: only networks in KataGo's format can be trained",
                   path);
}

go_status learner_first_net(const char *path, char **bytes, size_t *n, go_error *err)
{
    learning_net net = {0};
    const go_status status = read_net(path, &net, err);
    *bytes = NULL;
    *n = net.n;
    if (status == GO_OK) {
        *bytes = net.bytes;
        net.bytes = NULL;
    }
    free_net(&net);
    return status;
}

static go_status write_net(const run_folder *f, const learning_net *net, go_error *err)
{
    char path[RUN_PATH], name[32];
    snprintf(name, sizeof name, "katachi-%05d", f->newest + 1);
    return nn_kata_save(run_folder_net(f, f->newest + 1, path), net->m, net->bytes, net->n, name,
                        err);
}

/* ---- learning ---- */

typedef struct listener {
    const learner_listener *tell;
    learner_done *done;
} listener;

/* A last report may be of a few rows, whose loss is chance: that of the last tenth at least is
 * kept. */
static bool listen(void *user, const nn_train_progress *p)
{
    listener *l = user;
    if (10 * (p->budget - p->reported) > p->budget)
        l->done->sums = (nn_loss_sums){0};
    l->done->rows = p->rows;
    nn_loss_sums_add(&l->done->sums, &p->sums);
    return !l->tell->report || l->tell->report(l->tell->user, p->rows, p->budget);
}

/* The wanted one, or the first that works where that cannot learn: bfloat16 needs more of a
 * processor for it than for playing.                                          */
static go_status choose_gradient(const nn_gradient **out, const char *wanted, go_error *err)
{
    if (wanted && nn_gradient_choose(out, wanted, NULL) == GO_OK)
        return GO_OK;
    return nn_gradient_choose(out, NULL, err);
}

static go_status learn(const run_folder *f, const learner_settings *s, const nn_store *store,
                       nn_model *m, listener *l, go_error *err)
{
    char state[RUN_PATH];
    const bool begun = has_begun(f, state);
    nn_train_options o = {.threads = s->threads,
                          .seed = s->seed + (uint64_t)f->newest,
                          .goes_on = s->goes_on || f->newest > 0,
                          .choices = s->choices,
                          .resume = begun,
                          .checkpoint = state,
                          .checkpoint_seconds = 60};
    GO_TRY(choose_gradient(&o.gradient, s->backend, err));
    nn_train_cut(&o, s->batch, store->largest);
    const int64_t batch = (int64_t)o.lanes * o.rows;
    o.budget = (int64_t)(s->reuse * (double)l->done->fresh / (double)batch + 1) * batch;
    o.warm_up = o.budget / 20;
    go_status status = nn_train(m, store, &o, 2048, listen, l, err);
    if (status == GO_EFORMAT && o.resume) { /* of another learning: begin again */
        o.resume = false;
        status = nn_train(m, store, &o, 2048, listen, l, err);
    }
    return status;
}

go_status learner_run(const run_folder *f, const learner_settings *s, const learner_rows *rows,
                      const learner_listener *tell, go_error *err)
{
    char state[RUN_PATH], path[RUN_PATH];
    lessons l = {.surprise = s->surprise};
    learning_net net = {0};
    learner_done done = {0};
    listener how = {tell, &done};
    const double began = clock_now();
    GO_TRY(nn_store_create(&l.store, NULL, err));
    l.store.chooses = true;
    go_status status = read_lessons(f, s, rows, &l, &done, err);
    if (status == GO_OK)
        status = read_net(run_folder_net(f, f->newest, path), &net, err);
    if (status == GO_OK)
        status = learn(f, s, &l.store, net.m, &how, err);
    done.seconds = clock_now() - began;
    if (status == GO_OK && tell->learned)
        status = tell->learned(tell->user, &done, err);
    if (status == GO_OK)
        status = write_net(f, &net, err);
    if (status == GO_OK) {
        remove(run_folder_file(f, "learning", state));
        lesson_list_remove(f);
    }
    free_net(&net);
    nn_store_free(&l.store);
    return status;
}
