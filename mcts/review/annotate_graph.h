/* annotate_graph.h -- the course of a judged game as a picture. */
#ifndef KATACHI_MCTS_REVIEW_ANNOTATE_GRAPH_H
#define KATACHI_MCTS_REVIEW_ANNOTATE_GRAPH_H

#include <stdio.h>

#include "mcts/review/annotate.h"

/* Writes an SVG file of its own, for light and dark pages: black's win rate
 * above, black's lead in points below, over the moves.  Moves that lost at
 * least `threshold` of the win rate are marked and say what happened when
 * pointed at.  `title` is plain text.                                         */
void annotate_graph_write(FILE *out, const annotated_game *a, double threshold,
                          const char *title);

#endif
