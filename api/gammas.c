#include <katachi/gammas.h>

#include <limits.h>
#include <omp.h>
#include <stdlib.h>

#include "api/inside.h"
#include "mm_train/data/corpus_games.h"
#include "mm_train/train.h"
#include "patterns/gammas/gammas.h"
#include "patterns/gammas/policy.h"

enum { MAX_THREADS = 1024 };

struct katachi_gammas {
    gammas *g;
    policy *p; /* for boards of the last size used; NULL: none yet */
};

static katachi_status hand_out(katachi_gammas **out, gammas *g, katachi_error *err)
{
    katachi_gammas *made = calloc(1, sizeof *made);
    if (!made) {
        gammas_destroy(g);
        return outside(go_fail(why(err), GO_ENOMEM, "out of memory for gammas"));
    }
    made->g = g;
    *out = made;
    return KATACHI_OK;
}

static go_status no_such_size(int size, katachi_error *err)
{
    return go_fail(why(err), GO_EINVAL, "the board size must be %d to %d, not %d", BOARD_MIN_SIZE,
                   BOARD_MAX_SIZE, size);
}

katachi_status katachi_gammas_load(katachi_gammas **out, const char *path, int size,
                                   katachi_error *err)
{
    API_PLAIN_NUMBERS;
    gammas *g;
    *out = NULL;
    if (!path && (size < BOARD_MIN_SIZE || size > BOARD_MAX_SIZE))
        return outside(no_such_size(size, err));
    const int near = path ? size : gammas_nearest("large", size);
    API_TRY(gammas_read_or_find(&g, path, "large", near ? near : size, why(err)));
    return hand_out(out, g, err);
}

void katachi_gammas_free(katachi_gammas *g)
{
    if (!g)
        return;
    policy_destroy(g->p);
    gammas_destroy(g->g);
    free(g);
}

katachi_status katachi_gammas_predict(katachi_gammas *g, const katachi_game *position,
                                      katachi_colour to_move, float *probability,
                                      katachi_error *err)
{
    board b;
    API_TRY(api_check_colour(to_move, err));
    board_copy(&b, &position->board);
    b.suicide_allowed = false; /* patterns know nothing of it */
    if (!g->p || policy_board(g->p)->size != b.size) {
        policy_destroy(g->p);
        g->p = NULL;
        API_TRY(policy_create(&g->p, g->g, b.size, why(err)));
    }
    policy_start(g->p, &b);
    policy_distribution(g->p, (colour)to_move, probability);
    return KATACHI_OK;
}

/* ---- training ---- */

static bool report_phase(void *user, const char *phase, int64_t done, int64_t total)
{
    const katachi_training *t = user;
    return !phase || !t->progress || t->progress(t->user, phase, (long)done, (long)total);
}

static bool report_iteration(void *user, const mm_progress *progress, int64_t positions)
{
    const katachi_training *t = user;
    (void)positions;
    return report_phase(user, "fit", progress->iteration, t->iterations);
}

static go_status check_range(const char *name, int value, int most, katachi_error *err)
{
    if (value >= 0 && value <= most)
        return GO_OK;
    return go_fail(why(err), GO_EINVAL, "%s must be 0 to %d, not %d", name, most, value);
}

static go_status check_training(const katachi_training *t, int n_inputs, katachi_error *err)
{
    if (n_inputs < 1)
        return go_fail(why(err), GO_EINVAL, "no inputs to learn from");
    if (t->size && (t->size < BOARD_MIN_SIZE || t->size > BOARD_MAX_SIZE))
        return no_such_size(t->size, err);
    GO_TRY(check_range("min_count", t->min_count, HARVEST_MAX_COUNT, err));
    GO_TRY(check_range("iterations", t->iterations, INT_MAX, err));
    return check_range("threads", t->threads, MAX_THREADS, err);
}

katachi_status katachi_gammas_train(katachi_gammas **out, const char *const *inputs, int n,
                                    const katachi_training *training, katachi_error *err)
{
    katachi_training t = training ? *training : (katachi_training){0};
    const playable_options reading = {.size = t.size, .progress = report_phase, .user = &t};
    train_options options = {.set = feature_set_by_name(t.fast ? "fast" : "large"),
                             .min_count = t.min_count ? t.min_count : 10,
                             .solver = mm_solver_defaults(),
                             .max_iterations = t.iterations ? t.iterations : 100,
                             .data = "games",
                             .run = {t.threads ? t.threads : omp_get_num_procs(), report_phase, &t},
                             .on_iteration = report_iteration};
    train_log log = {0};
    corpus_counts counts;
    games all = {0};
    gammas *g = NULL;
    *out = NULL;
    t.iterations = options.max_iterations;
    API_TRY(check_training(&t, n, err));
    go_status status = corpus_games_read(&all, NULL, inputs, n, &reading, NULL, &counts, why(err));
    if (status == GO_OK) /* alone: under mpirun the ranks are the calling program's */
        status = train_gammas(&g, &log, &all, NULL, &options, why(err));
    free(log.fit.log_likelihood);
    games_free(&all);
    return status == GO_OK ? hand_out(out, g, err) : outside(status);
}

katachi_status katachi_gammas_write(const katachi_gammas *g, const char *path,
                                    katachi_error *err)
{
    API_PLAIN_NUMBERS;
    return outside(gammas_write(g->g, path, why(err)));
}
