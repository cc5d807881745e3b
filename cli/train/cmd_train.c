/* cmd_train.c -- `katachi train`: from SGF collections to gammas. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/comm.h"
#include "base/interrupt.h"
#include "base/io/last_part.h"
#include "base/io/make_folder.h"
#include "base/io/work_folder.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/corpus_input.h"
#include "cli/outputs.h"
#include "cli/phase_bar.h"
#include "cli/train/train_show.h"
#include "mm_train/data/corpus_games.h"
#include "mm_train/report/report.h"
#include "mm_train/train.h"

typedef struct train_settings {
    corpus_input input;
    const char *output, *test, *checkpoint, *report, *tmp, *without, *export;
    int features, min_count, threads, iterations, max_games, solver, diamond;
    double prior, held_out, tolerance, checkpoint_every;
    bool resume, exact, json, quiet;
    options_given given;
} train_settings;

#define FIELD(name) offsetof(train_settings, name)

static const option train_options_table[] = {
    OPTION_OUTPUT(train_settings, output,
                  "write the gammas to FILE (.gz and .zst are compressed); required"),
    OPT_CHOICE("features", 'f', FEATURE_SET_WORDS, "large", FIELD(features),
        "large: all features, for the tree; fast: a few, for playouts"),
    OPT_INT("min-count", 'c', "N", "10", 1, HARVEST_MAX_COUNT, FIELD(min_count),
        "learn the shapes played at least N times"),
    OPT_REAL("prior", 0, "X", "1", 1e-6, 1e6, FIELD(prior),
        "give each gamma X wins and X losses against gamma 1"),
    OPT_TEXT("test", 't', "INPUT", NULL, FIELD(test),
        "measure prediction on INPUT instead of on held-out games"),
    OPT_REAL("held-out", 0, "X", "0.02", 0, 0.9, FIELD(held_out),
        "without --test, hold out this share of the games to measure prediction"),
    OPT_TEXT("report", 'r', "DIR", NULL, FIELD(report),
        "write a report with pictures to DIR/index.html"),
    OPT_TEXT("checkpoint", 0, "FILE", NULL, FIELD(checkpoint),
        "save the state of the fit in FILE; default: the output's name with .fit"),
    OPT_SECONDS("checkpoint-every", 0, "TIME", "300", 1, 1e9, FIELD(checkpoint_every),
        "time between checkpoints"),
    OPT_FLAG("resume", 0, NULL, FIELD(resume),
        "continue from the checkpoint of an interrupted run; without one, start anew"),
    OPT_CHOICE("solver", 0, CHOICE_WORDS(MM_METHODS), "lbfgs", FIELD(solver),
        "lbfgs: limited-memory BFGS; mm: minorization-maximization by groups"),
    OPT_REAL("tolerance", 0, "X", "1e-5", 1e-12, 1, FIELD(tolerance),
        "stop when an iteration gains less than X nats per position"),
    OPT_INT("iterations", 0, "N", "100", 1, 1000000, FIELD(iterations),
        "stop after at most N iterations"),
    OPT_FLAG("exact", 0, NULL, FIELD(exact),
        "fit in double precision; slower, for comparing fits to the last digit"),
    OPT_TEXT("without", 0, "GROUP,...", NULL, FIELD(without),
        "leave out these groups of features", .word = feature_word),
    OPT_INT("diamond", 0, "SIZE", "14", 4, DIAMOND_MAX, FIELD(diamond),
        "size of the largest diamond shapes"),
    OPT_INT("max-games", 'n', "N", "0", 0, 1e9, FIELD(max_games),
        "use only the first N games; 0: all"),
    OPT_TEXT("export", 0, "FILE", NULL, FIELD(export),
        "also write the competitions to FILE, in the text format of Coulom's mm"),
    OPT_TEXT("tmp", 0, "DIR", NULL, FIELD(tmp),
        "folder for temporary data; default: $TMPDIR or /var/tmp"),
    OPTION_THREADS(train_settings, threads),
    OPTION_QUIET(train_settings, quiet),
    OPTION_JSON(train_settings, json),
    {0}};
static const option_group train_groups[] = {
    {NULL, train_options_table, 0},
    {"Choosing games", corpus_input_options, FIELD(input)},
    {0}};

/* One run of the command. */
typedef struct train_job {
    train_settings s;
    const char *const *inputs;
    int n_inputs;
    const char *checkpoint; /* NULL: none */
    char checkpoint_buffer[CHECKPOINT_PATH], data[512];
    FILE *text; /* where the result is printed */
    feature_set set;
    comm *c;
    train_show show;
    games train, test;
    corpus_counts counts, test_counts;
    train_log log;
    gammas *g;
    prediction_stats measured;
    bool tested;
    double began;
} train_job;

