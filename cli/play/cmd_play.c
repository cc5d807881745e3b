/* cmd_play.c -- `katachi play`: a game at the terminal. */
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/plural.h"
#include "board/game/handicap.h"
#include "board/game/rules.h"
#include "cli/commands.h"
#include "cli/game_input.h"
#include "cli/komi.h"
#include "cli/outputs.h"
#include "cli/play/table.h"
#include "mcts/final/final_status.h"
#include "sgf_corpus/sgf/record_game.h"

typedef struct play_settings {
    int size, handicap, people;
    const char *rules, *output;
    komi_option komi;
    double seconds;
    bool plain;
    search_settings search;
    options_given given;
} play_settings;

#define AT(field) offsetof(play_settings, field)

static const option play_options[] = {
    OPT_INT("size", 0, "N", "9", BOARD_MIN_SIZE, BOARD_MAX_SIZE, AT(size), "size of the board",
            .elsewhere = "boardsize|board-size"),
    OPT_CHOICE("you", 0, CHOICE_WORDS(PLAY_SIDES), "black", AT(people),
               "your colour; both: you play both sides; none: the program plays both sides"),
    OPT_INT("handicap", 0, "N", "0", 0, 25, AT(handicap),
            "handicap stones for black; 1: black only plays first"),
    OPT_CUSTOM("komi", 0, "POINTS", NULL, AT(komi), komi_parse,
               "komi; default: the usual one under the rules, half a point after a handicap"),
    OPT_TEXT("rules", 0, "NAME", "chinese", AT(rules), "the rules", .word = rules_name_at),
    OPT_SECONDS(
        "think", 0, "TIME", "2s", 0.01, 86400, AT(seconds),
        "time for each of the program's moves, unless another limit of the search is given"),
    OPTION_OUTPUT(play_settings, output,
                  "save the game in FILE; default: a file named after the time, in this folder"),
    OPT_FLAG("plain", 0, NULL, AT(plain), "letters only, without colours and symbols"),
    {0}};
static const option_group play_groups[] = {
    {"The game", play_options, 0},
    {"The search", search_options, AT(search)},
    {0}};

/* There is no clock, and while you think, the program waits for your line. */
static const char *const idle_in_play[] = {"ponder", "lag", NULL};

/* ---- the start ---- */

static go_status place_handicap(const play_settings *s, game *g, go_error *err)
{
    point stones[25];
    if (s->handicap < 2)
        return GO_OK;
    const int n = handicap_free(s->size, s->handicap, stones);
    if (n < s->handicap)
        return go_fail(err, GO_EINVAL,
                       "--handicap %d: a %dx%d board has room for at most %d stone%s", s->handicap,
                       s->size, s->size, n, plural_s(n));
    return game_place_handicap(g, stones, n, err);
}

static go_status new_game(const play_settings *s, game **out, go_error *err)
{
    rules r;
    GO_TRY(rules_need(s->rules, &r, err));
    GO_TRY(game_create(out, s->size, &r, err));
    if (s->komi.given)
        (*out)->komi = s->komi.komi;
    else if (s->handicap > 0)
        (*out)->komi = 0.5; /* a handicap of 1 is only that */
    return place_handicap(s, *out, err);
}

static go_status replay(const game_record *record, const char *path, game **out, go_error *err)
{
    rules r;
    int played;
    go_error why = {GO_OK, ""};
    rules_by_name("chinese", &r);
    record_game_rules(record, &r);
    go_status status = record_game_replay(out, record, &r, record_game_komi(record, &r),
                                          record->n_moves, &played, &why);
    if (status == GO_OK)
        return GO_OK;
    if (played < 0) /* the sentence names the file */
        return go_fail(err, status, "%s", why.message);
    return go_fail(err, status, "%s: move %d: %s", path, played + 1, why.message);
}

/* Takes back the passes that ended the game. */
static go_status reopen(game *g, go_error *err)
{
    size_t n = g->n_steps;
    if (!game_is_over(g))
        return GO_OK;
    while (n > 0 && g->steps[n - 1].at == PASS)
        n--;
    return game_undo(g, g->n_steps - n, err);
}

/* Goes on with the game of the file `path`. */
static go_status old_game(play_table *t, const play_settings *s, const char *path, go_error *err)
{
    static const char *const fitting[] = {"you", "think", "output", "plain", NULL};
    const cli_output outputs[] = {{"-o", s->output, OUTPUT_GAMES}, {0}};
    char warning[GAME_WARNING_MAX];
    GO_TRY(options_refuse(&s->given, play_options, fitting, "when continuing a game", err));
    GO_TRY(cli_outputs_spare(outputs, &path, 1, err));
    t->source = path;
    GO_TRY(game_input_read(path, 1, &t->record, warning, err));
    if (*warning)
        fprintf(stderr, "katachi: %s\n", warning);
    game_input_tell_cut(path, t->record);
    GO_TRY(replay(t->record, path, &t->game, err));
    return reopen(t->game, err);
}

/* `path` NULL: a new game. */
static go_status set_table(play_table *t, const play_settings *s, const char *path, go_error *err)
{
    GO_TRY(play_can_save(t, err));
    GO_TRY(path ? old_game(t, s, path, err) : new_game(s, &t->game, err));
    t->saved = path && !t->file; /* as it is */
    const int size = t->game->board.size;
    GO_TRY(search_create(&t->search, &s->search, err));
    GO_TRY(gtp_input_create(&t->input, stdin, GTP_INPUT_PLAIN, err));
    if (t->people == SIDE_BOTH)
        return GO_OK;
    GO_TRY(search_read_net(t->search, size, err));
    return search_prepare(t->search, size, err);
}

