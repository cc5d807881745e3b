/* store.h -- the games that a network learns from, at two bytes a move in mapped files,
 * with what is known of how each ended.
 *
 * The moves of all games follow one another in one array, so a number from 0 to
 * n_moves - 1 names a move and the position before it: a *position* below.  Games of
 * several board sizes may be mixed; nn_store_read leaves them sorted by size, else in the
 * order of the inputs.
 *
 * What a game tells besides its moves, and when:
 *
 *   winner     the record names one, or a draw, and the game was counted, resigned or
 *              just says who won.  A game lost on time or by forfeit says nothing of its
 *              position, nor does one without result.
 *   komi       the record has it, and it does not contradict the margin.  Without it
 *              the winner is not told, because komi decides what is won.
 *   score      the game was counted and the margin recorded, one that the board allows
 *   ownership  the score is known, and a count of the board gives exactly that score
 *              (nn_train/data/ending.h)
 *
 * With handicap stones, none of these: their players were not equal, so that a network would learn
 * that the stones are worth nothing.
 *
 *   searches   the record was reviewed (katachi analyze, or another program that writes
 *              SBKV): for each position so judged, black's chance to win by that search
 *
 * Games of a network against itself also have targets (nn_train/data/taught.h): what share each
 * move of a position should have, for the positions that were searched well.  Then only chosen
 * positions are learned from, some of them more than once in an epoch: a *row* below is one of
 * them, and in other stores each position is a row.
 *
 * The rules are those that the record names, else those of the options.  Where a move
 * repeats an earlier position, which superko would forbid, the game is under simple ko. */
#ifndef KATACHI_NN_TRAIN_DATA_STORE_H
#define KATACHI_NN_TRAIN_DATA_STORE_H

#include <stdbool.h>

#include "base/io/mapped.h"
#include "base/status.h"
#include "board/board.h"
#include "board/game/rules.h"
#include "sgf_corpus/playable.h"

/* Bit 15: white; bits 0-9: the point, y * size + x, or size * size for a pass. */
typedef uint16_t stored_move;

static inline colour stored_colour(stored_move m) { return m >> 15 ? WHITE : BLACK; }
static inline int stored_index(stored_move m) { return m & 0x3ff; }
static inline stored_move store_move(colour c, int index)
{
    return (stored_move)((c == WHITE) << 15 | index);
}

/* The share of a move in a target, in 1/65535. */
typedef struct stored_share {
    uint16_t index, part;
} stored_share;

enum { STORED_WHOLE = 65535 };

typedef struct stored_game {
    int64_t at;        /* number of its first position */
    int64_t rows_at;   /* number of its first row */
    int64_t n_rows;
    int64_t targets_at; /* index in `targets` of its n_moves + 1; -1: none */
    int64_t setup_at;  /* index in `setup` of its n_setup stones */
    int64_t owners_at; /* index in `owners`; -1: ownership is unknown */
    int64_t searches_at; /* index in `searches`; -1: no position was searched */
    float komi;        /* for white; the usual one where it is unknown */
    float margin;      /* black's at the end, with komi */
    rules rules;
    uint16_t n_setup, n_moves;
    uint8_t size;
    uint8_t end;       /* a result_kind of game_values.h */
    uint8_t winner;    /* BLACK or WHITE; EMPTY: a draw, or unknown */
    bool knows_komi, knows_winner, knows_score;
    bool repeats;      /* a move brings back an earlier position */
    uint16_t input;    /* number of the input that it was read from */
} stored_game;

typedef struct nn_store {
    int64_t n_games, n_moves, n_rows;
    int largest;    /* board size */
    const char *folder; /* of its files; borrowed */
    mapped moves;   /* stored_move[n_moves] */
    mapped games;   /* stored_game[n_games] */
    mapped setup;   /* stored_move: stones before the first move */
    mapped owners;  /* four points a byte, BLACK, WHITE or EMPTY in two bits each */
    mapped searches; /* uint16_t: n_moves of each game that has some; see nn_store_search */
    mapped targets; /* int64_t: n_moves + 1 of each game that has some: where the shares of each
                     * position begin in `shares`, and where those of the last one end */
    mapped shares;  /* stored_share */
    bool chooses;   /* the rows are those in `chosen`, else all positions */
    mapped chosen;  /* int64_t: the position of each row */
} nn_store;

