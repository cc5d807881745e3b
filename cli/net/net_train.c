/* net_train.c -- `katachi net train`: from SGF collections to a network. */
#include "cli/net/training.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ending.h"
#include "base/interrupt.h"
#include "base/io/atomic_file.h"
#include "cli/commands.h"
#include "nn/formats/kata_write.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn/session.h"
#include "nn_train/data/batches.h"

#define FIELD(field) offsetof(net_train_settings, field)

static const option net_train_options[] = {
    OPTION_OUTPUT(net_train_settings, output,
                  "write the network to FILE; .gz compresses; required"),
    OPT_TEXT("from", 0, "NET", NULL, FIELD(from),
             "continue from this network, in KataGo's format, instead of a new one"),
    OPT_TEXT("shape", 0, "SHAPE", NULL, FIELD(shape),
             NN_RANDOM_SHAPE_HELP
             "; default: b6c64, or that of --from, which a larger shape makes grow"),
    OPT_REAL("hours", 0, "X", "0", 0, 1e5, FIELD(hours),
             "train for X hours; one of --hours, --rows and --epochs is required"),
    OPT_INT("rows", 0, "N", "0", 0, 2147483647, FIELD(rows), "train on N rows instead"),
    OPT_REAL("epochs", 0, "X", "0", 0, 1e6, FIELD(epochs),
             "train on each position X times instead; with several limits, the first one reached "
             "ends the training"),
    OPT_INT("batch", 0, "N", "256", 4, 65536, FIELD(batch), "rows per step"),
    OPT_TEXT("test", 't', "INPUT", NULL, FIELD(test),
             "measure on INPUT instead of on held-out games"),
    OPT_REAL("held-out", 0, "X", "0.02", 0, 0.9, FIELD(held_out),
             "without --test, hold out this share of the games to measure on"),
    OPT_TEXT("report", 'r', "DIR", NULL, FIELD(report),
             "keep a page with curves in DIR/index.html during the training"),
    OPT_TEXT("gammas", 'g', "FILE", NULL, FIELD(gammas),
             "compare with these gammas in the report; default: the installed ones"),
    OPT_TEXT("checkpoint", 0, "FILE", NULL, FIELD(checkpoint),
             "save the state of the training in FILE; default: the output's name with .learn"),
    OPT_SECONDS("checkpoint-every", 0, "TIME", "300", 1, 1e9, FIELD(checkpoint_every),
                "time between checkpoints"),
    OPT_FLAG("resume", 0, NULL, FIELD(resume),
             "continue from the checkpoint of an interrupted training"),
    OPT_TEXT("name", 0, "WORD", NULL, FIELD(name),
             "name of the network; the end -games says that it has learned from moves of games "
             "only, so that searches mix it with playouts; default: katachi-games, or katachi "
             "if it has learned from other rows, too"),
    OPT_TEXT("backend", 'b', "NAME", NULL, FIELD(backend),
             "cudnn, onednn16, onednn or reference; default: the first that works here",
             .word = nn_backend_word),
    OPT_INT("max-games", 'n', "N", "0", 0, 1e9, FIELD(max_games),
            "use only the first N games; 0: all"),
    OPT_INT("seed", 's', "N", "1", 0, 2147483647, FIELD(seed),
            "seed of the first weights and of the order of the rows"),
    OPT_TEXT("tmp", 0, "DIR", NULL, FIELD(tmp),
             "folder for temporary data; default: $TMPDIR or /var/tmp"),
    OPTION_THREADS(net_train_settings, threads),
    OPTION_QUIET(net_train_settings, quiet),
    {0}};
static const option_group net_train_groups[] = {
    {NULL, net_train_options, 0},
    {"Choosing games", corpus_input_options, FIELD(input)},
    {"How to learn", nn_train_choice_options, FIELD(choices)},
    {"Rows in KataGo's format", training_rows_options, FIELD(katago)},
    {0}};

/* ---- the work ---- */

/* The rows of --rows or --epochs, the fewer; 0: neither is given. */
static int64_t budget_of(const net_train_job *j)
{
    const int64_t rows = j->s.rows;
    const nn_sample how = {.seed = 1};
    nn_batches plan;
    if (j->s.epochs <= 0)
        return rows;
    nn_batches_plan(&plan, &j->train, j->o.lanes * j->o.rows, &how);
    if (j->o.import)
        plan.per_epoch = (nn_import_count(j->o.import).per_epoch + plan.rows - 1) / plan.rows;
    const int64_t batches = (int64_t)ceil(j->s.epochs * (double)plan.per_epoch);
    const int64_t wanted = batches * plan.rows;
    return rows && rows < wanted ? rows : wanted;
}

