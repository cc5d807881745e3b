/* sgf_points.h -- moves and setup stones of a game while it is being read. */
#ifndef KATACHI_SGF_CORPUS_SGF_SGF_POINTS_H
#define KATACHI_SGF_CORPUS_SGF_SGF_POINTS_H

#include "sgf_corpus/sgf/sgf_reading.h"

enum {
    SGF_MAX_MOVES = 100000, /* moves of a game */
    SGF_MAX_SETUP = 100000  /* setup points of a game, compressed lists counted out */
};

/* A move, or a value of AB, AW or AE: a point or a rectangle of them.  GO_EFORMAT, GO_ENOMEM. */
go_status sgf_take_move(sgf_reading *r, int colour_of, sgf_value v);
go_status sgf_take_setup(sgf_reading *r, int colour_of, sgf_value v);

/* The setup of a node that ends: where moves were made before, only such is taken that changes
 * nothing, whatever the order of the node's properties.  GO_ENOMEM.           */
go_status sgf_settle_setup(sgf_reading *r);

/* Setup is a position, not an order of play: what is set up again and again comes to one, so that
 * no stone is captured on the way to a position in which all have liberties.     */
void sgf_settle_stones(sgf_reader *s);

/* Plays the moves so far on r->scratch->board.  False: one is illegal, or there is no memory. */
bool sgf_replay(sgf_reading *r);

#endif
