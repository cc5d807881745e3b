/* sgf_read.h -- one game as text to a game record.
 *
 * SGF FF[1] to FF[4] (red-bean.com/sgf), read for its main line: the first
 * variation at every branch.
 *
 * - Property names may be long (FF[1]-FF[3], "PlayerBlack"): their capital
 *   letters count.  Names without values and stray text are skipped.
 * - Header properties are taken from any node of the main line, the first one
 *   of each kind.  SZ missing is 19; it may come after the first points.
 * - Moves: two letters, "" or "tt" (up to 19x19) a pass; also "Q16" and "pass".
 *   Two moves in a node, or of one colour in a row, are kept as they stand.
 * - Setup before the first move, in whatever node, is the start position.
 *   Setup after moves that changes nothing (AE of captured stones) is ignored;
 *   any other ends the record there, with `cut` set.
 * - HA without setup stones, white to move first: the stones are those of the
 *   fixed handicap, if there is such a placement.
 * - Files of the Fox server (AP[foxwq]): KM[50] is 0.5, KM[0] with HA[0] no komi that can be
 *   relied on, RE[W+0.0] a win.
 * - Comments of the main line on request.  A comment belongs to the move of its
 *   node, even when it precedes it.  Values (SBKV) of the main line likewise, always.
 * - SZ, GM or FF again after moves: a second game in an unclosed value.        */
#ifndef KATACHI_SGF_CORPUS_SGF_SGF_READ_H
#define KATACHI_SGF_CORPUS_SGF_SGF_READ_H

#include "sgf_corpus/sgf/game_record.h"
#include "sgf_corpus/streams/text_stream.h"

/* Scratch memory of a reader: one per thread. */
typedef struct sgf_reader sgf_reader;
sgf_reader *sgf_reader_create(bool comments); /* to be read too?  NULL: out of memory */
void sgf_reader_destroy(sgf_reader *reader); /* accepts NULL */

/* Reads `text` (whose `broken` is NULL).  The caller owns *out.  GO_EFORMAT
 * with a sentence that names file, game, byte and reason; GO_ENOMEM.         */
go_status sgf_read(sgf_reader *reader, const game_text *text, game_record **out,
                   go_error *err);

#endif
