/* sgf_value.h -- one value of a property, as it stands between its brackets, in
 * the forms that its readers want.                                           */
#ifndef KATACHI_SGF_CORPUS_SGF_SGF_VALUE_H
#define KATACHI_SGF_CORPUS_SGF_SGF_VALUE_H

#include "sgf_corpus/streams/byte_buffer.h"

typedef struct sgf_value {
    const char *bytes; /* in the text of the game */
    size_t length;
} sgf_value;

/* For numbers and points: without blanks and backslashes, at most 31
 * characters, cut there.  Returns the length.                                */
size_t sgf_value_plain(sgf_value v, char out[32]);

/* For messages: the printable beginning. */
typedef struct sgf_value_shown {
    char text[24];
} sgf_value_shown;
sgf_value_shown sgf_value_show(sgf_value v);

/* For header texts: appends `value`, which is UTF-8 already, to `texts` as one
 * line with its final zero: escapes taken out, line ends and control characters
 * made blanks, blanks joined, none at the ends.  A backslash before a line end
 * joins the lines (FF[4], SimpleText).  False: out of memory.                */
bool sgf_value_line(const byte_buffer *value, byte_buffer *texts);

/* For comments: the same with its lines, which end in \n, and all blanks but those
 * at the ends of the whole (FF[4], Text).                                     */
bool sgf_value_lines(const byte_buffer *value, byte_buffer *texts);

#endif
