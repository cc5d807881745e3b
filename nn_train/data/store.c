#include "nn_train/data/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/plural.h"
#include "base/rng.h"
#include "nn_train/data/ending.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/record_game.h"

/* ---- memory ---- */

go_status nn_store_create(nn_store *s, const char *folder, go_error *err)
{
    *s = (nn_store){.folder = folder};
    mapped *const arrays[] = {&s->moves, &s->games, &s->setup, &s->owners, &s->searches,
                              &s->targets, &s->shares, &s->chosen};
    go_status status = GO_OK;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays && status == GO_OK; i++)
        status = mapped_create(arrays[i], folder, err);
    if (status != GO_OK)
        nn_store_free(s);
    return status;
}

void nn_store_free(nn_store *s)
{
    mapped_close(&s->moves);
    mapped_close(&s->games);
    mapped_close(&s->setup);
    mapped_close(&s->owners);
    mapped_close(&s->searches);
    mapped_close(&s->targets);
    mapped_close(&s->shares);
    mapped_close(&s->chosen);
}

/* ---- what a record knows of its end ---- */

static bool is_whole(double x)
{
    return fabs(x - round(x)) < 1e-3;
}

/* The margin is a whole number of points less komi, unless half a point went to the
 * button.                                                                     */
static bool komi_fits(const stored_game *g)
{
    return g->rules.button || is_whole(g->margin + g->komi);
}

/* Nobody wins by more than the board and komi; one mistyped margin would be a loss that drowns
 * that of all other rows of a batch.                                          */
static bool is_possible(const stored_game *g, int n_setup)
{
    return fabsf(g->margin) <= (float)(g->size * g->size + n_setup) + fabsf(g->komi);
}

static void note_result(stored_game *g, const game_record *record)
{
    game_result result = result_of(record->text[GAME_RE]);
    g->komi = (float)record_game_komi(record, &g->rules);
    g->knows_komi = record_game_knows_komi(record);
    g->end = (uint8_t)result.kind;
    g->winner = (uint8_t)result.winner;
    g->margin = (float)(colour_sign((unsigned)result.winner) * result.margin);
    bool counted = result.kind == RESULT_DRAW || (result.kind == RESULT_SCORE && g->margin != 0);
    if (counted && !komi_fits(g))
        g->knows_komi = false;
    bool decided = result.kind == RESULT_DRAW ||
                   (result.winner && result.kind != RESULT_TIME && result.kind != RESULT_FORFEIT);
    const bool equal = game_record_handicap(record) < 2;
    g->knows_winner = g->knows_komi && decided && equal;
    g->knows_score = g->knows_komi && counted && equal && is_possible(g, record->n_setup);
}

/* ---- ownership ---- */

/* White's points besides those on the board. */
static double compensation(const stored_game *g, const game_record *record)
{
    return (double)g->komi + rules_bonus(&g->rules, game_record_handicap(record));
}

go_status nn_store_add_owners(nn_store *s, stored_game *g, const uint8_t *owner, go_error *err)
{
    uint8_t packed[(BOARD_MAX_AREA + 3) / 4] = {0};
    const int area = g->size * g->size;
    for (int i = 0; i < area; i++)
        packed[i / 4] |= (uint8_t)(owner[i] << i % 4 * 2);
    g->owners_at = (int64_t)s->owners.size;
    return mapped_append(&s->owners, packed, (size_t)(area + 3) / 4, err);
}

static go_status add_owners(nn_store *s, stored_game *g, const game_record *record,
                            const board *end, go_error *err)
{
    uint8_t owner[BOARD_MAX_POINTS], by_index[BOARD_MAX_AREA] = {0};
    game_ending ending = {.board = end, .rules = &g->rules, .margin = (double)g->margin,
                          .rules_are_sure = *ruleset_of(record->text[GAME_RU]) != '\0',
                          .to_white = compensation(g, record)};
    if (!g->knows_score || !nn_ending_owners(&ending, owner))
        return GO_OK;
    for (int i = 0; i < end->size * end->size; i++)
        by_index[i] = owner[board_point_at(end->size, i)];
    return nn_store_add_owners(s, g, by_index, err);
}

/* ---- searches ---- */

enum { SURE = 65534 }; /* 0: unknown; 1 + SURE * chance */

go_status nn_store_add_searches(nn_store *s, stored_game *g, const double *black_wins,
                                go_error *err)
{
    go_status status = GO_OK;
    g->searches_at = (int64_t)(s->searches.size / sizeof(uint16_t));
    for (int i = 0; i < g->n_moves && status == GO_OK; i++) {
        const uint16_t chance =
            (uint16_t)(black_wins[i] < 0 ? 0 : 1 + lround(SURE * black_wins[i]));
        status = mapped_append(&s->searches, &chance, sizeof chance, err);
    }
    return status;
}

