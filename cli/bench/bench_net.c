/* bench_net.c -- `katachi bench net`: how often a network is evaluated a second. */
#include <omp.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "cli/commands.h"
#include "nn/formats/model_read.h"
#include "nn/model/fold.h"
#include "nn/model/random_net.h"
#include "nn/session.h"

typedef struct bench_net_settings {
    int size, threads, batch;
    double seconds;
    const char *backend;
    bool json;
} bench_net_settings;

static const option bench_net_options[] = {
    OPT_INT("size", 's', "N", "0", 0, NN_MAX_SIZE, offsetof(bench_net_settings, size),
        "size of the board; 0: the one the network was made for, or else 19"),
    OPT_TEXT("backend", 'b', "NAME", NULL, offsetof(bench_net_settings, backend),
        "what computes: one of `katachi devices`; by default the first that can be used"),
    OPT_INT("batch", 0, "N", "0", 0, NN_MAX_BATCH, offsetof(bench_net_settings, batch),
        "positions evaluated together; 0: one for each thread"),
    OPT_INT("threads", 'j', "N", "1", 0, 1024, offsetof(bench_net_settings, threads),
        "processors to use; 0: all"),
    OPT_SECONDS("seconds", 't', "T", "3", 0.01, 86400, offsetof(bench_net_settings, seconds),
        "how long to measure"),
    OPTION_JSON(bench_net_settings, json),
    {0}};
static const option_group bench_net_groups[] = {{NULL, bench_net_options, 0}, {0}};

/* ---- positions ---- */

/* A batch of positions by lot: what is computed does not depend on the numbers. */
typedef struct workload {
    nn_batch batch;
    float *numbers; /* all arrays of the batch, one behind the other */
} workload;

static float *take(float **next, size_t n)
{
    float *taken = *next;
    *next += n;
    return taken;
}

static size_t output_numbers(const nn_model *m, int size)
{
    size_t sum = 0;
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        sum += nn_output_numbers(m, (nn_output)o, size);
    return sum;
}

/* A stone of either colour or none, as planes 1 and 2; plane 0 is the board. */
static void draw_planes(float *planes, const nn_model *m, size_t points, rng *random)
{
    for (size_t c = 0; c < (size_t)m->planes; c++)
        for (size_t p = 0; p < points; p++)
            planes[c * points + p] = c == 0 || (c < 3 && rng_below(random, 4) == 0);
}

static bool workload_create(workload *w, const nn_model *m, int size, int n)
{
    size_t points = (size_t)(size * size), positions = (size_t)n;
    size_t planes = (size_t)m->planes * points, globals = (size_t)m->globals;
    rng random = rng_seed(1);
    w->numbers = calloc(positions * (planes + globals + output_numbers(m, size)), sizeof(float));
    if (!w->numbers)
        return false;
    float *next = w->numbers, *drawn = take(&next, positions * planes);
    for (size_t i = 0; i < positions; i++)
        draw_planes(drawn + i * planes, m, points, &random);
    w->batch = (nn_batch){.n = n, .planes = drawn, .globals = take(&next, positions * globals)};
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t numbers = nn_output_numbers(m, (nn_output)o, size);
        w->batch.out[o] = numbers ? take(&next, positions * numbers) : NULL;
    }
    return true;
}

/* The shape that most who measure have measured, where no network is named. */
static go_status random_model(nn_model **m, go_error *err)
{
    const nn_random_shape shape = {.blocks = 6, .channels = 96, .seed = 1};
    char *bytes = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&bytes, &n);
    *m = NULL;
    if (!out)
        return go_fail(err, GO_ENOMEM, "out of memory for a random network");
    nn_random_write(out, &shape);
    bool written = !ferror(out);
    go_status status = fclose(out) == 0 && written
                           ? nn_model_parse(m, bytes, n, "a random network", err)
                           : go_fail(err, GO_ENOMEM, "out of memory for a random network");
    if (status == GO_OK)
        status = nn_model_fold(*m, err);
    free(bytes);
    return status;
}

/* ---- measuring ---- */

typedef struct speed {
    int64_t evaluations;
    double seconds, cpu_seconds; /* these differ where others use the machine too */
    double prepare; /* seconds before the first evaluation was there */
} speed;

static go_status measure(nn_session *e, const nn_batch *batch, double seconds, speed *s,
                         go_error *err)
{
    double began = omp_get_wtime(), cpu = clock_process();
    do {
        go_status status = nn_session_run(e, batch, err);
        if (status != GO_OK)
            return status;
        s->evaluations += batch->n;
        s->seconds = omp_get_wtime() - began;
    } while (s->seconds < seconds);
    s->cpu_seconds = clock_process() - cpu;
    return GO_OK;
}

