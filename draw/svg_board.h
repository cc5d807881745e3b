/* svg_board.h -- a position as an SVG picture, with the probabilities of moves as a heat
 * map on the empty points.                                                    */
#ifndef KATACHI_DRAW_SVG_BOARD_H
#define KATACHI_DRAW_SVG_BOARD_H

#include <stdio.h>

#include "board/board.h"

enum { SVG_CAPTIONS = 3 };

typedef struct svg_board {
    const board *b;           /* borrowed; its last move gets a small ring */
    const float *probability; /* [size * size + 1], or NULL */
    int played;               /* the move to mark, y * size + x; -1 or a pass: none */
    const char *caption[SVG_CAPTIONS]; /* lines under the board; NULL: none */
} svg_board;

/* Writes a complete SVG document.  The heat of a move is the square root of its
 * probability over that of the likeliest, be it the pass; moves of 1 % and more are labelled.
 * Under the pointer each point shows its name and what is known of it.        */
void svg_board_write(FILE *out, const svg_board *picture);

/* The same for a page: a figure, whose captions are text of the page, inside a div of the class
 * "boards"; and the rules of that class for the page's <style>.              */
void svg_board_figure(FILE *out, const svg_board *picture);
void svg_board_style(FILE *out);

#endif
