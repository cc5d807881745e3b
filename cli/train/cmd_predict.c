/* cmd_predict.c -- `katachi predict`: how well gammas predict the moves of games. */

#include "base/interrupt.h"
#include "base/plural.h"
#include "cli/commands.h"
#include "cli/corpus_input.h"
#include "cli/phase_bar.h"
#include "cli/prediction_show.h"
#include "cli/train/train_show.h"
#include "cli/usual_gammas.h"
#include "mm_train/data/corpus_games.h"
#include "mm_train/evaluate.h"
#include "patterns/gammas/gammas.h"

typedef struct predict_settings {
    corpus_input input;
    const char *gammas;
    int features, threads, max_games;
    bool json, quiet;
    options_given given;
} predict_settings;

static const option predict_options[] = {
    OPT_TEXT("gammas", 'g', "FILE", NULL, offsetof(predict_settings, gammas),
        "predict with these gammas; default: those installed with katachi"),
    OPT_CHOICE("features", 'f', FEATURE_SET_WORDS, "large", offsetof(predict_settings, features),
        "which of the installed gammas to use"),
    OPT_INT("max-games", 'n', "N", "0", 0, 1e9, offsetof(predict_settings, max_games),
        "use only the first N games; 0: all"),
    OPTION_THREADS(predict_settings, threads),
    OPTION_QUIET(predict_settings, quiet),
    OPTION_JSON(predict_settings, json),
    {0}};
static const option_group predict_groups[] = {
    {NULL, predict_options, 0},
    {"Choosing games", corpus_input_options, offsetof(predict_settings, input)},
    {0}};

/* Everything that is shown. */
typedef struct predict_result {
    const predict_settings *s;
    gammas *g;
    corpus_counts counts;
    prediction_stats e;
    int threads, size;
} predict_result;

/* ---- output ---- */

static int print_json(const predict_result *r)
{
    json_t *object = json_pack("{s:i, s:i, s:I, s:I, s:I, s:s}", "threads", r->threads, "size",
                               r->size, "filtered", (json_int_t)r->counts.filtered, "broken",
                               (json_int_t)r->counts.broken, "repeats",
                               (json_int_t)r->counts.repeats, "features", r->g->v->set.name);
    prediction_show_json(object, &r->e);
    return cli_print_json(object);
}

static int print_text(const predict_result *r)
{
    const prediction_stats *e = &r->e;
    printf("%lld game%s on %dx%d, %lld position%s (%lld game%s left out, %lld broken)\n",
           (long long)e->games, plural_s(e->games), r->size, r->size, (long long)e->all.positions,
           plural_s(e->all.positions), (long long)r->counts.filtered,
           plural_s(r->counts.filtered), (long long)r->counts.broken);
    train_show_other_sizes(&r->counts, r->size, "", stdout);
    prediction_show_repeats(r->counts.repeats);
    printf("gammas: %s, %d for %dx%d\n", r->g->v->set.name, r->g->n, r->g->v->board_size,
           r->g->v->board_size);
    printf("%.0f positions a second on %d thread%s\n", prediction_show_rate(e), r->threads,
           r->threads > 1 ? "s" : "");
    prediction_show_all(e);
    prediction_show_stages(e);
    return EXIT_OK;
}

/* ---- the command ---- */

static go_status predict(predict_result *r, const char *const *inputs, int n_inputs,
                         go_error *err)
{
    const predict_settings *s = r->s;
    phase_bar bar = {.quiet = s->quiet};
    games gs = {0};
    GO_TRY(s->gammas ? gammas_read(&r->g, s->gammas, err) : GO_OK);
    int size = s->input.filter.size;
    playable_options how = {.size = size   ? size
                                    : r->g ? r->g->v->board_size
                                           : 0,
                            .filter = &s->input.filter,
                            .charset = s->input.charset,
                            .strict = s->input.strict,
                            .max_games = s->max_games,
                            .on_broken = phase_bar_broken,
                            .progress = phase_bar_show,
                            .user = &bar};
    go_status status = corpus_games_read(&gs, NULL, inputs, n_inputs, &how, NULL, &r->counts,
                                         err);
    if (status == GO_OK) {
        if (!r->g)
            status = usual_gammas(&r->g, NULL, feature_sets[s->features].name, gs.size, err);
        if (status == GO_OK)
            status = evaluate_games(&r->e, r->g, &gs,
                                    &(games_run){r->threads, phase_bar_show, &bar}, err);
        games_free(&gs);
    }
    phase_bar_end(&bar);
    r->size = gs.size;
    return status;
}

static int run_predict(int argc, char **argv)
{
    predict_settings s = {0};
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_predict, argc, argv, &s, &n_inputs, &code))
        return code;
    if (s.gammas && options_named(&s.given, "features"))
        return cli_misuse("--features chooses the installed gammas; leave it out with --gammas");
    interrupt_catch();
    predict_result r = {.s = &s, .threads = cli_threads(s.threads)};
    if (predict(&r, (const char *const *)(argv + 1), n_inputs, &err) != GO_OK)
        code = cli_fail(&err);
    else
        code = s.json ? print_json(&r) : print_text(&r);
    gammas_destroy(r.g);
    return code;
}

const cli_command cli_predict = {
    .spec = {.name = "predict",
             .sentence = "measures how well gammas predict the moves of games",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = predict_groups,
             .given = offsetof(predict_settings, given),
             .description =
                 "Ranks all legal moves by their probability under the gammas, for every move of "
                 "the games. top-N is the share of moves played that were among the first N; "
                 "log-evidence is the mean natural logarithm of the probability of the move "
                 "played. The intervals treat games, not moves, as independent. An input is an SGF "
                 "file, a folder, an archive, a compressed file, or \"-\" for standard input. "
                 "Without --gammas, only games of the size of the first usable one are used, and "
                 "the file SET-NxN.gammas.zst is looked for in ./data, in $XDG_DATA_HOME/katachi "
                 "and where katachi was installed.",
             .examples = "  katachi predict games.sgf\n"
                         "  katachi predict --gammas my.gammas --json games.sgf.zst"},
    .run = run_predict,
};
