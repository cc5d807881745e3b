/* opening.h -- how games begin, so that the same two programs do not play the
 * same game again and again.
 *
 * Each opening is played twice, with the colours changed, so that it favours neither
 * player.  Openings come from a file or are drawn from the shipped gammas: each move
 * with the probability that a strong player makes it.                          */
#ifndef KATACHI_MATCH_GAME_OPENING_H
#define KATACHI_MATCH_GAME_OPENING_H

#include <stdint.h>

#include "base/status.h"
#include "board/game/game.h"

enum { OPENING_MAX = 400 };

/* Moves of black and white in turn, black first. */
typedef struct opening {
    int n;
    point at[OPENING_MAX];
} opening;

typedef struct openings openings;

typedef struct openings_options {
    const char *file; /* SGF in any container, or .txt with one opening a line as
                       * "D4 Q16 ..."; NULL: drawn */
    int moves;        /* of each opening; -1: a third of the board's size if drawn,
                       * all moves in a file */
    int size;
    rules rules;
    uint64_t seed;
} openings_options;

/* Reads the file, or the gammas.  GO_EIO, GO_EFORMAT, GO_EILLEGAL name file and
 * line; GO_EEMPTY: it has no opening.  *out is ended with
 * openings_destroy, which accepts NULL.                                        */
go_status openings_create(openings **out, const openings_options *options, go_error *err);
void openings_destroy(openings *o);

/* The k-th opening, k >= 0, a function of options and k; a file begins again after its
 * last opening.  From one thread at a time.                                    */
void openings_get(openings *o, int64_t k, opening *out);

/* A hash of the contents, to tell whether a match continues with the same openings. */
uint64_t openings_fingerprint(const openings *o);

/* One line for people: "4 moves drawn by the gammas of ...". */
const char *openings_text(const openings *o);

#endif
