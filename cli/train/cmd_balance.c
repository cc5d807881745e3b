/* cmd_balance.c -- `katachi balance`: gammas of playouts whose mean result is right. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/text_json.h"
#include "cli/commands.h"
#include "cli/corpus_input.h"
#include "cli/outputs.h"
#include "cli/phase_bar.h"
#include "cli/usual_gammas.h"
#include "mcts/evaluate/knowledge.h"
#include "mm_train/balance/balance.h"
#include "mm_train/balance/label.h"
#include "nn/formats/own_net.h"
#include "nn/session.h"

typedef struct balance_settings {
    corpus_input input;
    const char *output, *net, *backend, *positions, *gammas, *checkpoint;
    int n_positions, per_game, astray, visits;
    int steps, batch, playouts, samples, seed, threads;
    double even, rate, owner, decay, held_out, sharpness, nakade, checkpoint_every;
    bool resume, quiet, json;
    options_given given;
} balance_settings;

#define AT(field) offsetof(balance_settings, field)
static const option balance_options_table[] = {
    OPTION_OUTPUT(balance_settings, output,
                  "write the balanced gammas to FILE (.gz and .zst are compressed); without it, "
                  "the gammas are only measured"),
    OPT_TEXT("positions", 'p', "FILE", NULL, AT(positions),
             "file of positions with evaluations: read from FILE, with missing ones added to it; "
             "default: new positions, which are not saved"),
    OPT_TEXT("gammas", 'g', "FILE", NULL, AT(gammas),
             "gammas to start from, of the feature set fast; default: the installed ones"),
    OPTION_THREADS(balance_settings, threads),
    OPT_INT("seed", 0, "N", "1", 0, 2147483647, AT(seed),
            "the same positions, seed and number of threads give the same gammas"),
    OPTION_QUIET(balance_settings, quiet),
    OPTION_JSON(balance_settings, json),
    {0}};
static const option judging_options[] = {
    OPT_TEXT("net", 0, "FILE", "own", AT(net),
             "the network that evaluates them; own: the installed one for the board size",
             .word = nn_net_word),
    OPT_TEXT("backend", 0, "NAME", NULL, AT(backend),
             "what computes the network; default: the first available", .word = nn_backend_word),
    OPT_INT("visits", 'v', "N", "1", 1, 1e6, AT(visits),
            "visits of the search in each position; 1: the network alone, in all eight symmetries; "
            "searches on several threads differ from run to run, so keep their positions (-p)"),
    OPT_INT("number", 'n', "N", "0", 0, 1e8, AT(n_positions),
            "number of positions, of which the file may have more; 0: 10,000, or those of the file "
            "if no INPUT is given"),
    OPT_INT("per-game", 0, "N", "2", 1, 1000, AT(per_game), "most positions to draw from one game"),
    OPT_INT("astray", 0, "N", "4", 0, 100, AT(astray),
            "add up to N moves of a playout after the moves of the game"),
    OPT_REAL("even", 0, "X", "0.5", 0, 1, AT(even),
             "share of the positions that get a komi that makes them about even"),
    {0}};
static const option fitting_options[] = {
    OPT_INT("steps", 0, "N", "300", 1, 1e9, AT(steps),
            "steps of the fit; the result is the mean of the second half"),
    OPT_INT("batch", 0, "N", "48", 1, 1e6, AT(batch), "positions per step"),
    OPT_INT("playouts", 0, "N", "32", 2, 1e6, AT(playouts),
            "playouts from each position for its value"),
    OPT_INT("samples", 0, "N", "48", 2, 1e6, AT(samples), "further playouts for its gradient"),
    OPT_REAL("rate", 0, "X", "0.02", 1e-9, 10, AT(rate),
             "largest change of the logarithm of a gamma in a step"),
    OPT_REAL(
        "decay", 0, "X", "0.0002", 0, 1, AT(decay),
        "each step moves the gammas back towards the first ones by this share of the distance"),
    OPT_REAL("owner", 0, "X", "20", 0, 1e6, AT(owner),
             "weight of the owners of points beside the result"),
    OPT_REAL("held-out", 0, "X", "0.1", 0, 0.9, AT(held_out),
             "share of the games whose positions are used only to measure"),
    OPT_REAL("playout-sharpness", 0, "X", "1.5", 0.01, 10, AT(sharpness),
             "the search's setting: playouts use the gammas to this power"),
    OPT_REAL("playout-nakade", 0, "X", "0.9", 0, 1, AT(nakade), "the search's setting"),
    OPT_TEXT("checkpoint", 0, "FILE", NULL, AT(checkpoint),
             "save the state of the fit in FILE; default: the output's name with .fit"),
    OPT_SECONDS("checkpoint-every", 0, "TIME", "300", 1, 1e9, AT(checkpoint_every),
                "time between checkpoints, and between copies of new positions"),
    OPT_FLAG("resume", 0, NULL, AT(resume), "continue from the checkpoint of an interrupted fit"),
    {0}};
static const option_group balance_groups[] = {
    {NULL, balance_options_table, 0},
    {"Positions and evaluations", judging_options, 0},
    {"The fit", fitting_options, 0},
    {"Choosing games", corpus_input_options, AT(input)},
    {0}};

/* One run of the command. */
typedef struct balance_job {
    balance_settings s;
    const char *const *inputs;
    int n_inputs;
    const char *checkpoint; /* NULL: none */
    char checkpoint_buffer[CHECKPOINT_PATH];
    FILE *text; /* where the result is printed */
    phase_bar bar;
    gammas *g;
    balance_positions p;
    double saved;           /* clock_now() when the positions were saved, or when that began */
    bool unsaved;           /* they could not be, and a warning says so */
    balance_options options;
    balance_error before, after;
    double began;
} balance_job;