/* ---- settings ---- */

static go_status leave_groups_out(train_job *j, go_error *err)
{
    char list[512], *rest = list;
    snprintf(list, sizeof list, "%s", j->s.without);
    for (char *name; (name = strsep(&rest, ","));) {
        int id = feature_by_name(name);
        if (id < 0 || !feature_used(&feature_sets[j->s.features], (feature_id)id))
            return go_fail(err, GO_EINVAL, "--without: '%s' is not a group of the set '%s'; see "
                           "doc/patterns.md", name, j->set.name);
        j->set.groups &= ~(1u << id);
    }
    return GO_OK;
}

/* The names of the inputs without their folders, for the gammas file. */
static void name_inputs(train_job *j)
{
    size_t used = 0;
    for (int i = 0; i < j->n_inputs && used < sizeof j->data - 1; i++) {
        int length;
        const char *name = last_part(j->inputs[i], &length);
        int n = snprintf(j->data + used, sizeof j->data - used, "%s%.*s", i ? " " : "", length,
                         name);
        used += n > 0 ? (size_t)n : 0;
    }
    utf8_mend(j->data); /* which may be cut within a character */
}

/* Finds what can be known to fail before hours of work. */
static go_status check_settings(train_job *j, go_error *err)
{
    const train_settings *s = &j->s;
    if (!s->output)
        return go_fail(err, GO_EINVAL, "no output file; name one with -o FILE");
    GO_TRY(corpus_input_once(j->inputs, j->n_inputs, s->test, err));
    j->set = feature_sets[s->features];
    if (!feature_used(&j->set, F_DIAMOND) && options_named(&s->given, "diamond"))
        return go_fail(err, GO_EINVAL, "--diamond: the feature set %s has no diamonds",
                       j->set.name);
    if (s->diamond < j->set.diamond_max)
        j->set.diamond_max = s->diamond;
    GO_TRY(s->without ? leave_groups_out(j, err) : GO_OK);
    if (s->export && comm_size(j->c) > 1)
        return go_fail(err, GO_EINVAL, "--export writes the competitions of one process; leave it "
                       "out under mpirun, or train without mpirun");
    name_inputs(j);

    /* the checkpoint is an output too, and is removed at the end */
    GO_TRY(cli_checkpoint(&j->checkpoint, j->checkpoint_buffer, s->checkpoint, s->output, ".fit",
                          &j->s.resume, comm_rank(j->c) > 0, err));
    GO_TRY(comm_broadcast(j->c, &j->s.resume, sizeof j->s.resume, 0, err)); /* all do the same */
    const cli_output outputs[] = {{"-o", s->output, OUTPUT_GAMMAS},
                                  {"--checkpoint", j->checkpoint,
                                   s->resume ? OUTPUT_READ : OUTPUT_CHECKPOINT},
                                  {"--export", s->export, OUTPUT_OTHER},
                                  {0}};
    j->text = cli_outputs_text(outputs);
    const cli_output apart[] = {outputs[0], outputs[1], outputs[2],
                                {"--report", s->report, OUTPUT_OTHER}, /* the folder itself */
                                {0}};
    GO_TRY(s->report ? work_folder_check(s->report, WORK_PAGE, err) : GO_OK);
    GO_TRY(cli_outputs_apart(apart, s->json, err));
    GO_TRY(cli_outputs_spare(outputs, j->inputs, j->n_inputs, err));
    GO_TRY(cli_outputs_spare(outputs, &s->test, 1, err));
    return cli_outputs_try(outputs, err);
}

/* ---- reading games ---- */

/* A rank may have no game, but rank 0 has the first one, learned from or held out. */
static go_status check_training_games(train_job *j, go_error *err)
{
    int size = j->train.size;
    int64_t n = j->train.n_games;
    GO_TRY(comm_broadcast(j->c, &size, sizeof size, 0, err));
    GO_TRY(comm_sum_counts(j->c, &n, 1, err));
    games_set_size(&j->train, size);
    games_set_size(&j->test, size);
    return n ? GO_OK
             : go_fail(err, GO_EEMPTY,
                       "all games were held out for testing, none is left to train on; give more "
                       "games, a smaller --held-out, or test games with --test");
}

