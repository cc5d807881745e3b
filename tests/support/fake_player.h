/* fake_player.h -- the command line of tests/support/fake_player.sh. */
#ifndef KATACHI_TESTS_FAKE_PLAYER_H
#define KATACHI_TESTS_FAKE_PLAYER_H

/* "good D4 E5": a program that plays D4, then E5, then passes; see the script for
 * what else there is.  The tests run in the root of the repository.             */
#define FAKE(behaviour) "exec bash tests/support/fake_player.sh " behaviour

#endif
