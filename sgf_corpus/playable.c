#include "sgf_corpus/playable.h"

#include <stdio.h>

#include "base/plural.h"

enum { PROGRESS_FROM = 256 }; /* games; fewer are read before anybody looks */

typedef struct playing {
    const playable_options *options;
    corpus *corpus;
    playable_take *take;
    void *to;
    dedupe *seen; /* all games that are taken and not held out */
    int size;     /* the only one; 0: any, or not known yet */
    int64_t kept; /* games of all ranks, in the order of the stream */
    int64_t repeats;
    corpus_counts left_out; /* not by the corpus: filtered, other_size, broken, known, moves */
} playing;

static void tell_broken(void *user, const char *message)
{
    const playable_options *o = ((const playing *)user)->options;
    if (o->on_broken)
        o->on_broken(o->user, message);
}

static go_status check_game(const playing *p, const game_record *game, go_error *err)
{
    game_record plain = *game;
    board b;
    if (!p->options->suicide)
        plain.text[GAME_RU] = NULL; /* no rules: no suicide */
    if (game->n_moves > PLAYABLE_MOST_MOVES)
        return go_fail(err, GO_EFORMAT, "%s: game %d (byte %lld): more than %d moves",
                       game->source, game->index, (long long)game->offset, PLAYABLE_MOST_MOVES);
    go_error why;
    go_status status = game_record_replay(&plain, &b, &why);
    if (status == GO_OK)
        return GO_OK;
    const bool by_its_rules = game_record_replay(game, &b, NULL) == GO_OK;
    return go_fail(err, status, "%.800s%s", why.message,
                   by_its_rules ? " (its rules allow it, but gammas know no suicide)" : "");
}

/* Hands it over, unless it is of another rank.  Every rank knows what all have learned. */
static go_status keep_game(playing *p, const game_record *game, go_error *err)
{
    const playable_options *o = p->options;
    const bool held_out = o->held_out > 0 && game_held_out_place(game) < o->held_out;
    int64_t number = p->kept++;
    bool repeated = false;
    if (!held_out)
        GO_TRY(dedupe_add(p->seen, game, &repeated, err));
    p->repeats += repeated;
    if (o->n_ranks > 1 && number % o->n_ranks != o->rank)
        return GO_OK;
    return p->take(p->to, game, held_out, err);
}

static go_status take_game(playing *p, const game_record *game, go_error *err)
{
    const playable_options *o = p->options;
    go_error why;
    const bool other_size = p->size && game->size != p->size;
    if (other_size || game->n_moves == 0) {
        p->left_out.filtered++;
        p->left_out.other_size += other_size;
        p->left_out.moves += game->n_moves;
        return GO_OK;
    }
    if (check_game(p, game, &why) != GO_OK) {
        if (o->strict)
            return go_fail(err, why.status, "%s", why.message);
        p->left_out.broken++;
        p->left_out.moves += game->n_moves;
        tell_broken(p, why.message);
        return GO_OK;
    }
    if (o->apart_from && dedupe_has(o->apart_from, game)) {
        p->left_out.known++;
        p->left_out.moves += game->n_moves;
        return GO_OK;
    }
    if (o->one_size) /* that of the first game that is used */
        p->size = game->size;
    return keep_game(p, game, err);
}

static int64_t games_seen(const corpus_counts *c)
{
    return c->games + c->filtered + c->broken;
}

/* Reports the progress, for which the number of games, known only at the end, is estimated from
 * the bytes read.                                                             */
static bool go_on(void *user)
{
    const playing *p = user;
    const playable_options *o = p->options;
    const corpus_counts *c = corpus_counted(p->corpus);
    const int64_t seen = games_seen(c);
    if (!o->progress)
        return true;
    double part = c->bytes_total > 0 ? (double)c->bytes_read / (double)c->bytes_total : 0;
    int64_t total = part > 0 ? (int64_t)((double)seen / part) : 0;
    return o->progress(o->user, "reading games", seen, total > seen ? total : seen);
}