/* Has the terminal no colours?  Then stones would look alike: "vt100" of a serial line, "xterm-mono". */
static bool is_monochrome(const char *terminal)
{
    return !terminal || strcmp(terminal, "dumb") == 0 || strcmp(terminal, "unknown") == 0 ||
           strstr(terminal, "-mono") ||
           (strncmp(terminal, "vt", 2) == 0 && isdigit((unsigned char)terminal[2]));
}

/* What the terminal can show.  https://no-color.org */
static void look_at_terminal(play_table *t, bool plain)
{
    const char *no_colour = getenv("NO_COLOR");
    setlocale(LC_CTYPE, "");
    t->colours = !plain && isatty(STDOUT_FILENO) && !(no_colour && *no_colour) &&
                 !is_monochrome(getenv("TERM"));
    t->symbols = t->colours && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void greet(const play_table *t)
{
    static const char *const who[] = {[SIDE_BLACK] = "You are black", [SIDE_WHITE] = "You are white",
                                      [SIDE_BOTH] = "You play both sides",
                                      [SIDE_NONE] = "Katachi plays itself"};
    char rank[RANK_NAME];
    rank_name(play_rank(t), rank);
    const bool weaker = t->people != SIDE_BOTH && play_rank(t) != RANK_FULL;
    printf("%s%s%s, komi %g.%s\n", who[t->people], weaker ? ", the program plays like a " : "",
           weaker ? rank : "", t->game->komi,
           t->people == SIDE_NONE ? "" : " Type a point such as C3, or 'help'.");
    play_draw(t, NULL);
}

/* ---- the game ---- */

/* Reads a line and does what it says; an empty one at the end of the game agrees to the score. */
static go_status take_turn(play_table *t, go_error *err)
{
    char *line = NULL;
    const bool over = game_is_over(t->game);
    printf("%s> ", over ? "score" : colour_name(t->game->to_move));
    fflush(stdout);
    switch (gtp_input_next(t->input, -1, &line)) {
    case GTP_INPUT_LINE:
        break;
    case GTP_INPUT_END:
        putchar('\n');
        t->ended = true;
        return gtp_input_check(t->input, err);
    default: return go_fail(err, GO_EINVAL, "the line is too long");
    }
    t->ended = over && !line[strspn(line, " \t\r")];
    go_status status = play_obey(t, line, err);
    free(line);
    return status;
}

/* Both sides have passed: the score, to which people may disagree. */
static go_status end_game(play_table *t, go_error *err)
{
    GO_TRY(play_count(t, err));
    t->ended = t->people == SIDE_NONE;
    if (!t->ended && final_status_counts_as_is(&t->game->rules))
        puts("Press Enter to agree; 'undo' plays on.");
    else if (!t->ended)
        puts("Press Enter to agree; 'dead C3' makes the stones at C3 dead, or alive again; 'undo' "
             "plays on.");
    return GO_OK;
}

/* Until the end, or until nobody sees the board any more.  A person's mistakes are told, and the game
 * goes on.                                                                    */
static go_status play_on(play_table *t, go_error *err)
{
    while (!t->ended && !interrupt_requested() && !ferror(stdout)) {
        if (game_is_over(t->game) && !t->result[0]) {
            GO_TRY(end_game(t, err));
            continue;
        }
        if (!game_is_over(t->game) && !play_is_persons(t)) {
            GO_TRY(play_answer(t, err));
            continue;
        }
        go_status status = take_turn(t, err);
        if (status != GO_OK)
            printf("%s\n", err->message);
    }
    return GO_OK;
}

/* The game is saved even if the program could not go on. */
static go_status play_game(play_table *t, go_error *err)
{
    go_error why = {GO_OK, ""};
    greet(t);
    go_status played = play_on(t, err);
    go_status saved = t->game->n_steps > 0 && !t->saved ? play_save_at_end(t, &why) : GO_OK;
    return played == GO_OK && saved != GO_OK ? go_fail(err, saved, "%s", why.message) : played;
}

static int run_play(int argc, char **argv)
{
    play_settings s = {0};
    play_table t = {0};
    int n_inputs, code;
    go_error err;
    if (!cli_begin(&cli_play, argc, argv, &s, &n_inputs, &code))
        return code;
    interrupt_catch();
    signal(SIGPIPE, SIG_IGN); /* when nobody reads the board any more, the game is saved */
    t.seconds = s.seconds;
    t.people = (play_side)s.people;
    t.file = s.output;
    look_at_terminal(&t, s.plain);
    go_status status = set_table(&t, &s, n_inputs ? argv[1] : NULL, &err);
    if (status == GO_OK)
        status = play_game(&t, &err);
    gtp_input_destroy(t.input);
    search_analysis_release(&t.analysis);
    search_destroy(t.search);
    game_destroy(t.game);
    game_record_destroy(t.record);
    return status == GO_OK ? EXIT_OK : cli_fail(&err);
}

const cli_command cli_play = {
    .spec = {.name = "play",
             .sentence = "plays a game with you in the terminal",
             .inputs = "[GAME.sgf]",
             .max_inputs = 1,
             .groups = play_groups,
             .given = AT(given),
             .defaults = cli_no_two_games_alike,
             .help = &search_help,
             .idle = idle_in_play,
             .description =
                 "Shows the board, asks for your moves and answers them; 'help' at the prompt "
                 "lists what else it understands: undo, hint, score, save, resign, quit. At the "
                 "end it counts the board, you may say which stones are dead, and the game is "
                 "saved as SGF.\nWith GAME.sgf it continues that game, even if it has ended; "
                 "'undo' takes back its moves, too. Its header and comments are kept.",
             .examples = "katachi play\nkatachi play --size 13 --handicap 4 --rank 15k\n"
                         "katachi play --net own --you white --think 5s\n"
                         "katachi play katachi-2026-11-22-2105.sgf"},
    .run = run_play,
};
