/* cmd_analyze.c -- `katachi analyze`: reviews a game move by move. */
#include <stdlib.h>
#include <string.h>

#include "base/io/atomic_file.h"
#include "base/io/data_files.h"
#include "base/interrupt.h"
#include "base/plural.h"
#include "base/progress.h"
#include "board/game/rules.h"
#include "cli/analyze/analyze.h"
#include "cli/commands.h"
#include "cli/game_input.h"
#include "cli/outputs.h"
#include "gtp/text/notice.h"
#include "nn/formats/own_net.h"

enum { USUAL_PLAYOUTS = 1000 };

#define AT(field) offsetof(analyze_settings, field)
static const option analyze_options[] = {
    OPT_INT("from", 0, "N", "1", 1, 1000000, AT(from), "the first move to review"),
    OPT_INT("to", 0, "N", "0", 0, 1000000, AT(to),
            "the last move to review; 0: the end of the game"),
    OPT_INT("game", 0, "K", "1", 1, 2147483647, AT(game), "review the K-th game of the file"),
    OPT_REAL("mistake", 0, "PERCENT", "10", 0.1, 100, AT(mistake),
             "a mistake costs at least this much win rate, a bad one twice that"),
    OPT_INT("line", 0, "N", "8", 0, REVIEW_MAX_PV, AT(line),
            "show up to N moves of the better line; 0: in the table only its first"),
    OPT_TEXT("rules", 0, "NAME", NULL, AT(rules),
             "the rules; default: as recorded in the game, else chinese", .word = rules_name_at),
    OPT_CUSTOM("komi", 0, "POINTS", NULL, AT(komi), komi_parse,
               "the komi; default: as recorded in the game, else the usual one"),
    OPTION_JSON(analyze_settings, json),
    OPTION_QUIET(analyze_settings, quiet),
    {0}};
static const option output_options[] = {
    OPT_TEXT("sgf", 0, "FILE", NULL, AT(sgf),
        "write the game with comments, win rates and better lines; \"-\": standard output"),
    OPT_TEXT("svg", 0, "FILE", NULL, AT(svg), "draw the win rate and the lead"),
    {0}};
static const option_group analyze_groups[] = {
    {NULL, analyze_options, 0},
    {"Files to write", output_options, 0},
    {"The search", search_options, AT(search)},
    {0}};

/* A run of the command. */
typedef struct analyze {
    analyze_settings *s;
    game_record *record;
    review *review;
    search *search;
    progress *bar;
    atomic_file *sgf, *svg;
    bool piped; /* a file is written to standard output; then the table is left out */
    bool interrupted;
    notices notices;
} analyze;

/* ---- preparation: fail before the long work, if at all ---- */

static go_status prepare_game(analyze *a, const char *path, go_error *err)
{
    char warning[GAME_WARNING_MAX];
    rules named;
    review_options options = {.from = a->s->from, .to = a->s->to};
    if (a->s->rules)
        GO_TRY(rules_need(a->s->rules, &named, err));
    options.rules = a->s->rules ? &named : NULL;
    options.komi = a->s->komi.given ? &a->s->komi.komi : NULL;
    go_status status = game_input_read(path, a->s->game, &a->record, warning, err);
    go_error why = {0};
    if (status != GO_OK)
        return status;
    if (*warning)
        fprintf(stderr, "katachi: %s\n", warning);
    status = review_create(&a->review, a->record, &options, &why);
    if (status == GO_EILLEGAL) /* in the setup; the sentence names the file */
        return go_fail(err, status, "%s", why.message);
    if (status != GO_OK)
        return go_fail(err, status, "%s: game %d: %s", path, a->s->game, why.message);
    if (a->review->stop.status != GO_OK && a->review->n_moves == 0)
        return go_fail(err, GO_EILLEGAL, "%s: game %d: %s", path, a->s->game,
                       a->review->stop.message);
    if (a->review->stop.status != GO_OK)
        fprintf(stderr, "katachi: %s: game %d: %s; using only the moves before that\n", path,
                a->s->game, a->review->stop.message);
    return GO_OK;
}

static go_status check_settings(analyze *a, const char *path, go_error *err)
{
    const analyze_settings *s = a->s;
    const cli_output outputs[] = {
        {"--sgf", s->sgf, OUTPUT_GAMES}, {"--svg", s->svg, OUTPUT_OTHER}, {0}};
    const evaluate_settings *read = &s->search.evaluate;
    const char *inputs[] = {path, read->gammas, read->playout.gammas, read->net.file};
    if (s->to > 0 && s->to < s->from)
        return go_fail(err, GO_EINVAL, "--to must not be before --from");
    a->piped = cli_outputs_piped(outputs);
    GO_TRY(cli_outputs_apart(outputs, s->json, err));
    GO_TRY(cli_outputs_spare(outputs, inputs, 4, err));
    return cli_outputs_suit(outputs, err);
}

/* Nobody has to know that there is something better. */
static void hint_at_network(const analyze *a)
{
    char path[DATA_FILE_PATH];
    go_error ignored;
    const char *net = a->s->search.evaluate.net.file;
    if (!a->s->quiet && !(net && *net) &&
        nn_net_find("own", a->record->size, path, &ignored) == GO_OK)
        fprintf(stderr, "katachi: reviewing by playouts; --net own takes the network that comes with "
                        "katachi, which is stronger\n");
}

