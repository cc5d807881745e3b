/* gamma_words.h -- gammas in words, and in order of strength. */
#ifndef KATACHI_PATTERNS_GAMMAS_GAMMA_WORDS_H
#define KATACHI_PATTERNS_GAMMAS_GAMMA_WORDS_H

#include "patterns/gammas/gammas.h"

/* The shape of a gamma of a shape group, or NULL: a level, or "no known shape". */
const shape *gamma_shape(const gammas *g, int number);

/* Describes a gamma without the name of its group: the level, or the size of the shape
 * and the place of its mark ("size 6, stone at 1,2 of 2 liberties").          */
void gamma_words(const gammas *g, int number, char *out, int n);

/* The same for a move on that board: a pair of points is that of the move and the one before it, not
 * its image by which all symmetric pairs are called.                          */
void gamma_words_at(const gammas *g, int number, const board *b, point move, char *out, int n);

/* Did training change this gamma?  Features that no candidate had stay at exactly 1. */
static inline bool gamma_is_learnt(const gammas *g, int number)
{
    return g->count[number] > 0 || g->gamma[number] != 1;
}

/* Writes the numbers of the learnt gammas of `group`, the strongest first, to
 * numbers[], which has room for all of the group; returns how many.  Gammas of
 * "no known shape" are omitted.                                              */
int gammas_sorted(const gammas *g, feature_id group, int *numbers);

#endif