static go_status set_options(net_train_job *j, go_error *err)
{
    const int usual_size_of_rows = 19; /* what they are cut into is needed to open them */
    const net_train_settings *s = &j->s;
    j->o.checkpoint = j->checkpoint;
    j->o.checkpoint_seconds = s->checkpoint_every;
    j->o.resume = s->resume;
    j->o.goes_on = s->from != NULL;
    j->o.ranks = j->ranks;
    nn_train_cut(&j->o, s->batch, s->katago.import ? usual_size_of_rows : j->train.largest);
    const int taken = j->o.lanes * j->o.rows;
    if (taken != s->batch && j->leads && !s->quiet)
        fprintf(stderr,
                "katachi: a step takes %d rows instead of %d, in %d equal parts for the "
                "threads\n",
                taken, s->batch, j->o.lanes);
    j->o.threads = cli_threads(s->threads);
    j->o.seed = (uint64_t)s->seed;
    j->o.choices = s->choices;
    if (s->katago.import)
        GO_TRY(training_rows_open(&j->o.import, &s->katago, j->inputs, j->n_inputs, &j->o, j->text,
                                  err));
    j->o.budget = budget_of(j);
    j->o.warm_up = 100 * (int64_t)s->batch;
    if (j->o.budget && j->o.warm_up > j->o.budget / 20)
        j->o.warm_up = j->o.budget / 20;
    j->o.seconds = s->hours * 3600;
    return GO_OK;
}

/* All rows are learned from; --from own and the games of --test depend on some options, too. */
static go_status check_import(const net_train_settings *s, go_error *err)
{
    static const char *const of_games[] = {"held-out", "max-games", "other-rules", "other-komi"};
    static const char *const of_test[] = {"size", "charset", "strict", NULL};
    static const char why[] = "with --import, which learns from all rows as they are";
    for (size_t i = 0; i < sizeof of_games / sizeof *of_games; i++)
        if (options_named(&s->given, of_games[i]))
            return go_fail(err, GO_EINVAL, "--%s cannot be used %s", of_games[i], why);
    return options_refuse(&s->given, corpus_input_options, s->test || s->from ? of_test : NULL, why,
                          err);
}

/* Nothing that was asked for is ignored without a word. */
static go_status check_rows(const net_train_settings *s, go_error *err)
{
    static const char *const exports[] = {"export", "export-rows", NULL};
    static const char *const of_games[] = {"test", "held-out", "max-games", "seed", "tmp",
                                           "threads", "quiet", NULL};
    static const char *const not_of_import[] = {"import", "export", "export-rows", NULL};
    static const char *const not_of_export[] = {"import", "export", "buffer", "keep", NULL};
    static const char why[] = "with --export, which learns nothing";
    if (s->katago.import && s->katago.export)
        return go_fail(err, GO_EINVAL, "--import and --export cannot be used together");
    if (s->katago.export) {
        GO_TRY(options_refuse(&s->given, net_train_options, of_games, why, err));
        GO_TRY(options_refuse(&s->given, nn_train_choice_options, NULL, why, err));
        return options_refuse(&s->given, training_rows_options, exports, why, err);
    }
    GO_TRY(options_refuse(&s->given, training_rows_options, not_of_export, "without --export",
                          err));
    if (s->katago.import)
        return check_import(s, err);
    return options_refuse(&s->given, training_rows_options, not_of_import, "without --import", err);
}

/* The files of the report are not tried: a report that cannot be written stops nothing. */
static go_status check_apart(const cli_output outputs[2], const char *report, go_error *err)
{
    char page[CHECKPOINT_PATH], history[CHECKPOINT_PATH];
    snprintf(page, sizeof page, "%s/index.html", report ? report : "");
    snprintf(history, sizeof history, "%s/history.tsv", report ? report : "");
    const cli_output all[] = {outputs[0],
                              outputs[1],
                              {"--report", report, OUTPUT_OTHER}, /* the folder itself */
                              {"--report", report ? page : NULL, OUTPUT_OTHER},
                              {"--report", report ? history : NULL, OUTPUT_OTHER},
                              {0}};
    return cli_outputs_apart(all, false, err);
}

/* KataGo tells by a file's name whether its numbers are text. */
static go_status check_ending(const char *output, go_error *err)
{
    if (ending_at(output, ".txt") || ending_at(output, ".txt.gz"))
        return go_fail(err, GO_EINVAL,
                       "-o %.300s: networks are written in binary, which KataGo does not read "
                       "from a file of this name; end it with .bin.gz",
                       output);
    return GO_OK;
}

