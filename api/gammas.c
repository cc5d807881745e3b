#include <katachi/gammas.h>

#include <omp.h>
#include <stdlib.h>

#include "api/internal.h"
#include "mm_train/data/corpus_games.h"
#include "mm_train/train.h"
#include "patterns/gammas/gammas_find.h"
#include "patterns/gammas/policy.h"

struct katachi_gammas {
    gammas *g;
    policy *p; /* at work on boards of `size`; NULL: not yet */
    int size;
};

static katachi_status hand_out(katachi_gammas **out, gammas *g, katachi_error *err)
{
    go_error why;
    katachi_gammas *made = calloc(1, sizeof *made);
    if (!made) {
        gammas_destroy(g);
        return api_status(go_fail(&why, GO_ENOMEM, "out of memory for gammas"), &why, err);
    }
    made->g = g;
    *out = made;
    return KATACHI_OK;
}

katachi_status katachi_gammas_load(katachi_gammas **out, const char *path, int size,
                                   katachi_error *err)
{
    go_error why;
    gammas *g = NULL;
    *out = NULL;
    go_status status = gammas_read_or_find(&g, path, "large", size, &why);
    return status == GO_OK ? hand_out(out, g, err) : api_status(status, &why, err);
}

void katachi_gammas_free(katachi_gammas *gs)
{
    if (!gs)
        return;
    policy_destroy(gs->p);
    gammas_destroy(gs->g);
    free(gs);
}

katachi_status katachi_gammas_predict(katachi_gammas *gs, const katachi_game *k,
                                      katachi_colour to_move, float *probability,
                                      katachi_error *err)
{
    go_error why;
    board b;
    go_status status = api_check_colour(to_move, &why);
    board_copy(&b, &k->g->board);
    b.suicide_allowed = false; /* of which the patterns know nothing */
    if (status == GO_OK && gs->size != b.size) {
        policy_destroy(gs->p);
        gs->p = NULL;
        gs->size = 0;
        status = policy_create(&gs->p, gs->g, b.size, &why);
    }
    if (status != GO_OK)
        return api_status(status, &why, err);
    gs->size = b.size;
    policy_start(gs->p, &b);
    policy_distribution(gs->p, (colour)to_move, probability);
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

katachi_status katachi_gammas_train(katachi_gammas **out, const char *const *inputs, int n,
                                    const katachi_training *training, katachi_error *err)
{
    go_error why;
    katachi_training t = training ? *training : (katachi_training){0};
    const corpus_games_options reading = {.size = t.size, .progress = report_phase, .user = &t};
    train_options options = {.set = feature_set_by_name(t.fast ? "fast" : "large"),
                             .min_count = t.min_count > 0 ? t.min_count : 10,
                             .solver = mm_solver_defaults(),
                             .max_iterations = t.iterations > 0 ? t.iterations : 100,
                             .data = "games",
                             .run = {t.threads > 0 ? t.threads : omp_get_num_procs(), report_phase,
                                     &t},
                             .on_iteration = report_iteration};
    train_log log = {0};
    corpus_counts counts;
    games all = {0};
    gammas *g = NULL;
    comm *c = NULL;
    *out = NULL;
    t.iterations = options.max_iterations;
    go_status status = options.min_count > HARVEST_MAX_COUNT
                           ? go_fail(&why, GO_EINVAL, "min_count is at most %d, not %d",
                                     HARVEST_MAX_COUNT, t.min_count)
                           : comm_create(&c, &why);
    if (status == GO_OK)
        status = corpus_games_read(&all, NULL, inputs, n, &reading, &counts, &why);
    if (status == GO_OK)
        status = train_gammas(&g, &log, &all, c, &options, &why);
    free(log.fit.log_likelihood);
    games_free(&all);
    comm_destroy(c);
    return status == GO_OK ? hand_out(out, g, err) : api_status(status, &why, err);
}

katachi_status katachi_gammas_write(const katachi_gammas *gs, const char *path,
                                    katachi_error *err)
{
    go_error why;
    return api_status(gammas_write(gs->g, path, &why), &why, err);
}
