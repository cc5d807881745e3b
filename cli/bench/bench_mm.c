/* bench_mm.c -- `katachi bench mm`: the cost of the plain trainer on synthetic data. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "mm_train/solver/mm_solver.h"
#include "mm_train/solver/mm_synthetic.h"

typedef struct bench_mm_settings {
    int competitions, teams, threads, seed;
    bool json;
} bench_mm_settings;

#define AT(field) offsetof(bench_mm_settings, field)
static const option bench_mm_options[] = {
    OPT_INT("competitions", 'c', "N", "20000", 100, 10000000, AT(competitions),
            "number of competitions to draw"),
    OPT_INT("teams", 't', "N", "200", 2, 1000, AT(teams), "teams in each"),
    OPT_INT("seed", 0, "N", "1", 0, 1000000000, AT(seed), "seed of the competitions"),
    OPTION_THREADS(bench_mm_settings, threads),
    OPTION_JSON(bench_mm_settings, json),
    {0}};

/* Shapes in nearly every team, as unevenly distributed as words; distances in every team;
 * two rare tactical features, one correlated with the other.                  */
static const mm_synthetic_group features[] = {
    {4000, 0.995, 1.0, 0.0, 1.5}, {10, 1.0, 0.5, 0.6, 1.0}, {20, 1.0, 0.3, 0.0, 1.2},
    {20, 1.0, 0.3, 0.3, 0.8},     {6, 0.05, 0.5, 0.2, 1.5}, {5, 0.03, 0.5, 0.9, 1.5}};
enum { N_FEATURES = sizeof features / sizeof *features, N_GAMMAS = 4061 };

/* The cost of a solver up to the optimum (largest step 1e-7), and up to a gap of 1e-3 nats
 * per competition, enough for prediction.                                     */
typedef struct outcome {
    mm_method_id method;
    int iterations, passes, passes_to_good;
    double seconds, mean_log_likelihood, objective;
    double theta[N_GAMMAS];
} outcome;

/* passes_to_good counts passes until the objective reaches `good`. */
static go_status solve(const mm_problem *problem, mm_method_id method, double good, outcome *out,
                       go_error *err)
{
    mm_solver_options options = mm_solver_strict();
    mm_solver *solver = NULL;
    mm_progress p = {0};
    *out = (outcome){.method = method};
    options.method = method;
    double began = clock_process();
    go_status status = mm_solver_create(problem, &options, NULL, &solver, err);
    while (status == GO_OK && !p.converged) {
        status = mm_solver_step(solver, &p, err);
        out->objective = p.log_likelihood + p.log_prior;
        if (out->passes_to_good == 0 && out->objective >= good)
            out->passes_to_good = (int)p.expects;
    }
    out->seconds = clock_process() - began;
    out->iterations = p.iteration;
    out->passes = (int)p.expects;
    out->mean_log_likelihood = p.log_likelihood / (double)problem->n_competitions;
    for (int i = 0; status == GO_OK && i < N_GAMMAS; i++)
        out->theta[i] = mm_solver_theta(solver)[i];
    mm_solver_destroy(solver);
    return status;
}

/* Processor seconds of one call of `expect`: the best of nine. */
static go_status time_pass(const mm_problem *problem, double *seconds, go_error *err)
{
    static const double theta[N_GAMMAS];
    double *expected = calloc(N_GAMMAS, sizeof *expected), ignored;
    go_status status = GO_OK;
    if (!expected)
        return go_fail(err, GO_ENOMEM, "out of memory for the measurement");
    *seconds = HUGE_VAL;
    for (int k = 0; k < 9 && status == GO_OK; k++) {
        double began = clock_process();
        status = problem->expect(problem->data, theta, expected, &ignored, err);
        *seconds = fmin(*seconds, clock_process() - began);
    }
    free(expected);
    return status;
}

typedef struct figures {
    double pass_seconds, ns_per_team_feature, bytes_per_competition, difference;
    outcome runs[2]; /* lbfgs, mm */
} figures;