static bool show_phase(void *job, const char *phase, int64_t done, int64_t total)
{
    balance_job *j = job;
    j->bar.unit = strcmp(phase, "balancing") == 0 ? "steps" : "positions";
    return phase_bar_show(&j->bar, phase, done, total);
}

/* ---- settings ---- */

/* Finds what can be known to fail before hours of work. */
static go_status check_settings(balance_job *j, go_error *err)
{
    const balance_settings *s = &j->s;
    static const char *const not_of_the_fit[] = {"playout-sharpness", "playout-nakade",
                                                 "checkpoint-every", NULL};
    if (s->resume && !s->output)
        return go_fail(err, GO_EINVAL, "--resume continues a fit, which needs -o FILE");
    if (!s->output)
        GO_TRY(options_refuse(&s->given, fitting_options, not_of_the_fit,
                              "without -o FILE, which the fit is for", err));
    else
        GO_TRY(cli_checkpoint(&j->checkpoint, j->checkpoint_buffer, s->checkpoint, s->output,
                              ".fit", &j->s.resume, false, err));
    const cli_output outputs[] = {{"--positions", s->positions, OUTPUT_GAMES},
                                  {s->output ? "-o" : NULL, s->output, OUTPUT_GAMMAS},
                                  {"--checkpoint", j->checkpoint,
                                   s->resume ? OUTPUT_READ : OUTPUT_CHECKPOINT},
                                  {0}};
    j->text = cli_outputs_text(outputs);
    if (s->positions && *s->positions && !cli_output_is_file(s->positions))
        return go_fail(err, GO_EINVAL,
                       "--positions %s: the positions are read first and saved again and again; "
                       "name a regular file",
                       s->positions);
    GO_TRY(cli_outputs_apart(outputs, s->json, err));
    GO_TRY(cli_outputs_spare(outputs, j->inputs, j->n_inputs, err));
    GO_TRY(cli_outputs_spare(outputs + 1, &s->gammas, 1, err));
    return cli_outputs_try(outputs, err);
}

static void show_unsaved(void *job, const char *why)
{
    phase_bar_unsaved(&((balance_job *)job)->bar, "the checkpoint", why,
                      "--checkpoint FILE names another place");
}

/* ---- positions ---- */

/* Shows how many there are, and saves them now and then, because they take long to judge. */
static bool show_judging(void *job, const char *phase, int64_t done, int64_t total)
{
    balance_job *j = job;
    go_error why;
    if (j->s.positions && clock_now() - j->saved >= j->s.checkpoint_every) {
        j->saved = clock_now();
        if (balance_positions_write(&j->p, j->s.positions, &why) != GO_OK && !j->unsaved) {
            j->unsaved = true;
            phase_bar_unsaved(&j->bar, "the positions", why.message,
                              "--positions FILE names another place");
        }
    }
    return show_phase(job, phase, done, total);
}