/* What can be known to fail before hours of work. */
static go_status check_settings(net_train_job *j, go_error *err)
{
    if (comm_size(j->ranks) > j->s.batch)
        return go_fail(err, GO_EINVAL, "--batch: %d rows cannot be shared by %d ranks", j->s.batch,
                       comm_size(j->ranks));
    GO_TRY(check_rows(&j->s, err));
    GO_TRY(corpus_input_once(j->inputs, j->n_inputs, j->s.test, err));
    if (j->s.katago.export)
        return GO_OK;
    GO_TRY(nn_train_choices_named(&j->s.choices, &j->s.given, err));
    if (!j->s.output)
        return go_fail(err, GO_EINVAL, "no output file; name one with -o FILE");
    if (j->s.hours <= 0 && !j->s.rows && j->s.epochs <= 0)
        return go_fail(err, GO_EINVAL,
                       "no limit for the training; give --hours X, --rows N or --epochs X");
    if (j->s.test && options_named(&j->s.given, "held-out"))
        return go_fail(err, GO_EINVAL,
                       "--held-out cannot be used with --test, which names the "
                       "games to measure on");
    if (j->s.gammas && !j->s.report)
        return go_fail(err, GO_EINVAL, "--gammas is used only in the report; add --report DIR");
    if (j->s.name && !nn_model_name_is_read(j->s.name))
        return go_fail(err, GO_EINVAL,
                       "--name: '%.60s' cannot name a network; KataGo takes letters, digits, _ and "
                       "-, 96 at most, and a number needs five digits or more",
                       j->s.name);
    GO_TRY(check_ending(j->s.output, err));
    GO_TRY(cli_checkpoint(&j->checkpoint, j->checkpoint_buffer, j->s.checkpoint, j->s.output,
                          ".learn", &j->s.resume, false, err));
    const cli_output outputs[] = {{"-o", j->s.output, OUTPUT_NETWORK},
                                  {"--checkpoint", j->checkpoint,
                                   j->s.resume ? OUTPUT_READ : OUTPUT_CHECKPOINT},
                                  {0}};
    j->text = cli_outputs_text(outputs);
    GO_TRY(check_apart(outputs, j->s.report, err));
    GO_TRY(cli_outputs_spare(outputs, j->inputs, j->n_inputs, err));
    GO_TRY(cli_outputs_spare(outputs, &j->s.test, 1, err));
    GO_TRY(cli_outputs_spare(outputs, &j->s.from, 1, err));
    return cli_outputs_try(outputs, err);
}

static go_status learn(net_train_job *j, go_error *err)
{
    enum { REPORTS = 2048 }; /* rows between two */
    if (!j->s.quiet && j->leads)
        j->learning = progress_start(stderr, "learning", "rows", j->o.budget);
    go_status status = nn_train(j->m, j->o.import ? NULL : &j->train, &j->o, REPORTS, training_show,
                                j, err);
    progress_end(j->learning);
    j->learning = NULL;
    return status;
}

/* Says that what was learned before is not lost, unless the same command would end as this one:
 * with numbers that are not finite, or that no file of a network can hold.         */
static go_status failed(const net_train_job *j, go_status status, go_error *err)
{
    char why[sizeof err->message];
    const bool ends_alike = status == GO_EFORMAT || status == GO_EINVAL;
    if (ends_alike || j->rows == 0 || !j->checkpoint || access(j->checkpoint, R_OK) != 0 ||
        atomic_file_is_special(j->checkpoint))
        return status;
    snprintf(why, sizeof why, "%s", err->message);
    return go_fail(err, status,
                   "%.700s; what was learned before is saved in %.250s, and the same command with "
                   "--resume continues",
                   why, j->checkpoint);
}

/* --export: rank 0 writes, nobody learns. */
static go_status export_games(net_train_job *j, go_error *err)
{
    if (!j->leads)
        return GO_OK;
    GO_TRY(training_read_games(j, err));
    training_show_games(j);
    return training_rows_write(&j->s.katago, &j->train, &j->test, (uint64_t)j->s.seed,
                               cli_threads(j->s.threads), j->s.quiet, err);
}

/* As nn_model_knows_games_only understands it. */
static const char *name_of(const net_train_job *j)
{
    const bool games_only = !j->s.katago.import && (!j->s.from || nn_model_knows_games_only(j->m));
    return j->s.name ? j->s.name : games_only ? "katachi" NN_GAMES_ONLY : "katachi";
}

