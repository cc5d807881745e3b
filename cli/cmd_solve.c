/* cmd_solve.c -- `katachi solve`: the exact value of a position. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/plural.h"
#include "board/coord.h"
#include "board/game/rules.h"
#include "cli/commands.h"
#include "cli/game_input.h"
#include "cli/komi.h"
#include "mcts/solve/solve.h"
#include "sgf_corpus/sgf/record_game.h"

#define KO_WORDS(X) X(KO_AS_RULES, "rules") X(KO_ASK_SIMPLE, "simple") \
    X(KO_ASK_POSITIONAL, "positional") X(KO_ASK_SITUATIONAL, "situational")
typedef enum ko_word { KO_WORDS(CHOICE_NUMBER) } ko_word;

typedef struct solve_settings {
    int size, game, move, ko, threads, line;
    const char *rules, *moves, *sgf;
    komi_option komi;
    int64_t memory;
    int nodes;
    double seconds;
    bool winner, json, quiet;
    options_given given;
} solve_settings;

/* A run of the command. */
typedef struct solve_job {
    const solve_settings *s;
    double shown; /* seconds of search when progress was last shown */
} solve_job;

#define AT(field) offsetof(solve_settings, field)
static const option position_options[] = {
    OPT_INT("size", 0, "N", "4", BOARD_MIN_SIZE, BOARD_MAX_SIZE, AT(size),
            "size of the empty board, without --sgf"),
    OPT_TEXT("sgf", 0, "FILE", NULL, AT(sgf), "solve a position of this game"),
    OPT_INT("game", 0, "K", "1", 1, 2147483647, AT(game), "take the K-th game of the file"),
    OPT_INT("move", 0, "N", "-1", -1, 1000000, AT(move),
            "solve the position after move N; -1: the end of the game, before its last passes"),
    OPT_TEXT("moves", 'm', "MOVES", NULL, AT(moves),
             "play these moves first, such as \"C3 B2\"; black begins"),
    OPT_CUSTOM(
        "komi", 0, "POINTS", NULL, AT(komi), komi_parse,
        "the komi; default: as recorded, else the usual one of the game's rules; 0 without --sgf"),
    OPT_TEXT("rules", 0, "NAME", NULL, AT(rules),
             "the rules; default: as recorded, else tromp-taylor", .word = rules_name_at),
    OPT_CHOICE("ko", 0, CHOICE_WORDS(KO_WORDS), "rules", AT(ko),
               "the ko rule, if not that of the rules"),
    {0}};
static const option limit_options[] = {
    OPT_FLAG("winner", 'w', NULL, AT(winner), "find only who wins, not by how much"),
    OPT_INT("line", 0, "N", "40", 0, SOLVE_MAX_LINE, AT(line), "show up to N moves of best play"),
    OPT_SECONDS("time", 't', "TIME", "0", 0, 1e9, AT(seconds), "stop after TIME; 0: never"),
    OPT_INT("nodes", 'n', "N", "0", 0, 2147483647, AT(nodes), "stop after N positions; 0: never"),
    OPT_BYTES("memory", 0, "BYTES", "256M", 1 << 20, 0x1p50, AT(memory),
        "memory for the table of positions"),
    OPTION_THREADS(solve_settings, threads),
    OPTION_JSON(solve_settings, json),
    OPTION_QUIET(solve_settings, quiet),
    {0}};
static const option_group solve_groups[] = {
    {"The position", position_options, 0}, {"The search", limit_options, 0}, {0}};

/* ---- the position ---- */

static go_status set_rules(const solve_settings *s, rules *r, go_error *err)
{
    static const ko_rule asked[] = {[KO_ASK_SIMPLE] = KO_SIMPLE,
                                    [KO_ASK_POSITIONAL] = KO_POSITIONAL,
                                    [KO_ASK_SITUATIONAL] = KO_SITUATIONAL};
    if (s->rules)
        GO_TRY(rules_need(s->rules, r, err));
    if (s->ko != KO_AS_RULES)
        r->ko = asked[s->ko];
    return GO_OK;
}

/* The position after the first n moves. */
static go_status replay(const solve_settings *s, const game_record *record, const rules *r,
                        double komi, int n, game **out, go_error *err)
{
    int played;
    go_error why = {GO_OK, ""};
    const go_status status = record_game_replay(out, record, r, komi, n, &played, &why);
    if (status == GO_OK)
        return GO_OK;
    if (played < 0) /* the sentence names the file */
        return go_fail(err, status, "%s", why.message);
    return go_fail(err, status, "%s: game %d: move %d: %s; choose an earlier position with --move",
                   s->sgf, s->game, played + 1, why.message);
}

