/* ladder.h -- reading ladders: chases in which every move of the attacker is
 * an atari on one chain, the prey.
 *
 * The attacker only plays the two liberties of the prey; its owner only plays
 * the prey's last liberty or captures a neighbouring chain that is itself in
 * atari (so ladder breakers, double ataris and snapbacks are read out as they
 * come).  The prey is caught when it is left with one liberty and has no such
 * answer, or when each answer leaves it with at most one liberty or in a
 * ladder again.  With three liberties it has escaped.
 *
 * Ko: a ban on the first move is obeyed; later only the attacker obeys bans and
 * the prey's owner takes back at once.  So a chain counts as caught only if no ko
 * can save it.
 *
 * The constants below bound the search (the longest plain ladder on 25x25 has
 * about 100 moves).  When it ends there, the prey counts as escaped.          */
#ifndef KATACHI_BOARD_LADDER_H
#define KATACHI_BOARD_LADDER_H

#include "board/board.h"

enum {
    LADDER_MAX_MOVES = 400,  /* moves played in one reading, all branches together */
    LADDER_MAX_BRANCHES = 6, /* moves on one line of play that had an alternative */
    LADDER_MAX_ANSWERS = 12  /* different answers of the prey at one point */
};

/* Can the chain of `stone`, in atari and with its owner to move, be saved?  True for
 * a chain that is not in atari.                                               */
bool ladder_can_escape(const board *b, point stone);

/* Can the opponent of the chain of `stone`, to move, catch it?
 *   2 liberties     by a ladder; *move is an atari that works
 *   1 liberty       by taking it, unless that is illegal; *move is the liberty
 *   3 or more       false
 * `move` may be NULL; it is written only if the answer is true.               */
bool ladder_can_capture(const board *b, point stone, point *move);

/* The same for one given attacking move, a liberty of the chain. */
bool ladder_captures_at(const board *b, point stone, point move);

#endif
