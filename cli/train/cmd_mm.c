/* cmd_mm.c -- `katachi mm`: fits a file in the text format of Coulom's mm. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/io/read_file.h"
#include "base/plural.h"
#include "cli/commands.h"
#include "mm_train/solver/mm_solver.h"
#include "mm_train/solver/mm_text.h"

typedef struct mm_settings {
    const char *import;
    int method, max_iterations, threads;
    double prior, tolerance;
    bool json, quiet;
} mm_settings;

static const option mm_options[] = {
    OPT_TEXT("import", 'i', "FILE", NULL, offsetof(mm_settings, import),
        "read the competitions from FILE, or from standard input if it is \"-\"; either may be "
        "compressed"),
    OPT_CHOICE("solver", 0, CHOICE_WORDS(MM_METHODS), "lbfgs", offsetof(mm_settings, method),
        "lbfgs: limited-memory BFGS; mm: minorization-maximization by groups"),
    OPT_REAL("prior", 0, "X", "1", 1e-6, 1e9, offsetof(mm_settings, prior),
        "give each gamma X wins and X losses against gamma 1"),
    OPT_REAL("tolerance", 0, "X", "1e-7", 1e-12, 1, offsetof(mm_settings, tolerance),
        "stop when an MM step would change no log gamma by more than X; a prior far below 1 needs "
        "a smaller one"),
    OPT_INT("iterations", 0, "N", "100000", 1, 1000000000, offsetof(mm_settings, max_iterations),
        "stop after at most N iterations"),
    OPTION_THREADS(mm_settings, threads),
    OPTION_QUIET(mm_settings, quiet),
    OPTION_JSON(mm_settings, json),
    {0}};
static const option_group mm_option_groups[] = {{NULL, mm_options, 0}, {0}};

/* ---- input ---- */

/* What is read, decompressed, as a FILE. */
typedef struct import {
    read_stream *stream;
    go_error err; /* why no more could be read */
} import;

static ssize_t read_import(void *user, char *to, size_t room)
{
    import *in = user;
    size_t got = 0;
    errno = EIO;
    return read_stream_next(in->stream, to, room, &got, &in->err) == GO_OK ? (ssize_t)got : -1;
}

static go_status read_text(const char *path, mm_text *text, go_error *err)
{
    import in = {.err = {.status = GO_OK}};
    const bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    GO_TRY((standard ? read_stream_standard_input : read_stream_open)(&in.stream, name, err));
    FILE *file = fopencookie(&in, "r", (cookie_io_functions_t){.read = read_import});
    go_status status = file ? mm_text_read(file, name, text, err)
                            : go_fail(err, GO_ENOMEM, "no memory to read %s", name);
    if (in.err.status != GO_OK)
        status = go_fail(err, in.err.status, "%s", in.err.message);
    if (file)
        fclose(file);
    read_stream_close(in.stream);
    return status;
}

/* ---- the fit ---- */

static go_status fit(mm_solver *solver, const mm_settings *s, go_error *err)
{
    mm_progress p = {0};
    double began = clock_now(), shown = began;
    while (!p.converged && p.iteration < s->max_iterations) {
        GO_TRY(mm_solver_step(solver, &p, err));
        double now = clock_now();
        if (!s->quiet && (now - shown > 1.0 || (p.converged && now - began > 1.0))) {
            fprintf(stderr, "iteration %d: log-likelihood %.6f, largest step %.3g, %.0f s\n",
                    p.iteration, p.log_likelihood, p.largest_step, now - began);
            shown = now;
        }
    }
    if (p.largest_step > s->tolerance)
        fprintf(stderr,
                "katachi: stopped after %d iteration%s %s; a log gamma would still change by "
                "%.3g\n", p.iteration, plural_s(p.iteration),
                p.converged ? "because rounding hides any gain" : "before reaching the tolerance",
                p.largest_step);
    return GO_OK;
}

/* ---- output ---- */

/* 400 log10 gamma: the rating difference to a feature of gamma 1. */
static double elo(double theta)
{
    return 400.0 / log(10.0) * theta;
}

/* With separable data and a tiny prior it can leave the range of numbers; JSON has none beyond. */
static double gamma_of(double theta)
{
    return fmin(exp(theta), DBL_MAX);
}

/* For people: never -0.00. */
static double hundredths(double elo)
{
    return rint(100 * elo) / 100 + 0.0;
}