/* Games of --test that were learned from are left out. */
static go_status read_collections(train_job *j, dedupe *learned, go_error *err)
{
    const train_settings *s = &j->s;
    playable_options o = {.size = s->input.filter.size,
                          .held_out = s->test ? 0 : s->held_out,
                          .filter = &s->input.filter, .charset = s->input.charset,
                          .strict = s->input.strict, .max_games = s->max_games,
                          .learned = learned, .rank = comm_rank(j->c),
                          .n_ranks = comm_size(j->c), .on_broken = phase_bar_broken,
                          .progress = phase_bar_show, .user = &j->show.bar};
    go_status status = corpus_games_read(&j->train, s->test ? NULL : &j->test, j->inputs,
                                         j->n_inputs, &o, s->tmp, &j->counts, err);
    phase_bar_end(&j->show.bar);
    status = comm_agree(j->c, status, err);
    if (status == GO_OK)
        status = check_training_games(j, err);
    if (status == GO_OK && !j->show.bar.quiet) /* now, not after hours of work */
        train_show_other_sizes(&j->counts, j->train.size, "katachi: ", stderr);
    if (status != GO_OK || !s->test)
        return status;
    o = playable_to_test(&o);
    o.size = j->train.size;
    status = corpus_games_read(&j->test, NULL, &s->test, 1, &o, s->tmp, &j->test_counts, err);
    phase_bar_end(&j->show.bar);
    return comm_agree(j->c, status, err);
}

static go_status read_games(train_job *j, go_error *err)
{
    dedupe *learned = j->s.test ? dedupe_create(DEDUPE_MOVES) : NULL;
    if (j->s.test && !learned)
        return go_fail(err, GO_ENOMEM, "out of memory for the games");
    go_status status = read_collections(j, learned, err);
    dedupe_destroy(learned);
    return status;
}

/* ---- fitting ---- */

static go_status fit(train_job *j, go_error *err)
{
    train_options o = {.set = &j->set,
                       .min_count = j->s.min_count,
                       .solver = mm_solver_defaults(),
                       .max_iterations = j->s.iterations,
                       .exact = j->s.exact,
                       .folder = j->s.tmp,
                       .checkpoint = j->checkpoint,
                       .checkpoint_seconds = j->s.checkpoint_every,
                       .resume = j->s.resume,
                       .export = j->s.export,
                       .data = j->data,
                       .run = {cli_threads(j->s.threads), train_show_progress, &j->show},
                       .on_iteration = train_show_iteration,
                       .on_unsaved = train_show_unsaved,
                       .on_dataset = train_show_dataset};
    o.solver.method = (mm_method_id)j->s.solver;
    o.solver.prior = j->s.prior;
    o.solver.gain_tolerance = j->s.tolerance;
    j->show.tolerance = j->s.tolerance;
    j->show.max_iterations = j->s.iterations;
    j->show.began = clock_now();
    go_status status = train_gammas(&j->g, &j->log, &j->train, j->c, &o, err);
    phase_bar_end(&j->show.bar);
    return status;
}

/* ---- results ---- */

/* Measures on the test games of this rank, if it has some. */
static go_status measure_share(train_job *j, prediction_stats *mine, go_error *err)
{
    const games_run run = {cli_threads(j->s.threads), phase_bar_show, &j->show.bar};
    if (!j->test.n_games)
        return GO_OK;
    go_status status = evaluate_games(mine, j->g, &j->test, &run, err);
    phase_bar_end(&j->show.bar);
    return status != GO_EINTR ? status
                              : go_fail(err, status, "interrupted while predicting moves; the "
                                        "gammas have been written");
}

/* Each rank measures on its share of the test games; all get the sum. */
static go_status measure(train_job *j, go_error *err)
{
    prediction_stats mine = {0};
    void *all = NULL;
    GO_TRY(comm_agree(j->c, measure_share(j, &mine, err), err));
    int64_t *bounds = calloc((size_t)comm_size(j->c) + 1, sizeof *bounds);
    if (!bounds)
        return go_fail(err, GO_ENOMEM, "out of memory while measuring");
    go_status status = comm_gather(j->c, &mine, sizeof mine, &all, bounds, err);
    for (int i = 0; i < comm_size(j->c) && status == GO_OK; i++)
        prediction_stats_add(&j->measured, (const prediction_stats *)all + i);
    free(all);
    free(bounds);
    j->tested = j->measured.all.positions > 0;
    return status;
}

