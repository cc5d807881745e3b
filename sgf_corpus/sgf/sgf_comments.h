/* sgf_comments.h -- the comments of a game while it is being read.
 *
 * Their texts lie in a buffer of the reader's that may still move.            */
#ifndef KATACHI_SGF_CORPUS_SGF_SGF_COMMENTS_H
#define KATACHI_SGF_CORPUS_SGF_SGF_COMMENTS_H

#include <stddef.h>

#include "sgf_corpus/sgf/game_record.h"

typedef struct sgf_comment {
    int node, move; /* it stands in; made up to the end of that node */
    size_t text;    /* offset into the buffer */
} sgf_comment;

/* All zero is a good empty one. */
typedef struct sgf_comments {
    sgf_comment *at; /* [n] */
    game_comment *made; /* [capacity] */
    int n, capacity;
} sgf_comments;

void sgf_comments_free(sgf_comments *c);

/* A comment in node number `node`, met behind `move` moves.  False: out of memory. */
bool sgf_comments_add(sgf_comments *c, int node, int move, size_t text);

/* The node has a move, too: comments in front of it belong behind it. */
void sgf_comments_moved(sgf_comments *c, int node, int move);

/* All of them with texts in `buffer`; borrowed. */
game_comment *sgf_comments_made(sgf_comments *c, char *buffer);

#endif