static go_status play_record(const solve_settings *s, const game_record *record, const rules *usual,
                             game **out, go_error *err)
{
    rules r = *usual;
    record_game_rules(record, &r);
    GO_TRY(set_rules(s, &r, err));
    const double komi = s->komi.given ? s->komi.komi : record_game_komi(record, &r);
    int n = record->n_moves;
    if (s->move < 0 || s->move > n)
        game_input_tell_cut(s->sgf, record);
    if (s->move > n)
        return go_fail(err, GO_EINVAL, "%s: game %d has only %d move%s, not %d", s->sgf, s->game, n,
                       plural_s(n), s->move);
    if (s->move >= 0)
        n = s->move;
    else
        while (n > 0 && record->moves[n - 1].at == PASS)
            n--;
    GO_TRY(replay(s, record, &r, komi, n, out, err));
    if ((*out)->rules.ko != r.ko)
        fprintf(stderr, "katachi: %s: game %d repeats a position, which its ko rule forbids; "
                "solving with simple ko\n", s->sgf, s->game);
    return GO_OK;
}

static go_status read_game(const solve_settings *s, const rules *usual, game **out, go_error *err)
{
    char warning[GAME_WARNING_MAX];
    game_record *record = NULL;
    GO_TRY(game_input_read(s->sgf, s->game, &record, warning, err));
    if (*warning)
        fprintf(stderr, "katachi: %s\n", warning);
    go_status status = play_record(s, record, usual, out, err);
    game_record_destroy(record);
    return status;
}

static go_status play_moves(const char *text, game *g, go_error *err)
{
    char name[COORD_MAX + 1];
    point p;
    for (const char *at = text; at && *(at += strspn(at, " ,;"));) {
        size_t n = strcspn(at, " ,;");
        snprintf(name, sizeof name, "%.*s", (int)(n < COORD_MAX ? n : COORD_MAX), at);
        if (!coord_from_gtp(g->board.size, name, &p))
            return go_fail(err, GO_EINVAL, "--moves: '%s' is not a point of a %dx%d board", name,
                           g->board.size, g->board.size);
        GO_TRY(game_play(g, g->to_move, p, err));
        at += n;
    }
    return GO_OK;
}

static go_status make_game(const solve_settings *s, game **out, go_error *err)
{
    rules r;
    rules_by_name("tromp-taylor", &r);
    if (s->sgf && options_named(&s->given, "size"))
        return go_fail(err, GO_EINVAL, "--size cannot be used with --sgf, whose game has a size");
    if (!s->sgf && (options_named(&s->given, "game") || options_named(&s->given, "move")))
        return go_fail(
            err, GO_EINVAL,
            "--game and --move choose a position of a game; name its file with --sgf FILE");
    if (s->sgf) {
        GO_TRY(read_game(s, &r, out, err));
    } else {
        GO_TRY(set_rules(s, &r, err));
        GO_TRY(game_create(out, s->size, &r, err));
        (*out)->komi = s->komi.komi;
    }
    return play_moves(s->moves, *out, err);
}

/* ---- progress ---- */

/* Asked ten times a second, so that an interrupt ends the search at once. */
static bool show_progress(void *user, const solve_result *r)
{
    solve_job *job = user;
    const double every = isatty(2) ? 0.5 : 5;
    if (!job->s->quiet && r->seconds - job->shown >= every) {
        job->shown = r->seconds;
        fprintf(stderr,
                "%s%.0f s, %.1f M positions, %.2f M/s: value from %+d to %+d; %+d or more? "
                "depth %d%s",
                isatty(2) ? "\r\033[K" : "", r->seconds, 1e-6 * (double)r->nodes,
                1e-6 * (double)r->nodes / fmax(r->seconds, 1e-3), r->low, r->high, r->target,
                r->depth, isatty(2) ? "" : "\n");
    }
    return !interrupt_requested();
}

/* ---- the answer ---- */

static const char *winner_word(const solve_result *r)
{
    colour c = solve_winner(r);
    bool drawn = r->low == r->high && r->low - r->komi == 0;
    return c == BLACK ? "black" : c == WHITE ? "white" : drawn ? "draw" : "open";
}

static int print_json(const solve_result *r, int size)
{
    char name[COORD_MAX];
    json_t *line = json_array();
    for (int i = 0; i < r->n_line; i++)
        json_array_append_new(line, json_string(coord_to_gtp(size, r->line[i].at, name)));
    return cli_print_json(json_pack(
        "{s:b, s:s, s:i, s:i, s:f, s:b, s:o, s:I, s:f, s:i, s:i, s:i}", "complete", r->complete,
        "winner", winner_word(r), "low", r->low, "high", r->high, "komi", r->komi, "needs_ko",
        r->needs_ko, "line", line, "positions", (json_int_t)r->nodes, "seconds", r->seconds,
        "depth", r->depth, "points", r->n_cells, "empty", r->n_open));
}