/* `folder` as for mapped_create; NULL: $TMPDIR or /var/tmp. */
go_status nn_store_create(nn_store *s, const char *folder, go_error *err);
void nn_store_free(nn_store *s); /* accepts one that is all 0 */

/* Appends a record that can be played (sgf_corpus/playable.h), with at least one move.
 *   unnamed  in  the rules of records that name none                          */
go_status nn_store_add(nn_store *s, const game_record *record, const rules *unnamed, go_error *err);

/* Reads all games of the inputs that can be played; see playable.h for filters, broken
 * and held-out games.  `held_out` may be NULL if options->held_out is 0.  GO_EEMPTY: no
 * game is left to learn from.  `folder` as for nn_store_create.  The caller frees both with
 * nn_store_free.                                                              */
go_status nn_store_read(nn_store *s, nn_store *held_out, const char *const *inputs, int n_inputs,
                        const playable_options *options, const rules *unnamed, const char *folder,
                        corpus_counts *counts, go_error *err);

/* Sorts the games by board size; those of one size keep their order.  GO_EIO, GO_ENOMEM:
 * the store is as it was.                                                     */
go_status nn_store_sort(nn_store *s, go_error *err);

static inline const stored_game *nn_store_game(const nn_store *s, int64_t number)
{
    const stored_game *first = (const void *)s->games.data; /* none: nobody asks for one */
    return first + number; // NOLINT
}
static inline const stored_move *nn_store_moves(const nn_store *s, const stored_game *g)
{
    return (const stored_move *)(const void *)s->moves.data + g->at;
}
static inline const stored_move *nn_store_setup(const nn_store *s, const stored_game *g)
{
    return (const stored_move *)(const void *)s->setup.data + g->setup_at;
}

/* The number of the game that has this position. */
int64_t nn_store_find(const nn_store *s, int64_t position);

/* The position that a row shows. */
static inline int64_t nn_store_row(const nn_store *s, int64_t row)
{
    return s->chooses ? ((const int64_t *)(const void *)s->chosen.data)[row] : row;
}

/* The rows of the games of one size in a sorted store: *first .. *first + result - 1. */
int64_t nn_store_range(const nn_store *s, int size, int64_t *first);

/* Who owns point i at the end; the game must know it (owners_at >= 0). */
static inline colour nn_store_owner(const nn_store *s, const stored_game *g, int i)
{
    return (colour)(s->owners.data[g->owners_at + i / 4] >> i % 4 * 2 & 3);
}

/* Black's chance to win before move number `ply` of a game as a search judged it; -1: unknown. */
double nn_store_search(const nn_store *s, const stored_game *g, int ply);

/* The target of the position before move `ply`: *n shares, 0 where there is none. */
const stored_share *nn_store_target(const nn_store *s, const stored_game *g, int ply, int *n);

/* Plays moves on *b and returns how many are legal, up to n.  *repeats becomes true if a position
 * comes back.  `seen` is room for n + 1 hashes.                               */
int nn_store_play(board *b, const stored_move *moves, int n, uint64_t *seen, bool *repeats);

/* For people: why the move is not legal on *b. */
const char *nn_store_why_not(const board *b, stored_move move);

/* Appends the stones of a board; adds their number to *n. */
go_status nn_store_add_setup(nn_store *s, const board *b, uint16_t *n, go_error *err);

/* Appends owners [size * size], BLACK, WHITE or EMPTY by index. */
go_status nn_store_add_owners(nn_store *s, stored_game *g, const uint8_t *owner, go_error *err);

/* Appends black's chances to win [n_moves of g], -1 where nothing is known. */
go_status nn_store_add_searches(nn_store *s, stored_game *g, const double *black_wins,
                                go_error *err);

/* Appends a game whose parts have been appended, with its rows: each position, or those that have
 * been added to `chosen`.                                                     */
go_status nn_store_add_game(nn_store *s, stored_game *g, go_error *err);

/* The position before the first move of a game: its board under its rules. */
void nn_store_start(const nn_store *s, const stored_game *g, board *out);

/* Of all that is learned from the games, in their order: their inputs do not matter. */
uint64_t nn_store_hash(const nn_store *s);

/* How many games know what, to show to people. */
typedef struct store_knowledge {
    int64_t games, moves, winner, score, ownership, searches;
} store_knowledge;

store_knowledge nn_store_knows(const nn_store *s);

#endif
