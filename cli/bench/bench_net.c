/* bench_net.c -- `katachi bench net`: evaluations of a network per second. */
#include <stdlib.h>

#include "base/text_json.h"
#include "cli/bench/net_rate.h"
#include "cli/commands.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"
#include "nn/model/fold.h"
#include "nn/model/random_net.h"
#include "nn/session.h"

typedef struct bench_net_settings {
    int size, threads, batch;
    double seconds;
    const char *backend;
    bool json;
} bench_net_settings;

#define AT(field) offsetof(bench_net_settings, field)
static const option bench_net_options[] = {
    OPT_INT("size", 's', "N", "0", 0, NN_MAX_SIZE, AT(size),
        "board size; 0: the size the network was made for, or else 19"),
    OPT_TEXT("backend", 'b', "NAME", NULL, AT(backend),
        "one of `katachi devices`; default: the first available", .word = nn_backend_word),
    OPT_INT("batch", 0, "N", "0", 0, NN_MAX_BATCH, AT(batch),
        "positions evaluated together; 0: one for each thread"),
    OPT_INT("threads", 'j', "N", "1", 0, 1024, AT(threads), "processors to use; 0: all"),
    OPT_SECONDS("seconds", 't', "TIME", "3", 0.01, 86400, AT(seconds), "how long to measure"),
    OPTION_JSON(bench_net_settings, json),
    {0}};

/* ---- the network ---- */

/* Without a named network: the shape that most benchmarks use. */
static go_status random_model(nn_model **m, go_error *err)
{
    const nn_random_shape shape = {.blocks = 6, .channels = 96, .seed = 1};
    char *bytes = NULL;
    size_t n = 0;
    *m = NULL;
    GO_TRY(nn_random_bytes(&shape, &bytes, &n, err));
    go_status status = nn_model_parse(m, bytes, n, "a random network", err);
    if (status == GO_OK)
        status = nn_model_fold(*m, err);
    free(bytes);
    return status;
}

static go_status named_model(nn_model **m, const char *name, int size, char path[DATA_FILE_PATH],
                             go_error *err)
{
    GO_TRY(nn_net_find(name, size ? size : 19, path, err));
    return nn_model_read(m, path, err);
}

/* ---- output ---- */

static int print(const bench_net_settings *s, const nn_model *m, const char *name,
                 const nn_settings *settings, const net_rate *v, const nn_backend *backend)
{
    double n = (double)v->evaluations, rate = n / v->seconds, cpu_rate = n / v->cpu_seconds;
    double gflop = nn_model_operations(m, settings->size) / 1e9;
    double latency = 1e3 * settings->max_batch / rate;
    if (s->json)
        return cli_print_json(json_pack(
            "{s:o, s:s, s:i, s:i, s:i, s:f, s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "network",
            text_json(name), "backend", backend->name, "size", settings->size, "batch",
            settings->max_batch, "threads", settings->threads, "seconds", v->seconds, "evaluations",
            (json_int_t)v->evaluations, "evaluations_per_second", rate,
            "evaluations_per_cpu_second", cpu_rate, "milliseconds_per_batch", latency,
            "gflop_per_evaluation", gflop, "gflops", gflop * rate, "prepare_seconds", v->prepare));
    printf("%s, %dx%d, %s, %d thread%s, batches of %d\n", name, settings->size, settings->size,
           backend->name, settings->threads, settings->threads == 1 ? "" : "s",
           settings->max_batch);
    printf("%.1f evaluations a second, %.1f a second of processor time\n", rate, cpu_rate);
    printf("%.2f ms a batch; %.3g GFLOP an evaluation, %.1f GFLOP/s; ready in %.2f s\n", latency,
           gflop, gflop * rate, v->prepare);
    return EXIT_OK;
}

/* ---- running ---- */

static int measure_model(const bench_net_settings *s, const nn_model *m, const char *file)
{
    char name[256]; /* files of Leela Zero contain none */
    int made_for = m->board_size;
    if (s->size && made_for && s->size != made_for)
        return cli_misuse("%s was made for %dx%d, so --size cannot be %d", file, made_for,
                          made_for, s->size);
    nn_settings settings = {.size = s->size ? s->size : made_for ? made_for : 19,
                            .threads = cli_threads(s->threads)};
    settings.max_batch = s->batch ? s->batch : settings.threads;
    net_rate v = {0};
    const nn_backend *backend;
    go_error err;
    go_status status = nn_backend_choose(&backend, s->backend, &err);
    if (status == GO_OK)
        status = net_rate_create(&v, m, &settings, backend, &err);
    if (status == GO_OK)
        status = net_rate_run(&v, s->seconds, &err);
    nn_file_stem(file, name, sizeof name);
    int code = status == GO_OK ? print(s, m, m->name[0] ? m->name : name, &settings, &v, backend)
                               : cli_fail(&err);
    net_rate_destroy(&v);
    return code;
}

static int run_bench_net(int argc, char **argv)
{
    bench_net_settings s = {0};
    nn_model *m;
    char path[DATA_FILE_PATH] = "";
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_bench_net, argc, argv, &s, &n_inputs, &code))
        return code;
    if (s.size == 1)
        return cli_misuse("--size expects a board size from 2 to 25, or 0");
    if ((n_inputs ? named_model(&m, argv[1], s.size, path, &err) : random_model(&m, &err)) !=
        GO_OK)
        return cli_fail(&err);
    code = measure_model(&s, m, path);
    nn_model_destroy(m);
    return code;
}

const cli_command cli_bench_net = {
    .spec = {.name = "net",
             .sentence = "evaluations of a network",
             .inputs = "[NET]",
             .min_inputs = 0,
             .max_inputs = 1,
             .groups = ONE_GROUP(bench_net_options),
             .description =
                 "Reads a network and evaluates random positions over and over. The rate is an "
                 "upper limit for any search with this network. On a GPU a search with several "
                 "threads evaluates positions in batches; on a processor each thread evaluates its "
                 "own, one at a time. A network made for one board size is measured at that size "
                 "only. Without NET, measures a network of 6 blocks and 96 "
                 "channels with random weights; `katachi net random` makes other shapes.",
             .examples = "katachi bench net g170-b6c96-s175395328-d26788732.bin.gz\n"
                         "katachi bench net --backend reference --size 9 --json NET\n"
                         "katachi bench net --threads 2 --batch 16 NET"},
    .run = run_bench_net,
};