/* An interrupt ends the learning, and what was learned so far is written. */
static go_status run_job(net_train_job *j, go_error *err)
{
    GO_TRY(comm_agree(j->ranks, j->leads ? check_settings(j, err) : GO_OK, err));
    if (j->s.katago.export)
        return comm_agree(j->ranks, export_games(j, err), err);
    GO_TRY(training_choose_gradient(j, err));
    GO_TRY(training_network(j, err));
    GO_TRY(training_share_games(j, err));
    if (j->leads && !j->s.katago.import)
        training_show_games(j);
    GO_TRY(comm_agree(j->ranks, set_options(j, err), err));
    GO_TRY(comm_agree(j->ranks, j->leads ? training_start_report(j, err) : GO_OK, err));
    go_status status = learn(j, err);
    if (!j->leads)
        return status;
    if (status != GO_OK && status != GO_EINTR)
        return failed(j, status, err);
    const go_status saved = nn_kata_save(j->s.output, j->m, j->bytes, j->n_bytes, name_of(j), err);
    if (saved != GO_OK)
        return failed(j, saved, err);
    if (j->drawn[0])
        fprintf(j->text, "drawn: %s\n", j->drawn);
    training_finish_report(j, status == GO_OK);
    if (status == GO_EINTR)
        return go_fail(err, status,
                       "interrupted after %lld rows; what was learned so far is saved in %s%s",
                       (long long)j->rows, j->s.output,
                       j->checkpoint ? ", and the same command with --resume continues" : "");
    cli_checkpoint_done(j->checkpoint);
    return training_measure(j, err);
}

static int run_net_train(int argc, char **argv)
{
    net_train_job *j = calloc(1, sizeof *j);
    go_error err = {0};
    int code;
    if (!j)
        return cli_no_memory();
    cli_command_line(argc, argv, j->command, sizeof j->command);
    if (!cli_begin(&cli_net_train, argc, argv, &j->s, &j->n_inputs, &code)) {
        free(j);
        return code;
    }
    if (comm_create(&j->ranks, &err) != GO_OK) {
        free(j);
        return cli_fail(&err);
    }
    j->inputs = (const char *const *)argv + 1;
    j->leads = comm_rank(j->ranks) == 0;
    j->text = stdout;
    j->bar.quiet = j->s.quiet;
    interrupt_catch();
    go_status status = run_job(j, &err);
    phase_bar_end(&j->bar);
    watch_destroy(j->watch);
    code = status == GO_OK ? EXIT_OK : status == GO_EINVAL ? EXIT_MISUSE : EXIT_FAILED;
    if (status != GO_OK && (j->leads || comm_lost(j->ranks)))
        code = cli_fail(&err); /* failures are the same on all ranks, unless one is lost */
    if (comm_lost(j->ranks))
        comm_abort(j->ranks, code);
    nn_store_free(&j->train);
    nn_store_free(&j->test);
    nn_import_close(j->o.import);
    nn_model_destroy(j->m);
    free(j->bytes);
    comm_destroy(j->ranks);
    free(j);
    return code;
}

const cli_command cli_net_train = {
    .spec = {.name = "train",
             .sentence = "trains a network on game collections",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = net_train_groups,
             .given = FIELD(given),
             .description =
                 "Learns to predict the next move, the winner, the score and the owners of points "
                 "at the end, each from the games that record it, and writes a network in KataGo's "
                 "format: residual blocks, every third one with global pooling, in version 8 with "
                 "ReLU, in version 14 with Mish or nested bottleneck blocks. An input is an SGF "
                 "file, a folder, an archive, a compressed file, or \"-\" for standard input; "
                 "boards of several sizes may be mixed. The learning rate falls to 0 over the "
                 "given hours, rows or epochs. An interrupt ends the training early and keeps what "
                 "was learned; --resume continues it. With the same seed, rows and batch the "
                 "result is the same, however many threads share the work and however often it was "
                 "interrupted; with --hours it follows the clock. Under mpirun (in a build with "
                 "MPI=1) the ranks share each batch; only the first needs the games and writes "
                 "files. With --import each rank reads the rows itself.",
             .examples =
                 "  katachi net train --hours 2 -o my.bin.gz my-games/\n"
                 "  katachi net train --epochs 8 --report out -o my.bin.gz my-games/\n"
                 "  katachi net train --from my.bin.gz --hours 1 -o more.bin.gz my-games/\n"
                 "  katachi net train --import --hours 2 -o my.bin.gz selfplay/*.npz\n"
                 "  katachi net train --export rows my-games/\n"
                 "  katachi net train --rows 1000000 --shape b4c48 -t test.sgf -o my.bin.gz "
                 "games.sgf.gz"},
    .run = run_net_train,
};
