/* net_train.c -- `katachi net train`: from SGF collections to a network. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/comm.h"
#include "base/interrupt.h"
#include "base/io/atomic_file.h"
#include "base/io/read_file.h"
#include "cli/commands.h"
#include "cli/corpus_input.h"
#include "cli/net/training_rows.h"
#include "cli/outputs.h"
#include "cli/phase_bar.h"
#include "nn/formats/kata_write.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"
#include "nn/model/random_net.h"
#include "nn_train/data/batches.h"
#include "nn_train/data/shared.h"
#include "nn_train/gradients.h"
#include "nn_train/report/watch.h"
#include "nn_train/train.h"

typedef struct net_train_settings {
    corpus_input input;
    const char *output, *from, *shape, *test, *backend, *tmp, *name, *checkpoint;
    const char *report, *gammas;
    int threads, batch, seed, max_games;
    int rows;
    double hours, epochs, held_out, checkpoint_every;
    bool resume, quiet;
    nn_train_choices choices;
    training_rows katago;
} net_train_settings;

#define FIELD(field) offsetof(net_train_settings, field)

static const option net_train_options[] = {
    OPTION_OUTPUT(net_train_settings, output, "write the network to FILE; .gz compresses; required"),
    OPT_TEXT("from", 0, "NET", NULL, FIELD(from),
        "go on from this network of KataGo's format instead of a new one"),
    OPT_TEXT("shape", 0, "SHAPE", NULL, FIELD(shape),
        NN_RANDOM_SHAPE_HELP "; default: b6c64"),
    OPT_REAL("hours", 0, "X", "0", 0, 1e5, FIELD(hours), "learn for X hours"),
    OPT_INT("rows", 0, "N", "0", 0, 2147483647, FIELD(rows), "learn from N rows, instead"),
    OPT_REAL("epochs", 0, "X", "0", 0, 1e6, FIELD(epochs),
        "learn from each position X times, instead; of several budgets the one that is used up "
        "first ends the learning"),
    OPT_INT("batch", 0, "N", "256", 4, 65536, FIELD(batch), "rows between two steps"),
    OPT_TEXT("test", 't', "INPUT", NULL, FIELD(test),
        "measure on INPUT instead of on held-out games"),
    OPT_REAL("held-out", 0, "X", "0.02", 0, 0.9, FIELD(held_out),
        "without --test, hold out this share of the games to measure on"),
    OPT_TEXT("report", 'r', "DIR", NULL, FIELD(report),
        "keep a page with curves in DIR/index.html while it learns"),
    OPT_TEXT("gammas", 'g', "FILE", NULL, FIELD(gammas),
        "compare with these gammas in the report; default: those installed with katachi"),
    OPT_TEXT("checkpoint", 0, "FILE", NULL, FIELD(checkpoint),
        "save the state of the training in FILE; default: the output's name with .learn"),
    OPT_SECONDS("checkpoint-every", 0, "TIME", "300", 1, 1e9, FIELD(checkpoint_every),
        "time between checkpoints"),
    OPT_FLAG("resume", 0, NULL, FIELD(resume),
        "continue from the checkpoint of an interrupted training"),
    OPT_TEXT("name", 0, "WORD", "katachi", FIELD(name), "what the network is called"),
    OPT_TEXT("backend", 'b', "NAME", NULL, FIELD(backend),
        "cudnn, onednn16, onednn or reference; default: the first that works here"),
    OPT_INT("max-games", 'n', "N", "0", 0, 1e9, FIELD(max_games),
        "use only the first N games; 0: all"),
    OPT_INT("seed", 's', "N", "1", 0, 2147483647, FIELD(seed), "seed of the start and the order"),
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

enum { NET_TRAIN_FACTS = 16 };

typedef struct net_train_job {
    net_train_settings s;
    const char *const *inputs;
    int n_inputs;
    comm *ranks;
    bool leads; /* rank 0, which reads, writes and shows */
    nn_store train, test;
    corpus_counts counts;
    char *bytes; /* the network at the start, as a file */
    size_t n_bytes;
    nn_model *m;
    nn_train_options o;
    phase_bar bar;       /* of reading */
    progress *learning;
    int64_t rows;        /* learned from so far */
    char drawn[512];     /* what they were */
    watch *watch;        /* NULL: no report */
    bool warned;         /* that the report cannot be written */
    training_fact facts[NET_TRAIN_FACTS];
    int n_facts;
    char command[sizeof(((training_fact *)0)->value)], test_name[200];
    char checkpoint[4096];
    double began;
} net_train_job;