static int print_text(const solve_result *r, const game *g, bool winner_only)
{
    char text[SCORE_TEXT_MAX], name[COORD_MAX];
    if (r->low == r->high)
        printf("value %+d for black without komi\n", r->low);
    else
        printf("value from %+d to %+d for black without komi%s\n", r->low, r->high,
               !r->complete  ? ", not finished"
               : winner_only ? "" /* the value is not asked for, and may be one */
                             : ": between them the game repeats (no result)");
    const char *winner = winner_word(r);
    const char *undecided = r->complete ? "no result" : "open";
    if (r->low == r->high)
        printf("with komi %g: %s\n", r->komi,
               strcmp(winner, "draw") == 0 ? winner : score_text(r->low - r->komi, text));
    else
        printf("with komi %g: %s\n", r->komi,
               strcmp(winner, "open") == 0 ? undecided
               : solve_winner(r) == BLACK  ? "B+"
                                           : "W+");
    if (r->n_line)
        printf("best play:");
    for (int i = 0; i < r->n_line; i++)
        printf(" %s", coord_to_gtp(g->board.size, r->line[i].at, name));
    if (r->n_line)
        printf("\n");
    if (r->complete)
        puts(r->needs_ko ? "the proof uses the ko rule" : "the proof needs no ko rule");
    const double rate = (double)r->nodes / fmax(r->seconds, 1e-6);
    if (r->nodes)
        printf(rate >= 1e6 ? "%lld positions in %.2f s (%.2f M/s)"
                           : "%lld positions in %.2f s (%.0f k/s)",
               (long long)r->nodes, r->seconds, rate / (rate >= 1e6 ? 1e6 : 1e3));
    else /* they are counted by the thousand */
        printf("few positions in %.2f s", r->seconds);
    printf(", %d empty of %d points searched\n", r->n_open, r->n_cells);
    return EXIT_OK;
}

static int run_solve(int argc, char **argv)
{
    solve_settings s = {0};
    int n_inputs, code;
    go_error err = {0};
    game *g = NULL;
    solve_result *r = malloc(sizeof *r);
    if (!cli_begin(&cli_solve, argc, argv, &s, &n_inputs, &code)) {
        free(r);
        return code;
    }
    interrupt_catch();
    solve_job job = {.s = &s};
    solve_options options = {.threads = s.threads,
                             .memory = s.memory,
                             .nodes = s.nodes,
                             .seconds = s.seconds,
                             .winner_only = s.winner,
                             .line = s.line,
                             .report = show_progress,
                             .user = &job,
                             .report_seconds = 0.1};
    go_status status = r ? make_game(&s, &g, &err) : go_fail(&err, GO_ENOMEM, "out of memory");
    if (status == GO_OK)
        status = solve_run(g, g->to_move, &options, r, &err);
    if (status == GO_OK && job.shown > 0 && isatty(2))
        fputs("\n", stderr);
    const bool interrupted = status == GO_OK && !r->complete && interrupt_requested();
    if (interrupted)
        fputs("katachi: interrupted; the bounds found so far:\n", stderr);
    code = status != GO_OK ? cli_fail(&err)
           : s.json        ? print_json(r, g->board.size)
                           : print_text(r, g, s.winner);
    if (interrupted)
        code = EXIT_FAILED;
    game_destroy(g);
    free(r);
    return code;
}

const cli_command cli_solve = {
    .spec =
        {.name = "solve",
         .sentence = "finds the exact value of a small board or an ending",
         .input_option = "sgf",
         .groups = solve_groups,
         .given = AT(given),
         .description =
             "Searches until the value of the position is proven: black's area less white's if "
             "both play perfectly. Two passes end the game, and every stone on the board counts. "
             "The rules must be those of area scoring; superko is respected with the moves already "
             "played. Under simple ko a game can repeat forever; then the result shows what each "
             "side can enforce.\n\nBoards up to 10x10 are searched completely; on larger boards, "
             "only the points that pass-alive stones leave undecided. --time, --nodes and Ctrl-C "
             "end the search with the bounds found so far (Ctrl-C with exit code 1).",
         .examples = "katachi solve --size 4\n"
                     "katachi solve --size 5 --moves C3 --komi 24 --winner --memory 4G\n"
                     "katachi solve --sgf game.sgf --move 60 --ko situational"},
    .run = run_solve,
};