/* ---- all games ---- */

static go_status take_all(playing *p, go_error *err)
{
    int max = p->options->max_games;
    go_status status = GO_OK;
    while (status == GO_OK && (!max || p->kept < max)) {
        game_record *game;
        status = corpus_next(p->corpus, &game, err);
        if (status == GO_OK) {
            status = take_game(p, game, err);
            game_record_destroy(game);
        }
    }
    if (status != GO_END)
        return status;
    if (games_seen(corpus_counted(p->corpus)) > PROGRESS_FROM && !go_on(p))
        return go_fail(err, GO_EINTR, "interrupted while reading games");
    return GO_OK;
}

static void count_all(const playing *p, corpus_counts *counts)
{
    *counts = *corpus_counted(p->corpus);
    counts->games -= p->left_out.filtered + p->left_out.broken + p->left_out.known;
    counts->filtered += p->left_out.filtered;
    counts->broken += p->left_out.broken;
    counts->known += p->left_out.known;
    counts->other_size = p->left_out.other_size;
    counts->repeats = p->repeats;
    counts->moves -= p->left_out.moves;
}

playable_options playable_to_test(const playable_options *o)
{
    playable_options test = *o;
    test.filter = NULL;
    test.max_games = 0;
    test.apart_from = o->learned;
    test.learned = NULL;
    return test;
}

static go_status read_all(playing *p, const char *const *inputs, int n_inputs,
                          corpus_counts *counts, go_error *err)
{
    const playable_options *o = p->options;
    corpus_options how = {.filter = o->filter, .strict = o->strict, .charset = o->charset,
                          .on_broken = tell_broken, .go_on = go_on, .user = p};
    GO_TRY(corpus_open(&p->corpus, inputs, n_inputs, &how, err));
    go_status status = take_all(p, err);
    count_all(p, counts);
    corpus_close(p->corpus);
    return status;
}

static go_status no_game(const char *const *inputs, int n_inputs, int board_size,
                         const corpus_counts *counts, go_error *err)
{
    char size[32] = "", ignored[64] = "", others[96] = "";
    if (board_size)
        snprintf(size, sizeof size, " on %dx%d", board_size, board_size);
    if (counts->other_size)
        snprintf(others, sizeof others, " (%lld on boards of other sizes; --size N chooses a size)",
                 (long long)counts->other_size);
    if (counts->ignored)
        snprintf(ignored, sizeof ignored, ", %lld other file%s left out",
                 (long long)counts->ignored, plural_s(counts->ignored));
    if (counts->known)
        return go_fail(err, GO_EEMPTY,
                       "%s%s: all games%s to test on were trained on (%lld game%s); give others",
                       inputs[0], n_inputs > 1 ? " and other inputs" : "", size,
                       (long long)counts->known, plural_s(counts->known));
    return go_fail(err, GO_EEMPTY,
                   "%s%s: no usable game%s: %lld filtered out%s, %lld broken%s; 'katachi "
                   "corpus stats' shows what the input contains",
                   inputs[0], n_inputs > 1 ? " and other inputs" : "", size,
                   (long long)counts->filtered, others, (long long)counts->broken, ignored);
}

go_status playable_games(const char *const *inputs, int n_inputs, const playable_options *options,
                         playable_take *take, void *to, corpus_counts *counts, go_error *err)
{
    playing p = {.options = options, .take = take, .to = to, .size = options->size};
    dedupe *own = options->learned ? NULL : dedupe_create(DEDUPE_MOVES);
    *counts = (corpus_counts){0};
    p.seen = own ? own : options->learned;
    if (!p.seen)
        return go_fail(err, GO_ENOMEM, "out of memory for the games");
    go_status status = read_all(&p, inputs, n_inputs, counts, err);
    dedupe_destroy(own);
    if (status != GO_OK || p.kept > 0)
        return status;
    return no_game(inputs, n_inputs, p.size, counts, err);
}