static go_status read_network(net_train_job *j, go_error *err)
{
    enum { MOST_BYTES = 1 << 30 };
    char path[DATA_FILE_PATH];
    GO_TRY(nn_net_find(j->s.from, j->s.input.filter.size, path, err));
    return read_file(path, MOST_BYTES, &j->bytes, &j->n_bytes, err);
}

/* The bytes that rank 0 has read, on all ranks. */
static go_status share_network(net_train_job *j, go_error *err)
{
    GO_TRY(comm_agree(j->ranks, j->leads ? read_network(j, err) : GO_OK, err));
    GO_TRY(comm_broadcast(j->ranks, &j->n_bytes, sizeof j->n_bytes, 0, err));
    go_status status = GO_OK;
    if (!j->leads && !(j->bytes = malloc(j->n_bytes + 1)))
        status = go_fail(err, GO_ENOMEM, "out of memory for '%s'", j->s.from);
    GO_TRY(comm_agree(j->ranks, status, err));
    return comm_broadcast(j->ranks, j->bytes, (int64_t)j->n_bytes, 0, err);
}

static go_status old_network(net_train_job *j, go_error *err)
{
    GO_TRY(share_network(j, err));
    GO_TRY(nn_model_parse(&j->m, j->bytes, j->n_bytes, j->s.from, err));
    if (j->m->family == NN_KATAGO)
        return GO_OK;
    return go_fail(err, GO_EUNSUPPORTED, "--from %s: only networks of KataGo's format can learn",
                   j->s.from);
}

static go_status new_network(net_train_job *j, go_error *err)
{
    nn_random_shape shape;
    GO_TRY(nn_random_shape_parse(j->s.shape ? j->s.shape : "b6c64", &shape, err));
    shape.seed = (uint64_t)j->s.seed;
    shape.to_learn = true;
    GO_TRY(nn_random_bytes(&shape, &j->bytes, &j->n_bytes, err));
    return nn_model_parse(&j->m, j->bytes, j->n_bytes, j->s.output, err);
}

/* Rank 0's choice is that of all. */
static go_status choose_gradient(net_train_job *j, go_error *err)
{
    char name[64] = "";
    go_status status = GO_OK;
    if (j->leads)
        status = nn_gradient_choose(&j->o.gradient, j->s.backend, err);
    if (j->leads && status == GO_OK)
        snprintf(name, sizeof name, "%s", j->o.gradient->name);
    GO_TRY(comm_agree(j->ranks, status, err));
    GO_TRY(comm_broadcast(j->ranks, name, sizeof name, 0, err));
    if (!j->leads)
        status = nn_gradient_choose(&j->o.gradient, name, err);
    return comm_agree(j->ranks, status, err);
}

static go_status read_games(net_train_job *j, go_error *err)
{
    const bool has_games = !j->s.katago.import;
    rules unnamed;
    rules_by_name("chinese", &unnamed);
    playable_options o = {.size = j->s.input.filter.size,
                          .held_out = j->s.test ? 0 : j->s.held_out,
                          .filter = &j->s.input.filter, .charset = j->s.input.charset,
                          .strict = j->s.input.strict, .max_games = j->s.max_games,
                          .on_broken = phase_bar_broken, .progress = phase_bar_show,
                          .user = &j->bar};
    go_status status = GO_OK;
    if (has_games)
        status = nn_store_read(&j->train, o.held_out > 0 ? &j->test : NULL, j->inputs, j->n_inputs,
                               &o, &unnamed, j->s.tmp, &j->counts, err);
    phase_bar_end(&j->bar);
    if (status != GO_OK || !j->s.test)
        return status;
    corpus_counts counts;
    o.max_games = 0;
    o.filter = NULL;
    status = nn_store_read(&j->test, NULL, &j->s.test, 1, &o, &unnamed, j->s.tmp, &counts,
                           err);
    phase_bar_end(&j->bar);
    return status;
}

