#include "mm_train/data/corpus_games.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "board/symmetry.h"

enum { MAX_ENTRIES = 65535, PROGRESS_EVERY = 256 };

typedef struct game_reader {
    games *train, *test;
    const corpus_games_options *options;
    int size;     /* 0: not known yet */
    int64_t kept; /* games of all ranks, in the order of the stream */
    corpus_counts left_out; /* here, not by the corpus: filtered, broken, moves */
    packed_move entries[BOARD_MAX_AREA + MAX_ENTRIES];
} game_reader;

/* Where in 0 .. 1 the hash of a game lies, which decides its side of the split.  Games
 * that agree under a symmetry have the same place, so both come to the same side.  Only
 * moves count: the setup is in board order, which a symmetry changes.         */
static double place_in_split(const packed_move *moves, int n, int size)
{
    uint64_t least = UINT64_MAX;
    for (int t = 0; t < N_SYMMETRIES; t++) {
        uint64_t hash = 0;
        for (int i = 0; i < n; i++) {
            int index = packed_index(moves[i]), x = index % size, y = index / size;
            if (index < size * size) {
                symmetry_xy(t, size, &x, &y);
                index = y * size + x;
            }
            hash = rng_mix64(hash ^ pack_move(packed_colour(moves[i]), index));
        }
        least = hash < least ? hash : least;
    }
    return (double)(rng_mix64(least) >> 11) * 0x1.0p-53;
}

/* Can the game be played?  Whatever its rules, without suicide, which the extractor does
 * not know.                                                                  */
static go_status check_game(const game_record *game, go_error *err)
{
    game_record plain = *game;
    plain.text[GAME_RU] = NULL;
    board b;
    if (game->n_moves > MAX_ENTRIES)
        return go_fail(err, GO_EFORMAT, "%s: game %d (byte %lld): more than %d moves",
                       game->source, game->index, (long long)game->offset, MAX_ENTRIES);
    return game_record_replay(&plain, &b, err);
}

/* Packs a game that check_game accepts; the setup as the stones that it leaves on the
 * board, because no entry can take a stone away.                             */
static go_status keep(game_reader *r, const game_record *game, go_error *err)
{
    const corpus_games_options *o = r->options;
    board b;
    int n_setup = 0;
    (void)game_record_start(game, &b, NULL);
    for (int i = 0; i < r->size * r->size; i++) {
        point p = board_point_at(r->size, i);
        if (b.at[p] != EMPTY)
            r->entries[n_setup++] = pack_move((colour)b.at[p], i);
    }
    packed_move *moves = r->entries + n_setup;
    for (int i = 0; i < game->n_moves; i++)
        moves[i] = pack_move((colour)game->moves[i].colour, board_index(&b, game->moves[i].at));
    bool held_out = r->test && o->held_out > 0 &&
                    place_in_split(moves, game->n_moves, r->size) < o->held_out;
    games *to = held_out ? r->test : r->train;
    to->size = r->size;
    to->area = r->size * r->size;
    return games_add(to, r->entries, n_setup, game->n_moves, err);
}

static go_status take_game(game_reader *r, const game_record *game, go_error *err)
{
    const corpus_games_options *o = r->options;
    go_error why;
    if (!r->size)
        r->size = game->size;
    if (game->size != r->size || game->n_moves == 0) {
        r->left_out.filtered++;
        r->left_out.moves += game->n_moves;
        return GO_OK;
    }
    if (check_game(game, &why) != GO_OK) {
        if (o->strict)
            return go_fail(err, why.status, "%s", why.message);
        r->left_out.broken++;
        r->left_out.moves += game->n_moves;
        if (o->on_broken)
            o->on_broken(o->user, why.message);
        return GO_OK;
    }
    int64_t number = r->kept++;
    return o->n_ranks > 1 && number % o->n_ranks != o->rank ? GO_OK : keep(r, game, err);
}

/* Estimates the number of games, known only at the end, from the bytes read. */
static bool report_progress(const game_reader *r, const corpus_counts *c)
{
    const corpus_games_options *o = r->options;
    int64_t seen = c->games + c->filtered + c->broken;
    if (!o->progress || seen % PROGRESS_EVERY)
        return true;
    double part = c->bytes_total > 0 ? (double)c->bytes_read / (double)c->bytes_total : 0;
    int64_t total = part > 0 ? (int64_t)((double)seen / part) : 0;
    return o->progress(o->user, "reading games", seen, total > seen ? total : seen);
}

static go_status read_all(game_reader *r, corpus *c, go_error *err)
{
    int max = r->options->max_games;
    go_status status = GO_OK;
    while (status == GO_OK && (!max || r->kept < max)) {
        game_record *game;
        status = corpus_next(c, &game, err);
        if (status == GO_OK) {
            status = take_game(r, game, err);
            game_record_destroy(game);
        }
        if (status == GO_OK && !report_progress(r, corpus_counted(c)))
            status = go_fail(err, GO_EINTR, "interrupted while reading games");
    }
    return status == GO_END ? GO_OK : status;
}

go_status corpus_games_read(games *train, games *test, const char *const *inputs, int n_inputs,
                            const corpus_games_options *options, corpus_counts *counts,
                            go_error *err)
{
    *counts = (corpus_counts){0};
    *train = (games){0};
    if (test)
        *test = (games){0};
    game_reader *r = calloc(1, sizeof *r);
    if (!r)
        return go_fail(err, GO_ENOMEM, "out of memory for reading games");
    r->train = train;
    r->test = test;
    r->options = options;
    r->size = options->size;
    corpus *c = NULL;
    corpus_options how = {.filter = options->filter, .strict = options->strict,
                          .charset = options->charset, .on_broken = options->on_broken,
                          .user = options->user};
    go_status status = corpus_open(&c, inputs, n_inputs, &how, err);
    if (status == GO_OK)
        status = games_create(train, r->size, NULL, err);
    if (status == GO_OK && test)
        status = games_create(test, r->size, NULL, err);
    if (status == GO_OK) {
        status = read_all(r, c, err);
        *counts = *corpus_counted(c);
        counts->games -= r->left_out.filtered + r->left_out.broken;
        counts->filtered += r->left_out.filtered;
        counts->broken += r->left_out.broken;
        counts->moves -= r->left_out.moves;
        char size[32] = "";
        if (r->size)
            snprintf(size, sizeof size, " on %dx%d", r->size, r->size);
        if (status == GO_OK && r->kept == 0)
            status = go_fail(err, GO_EEMPTY, "%s%s: no game%s is left to work on: %lld were "
                             "filtered out and %lld broken; 'katachi corpus stats' shows what the "
                             "input holds", inputs[0], n_inputs > 1 ? " and other inputs" : "",
                             size, (long long)counts->filtered, (long long)counts->broken);
    }
    if (status != GO_OK) {
        games_free(train);
        if (test)
            games_free(test);
    }
    corpus_close(c);
    free(r);
    return status;
}