static go_status judge(balance_job *j, corpus *c, search *teacher, go_error *err)
{
    const balance_settings *s = &j->s;
    const playout_settings play = {.policy = PLAYOUT_GAMMAS, .gammas = s->gammas,
                                   .sharpness = s->sharpness};
    playout_gammas *tables;
    char notice[KNOWLEDGE_NOTICE_MAX] = "";
    GO_TRY(knowledge_read_playouts(&tables, &play, s->input.filter.size, notice, err));
    const label_options o = {.positions = s->n_positions, .per_game = s->per_game,
                             .astray = s->astray, .even = s->even, .nakade = s->nakade,
                             .visits = s->visits, .seed = s->seed, .playouts = tables,
                             .progress = show_judging, .user = j};
    j->saved = clock_now();
    go_status status = label_positions(&j->p, c, s->input.filter.size, teacher, &o, err);
    phase_bar_end(&j->bar);
    playout_gammas_destroy(tables);
    return status;
}

static go_status open_teacher(search **out, const balance_settings *s, go_error *err)
{
    search_settings how;
    search_settings_default(&how);
    how.threads = cli_threads(s->threads);
    how.seed = s->seed;
    how.evaluate.net.file = s->net;
    how.evaluate.net.backend = s->backend;
    GO_TRY(search_create(out, &how, err));
    return search_read_net(*out, s->input.filter.size, err);
}

/* Saves what was judged before a failure, whose sentence then tells of it. */
static go_status keep_positions(const balance_job *j, go_status failure, go_error *err)
{
    const go_error first = *err;
    go_error why;
    if (!j->s.positions)
        return go_fail(err, failure, "%.800s; nothing was saved: --positions FILE keeps the "
                       "positions", first.message);
    if (balance_positions_write(&j->p, j->s.positions, &why) != GO_OK)
        return go_fail(err, failure, "%.500s; the positions could not be saved: %.400s",
                       first.message, why.message);
    return go_fail(err, failure, "%.500s; %d position%s saved in %.300s; repeat the command to "
                   "go on", first.message, j->p.n, j->p.n == 1 ? " is" : "s are",
                   j->s.positions);
}

/* From the games that are given, or from those that the network plays. */
static go_status add_positions(balance_job *j, go_error *err)
{
    const int before = j->p.n;
    search *teacher = NULL;
    corpus *c = NULL;
    go_status status = open_teacher(&teacher, &j->s, err);
    if (status == GO_OK && j->n_inputs)
        status = corpus_input_open(&j->s.input, &c, j->inputs, j->n_inputs, true, err);
    if (status == GO_OK)
        status = judge(j, c, teacher, err);
    corpus_close(c);
    search_destroy(teacher);
    if (j->p.n == before)
        return status;
    if (status != GO_OK)
        return keep_positions(j, status, err);
    return j->s.positions ? balance_positions_write(&j->p, j->s.positions, err) : GO_OK;
}