/* The position after the last move is not one to learn from. */
static go_status add_searches(nn_store *s, stored_game *g, const game_record *record, go_error *err)
{
    const size_t n = (size_t)record->n_moves;
    double *black_wins = record->n_values ? calloc(n, sizeof *black_wins) : NULL;
    if (!record->n_values)
        return GO_OK;
    if (!black_wins)
        return go_fail(err, GO_ENOMEM, "out of memory for a game of %d moves", record->n_moves);
    for (size_t i = 0; i < n; i++)
        black_wins[i] = -1;
    for (int i = 0; i < record->n_values; i++)
        if (record->value[i].move < record->n_moves)
            black_wins[record->value[i].move] = (double)record->value[i].black_wins;
    go_status status = nn_store_add_searches(s, g, black_wins, err);
    free(black_wins);
    return status;
}

double nn_store_search(const nn_store *s, const stored_game *g, int ply)
{
    const uint16_t *all = (const uint16_t *)(const void *)s->searches.data;
    const uint16_t found = g->searches_at < 0 ? 0 : all[g->searches_at + ply];
    return found ? (found - 1.0) / SURE : -1;
}

const stored_share *nn_store_target(const nn_store *s, const stored_game *g, int ply, int *n)
{
    const int64_t *from = (const int64_t *)(const void *)s->targets.data + g->targets_at + ply;
    *n = g->targets_at < 0 ? 0 : (int)(from[1] - from[0]);
    return *n ? (const stored_share *)(const void *)s->shares.data + from[0] : NULL;
}

/* ---- moves ---- */

int nn_store_play(board *b, const stored_move *moves, int n, uint64_t *seen, bool *repeats)
{
    int n_seen = 0;
    seen[n_seen++] = b->hash;
    for (int i = 0; i < n; i++) {
        const point at = board_point_at(b->size, stored_index(moves[i]));
        if (board_play(b, stored_colour(moves[i]), at) != MOVE_OK)
            return i;
        if (at == PASS)
            continue;
        for (int k = 0; k < n_seen; k++)
            *repeats |= seen[k] == b->hash;
        seen[n_seen++] = b->hash;
    }
    return n;
}

const char *nn_store_why_not(const board *b, stored_move move)
{
    const point at = board_point_at(b->size, stored_index(move));
    return move_status_text(board_legal(b, stored_colour(move), at));
}

/* Appends the moves and plays them on *b.
 *   seen   scratch  [record->n_moves + 1] hashes of the positions before
 *   moves  scratch  [record->n_moves]                                         */
static go_status add_moves(nn_store *s, const game_record *record, board *b, uint64_t *seen,
                           stored_move *moves, bool *repeats, go_error *err)
{
    const int n = record->n_moves;
    for (int i = 0; i < n; i++)
        moves[i] = store_move((colour)record->moves[i].colour, board_index(b, record->moves[i].at));
    const int played = nn_store_play(b, moves, n, seen, repeats);
    if (played < n)
        return go_fail(err, GO_EILLEGAL, "%s: game %d (byte %lld): move %d cannot be played: %s",
                       record->source, record->index, (long long)record->offset, played + 1,
                       nn_store_why_not(b, moves[played]));
    return mapped_append(&s->moves, moves, (size_t)n * sizeof *moves, err);
}

static go_status play_moves(nn_store *s, const game_record *record, board *b, bool *repeats,
                            go_error *err)
{
    uint64_t *seen = malloc((size_t)(record->n_moves + 1) * sizeof *seen);
    stored_move *moves = malloc((size_t)record->n_moves * sizeof *moves);
    go_status status = seen && moves
        ? add_moves(s, record, b, seen, moves, repeats, err)
        : go_fail(err, GO_ENOMEM, "out of memory for a game of %d moves", record->n_moves);
    free(seen);
    free(moves);
    return status;
}

go_status nn_store_add_setup(nn_store *s, const board *b, uint16_t *n, go_error *err)
{
    stored_move setup[BOARD_MAX_AREA];
    for (int i = 0; i < b->size * b->size; i++) {
        colour c = (colour)b->at[board_point_at(b->size, i)];
        if (c != EMPTY)
            setup[(*n)++] = store_move(c, i);
    }
    return mapped_append(&s->setup, setup, *n * sizeof *setup, err);
}

