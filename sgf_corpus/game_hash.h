/* game_hash.h -- fingerprints of games that do not depend on how the board is
 * turned, and what follows from them: no game twice, and a fair split.
 *
 * A fingerprint is computed for each of the 8 symmetries and the least one is
 * taken.  It covers the board size, the setup stones and the moves on the board
 * with their colours; passes and the header do not count.                    */
#ifndef KATACHI_SGF_CORPUS_GAME_HASH_H
#define KATACHI_SGF_CORPUS_GAME_HASH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "sgf_corpus/sgf/game_record.h"

typedef struct game_key {
    uint64_t high, low;
} game_key;

/* Of all moves. */
game_key game_hash(const game_record *game);

/* Of the opening: the first 50 moves on the board, 30 on boards up to 9x9. */
game_key game_hash_opening(const game_record *game);

/* Of moves 20, 40, 60, 31, 51 and 71 alone (the signature of D. Dyer), which
 * tells games apart although their records differ in a move or two.  False: the
 * game is not on 19x19 or has fewer moves.                                   */
bool game_hash_signature(const game_record *game, game_key *key);

/* ---- split ---- */

/* A number in [0, 1) that is the game's own: equal openings under any symmetry
 * give equal numbers, different ones independent numbers.  A share of 0.1 of
 * any collection is therefore the games with less than 0.1.                  */
double game_split_place(const game_record *game, uint64_t seed);

/* ---- duplicates ---- */

typedef enum dedupe_mode {
    DEDUPE_MOVES,  /* two games are one when all their moves agree */
    DEDUPE_OPENING /* when their openings or, on 19x19, their signatures do */
} dedupe_mode;

typedef struct dedupe dedupe; /* remembers games: 16 to 64 bytes each */

dedupe *dedupe_create(dedupe_mode mode); /* NULL: out of memory */
void dedupe_destroy(dedupe *d);          /* accepts NULL */

/* Remembers the game; *seen: it or an equal one was added before.  GO_ENOMEM. */
go_status dedupe_add(dedupe *d, const game_record *game, bool *seen, go_error *err);

#endif
