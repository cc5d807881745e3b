/* positions.h -- positions with what a teacher says of them, in memory and as a file.
 *
 * The file is an SGF collection, compressed when its name ends in .gz or .zst: each game
 * ends at a position, KM is the komi it is evaluated for, and the comment on its last move
 * has the evaluation:
 *
 *     black wins 0.7312, leads by 3.2; owner AAzzp...
 *
 * GN[N] is the number of the game that it was taken from, so that positions of
 * one game are all trained on or all held out.                                */
#ifndef KATACHI_MM_TRAIN_BALANCE_POSITIONS_H
#define KATACHI_MM_TRAIN_BALANCE_POSITIONS_H

#include "base/status.h"
#include "sgf_corpus/sgf/game_record.h"

typedef struct balance_label {
    double win;  /* black's, 0 .. 1 */
    double lead; /* black's, in points */
    bool has_owner;
    float owner[BOARD_MAX_AREA]; /* by y * size + x: 1 black's, 0 white's */
} balance_label;

typedef struct balance_position {
    game_record *record; /* owned */
    colour to_move;
    int game;            /* its number */
    float win, lead;
    uint8_t *owner;      /* owned, [size * size], 0 .. POSITION_OWNER; NULL: not known */
} balance_position;

enum { POSITION_OWNER = 50 };

typedef struct balance_positions {
    int size;            /* of the board; 0 while empty */
    int n, room;
    balance_position *at;
} balance_positions;

/* Adds a position; takes over nothing.  GO_ENOMEM. */
go_status balance_positions_add(balance_positions *p, const game_record *record, int game,
                                const balance_label *label, go_error *err);
void balance_positions_free(balance_positions *p);

/* Drops all but the first n, if there are more. */
void balance_positions_cut(balance_positions *p, int n);

/* GO_EIO, GO_EFORMAT; a missing file is no error if `may_miss`. */
go_status balance_positions_read(balance_positions *p, const char *path, bool may_miss,
                                 go_error *err);
go_status balance_positions_write(const balance_positions *p, const char *path, go_error *err);

#endif
