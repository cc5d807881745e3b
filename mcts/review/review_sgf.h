/* review_sgf.h -- a reviewed game as SGF, to look at in any editor. */
#ifndef KATACHI_MCTS_REVIEW_REVIEW_SGF_H
#define KATACHI_MCTS_REVIEW_REVIEW_SGF_H

#include <stdio.h>

#include "mcts/review/review.h"

typedef struct review_sgf_options {
    double threshold;    /* of a mistake, as in review_mistake */
    int line;            /* moves of the better line at a mistake; 0: none */
    const char *comment; /* for the first node, behind the sums; may be NULL */
} review_sgf_options;

/* Writes the whole record, header, setup and main line as sgf_write does (moves
 * that cannot be played too), and in the nodes of reviewed moves
 *
 *     C      what the record says there, and what the search thinks, in words
 *     SBKV   black's win rate in percent, as Sabaki draws it
 *     V      black's lead in points
 *     BM     1 or 2: a mistake, a bad one
 *
 * At a mistake the better line is a second variation.  Errors stick to the
 * stream.  GO_ENOMEM.                                                        */
go_status review_sgf_write(FILE *out, const review *r,
                             const review_sgf_options *options, go_error *err);

#endif
