/* game_batch.h -- some games as text, handed from the one who cuts the input
 * into games to the one who reads them.                                      */
#ifndef KATACHI_SGF_CORPUS_GAME_BATCH_H
#define KATACHI_SGF_CORPUS_GAME_BATCH_H

#include "sgf_corpus/streams/text_stream.h"

typedef struct game_batch {
    byte_buffer bytes; /* texts, names and sentences */
    byte_buffer items; /* of batch_item */
    int n_items;
    int64_t number;    /* in the stream, of the first */
    go_status status;  /* GO_OK: more may follow; GO_END; or what ended the stream */
    go_error error;    /* when it was an error */
} game_batch;

/* Takes the next games of the stream, about `want_bytes` of text.  `number` is
 * that of the first.  What goes wrong is kept in status and error.           */
void game_batch_fill(game_batch *batch, text_stream *stream, int64_t number, size_t want_bytes);

/* Game i (< n_items); valid until the batch is filled again. */
game_text game_batch_text(const game_batch *batch, int i);

void game_batch_free(game_batch *batch);

#endif
