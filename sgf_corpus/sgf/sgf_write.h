/* sgf_write.h -- a game record as SGF: one game a line, UTF-8, FF[4].
 *
 *     (;FF[4]GM[1]CA[UTF-8]SZ[19]PB[..]..KM[6.5]HA[2]AB[dd][pp];W[pd];B[]...)
 *
 * Reading it again gives an equal record (game_record_equal).                */
#ifndef KATACHI_SGF_CORPUS_SGF_SGF_WRITE_H
#define KATACHI_SGF_CORPUS_SGF_SGF_WRITE_H

#include <stdio.h>

#include "sgf_corpus/sgf/game_record.h"

/* Writes the record and a newline.  Errors stay with the stream (atomic_file.h). */
void sgf_write(FILE *out, const game_record *game);

/* ---- parts, for writers of more than the moves ---- */

/* "(;FF[4]..": the first node with header and setup, open for more properties. */
void sgf_write_start(FILE *out, const game_record *game);

/* ";B[pd]": a node with a move, open too. */
void sgf_write_move(FILE *out, int size, board_move move);

/* The n bytes of text with SGF's special characters escaped. */
void sgf_write_escaped(FILE *out, const char *text, size_t n);

/* "C[text]", escaped. */
void sgf_write_text(FILE *out, const char *name, const char *text);

#endif
