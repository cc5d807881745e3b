/* game_record.h -- one game as read from SGF: what was played and what the
 * header says, independent of the file it came from.                         */
#ifndef KATACHI_SGF_CORPUS_SGF_GAME_RECORD_H
#define KATACHI_SGF_CORPUS_SGF_GAME_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "board/board.h"

/* What is said in the game: UTF-8, lines ended by \n, never empty. */
typedef struct game_comment {
    int move;   /* after so many moves; 0: before the first */
    char *text;
} game_comment;

/* Header texts kept as UTF-8 in one line, without blanks at their ends. */
typedef enum game_text_id {
    GAME_PB, GAME_PW, GAME_BR, GAME_WR, GAME_BT, GAME_WT, GAME_DT, GAME_EV,
    GAME_RO, GAME_PC, GAME_RE, GAME_RU, GAME_GN, GAME_SO, GAME_TM, GAME_OT,
    GAME_AN, GAME_US, GAME_GC, GAME_CP, GAME_N_TEXTS
} game_text_id;

typedef struct katachi_record {
    int size;            /* 2 .. 25 */
    bool has_komi;
    double komi;         /* points for white, normalised (komi_of) */
    int handicap;        /* stones: HA, or the number of black setup stones when
                          * white moves first; 0 when none (HA[1] is none)    */
    int n_setup;         /* setup before the first move, in order of appearance */
    board_move *setup;
    uint8_t first;       /* whose turn it is at the start: colour of the first
                          * move; without moves PL, else white after handicap */
    int n_moves;
    board_move *moves;    /* the main line, passes included */
    bool cut;            /* the main line goes on after a setup in mid-game
                          * that changes the board: moves ends before it      */
    char *text[GAME_N_TEXTS]; /* NULL when absent */
    int n_comments;      /* of the main line, in order; read on request only */
    game_comment *comment;

    /* where it came from, for messages */
    char *source;        /* file, or archive!member; never NULL */
    int64_t offset;      /* byte offset of the game's first byte in it */
    int index;           /* number of the game in the file, from 1 */
} game_record;

/* A record is one block of memory.  Copies `from`, whose arrays and strings may
 * lie anywhere (source NULL becomes ""), into a new one.  NULL: out of memory. */
game_record *game_record_pack(const game_record *from);
void game_record_destroy(game_record *game); /* accepts NULL */

/* The two-letter SGF name of a header text. */
const char *game_text_name(game_text_id id);

/* The stones of a setup that is a handicap: two or more black ones and no white
 * ones, where the last word on each point counts.  Else 0.                   */
int game_setup_handicap(const board_move *setup, int n_setup);

/* Sets *b to the record's start; suicide is allowed where the game's rules have
 * it (New Zealand, Tromp-Taylor).  GO_EILLEGAL: the setup leaves chains without
 * liberties, which are missing on *b.                                        */
go_status game_record_start(const game_record *game, board *b, go_error *err);

/* Plays the whole game on *b.  GO_EILLEGAL with the number of the first move
 * against the rules (simple ko, no superko), or as game_record_start.        */
go_status game_record_replay(const game_record *game, board *b, go_error *err);

/* Equal in all but where they came from, why they end (`cut`) and comments. */
bool game_record_equal(const game_record *a, const game_record *b);

#endif