/* The session made and warmed up, then measured. */
static go_status prepare_and_measure(const bench_net_settings *s, const nn_model *m,
                                     const nn_settings *settings, speed *result,
                                     const nn_backend *backend, go_error *err)
{
    nn_session *e = NULL;
    workload w = {0};
    double began = omp_get_wtime();
    go_status status = nn_session_create(&e, m, backend, settings, err);
    if (status == GO_OK && !workload_create(&w, m, settings->size, settings->max_batch))
        status = go_fail(err, GO_ENOMEM, "out of memory for %d positions; take a smaller --batch",
                         settings->max_batch);
    if (status == GO_OK)
        status = nn_session_run(e, &w.batch, err);
    result->prepare = omp_get_wtime() - began;
    if (status == GO_OK)
        status = measure(e, &w.batch, s->seconds, result, err);
    nn_session_destroy(e);
    free(w.numbers);
    return status;
}

/* ---- output ---- */

/* What the file says, or what it is called: Leela Zero's files hold no name. */
static const char *name_of(const nn_model *m, const char *file, char stem[256])
{
    if (m->name[0])
        return m->name;
    nn_file_stem(file, stem, 256);
    return stem;
}

static int print(const bench_net_settings *s, const nn_model *m, const char *name,
                 const nn_settings *settings, const speed *v, const nn_backend *backend)
{
    double n = (double)v->evaluations, rate = n / v->seconds, cpu_rate = n / v->cpu_seconds;
    double gflop = nn_model_operations(m, settings->size) / 1e9;
    double latency = 1e3 * settings->max_batch / rate;
    if (s->json)
        return cli_print_json(json_pack(
            "{s:s, s:s, s:i, s:i, s:i, s:f, s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "network",
            name, "backend", backend->name, "size", settings->size, "batch",
            settings->max_batch, "threads", settings->threads, "seconds", v->seconds,
            "evaluations", (json_int_t)v->evaluations, "evaluations_per_second", rate,
            "evaluations_per_cpu_second", cpu_rate, "milliseconds_per_batch", latency,
            "gflop_per_evaluation", gflop, "gflops", gflop * rate, "prepare_seconds",
            v->prepare));
    printf("%s, %dx%d, %s, %d thread%s, batches of %d\n", name, settings->size, settings->size,
           backend->name, settings->threads, settings->threads == 1 ? "" : "s",
           settings->max_batch);
    printf("%.1f evaluations a second, %.1f a second of processor time\n", rate, cpu_rate);
    printf("%.2f ms a batch; %.3g GFLOP an evaluation, %.1f GFLOP/s; ready in %.2f s\n", latency,
           gflop, gflop * rate, v->prepare);
    return cli_finish(EXIT_OK);
}

/* ---- running ---- */

static int measure_model(const bench_net_settings *s, const nn_model *m, const char *file)
{
    char stem[256];
    int made_for = m->board_size;
    if (s->size && made_for && s->size != made_for)
        return cli_misuse("%s was made for %dx%d: --size %d cannot be", file, made_for, made_for,
                          s->size);
    nn_settings settings = {.size = s->size ? s->size : made_for ? made_for : 19,
                            .threads = cli_threads(s->threads)};
    settings.max_batch = s->batch ? s->batch : settings.threads;
    speed v = {0};
    const nn_backend *backend;
    go_error err;
    if (nn_backend_choose(&backend, s->backend, &err) != GO_OK ||
        prepare_and_measure(s, m, &settings, &v, backend, &err) != GO_OK)
        return cli_fail(&err);
    return print(s, m, name_of(m, file, stem), &settings, &v, backend);
}

static int run_bench_net(int argc, char **argv)
{
    bench_net_settings s;
    nn_model *m;
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_bench_net, argc, argv, &s, &n_inputs, &code))
        return code;
    if (s.size == 1)
        return cli_misuse("--size expects a board from 2 to 25, or 0");
    if ((n_inputs ? nn_model_read(&m, argv[1], &err) : random_model(&m, &err)) != GO_OK)
        return cli_fail(&err);
    code = measure_model(&s, m, n_inputs ? argv[1] : "");
    nn_model_destroy(m);
    return code;
}

const cli_command cli_bench_net = {
    .spec = {.name = "net",
             .sentence = "evaluations of a network",
             .inputs = "[NET]",
             .min_inputs = 0,
             .max_inputs = 1,
             .groups = bench_net_groups,
             .description =
                 "Reads a network and evaluates positions drawn by lot, over and over: how many a "
                 "second there are bounds any search with it. Where the search has several "
                 "threads, or a GPU computes, positions are evaluated in batches. A network made "
                 "for one size of board is measured at that size only. Without NET, a network of 6 "
                 "blocks and 96 channels with random weights; `katachi net random` makes those of "
                 "other shapes.",
             .examples = "katachi bench net g170-b6c96-s175395328-d26788732.bin.gz\n"
                         "katachi bench net --backend reference --size 9 --json NET\n"
                         "katachi bench net --threads 2 --batch 16 NET"},
    .run = run_bench_net,
};
