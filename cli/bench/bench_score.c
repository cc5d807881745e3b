/* bench_score.c -- `katachi bench score`: final scores against those of finished games. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/text_json.h"
#include "cli/bench/counted_games.h"
#include "cli/bench/median.h"
#include "cli/commands.h"
#include "cli/corpus_input.h"
#include "mcts/final/final_status.h"
#include "mcts/search.h"
#include "mcts/search_settings.h"
#include "sgf_corpus/sgf/game_values.h"

typedef struct bench_score_settings {
    corpus_input input;
    search_settings search;
    counted_choice choice;
    bool misses, boards, json, quiet;
} bench_score_settings;

#define AT(field) offsetof(bench_score_settings, field)
static const option bench_score_options[] = {
    OPT_FLAG("misses", 'm', NULL, AT(misses), "list the games whose score differs"),
    OPT_FLAG("boards", 'b', NULL, AT(boards), "list them and draw their final positions"),
    OPTION_JSON(bench_score_settings, json),
    OPTION_QUIET(bench_score_settings, quiet),
    {0}};
static const option_group bench_score_groups[] = {
    {NULL, counted_options, AT(choice)},
    {"What is shown", bench_score_options, 0},
    {"Choosing games", corpus_input_options, AT(input)},
    {"The search", search_options, AT(search)},
    {0}};

typedef struct agreement {
    int games, exact, winner;
    int capacity;
    double *seconds; /* [games] of processor time */
    json_t *misses;
} agreement;

/* ---- one game ---- */

/* Living stones X and O, dead ones x and o, those in seki # and @; empty points of black
 * + and of white -, of nobody '.'.                                            */
static char letter_of(const board *b, const final_status *f, point p)
{
    static const char stones[3][5] = {"", "?X#x", "?O@o"}, empty[] = ".+-";
    return b->at[p] == EMPTY ? empty[f->owner[p]] : stones[b->at[p]][f->fate[p]];
}

static void draw(const board *b, const final_status *f)
{
    for (int y = 0; y < b->size; y++) {
        printf("   ");
        for (int x = 0; x < b->size; x++)
            printf(" %c", letter_of(b, f, board_point(b, x, y)));
        printf("  %d\n", b->size - y);
    }
}

static void note_miss(const bench_score_settings *s, const game_record *record, const game *g,
                      const final_status *f, double margin, agreement *a)
{
    char there[SCORE_TEXT_MAX], here[SCORE_TEXT_MAX], stands[SCORE_TEXT_MAX];
    const char *ruleset = ruleset_of(record->text[GAME_RU]);
    score_text(margin, there);
    score_text(f->margin, here);
    score_text(f->margin_as_is, stands);
    json_array_append_new(
        a->misses,
        json_pack("{s:o, s:i, s:s, s:s, s:s, s:s, s:f}", "file", text_json(record->source), "game",
                  record->index, "recorded", there, "found", here, "as_is", stands, "rules",
                  ruleset, "confidence", f->confidence));
    if (s->json || !(s->misses || s->boards))
        return;
    printf("%s game %d: recorded %s, found %s (%s as it stands; %s rules, komi %g, confidence "
           "%.2f)\n", record->source, record->index, there, here, stands, ruleset, g->komi,
           f->confidence);
    if (s->boards)
        draw(&g->board, f);
}

static int sign(double x)
{
    return (x > 0) - (x < 0);
}

static go_status keep_seconds(agreement *a, double seconds, go_error *err)
{
    if (a->games == a->capacity) {
        int capacity = a->capacity ? 2 * a->capacity : 256;
        double *more = realloc(a->seconds, (size_t)capacity * sizeof *more);
        if (!more)
            return go_fail(err, GO_ENOMEM, "out of memory for %d games", capacity);
        a->seconds = more;
        a->capacity = capacity;
    }
    a->seconds[a->games++] = seconds;
    return GO_OK;
}

