/* sgf_value.h -- one value of a property, as written between its brackets, in the
 * forms its readers need.                                                     */
#ifndef KATACHI_SGF_CORPUS_SGF_SGF_VALUE_H
#define KATACHI_SGF_CORPUS_SGF_SGF_VALUE_H

#include "sgf_corpus/streams/byte_buffer.h"

typedef struct sgf_value {
    const char *bytes; /* in the text of the game */
    size_t length;
} sgf_value;

/* For numbers and points: the first 31 characters other than blanks and backslashes.
 * Returns the length.                                                         */
size_t sgf_value_plain(sgf_value v, char out[32]);

/* For messages: the printable beginning. */
typedef struct sgf_value_shown {
    char text[24];
} sgf_value_shown;
sgf_value_shown sgf_value_show(sgf_value v);

/* Appends `value`, already UTF-8, to `texts` with a final zero: without escapes, control
 * characters turned into blanks, trimmed.  A backslash before a line end joins the
 * lines.  Header texts (FF[4], SimpleText) become one line with single blanks; with
 * `lines`, for comments (FF[4], Text), lines end in \n.  False: out of memory. */
bool sgf_value_text(const byte_buffer *value, bool lines, byte_buffer *texts);

#endif