go_status nn_store_add_game(nn_store *s, stored_game *g, go_error *err)
{
    const int64_t chosen = (int64_t)(s->chosen.size / sizeof(int64_t));
    g->rows_at = s->n_rows;
    g->n_rows = s->chooses ? chosen - s->n_rows : g->n_moves;
    GO_TRY(mapped_append(&s->games, g, sizeof *g, err));
    s->n_games++;
    s->n_moves += g->n_moves;
    s->n_rows += g->n_rows;
    s->largest = g->size > s->largest ? g->size : s->largest;
    return GO_OK;
}

/* A game without targets among others that have some. */
static go_status choose_all(nn_store *s, const stored_game *g, go_error *err)
{
    for (int64_t at = g->at; s->chooses && at < g->at + g->n_moves; at++)
        GO_TRY(mapped_append(&s->chosen, &at, sizeof at, err));
    return GO_OK;
}

go_status nn_store_add(nn_store *s, const game_record *record, const rules *unnamed, go_error *err)
{
    stored_game g = {.at = s->n_moves, .rules = *unnamed, .owners_at = -1, .searches_at = -1,
                     .targets_at = -1,
                     .setup_at = (int64_t)(s->setup.size / sizeof(stored_move)),
                     .size = (uint8_t)record->size, .n_moves = (uint16_t)record->n_moves};
    board b;
    GO_TRY(game_record_start(record, &b, err));
    record_game_rules(record, &g.rules);
    b.suicide_allowed = g.rules.suicide;
    GO_TRY(nn_store_add_setup(s, &b, &g.n_setup, err));
    GO_TRY(play_moves(s, record, &b, &g.repeats, err));
    if (g.repeats)
        g.rules.ko = KO_SIMPLE;
    note_result(&g, record);
    GO_TRY(add_owners(s, &g, record, &b, err));
    GO_TRY(add_searches(s, &g, record, err));
    GO_TRY(choose_all(s, &g, err));
    return nn_store_add_game(s, &g, err);
}

/* ---- sorting ---- */

/* Appends all games of one size to arrays of the same kind. */
static go_status copy_size(const nn_store *s, int size, nn_store *to, go_error *err)
{
    for (int64_t i = 0; i < s->n_games; i++) {
        const stored_game *old = nn_store_game(s, i);
        stored_game g = *old;
        if (g.size != size)
            continue;
        g.at = to->n_moves;
        for (int64_t k = 0; s->chooses && k < g.n_rows; k++) {
            const int64_t position = nn_store_row(s, old->rows_at + k) - old->at + g.at;
            GO_TRY(mapped_append(&to->chosen, &position, sizeof position, err));
        }
        GO_TRY(mapped_append(&to->moves, nn_store_moves(s, old), g.n_moves * sizeof(stored_move),
                             err));
        GO_TRY(nn_store_add_game(to, &g, err));
    }
    return GO_OK;
}

static void exchange(mapped *a, mapped *b)
{
    mapped was = *a;
    *a = *b;
    *b = was;
}

static bool is_sorted(const nn_store *s)
{
    for (int64_t i = 1; i < s->n_games; i++)
        if (nn_store_game(s, i)->size < nn_store_game(s, i - 1)->size)
            return false;
    return true;
}

go_status nn_store_sort(nn_store *s, go_error *err)
{
    nn_store sorted;
    go_status status = GO_OK;
    if (is_sorted(s))
        return GO_OK;
    GO_TRY(nn_store_create(&sorted, s->folder, err));
    sorted.chooses = s->chooses;
    for (int size = BOARD_MIN_SIZE; size <= s->largest && status == GO_OK; size++)
        status = copy_size(s, size, &sorted, err);
    if (status == GO_OK) { /* all else stays where it is */
        exchange(&s->moves, &sorted.moves);
        exchange(&s->chosen, &sorted.chosen);
        exchange(&s->games, &sorted.games);
    }
    nn_store_free(&sorted);
    return status;
}

int64_t nn_store_range(const nn_store *s, int size, int64_t *first)
{
    int64_t n = 0;
    *first = 0;
    for (int64_t i = 0; i < s->n_games; i++) {
        const stored_game *g = nn_store_game(s, i);
        if (g->size == size && !n)
            *first = g->rows_at;
        n += g->size == size ? g->n_rows : 0;
    }
    return n;
}

/* ---- collections ---- */

typedef struct store_pair {
    nn_store *store, *held_out;
    const rules *unnamed;
    const char *const *inputs;
    int n_inputs;
} store_pair;

