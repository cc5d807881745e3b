/* sgf_header.h -- texts and numbers of a game while it is being read.
 *
 * Each function takes the first value of a property.  The first one with a meaning counts where a
 * game has several.  Errors: GO_EFORMAT, where the game cannot be read without the value;
 * GO_ENOMEM. */
#ifndef KATACHI_SGF_CORPUS_SGF_SGF_HEADER_H
#define KATACHI_SGF_CORPUS_SGF_SGF_HEADER_H

#include "sgf_corpus/sgf/sgf_reading.h"

go_status sgf_take_text(sgf_reading *r, game_text_id id, sgf_value v);
go_status sgf_take_comment(sgf_reading *r, sgf_value v);    /* C */
go_status sgf_take_black_wins(sgf_reading *r, sgf_value v); /* SBKV */

go_status sgf_take_size(sgf_reading *r, sgf_value v); /* SZ; after points r->restart is set */
go_status sgf_take_game(sgf_reading *r, sgf_value v); /* GM */
go_status sgf_take_komi(sgf_reading *r, sgf_value v); /* KM */
void sgf_take_program(sgf_reading *r, sgf_value v);   /* AP */
void sgf_take_handicap(sgf_reading *r, sgf_value v);  /* HA */
void sgf_take_player(sgf_reading *r, sgf_value v);    /* PL */

#endif