static go_status measure(mm_teams *teams, const bench_mm_settings *s, figures *f, go_error *err)
{
    const mm_problem *problem = mm_teams_problem(teams);
    double held = 0; /* features of a team, on average */
    GO_TRY(time_pass(problem, &f->pass_seconds, err));
    GO_TRY(solve(problem, MM_LBFGS, HUGE_VAL, &f->runs[0], err)); /* to find the optimum */
    double good = f->runs[0].objective - 1e-3 * s->competitions;
    GO_TRY(solve(problem, MM_LBFGS, good, &f->runs[0], err));
    GO_TRY(solve(problem, MM_BY_GROUPS, good, &f->runs[1], err));
    for (int i = 0; i < N_GAMMAS; i++)
        f->difference = fmax(f->difference, fabs(f->runs[0].theta[i] - f->runs[1].theta[i]));
    for (int j = 0; j < 100; j++) {
        int n, size = mm_teams_size(teams, j);
        for (int k = 0; k < size; k++) {
            (void)mm_teams_team(teams, j, k, &n);
            held += (double)n / size / 100;
        }
    }
    f->ns_per_team_feature = 1e9 * f->pass_seconds / ((double)s->competitions * s->teams * held);
    f->bytes_per_competition = (double)mm_teams_bytes(teams) / s->competitions;
    return GO_OK;
}

/* ---- output ---- */

static json_t *json_run(const outcome *run)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:f, s:f}", "solver", mm_method_name(run->method),
                     "iterations", run->iterations, "passes", run->passes, "passes_to_1e-3_nats",
                     run->passes_to_good, "cpu_seconds", run->seconds, "mean_log_likelihood",
                     run->mean_log_likelihood);
}

static int print_json(const bench_mm_settings *s, const figures *f)
{
    return cli_print_json(json_pack(
        "{s:i, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:[o, o]}", "competitions", s->competitions,
        "teams", s->teams, "features", (int)N_FEATURES, "gammas", (int)N_GAMMAS,
        "cpu_seconds_per_pass", f->pass_seconds, "ns_per_team_feature", f->ns_per_team_feature,
        "bytes_per_competition", f->bytes_per_competition, "largest_difference_of_log_gamma",
        f->difference, "solvers", json_run(&f->runs[0]), json_run(&f->runs[1])));
}

static int print_text(const bench_mm_settings *s, const figures *f)
{
    printf("%d competitions of %d teams, %d features, %d gammas\n", s->competitions, s->teams,
           (int)N_FEATURES, (int)N_GAMMAS);
    printf("a pass: %.3f CPU s, %.2f ns per team and feature held; %.0f bytes per competition\n",
           f->pass_seconds, f->ns_per_team_feature, f->bytes_per_competition);
    printf("%-8s %10s %8s %20s %10s %18s\n", "solver", "iterations", "passes",
           "passes to 1e-3 nats", "CPU s", "mean log-likelihood");
    for (int m = 0; m < 2; m++) {
        const outcome *run = &f->runs[m];
        printf("%-8s %10d %8d %20d %10.2f %18.9f\n", mm_method_name(run->method),
               run->iterations, run->passes, run->passes_to_good, run->seconds,
               run->mean_log_likelihood);
    }
    printf("largest difference of a log gamma: %.2g\n", f->difference);
    return EXIT_OK;
}

static int run_bench_mm(int argc, char **argv)
{
    bench_mm_settings s = {0};
    mm_teams *teams = NULL;
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_bench_mm, argc, argv, &s, &n_inputs, &code))
        return code;
    rng random = rng_seed((uint64_t)s.seed);
    double *truth = calloc(N_GAMMAS, sizeof *truth);
    figures *f = calloc(1, sizeof *f);
    go_status status = GO_OK;
    if (!truth || !f)
        status = go_fail(&err, GO_ENOMEM, "out of memory for the measurement");
    if (status == GO_OK)
        status = mm_synthetic_draw(features, N_FEATURES, s.competitions, s.teams, &random, truth,
                                   &teams, &err);
    if (status == GO_OK) {
        mm_teams_set_threads(teams, s.threads);
        status = measure(teams, &s, f, &err);
    }
    if (status != GO_OK)
        code = cli_fail(&err);
    else
        code = s.json ? print_json(&s, f) : print_text(&s, f);
    mm_teams_destroy(teams);
    free(truth);
    free(f);
    return code;
}

const cli_command cli_bench_mm = {
    .spec = {.name = "mm",
             .sentence = "passes over plain lists of teams, and both solvers",
             .groups = ONE_GROUP(bench_mm_options),
             .description =
                 "Draws competitions from known gammas, times one pass over them (expectations and "
                 "likelihood), and fits them with both solvers until no log gamma changes by more "
                 "than 1e-7. This is the reference implementation; `train` stores its teams "
                 "compressed."},
    .run = run_bench_mm,
};
