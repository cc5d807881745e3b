/* review_svg.h -- the course of a reviewed game as a picture. */
#ifndef KATACHI_MCTS_REVIEW_REVIEW_SVG_H
#define KATACHI_MCTS_REVIEW_REVIEW_SVG_H

#include <stdio.h>

#include "mcts/review/review.h"

/* Writes an SVG file of its own, for light and dark pages: black's win rate
 * above, black's lead in points below, over the moves.  Moves that lost at
 * least `threshold` of the win rate are marked and say what happened when
 * pointed at.  `title` is plain text.                                         */
void review_svg_write(FILE *out, const review *r, double threshold,
                          const char *title);

#endif
