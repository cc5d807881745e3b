/* prover.h -- does black get this score?  One thread's search, with proof.
 *
 * A null-window alpha-beta search of limited depth: a position is a win for black, who gets
 * at least `target`, or for white, who holds him below.  A line ends with two passes, or
 * when the areas that are pass-alive decide.  One side looks for a proof; where the depth
 * ends, that side fails, so that its win is always proven.  Its failure is proven if no such end
 * was needed.  The caller deepens, for one side and the other.
 *
 * Answers that depend on the path.  Under superko a position is worth what the moves before
 * it leave legal (the graph-history interaction: M. Campbell 1985; A. Kishimoto,
 * M. Mueller 2004).  The side for which a result is proven is its prover.
 *
 * 1. If the proof rests on a ban that a position above the node causes for the other side,
 *    it is not stored at all.
 * 2. If in the proof the prover never takes a ko, and the other side is never held by
 *    superko, the result holds on every path: the prover who comes upon such a position
 *    again had, there, a proof with fewer moves to come, and would have followed it.  (One
 *    that holds without ko bans holds with them, whoever is to move.)
 * 3. Else the proof is "tied".  It may fail where a position above repeats within it.
 *    Stored with it is the set of cells on which it captures stones; for a position to
 *    return, all stones that it lacks must be captured.  If that is possible for any
 *    position above, the stored result is not used.
 *
 * With KO_SIMPLE, a repetition (same stones, player, ko and passes) ends the line as a
 * failure of `cycle_loser`.  The two bounds enclose what the rules leave open.
 *
 * Moves within areas already decided change nothing but the position, as a threat does.
 * They are tried when a proof of loss rests on a ban, and, instead of a pass, by a player who has
 * dead stones to take there; else not.                                         */
#ifndef KATACHI_MCTS_SOLVE_PROVER_H
#define KATACHI_MCTS_SOLVE_PROVER_H

#include "mcts/solve/map.h"
#include "mcts/solve/table.h"

/* What the threads of a solver share. */
typedef struct prover_shared {
    const solve_map *map;
    table table;
    atomic_bool stop;         /* all threads return soon */
    _Atomic int64_t nodes;    /* visited by all, counted in steps of PROVER_STEP */
    int64_t max_nodes;        /* stop there; 0: never */
    bool (*watch)(void *user); /* called every PROVER_STEP nodes; false: stop.  May be NULL */
    void *user;
    bool plain;               /* for tests: no pass-alive areas, no symmetries */
} prover_shared;

enum { PROVER_STEP = 1024, PROVER_PASS = -1, PROVER_DEPTH = 250 };

typedef struct prover_answer {
    bool finished;            /* false: it was stopped, the rest is void */
    bool black;               /* black gets the target */
    bool proven;
    bool tied;                /* the proof needs kos or superko */
    int64_t nodes;
    bool certain;             /* without a move: pass-alive areas decide */
    int move;                 /* that decides for the player to move; PROVER_PASS: a pass, or none */
} prover_answer;

typedef struct prover prover;

/* The two widths of a set of cells. */
typedef struct prover_kind {
    int max_cells, set_words;
    /* `watches`: this prover calls shared->watch.  NULL: out of memory. */
    prover *(*create)(prover_shared *shared, bool watches);
    void (*destroy)(prover *p);
    /* The root moves on: a legal move, or PROVER_PASS.  False: it is illegal, with nothing
     * changed.                                                                 */
    bool (*play)(prover *p, int cell);
    void (*back)(prover *p);
    prover_answer (*search)(prover *p, int target, colour cycle_loser, colour side, int depth);
    int (*score)(const prover *p); /* black's score if the game ended now */
    /* for tests: the stones of the root by cell, and the cell forbidden by simple ko */
    void (*show)(const prover *p, uint8_t stone[MAP_WIDE], int *ko);
} prover_kind;

extern const prover_kind prover_narrow, prover_wide;

#endif
