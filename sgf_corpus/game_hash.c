#include "sgf_corpus/game_hash.h"

#include <stdlib.h>

#include "base/rng.h"
#include "board/symmetry.h"

/* ---- fingerprints ---- */

/* Two independent 64-bit chains. */
static game_key absorb(game_key k, uint64_t word)
{
    return (game_key){rng_mix64(k.high ^ word), rng_mix64(k.low + 3 * word)};
}

static bool less(game_key a, game_key b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static uint64_t word_of(const game_record *g, int symmetry, board_move m)
{
    return (uint64_t)symmetry_point(symmetry, g->size, m.at) << 2 | m.colour;
}

/* Setup is a set: its words are added, so that order does not count. */
static game_key hash_start(const game_record *g, int symmetry)
{
    game_key k = {(uint64_t)g->size, ~(uint64_t)g->size};
    uint64_t high = 0, low = 0;
    for (int i = 0; i < g->n_setup; i++) {
        game_key stone = absorb((game_key){1, 2}, word_of(g, symmetry, g->setup[i]));
        high += stone.high;
        low += stone.low;
    }
    return absorb((game_key){k.high + high, k.low + low}, 0);
}

/* The least hash over the symmetries: of the `most` moves numbered `chosen` (rising,
 * moves on the board counted from 1) or, if NULL, of the first `most`.        */
static game_key hash_moves(const game_record *g, const int *chosen, int most)
{
    game_key least = {UINT64_MAX, UINT64_MAX};
    for (int s = 0; s < N_SYMMETRIES; s++) {
        game_key k = hash_start(g, s);
        for (int i = 0, n = 0, next = 0; i < g->n_moves && next < most; i++) {
            if (g->moves[i].at == PASS)
                continue;
            n++;
            if (chosen && n != chosen[next])
                continue;
            next++;
            k = absorb(k, word_of(g, s, g->moves[i]));
        }
        if (less(k, least))
            least = k;
    }
    return least;
}

game_key game_hash(const game_record *game)
{
    return hash_moves(game, NULL, game->n_moves);
}

game_key game_hash_opening(const game_record *game)
{
    return hash_moves(game, NULL, game->size <= 9 ? 30 : 50);
}

/* Of moves 20, 40, 60, 31, 51 and 71 alone (the signature of D. Dyer), which often
 * is the same for records of one game that differ in a move or two.  False: the game
 * is not on 19x19 or has fewer moves.                                         */
static bool hash_signature(const game_record *game, game_key *key)
{
    static const int chosen[] = {20, 31, 40, 51, 60, 71};
    int n = 0;
    for (int i = 0; i < game->n_moves; i++)
        n += game->moves[i].at != PASS;
    if (game->size != 19 || n < 71)
        return false;
    game_record bare = *game; /* the signature knows no setup */
    bare.n_setup = 0;
    *key = hash_moves(&bare, chosen, 6);
    key->high ^= 0x7369676e61747572u; /* apart from the other kinds */
    return true;
}

double game_split_place(const game_record *game, uint64_t seed)
{
    game_key k = game_hash_opening(game);
    return (double)(rng_mix64(k.low ^ rng_mix64(seed)) >> 11) * 0x1.0p-53;
}

double game_held_out_place(const game_record *game)
{
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < N_SYMMETRIES; s++) {
        uint64_t hash = 0;
        for (int i = 0; i < game->n_moves; i++) {
            board_move m = game->moves[i];
            if (m.at == PASS)
                continue; /* copies often lack those at the end */
            int at = board_index_on(game->size, symmetry_point(s, game->size, m.at));
            hash = rng_mix64(hash ^ (uint64_t)((m.colour == WHITE) << 15 | at));
        }
        least = hash < least ? hash : least;
    }
    return (double)(rng_mix64(least) >> 11) * 0x1.0p-53;
}

/* ---- duplicates: a hash table with open addressing ---- */

struct dedupe {
    dedupe_mode mode;
    game_key *slots; /* all zero: free */
    size_t n, capacity; /* a power of two */
};

dedupe *dedupe_create(dedupe_mode mode)
{
    enum { FIRST_CAPACITY = 1024 };
    dedupe *d = calloc(1, sizeof *d);
    game_key *slots = calloc(FIRST_CAPACITY, sizeof *slots);
    if (!d || !slots) {
        free(d);
        free(slots);
        return NULL;
    }
    *d = (dedupe){.mode = mode, .slots = slots, .capacity = FIRST_CAPACITY};
    return d;
}

void dedupe_destroy(dedupe *d)
{
    if (d)
        free(d->slots);
    free(d);
}

/* The key's slot, or the free one where it belongs. */
static game_key *find(game_key *slots, size_t capacity, game_key k)
{
    size_t i = (size_t)k.low & (capacity - 1);
    while ((slots[i].high || slots[i].low) &&
           (slots[i].high != k.high || slots[i].low != k.low))
        i = (i + 1) & (capacity - 1);
    return &slots[i];
}

static bool grow(dedupe *d)
{
    size_t capacity = 2 * d->capacity;
    game_key *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < d->capacity; i++)
        if (d->slots[i].high || d->slots[i].low)
            *find(slots, capacity, d->slots[i]) = d->slots[i];
    free(d->slots);
    d->slots = slots;
    d->capacity = capacity;
    return true;
}

static bool has_key(const dedupe *d, game_key k)
{
    const game_key *slot = find(d->slots, d->capacity, k);
    return slot->high || slot->low;
}

bool dedupe_has(const dedupe *d, const game_record *game)
{
    game_key signature;
    if (d->mode == DEDUPE_MOVES)
        return has_key(d, game_hash(game));
    return has_key(d, game_hash_opening(game)) ||
           (hash_signature(game, &signature) && has_key(d, signature));
}

static go_status add_key(dedupe *d, game_key k, bool *seen, go_error *err)
{
    if (2 * (d->n + 1) > d->capacity && !grow(d))
        return go_fail(err, GO_ENOMEM, "out of memory for the fingerprints of %zu games", d->n);
    game_key *slot = find(d->slots, d->capacity, k);
    *seen = *seen || slot->high || slot->low;
    d->n += !(slot->high || slot->low);
    *slot = k;
    return GO_OK;
}

go_status dedupe_add(dedupe *d, const game_record *game, bool *seen, go_error *err)
{
    game_key signature;
    *seen = false;
    if (d->mode == DEDUPE_MOVES)
        return add_key(d, game_hash(game), seen, err);
    go_status status = add_key(d, game_hash_opening(game), seen, err);
    if (status == GO_OK && hash_signature(game, &signature))
        status = add_key(d, signature, seen, err);
    return status;
}
