/* text_stream.h -- the games of many files as texts, one after the other.
 *
 * Cuts the bytes of the inputs into games by brackets and character sets alone, and
 * turns UTF-16 into UTF-8.  Memory holds one game and one block of input.     */
#ifndef KATACHI_SGF_CORPUS_STREAMS_TEXT_STREAM_H
#define KATACHI_SGF_CORPUS_STREAMS_TEXT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "sgf_corpus/streams/charset.h"

enum { SGF_MAX_GAME_BYTES = 64 << 20 }; /* all variations and comments of a game */

typedef struct text_stream text_stream;

/* One game, or a text that should have been one. */
typedef struct game_text {
    const char *bytes; /* from the game's '(' on; without one when `bare` */
    size_t length;
    charset_info charset;
    const char *source; /* file, or archive!member */
    int64_t offset;     /* of the first byte, in the file */
    int index;          /* number of the game in the file, from 1 */
    bool bare;          /* the '(' is missing */
    bool wide;          /* the file is UTF-16 */
    const char *broken; /* a full sentence when the text is not a game; else NULL */
} game_text;

/* The text of a file in memory, borrowed; messages call it `name`. */
typedef struct text_in_memory {
    const char *name;
    const void *bytes;
    size_t length;
} text_in_memory;

/* Opens `memory` or, if that is NULL, n inputs.  `charset`: for texts of unknown
 * character set, NULL: none.  The strings are copied.  Fails if an input does not
 * exist.                                                                      */
go_status text_stream_open(text_stream **out, const char *const *inputs, int n,
                           const text_in_memory *memory, const char *charset, go_error *err);
void text_stream_close(text_stream *s); /* accepts NULL */

/* From now on an unreadable file or a damaged archive is a broken text, after which the next file
 * follows.                                                                    */
void text_stream_skip_damaged(text_stream *s);

/* The next game, valid until the next call.  GO_END after the last.  Other codes (an
 * unreadable file, a damaged archive) end the stream.                         */
go_status text_stream_next(text_stream *s, game_text *out, go_error *err);

/* Files and members opened, files with other endings skipped, and bytes read of the
 * input files as stored.                                                      */
typedef struct text_stream_counts {
    int64_t files, ignored, stored;
} text_stream_counts;
text_stream_counts text_stream_counted(const text_stream *s);

/* The offset in the file of byte `at` of a text; they differ in UTF-16. */
int64_t game_text_offset(const game_text *text, size_t at);

#endif
