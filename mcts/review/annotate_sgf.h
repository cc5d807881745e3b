/* annotate_sgf.h -- a judged game as SGF, to look at in any editor. */
#ifndef KATACHI_MCTS_REVIEW_ANNOTATE_SGF_H
#define KATACHI_MCTS_REVIEW_ANNOTATE_SGF_H

#include <stdio.h>

#include "mcts/review/annotate.h"

typedef struct annotate_sgf_options {
    double threshold;    /* of a mistake, as in annotated_mistake */
    int line;            /* moves of the better line at a mistake; 0: none */
    const char *comment; /* for the first node, behind the sums; may be NULL */
} annotate_sgf_options;

/* Writes the whole record, header, setup and main line as sgf_write does (moves
 * that cannot be played too), and in the nodes of judged moves
 *
 *     C      what the record says there, and what the search thinks, in words
 *     SBKV   black's win rate in percent, as Sabaki draws it
 *     V      black's lead in points
 *     BM     1 or 2: a mistake, a bad one
 *
 * At a mistake the better line is a second variation.  Errors stick to the
 * stream.  GO_ENOMEM.                                                        */
go_status annotate_sgf_write(FILE *out, const annotated_game *a,
                             const annotate_sgf_options *options, go_error *err);

#endif