/* Not so standard input and pipes, among them what a shell passes as /dev/fd/63. */
static bool can_be_read_twice(const char *path)
{
    struct stat st;
    return strcmp(path, "-") != 0 &&
           (stat(path, &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

/* That of the first game, unless some can be read only once; then 0. */
static go_status size_of_games(balance_job *j, int *size, go_error *err)
{
    const corpus_options options = {.filter = &j->s.input.filter,
                                    .charset = j->s.input.charset,
                                    .skip_damaged = j->s.input.skip_damaged};
    corpus *c;
    game_record *first;
    for (int i = 0; i < j->n_inputs; i++)
        if (!can_be_read_twice(j->inputs[i]))
            return GO_OK;
    GO_TRY(corpus_open(&c, j->inputs, j->n_inputs, &options, err));
    go_status status = corpus_next(c, &first, err);
    if (status == GO_END)
        status = corpus_input_check(corpus_counted(c), err);
    corpus_close(c);
    GO_TRY(status);
    *size = first->size;
    game_record_destroy(first);
    if (!j->s.quiet)
        fprintf(stderr,
                "katachi: only games on %dx%d, the board of the first one, are used; --size N "
                "chooses a size\n",
                *size, *size);
    return GO_OK;
}

static go_status find_size(balance_job *j, go_error *err)
{
    int *size = &j->s.input.filter.size;
    if (*size && j->p.n && *size != j->p.size)
        return go_fail(err, GO_EINVAL, "the positions in %s are on %dx%d, not %dx%d",
                       j->s.positions, j->p.size, j->p.size, *size, *size);
    *size = j->p.n ? j->p.size : *size;
    if (!*size && j->n_inputs)
        GO_TRY(size_of_games(j, size, err));
    if (*size)
        return GO_OK;
    const char *file = j->s.positions ? j->s.positions : "";
    return go_fail(err, GO_EINVAL,
                   "%s%sthe board size of the positions to find is unknown; give it with --size N",
                   file, *file ? " has no positions yet, and " : "");
}

static go_status read_what_is_needed(balance_job *j, go_error *err)
{
    balance_settings *s = &j->s;
    if (s->positions)
        GO_TRY(balance_positions_read(&j->p, s->positions, true, err));
    GO_TRY(find_size(j, err));
    GO_TRY(usual_gammas(&j->g, s->gammas, "fast", s->input.filter.size, err));
    if (strcmp(j->g->v->set.name, "fast"))
        return go_fail(err, GO_EINVAL,
                       "%s has gammas of the feature set %s; playouts need those of the set fast, "
                       "which 'katachi train --features fast' makes", s->gammas,
                       j->g->v->set.name);
    if (!s->n_positions)
        s->n_positions = j->p.n && !j->n_inputs ? j->p.n : 10000;
    else
        balance_positions_cut(&j->p, s->n_positions); /* the file keeps them */
    if (j->p.n < s->n_positions)
        GO_TRY(add_positions(j, err));
    if (j->p.n)
        return GO_OK;
    return go_fail(err, GO_EEMPTY,
                   "%s has positions on %dx%d after its first four "
                   "moves",
                   j->n_inputs ? "no given game" : "no game of the network", s->input.filter.size,
                   s->input.filter.size);
}

/* ---- the fit ---- */

static go_status measure(balance_job *j, balance_error *out, go_error *err)
{
    enum { PLAYOUTS = 256 };
    go_status status = balance_measure(out, j->g, &j->p, j->s.output != NULL, PLAYOUTS, &j->options,
                                       err);
    phase_bar_end(&j->bar);
    return status;
}

/* The file's line `data` says that the gammas are no longer those that suit the games best. */
static void note_balanced(gammas *g)
{
    static const char note[] = " (balanced)";
    char *data = g->origin.data;
    const size_t n = strlen(data);
    if (!strstr(data, note) && n + sizeof note <= sizeof g->origin.data)
        memcpy(data + n, note, sizeof note);
}

static go_status fit(balance_job *j, go_error *err)
{
    go_status status = balance_gammas(j->g, &j->p, &j->options, err);
    phase_bar_end(&j->bar);
    GO_TRY(status);
    note_balanced(j->g);
    GO_TRY(gammas_write(j->g, j->s.output, err));
    cli_checkpoint_done(j->checkpoint);
    status = measure(j, &j->after, err);
    return status != GO_EINTR ? status
                              : go_fail(err, status, "interrupted while measuring; the gammas have "
                                        "been written");
}

static go_status run_job(balance_job *j, go_error *err)
{
    const balance_settings *s = &j->s;
    GO_TRY(check_settings(j, err));
    GO_TRY(read_what_is_needed(j, err));
    j->options = (balance_options){.sharpness = s->sharpness, .nakade = s->nakade,
                                   .steps = s->steps, .batch = s->batch, .playouts = s->playouts,
                                   .samples = s->samples, .rate = s->rate, .decay = s->decay,
                                   .owner = s->owner, .held_out = s->held_out, .seed = s->seed,
                                   .threads = cli_threads(s->threads),
                                   .checkpoint = j->checkpoint,
                                   .checkpoint_seconds = s->checkpoint_every, .resume = s->resume,
                                   .progress = show_phase, .on_unsaved = show_unsaved,
                                   .user = j};
    GO_TRY(measure(j, &j->before, err));
    return s->output ? fit(j, err) : GO_OK;
}

/* ---- results ---- */

static json_t *error_json(const balance_error *e)
{
    if (!e->n) /* nothing is held out */
        return json_pack("{s:i, s:n, s:n, s:n, s:n, s:n, s:n}", "positions", 0, "error",
                         "owner_error", "bias", "mover_bias", "correlation", "slope");
    return json_pack("{s:i, s:f, s:f, s:f, s:f, s:f, s:f}", "positions", e->n, "error", e->win,
                     "owner_error", e->owner, "bias", e->bias, "mover_bias", e->mover,
                     "correlation", e->correlation, "slope", e->slope);
}

static int show_json(const balance_job *j)
{
    json_t *o = json_pack("{s:o, s:f}", "before", error_json(&j->before), "seconds",
                          clock_now() - j->began);
    if (j->s.output) {
        json_object_set_new(o, "after", error_json(&j->after));
        json_object_set_new(o, "output", text_json(j->s.output));
        json_object_set_new(o, "steps", json_integer(j->s.steps));
    }
    return cli_print_json(o);
}

static void show_error(FILE *out, const char *when, const balance_error *e)
{
    fprintf(out, "%-7s %9d %9.4f %9.4f %+9.4f %+9.4f %9.3f %9.3f\n", when, e->n, e->win, e->owner,
           e->bias, e->mover, e->correlation, e->slope);
}

static int show_text(const balance_job *j)
{
    if (!j->before.n) {
        fprintf(j->text, "the gammas were written to %s, but not measured: none of the %d "
                "positions is held out; use more positions (--number) or a larger share "
                "(--held-out)\n",
                j->s.output, j->p.n);
        return EXIT_OK;
    }
    fprintf(j->text, "%-7s %9s %9s %9s %9s %9s %9s %9s\n", "", "positions", "win", "owner", "black",
            "mover", "correl.", "slope");
    show_error(j->text, j->s.output ? "before" : "", &j->before);
    if (!j->s.output)
        return EXIT_OK;
    show_error(j->text, "after", &j->after);
    fprintf(j->text, "the gammas were written to %s\n", j->s.output);
    return EXIT_OK;
}

static int run_balance(int argc, char **argv)
{
    balance_job *j = calloc(1, sizeof *j);
    go_error err;
    int code;
    if (!j)
        return cli_no_memory();
    if (!cli_begin(&cli_balance, argc, argv, &j->s, &j->n_inputs, &code)) {
        free(j);
        return code;
    }
    j->began = clock_now();
    j->inputs = (const char *const *)argv + 1;
    j->bar.quiet = j->s.quiet;
    interrupt_catch();
    go_status status = run_job(j, &err);
    phase_bar_end(&j->bar);
    code = status != GO_OK ? cli_fail(&err) : j->s.json ? show_json(j) : show_text(j);
    gammas_destroy(j->g);
    balance_positions_free(&j->p);
    free(j);
    return code;
}

const cli_command cli_balance = {
    .spec =
        {.name = "balance",
         .sentence = "adjusts the gammas of playouts to the values of positions",
         .inputs = "[INPUT...]",
         .groups = balance_groups,
         .given = AT(given),
         .description =
             "Collects positions, lets a network evaluate them, and adjusts the fast gammas so that "
             "the mean result of playouts from a position approaches that evaluation (D. Silver and "
             "G. Tesauro, Monte-Carlo Simulation Balancing, 2009). The positions are drawn from "
             "the games of INPUT; without it, from games that the network plays against itself, "
             "each move drawn from its policy. --positions keeps them in an SGF file; with that "
             "file, neither games nor a network are needed. Prints the error of the playouts on "
             "positions of held-out games, before and after: the square root of the mean squared "
             "difference from the evaluation, for the result and the owners of points, corrected "
             "for the noise of a finite number of playouts; their mean difference for black and "
             "for the side to move; their correlation with the evaluation and their slope against "
             "it. An interrupted fit is saved; --resume continues it.",
         .examples = "  katachi balance --size 9 -o balanced.gammas\n"
                     "  katachi balance --size 9 --net NET -p nine.sgf.zst -o my.gammas games/\n"
                     "  katachi balance -p nine.sgf.zst -g my.gammas"},
    .run = run_balance,
};
