/* game_hash.h -- fingerprints of games that do not depend on the orientation of the
 * board, to find duplicates and to split collections.
 *
 * A fingerprint is the least over the 8 symmetries.  It covers the board size, the
 * setup stones and the moves on the board with their colours, but neither passes nor
 * the header.                                                                 */
#ifndef KATACHI_SGF_CORPUS_GAME_HASH_H
#define KATACHI_SGF_CORPUS_GAME_HASH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/choice.h"
#include "base/status.h"
#include "sgf_corpus/sgf/game_record.h"

typedef struct game_key {
    uint64_t high, low;
} game_key;

/* Of all moves. */
game_key game_hash(const game_record *game);

/* Of the opening: the first 50 moves on the board, 30 on boards up to 9x9. */
game_key game_hash_opening(const game_record *game);

/* ---- split ---- */

/* A number in [0, 1) that depends on the game alone: openings equal under a symmetry
 * give equal numbers, different ones independent numbers.  The games below 0.1 are
 * therefore a tenth of any collection.                                        */
double game_split_place(const game_record *game, uint64_t seed);

/* The number in [0, 1) by which trainers hold games out: by all moves but passes, so that
 * games which agree only in the opening may come to different sides.  Games equal under
 * a symmetry have the same number.  Setup does not count.                     */
double game_held_out_place(const game_record *game);

/* ---- duplicates ---- */

/* When are two games equal?  Never; if all their moves agree; if their openings or, on
 * 19x19, their signatures (of six moves alone) agree.                         */
#define DEDUPE_MODES(X) X(DEDUPE_NO, "no") X(DEDUPE_MOVES, "moves") X(DEDUPE_OPENING, "opening")
typedef enum dedupe_mode { DEDUPE_MODES(CHOICE_NUMBER) } dedupe_mode;

typedef struct dedupe dedupe; /* remembers games: 16 to 64 bytes each */

dedupe *dedupe_create(dedupe_mode mode); /* NULL: out of memory */
void dedupe_destroy(dedupe *d);          /* accepts NULL */

/* Adds the game; *seen: an equal one was added before.  GO_ENOMEM. */
go_status dedupe_add(dedupe *d, const game_record *game, bool *seen, go_error *err);

/* Was an equal one added? */
bool dedupe_has(const dedupe *d, const game_record *game);

#endif
