/* net_check.c -- `katachi net check`: compares a network with reference answers. */
#include <math.h>
#include <string.h>

#include "base/plural.h"
#include "cli/commands.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"
#include "nn/golden/check.h"
#include "nn/session.h"

typedef struct net_check_settings {
    const char *golden, *backend;
    int tolerance; /* nn_tolerance */
    int threads;
    bool inputs_only, json;
    options_given given;
} net_check_settings;

#define AT(field) offsetof(net_check_settings, field)
static const option net_check_options[] = {
    OPT_TEXT("golden", 'g', "FILE", NULL, AT(golden),
        "the file with positions and reference answers"),
    OPT_TEXT("backend", 'b', "NAME", NULL, AT(backend),
        "one of `katachi devices`; default: the first available", .word = nn_backend_word),
    OPT_CHOICE("precision", 0, CHOICE_WORDS(NN_TOLERANCES), "auto", AT(tolerance),
        "tolerance: float32 allows 1e-4 for probabilities; half allows 2e-2, but the same best "
        "move if it leads by 5 %; bfloat16 allows four times that, int8 eight times; auto: as the "
        "backend computes"),
    OPT_FLAG("inputs-only", 0, NULL, AT(inputs_only),
        "compare planes and globals only, without evaluation; NET is optional, but without it "
        "planes 18 and 19 may differ for networks with a flag for pass-alive areas"),
    OPTION_THREADS(net_check_settings, threads),
    OPTION_JSON(net_check_settings, json),
    {0}};

static bool for_another_net(const nn_golden *golden, const char *net)
{
    char wanted[256], given[256];
    nn_file_stem(nn_golden_net(golden), wanted, sizeof wanted);
    nn_file_stem(net, given, sizeof given);
    return strcmp(wanted, given) != 0;
}

/* ---- output ---- */

static int exit_code(const nn_check_report *r)
{
    return r->passed ? EXIT_OK : EXIT_FAILED;
}

static int print_json(const nn_check_report *r, const char *backend)
{
    json_t *outputs = json_object();
    for (int i = 0; i < NN_N_CHECKS; i++) {
        const nn_check_line *l = &r->line[i];
        if (l->n == 0)
            continue;
        json_t *largest = isfinite(l->largest) ? json_real(l->largest) : json_null();
        json_object_set_new(outputs, l->name,
                            json_pack("{s:I, s:o, s:f, s:s, s:b}", "numbers", (json_int_t)l->n,
                                      "largest_difference", largest, "tolerance", l->tolerance,
                                      "at", l->where, "passed", l->largest <= l->tolerance));
    }
    int code =
        cli_print_json(json_pack("{s:b, s:s, s:s, s:i, s:i, s:o}", "passed", r->passed, "backend",
                                 backend, "precision", nn_precision_word(r->precision), "positions",
                                 r->positions, "evaluations", r->evaluations, "outputs", outputs));
    return code == EXIT_OK ? exit_code(r) : code;
}

static int print_text(const nn_check_report *r, const char *backend)
{
    printf("%d position%s, %d evaluation%s (%s)\n", r->positions, plural_s(r->positions),
           r->evaluations, plural_s(r->evaluations), backend);
    printf("%-14s %9s %12s %10s\n", "", "numbers", "largest", "tolerance");
    for (int i = 0; i < NN_N_CHECKS; i++) {
        const nn_check_line *l = &r->line[i];
        if (l->n == 0)
            continue;
        bool good = l->largest <= l->tolerance;
        printf("%-14s %9lld %12.3g %10.3g  %s%s%s\n", l->name, (long long)l->n, l->largest,
               l->tolerance, good ? "" : "FAILED", l->where[0] ? "  " : "", l->where);
    }
    return exit_code(r);
}

/* ---- running ---- */

/* Prints that the file was made for another network. */
static void name_both(const net_check_settings *s, const nn_golden *golden, const char *net,
                      const char *why)
{
    fprintf(stderr,
            "katachi: %s was made for the network %s, not for %s%s; use that network, or "
            "the file made for this one\n",
            s->golden, nn_golden_net(golden), net, why);
}

static int check(const net_check_settings *s, const nn_golden *golden, const nn_model *model,
                 const char *net)
{
    const nn_check_options options = {.backend = s->backend,
                                      .threads = cli_threads(s->threads),
                                      .inputs_only = s->inputs_only,
                                      .tolerance = (nn_tolerance)s->tolerance};
    nn_check_report report;
    go_error err;
    char why[1100];
    bool other = net && for_another_net(golden, net);
    go_status status = nn_golden_check(golden, model, &options, &report, &err);
    if ((status == GO_EINVAL || status == GO_EFORMAT) && other) {
        snprintf(why, sizeof why, " (%s)", err.message);
        name_both(s, golden, net, why);
        return EXIT_FAILED;
    }
    if (status != GO_OK)
        return cli_fail(&err);
    const char *backend = report.backend ? report.backend : "inputs only";
    int code = s->json ? print_json(&report, backend) : print_text(&report, backend);
    if (!report.passed && other)
        name_both(s, golden, net, "");
    if (!net && report.areas_differ && !report.others_differ)
        fprintf(stderr,
                "katachi: only planes 18 and 19 (areas) differ; a flag of the network decides what "
                "they should be, so give the network %s as well\n",
                nn_golden_net(golden));
    return code;
}

/* Options that would say how the network is evaluated. */
static go_status refuse_evaluation(const options_given *given, go_error *err)
{
    static const char *const others[] = {"golden", "inputs-only", "threads", "json", NULL};
    return options_refuse(given, net_check_options, others,
                          "with --inputs-only, which evaluates nothing", err);
}

static int run_net_check(int argc, char **argv)
{
    net_check_settings s = {0};
    nn_golden *golden;
    nn_model *model = NULL;
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_net_check, argc, argv, &s, &n_inputs, &code))
        return code;
    if (!s.golden)
        return cli_misuse("no positions to compare with; name their file with --golden FILE");
    if (s.inputs_only && refuse_evaluation(&s.given, &err) != GO_OK)
        return cli_fail(&err);
    if (n_inputs == 0 && !s.inputs_only)
        return cli_misuse("no network to check; name one, or give --inputs-only");
    char path[DATA_FILE_PATH];
    if (n_inputs && nn_net_find(argv[1], 0, path, &err) != GO_OK)
        return cli_fail(&err);
    const char *net = n_inputs ? path : NULL;
    if (nn_golden_open(&golden, s.golden, &err) != GO_OK)
        return cli_fail(&err);
    bool failed = net && nn_model_read(&model, net, &err) != GO_OK;
    code = failed ? cli_fail(&err) : check(&s, golden, model, net);
    nn_model_destroy(model);
    nn_golden_close(golden);
    return code;
}

const cli_command cli_net_check = {
    .spec = {.name = "check",
             .sentence = "compares a network's answers with those of its original engine",
             .inputs = "[NET]",
             .min_inputs = 0,
             .max_inputs = 1,
             .groups = ONE_GROUP(net_check_options),
             .given = AT(given),
             .description =
                 "Evaluates the positions of a golden file in all symmetries for which the file "
                 "has answers, and prints for each input and output the largest absolute "
                 "difference from the values of the network's original engine, and the position "
                 "where it occurs. Planes must be equal. The exit code is 0 only if every "
                 "difference is within its tolerance. A file without answers, or with a missing "
                 "key or a wrong type, is an error.",
             .examples = "katachi net check --golden kata-g170-b6c96.json g170-b6c96.bin.gz\n"
                         "katachi net check --golden kata-g170-b6c96.json --inputs-only"},
    .run = run_net_check,
};
