/* game_record.h -- one game as read from SGF: what was played and what the
 * header says, independent of the file it came from.                         */
#ifndef KATACHI_SGF_CORPUS_SGF_GAME_RECORD_H
#define KATACHI_SGF_CORPUS_SGF_GAME_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "board/board.h"

/* A comment: UTF-8, lines ended by \n, never empty. */
typedef struct game_comment {
    int move;   /* after this many moves */
    char *text;
} game_comment;

/* What a program that reviewed the game thought of a position: SBKV, as Sabaki and katachi
 * analyze write it.                                                           */
typedef struct game_value {
    int move;         /* after this many moves */
    float black_wins; /* 0 .. 1 */
} game_value;

/* Header texts, as one line of UTF-8 without blanks at its ends. */
#define GAME_TEXTS(X) X(PB) X(PW) X(BR) X(WR) X(BT) X(WT) X(DT) X(EV) X(RO) X(PC) \
    X(RE) X(RU) X(GN) X(ON) X(SO) X(TM) X(OT) X(AN) X(US) X(GC) X(CP) X(AP)
#define GAME_TEXT_ID(name) GAME_##name,
typedef enum game_text_id { GAME_TEXTS(GAME_TEXT_ID) GAME_N_TEXTS } game_text_id;

typedef struct katachi_record {
    int size;            /* 2 .. 25 */
    bool has_komi;
    double komi;         /* points for white, normalised (komi_of) */
    int handicap;        /* stones: HA, or the number of black setup stones when
                          * white moves first; 0 when none (HA[1] is none)    */
    int n_setup;         /* stones before the first move, none twice; as read, black
                          * ones come first (game_setup_stones)               */
    board_move *setup;
    uint8_t first;       /* who moves first: colour of the first move; without
                          * moves PL, else white after handicap               */
    int n_moves;
    board_move *moves;    /* the main line, passes included */
    bool cut;            /* `moves` ends at a setup in mid-game that changes the
                          * board, though the main line goes on               */
    char *text[GAME_N_TEXTS]; /* NULL when absent */
    int n_comments;      /* of the main line, in order; read on request only */
    game_comment *comment;
    int n_values;        /* of the main line, in order */
    game_value *value;

    /* where it came from, for messages */
    char *source;        /* file, or archive!member; never NULL */
    int64_t offset;      /* byte offset of the game's first byte in it */
    int index;           /* number of the game in the file, from 1 */
} game_record;

/* Copies `from`, whose arrays and strings may lie anywhere (source NULL becomes ""),
 * into one new block of memory.  NULL: out of memory.                         */
game_record *game_record_pack(const game_record *from);
void game_record_destroy(game_record *game); /* accepts NULL */

/* The two-letter SGF name of a header text. */
const char *game_text_name(game_text_id id);

/* The stones of a setup, by the last value of each point: black ones, then white ones, in the
 * order in which the points appear.  Returns how many.                        */
int game_setup_stones(const board_move *setup, int n_setup, board_move out[BOARD_MAX_AREA]);

/* The number of such stones that are a handicap: two or more black ones and no white ones.
 * Else 0.                                                                     */
int game_setup_handicap(const board_move *setup, int n_setup);

/* The handicap of a game: such a setup, and the stones that black placed by moves (game.h). */
int game_record_handicap(const game_record *game);

/* Sets *b to the start of the record; suicide is allowed if the game's rules have it
 * (as New Zealand's).  GO_EILLEGAL: the setup leaves chains without
 * liberties, which are missing on *b.                                         */
go_status game_record_start(const game_record *game, board *b, go_error *err);

/* Plays the whole game on *b.  GO_EILLEGAL with the number of the first move
 * against the rules (simple ko, no superko), or as game_record_start.        */
go_status game_record_replay(const game_record *game, board *b, go_error *err);

/* Are they equal except for origin, `cut`, comments and values? */
bool game_record_equal(const game_record *a, const game_record *b);

#endif
