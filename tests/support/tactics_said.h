/* tactics_said.h -- what the tactical groups say of a move, for tests.  Levels are compared by
 * their names, so that tests read like the page of the manual.                      */
#ifndef KATACHI_TESTS_TACTICS_SAID_H
#define KATACHI_TESTS_TACTICS_SAID_H

#include "patterns/tactics.h"
#include "tests/support/drawn.h"

/* The level that `group` of the feature set called `set` gives the move of `own`, which must be
 * legal; "" for none.  Static, until the next call.                           */
const char *tactics_said(const char *set, const board *b, colour own, point move, feature_id group);

/* Fails the test unless the large features say this of the move on the board, however it is turned
 * and mirrored.                                                               */
void says(const board *b, colour own, const char *move, feature_id group, const char *expected);

#endif