/* Before they are measured, which takes time and may be interrupted. */
static go_status write_gammas(train_job *j, go_error *err)
{
    if (comm_rank(j->c) != 0)
        return GO_OK;
    GO_TRY(gammas_write(j->g, j->s.output, err));
    cli_checkpoint_done(j->checkpoint);
    return GO_OK;
}

static go_status write_report(train_job *j, go_error *err)
{
    if (!j->s.report || comm_rank(j->c) != 0)
        return GO_OK;
    report_input in = {.g = j->g,
                       .test = j->tested ? &j->measured : NULL,
                       .test_name = j->s.test ? j->s.test : "games held out",
                       .log_likelihood = j->log.fit.log_likelihood,
                       .n_iterations = j->log.fit.n,
                       .seconds = clock_now() - j->began};
    return report_write(&in, j->s.report, err);
}

/* ---- the command ---- */

static go_status run_job(train_job *j, go_error *err)
{
    GO_TRY(check_settings(j, err));
    GO_TRY(read_games(j, err));
    GO_TRY(j->s.report && comm_rank(j->c) == 0 ? make_folder(j->s.report, err) : GO_OK);
    GO_TRY(fit(j, err));
    GO_TRY(write_gammas(j, err));
    GO_TRY(measure(j, err));
    return write_report(j, err);
}

static int run_train(int argc, char **argv)
{
    train_job *j = calloc(1, sizeof *j);
    go_error err = {0};
    int code;
    if (!j)
        return cli_no_memory();
    j->began = clock_now();
    if (!cli_begin(&cli_train, argc, argv, &j->s, &j->n_inputs, &code)) {
        free(j);
        return code;
    }
    if (comm_create(&j->c, &err) != GO_OK) {
        free(j);
        return cli_fail(&err);
    }
    j->inputs = (const char *const *)argv + 1;
    j->show.bar.quiet = j->s.quiet || comm_rank(j->c) > 0;
    interrupt_catch();
    go_status status = run_job(j, &err);
    phase_bar_end(&j->show.bar);
    if (status == GO_OK && comm_rank(j->c) == 0) {
        const train_summary sum = {j->s.output, j->g, &j->log, &j->counts, j->test_counts.known,
                                   j->tested ? &j->measured : NULL, clock_now() - j->began};
        code = j->s.json ? train_show_json(&sum) : train_show_text(&sum, j->text);
    } else if (status == GO_OK) {
        code = EXIT_OK;
    } else {
        code = comm_rank(j->c) == 0 || status != GO_EINTR ? cli_fail(&err) : EXIT_FAILED;
        /* misuse is the same on all ranks, and they agree on an interruption; of other failures
         * the other ranks cannot know */
        if (comm_size(j->c) > 1 && status != GO_EINVAL && status != GO_EINTR)
            comm_abort(j->c, code);
    }
    games_free(&j->train);
    games_free(&j->test);
    gammas_destroy(j->g);
    free(j->log.fit.log_likelihood);
    comm_destroy(j->c);
    free(j);
    return code;
}

const cli_command cli_train = {
    .spec = {.name = "train",
             .sentence = "learns gammas from game collections",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = train_groups,
             .given = FIELD(given),
             .description =
                 "Counts the shapes in the games and keeps those played often enough, turns every "
                 "move into a competition between all legal moves, and finds the gammas that make "
                 "the moves played most likely (R. Coulom, Computing Elo Ratings of Move Patterns "
                 "in the Game of Go, 2007). Then it measures how well they predict games that they "
                 "were not trained on. An input is an SGF file, a folder, an archive, a compressed "
                 "file, or \"-\" for standard input. Without --size, only games of the size of the "
                 "first usable one are used. An interrupted fit is saved; --resume "
                 "continues it. Under mpirun (in a build with MPI=1) each rank takes its share of "
                 "the games.",
             .examples = "  katachi train -o my.gammas games/\n"
                         "  katachi train --features fast --report out -o fast.gammas a.sgf.zst\n"
                         "  mpirun -n 4 katachi train -o my.gammas games/"},
    .run = run_train,
};
