/* game_record.h -- one game as read from SGF: what was played and what the
 * header says, independent of the file it came from.                         */
#ifndef KATACHI_SGF_CORPUS_GAME_RECORD_H
#define KATACHI_SGF_CORPUS_GAME_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "board/board.h"

/* A move or a setup stone.  `at` is the mailbox point of board.h for the
 * record's size; PASS is a pass.  In setup, colour EMPTY clears the point.    */
typedef struct game_move {
    point at;
    uint8_t colour;
} game_move;

/* Header texts kept as UTF-8. */
typedef enum game_text {
    GAME_PB, GAME_PW, GAME_BR, GAME_WR, GAME_BT, GAME_WT, GAME_DT, GAME_EV,
    GAME_RO, GAME_PC, GAME_RE, GAME_RU, GAME_GN, GAME_SO, GAME_TM, GAME_OT,
    GAME_AN, GAME_US, GAME_GC, GAME_CP, GAME_N_TEXTS
} game_text;

typedef struct game_record {
    int size;            /* 2 .. 25 */
    bool has_komi;
    double komi;         /* points for white, normalised (Fox 375 = 7.5, ...) */
    int handicap;        /* HA, or the number of black setup stones when white
                          * moves first; 0 when none                          */
    int n_setup;         /* root setup in order of appearance */
    game_move *setup;
    uint8_t first;       /* colour of the first move: PL, else the first move's */
    int n_moves;
    game_move *moves;    /* the main line, passes included */
    char *text[GAME_N_TEXTS]; /* NULL when absent */

    /* where it came from, for messages */
    char *source;        /* file, or archive!member; never NULL */
    int64_t offset;      /* byte offset of the game's first byte in it */
    int index;           /* number of the game in the file, from 1 */
} game_record;

void game_record_destroy(game_record *game); /* accepts NULL */

/* Sets up an empty board of the record's size with its setup stones. */
void game_record_start(const game_record *game, board *b);

#endif