static go_status prepare(analyze *a, const char *path, go_error *err)
{
    GO_TRY(check_settings(a, path, err));
    GO_TRY(prepare_game(a, path, err));
    GO_TRY(search_create(&a->search, &a->s->search, err));
    GO_TRY(search_prepare(a->search, a->record->size, err));
    notice_tell(&a->notices, a->search);
    hint_at_network(a);
    if (a->s->sgf)
        GO_TRY(atomic_file_open(&a->sgf, a->s->sgf, err));
    return a->s->svg ? atomic_file_open(&a->svg, a->s->svg, err) : GO_OK;
}

/* ---- the search ---- */

static bool go_on(void *user, search *s)
{
    (void)user;
    (void)s;
    return !interrupt_requested();
}

static bool show_position(void *user, const review *r, int position)
{
    analyze *a = user;
    const review_position *p = &r->position[position];
    progress_add(a->bar, 1);
    if (p->searched)
        progress_note(a->bar, "black %.0f %%", 100 * p->winrate);
    return !interrupt_requested();
}

static go_status run_review(analyze *a, go_error *err)
{
    search_limits limits = search_limits_full(&a->s->search);
    limits.exact = true;
    limits.report = go_on;
    limits.report_seconds = 0.1;
    int positions = a->review->to - a->review->from + 2;
    if (!a->s->quiet)
        a->bar = progress_start(stderr, "reviewing", "positions", positions);
    interrupt_catch();
    go_status status = review_search(a->review, a->search, &limits, show_position, a, err);
    progress_end(a->bar);
    notice_tell(&a->notices, a->search); /* failures during the search */
    if (status != GO_EINTR || review_count(a->review) == 0)
        return status;
    a->interrupted = true;
    fprintf(stderr, "katachi: interrupted; %d of %d positions were reviewed\n",
            review_count(a->review), positions);
    return GO_OK;
}

/* ---- results ---- */

static void describe_search(const analyze_settings *s, char *out, size_t n)
{
    const limit_settings *l = &s->search.limits;
    const int count = l->playouts ? l->playouts : l->visits;
    if (l->move_time > 0)
        snprintf(out, n, "Katachi " KATACHI_VERSION ", %g s for each position.", l->move_time);
    else
        snprintf(out, n, "Katachi " KATACHI_VERSION ", %d %s%s for each position.", count,
                 l->playouts ? "playout" : "visit", plural_s(count));
}

static go_status write_sgf(analyze *a, go_error *err)
{
    char comment[100];
    review_sgf_options options = {analyze_threshold(a->s), a->s->line, comment};
    atomic_file *file = a->sgf;
    a->sgf = NULL;
    describe_search(a->s, comment, sizeof comment);
    go_status status = review_sgf_write(atomic_file_stream(file), a->review, &options, err);
    if (status == GO_OK)
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return status;
}

static go_status write_svg(analyze *a, go_error *err)
{
    char title[600];
    atomic_file *file = a->svg;
    a->svg = NULL;
    analyze_title(a->review, title, sizeof title);
    review_svg_write(atomic_file_stream(file), a->review, analyze_threshold(a->s), title);
    return atomic_file_commit(file, err);
}

static int show(analyze *a, go_error *err)
{
    int code = EXIT_OK;
    if (a->sgf && write_sgf(a, err) != GO_OK)
        code = cli_fail(err);
    if (a->svg && write_svg(a, err) != GO_OK)
        code = cli_fail(err);
    const int shown = a->s->json ? analyze_print_json(a->review, a->s, a->interrupted)
                      : a->piped ? EXIT_OK
                                 : analyze_print_text(a->review, a->s);
    return a->interrupted ? EXIT_FAILED : code ? code : shown;
}

static void release(analyze *a)
{
    atomic_file_discard(a->sgf);
    atomic_file_discard(a->svg);
    search_destroy(a->search);
    review_destroy(a->review);
    if (a->record)
        game_record_destroy(a->record);
}

static int run_analyze(int argc, char **argv)
{
    analyze_settings s = {0};
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_analyze, argc, argv, &s, &n_inputs, &code))
        return code;
    limit_settings *l = &s.search.limits;
    if (!l->playouts && !l->visits && l->move_time <= 0)
        l->playouts = USUAL_PLAYOUTS;
    analyze a = {.s = &s, .notices = {.to = stderr, .quiet = s.quiet}};
    go_status status = prepare(&a, argv[1], &err);
    if (status == GO_OK)
        status = run_review(&a, &err);
    code = status == GO_OK ? show(&a, &err) : cli_fail(&err);
    release(&a);
    return code;
}

const cli_command cli_analyze = {
    .spec = {.name = "analyze",
             .sentence = "reviews a game move by move: win rate, best move, loss of each move",
             .inputs = "GAME.sgf",
             .min_inputs = 1,
             .max_inputs = 1,
             .groups = analyze_groups,
             .help = &search_help,
             .idle = search_options_of_games,
             .description =
                 "Searches every position of a game and prints a table of black's win rate and "
                 "lead, how much each move lost compared with the best one, and the better line. "
                 "Can also write the review as SGF with comments and variations, as a picture, or "
                 "as JSON.\n"
                 "Without --playouts, --visits or --move-time, each position gets 1000 playouts. "
                 "An interrupted run (Ctrl-C) writes the moves reviewed so far.",
             .examples = "katachi analyze game.sgf --net own\n"
                         "katachi analyze game.sgf --playouts 5000 --sgf reviewed.sgf\n"
                         "katachi analyze game.sgf --move-time 2 --from 30 --svg game.svg"},
    .run = run_analyze,
};
