/* position_notes.h -- what a position remembers to judge kos and passes by; for
 * position.c and position_look.c only.                                       */
#ifndef KATACHI_NN_INPUTS_POSITION_NOTES_H
#define KATACHI_NN_INPUTS_POSITION_NOTES_H

#include "nn/inputs/position.h"

typedef enum note_kind {
    NOTE_SEEN,    /* a position of this history, as ko rules compare them */
    NOTE_PASSED,  /* the position in which `colour` passed */
    NOTE_KO_TAKEN /* encore: the stones before `colour` took a ko at `at` */
} note_kind;

struct nn_note {
    uint64_t hash;
    point at;
    uint8_t kind, colour;
};

/* How many notes of this kind there are. */
int nn_notes_count(const nn_position *p, note_kind kind, colour c, uint64_t hash);

/* A board with these stones and c to move, as the ko rule compares them: with
 * the player unless positional, and in the encore with the kos not to retake. */
uint64_t nn_situation(const nn_position *p, uint64_t stones, colour c);

/* Where a pass in a position passed before ends the phase, and where passes
 * let earlier positions come back.                                           */
bool nn_passes_clear(const nn_position *p);

/* Has the side to move passed on this very board, where that counts? */
bool nn_passed_here_before(const nn_position *p);

/* The stone whose ko is only noted when the side to move plays there, be it by
 * its liberty or by the stone itself; PASS: a move like others.              */
point nn_noted_ko(const nn_position *p, point at);

#endif
