/* gate.h -- may the network of a new generation play the games from now on?
 *
 *   none   it does at once
 *   games  if it wins at least `share` of `games`, or of more if more were played, against the
 *          best one so far, draws counting half; fewer games are played as soon as the others
 *          cannot change that (D. Silver and others, Mastering the game of Go without human
 *          knowledge, 2017, with 55 % of 400)
 *   sprt   if the sequential test accepts that it is stronger by elo1, not only by elo0
 *          (match/rating/stats.h); after `games` without a decision the likelier of the two
 *          counts
 *
 * When it fails, the games go on with the best network so far, and learning with the new one:
 * what it has learned is not lost, and the next generation has more to pass with.  */
#ifndef KATACHI_SELFPLAY_IMPROVE_GATE_H
#define KATACHI_SELFPLAY_IMPROVE_GATE_H

#include "base/choice.h"
#include "match/rating/stats.h"
#include "selfplay/state/history.h"

#define GATES(X) X(GATE_NONE, "none") X(GATE_GAMES, "games") X(GATE_SPRT, "sprt")
typedef enum gate_kind { GATES(CHOICE_NUMBER) } gate_kind;

typedef struct gate_settings {
    int kind;       /* gate_kind */
    int games;      /* at most */
    double share;   /* games */
    sprt_test test; /* sprt */
} gate_settings;

/* 1: it passes, -1: it fails, 0: more games are needed. */
int gate_decision(const gate_settings *g, const duel_result *r);

#endif
