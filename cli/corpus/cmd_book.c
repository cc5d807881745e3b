/* cmd_book.c -- `katachi book`: an opening book from games. */
#include <stdlib.h>

#include "base/io/atomic_file.h"
#include "base/plural.h"
#include "cli/commands.h"
#include "cli/corpus/corpus_commands.h"
#include "cli/outputs.h"
#include "mcts/book/book.h"
#include "mcts/book/book_maker.h"
#include "sgf_corpus/sgf/game_values.h"

enum { MOST_MOVES = 60, HEAD = 1024 /* bytes of comments at the beginning, at most */ };

typedef struct book_settings {
    corpus_input input;
    const char *output;
    int moves, games;
    double margin;
    bool quiet;
} book_settings;

#define FIELD(field) offsetof(book_settings, field)
static const option book_options[] = {
    OPTION_OUTPUT(book_settings, output,
                  "the book to write, a text file; .gz and .zst are compressed"),
    OPT_INT("moves", 'n', "N", "16", 1, MOST_MOVES, FIELD(moves),
            "include positions after fewer than N moves"),
    OPT_INT("games", 0, "N", "20", 1, 1000000, FIELD(games),
            "use positions and moves that occur in at least N games"),
    OPT_REAL("margin", 0, "X", "0.01", 0, 1, FIELD(margin),
             "include answers whose win rate is at most this much below the best one's"),
    OPTION_QUIET(book_settings, quiet),
    {0}};
static const option_group book_groups[] = {
    {NULL, book_options, 0},
    {"Choosing games", corpus_input_options, FIELD(input)},
    {0}};

/* Black's share of the game; below 0: nobody knows. */
static float share_of(const game_record *g)
{
    const game_result result = result_of(g->text[GAME_RE]);
    if (result.kind == RESULT_DRAW)
        return 0.5f;
    return result.winner == BLACK ? 1.0f : result.winner == WHITE ? 0.0f : -1.0f;
}

static go_status add_game(book_maker *o, const game_record *g, int most, go_error *err)
{
    float says[MOST_MOVES + 1];
    const int n = g->n_moves < most ? g->n_moves : most;
    const float share = share_of(g);
    for (int i = 0; i <= n; i++)
        says[i] = share;
    for (int i = 0; i < g->n_values && g->value[i].move <= n; i++)
        says[g->value[i].move] = g->value[i].black_wins;
    return book_maker_add(o, g->size, g->moves, n, says, err);
}

/* Games with stones on the board at the start are left out. */
static go_status add_games(corpus_run *run, book_maker *o, int most, int64_t *added, go_error *err)
{
    game_record *g;
    go_status status;
    while ((status = corpus_run_next(run, &g, err)) == GO_OK) {
        if (!g->n_setup && g->first == BLACK) {
            status = add_game(o, g, most, err);
            ++*added;
        }
        game_record_destroy(g);
        if (status != GO_OK)
            return status;
    }
    return status == GO_END ? GO_OK : status;
}

static go_status write_book(book_maker *o, const book_settings *s, int64_t games, int *n_positions,
                            go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, s->output, err));
    FILE *out = atomic_file_stream(file);
    fprintf(
        out,
        "# An opening book by katachi book, from %lld game%s: the size of the board, the moves\n"
        "# to a position, and the answers, best first (--moves %d --games %d --margin %g).\n"
        "# 'black wins': if both sides go on with the best answers of this book.\n",
        (long long)games, plural_s(games), s->moves, s->games, s->margin);
    go_status status = book_maker_write(o, out, n_positions, err);
    if (status == GO_OK && !*n_positions)
        status =
            go_fail(err, GO_EEMPTY,
                    "no move was played in %d game%s or more whose result or search values are known; "
                    "give more games or a smaller --games",
                    s->games, plural_s(s->games));
    if (status == GO_OK)
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return status;
}

static go_status make_book(const book_settings *s, corpus_run *run, int64_t *games,
                           int *n_positions, go_error *err)
{
    const book_maker_options options = {
        .moves = s->moves, .games = s->games, .margin = s->margin, .bytes = BOOK_MOST_BYTES - HEAD};
    book_maker *o;
    GO_TRY(book_maker_create(&o, &options, err));
    go_status status = add_games(run, o, s->moves, games, err);
    corpus_run_show(run);
    if (status == GO_OK && *games > 0)
        status = write_book(o, s, *games, n_positions, err);
    book_maker_destroy(o);
    return status;
}

static int run_book(int argc, char **argv)
{
    book_settings s = {0};
    int n_inputs, code, n_positions = 0;
    int64_t games = 0;
    go_error err;
    corpus_counts counts;
    if (!cli_begin(&cli_book, argc, argv, &s, &n_inputs, &code))
        return code;
    if (!s.output)
        return cli_misuse("no output file; name the book with -o FILE");
    corpus_run run = {.replay = true, .quiet = s.quiet};
    const cli_output outputs[] = {{"-o", s.output, OUTPUT_BOOK}, {0}};
    go_status status = cli_outputs_spare(outputs, (const char *const *)argv + 1, n_inputs, &err);
    if (status == GO_OK)
        status = cli_outputs_try(outputs, &err);
    if (status == GO_OK)
        status = corpus_run_begin(&run, &s.input, argv, n_inputs, &err);
    if (status != GO_OK)
        return cli_fail(&err);
    status = make_book(&s, &run, &games, &n_positions, &err);
    status = corpus_run_end(&run, status, &counts, &err);
    if (status == GO_OK && !games)
        status = go_fail(&err, GO_EEMPTY,
                         "no game begins on the empty board with a move of black, as openings do");
    if (status != GO_OK)
        return cli_fail(&err);
    fprintf(stderr, "%10d  position%s with answers from %lld game%s, written to %s\n", n_positions,
            plural_s(n_positions), (long long)games, plural_s(games), s.output);
    return EXIT_OK;
}

const cli_command cli_book = {
    .spec =
        {.name = "book",
         .sentence = "makes an opening book from games",
         .inputs = "INPUT...",
         .min_inputs = 1,
         .groups = book_groups,
         .description =
             "Looks at the first positions of all games, in any orientation. The value of a "
             "position is the mean of the search values in the records (katachi selfplay and "
             "katachi analyze write them), or else of the results; then each position takes the "
             "value of its best move. Games that begin with stones on the board are left out, and "
             "those with neither values nor a result do not count. The book is a text file with "
             "one position per line; --book FILE plays from it.",
         .examples = "katachi book -o my.book games/\n"
                     "katachi selfplay --net own --size 9 --games 2000 -o own && "
                     "katachi book -o own.book own/games.sgf\n"
                     "katachi gtp --book own.book"},
    .run = run_book,
};