/* The games to learn from, on all ranks; only rank 0 tests. */
static go_status share_games(net_train_job *j, go_error *err)
{
    GO_TRY(comm_agree(j->ranks, j->leads ? read_games(j, err) : GO_OK, err));
    return nn_store_share(&j->train, j->s.tmp, j->ranks, err);
}

/* ---- showing ---- */

/* A mean, or a dash where no row tells. */
static const char *mean_text(char text[24], double sum, double rows)
{
    if (rows > 0)
        snprintf(text, 24, "%.4f", sum / rows);
    else
        snprintf(text, 24, "-");
    return text;
}

static void note(net_train_job *j, const nn_train_progress *p)
{
    const nn_loss_sums *s = &p->sums;
    char value[24], ownership[24], test[40] = "";
    const double top1 = j->watch ? watch_top1(j->watch) : (double)NAN;
    if (!isnan(top1))
        snprintf(test, sizeof test, " (test games: %.1f %%)", 100 * top1);
    progress_note(j->learning, "moves %.1f %%%s, policy %.3f, value %s, ownership %s, rate %.2g",
                  100 * s->first / s->policy_rows, test, s->policy / s->policy_rows,
                  mean_text(value, s->value, s->value_rows),
                  mean_text(ownership, s->ownership, s->ownership_rows), p->rate);
}

/* A report that cannot be written is no reason to stop learning. */
static void warn(net_train_job *j, const go_error *err)
{
    if (!j->warned)
        fprintf(stderr, "katachi: %s; the learning goes on without its report\n", err->message);
    j->warned = true;
}

static bool show(void *user, const nn_train_progress *p)
{
    net_train_job *j = user;
    go_error err;
    if (!j->rows)
        progress_skip(j->learning, p->rows - (int64_t)p->sums.policy_rows);
    progress_total(j->learning, p->budget);
    if (p->sums.policy_rows > 0)
        note(j, p);
    progress_set(j->learning, p->rows);
    j->rows = p->rows;
    nn_drawn_line(p->drawn, j->drawn);
    if (j->watch && watch_look(j->watch, p, &err) != GO_OK)
        warn(j, &err);
    return !interrupt_requested();
}

static void show_games(const net_train_job *j)
{
    const store_knowledge k = nn_store_knows(&j->train);
    printf("%lld games with %lld moves: the winner of %lld is known, the score of %lld, the owners "
           "of the points of %lld\n", (long long)k.games, (long long)k.moves, (long long)k.winner,
           (long long)k.score, (long long)k.ownership);
    if (k.searches)
        printf("%lld positions were judged by a search\n", (long long)k.searches);
}

static void show_test(const net_train_job *j, const nn_loss_sums *s)
{
    char value[24], square[24], score[24], ownership[24];
    printf("on %.0f positions of games it has not learned from:\n", s->policy_rows);
    printf("  moves       %.2f %% of those played come first, %.4f nats\n",
           100 * s->first / s->policy_rows, s->policy / s->policy_rows);
    printf("  value       %s nats, mean square error %s\n",
           mean_text(value, s->value, s->value_rows),
           mean_text(square, s->value_square, s->value_rows));
    printf("  score       %s nats\n", mean_text(score, s->score, s->score_rows));
    printf("  ownership   %s nats a point\n",
           mean_text(ownership, s->ownership, s->ownership_rows));
    printf("%s: %d blocks, %d channels, %.1f M rows with %s in %.0f s\n", j->s.output,
           j->m->blocks, j->m->trunk_channels, (double)j->rows / 1e6, j->o.gradient->name, clock_now() - j->began);
}

/* ---- the work ---- */