static int print_json(const mm_text *text, const mm_solver *solver, const mm_settings *s,
                      double seconds)
{
    const mm_problem *problem = mm_teams_problem(text->teams);
    const double *theta = mm_solver_theta(solver);
    mm_progress p = mm_solver_progress(solver);
    json_t *gammas = json_array();
    for (int f = 0; f < text->features.n_groups; f++) {
        for (int i = text->features.first[f]; i < text->features.first[f + 1]; i++) {
            json_t *name = json_string(text->name[f]);
            if (!name) /* not UTF-8 */
                name = json_sprintf("feature %d", f);
            json_array_append_new(gammas,
                                  json_pack("{s:i, s:o, s:f, s:f, s:f}", "number", i, "feature",
                                            name, "gamma", gamma_of(theta[i]), "elo", elo(theta[i]),
                                            "wins", problem->wins[i]));
        }
    }
    return cli_print_json(json_pack(
        "{s:s, s:f, s:I, s:i, s:i, s:f, s:f, s:f, s:i, s:I, s:b, s:f, s:f, s:o}", "solver",
        mm_method_name((mm_method_id)s->method), "prior", s->prior, "competitions",
        (json_int_t)problem->n_competitions, "features", text->features.n_groups, "gamma_count",
        problem->n_gammas, "log_likelihood", p.log_likelihood, "mean_log_likelihood",
        p.log_likelihood / (double)problem->n_competitions, "log_prior", p.log_prior, "iterations",
        p.iteration, "passes", (json_int_t)p.expects, "converged",
        (int)(p.largest_step <= s->tolerance), "largest_step", p.largest_step, "seconds", seconds,
        "gammas", gammas));
}

static int print_text(const mm_text *text, const mm_solver *solver, double seconds)
{
    const mm_problem *problem = mm_teams_problem(text->teams);
    const double *theta = mm_solver_theta(solver);
    mm_progress p = mm_solver_progress(solver);
    printf("# %lld competition%s, %d gamma%s, log-likelihood %.6f (%.6f each), log-prior %.6f\n",
           (long long)problem->n_competitions, plural_s(problem->n_competitions), problem->n_gammas,
           plural_s(problem->n_gammas), p.log_likelihood,
           p.log_likelihood / (double)problem->n_competitions, p.log_prior);
    printf("# %d iteration%s, %lld pass%s over the data, %.2f s\n", p.iteration,
           plural_s(p.iteration), (long long)p.expects, p.expects == 1 ? "" : "es", seconds);
    printf("#%7s %14s %9s %10s  feature\n", "number", "gamma", "Elo", "wins");
    for (int f = 0; f < text->features.n_groups; f++) {
        for (int i = text->features.first[f]; i < text->features.first[f + 1]; i++)
            printf("%8d %14.9g %9.2f %10.0f  %s\n", i, gamma_of(theta[i]),
                   hundredths(elo(theta[i])), problem->wins[i], text->name[f]);
    }
    return EXIT_OK;
}

/* ---- the command ---- */

static int run_mm(int argc, char **argv)
{
    mm_settings s = {0};
    mm_text text = {0};
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_mm, argc, argv, &s, &n_inputs, &code))
        return code;
    if (!s.import)
        return cli_misuse("nothing to fit; name a file with --import FILE");
    go_status status = read_text(s.import, &text, &err);
    if (status != GO_OK)
        return cli_fail(&err);

    mm_solver_options options = mm_solver_strict();
    mm_solver *solver = NULL;
    options.method = (mm_method_id)s.method;
    options.prior = s.prior;
    options.step_tolerance = s.tolerance;
    mm_teams_set_threads(text.teams, s.threads);
    const double began = clock_now();
    status = mm_solver_create(mm_teams_problem(text.teams), &options, NULL, &solver, &err);
    if (status == GO_OK)
        status = fit(solver, &s, &err);
    const double seconds = clock_now() - began;
    if (status != GO_OK)
        code = cli_fail(&err);
    else
        code = s.json ? print_json(&text, solver, &s, seconds) : print_text(&text, solver, seconds);
    mm_solver_destroy(solver);
    mm_text_free(&text);
    return code;
}

const cli_command cli_mm = {
    .spec = {.name = "mm",
             .sentence = "fits gammas to competitions in the text format of Coulom's mm",
             .input_option = "import",
             .groups = mm_option_groups,
             .description =
                 "Reads competitions between teams of features, finds the gammas that make the "
                 "winners most likely (given the prior), and prints each gamma with its number, "
                 "its Elo rating (400 log10 gamma), its wins, and its feature. The fit continues "
                 "until, as a rule, the result is exact to about five digits, so that it can be "
                 "compared with that of another program. doc/mm.md describes the format, the "
                 "method and its accuracy.",
             .examples = "  katachi mm --import games.mm\n"
                         "  katachi mm --import - --solver mm --json < games.mm"},
    .run = run_mm,
};
