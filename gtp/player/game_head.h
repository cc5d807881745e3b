/* game_head.h -- what an SGF file says of a game besides its moves: players, date, result. */
#ifndef KATACHI_GTP_PLAYER_GAME_HEAD_H
#define KATACHI_GTP_PLAYER_GAME_HEAD_H

#include "board/game/game.h"
#include "sgf_corpus/sgf/game_record.h"

typedef struct gtp_game_head {
    char *text[GAME_N_TEXTS]; /* owned: of the file that was loaded; NULL: absent */
    uint64_t loaded;          /* the engine's position then; 0: not the whole game */
    bool moved[3];            /* the colours that the engine played */
    colour resigned;          /* EMPTY: neither */
    uint64_t resigned_at;     /* the engine's position then */
} gtp_game_head;

/* Forgets the game. */
void gtp_game_head_clear(gtp_game_head *h);

/* Takes copies of the texts of a record, after all of whose moves the engine is at `position`; 0:
 * after some of them.  A text for which there is no memory is left out.       */
void gtp_game_head_load(gtp_game_head *h, const game_record *record, uint64_t position);

#endif