static go_status save(net_train_job *j, go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, j->s.output, err));
    go_status status = nn_kata_write(atomic_file_stream(file), j->m, j->bytes, j->n_bytes,
                                     j->s.name, err);
    if (status == GO_OK || status == GO_EIO) /* this one knows why it cannot be written */
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return status;
}

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
    const net_train_settings *s = &j->s;
    j->o.checkpoint = j->checkpoint;
    j->o.checkpoint_seconds = s->checkpoint_every;
    j->o.resume = s->resume;
    j->o.ranks = j->ranks;
    nn_train_cut(&j->o, s->batch);
    j->o.threads = cli_threads(s->threads);
    j->o.seed = (uint64_t)s->seed;
    j->o.choices = s->choices;
    if (s->katago.import)
        GO_TRY(training_rows_open(&j->o.import, &s->katago, j->inputs, j->n_inputs, &j->o, err));
    j->o.budget = budget_of(j);
    j->o.warm_up = 100 * (int64_t)s->batch;
    if (j->o.budget && j->o.warm_up > j->o.budget / 20)
        j->o.warm_up = j->o.budget / 20;
    j->o.seconds = s->hours * 3600;
    return GO_OK;
}

/* What can be known to fail before hours of work. */
static go_status check_settings(net_train_job *j, go_error *err)
{
    if (comm_size(j->ranks) > j->s.batch)
        return go_fail(err, GO_EINVAL, "--batch: %d rows cannot be shared by %d ranks", j->s.batch,
                       comm_size(j->ranks));
    const cli_output outputs[] = {{"-o", j->s.output}, {"--checkpoint", j->checkpoint}, {0}};
    atomic_file *file;
    if (j->s.katago.import && j->s.katago.export)
        return go_fail(err, GO_EINVAL, "--import and --export exclude each other");
    if (j->s.katago.export)
        return GO_OK;
    if (!j->s.output)
        return go_fail(err, GO_EINVAL, "no output file is given; name it with -o FILE");
    if (j->s.hours <= 0 && !j->s.rows && j->s.epochs <= 0)
        return go_fail(err, GO_EINVAL, "say how long to learn, with --hours X, --rows N or "
                       "--epochs X");
    if (j->s.gammas && !j->s.report)
        return go_fail(err, GO_EINVAL, "--gammas is for the report: give --report DIR, too");
    if (j->s.from && j->s.shape)
        return go_fail(err, GO_EINVAL, "--from has a shape of its own; leave out --shape");
    if (!j->s.name[0] || strcspn(j->s.name, " \t\r\n") != strlen(j->s.name))
        return go_fail(err, GO_EINVAL, "--name: '%s' is not one word", j->s.name);
    snprintf(j->checkpoint, sizeof j->checkpoint, "%s%s",
             j->s.checkpoint ? j->s.checkpoint : j->s.output, j->s.checkpoint ? "" : ".learn");
    GO_TRY(cli_outputs_apart(outputs, err));
    GO_TRY(cli_outputs_spare(outputs, j->inputs, j->n_inputs, err));
    GO_TRY(cli_outputs_spare(outputs, &j->s.test, 1, err));
    GO_TRY(cli_outputs_spare(outputs, &j->s.from, 1, err));
    GO_TRY(atomic_file_open(&file, j->s.output, err));
    atomic_file_discard(file);
    return GO_OK;
}

static go_status learn(net_train_job *j, go_error *err)
{
    enum { REPORTS = 2048 }; /* rows between two */
    if (!j->s.quiet && j->leads)
        j->learning = progress_start(stderr, "learning", "rows", j->o.budget);
    go_status status = nn_train(j->m, j->o.import ? NULL : &j->train, &j->o, REPORTS, show, j, err);
    progress_end(j->learning);
    j->learning = NULL;
    return status;
}

/* ---- the report ---- */