/* The input that a file, a member of an archive or a file of a folder belongs to. */
static uint16_t input_of(const store_pair *pair, const char *source)
{
    size_t longest = 0;
    int found = 0;
    for (int i = 0; i < pair->n_inputs; i++) {
        size_t n = strlen(pair->inputs[i]);
        if (n > longest && strncmp(source, pair->inputs[i], n) == 0) {
            longest = n;
            found = i;
        }
    }
    return (uint16_t)(found < UINT16_MAX ? found : UINT16_MAX);
}

static go_status take(void *to, const game_record *record, bool held_out, go_error *err)
{
    store_pair *pair = to;
    nn_store *s = held_out ? pair->held_out : pair->store;
    GO_TRY(nn_store_add(s, record, pair->unnamed, err));
    stored_game *added = (stored_game *)(void *)s->games.data + s->n_games - 1;
    added->input = input_of(pair, record->source);
    return GO_OK;
}

go_status nn_store_read(nn_store *s, nn_store *held_out, const char *const *inputs, int n_inputs,
                        const playable_options *options, const rules *unnamed, const char *folder,
                        corpus_counts *counts, go_error *err)
{
    playable_options how = *options;
    store_pair pair = {s, held_out, unnamed, inputs, n_inputs};
    how.suicide = true;
    if (held_out)
        *held_out = (nn_store){0};
    else
        how.held_out = 0;
    GO_TRY(nn_store_create(s, folder, err));
    go_status status = held_out ? nn_store_create(held_out, folder, err) : GO_OK;
    if (status == GO_OK)
        status = playable_games(inputs, n_inputs, &how, take, &pair, counts, err);
    if (status == GO_OK && s->n_games == 0)
        status = go_fail(err, GO_EEMPTY, "%s: all games are held out for testing (%lld game%s); give "
                         "more games or a smaller share", inputs[0], (long long)counts->games,
                         plural_s(counts->games));
    if (status == GO_OK)
        status = nn_store_sort(s, err);
    if (status == GO_OK && held_out)
        status = nn_store_sort(held_out, err);
    if (status != GO_OK) {
        nn_store_free(s);
        if (held_out)
            nn_store_free(held_out);
    }
    return status;
}

/* ---- questions ---- */

int64_t nn_store_find(const nn_store *s, int64_t position)
{
    int64_t low = 0, high = s->n_games; /* it is one of low .. high - 1 */
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (nn_store_game(s, middle)->at <= position)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void nn_store_start(const nn_store *s, const stored_game *g, board *out)
{
    const stored_move *setup = nn_store_setup(s, g);
    board_init(out, g->size);
    out->suicide_allowed = g->rules.suicide;
    for (int i = 0; i < g->n_setup; i++)
        board_setup(out, stored_colour(setup[i]), board_point_at(g->size, stored_index(setup[i])));
}

/* Not the bytes of the struct, which has padding. */
static uint64_t hash_game(uint64_t hash, const stored_game *g)
{
    const rules *r = &g->rules;
    const float numbers[] = {g->komi, g->margin};
    const int64_t facts[] = {g->size,        g->n_setup,    g->n_moves,     g->n_rows,
                             g->owners_at,   g->targets_at, g->searches_at, g->end,
                             g->winner,      g->knows_komi, g->repeats,     g->knows_winner,
                             g->knows_score, r->scoring,    r->ko,          r->tax,
                             r->bonus,       r->suicide,    r->button,      r->friendly_pass};
    hash = hash_bytes(hash, numbers, sizeof numbers);
    return rng_mix64(hash_bytes(hash, facts, sizeof facts));
}

uint64_t nn_store_hash(const nn_store *s)
{
    const mapped *const arrays[] = {&s->moves,   &s->setup,  &s->owners, &s->searches,
                                    &s->targets, &s->shares, &s->chosen};
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        hash = rng_mix64(hash_bytes(hash, arrays[i]->data, arrays[i]->size));
    for (int64_t i = 0; i < s->n_games; i++)
        hash = hash_game(hash, nn_store_game(s, i));
    return hash;
}

store_knowledge nn_store_knows(const nn_store *s)
{
    store_knowledge k = {.games = s->n_games, .moves = s->n_moves};
    for (int64_t i = 0; i < s->n_games; i++) {
        const stored_game *g = nn_store_game(s, i);
        k.winner += g->knows_winner;
        k.score += g->knows_score;
        k.ownership += g->owners_at >= 0;
        for (int ply = 0; g->searches_at >= 0 && ply < g->n_moves; ply++)
            k.searches += nn_store_search(s, g, ply) >= 0;
    }
    return k;
}
