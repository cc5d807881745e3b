#include "match/game/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ending.h"
#include "base/io/read_file.h"
#include "base/plural.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "board/coord.h"
#include "patterns/gammas/gammas.h"
#include "patterns/gammas/policy.h"
#include "sgf_corpus/corpus.h"

enum { MAX_FILE = 64 << 20 };

struct openings {
    openings_options options;
    opening *list; /* [n], those of a file */
    int n, capacity;
    gammas *gammas; /* NULL unless openings are drawn */
    policy *policy;
    char text[200];
};

/* ---- drawn ones ---- */

/* Reads the gammas of this size, or of the trained size that is nearest. */
static go_status prepare_drawing(openings *o, go_error *err)
{
    openings_options *options = &o->options;
    int size = options->size;
    if (options->moves < 0)
        options->moves = size / 3;
    if (options->moves == 0) {
        snprintf(o->text, sizeof o->text, "from the empty board");
        return GO_OK;
    }
    go_status status = gammas_read_or_find(&o->gammas, NULL, "large", size, err);
    if (status == GO_EIO)
        status = gammas_read_or_find(&o->gammas, NULL, "large", size < 14 ? 9 : 19, err);
    if (status == GO_EIO)
        return go_fail(err, status,
                       "openings are drawn from gammas, but there are none for size %d; give "
                       "--openings FILE or --opening-moves 0",
                       size);
    if (status != GO_OK)
        return status;
    snprintf(o->text, sizeof o->text, "%d move%s drawn from the large gammas of size %d",
             options->moves, plural_s(options->moves), o->gammas->v->board_size);
    return policy_create(&o->policy, o->gammas, size, err);
}

/* Draws a move by its probability; never a pass. */
static point draw_move(const board *b, const float *probability, rng *random)
{
    int area = b->size * b->size;
    double total = 0;
    for (int i = 0; i < area; i++)
        total += (double)probability[i];
    double left = rng_double(random) * total;
    point last = PASS;
    for (int i = 0; i < area; i++) {
        if (probability[i] <= 0)
            continue;
        last = board_point_at(b->size, i);
        left -= (double)probability[i];
        if (left < 0)
            break;
    }
    return last;
}

static void draw_opening(openings *o, int64_t k, opening *out)
{
    rng random = rng_seed(rng_mix64(o->options.seed) ^ (uint64_t)k);
    float probability[BOARD_MAX_AREA + 1];
    board b;
    board_init(&b, o->options.size);
    policy_start(o->policy, &b);
    out->n = 0;
    for (int i = 0; i < o->options.moves && i < OPENING_MAX; i++) {
        colour c = i % 2 ? WHITE : BLACK;
        policy_distribution(o->policy, c, probability);
        point at = draw_move(policy_board(o->policy), probability, &random);
        if (at == PASS)
            return;
        policy_play(o->policy, c, at);
        out->at[out->n++] = at;
    }
}

/* ---- those of a file ---- */

/* Adds one: its moves must be legal and must not end the game. */
static go_status add_opening(openings *o, const opening *one, const char *where, go_error *err)
{
    game *g;
    go_status status = game_create(&g, o->options.size, &o->options.rules, err);
    for (int i = 0; i < one->n && status == GO_OK; i++) {
        go_error why = {GO_OK, ""};
        status = game_play(g, i % 2 ? WHITE : BLACK, one->at[i], &why);
        if (status != GO_OK)
            go_fail(err, status, "%s: move %d of the opening is illegal: %s", where, i + 1,
                    why.message);
    }
    if (status == GO_OK && game_is_over(g))
        status = go_fail(err, GO_EFORMAT, "%s: the opening ends the game with two passes", where);
    game_destroy(g);
    if (status != GO_OK)
        return status;
    if (o->n == o->capacity) {
        int capacity = o->capacity ? 2 * o->capacity : 64;
        opening *list = realloc(o->list, (size_t)capacity * sizeof *list);
        if (!list)
            return go_fail(err, GO_ENOMEM, "out of memory for openings");
        o->list = list;
        o->capacity = capacity;
    }
    o->list[o->n++] = *one;
    return GO_OK;
}

static int wanted_moves(const openings *o)
{
    int moves = o->options.moves;
    return moves < 0 || moves > OPENING_MAX ? OPENING_MAX : moves;
}