static void add_fact(net_train_job *j, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_fact(net_train_job *j, const char *name, const char *format, ...)
{
    if (j->n_facts == NET_TRAIN_FACTS)
        return;
    training_fact *f = &j->facts[j->n_facts++];
    va_list values;
    va_start(values, format);
    snprintf(f->name, sizeof f->name, "%s", name);
    vsnprintf(f->value, sizeof f->value, format, values);
    va_end(values);
}

static void add_facts(net_train_job *j)
{
    const store_knowledge k = nn_store_knows(&j->train);
    const nn_import_size rows = j->o.import ? nn_import_count(j->o.import) : (nn_import_size){0};
    const int64_t epoch = j->o.import ? rows.per_epoch : k.moves;
    add_fact(j, "command", "%s", j->command);
    add_fact(j, "network", "%s: %d blocks, %d channels, %lld parameters", j->s.output, j->m->blocks,
             j->m->trunk_channels, (long long)j->m->parameters);
    if (j->o.import) {
        add_fact(j, "rows learned from", "%lld of %d files, %lld in an epoch", (long long)rows.rows,
                 rows.files, (long long)rows.per_epoch);
    } else {
        add_fact(j, "games learned from", "%lld with %lld positions", (long long)k.games,
                 (long long)k.moves);
        add_fact(j, "known of them", "the winner of %lld, the score of %lld, the owners of the "
                 "points of %lld", (long long)k.winner, (long long)k.score, (long long)k.ownership);
        add_fact(j, "left out", "%lld by the filters, %lld broken", (long long)j->counts.filtered,
                 (long long)j->counts.broken);
    }
    add_fact(j, "test games", "%lld with %lld positions (%s)", (long long)j->test.n_games,
             (long long)j->test.n_moves, j->test_name);
    add_fact(j, "batch", "%d rows", j->o.lanes * j->o.rows);
    if (j->o.budget)
        add_fact(j, "budget", "%lld rows, %.2f epochs", (long long)j->o.budget,
                 (double)j->o.budget / (double)epoch);
    if (j->o.seconds > 0)
        add_fact(j, "budget of time", "%g hours", j->s.hours);
    add_fact(j, "learned by", "%s with %d thread%s", j->o.gradient->name, j->o.threads,
             j->o.threads == 1 ? "" : "s");
}

static go_status start_watch(net_train_job *j, go_error *err)
{
    if (!j->s.report)
        return GO_OK;
    if (!j->test.n_games)
        snprintf(j->test_name, sizeof j->test_name, "none");
    else if (j->s.test)
        snprintf(j->test_name, sizeof j->test_name, "%s", j->s.test);
    else
        snprintf(j->test_name, sizeof j->test_name, "held out, %g %% of the games",
                 100 * j->s.held_out);
    add_facts(j);
    const watch_options o = {.folder = j->s.report, .train = &j->train, .test = &j->test,
                             .test_name = j->test_name, .gammas = j->s.gammas,
                             .inputs = j->inputs, .n_inputs = j->n_inputs, .bytes = j->bytes,
                             .n_bytes = j->n_bytes, .batch = j->o.lanes * j->o.rows,
                             .threads = j->o.threads,
                             .seconds = j->s.checkpoint_every, .resume = j->s.resume,
                             .facts = j->facts, .n_facts = j->n_facts};
    return watch_create(&j->watch, &o, err);
}

static void finish_watch(net_train_job *j, bool ended)
{
    go_error err;
    if (!j->watch)
        return;
    if (watch_finish(j->watch, j->m, ended, &err) == GO_OK)
        printf("%s/index.html shows how it learned\n", j->s.report);
    else
        fprintf(stderr, "katachi: %s; %s is complete, its report is not\n", err.message,
                j->s.output);
}

static go_status measure(const net_train_job *j, go_error *err)
{
    enum { MOST = 20000 };
    nn_loss_sums sums;
    const int64_t n = j->test.n_moves < MOST ? j->test.n_moves : MOST;
    if (!n)
        return GO_OK;
    GO_TRY(nn_train_measure(j->m, &j->test, &j->o, n, &sums, err));
    show_test(j, &sums);
    return GO_OK;
}

/* Says that what was learned before is not lost. */
static go_status failed(const net_train_job *j, go_status status, go_error *err)
{
    char why[sizeof err->message];
    if (j->rows == 0 || access(j->checkpoint, R_OK) != 0)
        return status;
    snprintf(why, sizeof why, "%s", err->message);
    return go_fail(err, status, "%.700s; %.250s has what was learned before that, and the same command "
                   "with --resume goes on", why, j->checkpoint);
}

/* --export: rank 0 writes, nobody learns. */
static go_status export_games(net_train_job *j, go_error *err)
{
    if (!j->leads)
        return GO_OK;
    GO_TRY(read_games(j, err));
    show_games(j);
    return training_rows_write(&j->s.katago, &j->train, &j->test, (uint64_t)j->s.seed,
                               cli_threads(j->s.threads), j->s.quiet, err);
}

/* An interrupt ends the learning, and what was learned so far is written. */
static go_status run_job(net_train_job *j, go_error *err)
{
    GO_TRY(comm_agree(j->ranks, j->leads ? check_settings(j, err) : GO_OK, err));
    if (j->s.katago.export)
        return comm_agree(j->ranks, export_games(j, err), err);
    GO_TRY(choose_gradient(j, err));
    GO_TRY(comm_agree(j->ranks, j->s.from ? old_network(j, err) : new_network(j, err), err));
    GO_TRY(share_games(j, err));
    if (j->leads && !j->s.katago.import)
        show_games(j);
    GO_TRY(comm_agree(j->ranks, set_options(j, err), err));
    GO_TRY(comm_agree(j->ranks, j->leads ? start_watch(j, err) : GO_OK, err));
    j->began = clock_now();
    go_status status = learn(j, err);
    if (!j->leads)
        return status;
    if (status != GO_OK && status != GO_EINTR)
        return failed(j, status, err);
    GO_TRY(save(j, err));
    if (j->drawn[0])
        printf("drawn: %s\n", j->drawn);
    finish_watch(j, status == GO_OK);
    if (status == GO_EINTR)
        return go_fail(err, status, "interrupted after %.2f M rows; %s has what was learned so far, "
                       "and the same command with --resume goes on", (double)j->rows / 1e6,
                       j->s.output);
    remove(j->checkpoint); /* no longer needed; it may not exist */
    return measure(j, err);
}

/* For the report. */
static void keep_command(net_train_job *j, int argc, char **argv)
{
    size_t used = (size_t)snprintf(j->command, sizeof j->command, "katachi net train");
    for (int i = 1; i < argc && used < sizeof j->command; i++)
        used += (size_t)snprintf(j->command + used, sizeof j->command - used, " %s", argv[i]);
}

static int run_net_train(int argc, char **argv)
{
    net_train_job *j = calloc(1, sizeof *j);
    go_error err = {0};
    int code;
    if (!j)
        return EXIT_FAILED;
    keep_command(j, argc, argv);
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
             .sentence = "learns a network from game collections",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = net_train_groups,
             .description =
                 "Learns to tell the next move, the winner, the score and who owns which point at "
                 "the end, each from the games that tell it, and writes a network in KataGo's "
                 "format: residual blocks, every third one with global pooling, in version 8 with "
                 "ReLU, in version 14 with Mish or nested bottleneck blocks. An input is an SGF file, a folder, an archive, a compressed file, or "
                 "\"-\" for standard input; boards of several sizes may be mixed. The rate of "
                 "learning falls to 0 over the hours, rows or epochs that are given. An interrupt ends the "
                 "learning early and keeps what was learned; --resume continues it. With the same "
                 "seed, rows and batch the result is the same, however many threads share the "
                 "work and however often it was interrupted; with --hours it follows the clock. "
                 "Under mpirun (in a build with MPI=1) the ranks share each batch; only the first "
                 "needs the games and writes files. "
                 "With --import each rank reads the rows itself.",
             .examples = "  katachi net train --hours 2 -o my.bin.gz my-games/\n"
                         "  katachi net train --epochs 8 --report out -o my.bin.gz my-games/\n"
                         "  katachi net train --from my.bin.gz --hours 1 -o more.bin.gz my-games/\n"
                         "  katachi net train --import --hours 2 -o my.bin.gz selfplay/*.npz\n"
                         "  katachi net train --export rows my-games/\n"
                         "  katachi net train --rows 1000000 --shape b4c48 -t test.sgf -o my.bin.gz games.sgf.gz"},
    .run = run_net_train,
};