static go_status compare(const bench_score_settings *s, search *engine, const game_record *record,
                         double margin, const game *g, final_status *f, agreement *a, go_error *err)
{
    GO_TRY(search_prepare(engine, g->board.size, err)); /* not a part of the time */
    double began = clock_process();
    GO_TRY(search_final_status(engine, g, false, f, err));
    GO_TRY(keep_seconds(a, clock_process() - began, err));
    bool exact = fabs(f->margin - margin) < 1e-6;
    a->exact += exact;
    a->winner += sign(f->margin) == sign(margin);
    if (!exact)
        note_miss(s, record, g, f, margin, a);
    return GO_OK;
}

/* Until the games end, or the user interrupts. */
static go_status compare_all(const bench_score_settings *s, corpus *c, search *engine,
                             progress *bar, agreement *a, go_error *err)
{
    game_record *record;
    double margin;
    final_status *f = malloc(sizeof *f);
    go_status status = f ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the final status");
    while (status == GO_OK && !interrupt_requested() &&
           (!s->choice.games || a->games < s->choice.games) &&
           (status = counted_next(c, &s->choice, &record, &margin, err)) == GO_OK) {
        game *g = counted_replay(record, record->n_moves);
        if (g)
            status = compare(s, engine, record, margin, g, f, a, err);
        game_destroy(g);
        game_record_destroy(record);
        progress_set(bar, a->games);
    }
    free(f);
    return status == GO_END || status == GO_EINTR ? GO_OK : status;
}

/* ---- output ---- */

static int print(const bench_score_settings *s, agreement *a)
{
    const double n = a->games, middle = median(a->seconds, a->games);
    const double most = a->seconds[a->games - 1];
    if (s->json)
        return cli_print_json(json_pack("{s:i, s:i, s:i, s:f, s:f, s:O}", "games", a->games,
                                        "exact", a->exact, "winner", a->winner, "median_seconds",
                                        middle, "most_seconds", most, "misses", a->misses));
    printf("%d game%s: %d exact (%.1f %%), %d with the right winner (%.1f %%); %.3f s of processor "
           "time in the median, %.3f s at most\n",
           a->games, plural_s(a->games), a->exact, 100 * a->exact / n, a->winner,
           100 * a->winner / n, middle, most);
    return EXIT_OK;
}

static int run_bench_score(int argc, char **argv)
{
    bench_score_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_bench_score, argc, argv, &s, &n_inputs, &code))
        return code;
    go_error err;
    corpus *c = NULL;
    search *engine = NULL;
    agreement a = {.misses = json_array()};
    interrupt_catch();
    go_status status = search_create(&engine, &s.search, &err);
    if (status == GO_OK)
        status = corpus_input_open(&s.input, &c, (const char *const *)argv + 1, n_inputs, false,
                                   &err);
    if (status == GO_OK) {
        progress *bar = s.quiet ? NULL
                                : progress_start(stderr, "counting", "games", s.choice.games);
        status = compare_all(&s, c, engine, bar, &a, &err);
        progress_end(bar);
    }
    if (status == GO_OK && !a.games && !interrupt_requested())
        status = counted_none(&s.choice, &err);
    code = status != GO_OK ? cli_fail(&err) : a.games ? print(&s, &a) : EXIT_FAILED;
    if (interrupt_requested()) {
        fprintf(stderr, "katachi: interrupted after %d game%s\n", a.games, plural_s(a.games));
        code = EXIT_FAILED;
    }
    json_decref(a.misses);
    free(a.seconds);
    corpus_close(c);
    search_destroy(engine);
    return code;
}

const cli_command cli_bench_score = {
    .spec = {.name = "score",
             .sentence = "final scores against the results of finished games",
             .inputs = "GAMES...",
             .min_inputs = 1,
             .groups = bench_score_groups,
             .help = &search_help,
             .idle = search_options_of_games,
             .description =
                 "Finds the score at the end of every game that was counted, as final_score does, "
                 "and compares it with the result in the record. A record may be wrong: players "
                 "forget to mark dead stones, and some stop with open borders; --boards shows "
                 "where. Living stones are X and O, dead ones x and o, those in seki # and @; "
                 "black's points are +, white's -. For tuning, look at only one half of the games "
                 "and measure with the other.",
             .examples = "katachi bench score games.sgf.gz\n"
                         "katachi bench score --half first --boards games.sgf.gz"},
    .run = run_bench_score,
};