static go_status add_record(openings *o, const game_record *record, go_error *err)
{
    char where[300];
    opening one = {0};
    snprintf(where, sizeof where, "%.200s, game %d", record->source, record->index);
    if (record->size != o->options.size)
        return go_fail(err, GO_EFORMAT, "%s: the opening is on %dx%d, but the match is on %dx%d",
                       where, record->size, record->size, o->options.size, o->options.size);
    if (record->n_setup)
        return go_fail(err, GO_EFORMAT,
                       "%s: the opening has setup or handicap stones; openings must start from the "
                       "empty board",
                       where);
    if (record->cut && record->n_moves < wanted_moves(o))
        return go_fail(err, GO_EFORMAT, "%s: the opening has setup stones after move %d; it must "
                       "have only moves", where, record->n_moves);
    for (int i = 0; i < record->n_moves && i < wanted_moves(o); i++) {
        if (record->moves[i].colour != (i % 2 ? WHITE : BLACK))
            return go_fail(err, GO_EFORMAT, "%s: move %d has the wrong colour", where, i + 1);
        one.at[one.n++] = record->moves[i].at;
    }
    return add_opening(o, &one, where, err);
}

static go_status read_sgf(openings *o, go_error *err)
{
    corpus *games;
    corpus_options options = {.strict = true};
    go_status status = corpus_open(&games, &o->options.file, 1, &options, err);
    if (status != GO_OK)
        return status;
    game_record *record;
    while (status == GO_OK && (status = corpus_next(games, &record, err)) == GO_OK) {
        status = add_record(o, record, err);
        game_record_destroy(record);
    }
    corpus_close(games);
    return status == GO_END ? GO_OK : status;
}

/* "D4 Q16 ..."; blank lines and lines that begin with # are skipped.  A line with a word is an
 * opening even if none of its moves is wanted.                                */
static go_status add_line(openings *o, char *line, int number, go_error *err)
{
    char where[300], *rest = line;
    bool any = false;
    opening one = {0};
    snprintf(where, sizeof where, "%.200s, line %d", o->options.file, number);
    for (char *word; (word = strtok_r(rest, " \t\r,", &rest)) != NULL;) {
        if (word[0] == '#')
            break;
        any = true;
        if (one.n == wanted_moves(o))
            break;
        if (!coord_from_gtp(o->options.size, word, &one.at[one.n]))
            return go_fail(err, GO_EFORMAT, "%s: '%.40s' is not a point of a board of size "
                           "%d", where, word, o->options.size);
        one.n++;
    }
    return any ? add_opening(o, &one, where, err) : GO_OK;
}

static go_status read_text(openings *o, go_error *err)
{
    char *text;
    size_t n;
    go_status status = read_file(o->options.file, MAX_FILE, &text, &n, err);
    if (status != GO_OK)
        return status;
    char *rest = text + utf8_mark(text);
    int number = 0;
    for (char *line; status == GO_OK && (line = strsep(&rest, "\n")) != NULL;)
        status = add_line(o, line, ++number, err);
    free(text);
    return status;
}

static go_status read_openings(openings *o, go_error *err)
{
    go_status status = ending_at(o->options.file, ".txt") ? read_text(o, err) : read_sgf(o, err);
    if (status == GO_OK && o->n == 0)
        status = go_fail(err, GO_EEMPTY, "%s: the file contains no openings", o->options.file);
    snprintf(o->text, sizeof o->text, "%d of %.150s", o->n, o->options.file);
    utf8_mend(o->text); /* it may be cut within a character, or not be UTF-8 */
    return status;
}

/* ---- all ---- */

go_status openings_create(openings **out, const openings_options *options, go_error *err)
{
    openings *o = calloc(1, sizeof *o);
    *out = NULL;
    if (!o)
        return go_fail(err, GO_ENOMEM, "out of memory for openings");
    o->options = *options;
    go_status status = options->file ? read_openings(o, err) : prepare_drawing(o, err);
    if (status == GO_OK)
        *out = o;
    else
        openings_destroy(o);
    return status;
}

void openings_destroy(openings *o)
{
    if (!o)
        return;
    policy_destroy(o->policy);
    gammas_destroy(o->gammas);
    free(o->list);
    free(o);
}

void openings_get(openings *o, int64_t k, opening *out)
{
    out->n = 0;
    if (o->n > 0)
        *out = o->list[k % o->n];
    else if (o->policy)
        draw_opening(o, k, out);
}

uint64_t openings_fingerprint(const openings *o)
{
    uint64_t sum = rng_mix64((uint64_t)(o->options.moves + 1));
    for (int i = 0; i < o->n; i++)
        for (int k = 0; k < o->list[i].n; k++)
            sum = rng_mix64(sum ^ (uint64_t)(o->list[i].at[k] + 1024 * i));
    return o->gammas ? sum ^ o->gammas->origin.fingerprint : sum;
}

const char *openings_text(const openings *o)
{
    return o->text;
}
